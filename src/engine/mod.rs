//! Engines: complete searches for the digits of a problem.
//!
//! An engine sees numbered cells and conditions, and hands out digits. It knows no text, no names and no
//! output. Each engine is one file or folder here, and one line in the table.
//!
//! # Choosing an engine
//!
//! The planner asks each engine for a plan (`fit`). A plan says whether the engine can solve the problem, and
//! if not, why not; how many nodes and nanoseconds it expects; and in what order it would take the symbols.
//! It carries the search, ready to run any number of times.
//!
//! [`choose`] asks `linear`, whose kind is the commonest, then the others, the one first whose answer takes least, and takes the
//! cheapest plan. It skips an engine if planning alone would cost more than the best plan so far, so a sum of words never waits
//! for an engine for products. The answer names every engine that was asked, in the order of the table, and `--why` prints them.
//!
//! Costs are nanoseconds on the machine they were measured on (AMD EPYC). Only their ratios matter.
//! `make calibrate` compares them with what it measures; a test requires that nine of ten estimates over the corpus are within a factor
//! of ten of the truth.
//! `tests/choice.rs` requires, for skeletons that show half of their digits, that no other engine is ten
//! times as fast as the one that is chosen.
//!
//! A search that expects little and takes much is overtaken by others; `race` says how.
//!
//! # Ranks
//!
//! Engines that walk a tree number its parts by ranks and can start at any rank. `search::split` divides the
//! ranks among threads and puts the findings back into one order. `search` has all that several engines need;
//! no engine names another. A shard of a search, for one of several machines, is a run of ranks.

mod columns;
mod cost;
mod count;
mod depth_first;
mod derive;
mod lattice;
mod lexicographic;
mod linear;
mod narrow;
mod plain_changes;
mod race;
mod reason;
mod search;
mod shard;
mod tabulate;

pub use reason::Reason;
pub(crate) use reason::reason;
pub use shard::NoShard;
pub use shard::Portion;
pub use shard::Shard;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::compile::Problem;
use crate::digits::Digit;
use crate::eval::Prepared;
use crate::expr::Cell;
use crate::interrupt::Interrupt;
use crate::interrupt::Interrupted;
use crate::interrupt::Never;
use crate::judge::Truth;

/// Told how far a search has come.
pub trait Observer: Sync {
    /// So much of so much is done.
    fn advanced(&self, _done: u64, _total: u64) {}

    /// Runs `confirm`, which confirms some solutions, on any thread.
    fn confirming(&self, confirm: &mut dyn FnMut()) {
        confirm();
    }
}

impl fmt::Debug for dyn Observer + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Observer")
    }
}

impl Observer for () {}

/// What a search works on and with.
#[non_exhaustive]
pub struct Search<'a> {
    /// What is sought.
    pub problem: &'a Problem,
    /// Who says whether conditions hold.
    pub evaluator: &'a dyn Prepared,
    /// The exact judge of complete assignments. It may be called on any thread.
    pub confirm: &'a (dyn Fn(&[Digit]) -> Truth + Sync),
    /// The ranks to visit.
    pub portion: Portion,
    /// Threads to use at most; 0 is one for each processor.
    pub threads: usize,
    /// This number of solutions is enough: a part of the search that has found them may stop.
    pub enough: Option<u64>,
    /// Bytes that the search may hold at most, where that is limited.
    pub memory: Option<u64>,
    /// Asked now and then.
    pub interrupt: &'a dyn Interrupt,
    /// Told now and then.
    pub observer: &'a dyn Observer,
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Search")
            .field("portion", &self.portion)
            .field("threads", &self.threads)
            .field("enough", &self.enough)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
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
#[non_exhaustive]
pub struct Tally {
    /// Digits tried, or assignments made.
    pub nodes: u64,
    /// Conditions evaluated.
    pub evaluations: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ended {
    /// Why.
    pub stop: Stop,
    /// After how much work.
    pub tally: Tally,
    /// On how many threads.
    pub threads: usize,
    /// Solutions that were counted without being handed out one by one.
    pub counted: u128,
    /// The engine that came to the end, if it took over from the one that was chosen.
    pub by: Option<&'static str>,
}

impl Ended {
    /// The end of a search on one thread that handed out all it found.
    #[must_use]
    pub fn new(stop: Stop, tally: Tally) -> Self {
        Self { stop, tally, threads: 1, counted: 0, by: None }
    }

    /// The end of a search that was stopped before it began.
    #[must_use]
    pub fn interrupted() -> Self {
        Self::new(Stop::Interrupted, Tally::default())
    }
}

/// What is wanted of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// The digits of every solution.
    Solutions,
    /// Their number; an engine that can count them without having each may do so.
    Count,
}

/// What a plan is asked for, and what bounds the planning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// What is wanted of the search.
    pub wanted: Wanted,
    /// Nanoseconds that the best plan so far costs. Planning may end early if it is clear that nothing better will come
    /// of it.
    pub cost: f64,
    /// Solutions after which the search ends: what counts is the time until then.
    pub enough: Option<u64>,
    /// Whether the search must keep to a portion of its ranks.
    pub in_shards: bool,
    /// Checked now and then. It can only end the planning: no plan depends on when it is raised.
    pub interrupt: &'a dyn Interrupt,
}

impl Request<'static> {
    /// A request that nothing bounds.
    #[must_use]
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, cost: f64::INFINITY, enough: None, in_shards: false, interrupt: &Never }
    }
}

impl<'a> Request<'a> {
    /// The same, which this may interrupt.
    #[must_use]
    pub fn interrupt(self, interrupt: &'a dyn Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// The same, for a search that ends as soon as it has found this number of solutions.
    #[must_use]
    pub fn enough(self, enough: Option<u64>) -> Self {
        Self { enough, ..self }
    }

    /// The same, for a search that must keep to a portion of its ranks.
    #[must_use]
    pub fn in_shards(self, in_shards: bool) -> Self {
        Self { in_shards, ..self }
    }

    /// The same, with a plan at hand that costs this many nanoseconds.
    #[must_use]
    pub fn cost(self, cost: f64) -> Self {
        Self { cost, ..self }
    }
}

/// Whether an engine can solve a problem, and how it would.
#[derive(Clone, Debug)]
pub enum Fit {
    /// It cannot, for this reason.
    No(Reason),
    /// It can.
    Yes(Plan),
}

/// What an engine means to do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// Nodes it expects to look at.
    pub nodes: f64,
    /// Nanoseconds it expects to take on one thread, of the machine on which it was measured.
    pub cost: f64,
    /// Why it suits the problem.
    pub reason: Reason,
    /// The order in which it takes the cells.
    pub order: Vec<Cell>,
    /// The search, ready to run.
    pub run: Arc<dyn Run>,
}

impl Plan {
    /// A plan of which nothing is known but the order of the cells and the search.
    #[must_use]
    pub fn new(order: Vec<Cell>, run: impl Run + 'static) -> Self {
        Self { nodes: 0.0, cost: 0.0, reason: "".into(), order, run: Arc::new(run) }
    }
}

/// A planned search. It may run many times.
pub trait Run: Send + Sync {
    /// Searches until it has seen everything, the caller has seen enough, or it is interrupted.
    fn run(&self, search: &Search, found: &mut Found) -> Ended;

    /// Whether it keeps to the portion of a search. If not, it searches everything, and cannot search a shard.
    fn has_ranks(&self) -> bool {
        false
    }
}

impl fmt::Debug for dyn Run + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Run")
    }
}

/// A complete search: it reports every solution exactly once.
pub trait Engine: Send + Sync {
    /// As written after `--engine`.
    fn name(&self) -> &'static str;

    /// One line for the list of engines.
    fn summary(&self) -> &'static str;

    /// Nanoseconds that asking this engine for a plan takes at least, as far as can be told at once.
    fn planning(&self, problem: &Problem) -> f64 {
        let (cells, more) = (problem.domains.len(), problem.conditions.len().saturating_sub(1));
        cost::planning::CELL * cells as f64 + cost::planning::CONDITION * more as f64
    }

    /// Returns whether this engine can find what is wanted of `problem`, and how.
    ///
    /// # Errors
    /// [`Interrupted`] if the planning was stopped.
    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted>;
}

impl fmt::Debug for dyn Engine + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Every engine, the one to be taken first on top.
pub static ENGINES: &[&dyn Engine] = &[
    &linear::Linear,
    &lattice::Lattice,
    &tabulate::Tabulate,
    &narrow::Narrow,
    &derive::Derive,
    &depth_first::DepthFirst,
    &columns::Columns,
    &lexicographic::Lexicographic,
    &plain_changes::PlainChanges,
    &count::Count,
];

/// The engine of this name.
#[must_use]
pub fn engine(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// An engine with its plan, and what came of asking others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The name of the engine.
    pub engine: &'static str,
    /// How it would search.
    pub plan: Plan,
    /// Every engine that was asked, in the order of the table.
    pub asked: Vec<Asked>,
}

/// What an engine answered when it was asked to plan.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Asked {
    /// Its name.
    pub engine: &'static str,
    /// The nanoseconds that it expects to take, or why it does not fit.
    pub answer: Result<f64, Reason>,
}

/// Chooses the engine that expects to take the least time. The first of the table is asked first, then those whose planning takes
/// least; an engine whose planning alone would cost more than the best plan so far is skipped.
///
/// # Errors
/// [`Interrupted`] if the planning was stopped.
pub fn choose(problem: &Arc<Problem>, request: &Request) -> Result<Choice, Interrupted> {
    let mut order: Vec<(f64, usize)> =
        ENGINES.iter().map(|engine| engine.planning(problem)).zip(0..).collect();
    order[1..].sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(usize, Plan)> = None;
    let mut asked = Vec::new();
    for (planning, number) in order {
        let cost = best.as_ref().map_or(request.cost, |(_, plan)| plan.cost);
        if best.is_some() && cost <= planning {
            continue;
        }
        let answer = match ENGINES[number].fit(problem, &request.cost(cost))? {
            Fit::No(reason) => Err(reason),
            Fit::Yes(plan) if request.in_shards && !plan.run.has_ranks() => Err(reason!("why-not-ranks")),
            Fit::Yes(plan) => {
                let own = plan.cost;
                // Of two that expect the same, the upper one.
                if best.as_ref().is_none_or(|(other, _)| (own, number) < (cost, *other)) {
                    best = Some((number, plan));
                }
                Ok(own)
            }
        };
        asked.push((number, Asked { engine: ENGINES[number].name(), answer }));
    }
    asked.sort_by_key(|(number, _)| *number);
    let asked = asked.into_iter().map(|(_, asked)| asked).collect();
    let (number, plan) = best.expect("depth-first fits every problem");
    let plan = race::guarded(problem, request, number, plan);
    Ok(Choice { engine: ENGINES[number].name(), plan, asked })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering;

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

    /// What an engine hands on if `enough` solutions are enough, how it ended, and how many assignments the judge rejected.
    fn found(puzzle: &Puzzle, engine: &dyn Engine, enough: Option<u64>, threads: usize) -> (u64, Stop, u64) {
        let problem = Problem::of(puzzle);
        let prepared = EVALUATORS[0].prepare(&problem);
        let context = puzzle.context();
        let rejected = AtomicU64::new(0);
        let confirm = |digits: &[Digit]| {
            let truth = judge::truth(&puzzle.conditions()[0], digits, &context);
            rejected.fetch_add(u64::from(truth == Truth::No), Ordering::Relaxed);
            truth
        };
        let search = Search {
            problem: &problem,
            evaluator: &*prepared,
            confirm: &confirm,
            portion: Portion::WHOLE,
            threads,
            enough,
            memory: None,
            interrupt: &Never,
            observer: &(),
        };
        let mut count = 0;
        let Ok(Fit::Yes(plan)) = engine.fit(&problem, &Request::new(Wanted::Solutions)) else {
            panic!("it fits")
        };
        let ended = plan.run.run(&search, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        (count, ended.stop, rejected.into_inner())
    }

    #[test]
    fn an_engine_hands_on_no_more_than_is_enough() {
        let puzzle = sum(&["AB", "CD"], "EF", &[]);
        for name in ["depth-first", "columns", "lexicographic", "plain-changes"] {
            for enough in [1, 2, 5] {
                let (count, stop, _) = found(&puzzle, engine(name).expect("it is there"), Some(enough), 1);
                assert_eq!((count, stop), (enough, Stop::Enough), "{name}");
            }
        }
    }

    #[test]
    fn a_dash_hands_on_each_solution_once_and_none_that_the_whole_search_repeats() {
        // 56 solutions: one or two are found in a moment, a thousand are not there.
        let puzzle = sum(&["GDFFADK", "LMAFNCH", "INKEGNG"], "JNNMBLEC", &[("base", "14")]);
        let problem = Problem::of(&puzzle);
        let prepared = EVALUATORS[0].prepare(&problem);
        let context = puzzle.context();
        let request = Request::new(Wanted::Solutions).enough(Some(1));
        let Ok(Fit::Yes(plan)) = linear::Linear.fit(&problem, &request) else { panic!("it fits") };
        let mut nodes = Vec::new();
        for enough in [1, 2, 50, 1000] {
            let search = Search {
                problem: &problem,
                evaluator: &*prepared,
                confirm: &|digits| judge::truth(&puzzle.conditions()[0], digits, &context),
                portion: Portion::WHOLE,
                threads: 1,
                enough: Some(enough),
                memory: None,
                interrupt: &Never,
                observer: &(),
            };
            let mut all = std::collections::HashSet::new();
            let ended = plan.run.run(&search, &mut |digits, truth| {
                assert!(truth == Truth::Yes && all.insert(digits.to_vec()), "{digits:?} is there already");
                ControlFlow::Continue(())
            });
            assert_eq!(all.len() as u64, enough.min(56));
            nodes.push(ended.tally.nodes);
        }
        assert!(
            nodes[1] * 2 < nodes[3] && nodes[3] > 700_000,
            "a dash, and after it all of the search: {nodes:?}"
        );
    }

    #[test]
    fn what_the_first_part_of_a_search_found_counts_towards_what_is_enough() {
        // 151,200 ranks: the caller's thread does 10,000 of them before the search is divided.
        let (puzzle, engine) = (sum(&["AB", "CD"], "EF", &[]), engine("lexicographic").expect("it is there"));
        for threads in [1, 3] {
            for enough in [100, 300] {
                let (count, stop, _) = found(&puzzle, engine, Some(enough), threads);
                assert_eq!((count, stop), (enough, Stop::Enough), "{threads} threads");
            }
        }
    }

    #[test]
    fn columns_that_are_added_up_leave_nothing_for_the_judge_to_reject() {
        for (words, total) in [(["AB", "CD"], "EF"), (["ABC", "D"], "EF"), (["AB", "CD"], "EFG")] {
            let (puzzle, columns) = (sum(&words, total, &[]), engine("columns").expect("it is there"));
            let (_, stop, rejected) = found(&puzzle, columns, None, 1);
            assert_eq!((stop, rejected), (Stop::Exhausted, 0), "{puzzle}");
        }
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
            portion: Portion::WHOLE,
            threads,
            enough: None,
            memory: None,
            interrupt: &Never,
            observer: &(),
        };
        let mut all = Vec::new();
        let Ok(Fit::Yes(plan)) = engine.fit(&problem, &Request::new(Wanted::Solutions)) else {
            panic!("it fits")
        };
        let ended = plan.run.run(&search, &mut |digits, truth| {
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
            for engine in ENGINES.iter().filter(|engine| {
                matches!(engine.fit(&Problem::of(puzzle), &Request::new(Wanted::Solutions)), Ok(Fit::Yes(_)))
            }) {
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
                portion: Portion::WHOLE,
                threads: 2,
                enough: None,
                memory: None,
                interrupt: &Never,
                observer: &(),
            };
            let mut count = 0;
            let plan =
                choose(&problem, &Request::new(Wanted::Solutions)).expect("nothing interrupts it").plan;
            plan.run.run(&search, &mut |_, _| {
                count += 1;
                assert!(count < 1_000_000, "the caller has had enough");
                ControlFlow::Continue(())
            })
        }));
        assert!(panics.is_err());
    }

    /// A search that finds what it is given and then looks on for ever.
    #[derive(Debug)]
    struct Endless {
        finds: Vec<Vec<Digit>>,
    }

    impl Run for Endless {
        fn run(&self, search: &Search, found: &mut Found) -> Ended {
            for digits in &self.finds {
                if found(digits, Truth::Yes).is_break() {
                    return Ended::new(Stop::Enough, Tally::default());
                }
            }
            while !search.interrupt.is_raised() {}
            Ended::new(Stop::Interrupted, Tally { nodes: 1, evaluations: 0 })
        }
    }

    /// What is handed on by a search of `AB + CD = EF` that begins with these solutions and has no end, if one that takes
    /// this number of solutions ends it, and how it ended.
    fn raced(finds: Vec<Vec<Digit>>, taken: usize, interrupt: &dyn Interrupt) -> (Vec<Vec<Digit>>, Ended) {
        let puzzle = sum(&["AB", "CD"], "EF", &[]);
        let problem = Problem::of(&puzzle);
        let prepared = EVALUATORS[0].prepare(&problem);
        let context = puzzle.context();
        let request = Request::new(Wanted::Solutions);
        let plan = Plan::new(Vec::new(), Endless { finds });
        let plan = race::guarded(&problem, &request, 0, plan);
        let search = Search {
            problem: &problem,
            evaluator: &*prepared,
            confirm: &|digits| judge::truth(&puzzle.conditions()[0], digits, &context),
            portion: Portion::WHOLE,
            threads: 1,
            enough: None,
            memory: None,
            interrupt,
            observer: &(),
        };
        let mut all = Vec::new();
        let ended = plan.run.run(&search, &mut |digits, _| {
            all.push(digits.to_vec());
            if all.len() == taken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (all, ended)
    }

    #[test]
    fn a_search_without_end_is_taken_over_and_no_solution_is_handed_on_twice() {
        let (all, ended) = raced(Vec::new(), usize::MAX, &Never);
        assert_eq!((ended.stop, ended.by.is_some()), (Stop::Exhausted, true), "{ended:?}");
        let (again, ended) = raced(all[..5].to_vec(), usize::MAX, &Never);
        assert_eq!((&again, ended.stop), (&all, Stop::Exhausted));
        // AB + CD = EF with six different digits.
        let distinct: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!((all.len(), distinct.len()), (476, 476));
    }

    #[test]
    fn a_search_that_finds_much_is_left_alone_and_may_be_ended() {
        let finds = vec![vec![1, 2, 3, 4, 5, 6]; 20_000];
        let (all, ended) = raced(finds.clone(), 17_000, &Never);
        assert_eq!((all.len(), ended.stop, ended.by), (17_000, Stop::Enough, None));
        let (all, ended) = raced(finds[..10].to_vec(), 7, &AtomicBool::new(true));
        assert_eq!(
            (all.len(), ended.stop, ended.by),
            (7, Stop::Enough, None),
            "found before it was interrupted"
        );
        let (all, ended) = raced(finds[..10].to_vec(), 20, &AtomicBool::new(true));
        assert_eq!((all.len(), ended.stop, ended.by), (10, Stop::Interrupted, None));
    }
}
