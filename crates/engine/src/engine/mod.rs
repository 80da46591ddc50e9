//! Engines: complete searches for the digits of a problem.
//!
//! An engine sees numbered cells and conditions, and returns digits. It knows no text, no names and no output. Each engine is
//! one file or folder here, and one line in the table.
//!
//! # Choosing an engine
//!
//! The planner asks each engine for a plan (`fit`). A plan says whether the engine can solve the problem, and
//! if not, why not; how many nodes and nanoseconds it expects; and in what order it would take the symbols.
//! It carries the search, ready to run any number of times.
//!
//! [`choose`] asks `linear` first, because its kind is the commonest, and then the others, those with the cheapest planning
//! first, and takes the cheapest plan. It skips an engine if planning alone would cost more than the best plan so far, so a
//! sum of words never waits for an engine for products. The answer names every engine that was asked, in the order of the
//! table, and `--why` prints them.
//!
//! Costs are nanoseconds on the machine they were measured on (AMD EPYC). Only their ratios matter. `make calibrate` compares
//! them with its measurements; a test requires that nine of ten estimates over the corpus are within a factor of ten of the
//! truth. `tests/choice.rs` requires, for skeletons that show half of their digits, that no other engine is ten times as fast
//! as the chosen one.
//!
//! If a search takes far longer than it expects, others take turns with it; see `race`.
//!
//! # Ranks
//!
//! Engines that walk a tree number its parts by ranks and can start at any rank. `search::split` divides the ranks among
//! threads and puts the finds back into one order. `search` has everything that several engines need; no engine names
//! another. A shard of a search, for one of several machines, is a run of ranks.

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

/// Observes the progress of a search.
pub trait Observer: Sync {
    /// Reports that this much of the total is done.
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

/// The inputs of a search.
#[non_exhaustive]
pub struct Search<'a> {
    /// The problem to solve.
    pub problem: &'a Problem,
    /// Decides whether conditions hold.
    pub evaluator: &'a dyn Prepared,
    /// The exact judge of complete assignments. It may be called on any thread.
    pub confirm: &'a (dyn Fn(&[Digit]) -> Truth + Sync),
    /// The ranks to visit.
    pub portion: Portion,
    /// The most threads to use; 0 is one for each processor.
    pub threads: usize,
    /// The number of solutions that is enough: a part of the search that has found them may stop.
    pub enough: Option<u64>,
    /// The most bytes that the search may hold, if that is limited.
    pub memory: Option<u64>,
    /// Checked now and then.
    pub interrupt: &'a dyn Interrupt,
    /// Informed now and then.
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
    /// It has searched everything.
    Exhausted,
    /// The caller has enough solutions.
    Enough,
    /// It was interrupted.
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
    /// The reason.
    pub stop: Stop,
    /// The work until then.
    pub tally: Tally,
    /// The number of threads.
    pub threads: usize,
    /// Solutions that were counted without being handed over one by one.
    pub counted: u128,
    /// The engine that finished, if it took over from the chosen one.
    pub by: Option<&'static str>,
}

impl Ended {
    /// Makes the end of a search on one thread that handed over everything it found.
    #[must_use]
    pub fn new(stop: Stop, tally: Tally) -> Self {
        Self { stop, tally, threads: 1, counted: 0, by: None }
    }

    /// Makes the end of a search that was stopped before it began.
    #[must_use]
    pub fn interrupted() -> Self {
        Self::new(Stop::Interrupted, Tally::default())
    }
}

/// The wanted result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// The digits of every solution.
    Solutions,
    /// The number of solutions; an engine may count them without finding each.
    Count,
}

/// The purpose of a plan, and the limits of planning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// The wanted result of the search.
    pub wanted: Wanted,
    /// The cost of the best plan so far, in nanoseconds. Planning may end early if it clearly cannot find a better one.
    pub cost: f64,
    /// The number of solutions after which the search ends: the time until then counts.
    pub enough: Option<u64>,
    /// Whether the search must keep to a portion of its ranks.
    pub in_shards: bool,
    /// Checked now and then. It can only end the planning: no plan depends on when it is raised.
    pub interrupt: &'a dyn Interrupt,
}

impl Request<'static> {
    /// Makes a request without limits.
    #[must_use]
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, cost: f64::INFINITY, enough: None, in_shards: false, interrupt: &Never }
    }
}

impl<'a> Request<'a> {
    /// Lets this interrupt the planning.
    #[must_use]
    pub fn interrupt(self, interrupt: &'a dyn Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Ends the search as soon as it has found this number of solutions.
    #[must_use]
    pub fn enough(self, enough: Option<u64>) -> Self {
        Self { enough, ..self }
    }

    /// Requires the search to keep to a portion of its ranks.
    #[must_use]
    pub fn in_shards(self, in_shards: bool) -> Self {
        Self { in_shards, ..self }
    }

    /// Sets the cost of an available plan, in nanoseconds.
    #[must_use]
    pub fn cost(self, cost: f64) -> Self {
        Self { cost, ..self }
    }
}

/// Whether an engine can solve a problem, and how.
#[derive(Clone, Debug)]
pub enum Fit {
    /// It cannot, for this reason.
    No(Reason),
    /// It can, with this plan.
    Yes(Plan),
}

/// The plan of an engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The nodes it expects to visit.
    pub nodes: f64,
    /// The nanoseconds it expects to take on one thread, of the machine on which it was measured.
    pub cost: f64,
    /// Why it suits the problem.
    pub reason: Reason,
    /// The order in which it takes the cells.
    pub order: Vec<Cell>,
    /// The search, ready to run.
    pub run: Arc<dyn Run>,
}

impl Plan {
    /// Makes a plan of which only the order of the cells and the search are known.
    #[must_use]
    pub fn new(order: Vec<Cell>, run: impl Run + 'static) -> Self {
        Self { nodes: 0.0, cost: 0.0, reason: "".into(), order, run: Arc::new(run) }
    }
}

/// A planned search. It may run many times.
pub trait Run: Send + Sync {
    /// Searches until everything is searched, the caller has enough, or it is interrupted.
    fn run(&self, search: &Search, found: &mut Found) -> Ended;

    /// Returns whether it keeps to the portion of a search. If not, it searches everything, and cannot search a shard.
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
    /// Returns the name, as written after `--engine`.
    fn name(&self) -> &'static str;

    /// Returns one line for the list of engines.
    fn summary(&self) -> &'static str;

    /// Returns the least nanoseconds that planning takes in this engine, as far as can be estimated at once.
    fn planning(&self, problem: &Problem) -> f64 {
        let (cells, more) = (problem.domains.len(), problem.conditions.len().saturating_sub(1));
        cost::planning::CELL * cells as f64 + cost::planning::CONDITION * more as f64
    }

    /// Returns whether this engine can find the wanted result of `problem`, and how.
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

/// Every engine, the first choice at the top.
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

/// Returns the engine of this name, if there is one.
#[must_use]
pub fn engine(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// An engine with its plan, and the answers of the others.
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

/// The answer of an engine that was asked to plan.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Asked {
    /// Its name.
    pub engine: &'static str,
    /// The nanoseconds that it expects to take, or why it does not fit.
    pub answer: Result<f64, Reason>,
}

/// Chooses the engine that expects to take the least time. Those with the cheapest planning are asked first; an engine whose
/// planning alone would cost more than the best plan so far is skipped.
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
                // If two expect the same, the upper one in the table is chosen.
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
