//! Facts: what an explanation knows at some moment, each with what it says and nothing of how it was found.

use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Expr};
use fukumen_language::number::Exact;

/// A symbol or the place of a blank, by its number among the [names](super::Explanation::names) of an explanation.
///
/// A symbol is one place wherever it stands; each blank and each wrong digit is a place of its own, also if it is
/// brought down and so equal to another. Expressions of an explanation hold places as [cells](fukumen_language::expr::Cell).
pub type Place = fukumen_language::expr::Cell;

/// What a column of an equation hands on to the next one at its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Carry {
    /// The equation, or the row that holds the total in a drawing, counted from 1.
    pub equation: usize,
    /// The column that it leaves, counted from 0 at the units.
    pub column: usize,
}

/// What a relation adds up, and what can be gone through one value after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A hidden digit.
    Place(Place),
    /// What a column hands on.
    Carry(Carry),
    /// A whole number, written with digits.
    Numeral(Vec<Element>),
}

/// What ranges, residues and orders speak of.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// An expression over places; a numeral most often.
    Expr(Expr),
    /// What a column hands on.
    Carry(Carry),
}

/// Integers times terms that add up to a constant, perhaps modulo a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Each term once, with its factor, which is not 0.
    pub terms: Vec<(Term, i128)>,
    /// The constant.
    pub equals: i128,
    /// The modulus, if the relation holds modulo a number only.
    pub modulo: Option<i128>,
}

/// What a fact says.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// A place has one of these digits.
    Digit(Place, DigitSet),
    /// A carry is one of these numbers, which ascend.
    Carry(Carry, Vec<i64>),
    /// A quantity lies between two numbers, both included; one of them may be missing.
    Range(Quantity, Option<Exact>, Option<Exact>),
    /// A quantity is one of these residues modulo a number; they ascend.
    Residue(Quantity, u64, Vec<u64>),
    /// A linear equation.
    Relation(Relation),
    /// A quantity is less than another, or at most as large.
    Order {
        /// What is less.
        left: Quantity,
        /// What is larger.
        right: Quantity,
        /// Whether they cannot be equal.
        strict: bool,
    },
    /// Two quantities are equal.
    Same(Quantity, Quantity),
    /// A contradiction.
    False,
    /// A condition of the puzzle; given only.
    Condition(Expr),
    /// Each two of these places differ; given only.
    Distinct(Vec<Place>),
    /// The digits that the settings allow; given only.
    Digits(DigitSet),
}

impl Claim {
    /// A place that has this digit.
    #[must_use]
    pub fn is(place: Place, digit: Digit) -> Self {
        Self::Digit(place, DigitSet::one(digit))
    }
}
