#!/bin/sh
# Gives what the program writes to the programs that read it, and compares what arrives with what left. `make consumers` builds
# the program and names it.
#
#     tools/consumers.sh PROGRAM [EVERY]       EVERY: tries every EVERYth puzzle, all without it
set -eu

program=$(realpath "$1")
every=${2:-1}
here=$(dirname "$0")/consumers
there=${CARGO_TARGET_DIR:-target}/consumers
mkdir -p "$there"
cmp -s "$here/package.json" "$there/package.json" || {
    cp "$here/package.json" "$there"
    (cd "$there" && npm install --silent --no-audit --no-fund --no-package-lock)
}
cp "$here/check.mjs" "$there"
for command in rsvg-convert pdftotext sqlite3 minizinc; do
    command -v $command >/dev/null || {
        apt-get update -qq && apt-get install -qq -y --no-install-recommends librsvg2-bin poppler-utils sqlite3 minizinc
        break
    } >/dev/null 2>&1 || true
done
cmp -s "$here/requirements.txt" "$there/requirements.txt" || {
    python3 -m venv "$there/python"
    "$there/python/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$there"
}
python3 - tests/puzzles/corpus.toml tests/puzzles/layouts.toml >"$there/puzzles.json" <<'END'
import json, sys, tomllib
files = [tomllib.load(open(path, "rb")) for path in sys.argv[1:]]
print(json.dumps([puzzle["text"] for file in files for puzzle in file["puzzle"]]))
END
node "$there/check.mjs" "$program" "$every" schema
"$there/python/bin/python" "$here/check.py" "$program" "$every" "$there/puzzles.json"
