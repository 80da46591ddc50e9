//! A solver: what is asked of a puzzle, and how.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::answer::{Ask, Essentially, Goal, Limits, Progress};
use super::clock::Watch;
use super::watcher::{Guard, Standing, Watcher};
use crate::engine::{Engine, Shard, Wanted};
use crate::eval::Evaluator;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Expr;
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::Puzzle;

/// Solves a puzzle; each question has its method.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
/// use fukumen::puzzle::Puzzle;
/// use fukumen::solve::{Ask, Solver};
///
/// let puzzle: Puzzle = "SEND+MORE=MONEY".parse()?;
/// let (answer, solutions) = Solver::new(&puzzle).ask(Ask::Unique).run()?;
/// assert_eq!(answer.outcome.unique, Some(true));
/// assert_eq!(solutions[0].to_string(), "9567+1085=10652");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    pub(super) puzzle: Puzzle,
    pub(super) ask: Ask,
    pub(super) essentially: Option<Essentially>,
    pub(super) goal: Option<Goal>,
    pub(super) lone: Vec<Expr>,
    pub(super) limits: Limits,
    pub(super) threads: usize,
    pub(super) shard: Option<Shard>,
    pub(super) stream: bool,
    pub(super) zero_lines: bool,
    pub(super) engine: Option<String>,
    pub(super) own_engine: Option<Arc<dyn Engine>>,
    pub(super) evaluator: Option<String>,
    pub(super) own_evaluator: Option<Arc<dyn Evaluator>>,
    pub(super) watch: Watch,
    pub(super) watcher: Option<Arc<Watcher>>,
    pub(super) progress: Arc<Progress>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Solver")
            .field("puzzle", &self.puzzle)
            .field("ask", &self.ask)
            .field("limits", &self.limits)
            .field("threads", &self.threads)
            .field("shard", &self.shard)
            .field("engine", &self.engine)
            .field("own_engine", &self.own_engine)
            .field("evaluator", &self.evaluator)
            .field("own_evaluator", &self.own_evaluator)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Makes a solver that finds all solutions, without limits, on all processors.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            puzzle: puzzle.clone(),
            ask: Ask::All,
            essentially: None,
            goal: None,
            lone: Vec::new(),
            limits: Limits::default(),
            threads: 0,
            shard: None,
            stream: false,
            zero_lines: true,
            engine: None,
            own_engine: None,
            evaluator: None,
            own_evaluator: None,
            watch: Watch::default(),
            watcher: None,
            progress: Arc::default(),
        }
    }

    /// Sets the question.
    #[must_use]
    pub fn ask(self, ask: Ask) -> Self {
        Self { ask, ..self }
    }

    /// Groups solutions that differ only by a symmetry of the puzzle, and hands over one of each group.
    #[must_use]
    pub fn essentially(self, essentially: Option<Essentially>) -> Self {
        Self { essentially, ..self }
    }

    /// Finds only the best solutions.
    #[must_use]
    pub fn goal(self, goal: Option<Goal>) -> Self {
        Self { goal, ..self }
    }

    /// Keeps only the solutions whose value of each of these expressions no other solution shares: "if I told you … you would
    /// know". All solutions are found before any is handed over.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::{Puzzle, Solver, text};
    /// use fukumen::vocabulary::Vocabulary;
    /// let puzzle = Puzzle::parse("A*B=12, A<B")?;
    /// let sum = text::expression("B-A", &puzzle, &Vocabulary::default())?;
    /// let (answer, _) = Solver::new(&puzzle).lone(vec![sum]).run()?;
    /// assert_eq!(answer.outcome.count, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lone(self, lone: Vec<Expr>) -> Self {
        Self { lone, ..self }
    }

    /// Sets the limits that end the search early.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the most threads to use; 0 is one for each processor. The answer is the same for any number.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Hands solutions over as they are found, in the engine's order.
    #[must_use]
    pub fn stream(self, stream: bool) -> Self {
        Self { stream, ..self }
    }

    /// Sets whether lines of a product, a division or a root may be 0 if there is no solution otherwise (the default). A plan
    /// is always that of the puzzle as it is.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::{Puzzle, Solver, solve::Reading};
    ///
    /// let puzzle = Puzzle::parse("123 × 4□5; 615; □; 492; 49815")?;
    /// let (answer, solutions) = Solver::new(&puzzle).run()?;
    /// assert_eq!((answer.outcome.reading, solutions.len()), (Reading::ZeroLines, 1));
    /// let (answer, _) = Solver::new(&puzzle).zero_lines(false).run()?;
    /// assert_eq!((answer.outcome.reading, answer.outcome.count), (Reading::AsRead, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn zero_lines(self, zero_lines: bool) -> Self {
        Self { zero_lines, ..self }
    }

    /// Uses the engine of this name, instead of the one that fits best.
    #[must_use]
    pub fn engine(self, name: impl Into<String>) -> Self {
        Self { engine: Some(name.into()), ..self }
    }

    /// Uses only this engine of the caller; `examples/own_engine.rs` shows one.
    #[must_use]
    pub fn own_engine(self, engine: impl Engine + 'static) -> Self {
        Self { own_engine: Some(Arc::new(engine)), ..self }
    }

    /// Uses the evaluator of this name.
    #[must_use]
    pub fn evaluator(self, name: impl Into<String>) -> Self {
        Self { evaluator: Some(name.into()), ..self }
    }

    /// An evaluator of the caller's own; see [`Custom`](crate::eval::Custom).
    #[must_use]
    pub fn own_evaluator(self, evaluator: impl Evaluator + 'static) -> Self {
        Self { own_evaluator: Some(Arc::new(evaluator)), ..self }
    }

    /// Stops soon after the flag is set, while compiling, planning or searching. It replaces an earlier flag; a time that was
    /// set stays.
    #[must_use]
    pub fn interrupt(self, interrupt: Arc<AtomicBool>) -> Self {
        Self { watch: self.watch.flagged(interrupt), ..self }
    }

    /// Stops soon after the watch is raised, by its flag or by its time.
    #[must_use]
    pub fn watch(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// Calls `watcher` at most ten times a second, on a thread that plans or searches. It may end the work, which then counts
    /// as interrupted.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use std::ops::ControlFlow;
    /// use fukumen::solve::{Solver, Standing};
    ///
    /// let puzzle = "SEND+MORE=MONEY".parse()?;
    /// let watcher = |standing: Standing| {
    ///     println!("{} of {} parts, {} solutions", standing.done, standing.total, standing.found);
    ///     ControlFlow::Continue(())
    /// };
    /// let (answer, _) = Solver::new(&puzzle).watcher(watcher).run()?;
    /// assert_eq!(answer.outcome.count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn watcher(self, watcher: impl Fn(Standing) -> ControlFlow<()> + Send + Sync + 'static) -> Self {
        Self { watcher: Some(Arc::new(watcher)), ..self }
    }

    /// Sets where the search reports its progress.
    #[must_use]
    pub fn progress(self, progress: Arc<Progress>) -> Self {
        Self { progress, ..self }
    }

    /// Returns everything that ends the work early: the flag, the time left, the watcher.
    pub(super) fn guard(&self, time: Option<Duration>) -> Guard<'_> {
        Guard::new(self.watch.clone().within(time), self.watcher.clone(), &self.progress)
    }

    /// Returns what the engine must find. A count needs no solutions, unless they are examined one by one.
    pub(super) fn wanted(&self) -> Wanted {
        let looks_at_each =
            self.needs_all() || !self.puzzle.shows().is_empty() || self.own_evaluator.is_some();
        let is_limited = self.limits.max_solutions.is_some();
        match self.ask {
            Ask::Count if !looks_at_each && !is_limited => Wanted::Count,
            _ => Wanted::Solutions,
        }
    }

    /// Returns the judge's verdict on a complete assignment: every condition, straight from its tree.
    pub(super) fn confirm(&self, digits: &[Digit]) -> Truth {
        let context = self.puzzle.context();
        self.puzzle
            .all_conditions()
            .map(|condition| judge::truth(condition, digits, &context))
            .fold(Truth::Yes, Truth::and)
    }

    /// Returns the number of solutions that ends the search, whatever the others are.
    pub(super) fn enough(&self) -> Option<u64> {
        let asked = match self.ask {
            Ask::First(n) => Some(n),
            Ask::Unique => Some(2),
            Ask::All | Ask::Count => None,
        };
        let asked = if self.needs_all() { None } else { asked };
        asked.into_iter().chain(self.limits.max_solutions).min()
    }

    /// Returns whether no solution can be handed over before the last is found.
    pub(super) fn needs_all(&self) -> bool {
        self.goal.is_some() || self.essentially.is_some()
    }

    pub(super) fn notes(&self, more: Vec<Note>) -> Vec<Note> {
        let crowded = self.puzzle.crowded().map(|(symbols, digits)| {
            Note::from(if self.puzzle.rules().distinct_blanks {
                message!("note-crowded-blanks", symbols = symbols, digits = digits)
            } else {
                message!("note-crowded", symbols = symbols, digits = digits)
            })
        });
        let equated = self
            .puzzle
            .equated()
            .map(|(first, second)| Note::from(message!("note-equated", first = first, second = second)));
        self.puzzle.notes().iter().cloned().chain(crowded).chain(equated).chain(more).collect()
    }
}
