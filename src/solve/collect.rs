//! Takes what an engine finds and makes an answer of it: counts, keeps, sorts, groups.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::Ask;
use super::Essentially;
use super::Goal;
use super::Order;
use super::SolveError;
use super::Solver;
use super::StoppedBy;
use crate::compile::symmetry;
use crate::digits::Digit;
use crate::expr::Cell;
use crate::expr::Expr;
use crate::judge;
use crate::judge::Truth;
use crate::message::Note;
use crate::message::message;
use crate::number::Exact;
use crate::number::Undefined;
use crate::solution::Solution;

/// Past this many solutions they are handed over as they come.
pub(crate) const KEPT: usize = 1_000_000;

/// What was found, but for the solutions.
pub(super) struct Summary {
    pub(super) count: u128,
    pub(super) undecided: u64,
    pub(super) classes: Option<u64>,
    pub(super) groups: Vec<(Vec<Option<Exact>>, u64)>,
    pub(super) best: Option<Exact>,
    pub(super) order: Order,
    pub(super) stopped_by: Option<StoppedBy>,
    pub(super) notes: Vec<Note>,
}

/// Takes findings one by one.
pub(super) struct Collector<'a> {
    solver: &'a Solver,
    found: &'a mut dyn FnMut(Solution) -> ControlFlow<()>,
    kept: Vec<Solution>,
    count: u128,
    /// Solutions seen; more than `count` where only the best count.
    seen: u64,
    undecided: u64,
    groups: BTreeMap<Vec<Option<Exact>>, u64>,
    best: Option<Exact>,
    streams: bool,
    stopped_by: Option<StoppedBy>,
    disagreement: Option<String>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(solver: &'a Solver, found: &'a mut dyn FnMut(Solution) -> ControlFlow<()>) -> Self {
        Self {
            solver,
            found,
            kept: Vec::new(),
            count: 0,
            seen: 0,
            undecided: 0,
            groups: BTreeMap::new(),
            best: None,
            // Shards are sorted when they are merged; until then, their order says which come first.
            streams: (solver.stream || solver.shard.is_some()) && !solver.needs_all(),
            stopped_by: None,
            disagreement: None,
        }
    }

    /// Takes one finding; breaks where the search need not go on.
    pub(super) fn take(&mut self, digits: &[Digit], truth: Truth) -> ControlFlow<()> {
        match truth {
            Truth::Yes => self.take_solution(digits),
            Truth::Undecided => {
                self.undecided += 1;
                ControlFlow::Continue(())
            }
            Truth::No => {
                self.disagreement = Some(Solution::new(&self.solver.puzzle, digits.to_vec()).to_string());
                ControlFlow::Break(())
            }
        }
    }

    fn take_solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.seen += 1;
        self.solver.progress.found.store(self.seen, Ordering::Relaxed);
        if self.is_good_enough(digits) {
            self.count += 1;
            self.keep(digits)?;
        }
        self.stopped_by = self.reached_limit();
        if self.stopped_by.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether it is as good as the best so far; a better one puts all others aside.
    fn is_good_enough(&mut self, digits: &[Digit]) -> bool {
        let (expr, sign) = match &self.solver.goal {
            None => return true,
            Some(Goal::Maximize(expr)) => (expr, Exact::ONE),
            Some(Goal::Minimize(expr)) => (expr, Exact::from(-1)),
        };
        let value = match judge::number(expr, digits, &self.solver.puzzle.context()) {
            Ok(value) => value.times(&sign),
            Err(Undefined::NoValue) => return false,
            Err(_) => {
                self.undecided += 1;
                return false;
            }
        };
        if self.best.as_ref().is_none_or(|best| value > *best) {
            self.best = Some(value);
            self.kept.clear();
            self.groups.clear();
            self.count = 0;
            return true;
        }
        self.best.as_ref() == Some(&value)
    }

    fn keep(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        let shows = self.solver.puzzle.shows().iter();
        let shown: Vec<_> = shows.map(|show| self.value(show, digits)).collect();
        if self.solver.ask == Ask::Count {
            if !shown.is_empty() {
                *self.groups.entry(shown.clone()).or_default() += 1;
            }
            if self.solver.essentially.is_none() {
                return ControlFlow::Continue(());
            }
        }
        let mut solution = Solution::new(&self.solver.puzzle, digits.to_vec());
        solution.shown = shown;
        if self.streams {
            return self.hand_over(solution);
        }
        self.kept.push(solution);
        if self.kept.len() > KEPT && !self.solver.needs_all() {
            self.streams = true;
            return self.hand_over_all();
        }
        ControlFlow::Continue(())
    }

    fn value(&self, expr: &Expr, digits: &[Digit]) -> Option<Exact> {
        judge::number(expr, digits, &self.solver.puzzle.context()).ok()
    }

    fn hand_over(&mut self, solution: Solution) -> ControlFlow<()> {
        let flow = (self.found)(solution);
        if flow.is_break() {
            self.stopped_by = Some(StoppedBy::Interrupt);
        }
        flow
    }

    fn hand_over_all(&mut self) -> ControlFlow<()> {
        std::mem::take(&mut self.kept).into_iter().try_for_each(|solution| self.hand_over(solution))
    }

    fn reached_limit(&self) -> Option<StoppedBy> {
        let limits = &self.solver.limits;
        let first = match self.solver.ask {
            Ask::First(n) if self.seen >= n => Some(StoppedBy::First),
            Ask::Unique if self.seen >= 2 => Some(StoppedBy::Unique),
            _ => None,
        };
        let first = if self.solver.needs_all() { None } else { first };
        first
            .or_else(|| (limits.max_solutions? <= self.seen).then_some(StoppedBy::MaxSolutions))
            .or_else(|| (limits.max_memory? <= self.bytes()).then_some(StoppedBy::MaxMemory))
    }

    /// The memory that kept solutions take, near enough.
    fn bytes(&self) -> u64 {
        let each = size_of::<Solution>() + self.solver.puzzle.hidden().len() + 16;
        (self.kept.len() * each) as u64
    }

    /// Sorts, groups and hands over what is left. `interrupted` tells what stopped the search from
    /// outside, if anything did.
    pub(super) fn finish(
        mut self,
        interrupted: Option<StoppedBy>,
        evaluator: &str,
    ) -> Result<Summary, SolveError> {
        if let Some(assignment) = self.disagreement {
            return Err(SolveError::Disagreement { evaluator: evaluator.into(), assignment });
        }
        let order = if self.streams { Order::Engine } else { Order::Sorted };
        let mut notes = Vec::new();
        self.sort();
        let classes = self.solver.essentially.map(|essentially| self.group(essentially, &mut notes));
        self.keep_the_first(&mut notes);
        let stopped_by = self.stopped_by.or(interrupted);
        if self.solver.ask != Ask::Count {
            let _ = self.hand_over_all();
        }
        let sign = if matches!(self.solver.goal, Some(Goal::Minimize(_))) { -1 } else { 1 };
        Ok(Summary {
            count: self.count,
            undecided: self.undecided,
            classes,
            groups: self.groups.into_iter().collect(),
            best: self.best.map(|best| best.times(&Exact::from(sign))),
            order,
            stopped_by,
            notes,
        })
    }

    /// The first of the best, or of the classes, can be told only when all are known.
    fn keep_the_first(&mut self, notes: &mut Vec<Note>) {
        let (Ask::First(n), true) = (self.solver.ask, self.solver.needs_all()) else { return };
        let (n, all) = (usize::try_from(n).unwrap_or(usize::MAX), self.kept.len());
        if n < all {
            self.kept.truncate(n);
            notes.push(message!("note-first-shown", shown = n, all = all).into());
        }
    }

    /// By the digits of the symbols in their order of first appearance, then those of the blanks.
    fn sort(&mut self) {
        let order = self.solver.puzzle.order();
        let key =
            |solution: &Solution| order.iter().map(|cell: &Cell| solution.digit(*cell)).collect::<Vec<_>>();
        self.kept.sort_by_cached_key(key);
    }

    /// Numbers the classes of solutions and keeps the first of each.
    fn group(&mut self, essentially: Essentially, notes: &mut Vec<Note>) -> u64 {
        let level = match essentially {
            Essentially::Terms => symmetry::Scope::Terms,
            Essentially::Digits => symmetry::Scope::Digits,
        };
        let symmetries = symmetry::symmetries(&self.solver.puzzle, level);
        if !symmetries.is_complete() {
            notes.push(message!("note-symmetries").into());
        }
        let digits: Vec<&[Digit]> = self.kept.iter().map(Solution::digits).collect();
        let classes = symmetry::classes(&digits, &symmetries);
        let mut last = 0;
        let mut kept = Vec::new();
        for (mut solution, class) in std::mem::take(&mut self.kept).into_iter().zip(classes) {
            if class > last {
                last = class;
                solution.class = Some(class);
                kept.push(solution);
            }
        }
        self.kept = kept;
        last
    }
}
