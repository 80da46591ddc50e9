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

    /// The symbols in the order of their digits, where every digit of the base has one: from 0 upwards, from 1 upwards
    /// with 0 last, from the largest downwards, and from 0 to 1 by way of the largest. A keyword is often the answer.
    ///
    /// ```
    /// use fukumen::{Puzzle, Solver};
    /// let puzzle: Puzzle = "@base 3\nAB+B=BA, C=0".parse()?;
    /// let (_, solutions) = Solver::new(&puzzle).run()?;
    /// let key = solutions[0].key(&puzzle).expect("there are three symbols");
    /// assert_eq!(key[0], ("0-2".to_string(), "CAB".to_string()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn key(&self, puzzle: &Puzzle) -> Option<[(String, String); 4]> {
        let base = puzzle.rules().base;
        if puzzle.symbols().count() != usize::from(base.get()) {
            return None;
        }
        let mut names = vec![None; usize::from(base.get())];
        for (cell, hidden) in puzzle.symbols() {
            names[usize::from(self.digit(cell))] = Some(hidden.name.as_str());
        }
        let names: Vec<&str> = names.into_iter().collect::<Option<_>>()?;
        let last = base.get() - 1;
        let label = |from: Digit, to: Digit| format!("{}-{}", base.name(from), base.name(to));
        let row =
            |digits: &mut dyn Iterator<Item = Digit>| digits.map(|digit| names[usize::from(digit)]).collect();
        Some([
            (label(0, last), row(&mut (0..=last))),
            (label(1, 0), row(&mut (1..=last).chain([0]))),
            (label(last, 0), row(&mut (0..=last).rev())),
            (label(0, 1), row(&mut [0].into_iter().chain((1..=last).rev()))),
        ])
    }

    /// The puzzle's text with the digits put in: `9567+1085=10652`.
    #[must_use]
    pub fn text(&self, puzzle: &Puzzle) -> String {
        puzzle.sheet().fill(puzzle.rules().base, &self.digits)
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
