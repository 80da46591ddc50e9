//! Published puzzles with known counts, over every engine and evaluator that fits.
//!
//! The data is in `tests/puzzles/`, one entry a puzzle; a puzzle that must work is an entry there.

use fukumen::compile::Problem;
use fukumen::engine::{ENGINES, Engine, Fit, Request, Wanted};
use fukumen::eval::EVALUATORS;
use fukumen::puzzle::Puzzle;
use fukumen::solve::{Ask, Solver};
use fukumen::text::Reader;

use crate::common::corpus;

/// The count by one engine and one evaluator, with every solution confirmed.
fn count(puzzle: &Puzzle, engine: &str, evaluator: &str) -> u128 {
    let solver = Solver::new(puzzle).engine(engine).evaluator(evaluator);
    let (answer, solutions) = solver.run().expect("the engine fits");
    assert!(answer.outcome.exhausted && solutions.len() as u128 == answer.outcome.count);
    answer.outcome.count
}

/// How many assignments an engine would try; `None` where it does not fit.
fn size(engine: &dyn Engine, puzzle: &Puzzle) -> Option<f64> {
    match engine.fit(&Problem::of(puzzle), &Request::new(Wanted::Solutions)).expect("nothing interrupts it") {
        Fit::Yes(plan) => Some(plan.nodes),
        Fit::No(_) => None,
    }
}

/// Every engine that fits and would try at least `least` assignments and fewer than `most`, with an evaluator.
fn agree(evaluator: &str, least: f64, most: f64) {
    for entry in corpus::texts() {
        let puzzle = entry.puzzle();
        for engine in ENGINES {
            if size(*engine, &puzzle).is_none_or(|size| size < least || size >= most) {
                continue;
            }
            let found = count(&puzzle, engine.name(), evaluator);
            assert_eq!(found, entry.count, "{} by {} and {evaluator}", entry.name, engine.name());
        }
    }
}

/// Assignments that every evaluator gets through in a second or so.
const SOON: f64 = 3e5;
/// Past this, a plain enumerator would take hours: those puzzles wait for better engines.
const NEVER: f64 = 2e9;

#[test]
fn every_published_count_is_reproduced() {
    for entry in corpus::texts() {
        let puzzle = entry.puzzle();
        let (answer, solutions) = Solver::new(&puzzle).run().expect("the default engine fits");
        assert_eq!(answer.outcome.count, entry.count, "{}: {}", entry.name, entry.text);
        assert!(answer.outcome.exhausted && answer.outcome.undecided == 0, "{}", entry.name);
        let texts: Vec<String> = solutions.iter().map(ToString::to_string).collect();
        for expected in &entry.answers {
            assert!(texts.contains(expected), "{}: {expected} is not among {texts:?}", entry.name);
        }
    }
}

/// On one thread: parts of a search that were done in vain are no part of the estimate.
#[test]
fn nine_of_ten_estimates_are_within_tenfold() {
    let mut ratios: Vec<(f64, String)> = Vec::new();
    for entry in corpus::texts() {
        let puzzle = entry.puzzle();
        let (answer, _) = Solver::new(&puzzle).threads(1).run().expect("the default engine fits");
        let plan = answer.plan.expect("nothing stops the planning");
        let ratio = plan.nodes.max(1.0) / answer.work.nodes.max(1) as f64;
        ratios.push((ratio, format!("{} by {}", entry.name, plan.engine)));
    }
    let (near, far): (Vec<_>, Vec<_>) = ratios.iter().partition(|(ratio, _)| (0.1..=10.0).contains(ratio));
    assert!(near.len() >= 9 * far.len(), "{} of {} are near, not {far:#?}", near.len(), ratios.len());
}

/// Engines that count without listing, where they expect to be done in a second.
#[test]
fn every_published_count_is_counted() {
    for entry in corpus::texts() {
        let puzzle = entry.puzzle();
        let problem = Problem::of(&puzzle);
        for engine in ENGINES.iter().filter(|engine| size(**engine, &puzzle).is_none()) {
            let Ok(Fit::Yes(plan)) = engine.fit(&problem, &Request::new(Wanted::Count)) else { continue };
            if plan.cost < 1e9 {
                let solver = Solver::new(&puzzle).engine(engine.name()).ask(Ask::Count);
                let (answer, _) = solver.run().expect("the engine fits");
                assert_eq!(answer.outcome.count, entry.count, "{} by {}", entry.name, engine.name());
                assert!(answer.outcome.exhausted, "{}", entry.name);
            }
        }
    }
}

#[test]
fn a_lone_letter_may_be_forbidden_to_be_zero() {
    for entry in corpus::texts() {
        let Some(expected) = entry.count_without_lone_zero else { continue };
        let puzzle = entry.puzzle_with(&[("lone-zero", "forbidden")]);
        let (answer, _) = Solver::new(&puzzle).run().expect("the default engine fits");
        assert_eq!(answer.outcome.count, expected, "{}", entry.name);
    }
}

// One test for each evaluator, which run side by side.

#[test]
fn every_engine_agrees_on_small_spaces_by_machine_numbers() {
    agree("machine", 0.0, SOON);
}

#[test]
fn every_engine_agrees_on_small_spaces_by_exact_numbers() {
    agree("exact", 0.0, SOON);
}

#[test]
fn every_evaluator_is_tested() {
    let names: Vec<&str> = EVALUATORS.iter().map(|evaluator| evaluator.name()).collect();
    assert_eq!(names, ["machine", "exact"]);
}

/// `make corpus` runs it: the plain enumerators take minutes.
#[test]
#[ignore = "takes an hour; make corpus runs it"]
fn every_engine_and_evaluator_agrees_on_large_spaces() {
    EVALUATORS.iter().for_each(|evaluator| agree(evaluator.name(), SOON, NEVER));
}

/// Counts that no search could go through one by one.
#[test]
fn very_many_solutions_are_counted() {
    for (base, count) in [("18", 64_187_904), ("20", 6_932_952_320)] {
        let rules = corpus::rules([("base", base)]);
        let puzzle = Reader::new().rules(&rules).read("ABCDEF + GHIJKL = MNOPQR").expect("it is a puzzle");
        let (answer, _) = Solver::new(&puzzle).ask(Ask::Count).run().expect("the engine fits");
        let engine = answer.plan.map(|plan| plan.engine);
        assert_eq!((answer.outcome.count, engine), (count, Some("count")));
    }
}

/// The bulk file, whose puzzles were published as having one solution each.
#[test]
fn every_puzzle_of_the_bulk_file_has_one_solution() {
    let rules = corpus::rules([("lone-zero", "forbidden"), ("graphemes", "off")]);
    for line in corpus::bulk() {
        let puzzle = Reader::new().rules(&rules).read(line).expect("its texts are right");
        let (answer, _) = Solver::new(&puzzle).run().expect("the default engine fits");
        let expected = if SEVERAL.contains(&line) { 2 } else { 1 };
        assert_eq!(answer.outcome.count, expected, "{line}");
    }
}

/// Lines of the bulk file that have two solutions, published as having one. A program of a dozen
/// lines that tries all permutations finds both as well.
const SEVERAL: &[&str] =
    &["eta * tau * phi = zeta * nu * chi", "horn * drum = harp * dora", "kappa * nu * pi = eta * tau * phi"];
