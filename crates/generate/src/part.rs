//! The results of a part, and the progress of a search.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::find::Find;
use fukumen_engine::solve::{SolveError, Standing};
use fukumen_language::message::Message;

/// How much was examined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Candidates, including those that were cut.
    pub candidates: u64,
    /// Puzzles that were proposed and solved.
    pub tested: u64,
    /// Puzzles that were found.
    pub found: u64,
    /// Proposals that are not puzzles under the rules.
    pub refused: u64,
    /// Puzzles whose solutions could not be decided.
    pub undecided: u64,
}

impl Tally {
    /// Returns the sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            candidates: self.candidates.saturating_add(other.candidates),
            tested: self.tested + other.tested,
            found: self.found + other.found,
            refused: self.refused + other.refused,
            undecided: self.undecided + other.undecided,
        }
    }

    /// Returns whether so many proposals were all refused that an endless search will never find a puzzle: the rules allow
    /// none.
    #[must_use]
    pub fn is_hopeless(self) -> bool {
        self.tested >= 200 && self.refused == self.tested
    }
}

/// A part that was searched to its end.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its number.
    pub number: u64,
    /// The puzzles found in it.
    pub finds: Vec<Find>,
    /// How much was examined.
    pub tally: Tally,
    /// Why the first refused proposal is not a puzzle.
    pub refusal: Option<Message>,
    /// The error at which the ordinary solver stopped: a bug of this crate, which must be reported.
    pub failure: Option<SolveError>,
}

/// How far a search has come; shared with its watchers.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Parts that were searched.
    pub done: AtomicU64,
    /// All parts.
    pub total: AtomicU64,
    /// Candidates examined.
    pub candidates: AtomicU64,
    /// The number of puzzles solved.
    pub tested: AtomicU64,
    /// Puzzles that were found.
    pub found: AtomicU64,
    /// The number of puzzles after which the search ends, set by the caller; 0 if it goes on.
    pub wanted: AtomicU64,
}

impl Progress {
    /// Returns the progress of the search, for a watcher.
    pub(crate) fn standing(&self) -> Standing {
        let [done, total, found] =
            [&self.done, &self.total, &self.found].map(|number| number.load(Ordering::Relaxed));
        Standing { done, total, found }
    }

    pub(crate) fn examined(&self, candidates: u64) {
        self.candidates.fetch_add(candidates, Ordering::Relaxed);
    }

    /// Adds a part, whose candidates were added when they were examined.
    pub(crate) fn add(&self, tally: Tally) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.tested.fetch_add(tally.tested, Ordering::Relaxed);
        self.found.fetch_add(tally.found, Ordering::Relaxed);
    }
}
