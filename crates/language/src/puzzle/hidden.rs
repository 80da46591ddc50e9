//! Hidden digits, and which of them differ.

use crate::digits::{Digit, DigitSet};
use crate::expr::Cell;

/// The kind of a hidden digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A symbol: the same digit wherever it occurs.
    Symbol,
    /// A blank, independent of every other.
    Blank,
    /// A shown digit that is wrong.
    Wrong(Digit),
}

/// A hidden digit: its kind and its domain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hidden {
    /// Its kind.
    pub kind: Kind,
    /// Its name, as first typed.
    pub name: String,
    /// The digits it may take.
    pub digits: DigitSet,
}

/// Cells that may share a digit only a limited number of times: once, if all differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// Its cells, each once.
    pub cells: Vec<Cell>,
    /// The least number of cells with each digit of `digits`.
    pub least: usize,
    /// The greatest number of cells with any one digit.
    pub most: usize,
    /// The digits that must be taken `least` times.
    pub digits: DigitSet,
}
