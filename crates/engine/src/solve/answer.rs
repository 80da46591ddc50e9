//! Questions and answers, as plain data.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::engine::{Candidate, Observer, Reason, Shard};
use fukumen_language::expr::Expr;
use fukumen_language::message::Note;
use fukumen_language::number::Exact;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// All solutions.
    All,
    /// The first N, in the engine's order.
    First(u64),
    /// The number of solutions; none is kept.
    Count,
    /// Whether there is exactly one; stops at the second.
    Unique,
}

/// Reads which solutions count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Essentially {
    /// Solutions that differ only by terms, factors or sides changing places.
    Terms,
    /// Also those that differ by symbols of equal place value changing places.
    Digits,
}

/// Which of all solutions are wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Solutions with the largest value of an expression.
    Maximize(Expr),
    /// Solutions with the smallest value.
    Minimize(Expr),
}

/// Limits that end a search early.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
/// use std::time::Duration;
/// use fukumen::solve::Limits;
///
/// let limits = Limits::default().timeout(Duration::from_secs(10)).max_solutions(3);
/// assert_eq!((limits.max_solutions, limits.max_memory), (Some(3), None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time.
    pub timeout: Option<Duration>,
    /// The number of solutions found.
    pub max_solutions: Option<u64>,
    /// The bytes held by the search and its solutions.
    pub max_memory: Option<u64>,
}

impl Limits {
    /// Returns the limits with this limit of time, or none.
    #[must_use]
    pub fn timeout(self, timeout: impl Into<Option<Duration>>) -> Self {
        Self { timeout: timeout.into(), ..self }
    }

    /// Returns the limits with this limit of solutions, or none.
    #[must_use]
    pub fn max_solutions(self, solutions: impl Into<Option<u64>>) -> Self {
        Self { max_solutions: solutions.into(), ..self }
    }

    /// Returns the limits with this limit of bytes, or none.
    #[must_use]
    pub fn max_memory(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { max_memory: bytes.into(), ..self }
    }
}

/// The answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are solutions, and the answer to the question is certain.
    Solved,
    /// There is certainly no solution.
    None,
    /// The answer is not certain: a limit or an interrupt came first, or something could not be decided. There may still be
    /// solutions.
    Stopped,
}

/// How the puzzle of the answer was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reading {
    /// As written.
    #[default]
    AsRead,
    /// With lines that may be 0, because it has no solution otherwise; see
    /// [`Puzzle::with_zero_lines`](fukumen_language::puzzle::Puzzle::with_zero_lines).
    ZeroLines,
}

/// The reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The time limit.
    Timeout,
    /// The limit of solutions.
    MaxSolutions,
    /// The limit of memory.
    MaxMemory,
    /// The user.
    Interrupt,
    /// The requested number of solutions.
    First,
    /// The second solution.
    Unique,
}

/// The order in which solutions were handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the digits of the symbols in their order of first appearance.
    Sorted,
    /// As the engine found them.
    Engine,
}

/// How long each part took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Times {
    /// Reading the text; set by the caller that read it.
    pub parse: Duration,
    /// Compiling and planning.
    pub plan: Duration,
    /// Searching.
    pub search: Duration,
    /// Confirming in exact arithmetic.
    pub confirm: Duration,
    /// All together.
    pub total: Duration,
}

/// How far a search has come; shared with its watchers.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Parts of the space that were searched.
    pub done: AtomicU64,
    /// All parts of the space; 0 until the number is known.
    pub total: AtomicU64,
    /// The number of solutions found.
    pub found: AtomicU64,
}

/// The answer without the solutions, which were handed over one by one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The result, and how certain it is.
    pub outcome: Outcome,
    /// The plan of the search; `None` if the search was stopped before it began.
    pub plan: Option<Outline>,
    /// How much work the search was.
    pub work: Work,
    /// Remarks: more symbols than digits, what a factorial might mean.
    pub notes: Vec<Note>,
    /// The shard that was searched, if it was not the whole. Exhaustion and the count are then about it alone.
    pub shard: Option<Piece>,
}

/// A shard that was searched, and what it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The number of the shard, and of how many.
    pub shard: Shard,
    /// Identifies the puzzle, its rules, the question, the engine, the order of the cells and the version of this crate:
    /// shards with different fingerprints do not belong together. `None` if the search was stopped before it was planned.
    pub fingerprint: Option<String>,
}

/// The result, and how certain it is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The result in one word.
    pub status: Status,
    /// How the puzzle was read.
    pub reading: Reading,
    /// Whether the whole space was covered.
    pub exhausted: bool,
    /// How many solutions were found.
    pub count: u128,
    /// Whether there is exactly one, if that is known.
    pub unique: Option<bool>,
    /// How many classes of solutions there are, if they are grouped by symmetry.
    pub essentially: Option<u64>,
    /// Assignments that could not be decided.
    pub undecided: u64,
    /// How often each list of shown values occurred, if solutions are only counted. An expression may have no value.
    pub groups: Vec<(Vec<Option<Exact>>, u64)>,
    /// The largest or smallest value, if one was sought.
    pub best: Option<Exact>,
    /// The order of the solutions.
    pub order: Order,
    /// How many solutions were written, if fewer than were found: the time ran out, or the others are left out. Set by the
    /// program that writes them.
    pub written: Option<u64>,
    /// How many solutions a terminal does not show, because it shows only the first ones by default, and the option that
    /// prints them. Set by the program that writes them.
    pub left_out: Option<(u64, &'static str)>,
    /// The reason why the search ended early.
    pub stopped_by: Option<StoppedBy>,
}

/// The summary of a plan: how it searches, and how long that should take.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outline {
    /// The engine.
    pub engine: &'static str,
    /// The evaluator.
    pub evaluator: String,
    /// Why this engine was chosen.
    pub reason: Reason,
    /// The symbols in the order in which the engine assigns them.
    pub symbols: Vec<String>,
    /// How many nodes the engine expects to visit.
    pub nodes: f64,
    /// How many nanoseconds it expects to take on one thread.
    pub cost: f64,
    /// The answers of the engines that were asked to plan; empty if one was requested by name.
    pub asked: Vec<Candidate>,
}

/// How much work an answer was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// The threads that ran.
    pub threads: usize,
    /// Digits assigned, or assignments made: the steps of the search.
    pub nodes: u64,
    /// Conditions evaluated.
    pub evaluations: u64,
    /// How long each part took.
    pub times: Times,
}

impl Answer {
    /// Returns the answer to a puzzle whose reading or planning was stopped after this time: nothing is known of its
    /// solutions.
    #[must_use]
    pub fn unsearched(stopped_by: StoppedBy, took: Duration) -> Self {
        let outcome = Outcome {
            status: Status::Stopped,
            reading: Reading::AsRead,
            exhausted: false,
            count: 0,
            unique: None,
            essentially: None,
            undecided: 0,
            groups: Vec::new(),
            best: None,
            order: Order::Sorted,
            written: None,
            left_out: None,
            stopped_by: Some(stopped_by),
        };
        let times = Times { plan: took, total: took, ..Times::default() };
        let work = Work { threads: 1, nodes: 0, evaluations: 0, times };
        Self { outcome, plan: None, work, notes: Vec::new(), shard: None }
    }
}

impl Observer for Progress {
    fn advanced(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }
}
