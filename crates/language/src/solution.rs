//! One solution: a digit for every cell of a puzzle.

use std::fmt;
use std::ops::Index;

use crate::digits::{Base, Digit};
use crate::expr::Cell;
use crate::number::Exact;
use crate::puzzle::Puzzle;

/// A solution of a puzzle, confirmed by the exact judge. It prints as the puzzle's text with the digits filled in.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
/// use fukumen::{Puzzle, Solve};
///
/// let puzzle = Puzzle::parse("SEND+MORE=MONEY")?;
/// let solution = &puzzle.solve()?[0];
/// assert_eq!(solution.to_string(), "9567+1085=10652");
/// assert_eq!((solution["S"], solution.get("m"), solution.get("X")), (9, Some(1), None));
/// assert_eq!(solution.iter().next(), Some(("S", 9)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    puzzle: Puzzle,
    digits: Vec<Digit>,
    /// The values of the expressions to show, in their order; `None` for an undefined one.
    pub shown: Vec<Option<Exact>>,
    /// The number of its class, from 1, if solutions are grouped by symmetry.
    pub class: Option<u64>,
}

impl Solution {
    /// Makes the solution of a puzzle with these digits, by cell.
    ///
    /// # Panics
    /// The methods of the solution panic unless there is one digit of the puzzle's base for each cell.
    #[must_use]
    pub fn new(puzzle: &Puzzle, digits: Vec<Digit>) -> Self {
        Self { puzzle: puzzle.clone(), digits, shown: Vec::new(), class: None }
    }

    /// Returns the digit of a symbol, by any of its spellings; `None` if the puzzle does not have it.
    #[must_use]
    pub fn get(&self, symbol: &str) -> Option<Digit> {
        self.puzzle.cell(symbol).filter(|cell| !self.puzzle.lacks(*cell)).map(|cell| self.digit(cell))
    }

    /// Returns the puzzle that it solves; if letters are misprinted, the corrected puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the symbols in order of their first appearance, each with its digit.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Digit)> {
        let symbols = self.puzzle.symbols().filter(|(cell, _)| !self.puzzle.lacks(*cell));
        symbols.map(|(cell, hidden)| (hidden.name.as_str(), self.digit(cell)))
    }

    /// Returns its digits, by cell.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Returns roughly the memory that it takes, without the puzzle, which it shares with others.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.digits.len() + 16 + size_of_val(&*self.shown)
    }

    /// Returns the base of its digits.
    #[must_use]
    pub fn base(&self) -> Base {
        self.puzzle.rules().base
    }

    /// Returns the digit of a cell.
    ///
    /// # Panics
    /// If the puzzle does not have the cell, because the cell belongs to another puzzle.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[cell.index()]
    }

    /// Returns a text with letters in place of its digits: `?` if no symbol has the digit, and all symbols that have it, in
    /// brackets, if several do. Other characters stay.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::Solve;
    /// let puzzle = fukumen::Puzzle::parse("SEND+MORE=MONEY")?;
    /// assert_eq!(puzzle.solve()?[0].decoded("106 85-4"), "MON RE-?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decoded(&self, digits: &str) -> String {
        let base = self.puzzle.rules().base;
        let mut rest = digits;
        let mut text = String::new();
        while let Some(next) = rest.chars().next() {
            let (digit, length) = base.read(rest).map_or((None, next.len_utf8()), |(d, n)| (Some(d), n));
            match digit {
                Some(digit) => text += &self.letters_of(digit),
                None => text.push(next),
            }
            rest = &rest[length..];
        }
        text
    }

    /// Returns the symbols that have a digit.
    fn letters_of(&self, digit: Digit) -> String {
        let letters: Vec<&str> = self.iter().filter(|(_, own)| *own == digit).map(|(name, _)| name).collect();
        match letters.as_slice() {
            [] => "?".into(),
            [letter] => (*letter).into(),
            several => format!("({})", several.concat()),
        }
    }

    /// Returns the symbols in the order of their digits, if every digit of the base has one: from 0 upwards, from 1 upwards with
    /// 0 last, from the largest downwards, and from 0 to 1 by way of the largest. A keyword is often the answer.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::{Puzzle, Solver};
    /// let puzzle: Puzzle = "@base 3\nAB+B=BA, C=0".parse()?;
    /// let (_, solutions) = Solver::new(&puzzle).run()?;
    /// let key = solutions[0].key().expect("there are three symbols");
    /// assert_eq!(key[0], ("0-2".to_string(), "CAB".to_string()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> Option<[(String, String); 4]> {
        let base = self.puzzle.rules().base;
        let mut names = vec![None; usize::from(base.get())];
        let mut count = 0;
        for (name, digit) in self.iter() {
            names[usize::from(digit)] = Some(name);
            count += 1;
        }
        if count != names.len() {
            return None;
        }
        let names: Vec<&str> = names.into_iter().collect::<Option<_>>()?;
        let (first, others) = names.split_at(1);
        let last = base.get() - 1;
        let label = |from: Digit, to: Digit| {
            let mut label = String::new();
            base.name(from).append_to(&mut label);
            label.push('-');
            base.name(to).append_to(&mut label);
            label
        };
        let room = names.iter().map(|name| name.len()).sum();
        Some([
            (label(0, last), joined(room, names.iter())),
            (label(1, 0), joined(room, others.iter().chain(first))),
            (label(last, 0), joined(room, names.iter().rev())),
            (label(0, 1), joined(room, first.iter().chain(others.iter().rev()))),
        ])
    }
}

/// Joins texts that take this much room.
fn joined<'a>(room: usize, texts: impl Iterator<Item = &'a &'a str>) -> String {
    let mut joined = String::with_capacity(room);
    texts.for_each(|text| joined.push_str(text));
    joined
}

/// Solutions are equal if they have the same digits, cell by cell, whatever their puzzles are.
impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.digits == other.digits && self.shown == other.shown && self.class == other.class
    }
}

impl Eq for Solution {}

/// Returns the digit of a symbol.
impl Index<&str> for Solution {
    type Output = Digit;

    /// # Panics
    /// If the puzzle does not have the symbol. [`get`](Self::get) returns `None` then.
    fn index(&self, symbol: &str) -> &Digit {
        let cell = self.puzzle.cell(symbol);
        let cell = cell.unwrap_or_else(|| panic!("the puzzle has no symbol '{symbol}'"));
        &self.digits[cell.index()]
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.puzzle.sheet().fill(self.puzzle.rules().base, &self.digits))
    }
}

/// Writes a number in numerals of `base`: `-12`, `3/[11]`.
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
