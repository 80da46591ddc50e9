//! Tests of free digits: as one number, and from the right.

use super::{Builder, rate, sum};
use crate::engine::derive::level::Check;
use crate::engine::derive::number;
use crate::engine::derive::number::PlacedDigit;
use crate::engine::derive::pattern::{Pattern, PatternDigit};
use crate::engine::search::whole::Whole;

impl<T: Whole> Builder<'_, T> {
    /// If the digit completes columns except for their free digits, these must match their pattern.
    pub(super) fn ends(&mut self, depth: usize, cell: usize, number: usize) {
        let (system, equation) = (self.system, &self.system.equations[number]);
        let digits = &self.free.of_equations[number];
        let is_free = |other: usize| digits.iter().any(|digit| digit.cell == other);
        let Some(sign) = self.free.sign(system, number).filter(|_| !is_free(cell)) else { return };
        let is_open = |other: usize| self.unknown[other] && !is_free(other);
        let base = i128::from(self.problem.context.base.get());
        let powers = || std::iter::successors(Some(1i128), |power| power.checked_mul(base));
        let complete = |is_open: &dyn Fn(usize) -> bool| match system.modulus(equation, is_open) {
            0 => 0,
            divisor => powers().take_while(|power| divisor % power == 0).last().unwrap_or(1),
        };
        let (before, after) = (complete(&is_open), complete(&|other| is_open(other) && other != cell));
        let below: Vec<PlacedDigit> =
            digits.iter().copied().filter(|digit| i128::from(digit.place) < after).collect();
        let is_power = |place: i64| powers().any(|power| power == i128::from(place));
        if after <= before || after > equation.bound || !digits.iter().all(|digit| is_power(digit.place)) {
            return;
        }
        let pattern = Pattern::of(&below, base, &|digit| PatternDigit {
            domain: self.problem.domains[digit],
            differ: self.known_others(digit, &|other| self.unknown[other] && other != cell),
        });
        let sum = sum(system, &equation.products);
        let check = Check::Ends { sum, is_negative: sign > 0, modulus: T::of(after), pattern };
        self.levels[depth].checks.push(check);
    }

    /// If this is the last digit except for free ones, the number of the free digits must match their pattern.
    pub(super) fn pattern(&mut self, depth: usize, cell: usize, number: usize) {
        let equation = &self.system.equations[number];
        if !self.is_last_but_loose(cell, number) || self.is_missing(equation, Some(cell)) {
            return;
        }
        let is_unknown = |other: usize| self.unknown[other] && other != cell;
        let Some(unknown) = number::of(self.system, equation, &is_unknown) else { return };
        let base = i128::from(self.problem.context.base.get());
        let pattern = Pattern::of(&unknown.digits, base, &|digit| PatternDigit {
            domain: self.problem.domains[digit],
            differ: self.known_others(digit, &is_unknown),
        });
        let check = Check::Reads {
            sum: sum(self.system, &equation.products),
            rate: rate(self.system, &unknown.rate),
            pattern,
        };
        self.levels[depth].checks.push(check);
    }

    /// Returns whether all unknown cells besides this one are free digits, and there are some.
    pub(super) fn is_last_but_loose(&self, cell: usize, number: usize) -> bool {
        let cells = &self.system.equations[number].cells;
        let mut unknown = cells.iter().filter(|other| self.unknown[**other] && **other != cell).peekable();
        !self.free.contains(cell)
            && unknown.peek().is_some()
            && unknown.all(|other| self.free.contains(*other))
    }

    /// Returns the known cells that a cell must differ from.
    fn known_others(&self, cell: usize, is_unknown: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let pairs = self.problem.differ.iter().map(|(a, b)| (a.index(), b.index()));
        let others = pairs.flat_map(|(a, b)| [(a, b), (b, a)]).filter(|(own, _)| *own == cell);
        others.map(|(_, other)| other).filter(|other| !is_unknown(*other)).collect()
    }
}
