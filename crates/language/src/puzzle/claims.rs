//! The claims of a drawing about its numbers, even if it is open where its lines belong or whether they are 0.

use crate::digits::DigitSet;
use crate::expr::{Element, Expr, Numeral};
use crate::puzzle::role::Role;

/// The conditions of a figure, each with the number that it is about.
pub(crate) type Claims = Vec<(Role, Expr)>;

/// The figures of a puzzle. In each solution exactly one of them holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// The place of the `or` among the conditions.
    pub condition: usize,
    /// All figures; empty if the place of each line is certain.
    pub all: Vec<Claims>,
}

/// The changes to a puzzle if lines may be 0.
#[derive(Clone, Debug)]
pub(crate) struct ZeroLines {
    /// The places of the conditions that are dropped.
    pub dropped: Vec<usize>,
    /// A line and its digit: the leading digit of the line is not 0 unless its digit is.
    pub begins: Vec<(Role, Element, Element)>,
    /// Numbers that must not be 0.
    pub nonzero: Vec<(Role, Numeral)>,
    /// The places of the numerals in the drawing whose leading digit may be 0.
    pub lines: Vec<usize>,
}

/// The changes, with the digits that each cell may then take.
#[derive(Clone, Debug)]
pub(super) struct Relaxed {
    pub changes: ZeroLines,
    pub digits: Vec<DigitSet>,
}

/// Returns the condition that one of the figures holds.
pub(super) fn any_of(figures: &[Claims]) -> Option<Expr> {
    let whole = |claims: &Claims| Expr::all_of(claims.iter().map(|(_, claim)| claim.clone()));
    Expr::any_of(figures.iter().filter_map(whole))
}
