//! A count, whole or in pieces.
//!
//! Shards must have few states in common, or all of them together take many times as long as the whole. If they differed in
//! the digits of the first cells, nearly all would reach the same states: later, only the set of digits counts. So they
//! differ in the set itself. An order of the cells is cut in the middle, and a shard determines for some digits whether a
//! cell before the cut takes them. Then a state after the cut belongs to one shard, and a state before it to few.
//!
//! Ranks are the sets of these digits, read as binary numbers. A run of ranks is a few blocks in which the first digits are
//! fixed and the others are not; each block is one count. Without cells whose digits differ, a shard has a run of the digits
//! of the first cells.

use std::ops::Range;

use super::forecast::{Course, MOST_KEY_BITS};
use super::space::{Area, Space};
use super::steps::Steps;
use crate::engine::run::{Ended, Found, Run, Search, Stop, Tally};
use crate::engine::search::ranks::Ranks;
use crate::engine::shard::Portion;
use fukumen_language::digits::{Digit, DigitSet};

/// The least number of ranks for each shard: some take longer than others, and many are empty.
const EACH: u64 = 64;
/// The most ranks: more than any useful number of shards has together.
const MOST: u64 = 1 << 50;

/// A count that is ready to run.
pub(super) struct Planned {
    space: Space,
    course: Course,
    whole: Steps,
}

/// The restriction of a shard to some digits of its first pass.
pub(super) struct Beginning {
    pub(super) ranks: Ranks,
    /// The ranks to visit.
    pub(super) visited: Range<u64>,
}

impl Planned {
    pub(super) fn of(space: Space, course: Course) -> Self {
        Self { whole: Steps::of(&space, &course), space, course }
    }

    /// Returns the place to cut the order at, and the cells whose digits differ; `None` if there are none on both sides.
    fn cut(&self) -> Option<(usize, &Area)> {
        let area = self.space.areas.iter().max_by_key(|area| area.cells.len())?;
        let order = &self.course.order;
        let before = |place: usize| order[..place].iter().filter(|cell| area.cells.contains(cell)).count();
        let is_inside = |place: &usize| {
            (1..area.cells.len()).contains(&before(*place)) && self.bits(*place) <= MOST_KEY_BITS
        };
        let middle = |place: &usize| (2 * before(*place)).abs_diff(area.cells.len());
        let merges = self.course.merges.iter().copied().filter(is_inside).min_by_key(middle);
        let place = merges.or_else(|| (1..order.len()).filter(is_inside).min_by_key(middle))?;
        Some((place, area))
    }

    /// Returns the counts of a part, each determined by the cells before the cut.
    fn blocks(&self, portion: Portion, place: usize, area: &Area) -> Vec<Steps> {
        let digits = area.cells.iter().fold(DigitSet::EMPTY, |all, cell| all | self.space.domains[*cell]);
        let enough = portion.count().saturating_mul(EACH).min(MOST);
        let digits: Vec<Digit> =
            digits.iter().take(enough.next_power_of_two().trailing_zeros() as usize).collect();
        let mut left = portion.of(1 << digits.len());
        let mut merges = self.course.merges.clone();
        if let Err(at) = merges.binary_search(&place) {
            merges.insert(at, place);
        }
        let course = Course { merges, ..self.course.clone() };
        let mut blocks = Vec::new();
        while !left.is_empty() {
            // The largest block that begins here and ends within the range.
            let free =
                left.start.trailing_zeros().min((left.end - left.start).ilog2()).min(digits.len() as u32);
            let settled = &digits[..digits.len() - free as usize];
            let is_taken = |at: usize| left.start >> (digits.len() - 1 - at) & 1 == 1;
            let set = |wanted: bool| -> DigitSet {
                settled
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| is_taken(*at) == wanted)
                    .map(|(_, digit)| *digit)
                    .collect()
            };
            let mut steps = Steps::of(&self.space, &course);
            steps.settle(&self.course.order[..place], area, set(true), set(false));
            blocks.push(steps);
            left.start += 1 << free;
        }
        blocks
    }

    /// Returns the steps of a part, and its beginning. States are merged after the cells whose digits make ranks, and nowhere
    /// before.
    fn part(&self, portion: Portion) -> (Steps, Beginning) {
        let enough = portion.count().saturating_mul(EACH).min(MOST);
        let order = &self.course.order;
        let mut assignments = 1;
        let mut first = 0;
        while first < order.len() && (assignments < enough || self.bits(first) > MOST_KEY_BITS) {
            if assignments < enough {
                assignments *= self.space.domains[order[first]].len().max(1) as u64;
            }
            first += 1;
        }
        let later = self.course.merges.iter().copied().filter(|place| *place > first);
        let merges = std::iter::once(first).chain(later).collect();
        let domains = order[..first].iter().map(|cell| (self.space.domains[*cell], true));
        let ranks = Ranks::of(domains, enough);
        let visited = portion.of(ranks.count());
        (Steps::of(&self.space, &Course { merges, ..self.course.clone() }), Beginning { ranks, visited })
    }

    /// Returns the bits of a state at a place of the order.
    fn bits(&self, place: usize) -> u32 {
        self.space.area_bits + self.course.places.iter().map(|places| places[place].bits()).sum::<u32>()
    }
}

impl Run for Planned {
    fn run(&self, search: &Search, _: &mut Found) -> Ended {
        if search.portion.is_whole() {
            return self.whole.run(search, None);
        }
        if let Some((place, area)) = self.cut() {
            return run_all(&self.blocks(search.portion, place, area), search);
        }
        let (steps, beginning) = self.part(search.portion);
        if beginning.visited.is_empty() {
            return Ended::new(Stop::Exhausted, Tally::default());
        }
        steps.run(search, Some(&beginning))
    }

    fn has_ranks(&self) -> bool {
        true
    }
}

/// Makes the counts one after the other.
fn run_all(blocks: &[Steps], search: &Search) -> Ended {
    let mut all = Ended::new(Stop::Exhausted, Tally::default());
    let alone = Search { observer: &(), ..*search };
    for (done, block) in (1..).zip(blocks) {
        let ended = block.run(&alone, None);
        all.stop = ended.stop;
        all.threads = all.threads.max(ended.threads);
        all.tally.nodes += ended.tally.nodes;
        all.counted += ended.counted;
        if all.stop != Stop::Exhausted {
            break;
        }
        search.observer.advanced(done, blocks.len() as u64);
    }
    all
}
