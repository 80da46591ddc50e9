//! Random sets of clues, one for each part of the search, each set once.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::hitting::Set;

/// After this number of repeated sets, no new ones are expected.
const MOST_REPEATS: u64 = 200;

/// The sets drawn so far.
#[derive(Default)]
pub struct RandomSets {
    /// The sets, by part.
    sets: Mutex<BTreeMap<u64, Option<Set>>>,
    /// The first of the parts that bring nothing new; 0 while it is not known.
    over: AtomicU64,
}

/// Draws the set of a part, always the same; there may be none.
type Draw<'d> = &'d dyn Fn(u64) -> ControlFlow<(), Option<Set>>;

impl RandomSets {
    /// Returns the set of a part, unless an earlier part has it; `None` after a long time without new ones. For a part in the
    /// middle of a search, all earlier ones are drawn first, so that no set occurs twice.
    pub fn new_one(&self, part: u64, draw: Draw) -> ControlFlow<(), Option<Set>> {
        let over = self.over.load(Ordering::Relaxed);
        if over != 0 && part >= over {
            return ControlFlow::Continue(None);
        }
        // First, because other threads draw the earlier parts at the same time.
        let own = self.of(part, draw)?;
        let (mut seen, mut newest) = (HashSet::new(), 0);
        for before in 0..part {
            let set = self.of(before, draw)?;
            if set.is_some_and(|set| seen.insert(set)) {
                newest = before;
            } else if before - newest >= MOST_REPEATS {
                self.over.store(before, Ordering::Relaxed);
                return ControlFlow::Continue(None);
            }
        }
        ControlFlow::Continue(own.filter(|own| !seen.contains(own)))
    }

    fn of(&self, part: u64, draw: Draw) -> ControlFlow<(), Option<Set>> {
        let known = self.sets().get(&part).copied();
        if let Some(set) = known {
            return ControlFlow::Continue(set);
        }
        let set = draw(part)?;
        self.sets().insert(part, set);
        ControlFlow::Continue(set)
    }

    fn sets(&self) -> MutexGuard<'_, BTreeMap<u64, Option<Set>>> {
        self.sets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
