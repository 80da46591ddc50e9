//! The state at the current node of the tree.
//!
//! The digits that a level leaves are found as a set of bits, so only survivors are visited. Values added on the way down are
//! subtracted on the way up; nothing is allocated.

use std::ops::{ControlFlow, Range};

use super::level::{Check, Rate, Solver, Sum, may_hold};
use super::opaque;
use super::opaque::Found;
use super::tree::Tree;
use crate::engine::search::split::{Enumerator, Visitor};
use crate::engine::search::walk;
use crate::engine::search::walk::Walk;
use crate::engine::search::whole::Whole;
use fukumen_language::digits::{Digit, DigitSet};

/// Every digit.
const ANY: u64 = u64::MAX;

pub(super) struct Nodes<'t, T> {
    tree: &'t Tree<T>,
    state: State<T>,
}

/// The state at a node.
#[derive(Default)]
pub(super) struct State<T> {
    digits: Vec<Digit>,
    /// The value of each slot; unknown digits count as 0.
    values: Vec<T>,
    /// Slots whose value cannot be computed.
    lost: Vec<bool>,
    /// The rest of numbers whose first digits are known.
    registers: Vec<T>,
    /// The digits that each group has taken, as bits.
    used: Vec<u64>,
}

impl<T: Whole> State<T> {
    /// Copies another state into its own memory.
    pub(super) fn copy(&mut self, other: &Self) {
        self.digits.clone_from(&other.digits);
        self.values.clone_from(&other.values);
        self.lost.clone_from(&other.lost);
        self.registers.clone_from(&other.registers);
        self.used.clone_from(&other.used);
    }
}

impl<'t, T: Whole> Nodes<'t, T> {
    pub(super) fn new(tree: &'t Tree<T>) -> Self {
        let state = State {
            digits: vec![0; tree.problem.domains.len()],
            values: tree.start.clone(),
            lost: vec![false; tree.start.len()],
            registers: vec![T::ZERO; tree.registers],
            used: vec![0; tree.problem.groups.len()],
        };
        Self { tree, state }
    }

    /// Moves to another node, and leaves the state of this one there.
    pub(super) fn swap(&mut self, state: &mut State<T>) {
        std::mem::swap(&mut self.state, state);
    }

    /// Returns the digits that a solver leaves, as bits.
    #[inline]
    fn solved(&mut self, solver: &Solver<T>) -> u64 {
        match solver {
            Solver::Column { sum, rate, before, step, table } => {
                if self.lacks_any(&sum.opaque) {
                    return ANY;
                }
                let value = sum.value(&self.state.values);
                let multiple = value / *before;
                if multiple * *before != value {
                    return 0;
                }
                let rate = match rate {
                    Rate::Constant(rate) => *rate,
                    Rate::Sum(sum) => (sum.value(&self.state.values) / *before).rem_euclid(*step),
                };
                table[(rate * *step + multiple.rem_euclid(*step)).small()]
            }
            Solver::Number { sum, rate, reading, place, rest } => {
                let number = if self.lacks_any(&sum.opaque) { Some(T::FREE) } else { self.number(sum, rate) };
                match number {
                    Some(number) if number == T::FREE => self.digit(number, *place, *rest),
                    Some(number) if number >= T::ZERO && reading.allows(number, &self.state.used) => {
                        self.digit(number, *place, *rest)
                    }
                    _ => 0,
                }
            }
            Solver::Between { range, relation, largest } => {
                if self.lacks_any(&range.opaque) {
                    return ANY;
                }
                range.bounds(&self.state.values).digits(*relation, *largest)
            }
            Solver::Digit { number, place, rest } => self.digit(self.state.registers[*number], *place, *rest),
        }
    }

    /// Returns the number that makes `sum + rate·number` zero; `FREE` if any number does.
    #[inline]
    fn number(&self, sum: &Sum<T>, rate: &Rate<T>) -> Option<T> {
        let sum = sum.value(&self.state.values);
        let rate = rate.value(&self.state.values);
        if rate == T::ONE {
            return Some(-sum);
        }
        if rate == T::ZERO {
            return (sum == T::ZERO).then_some(T::FREE);
        }
        let number = -sum / rate;
        (number * rate == -sum).then_some(number)
    }

    /// Returns the heaviest digit of a number, as a set, and puts the rest into a register.
    #[inline]
    fn digit(&mut self, number: T, place: T, rest: Option<usize>) -> u64 {
        if number == T::FREE {
            if let Some(register) = rest {
                self.state.registers[register] = T::FREE;
            }
            return ANY;
        }
        if number < T::ZERO {
            return 0;
        }
        let digit = number / place;
        let left = number - digit * place;
        match rest {
            Some(register) => self.state.registers[register] = left,
            None if left != T::ZERO => return 0,
            None => {}
        }
        if digit < T::from(64u8) { 1 << digit.small() } else { 0 }
    }

    #[inline]
    fn lacks_any(&self, slots: &[usize]) -> bool {
        slots.iter().any(|slot| self.state.lost[*slot])
    }

    /// Returns whether the polynomials agree with the digits so far.
    #[inline]
    pub(super) fn agrees(&mut self, depth: usize) -> bool {
        let level = &self.tree.levels[depth];
        level.values.iter().all(|slot| self.finds(*slot))
            && level.checks.iter().all(|check| self.passes(check))
    }

    /// Computes a value; returns `false` if the digits make its equation false.
    fn finds(&mut self, slot: usize) -> bool {
        let found = opaque::value(self.tree, slot, &self.state.values, &self.state.digits);
        self.state.lost[slot] = found == Found::Lost;
        match found {
            Found::Value(value) => self.state.values[slot] = value,
            Found::Lost => {}
            Found::None => return false,
        }
        true
    }

    #[inline]
    fn passes(&self, check: &Check<T>) -> bool {
        match check {
            Check::Zero(sum) => self.lacks_any(&sum.opaque) || sum.value(&self.state.values) == T::ZERO,
            Check::Multiple(sum, divisor) => {
                self.lacks_any(&sum.opaque) || sum.value(&self.state.values) % *divisor == T::ZERO
            }
            Check::Ends { sum, is_negative, modulus, pattern } => {
                let value = sum.value(&self.state.values);
                let value = if *is_negative { T::ZERO - value } else { value };
                self.lacks_any(&sum.opaque) || pattern.allows(value.rem_euclid(*modulus), &self.state.digits)
            }
            Check::Reads { sum, rate, pattern } => {
                self.lacks_any(&sum.opaque)
                    || self.number(sum, rate).is_some_and(|number| pattern.allows(number, &self.state.digits))
            }
            Check::Range(range, relation) => {
                let (least, most) = range.value(&self.state.values);
                self.lacks_any(&range.opaque) || may_hold(*relation, least, most)
            }
        }
    }
}

impl<T: Whole> Walk for Nodes<'_, T> {
    fn may_begin(&mut self, visitor: &mut Visitor) -> bool {
        self.tree.constant.iter().all(|condition| visitor.may_hold(*condition, &self.state.digits))
    }

    #[inline]
    fn open(&mut self, depth: usize) -> DigitSet {
        let level = &self.tree.levels[depth];
        let free = level.place.free(|group| DigitSet::from_bits(self.state.used[group]), &self.state.digits);
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
        self.state.digits[level.place.cell] = digit;
        for group in &level.place.groups {
            self.state.used[*group] |= 1 << digit;
        }
        for (slot, coefficient) in &level.updates {
            self.state.values[*slot] += *coefficient * T::from(digit);
        }
    }

    #[inline]
    fn retreat(&mut self, depth: usize) {
        let level = &self.tree.levels[depth];
        let digit = self.state.digits[level.place.cell];
        for group in &level.place.groups {
            self.state.used[*group] &= !(1 << digit);
        }
        for (slot, coefficient) in &level.updates {
            self.state.values[*slot] -= *coefficient * T::from(digit);
        }
    }

    #[inline]
    fn may_go_on(&mut self, depth: usize, visitor: &mut Visitor) -> bool {
        let level = &self.tree.levels[depth];
        if level.toil > 0 {
            visitor.worked(level.toil);
            if visitor.nodes(0).is_break() {
                return false;
            }
        }
        self.agrees(depth)
            && level.tested.iter().all(|condition| visitor.may_hold(*condition, &self.state.digits))
    }

    /// Tests the conditions that were not tested on the way.
    fn complete(&self, visitor: &mut Visitor) -> ControlFlow<()> {
        if self.tree.untested.iter().all(|condition| visitor.may_hold(*condition, &self.state.digits)) {
            visitor.complete(&self.state.digits[..self.tree.system.cells])
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<T: Whole> Enumerator for Tree<T> {
    fn ranks(&self) -> u64 {
        self.ranks.count()
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        walk::visit(&self.ranks, &ranks, &mut Nodes::new(self), visitor)
    }
}
