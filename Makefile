# `make` runs what CI runs, in its order. Longer work has targets of its own.

.PHONY: all format lint docs features test check-python corpus agreement explanations bench bench-table bench-instructions bench-peers fuzz mutants random

all: format lint docs features test

format:
	cargo fmt --check

lint:
	cargo clippy --all-targets --all-features -- -D warnings

docs:
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --all-features

# Each feature alone; default is the command line.
features:
	cargo check --no-default-features
	cargo check --no-default-features --features report
	cargo check --no-default-features --features threads
	cargo check --no-default-features --features cli

# Unit tests, documentation examples, the corpus in the fitting engines, laws, the command line; the checker of certificates.
test:
	cargo test

# The checker in Python against brute force and against the checker in Rust, with CASES random statements.
check-python: CASES = 400
check-python:
	cargo build --release -p fukumen-check
	FUKUMEN_CHECK=$${CARGO_TARGET_DIR:-target}/release/fukumen-check CASES=$(CASES) python3 -m unittest discover check/python

# Every engine and evaluator over the whole corpus, also where that takes minutes.
corpus:
	cargo test --release --test corpus -- --include-ignored

# Every engine on random puzzles of every kind, against the judge and against depth-first: minutes to an hour.
CASES ?= 100000
agreement:
	PROPTEST_CASES=$(CASES) cargo test --release --test laws --test engines

# Explanations of 10,000 random puzzles, 10,000 changes of their steps, and the laws that hold for all: minutes.
explanations:
	cargo test --release --test explanation_laws --test replays -- --include-ignored
	cargo test --release --lib explain:: -- --include-ignored

bench:
	cargo bench

# The random tests of readers and drawings with cases that nobody has drawn yet, TIMES times: minutes.
TIMES ?= 10
random:
	cargo test --release --no-run --test layouts --test typed --test reading --test zero_lines
	for time in $$(seq $(TIMES)); do \
		PROPTEST_RNG_SEED=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ') cargo test --release --quiet \
			--test layouts --test typed --test reading --test zero_lines || exit 1; \
	done

# The puzzles that speed is measured by, as in the first table of docs/guide/speed.md.
bench-table:
	cargo build --release
	python3 -m benches.table

# Instructions instead of times, which other work on the machine does not change; needs valgrind.
bench-instructions:
	cargo bench --bench instructions

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
	cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run typed --sanitizer none -- -max_total_time=$(SECONDS)

# Changes the code in small ways, one at a time, and runs a fast set of tests (.cargo/mutants.toml): a mutant that no test
# notices shows what is not tested. All of them take days; SHARD picks a part, such as 7/400 (the first is 0/400).
SHARD ?= 0/400
mutants:
	command -v cargo-mutants >/dev/null || cargo install cargo-mutants --locked
	PROPTEST_CASES=100 cargo mutants --shard $(SHARD)
