#!/bin/sh
# Sends requests to `fukumen serve` that schemathesis makes from openapi.yaml: whatever comes, the answers must be those that the
# description has, and the server must live. `make server-fuzz` builds the program and names it.
#
#     tools/fuzz-server.sh PROGRAM [EXAMPLES]       EXAMPLES: requests for each operation and phase, 200 without it
set -eu

program=$1
examples=${2:-200}
tools=${CARGO_TARGET_DIR:-target}/schemathesis
[ -x "$tools/bin/schemathesis" ] || {
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet schemathesis
}
log=$(mktemp)
"$program" serve --bind 127.0.0.1:0 --time 1s --max-time 2s 2>"$log" &
server=$!
trap 'kill "$server" 2>/dev/null; rm -f "$log"' EXIT
address=
for _ in 1 2 3 4 5 6 7 8 9 10; do
    address=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$log" | head -n 1)
    [ -n "$address" ] && break
    sleep 0.5
done
[ -n "$address" ] || { echo "the server does not start" >&2; exit 1; }
# A text that fits the description need not be a puzzle, and fields that a request has no use for are not looked at.
"$tools/bin/schemathesis" run openapi.yaml --url "$address" --max-examples "$examples" --request-timeout 30 \
    --exclude-checks positive_data_acceptance,negative_data_rejection
# It must still answer, and have seen no panic.
curl --silent --fail --max-time 5 "$address/healthz"
! grep -n ' 500 ' "$log"
