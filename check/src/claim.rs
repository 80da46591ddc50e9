//! Claims: what a step of an explanation knows, and what it concludes.

use crate::expression::{Element, Expression};
use crate::number::Number;

/// A carry by its place: the equation, or the row that holds the total, counted from 1, and the column that it leaves, counted
/// from 0 at the units.
pub type Carry = (u32, u32);

/// A cell or a carry: each has one value in an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    Cell(usize),
    Carry(u32, u32),
}

/// A value that ranges, residues and orders limit.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    Expression(Expression),
    Carry(u32, u32),
}

/// A summand of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    Cell(usize),
    Carry(u32, u32),
    /// A whole number, written with digits of the puzzle's base.
    Numeral(Vec<Element>),
}

/// The content of a fact or a conclusion.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// A cell has one of these digits, which are bits.
    Digit(usize, u64),
    /// A carry is one of these numbers.
    Carry(Carry, Vec<i64>),
    /// A quantity has a value, which lies between two numbers, both included; one of them may be missing.
    Range(Quantity, Option<Number>, Option<Number>),
    /// A quantity is a whole number, and one of these modulo a number.
    Residue(Quantity, u64, Vec<u64>),
    /// Integers times terms add up to a constant, perhaps modulo a number.
    Relation { terms: Vec<(Term, i128)>, equals: i128, modulo: Option<i128> },
    /// A quantity is less than another, or at most as large.
    Order { left: Quantity, right: Quantity, strict: bool },
    /// Two quantities are equal.
    Same(Quantity, Quantity),
    /// A contradiction.
    False,
    /// A condition of the puzzle.
    Condition(Expression),
    /// Each two of these cells differ.
    Distinct(Vec<usize>),
    /// The digits that the settings allow in every cell, as bits.
    Digits(u64),
}

impl Claim {
    /// Visits the variables that it speaks of, each as often as it stands there.
    pub fn for_each_variable(&self, visit: &mut dyn FnMut(Variable)) {
        let of_quantity = |quantity: &Quantity, visit: &mut dyn FnMut(Variable)| match quantity {
            Quantity::Expression(expression) => {
                expression.for_each_cell(&mut |cell| visit(Variable::Cell(cell)))
            }
            Quantity::Carry(equation, column) => visit(Variable::Carry(*equation, *column)),
        };
        match self {
            Self::Digit(cell, _) => visit(Variable::Cell(*cell)),
            Self::Carry((equation, column), _) => visit(Variable::Carry(*equation, *column)),
            Self::Range(quantity, ..) | Self::Residue(quantity, ..) => of_quantity(quantity, visit),
            Self::Relation { terms, .. } => terms.iter().for_each(|(term, _)| match term {
                Term::Cell(cell) => visit(Variable::Cell(*cell)),
                Term::Carry(equation, column) => visit(Variable::Carry(*equation, *column)),
                Term::Numeral(elements) => elements.iter().for_each(|element| {
                    if let Element::Cell(cell) = element {
                        visit(Variable::Cell(*cell));
                    }
                }),
            }),
            Self::Order { left, right, .. } | Self::Same(left, right) => {
                of_quantity(left, visit);
                of_quantity(right, visit);
            }
            Self::Condition(condition) => condition.for_each_cell(&mut |cell| visit(Variable::Cell(cell))),
            Self::Distinct(cells) => cells.iter().for_each(|cell| visit(Variable::Cell(*cell))),
            Self::False | Self::Digits(_) => {}
        }
    }
}
