//! Puzzles with misprinted letters: each replacement is solved as a puzzle of its own, and the answers are added up.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use super::answer::{Answer, Ask, Goal, Status, StoppedBy, Times};
use super::clock::Moment;
use super::error::SolveError;
use super::plan::Plan;
use super::solver::Solver;
use super::watcher::Guard;
use fukumen_language::interrupt::Interrupted;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;

impl Solver {
    /// Solves each puzzle with the right letters. The plan shown is that of the first replacement, whichever engine takes
    /// over: a shard shows it too, and need not solve this one.
    pub(super) fn run_misprinted(
        &self,
        look: &mut dyn FnMut(&Plan),
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Answer, SolveError> {
        let start = Moment::now();
        let watch = self.guard(self.limits.timeout);
        let mut run = Run { solver: self, start, all: Totals::new(), kept: Vec::new(), held: 0 };
        let stopped_by = || watch.stopped_by().unwrap_or(StoppedBy::Interrupt);
        let replaced = self.replaced(&mut run.all, &watch)?.unwrap_or_else(|Interrupted| {
            run.all.stopped_by = Some(stopped_by());
            0..0
        });
        for (number, puzzle) in self.puzzle.misprinted_until(&watch).enumerate().take(replaced.end) {
            let Ok(puzzle) = puzzle else {
                run.all.stopped_by = Some(stopped_by());
                break;
            };
            if number < replaced.start {
                continue;
            }
            run.solve(puzzle, look, found)?;
            if run.all.stopped_by.is_some() {
                break;
            }
        }
        let most = match self.ask {
            Ask::First(most) => usize::try_from(most).unwrap_or(usize::MAX),
            _ => usize::MAX,
        };
        let Run { all, kept, .. } = run;
        let _ = kept.into_iter().take(most).try_for_each(found);
        let plan = all.answer.plan.clone();
        Ok(self.as_shard(all.finished(self, start), plan.as_ref()))
    }

    /// Returns the numbers of the replacements to solve: a shard solves its own whole. Its plan is that of the first, too.
    fn replaced(
        &self,
        all: &mut Totals,
        watch: &Guard,
    ) -> Result<Result<Range<usize>, Interrupted>, SolveError> {
        let Some(shard) = self.shard else { return Ok(Ok(0..usize::MAX)) };
        let mut puzzles = self.puzzle.misprinted_until(watch);
        let puzzle = match puzzles.next() {
            Some(Ok(puzzle)) => puzzle,
            Some(Err(interrupted)) => return Ok(Err(interrupted)),
            None => return Ok(Ok(0..0)),
        };
        match (Self { puzzle, ..self.clone() }).plan() {
            Ok(plan) => all.answer.plan = Some(plan.outline().clone()),
            Err(SolveError::Interrupted { .. }) => return Ok(Err(Interrupted)),
            Err(error) => return Err(error),
        }
        all.is_first = false;
        let count = puzzles.try_fold(1, |count, puzzle| puzzle.map(|_| count + 1));
        Ok(count.map(|count| {
            let numbers = shard.of(count);
            numbers.start as usize..numbers.end as usize
        }))
    }
}

/// A run over the replacements.
struct Run<'s> {
    solver: &'s Solver,
    start: Moment,
    all: Totals,
    /// The best solutions so far, if there is a goal, and the bytes that they take.
    kept: Vec<Solution>,
    held: u64,
}

impl Run<'_> {
    /// Solves the puzzle of one replacement, and notes whether the run ends with it.
    fn solve(
        &mut self,
        puzzle: Puzzle,
        look: &mut dyn FnMut(&Plan),
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let (has_goal, most) =
            (self.solver.goal.is_some(), self.solver.limits.max_memory.unwrap_or(u64::MAX));
        let (mut own, offset) = (Vec::new(), self.all.answer.outcome.essentially.unwrap_or(0));
        let (mut flow, mut bytes) = (ControlFlow::Continue(()), self.held);
        let solver = self.solver_of(puzzle);
        let answer = solver.run_as_read(
            &mut |plan| {
                if self.all.is_first {
                    look(plan);
                    self.all.answer.plan = Some(plan.outline().clone());
                }
            },
            &mut |mut solution| {
                if has_goal {
                    if bytes >= most {
                        return ControlFlow::Break(());
                    }
                    bytes += solution.bytes() as u64;
                    own.push(solution);
                    return ControlFlow::Continue(());
                }
                solution.class = solution.class.map(|class| class + offset);
                flow = found(solution);
                flow
            },
        )?;
        self.all.stopped_by = (bytes >= most).then_some(StoppedBy::MaxMemory);
        let is_better = self.all.is_better(self.solver.goal.as_ref(), &answer);
        if is_better == Some(true) {
            self.kept.clear();
            bytes -= self.held;
        }
        if let Some(is_better) = is_better {
            let offset = if is_better { 0 } else { offset };
            own.iter_mut().for_each(|solution| solution.class = solution.class.map(|class| class + offset));
            self.kept.extend(own);
            self.held = bytes;
        }
        self.all.add(answer, is_better);
        if flow.is_break() {
            self.all.stopped_by = Some(StoppedBy::Interrupt);
        }
        self.all.stopped_by = self.all.stopped_by.or_else(|| self.enough());
        Ok(())
    }

    /// Returns the solver of one replacement, with what is left of the limits.
    fn solver_of(&self, puzzle: Puzzle) -> Solver {
        let taken = u64::try_from(self.all.answer.outcome.count).unwrap_or(u64::MAX);
        let left = |most: u64| most.saturating_sub(taken);
        let mut solver = Solver { puzzle, shard: None, ..self.solver.clone() };
        solver.limits.timeout = solver.limits.timeout.map(|limit| limit.saturating_sub(self.start.elapsed()));
        solver.limits.max_solutions = solver.limits.max_solutions.map(left);
        if let (Ask::First(most), false) = (solver.ask, solver.needs_all()) {
            solver.ask = Ask::First(left(most));
        }
        solver
    }

    /// Returns why no more solutions are wanted, if that is so.
    fn enough(&self) -> Option<StoppedBy> {
        let (solver, count) = (self.solver, self.all.answer.outcome.count);
        match solver.ask {
            Ask::First(most) if !solver.needs_all() && count >= u128::from(most) => Some(StoppedBy::First),
            Ask::Unique if !solver.needs_all() && count >= 2 => Some(StoppedBy::Unique),
            _ if solver.limits.max_solutions.is_some_and(|most| count >= u128::from(most)) => {
                Some(StoppedBy::MaxSolutions)
            }
            _ => None,
        }
    }
}

/// The sum of several answers.
struct Totals {
    answer: Answer,
    groups: BTreeMap<Vec<Option<fukumen_language::number::Exact>>, u64>,
    is_first: bool,
    is_exhausted: bool,
    stopped_by: Option<StoppedBy>,
}

impl Totals {
    fn new() -> Self {
        let answer = Answer::unsearched(StoppedBy::Interrupt, std::time::Duration::ZERO);
        Self { answer, groups: BTreeMap::new(), is_first: true, is_exhausted: true, stopped_by: None }
    }

    /// Returns whether an answer has better solutions than all before, or equally good ones; `None` if they are worse.
    fn is_better(&self, goal: Option<&Goal>, answer: &Answer) -> Option<bool> {
        let (Some(best), Some(own)) = (&self.answer.outcome.best, &answer.outcome.best) else {
            return Some(goal.is_some() && answer.outcome.best.is_some());
        };
        let order = match goal {
            Some(Goal::Minimize(_)) => best.cmp(own),
            _ => own.cmp(best),
        };
        order.is_ge().then_some(order.is_gt())
    }

    fn add(&mut self, answer: Answer, is_better: Option<bool>) {
        let outcome = &mut self.answer.outcome;
        if is_better == Some(true) {
            outcome.count = 0;
            outcome.essentially = None;
            outcome.best.clone_from(&answer.outcome.best);
            self.groups.clear();
        }
        if is_better.is_some() {
            outcome.count += answer.outcome.count;
            for (values, count) in answer.outcome.groups {
                *self.groups.entry(values).or_default() += count;
            }
            if let Some(classes) = answer.outcome.essentially {
                *outcome.essentially.get_or_insert(0) += classes;
            }
        }
        outcome.undecided += answer.outcome.undecided;
        outcome.order = answer.outcome.order;
        self.is_exhausted &= answer.outcome.exhausted;
        let is_limit = |by: &StoppedBy| !matches!(by, StoppedBy::First | StoppedBy::Unique);
        self.stopped_by = self.stopped_by.or(answer.outcome.stopped_by.filter(is_limit));
        let (work, own) = (&mut self.answer.work, answer.work);
        work.threads = work.threads.max(own.threads);
        work.nodes += own.nodes;
        work.evaluations += own.evaluations;
        let times = work.times;
        work.times = Times {
            plan: times.plan + own.times.plan,
            search: times.search + own.times.search,
            confirm: times.confirm + own.times.confirm,
            ..times
        };
        self.is_first = false;
    }

    fn finished(mut self, solver: &Solver, start: Moment) -> Answer {
        let outcome = &mut self.answer.outcome;
        outcome.stopped_by = self.stopped_by;
        outcome.exhausted = self.is_exhausted && self.stopped_by.is_none() && outcome.undecided == 0;
        let has_enough = matches!(self.stopped_by, Some(StoppedBy::First | StoppedBy::Unique));
        outcome.status = match outcome.count {
            _ if !outcome.exhausted && !has_enough => Status::Stopped,
            0 => Status::None,
            _ => Status::Solved,
        };
        let count = match (solver.ask, outcome.essentially) {
            (Ask::Unique, Some(classes)) => u128::from(classes),
            _ => outcome.count,
        };
        outcome.unique = if count > 1 { Some(false) } else { outcome.exhausted.then_some(count == 1) };
        outcome.groups = self.groups.into_iter().collect();
        self.answer.work.times.total = start.elapsed();
        self.answer.notes = solver.notes(Vec::new());
        self.answer
    }
}
