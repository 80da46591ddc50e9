//! The walk through the tree: it branches on the cell with the smallest set, and then assigns cells with one digit left.

use std::ops::{ControlFlow, Range};

use super::model::Model;
use super::state::State;
use crate::engine::cost;
use crate::engine::search::ranks::Ranks;
use crate::engine::search::split::{Enumerator, Visitor};
use crate::engine::search::walk;
use crate::engine::search::walk::Walk;
use fukumen_language::digits::{Digit, DigitSet};

/// The number of ranks to cut the tree into, if it has that many.
const RANKS: u64 = 1 << 14;

/// The tree of a search.
pub(super) struct Tree<'m> {
    model: &'m Model,
    ranks: Ranks,
    /// The state at which every visit begins: all is narrowed, but nothing was tested. `None` if no solution is left.
    root: Option<State<'m>>,
}

impl<'m> Tree<'m> {
    pub fn of(model: &'m Model) -> Self {
        let problem = &model.problem;
        // Any cell may come first, so each level has all digits.
        let is_hopeless = problem.domains.iter().any(|digits| digits.is_empty());
        let all = if is_hopeless { DigitSet::EMPTY } else { DigitSet::all(problem.context.base) };
        let levels = problem.domains.iter().map(|_| (all, true));
        let mut root = State::new(model);
        let root = root.narrow(&mut |_, _| true).is_ok().then_some(root);
        Self { model, ranks: Ranks::of(levels, RANKS), root }
    }
}

impl Enumerator for Tree<'_> {
    fn ranks(&self) -> u64 {
        self.ranks.count()
    }

    fn node_cost(&self) -> f64 {
        cost::narrow::NODE
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let Some(root) = &self.root else { return ranks.end };
        let mut nodes = Nodes::new(root.clone(), self.model.problem.domains.len());
        walk::visit(&self.ranks, &ranks, &mut nodes, visitor)
    }
}

/// The current node of the tree.
struct Nodes<'m> {
    state: State<'m>,
    path: Path,
    digits: Vec<Digit>,
}

impl<'m> Nodes<'m> {
    fn new(mut state: State<'m>, cells: usize) -> Self {
        state.wait_for_tests();
        Self { state, path: Path::new(cells), digits: vec![0; cells] }
    }

    fn narrow(&mut self, visitor: &mut Visitor) -> bool {
        let narrowed = self.state.narrow(&mut |condition, digits| visitor.may_hold(condition, digits));
        visitor.worked(std::mem::take(&mut self.state.work));
        narrowed.is_ok()
    }
}

impl Walk for Nodes<'_> {
    fn may_begin(&mut self, visitor: &mut Visitor) -> bool {
        let constant = &self.state.model.constant;
        constant.iter().all(|condition| visitor.may_hold(*condition, &self.digits)) && self.narrow(visitor)
    }

    fn open(&mut self, depth: usize) -> DigitSet {
        let cell = self.path.choose(depth, &self.state.domains);
        DigitSet::from_bits(self.state.domains[cell])
    }

    fn assign(&mut self, depth: usize, digit: Digit) {
        let cell = self.path.cell(depth);
        self.digits[cell] = digit;
        self.state.mark();
        // The digit is one of its set.
        let _ = self.state.keep(cell, 1 << digit);
    }

    fn retreat(&mut self, _: usize) {
        self.state.undo();
    }

    fn may_go_on(&mut self, _: usize, visitor: &mut Visitor) -> bool {
        self.narrow(visitor)
    }

    fn complete(&self, visitor: &mut Visitor) -> ControlFlow<()> {
        // Of conditions that share a table, only one was tested.
        if visitor.all_may_hold(&self.digits) {
            visitor.complete(&self.digits)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The cells in the order in which they were chosen.
pub(super) struct Path {
    chosen: Vec<usize>,
    /// The depth at which each cell was chosen, if at all.
    depths: Vec<usize>,
}

impl Path {
    pub fn new(cells: usize) -> Self {
        Self { chosen: Vec::with_capacity(cells), depths: vec![usize::MAX; cells] }
    }

    fn cell(&self, depth: usize) -> usize {
        self.chosen[depth]
    }

    /// Chooses the cell for a depth: the first of those with fewest digits, if more than one; else any that is left. The
    /// choice depends only on the sets and on the cells above.
    fn choose(&mut self, depth: usize, domains: &[u64]) -> usize {
        for cell in self.chosen.drain(depth..) {
            self.depths[cell] = usize::MAX;
        }
        let mut best = (u32::MAX, 0);
        for (cell, depth) in self.depths.iter().enumerate() {
            if *depth != usize::MAX {
                continue;
            }
            let size = domains[cell].count_ones();
            // Known cells come last, whatever their number.
            let size = if size < 2 { u32::MAX - 1 } else { size };
            if size < best.0 {
                best = (size, cell);
            }
        }
        self.chosen.push(best.1);
        self.depths[best.1] = depth;
        best.1
    }

    /// Returns the cell to branch on; `None` if all are known.
    pub fn branching(domains: &[u64]) -> Option<usize> {
        let open = domains.iter().enumerate().filter(|(_, domain)| domain.count_ones() > 1);
        open.min_by_key(|(_, domain)| domain.count_ones()).map(|(cell, _)| cell)
    }
}
