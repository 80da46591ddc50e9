//! Puzzles with several figures, searched figure by figure, and those in which one of several conditions holds, part by part; and the answer of a puzzle that was read a second time, with
//! lines that may be 0.
//!
//! No two figures hold at once, so no solution is found twice and counts add up. Each figure has its own engine; engines do
//! not know of figures. The judge confirms each solution against the whole puzzle.

use std::sync::Arc;
use std::time::Duration;

use super::answer::{Answer, Outcome, Reading, Status, Times, Work};
use super::error::SolveError;
use super::solver::Solver;
use super::watcher::Guard;
use crate::compile::Problem;
use crate::engine::{Choice, Ended, Found, Observer, Plan, Run, Search, Stop, Tally, reason};
use crate::eval::Prepared;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::judge::Truth;
use fukumen_language::message::message;
use fukumen_language::puzzle::Puzzle;

/// The number of parts of a search that a figure counts as.
const PARTS: u64 = 1000;

/// Returns the figures of a puzzle as problems; empty if nothing is open.
pub(super) fn problems(puzzle: &Puzzle, interrupt: &dyn Interrupt) -> Result<Vec<Arc<Problem>>, Interrupted> {
    puzzle.figures().map(|figure| Problem::within(&figure, interrupt)).collect()
}

/// A figure with its engine.
struct PartOfSearch {
    problem: Arc<Problem>,
    prepared: Box<dyn Prepared>,
    run: Arc<dyn Run>,
}

/// All figures, one after the other.
struct FigureByFigure {
    parts: Vec<PartOfSearch>,
}

/// A search that expects to take less than this many nanoseconds is not cut in two.
const WORTH_HALVES: f64 = 100_000.0;

impl Solver {
    /// Chooses an engine, or one for each half of a condition `X ∨ Y` if that takes less time.
    pub(super) fn whole_or_halves(
        &self,
        problem: &Arc<Problem>,
        watch: &Guard,
    ) -> Result<Result<Choice, Interrupted>, SolveError> {
        let Ok(whole) = self.chosen_engine(problem, watch)? else { return Ok(Err(Interrupted)) };
        if whole.plan.cost < WORTH_HALVES || self.engine.is_some() || self.own_engine.is_some() {
            return Ok(Ok(whole));
        }
        let halves: Vec<Arc<Problem>> = problem.halves().into_iter().map(Arc::new).collect();
        if halves.is_empty() {
            return Ok(Ok(whole));
        }
        let in_halves = self.figure_by_figure(&halves, watch)?;
        Ok(in_halves.map(|mut choice| {
            if choice.plan.cost >= whole.plan.cost {
                return whole;
            }
            choice.plan.reason = reason!("why-halves", reason = choice.plan.reason, cases = halves.len());
            choice
        }))
    }

    /// Chooses an engine for each figure. The plan describes the one that expects to take longest.
    pub(super) fn every_figure(
        &self,
        figures: &[Arc<Problem>],
        watch: &Guard,
    ) -> Result<Result<Choice, Interrupted>, SolveError> {
        Ok(self.figure_by_figure(figures, watch)?.map(|mut choice| {
            choice.plan.reason = reason!("why-figures", reason = choice.plan.reason, figures = figures.len());
            choice
        }))
    }

    fn figure_by_figure(
        &self,
        figures: &[Arc<Problem>],
        watch: &Guard,
    ) -> Result<Result<Choice, Interrupted>, SolveError> {
        let evaluator = self.chosen_evaluator()?;
        let (mut parts, mut longest) = (Vec::new(), None::<Choice>);
        let (mut nodes, mut cost) = (0.0, 0.0);
        for problem in figures {
            let choice = match self.chosen_engine(problem, watch)? {
                Ok(choice) => choice,
                Err(interrupted) => return Ok(Err(interrupted)),
            };
            nodes += choice.plan.nodes;
            cost += choice.plan.cost;
            let (problem, run) = (Arc::clone(problem), Arc::clone(&choice.plan.run));
            parts.push(PartOfSearch { prepared: evaluator.prepare(&problem), problem, run });
            if longest.as_ref().is_none_or(|longest| choice.plan.cost > longest.plan.cost) {
                longest = Some(choice);
            }
        }
        let Choice { engine, plan, asked } = longest.expect("there are several figures");
        let plan = Plan { nodes, cost, run: Arc::new(FigureByFigure { parts }), ..plan };
        Ok(Ok(Choice { engine, plan, asked }))
    }
}

impl Run for FigureByFigure {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        let mut all = Ended::new(Stop::Exhausted, Tally::default());
        let mut taken = 0;
        for (i, part) in self.parts.iter().enumerate() {
            let observer =
                OneOf { observer: search.observer, before: i as u64, all: self.parts.len() as u64 };
            let search = Search {
                problem: &part.problem,
                evaluator: &*part.prepared,
                enough: search.enough.map(|enough| enough.saturating_sub(taken)),
                observer: &observer,
                portion: search.portion.within(i, self.parts.len()),
                ..*search
            };
            let ended = part.run.run(&search, &mut |digits, truth| {
                taken += u64::from(truth == Truth::Yes);
                found(digits, truth)
            });
            all.stop = ended.stop;
            all.tally += ended.tally;
            all.threads = all.threads.max(ended.threads);
            all.counted += ended.counted;
            all.by = all.by.or(ended.by);
            if all.stop != Stop::Exhausted {
                break;
            }
        }
        all
    }

    fn has_ranks(&self) -> bool {
        self.parts.iter().all(|part| part.run.has_ranks())
    }
}

/// The progress of one of several searches.
struct OneOf<'a> {
    observer: &'a dyn Observer,
    before: u64,
    all: u64,
}

impl Observer for OneOf<'_> {
    fn advanced(&self, done: u64, total: u64) {
        let part = u128::from(done) * u128::from(PARTS) / u128::from(total.max(1));
        self.observer.advanced(self.before * PARTS + part as u64, self.all * PARTS);
    }

    fn confirming(&self, confirm: &mut dyn FnMut()) {
        self.observer.confirming(confirm);
    }
}

/// Combines both answers about a puzzle: without a solution, and if lines may be 0. If the second finds nothing either, the
/// first one stands.
pub(super) fn of_both(first: Answer, second: Answer) -> Answer {
    let both = |of: fn(&Times) -> Duration| of(&first.work.times) + of(&second.work.times);
    let times = Times {
        parse: first.work.times.parse,
        plan: both(|times| times.plan),
        search: both(|times| times.search),
        confirm: both(|times| times.confirm),
        total: both(|times| times.total),
    };
    let (nodes, evaluations) =
        (first.work.nodes + second.work.nodes, first.work.evaluations + second.work.evaluations);
    let work = |work: Work| Work { times, nodes, evaluations, ..work };
    if second.outcome.status == Status::None {
        return Answer { work: work(first.work), ..first };
    }
    let mut notes = second.notes;
    notes.push(message!("note-zero-lines").into());
    let outcome = Outcome { reading: Reading::ZeroLines, ..second.outcome };
    // A shard belongs to the search that came first, whatever it found.
    Answer { outcome, work: work(second.work), notes, plan: second.plan, shard: first.shard }
}
