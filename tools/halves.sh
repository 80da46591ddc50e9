#!/bin/sh
# Parts the page's library in two, so that only what reading and solving take is fetched at first: two fifths of what goes over the wire.
#
#     tools/halves.sh LIBRARY FIRST REST
#
# The first file has what `web/tools/called.mjs` calls, and all data; REST the other functions, which
# web/src/engine/halves.js joins to it. It needs wasm-split of binaryen (Debian's package, which is installed if apt-get may),
# and node. Without them the first file is the whole library, and the rest is empty: the page works the same.
set -eu
library=$1 first=$2 rest=$3

if ! command -v wasm-split >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends binaryen; } >/dev/null 2>&1 || true
fi
if ! command -v wasm-split >/dev/null || ! command -v node >/dev/null; then
    echo "warning: the library of the page is one file: there is no wasm-split, or no node" >&2
    cp "$library" "$first"
    printf '\000asm\001\000\000\000' >"$rest"
    exit 0
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# What rustc's own target takes for granted.
set -- --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals --enable-multivalue --enable-reference-types
wasm-split "$@" --instrument "$library" -o "$folder/counted.wasm"
node web/tools/called.mjs "$folder/counted.wasm" "$folder/profile"
wasm-split "$@" --split "$library" --profile="$folder/profile" -o1 "$first" -o2 "$rest"
