//! A count, whole or in pieces: a shard takes a run of the digits of the first cells, and merges states behind them.

use std::ops::Range;

use super::forecast::Course;
use super::forecast::MOST_KEY_BITS;
use super::space::Space;
use super::steps::Steps;
use crate::engine::Ended;
use crate::engine::Found;
use crate::engine::Portion;
use crate::engine::Run;
use crate::engine::Search;
use crate::engine::Stop;
use crate::engine::Tally;
use crate::engine::search::ranks::Ranks;

/// Assignments of the first cells for each shard, at least: few of them go on, and those that do take longer or shorter.
const EACH: u64 = 64;
/// No machine counts more shards than have so many assignments together.
const MOST: u64 = 1 << 50;

/// A count that is ready to run.
pub(super) struct Planned {
    space: Space,
    course: Course,
    whole: Steps,
}

/// What a shard does with the cells of its first pass.
pub(super) struct Beginning {
    pub(super) ranks: Ranks,
    /// The ranks to visit.
    pub(super) visited: Range<u64>,
}

impl Planned {
    pub(super) fn of(space: Space, course: Course) -> Self {
        Self { whole: Steps::of(&space, &course), space, course }
    }

    /// The steps of a part, and where it begins. States are merged behind the cells whose digits make ranks, and nowhere
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

    /// The bits of a state at a place of the order.
    fn bits(&self, place: usize) -> u32 {
        self.space.area_bits + self.course.places.iter().map(|places| places[place].bits()).sum::<u32>()
    }
}

impl Run for Planned {
    fn run(&self, search: &Search, _: &mut Found) -> Ended {
        if search.portion.is_whole() {
            return self.whole.run(search, None);
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
