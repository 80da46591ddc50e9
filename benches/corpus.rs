//! The time to solve a puzzle, part by part: the entries of `tests/puzzles/corpus.toml` that have
//! the tag `bench`, under the planner's own choice of engine, on one thread.

#[path = "../tests/common/corpus.rs"]
mod corpus;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{Bencher, Criterion, criterion_group, criterion_main};
use fukumen::compile::Problem;
use fukumen::engine;
use fukumen::engine::{Request, Wanted};
use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solve::Solver;
use fukumen::text::Reader;

use corpus::Entry;

fn entries() -> Vec<Entry> {
    corpus::texts().into_iter().filter(|entry| entry.tags.iter().any(|tag| tag == "bench")).collect()
}

fn puzzle(entry: &Entry, rules: &Rules) -> Puzzle {
    Reader::new().rules(rules).read(&entry.text).expect("the corpus is right: tests/corpus.rs")
}

fn answers(criterion: &mut Criterion) {
    for entry in entries() {
        let mut group = criterion.benchmark_group(format!("{} {}", entry.tags[0], entry.name));
        let rules = entry.rules();
        let read = puzzle(&entry, &rules);
        group.bench_function("parse", |bencher| bencher.iter(|| puzzle(&entry, &rules)));
        group.bench_function("plan", |bencher| bencher.iter(|| plan(&read)));
        group.bench_function("search", |bencher| search(bencher, &read));
        group.bench_function("whole answer", |bencher| {
            bencher.iter(|| assert_eq!(count(&puzzle(&entry, &rules)), entry.count));
        });
        group.finish();
    }
}

fn plan(puzzle: &Puzzle) {
    let problem = Problem::of(puzzle);
    let _ = black_box(engine::choose(&problem, &Request::new(Wanted::Solutions)));
}

/// The search alone, as the solver measures it.
fn search(bencher: &mut Bencher, puzzle: &Puzzle) {
    let plan = Solver::new(puzzle).threads(1).plan().expect("the planner's choice fits");
    let once = || plan.run_with(&mut |_| ControlFlow::Continue(())).expect("it fits").work.times.search;
    bencher.iter_custom(|runs| (0..runs).map(|_| once()).sum());
}

fn count(puzzle: &Puzzle) -> u128 {
    Solver::new(puzzle).threads(1).run().expect("the planner's choice fits").0.outcome.count
}

/// Fifty benchmarks at criterion's own eight seconds each would take too long to be run often.
fn brief() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
}

criterion_group!(name = benches; config = brief(); targets = answers);
criterion_main!(benches);
