//! The run of a solver: the engine and the evaluator are chosen, and the plan is carried out.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::answer::{Answer, Limits, Status, StoppedBy};
use super::clock::Moment;
use super::collect::collected;
use super::error::SolveError;
use super::figures;
use super::plan::Plan;
use super::solver::Solver;
use super::watcher::Guard;
use crate::compile::Problem;
use crate::engine;
use crate::engine::{Choice, Engine, Fit, Request, reason};
use crate::eval;
use crate::eval::Evaluator;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::solution::Solution;

impl Solver {
    /// Solves, and collects the solutions.
    ///
    /// # Errors
    /// [`SolveError`] if the requested engine or evaluator does not exist or does not fit.
    pub fn run(&self) -> Result<(Answer, Vec<Solution>), SolveError> {
        collected(|found| self.run_with(found))
    }

    /// Solves, and hands over each solution on the caller's thread: sorted at the end, or as they are found with
    /// [`stream`](Self::stream) and past a million of them. The search stops if `found` breaks.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_with(&self, found: &mut dyn FnMut(Solution) -> ControlFlow<()>) -> Result<Answer, SolveError> {
        self.run_looking(&mut |_| (), found)
    }

    /// Solves as [`run_with`](Self::run_with) does, and shows the plan to `look` before the search begins. There is no plan
    /// to see if the planning is stopped.
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
            return self.run_unshared(look, found);
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
    pub(super) fn run_as_read(
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
            [] => self.whole_or_halves(&problem, &watch)?.map_err(stopped)?,
            figures => self.every_figure(figures, &watch)?.map_err(stopped)?,
        };
        let evaluator = self.chosen_evaluator()?;
        let prepared = evaluator.prepare(&problem);
        watch.check().map_err(stopped)?;
        Ok(Plan::new(self.clone(), problem, choice, evaluator.name(), prepared, start))
    }

    /// Returns the engine with its plan, unless the planning is stopped.
    pub(super) fn chosen_engine(
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

    pub(super) fn chosen_evaluator(&self) -> Result<&dyn Evaluator, SolveError> {
        match (&self.own_evaluator, &self.evaluator) {
            (Some(own), _) => Ok(&**own),
            (None, Some(name)) => named_evaluator(name),
            (None, None) => Ok(eval::EVALUATORS[0]),
        }
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
