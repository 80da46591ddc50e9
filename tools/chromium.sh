#!/bin/sh
# Prints the path of Chromium, and installs it first if it is not there and apt-get may. CHROMIUM names another one.
set -eu

find_it() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome; do
        [ -n "$name" ] && command -v "$name" && return
    done
    return 1
}

find_it && exit
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium; } >&2
    find_it && exit
fi
echo "there is no Chromium: install the package chromium, or name the browser in CHROMIUM" >&2
exit 1
