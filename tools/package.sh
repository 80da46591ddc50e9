#!/usr/bin/env bash
# Builds what is handed on to people without Rust, into target/package: the programs, linked statically, `fukumen` with the page
# that `make page` has made; manual pages and completions; an archive of these; a package for Debian; their checksums.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ! -f web/dist/index.html ]]; then
    echo "error: there is no page in web/dist: make package builds it first" >&2
    exit 1
fi
profile=${PROFILE:-dist}
target=$(rustc -vV | sed -n 's/^host: //p')
out=target/package
rm -rf "$out"
mkdir -p "$out/completions"

# A program for Linux needs no library of the system then, and runs in an empty container. At a fixed address nothing is left
# to be relocated when it starts: 0.77 instead of 1.42 ms for SEND+MORE=MONEY.
[[ $target == *-linux-* ]] && export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static -C relocation-model=static"
cargo build --profile "$profile" --target "$target" --locked -p fukumen -p fukumen-check --features fukumen/page
folder=${profile/#dev/debug}
built=${CARGO_TARGET_DIR:-target}/$target/$folder
cp "$built/fukumen" "$built/fukumen-check" "$out"

"$out/fukumen" man --all "$out/man"
"$out/fukumen" completions bash >"$out/completions/fukumen.bash"
"$out/fukumen" completions zsh >"$out/completions/_fukumen"
"$out/fukumen" completions fish >"$out/completions/fukumen.fish"

version=$(cargo pkgid -p fukumen | sed 's/.*[#@]//')
name=fukumen-$version-$target
tar --create --gzip --file "$out/$name.tar.gz" --transform "s,^,$name/," --owner 0 --group 0 --sort name \
    -C "$out" fukumen fukumen-check man completions -C "$PWD" README.md CHANGELOG.md LICENSE

# dpkg exists only where such a package is of use.
if command -v dpkg >/dev/null; then
    command -v cargo-deb >/dev/null || cargo install cargo-deb --locked
    cargo deb --no-build --no-strip --output "$out" >/dev/null
fi

(cd "$out" && sha256sum -- *.tar.gz *.deb 2>/dev/null >SHA256SUMS)
ls -l "$out"
