//! The search: guess a digit, compute what follows, add up the column, carry; or retreat.

use std::ops::{ControlFlow, Range};

use super::plan::{Choice, Steps};
use crate::engine::search::split::{Enumerator, Visitor};
use crate::engine::search::taken::Taken;
use crate::engine::search::walk;
use crate::engine::search::walk::Walk;
use fukumen_language::digits::{Digit, DigitSet};

impl Enumerator for Steps {
    fn ranks(&self) -> u64 {
        self.ranks.count()
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        walk::visit(&self.ranks, &ranks, &mut Nodes::new(self), visitor)
    }
}

/// The digits and carries at the current node.
struct Nodes<'s> {
    steps: &'s Steps,
    base: i64,
    digits: Vec<Digit>,
    groups: Vec<Taken>,
    /// The carry out of each column.
    carries: Vec<i64>,
}

impl<'s> Nodes<'s> {
    fn new(steps: &'s Steps) -> Self {
        let problem = &steps.problem;
        Self {
            steps,
            base: problem.context.base.get().into(),
            digits: vec![0; problem.domains.len()],
            groups: problem.groups.iter().map(Taken::none).collect(),
            carries: vec![0; steps.columns.len()],
        }
    }

    /// Returns the only digit of a cell that completes its column.
    fn following(&self, column: usize, factor: i64, cell: usize) -> Digit {
        let placed = &self.steps.columns[column];
        let others = placed.column.digits.iter().filter(|(other, _)| *other != cell);
        let sum = others
            .fold(placed.column.shown, |sum, (other, times)| sum + times * i64::from(self.digits[*other]));
        let last = (sum + self.carry_into(column)).rem_euclid(self.base);
        // A base is at most 64, and so is every digit below it.
        (last * factor).rem_euclid(self.base) as Digit
    }

    #[inline]
    fn carry_into(&self, column: usize) -> i64 {
        self.steps.columns[column].right.map_or(0, |right| self.carries[right])
    }

    /// Adds up a column and keeps its carry; returns whether its digits are possible.
    #[inline]
    fn closes(&mut self, column: usize) -> bool {
        let placed = &self.steps.columns[column];
        let total = placed.column.total(&self.digits) + self.carry_into(column);
        self.carries[column] = total / self.base;
        total % self.base == 0 && (!placed.is_last || total == 0)
    }
}

impl Walk for Nodes<'_> {
    fn may_begin(&mut self, visitor: &mut Visitor) -> bool {
        let steps = self.steps;
        steps.constant.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
            && steps.closed_at_once.iter().all(|column| self.closes(*column))
    }

    /// Returns the free digits, or only the one that follows from the column.
    #[inline]
    fn open(&mut self, depth: usize) -> DigitSet {
        let level = &self.steps.levels[depth];
        let free = level.place.free(|group| self.groups[group].full(), &self.digits);
        match level.choice {
            Choice::Guess => free,
            Choice::Follows { column, factor } => {
                free & DigitSet::one(self.following(column, factor, level.place.cell))
            }
        }
    }

    #[inline]
    fn assign(&mut self, depth: usize, digit: Digit) {
        let place = &self.steps.levels[depth].place;
        self.digits[place.cell] = digit;
        for group in &place.groups {
            self.groups[*group].take(digit);
        }
    }

    #[inline]
    fn retreat(&mut self, depth: usize) {
        let place = &self.steps.levels[depth].place;
        for group in &place.groups {
            self.groups[*group].give_back(self.digits[place.cell]);
        }
    }

    /// Returns whether the digits so far satisfy every column, group and other condition.
    #[inline]
    fn may_go_on(&mut self, depth: usize, visitor: &mut Visitor) -> bool {
        let level = &self.steps.levels[depth];
        level.closes.iter().all(|column| self.closes(*column))
            && level.place.groups.iter().all(|group| self.groups[*group].can_fill())
            && level.complete.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
    }

    fn complete(&self, visitor: &mut Visitor) -> ControlFlow<()> {
        visitor.complete(&self.digits)
    }
}
