//! A search: its input, how it runs, and how it ends.

use std::fmt;
use std::ops::{AddAssign, ControlFlow};

use super::shard::Portion;
use crate::compile::Problem;
use crate::eval::Prepared;
use fukumen_language::digits::Digit;
use fukumen_language::interrupt::Interrupt;
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
    /// It has seen everything.
    Exhausted,
    /// The caller has seen enough.
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
