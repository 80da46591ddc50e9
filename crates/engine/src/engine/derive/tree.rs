//! The tree of assignments in a fixed order of the cells, cut into ranks.

use std::sync::Arc;

use super::level::Level;
use crate::compile::Problem;
use crate::compile::polynomial::System;
use crate::engine::search::ranks::Ranks;

pub(super) struct Tree<T> {
    pub(super) problem: Arc<Problem>,
    pub(super) system: Arc<System>,
    pub(super) levels: Vec<Level<T>>,
    /// The value of each slot while nothing is known.
    pub(super) start: Vec<T>,
    pub(super) registers: usize,
    /// Conditions without a cell.
    pub(super) constant: Vec<usize>,
    /// Conditions that polynomials express completely: they are tested once more at the end.
    pub(super) untested: Vec<usize>,
    pub(super) ranks: Ranks,
}

/// The number of ranks to cut the tree into, if it has that many. Levels with a solver leave most of their ranks empty, so
/// there are more ranks than chunks made of them.
pub(super) const RANKS: u64 = 1 << 18;
