//! Solves a puzzle.
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::expr::Expr;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// All solutions.
    All,
    /// The first so many, in the engine's order.
    First(u64),
    /// How many there are; none is kept.
    Count,
    /// Whether there is exactly one; stops at the second.
    Unique,
}

/// Which solutions count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Essentially {
    /// Those that differ by terms, factors or sides changing places.
    Terms,
    /// Also by symbols of equal place value changing places.
    Digits,
}

/// Which solutions are wanted of all.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Those with the largest value of an expression.
    Maximize(Expr),
    /// Those with the smallest.
    Minimize(Expr),
}

/// What ends a search before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time.
    pub timeout: Option<Duration>,
    /// Solutions found.
    pub max_solutions: Option<u64>,
    /// Bytes held by the search and its solutions.
    pub max_memory: Option<u64>,
}

/// What there is to say in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are solutions.
    Solved,
    /// There is none, for certain.
    None,
    /// Stopped before it was certain.
    Stopped,
}

/// What ended a search before its end.
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
    /// The number of solutions asked for.
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
pub struct Times {
    /// Reading the text; set by who read it.
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

/// How far a search has come; shared with whoever watches.
#[derive(Debug, Default)]
pub struct Progress {
    /// Parts of the space that were searched.
    pub done: AtomicU64,
    /// Parts of the space in all; 0 until it is known.
    pub total: AtomicU64,
    /// Solutions found.
    pub found: AtomicU64,
}

/// The answer, but for the solutions, which were handed over one by one.
#[derive(Clone, Debug)]
pub struct Answer {
    /// In one word.
    pub status: Status,
    /// The whole space was covered.
    pub exhausted: bool,
    /// How many solutions were found.
    pub count: u128,
    /// Whether there is exactly one; `None` where that is not known.
    pub unique: Option<bool>,
    /// How many classes of solutions there are, where they are grouped by symmetry.
    pub essentially: Option<u64>,
    /// Assignments that could not be decided.
    pub undecided: u64,
    /// How often each shown value came up, where solutions are only counted.
    pub groups: Vec<(String, u64)>,
    /// The largest or smallest value, where one was sought.
    pub best: Option<String>,
    /// In what order solutions came.
    pub order: Order,
    /// The engine that ran.
    pub engine: &'static str,
    /// The evaluator that ran.
    pub evaluator: String,
    /// Why this engine.
    pub reason: String,
    /// The order in which the engine takes the symbols.
    pub symbols: Vec<String>,
    /// How many assignments the engine expected to look at.
    pub estimate: f64,
    /// Threads that ran.
    pub threads: usize,
    /// What ended the search before its end.
    pub stopped_by: Option<StoppedBy>,
    /// Digits assigned, or assignments made: the steps of the search.
    pub nodes: u64,
    /// Conditions evaluated.
    pub evaluations: u64,
    /// Times.
    pub times: Times,
    /// Remarks: more symbols than digits, what a factorial might mean.
    pub notes: Vec<String>,
}

/// Why a puzzle was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// No engine has this name.
    #[error("there is no engine '{name}'; there are {known}")]
    NoSuchEngine {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// No evaluator has this name.
    #[error("there is no evaluator '{name}'; there are {known}")]
    NoSuchEvaluator {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The engine asked for cannot solve this puzzle.
    #[error("the engine '{engine}' does not fit this puzzle: {reason}")]
    Unfit {
        /// The engine.
        engine: &'static str,
        /// What stands in the way.
        reason: String,
    },
}

/// Solves a puzzle; every question has its method.
#[derive(Clone)]
pub struct Solver<'p> {
    puzzle: &'p Puzzle,
    ask: Ask,
    essentially: Option<Essentially>,
    goal: Option<Goal>,
    limits: Limits,
    threads: usize,
    stream: bool,
    engine: Option<String>,
    evaluator: Option<String>,
    interrupt: Arc<AtomicBool>,
    progress: Arc<Progress>,
}

impl<'p> Solver<'p> {
    /// A solver that asks for all solutions.
    #[must_use]
    pub fn new(puzzle: &'p Puzzle) -> Self {
        Self { puzzle, ask: Ask::All, essentially: None, goal: None, limits: Limits::default(), threads: 0, stream: false, engine: None, evaluator: None, interrupt: Arc::default(), progress: Arc::default() }
    }
    /// What is asked.
    #[must_use]
    pub fn ask(self, ask: Ask) -> Self { Self { ask, ..self } }
    /// Groups solutions by symmetry.
    #[must_use]
    pub fn essentially(self, essentially: Option<Essentially>) -> Self { Self { essentially, ..self } }
    /// Wants the best only.
    #[must_use]
    pub fn goal(self, goal: Option<Goal>) -> Self { Self { goal, ..self } }
    /// Limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self { Self { limits, ..self } }
    /// Threads; 0 is one for each processor.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self { Self { threads, ..self } }
    /// Hands solutions over as they are found, in the engine's order.
    #[must_use]
    pub fn stream(self, stream: bool) -> Self { Self { stream, ..self } }
    /// The engine by name.
    #[must_use]
    pub fn engine(self, name: impl Into<String>) -> Self { Self { engine: Some(name.into()), ..self } }
    /// The evaluator by name.
    #[must_use]
    pub fn evaluator(self, name: impl Into<String>) -> Self { Self { evaluator: Some(name.into()), ..self } }
    /// Stops the search soon after the flag is set.
    #[must_use]
    pub fn interrupt(self, interrupt: Arc<AtomicBool>) -> Self { Self { interrupt, ..self } }
    /// Where to watch how far the search has come.
    #[must_use]
    pub fn progress(self, progress: Arc<Progress>) -> Self { Self { progress, ..self } }

    /// Solves, and collects the solutions.
    ///
    /// # Errors
    /// [`SolveError`]
    pub fn run(&self) -> Result<(Answer, Vec<Solution>), SolveError> {
        let mut all = Vec::new();
        let answer = self.run_with(&mut |s| { all.push(s); ControlFlow::Continue(()) })?;
        Ok((answer, all))
    }

    /// Solves, and hands over each solution on the caller's thread.
    ///
    /// # Errors
    /// [`SolveError`]
    pub fn run_with(&self, found: &mut dyn FnMut(Solution) -> ControlFlow<()>) -> Result<Answer, SolveError> {
        // STUB until the engines land: tries every assignment in order.
        let order = self.puzzle.order();
        let mut digits = vec![0; self.puzzle.hidden().len()];
        let mut count = 0;
        let mut stopped_by = None;
        let _ = self.stub(&order, 0, &mut digits, &mut |d| {
            if self.interrupt.load(Ordering::Relaxed) { stopped_by = Some(StoppedBy::Interrupt); return ControlFlow::Break(()); }
            count += 1;
            if self.ask != Ask::Count { let _ = found(Solution::new(d.to_vec())); }
            match self.ask {
                Ask::First(n) if count as u64 >= n => { stopped_by = Some(StoppedBy::First); ControlFlow::Break(()) }
                Ask::Unique if count >= 2 => { stopped_by = Some(StoppedBy::Unique); ControlFlow::Break(()) }
                _ => ControlFlow::Continue(()),
            }
        });
        let exhausted = stopped_by.is_none();
        Ok(Answer {
            status: if count > 0 { Status::Solved } else if exhausted { Status::None } else { Status::Stopped },
            exhausted, count, unique: if count > 1 { Some(false) } else if exhausted { Some(count == 1) } else { None },
            essentially: None, undecided: 0, groups: vec![], best: None, order: Order::Sorted, engine: "depth-first", evaluator: "exact".into(),
            reason: "stub".into(), symbols: vec![], estimate: 0.0, threads: 1, stopped_by, nodes: 0, evaluations: 0, times: Times::default(), notes: self.puzzle.notes().to_vec(),
        })
    }

    fn stub(&self, order: &[crate::expr::Cell], depth: usize, digits: &mut Vec<u8>, found: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(cell) = order.get(depth) else {
            let context = self.puzzle.context();
            let holds = self.puzzle.all_conditions().all(|c| crate::eval::judge::truth(c, digits, &context) == crate::eval::Truth::Yes);
            return if holds { found(digits) } else { ControlFlow::Continue(()) };
        };
        for digit in self.puzzle.hidden()[cell.index()].digits.iter() {
            let clash = self.puzzle.groups().iter().any(|g| g.cells.contains(cell) && order[..depth].iter().any(|o| g.cells.contains(o) && digits[o.index()] == digit));
            if !clash {
                digits[cell.index()] = digit;
                self.stub(order, depth + 1, digits, found)?;
            }
        }
        ControlFlow::Continue(())
    }
}
