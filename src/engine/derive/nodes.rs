//! What is known at one node of the tree after the other.
//!
//! The digits that a level leaves are found as a set of bits, so only survivors are visited. What was added
//! on the way down is subtracted on the way up; nothing is allocated.

use std::ops::ControlFlow;

use super::level::Check;
use super::level::Rate;
use super::level::Solver;
use super::level::Sum;
use super::level::may_hold;
use super::opaque;
use super::opaque::Found;
use super::tree::Tree;
use super::whole::Whole;
use crate::digits::Digit;
use crate::digits::DigitSet;
use crate::engine::search::split::Visitor;
use crate::engine::search::walk::Walk;

/// Every digit.
const ANY: u64 = u64::MAX;

pub(super) struct Nodes<'t, T> {
    tree: &'t Tree<T>,
    pub(super) digits: Vec<Digit>,
    /// The value of each slot; unknown digits count nothing.
    values: Vec<T>,
    /// Slots whose value is not to be had.
    lost: Vec<bool>,
    /// What is left of numbers whose first digits are known.
    registers: Vec<T>,
    /// The digits that each group has taken, as bits.
    used: Vec<u64>,
}

impl<'t, T: Whole> Nodes<'t, T> {
    pub(super) fn new(tree: &'t Tree<T>) -> Self {
        Self {
            tree,
            digits: vec![0; tree.problem.domains.len()],
            values: tree.start.clone(),
            lost: vec![false; tree.start.len()],
            registers: vec![T::ZERO; tree.registers],
            used: vec![0; tree.problem.groups.len()],
        }
    }

    /// Moves to the node at which another one stands.
    pub(super) fn stand_at(&mut self, other: &Self) {
        self.digits.copy_from_slice(&other.digits);
        self.values.copy_from_slice(&other.values);
        self.lost.copy_from_slice(&other.lost);
        self.registers.copy_from_slice(&other.registers);
        self.used.copy_from_slice(&other.used);
    }

    /// The digits that a solver leaves, as bits.
    #[inline]
    fn solved(&mut self, solver: &Solver<T>) -> u64 {
        match solver {
            Solver::Column { sum, rate, before, step, table } => {
                if self.lacks_any(&sum.opaque) {
                    return ANY;
                }
                let value = sum.value(&self.values);
                let multiple = value / *before;
                if multiple * *before != value {
                    return 0;
                }
                let rate = match rate {
                    Rate::Constant(rate) => *rate,
                    Rate::Sum(sum) => (sum.value(&self.values) / *before).rem_euclid(*step),
                };
                table[(rate * *step + multiple.rem_euclid(*step)).small()]
            }
            Solver::Number { sum, rate, reading, place, rest } => {
                let number = if self.lacks_any(&sum.opaque) { Some(T::FREE) } else { self.number(sum, rate) };
                match number {
                    Some(number) if number == T::FREE => self.digit(number, *place, *rest),
                    Some(number) if number >= T::ZERO && reading.allows(number, &self.used) => {
                        self.digit(number, *place, *rest)
                    }
                    _ => 0,
                }
            }
            Solver::Between { range, relation, largest } => {
                if self.lacks_any(&range.opaque) {
                    return ANY;
                }
                range.bounds(&self.values).digits(*relation, *largest)
            }
            Solver::Digit { number, place, rest } => self.digit(self.registers[*number], *place, *rest),
        }
    }

    /// The number that makes `sum + rate·number` zero; `FREE` where any does.
    #[inline]
    fn number(&self, sum: &Sum<T>, rate: &Rate<T>) -> Option<T> {
        let sum = sum.value(&self.values);
        let rate = rate.value(&self.values);
        if rate == T::ONE {
            return Some(-sum);
        }
        if rate == T::ZERO {
            return (sum == T::ZERO).then_some(T::FREE);
        }
        let number = -sum / rate;
        (number * rate == -sum).then_some(number)
    }

    /// The heaviest digit of a number, as a set; what is left goes into a register.
    #[inline]
    fn digit(&mut self, number: T, place: T, rest: Option<usize>) -> u64 {
        if number == T::FREE {
            if let Some(register) = rest {
                self.registers[register] = T::FREE;
            }
            return ANY;
        }
        if number < T::ZERO {
            return 0;
        }
        let digit = number / place;
        let left = number - digit * place;
        match rest {
            Some(register) => self.registers[register] = left,
            None if left != T::ZERO => return 0,
            None => {}
        }
        if digit < T::of_digit(64) { 1 << digit.small() } else { 0 }
    }

    #[inline]
    fn lacks_any(&self, slots: &[usize]) -> bool {
        slots.iter().any(|slot| self.lost[*slot])
    }

    /// Whether the polynomials agree with the digits so far.
    #[inline]
    pub(super) fn agrees(&mut self, depth: usize) -> bool {
        let level = &self.tree.levels[depth];
        level.values.iter().all(|slot| self.finds(*slot))
            && level.checks.iter().all(|check| self.passes(check))
    }

    /// Computes a value; `false` where the digits make its equation false.
    fn finds(&mut self, slot: usize) -> bool {
        let found = opaque::value(self.tree, slot, &self.values, &self.digits);
        self.lost[slot] = found == Found::Lost;
        match found {
            Found::Value(value) => self.values[slot] = value,
            Found::Lost => {}
            Found::None => return false,
        }
        true
    }

    #[inline]
    fn passes(&self, check: &Check<T>) -> bool {
        match check {
            Check::Zero(sum) => self.lacks_any(&sum.opaque) || sum.value(&self.values) == T::ZERO,
            Check::Multiple(sum, divisor) => {
                self.lacks_any(&sum.opaque) || sum.value(&self.values) % *divisor == T::ZERO
            }
            Check::Reads { sum, rate, pattern } => {
                self.lacks_any(&sum.opaque)
                    || self.number(sum, rate).is_some_and(|number| pattern.allows(number, &self.digits))
            }
            Check::Range(range, relation) => {
                let (least, most) = range.value(&self.values);
                self.lacks_any(&range.opaque) || may_hold(*relation, least, most)
            }
        }
    }
}

impl<T: Whole> Walk for Nodes<'_, T> {
    fn may_begin(&mut self, visitor: &mut Visitor) -> bool {
        self.tree.constant.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
    }

    #[inline]
    fn open(&mut self, depth: usize) -> DigitSet {
        let level = &self.tree.levels[depth];
        let free = level.place.free(|group| DigitSet::from_bits(self.used[group]), &self.digits);
        let mut digits = free.bits();
        for solver in &level.solvers {
            if digits == 0 {
                break;
            }
            digits &= self.solved(solver);
        }
        DigitSet::from_bits(digits)
    }

    #[inline]
    fn assign(&mut self, depth: usize, digit: Digit) {
        let level = &self.tree.levels[depth];
        self.digits[level.place.cell] = digit;
        for group in &level.place.groups {
            self.used[*group] |= 1 << digit;
        }
        for (slot, coefficient) in &level.updates {
            self.values[*slot] += *coefficient * T::of_digit(digit);
        }
    }

    #[inline]
    fn retreat(&mut self, depth: usize) {
        let level = &self.tree.levels[depth];
        let digit = self.digits[level.place.cell];
        for group in &level.place.groups {
            self.used[*group] &= !(1 << digit);
        }
        for (slot, coefficient) in &level.updates {
            self.values[*slot] -= *coefficient * T::of_digit(digit);
        }
    }

    #[inline]
    fn may_go_on(&mut self, depth: usize, visitor: &mut Visitor) -> bool {
        let level = &self.tree.levels[depth];
        if level.is_expensive && visitor.nodes(0).is_break() {
            return false;
        }
        self.agrees(depth) && level.tested.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
    }

    /// What was not tested on the way is tested now.
    fn complete(&self, visitor: &mut Visitor) -> ControlFlow<()> {
        if self.tree.untested.iter().all(|condition| visitor.may_hold(*condition, &self.digits)) {
            visitor.complete(&self.digits)
        } else {
            ControlFlow::Continue(())
        }
    }
}
