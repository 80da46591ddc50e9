//! The walk through a tree of digits, one level for each cell: try a digit, go down if the node may hold, retreat.

use std::ops::{ControlFlow, Range};

use super::ranks::{Rank, Ranks};
use super::split::Visitor;
use fukumen_language::digits::{Digit, DigitSet};

/// The steps of an engine at the nodes of its tree.
pub trait Walk {
    /// Returns whether the conditions that need no digit allow a solution.
    fn may_begin(&mut self, visitor: &mut Visitor) -> bool;

    /// Returns the digits to try at a depth.
    fn open(&mut self, depth: usize) -> DigitSet;

    /// Assigns a digit.
    fn assign(&mut self, depth: usize, digit: Digit);

    /// Removes the digit of a depth.
    fn retreat(&mut self, depth: usize);

    /// Returns whether the digits so far are possible.
    fn may_go_on(&mut self, depth: usize, visitor: &mut Visitor) -> bool;

    /// Called when all digits are known.
    fn complete(&self, visitor: &mut Visitor) -> ControlFlow<()>;
}

/// The digits left to try at a depth.
#[derive(Clone, Copy)]
struct Open {
    untried: DigitSet,
    /// The first rank below the parent node.
    first: u64,
}

/// Visits some ranks of a tree; returns the first rank that was not visited completely.
pub fn visit(ranks: &Ranks, visited: &Range<u64>, walk: &mut impl Walk, visitor: &mut Visitor) -> u64 {
    if visited.is_empty() || !walk.may_begin(visitor) {
        return visited.end;
    }
    if ranks.depths() == 0 {
        let _ = walk.complete(visitor);
        return visited.end;
    }
    match go(ranks, visited, walk, visitor) {
        ControlFlow::Break(rank) => rank,
        ControlFlow::Continue(()) => visited.end,
    }
}

/// Walks; breaks at the rank where the visitor wants to stop.
fn go(ranks: &Ranks, visited: &Range<u64>, walk: &mut impl Walk, visitor: &mut Visitor) -> ControlFlow<u64> {
    let mut path = vec![Open { untried: DigitSet::EMPTY, first: 0 }; ranks.depths()];
    let last = path.len() - 1;
    let mut depth = 0;
    path[0].untried = walk.open(0);
    loop {
        let here = &mut path[depth];
        let Some(digit) = here.untried.min() else {
            if depth == 0 {
                return ControlFlow::Continue(());
            }
            depth -= 1;
            walk.retreat(depth);
            continue;
        };
        here.untried = here.untried.without(digit);
        let rank = match ranks.rank(depth, digit, here.first, visited) {
            Rank::Outside => continue,
            Rank::New(rank) if visitor.rests() => return ControlFlow::Break(rank),
            Rank::New(rank) | Rank::Below(rank) => rank,
        };
        if visitor.node().is_break() {
            return ControlFlow::Break(rank);
        }
        walk.assign(depth, digit);
        if !walk.may_go_on(depth, visitor) {
            walk.retreat(depth);
        } else if depth < last {
            depth += 1;
            path[depth] = Open { untried: walk.open(depth), first: rank };
        } else {
            if walk.complete(visitor).is_break() {
                return ControlFlow::Break(rank);
            }
            walk.retreat(depth);
        }
    }
}
