//! Polynomials and their parts.

use crate::compile::Judged;
use crate::compile::linear::Linear;
use fukumen_language::arrange::Arrange;
use fukumen_language::number::gcd;
use fukumen_language::vocabulary::Algebra;

/// Polynomials and their parts stay below this, so that a few of them can be added in 128 bits; larger conditions are only
/// tested.
pub const LIMIT: i128 = 1 << 124;

/// An expression whose value can only be computed once its digits are known.
#[derive(Clone, Debug, PartialEq)]
pub enum Opaque {
    /// Computed in machine words, from slots of the operands.
    Power(usize, usize),
    Floor(usize, usize),
    Mod(usize, usize),
    /// Computed by the judge.
    Judged(Judged),
}

/// A number that the search keeps up to date.
#[derive(Clone, Debug, PartialEq)]
pub enum Slot {
    /// The value of a form, in which unknown digits count as 0.
    Form(Linear),
    /// A value that is computed once its cells are known.
    Opaque { what: Opaque, cells: Vec<usize>, limit: i128, alone: bool, is_question: bool },
}

/// A whole factor times slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    pub factor: i128,
    pub slots: Vec<usize>,
}

/// A polynomial and how it compares with zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Equation {
    /// The number of its condition.
    pub condition: usize,
    pub products: Vec<Product>,
    pub relation: Algebra,
    /// Whether it expresses the whole condition: no denominator may be zero, and no value be missing.
    pub is_whole: bool,
    /// Its cells, each once.
    pub cells: Vec<usize>,
    /// No assignment takes it, or a part of it, further from zero.
    pub bound: i128,
}

/// Everything that could be read from a problem.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The number of cells whose digits are wanted: the others, after them, follow.
    pub cells: usize,
    pub slots: Vec<Slot>,
    pub equations: Vec<Equation>,
    /// Conditions that are only tested.
    pub tested: Vec<usize>,
}

impl System {
    /// Returns the form in a slot.
    pub fn form(&self, slot: usize) -> Option<&Linear> {
        match &self.slots[slot] {
            Slot::Form(form) => Some(form),
            Slot::Opaque { .. } => None,
        }
    }

    /// Returns the coefficient of a cell in a slot.
    pub fn coefficient(&self, slot: usize, cell: usize) -> i64 {
        self.form(slot).map_or(0, |form| form.coefficient(cell))
    }

    /// Returns whether the value of a slot is missing while these cells are unknown.
    pub fn is_missing(&self, slot: usize, is_unknown: &dyn Fn(usize) -> bool) -> bool {
        match &self.slots[slot] {
            Slot::Form(_) => false,
            Slot::Opaque { cells, .. } => cells.iter().any(|cell| is_unknown(*cell)),
        }
    }

    /// Returns whether the value of a slot is the answer to a question, 0 or 1.
    pub fn is_question(&self, slot: usize) -> bool {
        matches!(self.slots[slot], Slot::Opaque { is_question: true, .. })
    }

    /// Returns the slots of an equation, each once.
    pub fn slots_of(&self, equation: &Equation) -> Vec<usize> {
        let mut slots: Vec<usize> =
            equation.products.iter().flat_map(|product| product.slots.iter().copied()).collect();
        slots.arrange();
        slots.dedup();
        slots
    }

    /// Returns a divisor of everything that unknown digits can add to an equation; 0 if they add nothing.
    pub fn modulus(&self, equation: &Equation, is_unknown: &dyn Fn(usize) -> bool) -> i128 {
        let of_slot = |slot: &usize| match &self.slots[*slot] {
            Slot::Form(form) => form
                .terms
                .iter()
                .filter(|(cell, _)| is_unknown(cell.index()))
                .fold(0, |divisor, (_, coefficient)| gcd(divisor, i128::from(*coefficient))),
            Slot::Opaque { .. } => i128::from(self.is_missing(*slot, is_unknown)),
        };
        let of_product = |product: &Product| product.factor * product.slots.iter().map(of_slot).fold(0, gcd);
        equation.products.iter().map(of_product).fold(0, gcd)
    }
}
