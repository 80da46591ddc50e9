//! The tree of assignments in a fixed order of the cells, cut into ranks.

use std::ops::Range;
use std::sync::Arc;

use super::level::Level;
use super::nodes::Nodes;
use super::whole::Whole;
use crate::compile::Problem;
use crate::compile::polynomial::System;
use crate::engine::search::ranks::Ranks;
use crate::engine::search::split::{Enumerator, Visitor};
use crate::engine::search::walk;

pub(super) struct Tree<T> {
    pub(super) problem: Arc<Problem>,
    pub(super) system: Arc<System>,
    pub(super) levels: Vec<Level<T>>,
    /// The value of each slot while nothing is known.
    pub(super) start: Vec<T>,
    pub(super) registers: usize,
    /// Conditions without a cell.
    pub(super) constant: Vec<usize>,
    /// Conditions that polynomials say as a whole: they are tested once more at the end.
    pub(super) untested: Vec<usize>,
    pub(super) ranks: Ranks,
}

/// Ranks to cut the tree into, if it has that many. Levels with a solver leave most of their ranks empty, so
/// there are more than there are chunks to make of them.
pub(super) const RANKS: u64 = 1 << 18;

impl<T: Whole> Enumerator for Tree<T> {
    fn ranks(&self) -> u64 {
        self.ranks.count()
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        walk::visit(&self.ranks, &ranks, &mut Nodes::new(self), visitor)
    }
}
