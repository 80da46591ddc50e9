#!/usr/bin/env bash
# Installs what `make bench-peers` compares with: Debian's packages, as root, and Python's in an
# environment of their own under target/. What cannot be had is said and passed over.
set -uo pipefail
cd "$(dirname "$0")/../.."

packages=(minizinc gprolog swi-prolog-nox gringo)
programs=(minizinc gplc swipl clingo)

for at in "${!packages[@]}"; do
    command -v "${programs[$at]}" >/dev/null && continue
    if [ -z "${updated:-}" ]; then
        apt-get update >/dev/null 2>&1
        updated=yes
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y "${packages[$at]}" >/dev/null 2>&1 ||
        echo "${packages[$at]} could not be installed" >&2
done

[ -x target/peers/bin/python ] || python3 -m venv target/peers
target/peers/bin/pip install --quiet --disable-pip-version-check ortools clingo ||
    echo "ortools and clingo could not be installed" >&2
