//! A plan: a compiled puzzle with its engine. It can be looked at, and run any number of times.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::answer::{Answer, Outcome, Outline, Progress, Reading, StoppedBy, Times, Work};
use super::clock::Moment;
use super::collect::{Collector, Summary, collected};
use super::error::SolveError;
use super::solver::Solver;
use super::watcher::Guard;
use crate::compile::Problem;
use crate::engine::{Choice, Ended, Observer, Portion, Run, Search, Shard, Stop, Tally, reason};
use crate::eval::Prepared;
use fukumen_language::digits::Digit;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;

/// More threads than any machine has processors for would only take memory.
const MOST_THREADS: usize = 1024;

/// A compiled puzzle with the engine that was chosen for it; see [`Solver::plan`].
///
/// It owns everything it needs: it may be kept, cloned, sent to another thread, and run any number of times.
#[derive(Clone, Debug)]
pub struct Plan {
    solver: Solver,
    problem: Arc<Problem>,
    search: Arc<dyn Run>,
    prepared: Arc<dyn Prepared>,
    outline: Outline,
    /// How long compiling and planning took.
    took: Duration,
}

impl Plan {
    /// Makes the plan of a solver that chose this engine and evaluator. It began at `start`.
    pub(super) fn new(
        solver: Solver,
        problem: Arc<Problem>,
        choice: Choice,
        evaluator: &str,
        prepared: Box<dyn Prepared>,
        start: Moment,
    ) -> Self {
        let outline = outline(&solver.puzzle, &choice, evaluator);
        let (search, prepared) = (choice.plan.run, Arc::from(prepared));
        Self { solver, problem, search, prepared, outline, took: start.elapsed() }
    }

    /// Returns how it searches, and how long that should take.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Searches, and collects the solutions; see [`Solver::run`].
    ///
    /// # Errors
    /// As [`run_with`](Self::run_with).
    pub fn run(&self) -> Result<(Answer, Vec<Solution>), SolveError> {
        collected(|found| self.run_with(found))
    }

    /// Searches; see [`Solver::run_with`].
    ///
    /// # Errors
    /// [`SolveError::Disagreement`] if an evaluator accepts an assignment that the judge rejects.
    pub fn run_with(&self, found: &mut dyn FnMut(Solution) -> ControlFlow<()>) -> Result<Answer, SolveError> {
        let start = Moment::now();
        // The time of planning counts in each run of the plan.
        let left = self.solver.limits.timeout.map(|limit| limit.saturating_sub(self.took));
        let timer = self.solver.guard(left);
        let mut collector = Collector::new(&self.solver, found);
        let watch = Stopwatch { progress: &self.solver.progress, nanoseconds: AtomicU64::new(0) };
        let ended = self.search(&timer, &watch, &mut collector);
        let searched = start.elapsed();
        let is_interrupted = ended.stop == Stop::Interrupted;
        let stopped_by = is_interrupted.then(|| timer.stopped_by().unwrap_or(StoppedBy::Interrupt));
        let mut summary = collector.finish(stopped_by, &self.outline.evaluator, &timer)?;
        summary.count += ended.counted;
        let confirm = watch.total();
        let times = Times {
            parse: Duration::ZERO,
            plan: self.took,
            search: searched.saturating_sub(confirm / ended.threads.max(1) as u32),
            confirm,
            total: self.took + start.elapsed(),
        };
        let answer = self.answer(&ended, summary, times);
        Ok(self.solver.as_shard(answer, Some(&self.outline)))
    }

    fn search(&self, timer: &Guard, watch: &Stopwatch, collector: &mut Collector) -> Ended {
        if self.solver.puzzle.crowded().is_some() {
            return Ended::new(Stop::Exhausted, Tally::default());
        }
        let search = Search {
            problem: &self.problem,
            evaluator: &*self.prepared,
            confirm: &|digits| self.solver.confirm(digits),
            portion: self.solver.shard.map_or(Portion::WHOLE, Shard::portion),
            threads: self.solver.threads.min(MOST_THREADS),
            enough: self.solver.enough(),
            memory: self.solver.limits.max_memory,
            interrupt: timer,
            observer: watch,
        };
        self.search.run(&search, &mut |digits: &[Digit], truth: Truth| collector.take(digits, truth))
    }

    /// Returns the outline, with the engine that finished.
    fn outline_of(&self, ended: &Ended) -> Outline {
        let outline = self.outline.clone();
        let Some(engine) = ended.by else { return outline };
        let reason = reason!("why-took-over", engine = outline.engine);
        Outline { engine, reason, ..outline }
    }

    pub(super) fn answer(&self, ended: &Ended, summary: Summary, times: Times) -> Answer {
        let exhausted =
            ended.stop == Stop::Exhausted && summary.stopped_by.is_none() && summary.undecided == 0;
        let outcome = Outcome {
            status: summary.status(exhausted),
            reading: Reading::AsRead,
            exhausted,
            count: summary.count,
            unique: summary.uniqueness(self.solver.ask, exhausted),
            essentially: summary.classes,
            undecided: summary.undecided,
            groups: summary.groups,
            best: summary.best,
            order: summary.order,
            written: None,
            left_out: None,
            stopped_by: summary.stopped_by,
        };
        let Tally { nodes, evaluations } = ended.tally;
        Answer {
            outcome,
            plan: Some(self.outline_of(ended)),
            work: Work { threads: ended.threads, nodes, evaluations, times },
            notes: self.solver.notes(summary.notes),
            shard: None,
        }
    }
}

fn outline(puzzle: &Puzzle, choice: &Choice, evaluator: &str) -> Outline {
    let plan = &choice.plan;
    let reason = match puzzle.crowded() {
        Some(_) => reason!("why-crowded"),
        None => plan.reason.clone(),
    };
    let name = |index: usize| puzzle.hidden()[index].name.clone();
    Outline {
        engine: choice.engine,
        evaluator: evaluator.into(),
        reason,
        symbols: plan.order.iter().map(|cell| name(cell.index())).collect(),
        nodes: plan.nodes,
        cost: plan.cost,
        asked: choice.asked.clone(),
    }
}

/// Passes the progress on, and measures what confirmations take, on any thread.
struct Stopwatch<'a> {
    progress: &'a Progress,
    nanoseconds: AtomicU64,
}

impl Stopwatch<'_> {
    fn total(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }
}

impl Observer for Stopwatch<'_> {
    fn advanced(&self, done: u64, total: u64) {
        self.progress.advanced(done, total);
    }

    fn confirming(&self, confirm: &mut dyn FnMut()) {
        let start = Moment::now();
        confirm();
        self.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
}
