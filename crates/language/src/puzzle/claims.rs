//! What a drawing says of its numbers, also if it is open where its lines belong or whether they are 0.

use crate::digits::DigitSet;
use crate::expr::{Element, Expr, Numeral};
use crate::puzzle::role::Role;

/// What must hold, each condition with the number that it is about.
pub(crate) type Claims = Vec<(Role, Expr)>;

/// The figures of a puzzle, of which exactly one holds in each solution.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// The place of the `or` among the conditions.
    pub condition: usize,
    /// None if it is certain where the lines belong.
    pub all: Vec<Claims>,
}

/// What changes if lines may be 0.
#[derive(Clone, Debug)]
pub(crate) struct ZeroLines {
    /// The conditions that no longer hold, by their places.
    pub dropped: Vec<usize>,
    /// A line and its digit: the first digit of the line is not 0 unless its digit is.
    pub begins: Vec<(Role, Element, Element)>,
    /// Numbers that are not 0.
    pub nonzero: Vec<(Role, Numeral)>,
    /// The numerals of the drawing whose first digit may be 0, by their places.
    pub lines: Vec<usize>,
}

/// The same, with the digits that each cell may take then.
#[derive(Clone, Debug)]
pub(super) struct Relaxed {
    pub changes: ZeroLines,
    pub digits: Vec<DigitSet>,
}

/// The condition that one of some figures holds.
pub(super) fn any_of(figures: &[Claims]) -> Option<Expr> {
    let whole = |claims: &Claims| Expr::all_of(claims.iter().map(|(_, claim)| claim.clone()));
    Expr::any_of(figures.iter().filter_map(whole))
}
