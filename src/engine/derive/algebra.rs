//! Conditions as whole polynomials that must be zero.
//!
//! `TWO*TWO=THREE` is `TWO·TWO - THREE = 0`. `A/B=C/D` is `A·D - C·B = 0`, and the denominators are tested
//! separately. A polynomial is a sum of products, each of a whole factor and *slots*: numbers that the search
//! keeps up to date. Most slots are linear forms of digits (words, and sums of words). Others are values that
//! can only be computed once their digits are known, such as `gcd(AB, C)`.

use crate::expr::Expr;
use crate::number::gcd;
use crate::vocabulary::Algebra;

/// A sum of digits times whole coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Form {
    /// Cells with their coefficients, none of them zero, in rising order of the cells.
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) constant: i64,
}

impl Form {
    /// The coefficient of a cell; 0 where it does not occur.
    pub(super) fn coefficient(&self, cell: usize) -> i64 {
        self.terms.binary_search_by_key(&cell, |term| term.0).map_or(0, |at| self.terms[at].1)
    }
}

/// What only a value can be computed of, once its digits are known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Opaque<'p> {
    /// By machine words: slots of the operands.
    Power(usize, usize),
    Floor(usize, usize),
    Mod(usize, usize),
    /// By the judge.
    Judged(&'p Expr),
}

/// A number that the search keeps up to date.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Slot<'p> {
    /// The value of a form, in which unknown digits count nothing.
    Form(Form),
    /// A value that is there once its cells are known.
    Opaque { what: Opaque<'p>, cells: Vec<usize>, limit: i128, alone: bool, is_question: bool },
}

/// A whole factor times slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Product {
    pub(super) factor: i128,
    pub(super) slots: Vec<usize>,
}

/// A polynomial and how it compares with zero.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Equation {
    /// The condition that it says.
    pub(super) condition: usize,
    pub(super) products: Vec<Product>,
    pub(super) relation: Algebra,
    /// Whether it says the whole condition: no denominator may be zero, and no value be missing.
    pub(super) is_whole: bool,
    /// Its cells, each once.
    pub(super) cells: Vec<usize>,
    /// No assignment takes it, or a part of it, further from zero.
    pub(super) bound: i128,
}

/// All that could be read of a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct System<'p> {
    pub(super) slots: Vec<Slot<'p>>,
    pub(super) equations: Vec<Equation>,
    /// Conditions that are only tested.
    pub(super) tested: Vec<usize>,
}

impl System<'_> {
    /// The form in a slot.
    pub(super) fn form(&self, slot: usize) -> Option<&Form> {
        match &self.slots[slot] {
            Slot::Form(form) => Some(form),
            Slot::Opaque { .. } => None,
        }
    }

    /// The coefficient of a cell in a slot.
    pub(super) fn coefficient(&self, slot: usize, cell: usize) -> i64 {
        self.form(slot).map_or(0, |form| form.coefficient(cell))
    }

    /// Whether a value is missing from a slot while these cells are unknown.
    pub(super) fn is_missing(&self, slot: usize, is_unknown: &dyn Fn(usize) -> bool) -> bool {
        match &self.slots[slot] {
            Slot::Form(_) => false,
            Slot::Opaque { cells, .. } => cells.iter().any(|cell| is_unknown(*cell)),
        }
    }

    /// Whether the value of a slot is the answer to a question, 0 or 1.
    pub(super) fn is_question(&self, slot: usize) -> bool {
        matches!(self.slots[slot], Slot::Opaque { is_question: true, .. })
    }

    /// The slots of an equation, each once.
    pub(super) fn slots_of(&self, equation: &Equation) -> Vec<usize> {
        let mut slots: Vec<usize> =
            equation.products.iter().flat_map(|product| product.slots.iter().copied()).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// What divides all that unknown digits can add to an equation; 0 where they add nothing.
    pub(super) fn modulus(&self, equation: &Equation, is_unknown: &dyn Fn(usize) -> bool) -> i128 {
        let of_slot = |slot: &usize| match &self.slots[*slot] {
            Slot::Form(form) => form
                .terms
                .iter()
                .filter(|(cell, _)| is_unknown(*cell))
                .fold(0, |divisor, (_, coefficient)| gcd(divisor, i128::from(*coefficient))),
            Slot::Opaque { .. } => i128::from(self.is_missing(*slot, is_unknown)),
        };
        let of_product = |product: &Product| product.factor * product.slots.iter().map(of_slot).fold(0, gcd);
        equation.products.iter().map(of_product).fold(0, gcd)
    }
}
