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
//! If a search takes far longer than it expects, others take turns with it; `race` says how.
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
pub(crate) mod reason;
mod search;
mod shard;
mod tabulate;

pub use reason::Reason;
pub(crate) use reason::reason;
pub use shard::{NoShard, Portion, Shard};

use std::fmt;
use std::ops::{AddAssign, ControlFlow};
use std::sync::Arc;

use crate::compile::Problem;
use crate::eval::Prepared;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted, Never};
use fukumen_language::judge::Truth;

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

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
    }
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

/// Chooses the engine that expects to take the least time. Those whose planning takes least are asked first; an engine whose planning alone would cost more than the best plan so far is skipped.
///
/// # Errors
/// [`Interrupted`] if the planning was stopped.
pub fn choose(problem: &Arc<Problem>, request: &Request) -> Result<Choice, Interrupted> {
    let mut order: Vec<(f64, usize)> =
        ENGINES.iter().map(|engine| engine.planning(problem)).zip(0..).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
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
mod tests;
