//! Solves puzzles: compiles, chooses an engine, searches, confirms, sorts.
//!
//! Every solution that leaves this module was confirmed by the exact judge. "None" and "unique" are
//! said only after the whole space was covered. Only [`clock`] reads a clock.

mod answer;
pub mod clock;
mod collect;
mod error;
mod figures;
mod kept;
mod lone;
mod misprints;
mod plan;
mod questions;
mod shards;
#[cfg(test)]
mod tests;
mod watcher;

pub use crate::engine::{NoShard, Shard};
pub use answer::{
    Answer, Ask, Essentially, Goal, Limits, Order, Outcome, Outline, Piece, Progress, Reading, Status,
    StoppedBy, Times, Work,
};
pub use error::SolveError;
pub use plan::Plan;
pub use questions::Solve;
pub use watcher::{Standing, Watcher};

pub use collect::KEPT;
pub use watcher::Lookout;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::compile::Problem;
use crate::engine;
use crate::engine::{Choice, Engine, Fit, Observer, Request, Wanted, reason};
use crate::eval;
use crate::eval::Evaluator;
use clock::{Moment, Watch};
use fukumen_language::digits::Digit;
use fukumen_language::expr::Expr;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;
use watcher::Guard;

/// More threads than any machine has processors for would only take memory.
const MOST_THREADS: usize = 1024;

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
    puzzle: Puzzle,
    ask: Ask,
    essentially: Option<Essentially>,
    goal: Option<Goal>,
    lone: Vec<Expr>,
    limits: Limits,
    threads: usize,
    shard: Option<Shard>,
    stream: bool,
    zero_lines: bool,
    engine: Option<String>,
    own_engine: Option<Arc<dyn Engine>>,
    evaluator: Option<String>,
    own_evaluator: Option<Arc<dyn Evaluator>>,
    watch: Watch,
    watcher: Option<Arc<Watcher>>,
    progress: Arc<Progress>,
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
    /// A solver that asks for all solutions, without limits, on all processors.
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

    /// What is asked.
    #[must_use]
    pub fn ask(self, ask: Ask) -> Self {
        Self { ask, ..self }
    }

    /// Groups solutions that differ only by a symmetry of the puzzle, and hands over one of each.
    #[must_use]
    pub fn essentially(self, essentially: Option<Essentially>) -> Self {
        Self { essentially, ..self }
    }

    /// Wants the best solutions only.
    #[must_use]
    pub fn goal(self, goal: Option<Goal>) -> Self {
        Self { goal, ..self }
    }

    /// Keeps, of the solutions that are found otherwise, those whose value of each of these expressions no other has: "if I
    /// told you … you would know". All solutions are found first, and none is handed over before.
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

    /// What ends the search before its end.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Threads to use at most; 0 is one for each processor. The answer is the same for any number.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Hands solutions over as they are found, in the engine's order.
    #[must_use]
    pub fn stream(self, stream: bool) -> Self {
        Self { stream, ..self }
    }

    /// Whether lines of a product, a division or a root may be 0 if there is no solution otherwise, which is the default. Plans
    /// that are looked at are those of the puzzle as it is.
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

    /// The engine by name, instead of the one that suits best.
    #[must_use]
    pub fn engine(self, name: impl Into<String>) -> Self {
        Self { engine: Some(name.into()), ..self }
    }

    /// An engine of the caller's own, which alone is asked; `examples/own_engine.rs` shows one.
    #[must_use]
    pub fn own_engine(self, engine: impl Engine + 'static) -> Self {
        Self { own_engine: Some(Arc::new(engine)), ..self }
    }

    /// The evaluator by name.
    #[must_use]
    pub fn evaluator(self, name: impl Into<String>) -> Self {
        Self { evaluator: Some(name.into()), ..self }
    }

    /// An evaluator of the caller's own; see [`eval::Custom`].
    #[must_use]
    pub fn own_evaluator(self, evaluator: impl Evaluator + 'static) -> Self {
        Self { own_evaluator: Some(Arc::new(evaluator)), ..self }
    }

    /// Stops soon after the flag is set, whether it is compiling, planning or searching. It takes the place of an earlier flag; a
    /// time that was set stays.
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

    /// Where to watch how far the search has come.
    #[must_use]
    pub fn progress(self, progress: Arc<Progress>) -> Self {
        Self { progress, ..self }
    }

    /// Solves, and collects the solutions.
    ///
    /// # Errors
    /// [`SolveError`] where the engine or evaluator asked for is not there or does not fit.
    pub fn run(&self) -> Result<(Answer, Vec<Solution>), SolveError> {
        collected(|found| self.run_with(found))
    }

    /// Solves, and hands over each solution on the caller's thread: sorted at the end, or as they are
    /// found with [`stream`](Self::stream) and past a million of them. The search stops where `found` breaks.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_with(&self, found: &mut dyn FnMut(Solution) -> ControlFlow<()>) -> Result<Answer, SolveError> {
        self.run_looking(&mut |_| (), found)
    }

    /// Solves as [`run_with`](Self::run_with) does, and shows the plan to `look` before the search begins. There is none to be
    /// seen if the planning is stopped.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_looking(
        &self,
        look: &mut dyn FnMut(&Plan),
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Answer, SolveError> {
        self.check_question()?;
        if self.puzzle.rules().has_several_bases() {
            return Err(SolveError::SeveralBases);
        }
        if !self.lone.is_empty() {
            return self.run_lone(look, found);
        }
        if self.puzzle.rules().misprint.is_some() {
            return self.run_misprinted(look, found);
        }
        let start = Moment::now();
        let answer = self.run_as_read(look, found)?;
        let is_none = self.zero_lines && answer.outcome.status == Status::None;
        let Some(puzzle) = is_none.then(|| self.puzzle.with_zero_lines()).flatten() else {
            return Ok(answer);
        };
        let left = self.limits.timeout.map(|limit| limit.saturating_sub(start.elapsed()));
        let limits = Limits { timeout: left, ..self.limits };
        let again = Self { puzzle, limits, ..self.clone() }.run_as_read(&mut |_| (), found)?;
        Ok(figures::of_both(answer, again))
    }

    /// Solves the puzzle as it is.
    fn run_as_read(
        &self,
        look: &mut dyn FnMut(&Plan),
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Answer, SolveError> {
        let start = Moment::now();
        match self.plan() {
            Err(SolveError::Interrupted { stopped_by }) => {
                let answer = Answer::unsearched(stopped_by, start.elapsed());
                Ok(self.as_shard(Answer { notes: self.notes(Vec::new()), ..answer }, None))
            }
            Err(error) => Err(error),
            Ok(plan) => {
                look(&plan);
                plan.run_with(found)
            }
        }
    }

    /// Compiles and plans. The plan can be looked at, kept and run.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// # use fukumen::puzzle::Puzzle;
    /// # use fukumen::solve::Solver;
    /// let puzzle: Puzzle = "SEND+MORE=MONEY".parse()?;
    /// let plan = Solver::new(&puzzle).plan()?;
    /// assert_eq!(plan.outline().engine, "linear");
    /// let (answer, solutions) = plan.run()?;
    /// assert_eq!((answer.outcome.unique, solutions.len()), (Some(true), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] if there is no engine or evaluator of the name given, if it does not fit, or if the time limit or an
    /// interrupt came before there was a plan.
    pub fn plan(&self) -> Result<Plan, SolveError> {
        self.check_question()?;
        let start = Moment::now();
        let watch = self.guard(self.limits.timeout);
        let stopped =
            |_| SolveError::Interrupted { stopped_by: watch.stopped_by().unwrap_or(StoppedBy::Interrupt) };
        let problem = Problem::within(&self.puzzle, &watch).map_err(stopped)?;
        let figures = figures::problems(&self.puzzle, &watch).map_err(stopped)?;
        let choice = match figures.as_slice() {
            [] => self.chosen_engine(&problem, &watch)?.map_err(stopped)?,
            figures => self.figure_by_figure(figures, &watch)?.map_err(stopped)?,
        };
        let evaluator = self.chosen_evaluator()?;
        let prepared = evaluator.prepare(&problem);
        watch.check().map_err(stopped)?;
        Ok(Plan::new(self.clone(), problem, choice, evaluator.name(), prepared, start))
    }

    /// What ends the work early: the flag, the time that is left, the watcher.
    fn guard(&self, time: Option<Duration>) -> Guard<'_> {
        Guard::new(self.watch.clone().within(time), self.watcher.clone(), &self.progress)
    }

    /// The engine with its plan, if nothing stops the planning.
    fn chosen_engine(
        &self,
        problem: &Arc<Problem>,
        watch: &Guard,
    ) -> Result<Result<Choice, Interrupted>, SolveError> {
        let request = Request::new(self.wanted())
            .enough(self.enough())
            .in_shards(self.shard.is_some())
            .interrupt(watch);
        let (engine, reason) = match (&self.own_engine, &self.engine) {
            (Some(own), _) => (&**own, None),
            (None, Some(name)) => (named_engine(name)?, Some(reason!("why-by-name"))),
            (None, None) => return Ok(engine::choose(problem, &request)),
        };
        match engine.fit(problem, &request) {
            Err(interrupted) => Ok(Err(interrupted)),
            Ok(Fit::Yes(plan)) if self.shard.is_some() && !plan.run.has_ranks() => {
                Err(SolveError::NoRanks { engine: engine.name() })
            }
            Ok(Fit::Yes(plan)) => {
                let plan = engine::Plan { reason: reason.unwrap_or(plan.reason), ..plan };
                Ok(Ok(Choice { engine: engine.name(), plan, asked: Vec::new() }))
            }
            Ok(Fit::No(reason)) => Err(SolveError::Unfit { engine: engine.name(), reason }),
        }
    }

    /// A count needs no solutions, unless they are looked at one by one.
    fn wanted(&self) -> Wanted {
        let looks_at_each =
            self.needs_all() || !self.puzzle.shows().is_empty() || self.own_evaluator.is_some();
        let is_limited = self.limits.max_solutions.is_some();
        match self.ask {
            Ask::Count if !looks_at_each && !is_limited => Wanted::Count,
            _ => Wanted::Solutions,
        }
    }

    fn chosen_evaluator(&self) -> Result<&dyn Evaluator, SolveError> {
        match (&self.own_evaluator, &self.evaluator) {
            (Some(own), _) => Ok(&**own),
            (None, Some(name)) => named_evaluator(name),
            (None, None) => Ok(eval::EVALUATORS[0]),
        }
    }

    /// The judge's verdict on a complete assignment: every condition, straight from its tree.
    fn confirm(&self, digits: &[Digit]) -> Truth {
        let context = self.puzzle.context();
        self.puzzle
            .all_conditions()
            .map(|condition| judge::truth(condition, digits, &context))
            .fold(Truth::Yes, Truth::and)
    }

    /// The number of solutions that ends the search, whatever the others are.
    fn enough(&self) -> Option<u64> {
        let asked = match self.ask {
            Ask::First(n) => Some(n),
            Ask::Unique => Some(2),
            Ask::All | Ask::Count => None,
        };
        let asked = if self.needs_all() { None } else { asked };
        asked.into_iter().chain(self.limits.max_solutions).min()
    }

    /// Whether no solution can be handed over before the last is found.
    fn needs_all(&self) -> bool {
        self.goal.is_some() || self.essentially.is_some()
    }

    /// What was asked is certain after exhaustion, and as soon as enough solutions were found.
    fn status(summary: &collect::Summary, exhausted: bool) -> Status {
        let has_enough = matches!(summary.stopped_by, Some(StoppedBy::First | StoppedBy::Unique));
        match summary.count {
            0 if !exhausted => Status::Stopped,
            _ if !exhausted && !has_enough => Status::Stopped,
            0 => Status::None,
            _ => Status::Solved,
        }
    }

    /// Asked up to symmetry, a puzzle is unique where there is one class.
    fn uniqueness(&self, summary: &collect::Summary, exhausted: bool) -> Option<bool> {
        let count = match (self.ask, summary.classes) {
            (Ask::Unique, Some(classes)) => u128::from(classes),
            _ => summary.count,
        };
        if count > 1 { Some(false) } else { exhausted.then_some(count == 1) }
    }

    fn notes(&self, more: Vec<Note>) -> Vec<Note> {
        let crowded = self.puzzle.crowded().map(|(symbols, digits)| {
            Note::from(if self.puzzle.rules().distinct_blanks {
                message!("note-crowded-blanks", symbols = symbols, digits = digits)
            } else {
                message!("note-crowded", symbols = symbols, digits = digits)
            })
        });
        self.puzzle.notes().iter().cloned().chain(crowded).chain(more).collect()
    }
}

fn named_engine(name: &str) -> Result<&'static dyn Engine, SolveError> {
    let known = || engine::ENGINES.iter().map(|engine| engine.name()).collect();
    engine::engine(name).ok_or_else(|| SolveError::NoSuchEngine { name: name.into(), known: known() })
}

fn named_evaluator(name: &str) -> Result<&'static dyn Evaluator, SolveError> {
    let known = || eval::EVALUATORS.iter().map(|evaluator| evaluator.name()).collect();
    eval::evaluator(name).ok_or_else(|| SolveError::NoSuchEvaluator { name: name.into(), known: known() })
}

/// The answer of a run, with the solutions that it hands over.
fn collected(
    run: impl FnOnce(&mut dyn FnMut(Solution) -> ControlFlow<()>) -> Result<Answer, SolveError>,
) -> Result<(Answer, Vec<Solution>), SolveError> {
    let mut solutions = Vec::new();
    let answer = run(&mut |solution| {
        solutions.push(solution);
        ControlFlow::Continue(())
    })?;
    Ok((answer, solutions))
}

impl Observer for Progress {
    fn advanced(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }
}
