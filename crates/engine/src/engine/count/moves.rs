//! All moves of the cells of a pass, listed once for each value of the sums.
//!
//! States differ in the digits taken, but there are few carries. For each carry, the digits that the cells of a pass can take
//! together are listed, with the sums they leave. A state makes the moves of the list that take none of its digits: one test
//! of a word for each move, instead of trying one digit after the other. In base 24 a column of three letters has some 250
//! moves for each carry.

use super::steps::{Bare, Layout, Pass};
use super::table::Word;

/// The moves of a pass, for each value of the sums before it.
pub(super) struct Moves<'a, W> {
    pub(super) bare: &'a Bare,
    /// The lists; `None` for a list with too many moves.
    pub(super) lists: Vec<Option<Option<List<W>>>>,
    /// The number of moves that may still be listed.
    pub(super) room: usize,
}

/// The moves for one value of the sums.
pub(super) struct List<W> {
    /// The digits that each move takes.
    pub(super) taken: Vec<u64>,
    /// The state after each move, without the digits, and its ways.
    pub(super) behind: Vec<(W, u64)>,
    /// Room for the numbers of the moves that a state can make.
    pub(super) free: Vec<u32>,
}

impl<W: Word> List<W> {
    pub(super) fn len(&self) -> usize {
        self.taken.len()
    }

    /// Returns the moves that take none of these digits: the digits they take, the state after them without digits, and the
    /// ways.
    #[inline]
    pub(super) fn free_of(&mut self, taken: u64) -> impl ExactSizeIterator<Item = (u64, W, u64)> {
        // No branch depends on the result: about every tenth move is free, and none can be predicted.
        let mut count = 0;
        for (number, other) in (0..).zip(&self.taken) {
            self.free[count] = number;
            count += usize::from(other & taken == 0);
        }
        self.free[..count].iter().map(|number| {
            let (sums, ways) = self.behind[*number as usize];
            (self.taken[*number as usize], sums, ways)
        })
    }
}

/// The most bits of the sums. Each of their values may have a list.
const MOST_BITS: u32 = 8;
/// The most moves of all lists together: half a megabyte.
const MOST_MOVES: usize = 1 << 14;

impl<'a, W: Word> Moves<'a, W> {
    /// Returns `None` if a pass over this number of states is faster without lists.
    pub(super) fn of(pass: &'a Pass, from: &Layout, states: usize) -> Option<Self> {
        let bits = from.bits - from.mask_bits;
        let bare = pass.bare.as_ref().filter(|bare| bits <= MOST_BITS && bare.worth <= states)?;
        let lists = (0..1 << bits).map(|_| None).collect();
        Some(Self { bare, lists, room: MOST_MOVES })
    }

    pub(super) fn bare(&self) -> &'a Bare {
        self.bare
    }

    /// Returns the moves of a state with these sums, if they are already listed.
    #[inline]
    pub(super) fn list(&mut self, sums: u64) -> Option<Option<&mut List<W>>> {
        Some(self.lists[sums as usize].as_mut()?.as_mut())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::descent::Descent;
    use super::super::forecast::course;
    use super::super::order::candidates;
    use super::super::space::Space;
    use super::super::steps::{Level, Steps};
    use super::*;
    use crate::compile::Problem;
    use crate::engine::search::random::Random;
    use fukumen_language::digits::DigitSet;
    use fukumen_language::puzzle::Puzzle;

    /// Returns the states that follow from one, with their ways.
    fn behind(
        pass: &Pass,
        levels: &[Level],
        from: &Layout,
        moves: Option<Moves<u64>>,
        state: u64,
    ) -> BTreeMap<u64, u64> {
        let mut descent = Descent::<u64, 8>::new(levels, from, pass, moves, &|| false);
        descent.follow(state, 3);
        let table = descent.take();
        table.entries().iter().copied().filter(|(_, ways)| *ways != 0).collect()
    }

    #[test]
    fn moves_lead_where_digits_one_by_one_lead() {
        let mut random = Random::new();
        let mut compared = 0;
        for text in [
            "AB+CD=EF",
            "@base 12\nABC+DEF=GHI",
            "A+B+C=D+E+F, A<D",
            "@digits 1-6\n@distinct balanced\nAB+CD=EF",
            "AB+CD=EF, A<>G, B<>G",
            "@distinct none\nAB+CD=EF",
        ] {
            let puzzle: Puzzle = text.parse().expect("it is a puzzle");
            let problem = Problem::of(&puzzle);
            let space = Space::of(&problem).unwrap_or_else(|_| panic!("{text} is counted"));
            for order in candidates(&space, problem.context.base.get().into()) {
                let mut course = course(&space, order).expect("states can be held");
                // Shards are cut at a merge.
                let cut = course.order.len() / 2;
                course.merges.insert(course.merges.partition_point(|merge| *merge < cut), cut);
                course.merges.dedup();
                let mut steps = Steps::of(&space, &course);
                for is_settled in [false, true] {
                    if let Some(area) = space.areas.first().filter(|_| is_settled) {
                        let (taken, free) = (DigitSet::from_bits(0b10), DigitSet::from_bits(0b100));
                        steps.settle(&course.order[..cut], area, taken, free);
                    }
                    for (number, pass) in steps.passes.iter().enumerate() {
                        let from = number.checked_sub(1).map_or(&steps.first, |n| &steps.passes[n].layout);
                        let levels = &steps.levels[pass.levels.clone()];
                        for _ in 0..40 {
                            let sums = u64::from(random.below(1 << (from.bits - from.mask_bits)));
                            let taken =
                                u64::from(random.below(1 << from.mask_bits.min(20)) & random.below(1 << 20));
                            let state = taken | sums << from.mask_bits;
                            let Some(moves) = Moves::of(pass, from, usize::MAX) else { continue };
                            let listed = behind(pass, levels, from, Some(moves), state);
                            let tried = behind(pass, levels, from, None, state);
                            assert_eq!(listed, tried, "{text}, pass {number}, state {state:b}");
                            compared += listed.len();
                        }
                    }
                }
            }
        }
        assert!(compared > 1000, "only {compared} states were compared");
    }
}
