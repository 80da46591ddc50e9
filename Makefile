# `make` runs what CI runs, in its order. Longer work has targets of its own.

.PHONY: consumers yardstick ablation cluster server server-fuzz package publishable minimal-versions wasm page page-test page-puzzles python python-figures all format lint docs features oldest test check-python corpus agreement bench calibrate bench-table bench-instructions bench-peers fuzz mutants random certificates veripb explanations

all: format lint docs features oldest test

format:
	cargo fmt --check --all

lint:
	cargo clippy --workspace --exclude fukumen-wasm --all-targets --all-features -- -D warnings

docs:
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --all-features

# The oldest compiler that is promised (`rust-version`); where it cannot be fetched, that is said.
OLDEST = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
oldest:
	@rustup run $(OLDEST) rustc --version >/dev/null 2>&1 || timeout 120 rustup toolchain install $(OLDEST) --profile minimal >/dev/null 2>&1; \
	if rustup run $(OLDEST) rustc --version >/dev/null 2>&1; then \
		CARGO_TARGET_DIR=$${CARGO_TARGET_DIR:-target}/oldest cargo +$(OLDEST) check --workspace --all-features; \
	else echo "warning: RUST $(OLDEST) WAS NOT TESTED: it cannot be fetched" >&2; fi

# Each feature alone; default is the command line.
features:
	cargo check -p fukumen --no-default-features
	cargo check -p fukumen --no-default-features --features report
	cargo check -p fukumen --no-default-features --features certify
	cargo check -p fukumen --no-default-features --features import
	cargo check -p fukumen --no-default-features --features languages
	cargo check -p fukumen --no-default-features --features threads
	cargo check -p fukumen --no-default-features --features cli

# Unit tests, documentation examples, the corpus in the fitting engines, laws, the command line; the checker of certificates.
test:
	cargo test

# The server, which is no default feature.
server:
	cargo test --features serve --test serve

# What the program writes, given to the programs that read it, which it installs: KaTeX, MathJax, ajv. EVERY=10 tries every tenth
# puzzle; FUKUMEN is the program, which is built unless it is named.
consumers:
	$(if $(FUKUMEN),,cargo build --bin fukumen)
	tools/consumers.sh $(or $(FUKUMEN),$${CARGO_TARGET_DIR:-target}/debug/fukumen) $(EVERY)

# Requests that schemathesis, which it installs, makes from openapi.yaml (minutes; EXAMPLES for more).
server-fuzz:
	cargo build --features serve --bin fukumen
	tools/fuzz-server.sh $${CARGO_TARGET_DIR:-target}/debug/fukumen $(EXAMPLES)

# The checker in Python against brute force and against the checker in Rust, with CASES random statements.
check-python: CASES = 400
check-python:
	cargo build --release -p fukumen-check
	FUKUMEN_CHECK=$${CARGO_TARGET_DIR:-target}/release/fukumen-check CASES=$(CASES) python3 -m unittest discover check/python

# Certificates of the corpus, judged by both checkers (Python takes those of up to 4 MiB), and many mutants: ten minutes.
certificates:
	rm -rf target/certificates
	CERTIFICATES=target/certificates cargo test --release --test all -- certificates:: --include-ignored --nocapture
	find target/certificates -size -4M -name '*.txt' -print0 | xargs -0 python3 check/python/fukumen_check.py --quiet > target/certificates.log
	! grep -v ': accepted: ' target/certificates.log

# Pseudo-Boolean proofs of all sums of the corpus, judged by VeriPB, which other people wrote (a minute, once it is installed).
VERIPB = target/veripb/bin/veripb
$(VERIPB):
	cargo install veripb --version 3.0.2 --locked --root target/veripb

veripb: $(VERIPB)
	VERIPB=$(CURDIR)/$(VERIPB) cargo test --release --test all -- pseudo_boolean:: --include-ignored --nocapture

# Every engine and evaluator over the whole corpus, also where that takes minutes.
corpus:
	cargo test --release --test all -- corpus:: --include-ignored

# Shards of the whole corpus with every engine, and jobs of forty shards whose workers and drivers are killed.
cluster:
	cargo test --release --test all -- shards:: --include-ignored
	CLUSTER=1 QUICK=1 python/test.sh -k test_cluster

# Every engine on random puzzles of every kind, against the judge and against depth-first: minutes to an hour.
CASES ?= 100000
agreement:
	PROPTEST_CASES=$(CASES) cargo test --release --test all -- laws:: engines::

# Explanations of 10,000 random puzzles, 10,000 changes of their steps, and the laws that hold for all: minutes.
explanations:
	cargo test --release --test all -- every_explanation:: replays:: --include-ignored
	cargo test --release -p fukumen-explain --lib -- --include-ignored

# Packages for people without Rust, in target/package. Their programs hold the page.
package: page
	tools/package.sh

# Whether the registry would take the packages: they are built from what it would get.
publishable:
	cargo publish --workspace --dry-run --allow-dirty

# Whether the oldest versions of libraries that Cargo.toml names are new enough. The lock is left as it is.
minimal-versions:
	cp Cargo.lock target/Cargo.lock.kept
	trap 'mv target/Cargo.lock.kept Cargo.lock' EXIT; \
		RUSTC_BOOTSTRAP=1 cargo update -Z direct-minimal-versions && cargo check --workspace --exclude fukumen-wasm --exclude fukumen-python --all-features

bench:
	cargo bench -p fukumen-benches --bench corpus --bench enumerate --bench uniqueness

# The random tests of readers and drawings with cases that nobody has drawn yet, TIMES times: minutes.
TIMES ?= 10
random:
	cargo test --release --no-run --test all
	for time in $$(seq $(TIMES)); do \
		PROPTEST_RNG_SEED=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ') cargo test --release --quiet \
			--test all -- layouts:: reading:: zero_lines:: || exit 1; \
	done

# How texts are read as people paste them: right, wrong without a word, wrong with a note, refused.
yardstick:
	cargo run --release -p fukumen-reading --example yardstick

# The texts that need each row of messages/said and each rule of the surface: those that are read otherwise without it (minutes).
ablation:
	cargo run --release -p fukumen-reading --example ablation

# The puzzles that speed is measured by, as in the first table of docs/guide/speed.md.
bench-table:
	cargo build --release
	python3 -m benches.table

# What the constants in crates/engine/src/engine/cost.rs say, measured anew on this machine; FILES may have more puzzles.
calibrate:
	cargo bench -p fukumen-benches --bench calibrate -- $(abspath $(FILES))

# Instructions instead of times, which other work on the machine does not change; needs valgrind.
bench-instructions:
	cargo bench -p fukumen-benches --bench instructions

# Other systems on the same puzzles. What is missing of them is installed first, where a registry has it.
bench-peers:
	cargo build --release
	benches/peers/install.sh
	target/peers/bin/python -m benches.peers.run

# SECONDS for each target; `cargo install cargo-fuzz` first. Without sanitizers, which the crate, free
# of unsafe code, hardly needs, the stable toolchain will do.
SECONDS ?= 60
fuzz:
	cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run puzzle --sanitizer none -- -max_total_time=$(SECONDS)
	cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run blocks --sanitizer none -- -max_total_time=$(SECONDS)
	cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run drawing --sanitizer none -- -max_total_time=$(SECONDS)
	cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run reading --sanitizer none -- -max_total_time=$(SECONDS)
	cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run certificate --sanitizer none -- -max_total_time=$(SECONDS)
	cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run import --sanitizer none -- -max_total_time=$(SECONDS)

# Changes the code in small ways, one at a time, and runs a fast set of tests (.cargo/mutants.toml): a mutant that no test
# notices shows what is not tested. All of them take days; SHARD picks a part, such as 7/400 (the first is 0/400).
SHARD ?= 0/400
mutants:
	command -v cargo-mutants >/dev/null || cargo install cargo-mutants --locked
	PROPTEST_CASES=100 cargo mutants --shard $(SHARD)

# The page, for any static host: `make page && python3 -m http.server -d web/dist`. QUICK=1 builds the library in a fraction of
# the time, larger and slower.
WASM_PROFILE = $(if $(QUICK),web-quick,web)
WASM_TARGET_DIR = $${CARGO_TARGET_DIR:-target}/wasm
# Less is inlined than usual: with a threshold of 80 the file was 6 % smaller over the wire, for 7 % more time; with 45 it is 3 %
# smaller still, for 2 to 18 % more time in two pairs of runs over the corpus. What the page does not use may not go unseen: the lint of `cargo test` has every feature on.
# Tables of characters are left out, since the browser has them.
WASM_FLAGS = -Dwarnings --cfg fukumen_lends_unicode$(if $(QUICK),, -Cllvm-args=--inline-threshold=45 -Cllvm-args=--unroll-runtime=false -Cllvm-args=--unroll-allow-partial=false)
wasm:
	SMALL=$(if $(QUICK),,1) CARGO_TARGET_DIR=$(WASM_TARGET_DIR) CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$(WASM_FLAGS)" tools/wasm-toolchain.sh build --profile $(WASM_PROFILE) -p fukumen-wasm
	tools/halves.sh $(WASM_TARGET_DIR)/wasm32-unknown-unknown/$(WASM_PROFILE)/fukumen_wasm.wasm web/src/engine/fukumen.wasm web/src/engine/rest.wasm

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

page: wasm web/node_modules/.package-lock.json
	cd web && npm run --silent build

# Units of the page, the corpus through its library compared with the program, and scenarios in Chromium; with QUICK=1 only
# some of the scenarios, on a library that is built quickly. FUKUMEN is the program, which is built unless it is named.
page-test: page
	$(if $(FUKUMEN),,cargo build --bin fukumen)
	$(if $(QUICK),,cargo test -p fukumen-wasm)
	cd web && npm run --silent check
	$(if $(QUICK),,$(MAKE) --no-print-directory page-puzzles)
	export FUKUMEN=$$(realpath $(or $(FUKUMEN),$${CARGO_TARGET_DIR:-target}/debug/fukumen)) && cd web && \
		node --test tests/corpus/corpus.mjs tests/corpus/hostile.mjs && \
		PAGE_QUICK=$(QUICK) CHROMIUM=$$(../tools/chromium.sh) npm run --silent test

# Each puzzle that the page brings along: its level, and a certificate of its only solution, which the checker judges.
page-puzzles:
	cargo build --release -p fukumen -p fukumen-check
	cd web && node tools/puzzles.mjs --check $$(realpath $${CARGO_TARGET_DIR:-../target}/release/fukumen) $$(realpath $${CARGO_TARGET_DIR:-../target}/release/fukumen-check)

# A wheel of the Python package, installed into a fresh virtual environment and tested from outside the tree. QUICK=1 builds it as
# tests are built, in a fraction of the time, and tries a part of the corpus. The wheel stays in WHEELS.
PYTHON ?= python3
PYTHON_PROFILE = $(if $(QUICK),dev,dist)
WHEELS = $${CARGO_TARGET_DIR:-target}/wheels
python:
	PYTHON=$(PYTHON) PYTHON_PROFILE=$(PYTHON_PROFILE) WHEELS=$(WHEELS) QUICK=$(QUICK) \
		$(if $(FUKUMEN),FUKUMEN=$$(realpath $(FUKUMEN))) python/test.sh

# What the package promises, measured on its last wheel; FUKUMEN is the program to compare with.
python-figures:
	rm -rf target/python-figures && $(PYTHON) -m venv target/python-figures
	target/python-figures/bin/pip install --quiet --no-index $(WHEELS)/fukumen-*.whl
	target/python-figures/bin/python python/tests/figures.py $(WHEELS)
