//! A planned search: it can be looked at, and run as often as one likes.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Answer;
use super::MOST_THREADS;
use super::Progress;
use super::Reading;
use super::SolveError;
use super::Solver;
use super::StoppedBy;
use super::Times;
use super::clock::Moment;
use super::collect;
use super::collect::Collector;
use super::watcher::Guard;
use crate::compile::Problem;
use crate::digits::Digit;
use crate::engine::Asked;
use crate::engine::Choice;
use crate::engine::Ended;
use crate::engine::Observer;
use crate::engine::Search;
use crate::engine::Stop;
use crate::engine::Tally;
use crate::eval::Evaluator;
use crate::eval::Prepared;
use crate::judge::Truth;
use crate::solution::Solution;

/// A compiled puzzle with the engine chosen for it; see [`Solver::planned`].
#[derive(Debug)]
pub struct Planned<'a> {
    pub(super) solver: &'a Solver<'a>,
    pub(super) problem: &'a Problem,
    pub(super) choice: Choice<'a>,
    pub(super) evaluator: &'a dyn Evaluator,
    pub(super) prepared: Box<dyn Prepared + 'a>,
    /// How long compiling and planning took.
    pub(super) took: Duration,
}

impl Planned<'_> {
    /// The name of the engine.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        self.choice.engine.name()
    }

    /// Why this engine.
    #[must_use]
    pub fn reason(&self) -> String {
        match self.solver.puzzle.crowded() {
            Some(_) => "nothing to search: there are more symbols than digits".into(),
            None => self.choice.plan.reason.to_string(),
        }
    }

    /// The symbols in the order in which the engine takes them.
    #[must_use]
    pub fn symbols(&self) -> Vec<String> {
        let name = |index: usize| self.solver.puzzle.hidden()[index].name.clone();
        self.choice.plan.order.iter().map(|cell| name(cell.index())).collect()
    }

    /// The nodes that the engine expects to look at.
    #[must_use]
    pub fn nodes(&self) -> f64 {
        self.choice.plan.nodes
    }

    /// The nanoseconds that it expects to take on one thread.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.choice.plan.cost
    }

    /// What the engines answered that were asked.
    #[must_use]
    pub fn asked(&self) -> &[Asked] {
        &self.choice.asked
    }

    /// Searches; see [`Solver::run_with`].
    ///
    /// # Errors
    /// [`SolveError::Disagreement`] where an evaluator claims what the judge denies.
    pub fn run_with(&self, found: &mut dyn FnMut(Solution) -> ControlFlow<()>) -> Result<Answer, SolveError> {
        let start = Moment::now();
        // Planning counts in each run of the plan.
        let left = self.solver.limits.timeout.map(|limit| limit.saturating_sub(self.took));
        let timer = self.solver.guard(left);
        let mut collector = Collector::new(self.solver, found);
        let watch = Stopwatch { progress: &self.solver.progress, nanoseconds: AtomicU64::new(0) };
        let ended = self.search(&timer, &watch, &mut collector);
        let searched = start.elapsed();
        let is_interrupted = ended.stop == Stop::Interrupted;
        let stopped_by = is_interrupted.then(|| timer.stopped_by().unwrap_or(StoppedBy::Interrupt));
        let mut summary = collector.finish(stopped_by, self.evaluator.name())?;
        summary.count += ended.counted;
        let confirm = watch.total();
        let times = Times {
            parse: Duration::ZERO,
            plan: self.took,
            search: searched.saturating_sub(confirm / ended.threads.max(1) as u32),
            confirm,
            total: self.took + start.elapsed(),
        };
        Ok(self.answer(&ended, summary, times))
    }

    fn search(&self, timer: &Guard, watch: &Stopwatch, collector: &mut Collector) -> Ended {
        if self.solver.puzzle.crowded().is_some() {
            return Ended { stop: Stop::Exhausted, tally: Tally::default(), threads: 1, counted: 0 };
        }
        let search = Search {
            problem: self.problem,
            evaluator: &*self.prepared,
            confirm: &|digits| self.solver.confirm(digits),
            threads: self.solver.threads.min(MOST_THREADS),
            enough: self.solver.enough(),
            memory: self.solver.limits.max_memory,
            interrupt: timer,
            observer: watch,
        };
        let run = &*self.choice.plan.run;
        run.run(&search, &mut |digits: &[Digit], truth: Truth| collector.take(digits, truth))
    }

    fn answer(&self, ended: &Ended, summary: collect::Summary, times: Times) -> Answer {
        let exhausted =
            ended.stop == Stop::Exhausted && summary.stopped_by.is_none() && summary.undecided == 0;
        Answer {
            status: Solver::status(&summary, exhausted),
            reading: Reading::AsRead,
            exhausted,
            count: summary.count,
            unique: self.solver.uniqueness(&summary, exhausted),
            essentially: summary.classes,
            undecided: summary.undecided,
            groups: summary.groups,
            best: summary.best,
            order: summary.order,
            written: None,
            engine: self.engine(),
            evaluator: self.evaluator.name().into(),
            reason: self.reason(),
            symbols: self.symbols(),
            estimate: self.nodes(),
            cost: self.cost(),
            asked: self.asked().to_vec(),
            threads: ended.threads,
            stopped_by: summary.stopped_by,
            nodes: ended.tally.nodes,
            evaluations: ended.tally.evaluations,
            times,
            notes: self.solver.notes(summary.notes),
        }
    }
}

/// Passes on how far the search has come, and measures what confirmations take, on any thread.
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
