//! Hidden digits, and which of them differ.

use crate::digits::{Digit, DigitSet};
use crate::expr::Cell;

/// What hides a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A symbol: the same digit wherever it stands.
    Symbol,
    /// A blank, independent of every other.
    Blank,
    /// A shown digit that is wrong.
    Wrong(Digit),
}

/// A hidden digit: what hides it and what it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hidden {
    /// What hides it.
    pub kind: Kind,
    /// As it was first typed.
    pub name: String,
    /// The digits it may take.
    pub digits: DigitSet,
}

/// Cells of which each digit may be taken only so often: once, where all differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// Its cells, each once.
    pub cells: Vec<Cell>,
    /// How often each of `digits` is taken at least.
    pub least: usize,
    /// How often any digit is taken at most.
    pub most: usize,
    /// The digits that must be taken `least` times.
    pub digits: DigitSet,
}
