//! Shards of a search: together they find what the whole finds, in its order, and each solution once.

use std::time::Duration;

use fukumen::compile::Problem;
use fukumen::digits::Digit;
use fukumen::engine::{ENGINES, Fit, Request, Wanted};
use fukumen::prelude::Solve;
use fukumen::solve::{Limits, Reading, Shard, SolveError, Status};
use fukumen::{Ask, Puzzle, Solver};

use crate::common::corpus;

/// Numbers of shards; the last is more than most searches have ranks.
const COUNTS: [u64; 6] = [1, 2, 3, 7, 64, 1000];

fn shards(count: u64) -> impl Iterator<Item = Shard> {
    (1..=count).filter_map(move |number| Shard::new(number, count))
}

/// The digits of the solutions in their order.
fn found(solver: &Solver) -> Vec<Vec<Digit>> {
    let (answer, solutions) = solver.run().expect("the engine fits");
    assert!(answer.outcome.exhausted);
    assert_eq!(answer.outcome.count, solutions.len() as u128);
    solutions.iter().map(|solution| solution.digits().to_vec()).collect()
}

/// Compares this number of shards with the whole, in the engine's order.
fn compare(solver: &Solver, count: u64, name: &str) {
    let whole = found(&solver.clone().stream(true));
    let mut merged = Vec::new();
    let mut prints = Vec::new();
    for shard in shards(count) {
        let (answer, solutions) = solver.clone().shard(Some(shard)).run().expect("the engine fits");
        assert!(answer.outcome.exhausted, "{name}: {shard}");
        assert_eq!(answer.outcome.unique, None);
        assert_eq!(answer.outcome.count, solutions.len() as u128);
        let is_none = answer.outcome.status == Status::None;
        assert_eq!(is_none, solutions.is_empty(), "an empty shard is an answer: {name}: {shard}");
        let piece = answer.shard.expect("it is a shard");
        assert_eq!(piece.shard, shard);
        prints.push(piece.fingerprint.expect("it was planned"));
        merged.extend(solutions.iter().map(|solution| solution.digits().to_vec()));
    }
    prints.dedup();
    assert_eq!(prints.len(), 1, "{name}: all shards belong together");
    assert_eq!(merged, whole, "{name} in {count} shards");
}

/// Engines that would try at most this number of digits, but for those that only count.
fn engines(puzzle: &Puzzle, most: f64) -> impl Iterator<Item = &'static str> {
    let problem = Problem::of(puzzle);
    ENGINES.iter().filter_map(move |engine| {
        let fit = engine.fit(&problem, &Request::new(Wanted::Solutions)).expect("nothing interrupts it");
        matches!(fit, Fit::Yes(plan) if plan.nodes < most).then_some(engine.name())
    })
}

fn compare_all(counts: &[u64], most: f64, every: usize) {
    let mut compared = 0;
    for entry in corpus::texts().into_iter().step_by(every) {
        let puzzle = entry.puzzle();
        for engine in engines(&puzzle, most) {
            let solver = Solver::new(&puzzle).engine(engine);
            for count in counts {
                compare(&solver, *count, &format!("{} by {engine}", entry.name));
                compared += 1;
            }
        }
    }
    assert!(compared > 10, "only {compared} searches were compared");
}

#[test]
fn a_few_shards_find_what_the_whole_finds() {
    compare_all(&COUNTS[..4], 3000.0, 2);
}

#[test]
fn many_shards_find_what_the_whole_finds() {
    compare_all(&COUNTS[4..], 3000.0, 80);
}

#[test]
#[ignore = "an hour; make cluster runs it"]
fn shards_of_the_whole_corpus() {
    compare_all(&COUNTS, 2e5, 1);
}

/// Counts of one puzzle in shards, with the engine that counts.
fn counted(puzzle: &Puzzle, engine: Option<&str>, count: u64) -> u128 {
    let solver = Solver::new(puzzle).ask(Ask::Count);
    let solver = engine.iter().fold(solver, |solver, engine| solver.engine(*engine));
    let count_of = |shard: Shard| {
        let (answer, _) = solver.clone().shard(Some(shard)).run().expect("the engine fits");
        assert!(answer.outcome.exhausted);
        answer.outcome.count
    };
    shards(count).map(count_of).sum()
}

#[test]
fn counts_of_shards_add_up() {
    let mut compared = 0;
    for entry in corpus::texts().into_iter().step_by(5) {
        let puzzle = entry.puzzle();
        let problem = Problem::of(&puzzle);
        let count = ENGINES.iter().find(|engine| engine.name() == "count").expect("it is there");
        let Ok(Fit::Yes(plan)) = count.fit(&problem, &Request::new(Wanted::Count)) else { continue };
        if plan.cost < 2e6 {
            for shards in &COUNTS[..5] {
                assert_eq!(counted(&puzzle, Some("count"), *shards), entry.count, "{}", entry.name);
            }
            compared += 1;
        }
    }
    assert!(compared > 10, "only {compared} counts were compared");
}

/// Interchangeable letters, inequalities, several sums, blanks, more shards than assignments.
#[test]
fn counts_of_sums_of_all_kinds_add_up() {
    for text in [
        "AB+CD=EF",
        "@base 12\nABC+DEF=GHI",
        "A+B+C=D+E+F, A<D",
        "AB+CD<EFG, A+C=E+F",
        "@distinct none\nAB+CD=EF",
        "??+??=???",
        "A+B=C, D+E=F, A<>D",
        "A=5",
        "SEND+MORE=MONEY",
    ] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let whole = puzzle.count().expect("it can be counted");
        for shards in COUNTS {
            assert_eq!(counted(&puzzle, Some("count"), shards), whole, "{text} in {shards} shards");
        }
        assert_eq!(counted(&puzzle, None, 7), whole, "{text}");
    }
}

/// All shards have the engine that ends the whole search, even if it is not the one that was chosen, and the solutions that it finds.
#[test]
fn shards_are_taken_over_as_the_whole_is() {
    let division = include_str!("puzzles/underrated.txt");
    let puzzle: Puzzle = division.parse().expect("it is a puzzle");
    let solver = Solver::new(&puzzle).stream(true);
    let engine = |solver: &Solver| {
        let (answer, solutions) = solver.run().expect("an engine fits");
        assert!(answer.outcome.exhausted, "{answer:?}");
        let digits: Vec<Vec<Digit>> = solutions.iter().map(|one| one.digits().to_vec()).collect();
        let plan = answer.plan.expect("it was planned");
        (plan.engine, plan.reason.key(), answer.shard.map(|piece| piece.fingerprint), digits)
    };
    let (name, reason, _, whole) = engine(&solver);
    assert_eq!(reason, "why-took-over", "{name}");
    let (mut merged, mut prints) = (Vec::new(), Vec::new());
    for shard in shards(2) {
        let (own, reason, print, digits) = engine(&solver.clone().shard(Some(shard)));
        assert_eq!((own, reason), (name, "why-took-over"), "{shard}");
        merged.extend(digits);
        prints.push(print);
    }
    // A shard that is stopped early belongs to the others all the same.
    let limits = Limits::default().timeout(Duration::from_millis(50));
    let late = solver.limits(limits).shard(Shard::new(1, 2)).run();
    let (late, none) = late.expect("an engine fits");
    assert!(late.outcome.exhausted || none.is_empty(), "{late:?}");
    let print = late.shard.map(|piece| piece.fingerprint);
    assert!(print == Some(None) || print == prints[0], "it is not planned, or belongs to them");
    assert_eq!((merged, &prints[0]), (whole, &prints[1]));
}

#[test]
fn figures_and_misprints_come_in_the_order_of_the_whole() {
    let texts =
        ["123 × 4□5; 61□; □□□; 4□□; 49815", "@misprint 1\nSEND+MORE=MONEX", "@misprint 1\nAB+C=DE, A=B+2"];
    for text in texts {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let solver = Solver::new(&puzzle);
        let key = |solver: &Solver| -> Vec<String> {
            let (_, solutions) = solver.run().expect("it can be solved");
            solutions.iter().map(|one| format!("{one} {:?}", one.puzzle().misprints())).collect()
        };
        // Replacements are solved one after the other, each sorted, in shards as well.
        let is_misprinted = puzzle.rules().misprint.is_some();
        let whole = key(&solver.clone().stream(!is_misprinted));
        for count in COUNTS {
            let merged: Vec<String> =
                shards(count).flat_map(|shard| key(&solver.clone().shard(Some(shard)))).collect();
            assert_eq!(merged, whole, "{text} in {count} shards");
        }
    }
}

#[test]
fn a_shard_without_solutions_tries_lines_that_may_be_zero() {
    let puzzle: Puzzle = "123 × 4□5; 615; □; 492; 49815".parse().expect("it is a puzzle");
    let mut read = Vec::new();
    for shard in shards(3) {
        let (answer, _) = Solver::new(&puzzle).shard(Some(shard)).run().expect("it can be solved");
        read.push((answer.outcome.count, answer.outcome.reading));
    }
    let solved: Vec<_> = read.iter().filter(|(count, _)| *count > 0).collect();
    assert_eq!(solved, [&(1, Reading::ZeroLines)]);
}

#[test]
fn threads_make_no_difference_to_a_shard() {
    let puzzle: Puzzle = "ABCD+EFGH=IJAB".parse().expect("it is a puzzle");
    for shard in shards(3) {
        let solver = |threads| Solver::new(&puzzle).shard(Some(shard)).threads(threads);
        let print = |threads| {
            let (answer, _) = solver(threads).run().expect("it can be solved");
            answer.shard
        };
        assert_eq!(print(1), print(4));
        assert_eq!(found(&solver(1)), found(&solver(4)));
    }
}

#[test]
fn shards_of_different_searches_have_different_fingerprints() {
    let print = |text: &str, set: &dyn Fn(Solver) -> Solver| {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let solver = set(Solver::new(&puzzle).shard(Shard::new(1, 2)));
        let (answer, _) = solver.run().expect("it can be solved");
        answer.shard.and_then(|piece| piece.fingerprint)
    };
    let prints = [
        print("SEND+MORE=MONEY", &|solver| solver),
        print("SEND+MORE=MONEX", &|solver| solver),
        print("@base 12\nSEND+MORE=MONEY", &|solver| solver),
        print("@leading-zeros allowed\nSEND+MORE=MONEY", &|solver| solver),
        print("SEND+MORE=MONEY", &|solver| solver.ask(Ask::Count)),
        print("SEND+MORE=MONEY", &|solver| solver.ask(Ask::Unique)),
        print("SEND+MORE=MONEY", &|solver| solver.engine("columns")),
    ];
    for (i, one) in prints.iter().enumerate() {
        assert!(one.is_some() && !prints[..i].contains(one), "{i}");
    }
}

#[test]
fn a_shard_cannot_tell_what_needs_all_solutions() {
    let puzzle: Puzzle = "SEND+MORE=MONEY".parse().expect("it is a puzzle");
    let solver = Solver::new(&puzzle).shard(Shard::new(1, 2));
    let error = solver.clone().ask(Ask::First(1)).run().expect_err("it is not possible");
    assert_eq!(error, SolveError::NotInShards { question: "first" });
    let error = solver.essentially(Some(fukumen::solve::Essentially::Terms)).plan().expect_err("nor this");
    assert!(error.to_string().contains("essentially"), "{error}");
}

#[test]
fn what_is_no_solution_is_not_merged() {
    let puzzle: Puzzle = "AB=B^2".parse().expect("it is a puzzle");
    let solver = Solver::new(&puzzle);
    let (answer, solutions) = solver.run_known([vec![3, 6], vec![2, 5]]).expect("they are solutions");
    assert_eq!((answer.outcome.count, solutions[0].to_string()), (2, "25=5^2".into()));
    assert!(matches!(solver.run_known([vec![2, 6]]), Err(SolveError::Disagreement { .. })));
    assert!(matches!(solver.run_known([vec![2]]), Err(SolveError::Disagreement { .. })));
}
