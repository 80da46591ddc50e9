//! Ranks: the digits of the first levels of a tree, read as a mixed-radix number. A search can begin at any of them.

use std::ops::Range;

use fukumen_language::digits::{Digit, DigitSet};

/// The ranks that the levels of a tree make.
pub struct Ranks {
    levels: Vec<RankedLevel>,
    count: u64,
}

/// The part of a level in the ranks.
struct RankedLevel {
    /// The number of ranks for each of its digits; 0 if its digits make no ranks.
    stride: u64,
    domain: DigitSet,
}

/// The position of a node.
pub enum Rank {
    /// Nothing below the node is to be visited.
    Outside,
    /// The node is somewhere below this rank.
    Below(u64),
    /// The node is the first of this rank, which is not the first rank of the visit.
    New(u64),
}

impl Ranks {
    /// Cuts a tree into at least `enough` ranks, if it has that many. Each level comes with its digits and whether they are
    /// tried; digits that follow from others make no ranks.
    pub fn of(levels: impl Iterator<Item = (DigitSet, bool)>, enough: u64) -> Self {
        let mut count = 1;
        let mut levels: Vec<RankedLevel> = levels
            .map(|(domain, is_tried)| {
                let is_ranked = is_tried && count < enough;
                count *= if is_ranked { domain.len().max(1) as u64 } else { 1 };
                RankedLevel { stride: u64::from(is_ranked), domain }
            })
            .collect();
        let mut stride = count;
        for level in levels.iter_mut().filter(|level| level.stride > 0) {
            // After a stride of 1 there is nothing left to distinguish.
            let is_last = stride == 1 && count > 1;
            stride /= level.domain.len().max(1) as u64;
            level.stride = if is_last { 0 } else { stride };
        }
        if levels.iter().any(|level| level.domain.is_empty()) {
            count = 0;
        }
        Self { levels, count }
    }

    /// Returns the number of ranks; 0 if a level has no digit.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number of levels of the tree.
    pub fn depths(&self) -> usize {
        self.levels.len()
    }

    /// Returns the position of the node of a digit, in a visit of some ranks; `first` is the rank of its parent node.
    #[inline]
    pub fn rank(&self, depth: usize, digit: Digit, first: u64, visited: &Range<u64>) -> Rank {
        let level = &self.levels[depth];
        if level.stride == 0 {
            return Rank::Below(first);
        }
        let below = DigitSet::from_bits((1 << digit) - 1) & level.domain;
        let rank = first + below.len() as u64 * level.stride;
        if rank >= visited.end || rank + level.stride <= visited.start {
            Rank::Outside
        } else if level.stride == 1 && rank > visited.start {
            Rank::New(rank)
        } else {
            Rank::Below(rank)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(levels: &[(&[Digit], bool)], enough: u64) -> Ranks {
        Ranks::of(
            levels.iter().map(|(digits, is_tried)| (digits.iter().copied().collect(), *is_tried)),
            enough,
        )
    }

    fn strides(ranks: &Ranks) -> Vec<u64> {
        ranks.levels.iter().map(|level| level.stride).collect()
    }

    #[test]
    fn the_first_levels_that_are_tried_make_ranks() {
        let levels: [(&[Digit], bool); 5] =
            [(&[1, 2], true), (&[0, 1, 2], false), (&[0, 5, 9], true), (&[4, 7], true), (&[4, 7], true)];
        assert_eq!(strides(&ranks(&levels, 4)), [3, 0, 1, 0, 0]);
        assert_eq!(ranks(&levels, 4).count(), 6);
        assert_eq!(strides(&ranks(&levels, 100)), [12, 0, 4, 2, 1]);
        assert_eq!(ranks(&levels, 100).count(), 24);
    }

    #[test]
    fn a_level_of_one_digit_tells_no_ranks_apart() {
        let levels: [(&[Digit], bool); 3] = [(&[3], true), (&[1, 2], true), (&[8], true)];
        assert_eq!(strides(&ranks(&levels, 100)), [2, 1, 0]);
        assert_eq!(strides(&ranks(&levels[2..], 100)), [1]);
        assert_eq!(ranks(&[(&[3], true), (&[], false)], 100).count(), 0);
        assert_eq!(ranks(&[], 100).count(), 1);
    }

    #[test]
    fn a_node_is_inside_if_one_of_its_ranks_is_visited() {
        let ranks = ranks(&[(&[2, 5, 9], true), (&[0, 1], true), (&[3, 4], true)], 5);
        let at = |depth, digit, first, visited| match ranks.rank(depth, digit, first, &visited) {
            Rank::Outside => None,
            Rank::Below(rank) => Some((rank, false)),
            Rank::New(rank) => Some((rank, true)),
        };
        assert_eq!([2, 5, 9].map(|digit| at(0, digit, 0, 1..4)), [Some((0, false)), Some((2, false)), None]);
        assert_eq!([0, 1].map(|digit| at(1, digit, 0, 1..4)), [None, Some((1, false))]);
        assert_eq!([0, 1].map(|digit| at(1, digit, 2, 1..4)), [Some((2, true)), Some((3, true))]);
        assert_eq!(at(2, 4, 3, 1..4), Some((3, false)));
    }
}
