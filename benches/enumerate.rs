//! Assignments a second: each evaluator under the plain enumerators, on one thread and on two, and
//! the whole answer for a tiny puzzle.
//!
//! Throughput is in assignments, so that figures of different puzzles can be compared.

#[path = "../tests/common/settings.rs"]
mod settings;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fukumen::puzzle::Puzzle;
use fukumen::solve::Solver;
use fukumen::text::Reader;

/// Name, text, digits: a sum, a fraction puzzle, a product.
const PUZZLES: &[(&str, &str, &str)] = &[
    ("donald", "DONALD+GERALD=ROBERT", "0-9"),
    ("fractions", "A/BC+D/EF+G/HI=1", "1-9"),
    ("product", "ABC*DE=FGHIJ", "0-9"),
];

fn puzzle(text: &str, settings: &[(&str, &str)]) -> Puzzle {
    Reader::new().rules(&settings::rules(settings.iter().copied())).read(text).expect("the texts are right")
}

/// Every evaluator under an enumerator that tests each permutation whole.
fn evaluators(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluators");
    for (name, text, digits) in PUZZLES {
        let puzzle = puzzle(text, &[("digits", digits)]);
        for evaluator in ["exact", "machine"] {
            let solver = Solver::new(&puzzle).engine("lexicographic").evaluator(evaluator).threads(1);
            let nodes = solver.run().expect("it fits").0.work.nodes;
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(BenchmarkId::new(evaluator, name), |bencher| bencher.iter(|| solver.run()));
        }
    }
    group.finish();
}

/// The enumerators with the machine evaluator.
fn engines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("engines");
    for (name, text, digits) in PUZZLES {
        let puzzle = puzzle(text, &[("digits", digits)]);
        for engine in ["depth-first", "lexicographic", "plain-changes"] {
            let solver = Solver::new(&puzzle).engine(engine).threads(1);
            let nodes = solver.run().expect("it fits").0.work.nodes;
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(BenchmarkId::new(engine, name), |bencher| bencher.iter(|| solver.run()));
        }
    }
    group.finish();
}

/// A run of a second or more, on one thread and on two: 11! permutations in base 11.
fn threads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("threads");
    group.sample_size(10);
    let puzzle = puzzle("ABCDEF*GH=IJKABC", &[("base", "11")]);
    for engine in ["depth-first", "lexicographic", "plain-changes"] {
        for threads in [1, 2] {
            let solver = Solver::new(&puzzle).engine(engine).threads(threads);
            group.bench_function(BenchmarkId::new(engine, threads), |bencher| bencher.iter(|| solver.run()));
        }
    }
    group.finish();
}

/// The cost of everything around the search.
fn tiny(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tiny");
    group.bench_function("parse", |bencher| bencher.iter(|| puzzle("SEND+MORE=MONEY", &[])));
    for (name, text) in [("one-symbol", "A+A=A*A"), ("send", "SEND+MORE=MONEY")] {
        let puzzle = puzzle(text, &[]);
        group.bench_function(name, |bencher| bencher.iter(|| Solver::new(&puzzle).run()));
    }
    group.finish();
}

criterion_group!(benches, evaluators, engines, threads, tiny);
criterion_main!(benches);
