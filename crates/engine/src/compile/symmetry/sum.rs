//! Sums: a constant and multiples of nodes of a shape.

use std::collections::BTreeMap;

use super::shape::Id;
use fukumen_language::number::Exact;

/// A sum: a constant, and nodes with their coefficients.
///
/// A node whose coefficient becomes zero stays: it may have no value, and then neither does the sum.
#[derive(Clone, Debug)]
pub(super) struct NodeSum {
    pub(super) constant: Exact,
    pub(super) terms: BTreeMap<Id, Exact>,
}

impl From<Exact> for NodeSum {
    fn from(constant: Exact) -> Self {
        Self { constant, terms: BTreeMap::new() }
    }
}

impl From<Id> for NodeSum {
    fn from(node: Id) -> Self {
        Self { constant: Exact::ZERO, terms: BTreeMap::from([(node, Exact::ONE)]) }
    }
}

impl NodeSum {
    /// Returns its value, if it has no nodes.
    pub(super) fn value(&self) -> Option<&Exact> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// Returns its node and coefficient, if it has nothing else.
    pub(super) fn single_term(&self) -> Option<(Id, &Exact)> {
        let (node, coefficient) = self.terms.first_key_value()?;
        (self.terms.len() == 1 && self.constant.is_zero()).then_some((*node, coefficient))
    }

    /// Adds a multiple of another. Returns how much work that was.
    pub(super) fn add(&mut self, other: &Self, factor: &Exact) -> u64 {
        let mut work = 0;
        if !other.constant.is_zero() {
            self.constant = self.constant.plus(&other.constant.times(factor));
            work = self::work(&self.constant);
        }
        for (node, coefficient) in &other.terms {
            let sum = self.terms.entry(*node).or_insert(Exact::ZERO);
            *sum = sum.plus(&coefficient.times(factor));
            work += self::work(sum);
        }
        work
    }

    /// Returns a multiple of it.
    pub(super) fn scaled(&self, factor: &Exact) -> Self {
        let terms = self.terms.iter().map(|(node, coefficient)| (*node, coefficient.times(factor)));
        Self { constant: self.constant.times(factor), terms: terms.collect() }
    }

    /// Returns how much work its numbers were.
    pub(super) fn work(&self) -> u64 {
        work(&self.constant) + self.terms.values().map(work).sum::<u64>()
    }
}

/// Returns the cost of computing a number of this size, in quarters of a microsecond or less. Long ones are reduced to lowest
/// terms, which takes the square of their length.
pub(super) fn work(number: &Exact) -> u64 {
    number.bits().pow(2) >> 12
}
