//! The tree of assignments in a fixed order of the cells, cut into ranks.

use std::ops::ControlFlow;
use std::ops::Range;

use super::algebra::System;
use super::level::Level;
use super::walk::Walk;
use super::whole::Whole;
use crate::compile::Problem;
use crate::engine::Ended;
use crate::engine::Found;
use crate::engine::Run;
use crate::engine::Search;
use crate::engine::search::split;
use crate::engine::search::split::Enumerator;
use crate::engine::search::split::Visitor;

pub(super) struct Tree<'p, T> {
    pub(super) problem: &'p Problem,
    pub(super) system: System<'p>,
    pub(super) levels: Vec<Level<T>>,
    /// The value of each slot while nothing is known.
    pub(super) start: Vec<T>,
    pub(super) registers: usize,
    /// Conditions without a cell.
    pub(super) constant: Vec<usize>,
    /// Conditions that polynomials say as a whole: they are tested once more at the end.
    pub(super) untested: Vec<usize>,
    /// How many ranks there are below a node of each depth.
    pub(super) strides: Vec<u64>,
    /// The digits of the first levels make the rank.
    pub(super) ranked: usize,
    pub(super) ranks: u64,
}

/// Ranks to cut the tree into, if it has so many. Levels with a solver leave most of their ranks empty, so
/// there are more than there are chunks to make of them.
const RANKS: u64 = 1 << 18;

/// The ranks below each depth: the first few levels make the ranks, as a mixed number whose places
/// are the digits that each may take.
pub(super) fn strides<T>(levels: &[Level<T>]) -> (Vec<u64>, usize, u64) {
    let mut ranks = 1;
    let mut ranked = 0;
    while ranked < levels.len() && ranks < RANKS {
        ranks *= u64::from(levels[ranked].domain.count_ones());
        ranked += 1;
    }
    let mut strides = vec![1; levels.len()];
    for depth in (1..ranked).rev() {
        strides[depth - 1] = strides[depth] * u64::from(levels[depth].domain.count_ones());
    }
    (strides, ranked, ranks)
}

impl<T: Whole> Enumerator for Tree<'_, T> {
    fn ranks(&self) -> u64 {
        self.ranks
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        if ranks.is_empty() || self.problem.domains.iter().any(|domain| domain.is_empty()) {
            return ranks.end;
        }
        let mut walk = Walk::new(self);
        if self.constant.iter().any(|condition| !visitor.may_hold(*condition, &walk.digits)) {
            return ranks.end;
        }
        if self.levels.is_empty() {
            let _ = visitor.complete(&walk.digits);
            return ranks.end;
        }
        match walk.run(&ranks, visitor) {
            ControlFlow::Break(rank) => rank,
            ControlFlow::Continue(()) => ranks.end,
        }
    }
}

impl<T: Whole> Run for Tree<'_, T> {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        split::run(self, search, found)
    }
}
