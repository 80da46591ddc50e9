//! Engines: complete searches for the digits of a problem.
//!
//! An engine sees numbered cells and conditions, and hands out digits. Each says whether it fits a
//! problem and what it expects to do; [`choose`] reads the table from the top. The enumerators here share
//! `split`, which divides their ranks among threads and puts the findings back into one order.

mod depth_first;
mod lexicographic;
mod order;
mod permutations;
mod plain_changes;
mod split;

use std::ops::ControlFlow;

use crate::compile::Problem;
use crate::digits::Digit;
use crate::eval::Prepared;
use crate::expr::Cell;
use crate::judge::Truth;

/// Asked now and then whether to stop.
pub trait Interrupt: Sync {
    /// Whether the search should stop.
    fn is_raised(&self) -> bool;
}

/// Told how far a search has come.
pub trait Observer: Sync {
    /// So much of so much is done.
    fn advanced(&self, _done: u64, _total: u64) {}
}

impl Observer for () {}

/// What a search works on and with.
pub struct Search<'a> {
    /// What is sought.
    pub problem: &'a Problem,
    /// Who says whether conditions hold.
    pub evaluator: &'a dyn Prepared,
    /// The exact judge of complete assignments. It may be called on any thread.
    pub confirm: &'a (dyn Fn(&[Digit]) -> Truth + Sync),
    /// Threads to use at most; 0 is one for each processor.
    pub threads: usize,
    /// So many solutions are enough: a part of the search that has found them may stop.
    pub enough: Option<u64>,
    /// Asked now and then.
    pub interrupt: &'a dyn Interrupt,
    /// Told now and then.
    pub observer: &'a dyn Observer,
}

/// Called with each confirmed solution, and with each assignment that could not be decided, on the
/// caller's thread and in an order that does not depend on the number of threads. `Truth::No` says that
/// evaluator and judge disagree, which is a bug.
pub type Found<'a> = dyn FnMut(&[Digit], Truth) -> ControlFlow<()> + 'a;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It has seen everything.
    Exhausted,
    /// The caller has seen enough.
    Enough,
    /// It was told to.
    Interrupted,
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Digits tried, or assignments made.
    pub nodes: u64,
    /// Conditions evaluated.
    pub evaluations: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Why.
    pub stop: Stop,
    /// After how much work.
    pub tally: Tally,
    /// On how many threads.
    pub threads: usize,
}

/// Whether an engine can solve a problem, and how it would.
#[derive(Clone, Debug, PartialEq)]
pub enum Fit {
    /// It cannot, for this reason.
    No(String),
    /// It can.
    Yes(Plan),
}

/// What an engine means to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Assignments, or nodes, it expects to look at.
    pub estimate: f64,
    /// Why it suits the problem.
    pub reason: String,
    /// The order in which it takes the cells.
    pub order: Vec<Cell>,
}

/// A complete search: it reports every solution exactly once.
pub trait Engine: Sync {
    /// As written after `--engine`.
    fn name(&self) -> &'static str;

    /// One line for the list of engines.
    fn summary(&self) -> &'static str;

    /// Whether this engine can solve `problem`, and how.
    fn fit(&self, problem: &Problem) -> Fit;

    /// Searches until it has seen everything, the caller has seen enough, or it is interrupted.
    /// Only for problems that it fits.
    fn search(&self, search: &Search, found: &mut Found) -> Ended;
}

/// Every engine, the one to be taken first on top.
pub static ENGINES: &[&dyn Engine] =
    &[&depth_first::DepthFirst, &lexicographic::Lexicographic, &plain_changes::PlainChanges];

/// The engine of this name.
#[must_use]
pub fn engine(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// The first engine of the table that fits, with its plan.
#[must_use]
pub fn choose(problem: &Problem) -> (&'static dyn Engine, Plan) {
    ENGINES
        .iter()
        .find_map(|engine| match engine.fit(problem) {
            Fit::Yes(plan) => Some((*engine, plan)),
            Fit::No(_) => None,
        })
        .expect("depth-first fits every problem")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EVALUATORS;
    use crate::expr::Expr;
    use crate::expr::Numeral;
    use crate::judge;
    use crate::puzzle::Builder;
    use crate::puzzle::Puzzle;
    use crate::puzzle::Rules;
    use crate::vocabulary::Tier;
    use crate::vocabulary::operator;

    struct Never;

    impl Interrupt for Never {
        fn is_raised(&self) -> bool {
            false
        }
    }

    /// `words[0] + words[1] + … = total`, a blank for each `?`.
    fn sum(words: &[&str], total: &str, settings: &[(&str, &str)]) -> Puzzle {
        let mut rules = Rules::default();
        for (name, value) in settings {
            rules.set(name, Some(value)).expect("the settings are right");
        }
        let mut builder = Builder::new(rules);
        let mut word = |text: &str| {
            let element =
                |c: char| if c == '?' { builder.blank("?") } else { builder.symbol(&c.to_string()) };
            Expr::Numeral(Numeral::whole(text.chars().map(element).collect()))
        };
        let plus = operator(Tier::Sum, "+").expect("it is a row");
        let equal = operator(Tier::Relation, "=").expect("it is a row");
        let first = word(words[0]);
        let left = Expr::chain(first, words[1..].iter().map(|text| (plus, word(text))).collect());
        let total = word(total);
        builder.condition(Expr::chain(left, vec![(equal, total)]));
        builder.build().expect("it is a puzzle")
    }

    /// The solutions in the engine's order.
    fn solutions(puzzle: &Puzzle, engine: &dyn Engine, evaluator: usize, threads: usize) -> Vec<Vec<Digit>> {
        let problem = Problem::of(puzzle);
        let prepared = EVALUATORS[evaluator].prepare(&problem);
        let context = puzzle.context();
        let confirm = |digits: &[Digit]| judge::truth(&puzzle.conditions()[0], digits, &context);
        let search = Search {
            problem: &problem,
            evaluator: &*prepared,
            confirm: &confirm,
            threads,
            enough: None,
            interrupt: &Never,
            observer: &(),
        };
        let mut all = Vec::new();
        let ended = engine.search(&search, &mut |digits, truth| {
            assert_eq!(truth, Truth::Yes);
            all.push(digits.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(ended.stop, Stop::Exhausted);
        all
    }

    #[test]
    fn every_engine_and_evaluator_finds_the_same() {
        let puzzles = [
            (sum(&["SEND", "MORE"], "MONEY", &[]), 1),
            (sum(&["AB", "CD"], "EF", &[]), 476),
            (sum(&["AB", "CD"], "EF", &[("base", "8"), ("leading-zeros", "allowed")]), 148),
            (sum(&["A?", "?B"], "C??", &[]), 3793),
            (sum(&["AB", "CD"], "EF", &[("distinct", "AB,CD")]), 2628),
            (sum(&["AB", "CD"], "EFG", &[("base", "3"), ("distinct", "balanced")]), 5),
        ];
        for (puzzle, count) in &puzzles {
            for engine in
                ENGINES.iter().filter(|engine| matches!(engine.fit(&Problem::of(puzzle)), Fit::Yes(_)))
            {
                for evaluator in 0..EVALUATORS.len() {
                    let found = solutions(puzzle, *engine, evaluator, 1);
                    assert_eq!(found.len(), *count, "{puzzle} by {}", engine.name());
                    assert_eq!(
                        found,
                        solutions(puzzle, *engine, evaluator, 3),
                        "{puzzle} by {}",
                        engine.name()
                    );
                }
            }
        }
    }

    #[test]
    fn a_panic_of_the_caller_ends_the_search() {
        // Some 10^8 assignments without a condition that says no: many chunks are under way.
        let puzzle = sum(&["????", "????"], "????", &[]);
        let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let problem = Problem::of(&puzzle);
            let prepared = EVALUATORS[0].prepare(&problem);
            let confirm = |_: &[Digit]| Truth::Yes;
            let search = Search {
                problem: &problem,
                evaluator: &*prepared,
                confirm: &confirm,
                threads: 2,
                enough: None,
                interrupt: &Never,
                observer: &(),
            };
            let mut count = 0;
            ENGINES[0].search(&search, &mut |_, _| {
                count += 1;
                assert!(count < 1_000_000, "the caller has had enough");
                ControlFlow::Continue(())
            })
        }));
        assert!(panics.is_err());
    }
}
