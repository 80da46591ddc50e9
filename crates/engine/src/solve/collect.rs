//! Makes an answer from an engine's finds: counts, keeps, sorts, groups.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::answer::{Answer, Ask, Essentially, Goal, Order, Status, StoppedBy};
use super::error::SolveError;
use super::solver::Solver;
use super::store::Store;
use crate::compile::symmetry;
use crate::compile::symmetry::{Firsts, Symmetries};
use fukumen_language::digits::Digit;
use fukumen_language::expr::Expr;
use fukumen_language::interrupt::{Interrupt, Never};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::message::{Note, message};
use fukumen_language::number::{Exact, Undefined};
use fukumen_language::solution::Solution;

/// Past this many solutions, they are handed over as they are found.
pub const KEPT: usize = 1_000_000;

/// Past this many solutions, only the first of each class is kept, if each solution alone shows whether it is the first.
const GROUPED: usize = 1 << 16;

/// The result without the solutions.
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

impl Summary {
    /// Returns the status. The answer is certain after exhaustion, or once enough solutions were found.
    pub fn status(&self, exhausted: bool) -> Status {
        let has_enough = matches!(self.stopped_by, Some(StoppedBy::First | StoppedBy::Unique));
        match self.count {
            0 if !exhausted => Status::Stopped,
            _ if !exhausted && !has_enough => Status::Stopped,
            0 => Status::None,
            _ => Status::Solved,
        }
    }

    /// Returns whether there is exactly one solution, or one class if symmetric solutions count as one.
    pub fn uniqueness(&self, ask: Ask, exhausted: bool) -> Option<bool> {
        let count = match (ask, self.classes) {
            (Ask::Unique, Some(classes)) => u128::from(classes),
            _ => self.count,
        };
        if count > 1 { Some(false) } else { exhausted.then_some(count == 1) }
    }
}

/// Takes the finds one by one.
pub(super) struct Collector<'a> {
    solver: &'a Solver,
    found: &'a mut dyn FnMut(Solution) -> ControlFlow<()>,
    kept: Store,
    /// The symmetries by which solutions are grouped, and the test for the first of each class, once there are many.
    symmetries: OnceCell<(Symmetries, Option<Firsts>)>,
    /// Whether only the first of each class is kept.
    keeps_firsts: bool,
    /// Whether each kept solution stands for a class.
    are_classes: bool,
    count: u128,
    /// Solutions seen; more than `count` if only the best count.
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
            kept: Store::of(&solver.puzzle),
            symmetries: OnceCell::new(),
            keeps_firsts: false,
            are_classes: false,
            count: 0,
            seen: 0,
            undecided: 0,
            groups: BTreeMap::new(),
            best: None,
            // Shards are sorted when they are merged; until then, their order determines which come first.
            streams: (solver.stream || solver.shard.is_some()) && !solver.needs_all(),
            stopped_by: None,
            disagreement: None,
        }
    }

    /// Takes one find; breaks if the search need not continue.
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
        // The first 0 solutions are complete before there is one.
        if self.seen == 0 {
            self.stopped_by = self.reached_limit();
            if self.stopped_by.is_some() {
                return ControlFlow::Break(());
            }
        }
        self.seen += 1;
        self.solver.progress.found.store(self.seen, Ordering::Relaxed);
        if self.is_good_enough(digits) {
            self.count += 1;
            self.keep(digits)?;
        }
        self.stopped_by = self.reached_limit();
        if self.stopped_by.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns whether it is as good as the best so far; a better one discards all others.
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
            self.kept.truncate(0);
            self.keeps_firsts = false;
            self.groups.clear();
            self.count = 0;
            return true;
        }
        self.best.as_ref() == Some(&value)
    }

    fn keep(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        if self.solver.ask == Ask::Count {
            let shown = self.shown(digits);
            if !shown.is_empty() {
                *self.groups.entry(shown).or_default() += 1;
            }
            if self.solver.essentially.is_none() {
                return ControlFlow::Continue(());
            }
        }
        if self.streams {
            return self.hand_over(digits.to_vec(), None);
        }
        if self.keeps_firsts && !self.is_first(digits) {
            return ControlFlow::Continue(());
        }
        self.kept.push(digits);
        if self.kept.len() == GROUPED && !self.keeps_firsts {
            self.keep_firsts();
        }
        if self.kept.len() > KEPT && !self.solver.needs_all() {
            self.streams = true;
            return self.hand_over_all();
        }
        ControlFlow::Continue(())
    }

    /// Keeps only the first of each class from now on, if one solution alone shows whether it is the first.
    fn keep_firsts(&mut self) {
        if self.symmetries().is_some_and(|(_, firsts)| firsts.is_some()) {
            self.keeps_firsts = true;
            let all = std::mem::replace(&mut self.kept, Store::of(&self.solver.puzzle));
            for digits in all.iter() {
                if self.is_first(&digits) {
                    self.kept.push(&digits);
                }
            }
        }
    }

    fn is_first(&self, digits: &[Digit]) -> bool {
        self.symmetries().and_then(|(_, firsts)| firsts.as_ref()).is_none_or(|firsts| firsts.is_first(digits))
    }

    /// Returns the symmetries, if solutions are to be grouped.
    fn symmetries(&self) -> Option<&(Symmetries, Option<Firsts>)> {
        let scope = match self.solver.essentially? {
            Essentially::Terms => symmetry::Scope::Terms,
            Essentially::Digits => symmetry::Scope::Digits,
        };
        let puzzle = &self.solver.puzzle;
        Some(self.symmetries.get_or_init(|| {
            let symmetries = symmetry::symmetries(puzzle, scope);
            let firsts = symmetries.firsts(puzzle);
            (symmetries, firsts)
        }))
    }

    /// Returns the values to show, if they have one.
    fn shown(&self, digits: &[Digit]) -> Vec<Option<Exact>> {
        let value = |show: &Expr| judge::number(show, digits, &self.solver.puzzle.context()).ok();
        self.solver.puzzle.shows().iter().map(value).collect()
    }

    fn hand_over(&mut self, digits: Vec<Digit>, class: Option<u64>) -> ControlFlow<()> {
        let shown = self.shown(&digits);
        let mut solution = Solution::new(&self.solver.puzzle, digits);
        (solution.shown, solution.class) = (shown, class);
        let flow = (self.found)(solution);
        if flow.is_break() {
            self.stopped_by = Some(StoppedBy::Interrupt);
        }
        flow
    }

    fn hand_over_all(&mut self) -> ControlFlow<()> {
        let kept = std::mem::replace(&mut self.kept, Store::of(&self.solver.puzzle));
        let classes: fn(u64) -> Option<u64> = if self.are_classes { Some } else { |_| None };
        (1..).zip(kept.iter()).try_for_each(|(i, digits)| self.hand_over(digits, classes(i)))
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

    /// Returns approximately the memory that kept solutions and counts take.
    fn bytes(&self) -> u64 {
        // Classes are computed from the digits of all.
        let unpacked = size_of::<Vec<Digit>>() + self.solver.puzzle.hidden().len() + 16;
        let unpacked = if self.solver.essentially.is_some() { unpacked } else { 0 };
        // Includes the nodes of their map.
        let group = 2
            * (size_of::<(Vec<Option<Exact>>, u64)>()
                + size_of::<Option<Exact>>() * self.solver.puzzle.shows().len());
        (self.kept.len() * (self.kept.bytes_each() + unpacked) + self.groups.len() * group) as u64
    }

    /// Sorts, groups and hands over the remaining solutions. `interrupted` says what stopped the search from outside, if
    /// anything did.
    pub(super) fn finish(
        mut self,
        interrupted: Option<StoppedBy>,
        evaluator: &str,
        interrupt: &dyn Interrupt,
    ) -> Result<Summary, SolveError> {
        if let Some(assignment) = self.disagreement {
            return Err(SolveError::Disagreement { evaluator: evaluator.into(), assignment });
        }
        let order = if self.streams { Order::Engine } else { Order::Sorted };
        let mut notes = Vec::new();
        self.kept.sort();
        let classes = self.group(interrupt, &mut notes);
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

    /// Keeps the first of the best, or of the classes, which are known only at the end.
    fn keep_the_first(&mut self, notes: &mut Vec<Note>) {
        let (Ask::First(n), true) = (self.solver.ask, self.solver.needs_all()) else { return };
        let (n, all) = (usize::try_from(n).unwrap_or(usize::MAX), self.kept.len());
        if n < all {
            self.kept.truncate(n);
            notes.push(message!("note-first-shown", shown = n, all = all).into());
        }
    }

    /// Numbers the classes of solutions and keeps the first of each. Few are always grouped; comparing many takes time, so
    /// after an interrupt they stay as they are.
    fn group(&mut self, interrupt: &dyn Interrupt, notes: &mut Vec<Note>) -> Option<u64> {
        let (symmetries, _) = self.symmetries()?;
        if !symmetries.is_complete() {
            notes.push(message!("note-symmetries").into());
        }
        if self.keeps_firsts {
            self.are_classes = true;
            return Some(self.kept.len() as u64);
        }
        let interrupt = if self.kept.len() <= GROUPED { &Never } else { interrupt };
        let grouped = interrupt.check().and_then(|()| {
            let all: Vec<Vec<Digit>> = self.kept.iter().collect();
            let digits: Vec<&[Digit]> = all.iter().map(Vec::as_slice).collect();
            let classes = symmetry::classes(&digits, symmetries, interrupt)?;
            Ok((all, classes))
        });
        let Ok((all, classes)) = grouped else {
            notes.push(message!("note-not-grouped").into());
            return None;
        };
        self.kept.truncate(0);
        let mut last = 0;
        for (digits, class) in all.iter().zip(classes) {
            if class > last {
                last = class;
                self.kept.push(digits);
            }
        }
        self.are_classes = true;
        Some(last)
    }
}

/// Returns the answer of a run, with the solutions that it hands over.
pub(super) fn collected(
    run: impl FnOnce(&mut dyn FnMut(Solution) -> ControlFlow<()>) -> Result<Answer, SolveError>,
) -> Result<(Answer, Vec<Solution>), SolveError> {
    let mut solutions = Vec::new();
    let answer = run(&mut |solution| {
        solutions.push(solution);
        ControlFlow::Continue(())
    })?;
    Ok((answer, solutions))
}
