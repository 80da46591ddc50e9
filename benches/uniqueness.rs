//! Uniqueness tests a second: random sums of two words of three to seven letters, compiled, planned and searched until the
//! second solution, on one thread. And candidates a second of the generator `words`, which cuts most of them down before, beside
//! plain generate-and-test.

use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fukumen::generate;
use fukumen::generate::{Generator, Order};
use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solve::{Ask, Solver};
use fukumen::text::Reader;

/// Many different puzzles: a processor learns the branches of a single one.
const PUZZLES: usize = 2_000;

/// Pseudo-random numbers: xorshift, from a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn word(&mut self, length: usize) -> String {
        (0..length).map(|_| char::from(b'A' + self.below(10) as u8)).collect()
    }

    /// A sum as long as it can be: no longer than its longer word, or one letter more.
    fn sum(&mut self) -> String {
        let [a, b] = [0, 1].map(|_| 3 + self.below(5));
        let total = a.max(b) + self.below(2);
        format!("{}+{}={}", self.word(a), self.word(b), self.word(total))
    }
}

fn uniqueness(criterion: &mut Criterion) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let rules = Rules::default();
    let mut puzzle = || Reader::new().rules(&rules).read(&random.sum()).expect("it is a sum of words");
    let puzzles: Vec<Puzzle> = (0..PUZZLES).map(|_| puzzle()).collect();
    let is_unique = |puzzle: &&Puzzle| {
        let solver = Solver::new(puzzle).threads(1).ask(Ask::Unique);
        solver.run().expect("some engine fits").0.outcome.unique == Some(true)
    };
    let mut group = criterion.benchmark_group("uniqueness");
    group.throughput(Throughput::Elements(PUZZLES as u64));
    group.bench_function("random sums", |bencher| {
        bencher.iter(|| puzzles.iter().filter(is_unique).count());
    });
    group.finish();
}

/// All sums of two words of a list: candidates a second, those included that are cut.
fn generation(criterion: &mut Criterion) {
    let list = include_str!("../tests/puzzles/colours.txt");
    let order = Order::from(Order::words(list));
    let kind = generate::kind("words").expect("it is in the table");
    let space = kind.space(&order).expect("the order is right");
    let mut group = criterion.benchmark_group("generation");
    group.throughput(Throughput::Elements(space.candidates().expect("it is known")));
    group.bench_function("sums of colours", |bencher| {
        bencher.iter(|| {
            let mut found = 0;
            Generator::new(&*space).threads(1).run(&mut |part| {
                found += part.finds.len();
                ControlFlow::Continue(())
            });
            found
        });
    });
    let words: Vec<&str> = list.lines().collect();
    let plain: Vec<String> = (0..PUZZLES).map(|i| one_sum(&words, i)).collect();
    group.throughput(Throughput::Elements(PUZZLES as u64));
    group.bench_function("sums of colours, each made and solved", |bencher| {
        bencher.iter(|| plain.iter().filter(|text| has_one_solution(text)).count());
    });
    group.finish();
}

/// One of all sums, far from the one before.
fn one_sum(words: &[&str], number: usize) -> String {
    let word = |factor: usize| words[(number * factor + factor) % words.len()];
    format!("{}+{}={}", word(31), word(57), word(101))
}

/// The question that plain generate-and-test asks about each candidate.
fn has_one_solution(text: &str) -> bool {
    let puzzle = Reader::new().rules(&Rules::default()).read(text).expect("it is a sum of words");
    let solver = Solver::new(&puzzle).threads(1).ask(Ask::Unique);
    solver.run().expect("some engine fits").0.outcome.unique == Some(true)
}

criterion_group!(benches, uniqueness, generation);
criterion_main!(benches);
