//! One solution: a digit for every cell of a puzzle.

use crate::digits::Base;
use crate::digits::Digit;
use crate::expr::Cell;
use crate::number::Exact;
use crate::puzzle::Puzzle;

/// A solution of a puzzle, confirmed by the exact judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    digits: Vec<Digit>,
    /// The value of the expression to show, where there is one and it has a value.
    pub shown: Option<Exact>,
    /// The number of its class, from 1, where solutions are grouped by symmetry.
    pub class: Option<u64>,
}

impl Solution {
    /// The solution with these digits, by cell.
    #[must_use]
    pub fn new(digits: Vec<Digit>) -> Self {
        Self { digits, shown: None, class: None }
    }

    /// Its digits, by cell.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digit of a cell.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[cell.index()]
    }

    /// The puzzle's text with the digits put in: `9567+1085=10652`.
    #[must_use]
    pub fn text(&self, puzzle: &Puzzle) -> String {
        puzzle.template().fill(puzzle.rules().base, &self.digits)
    }
}

/// A number as numerals of `base` write it: `-12`, `3/[11]`.
#[must_use]
pub fn written(number: &Exact, base: Base) -> String {
    let whole = |number: &Exact| {
        let digits = number.magnitude().digits(base.get()).unwrap_or_default();
        digits.into_iter().rev().map(|digit| base.name(digit).to_string()).collect::<String>()
    };
    let sign = if number.is_negative() { "-" } else { "" };
    let denominator = number.denom();
    let over = if denominator == Exact::ONE { String::new() } else { format!("/{}", whole(&denominator)) };
    format!("{sign}{}{over}", whole(&number.numer()))
}
