//! What comes of a part, and how far a search has come.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::find::Find;
use fukumen_engine::solve::{SolveError, Standing};
use fukumen_language::message::Message;

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Candidates, those included that were cut.
    pub candidates: u64,
    /// Puzzles that were proposed, and solved.
    pub tested: u64,
    /// Those that keep the promise.
    pub found: u64,
    /// Those that are no puzzles under the rules.
    pub refused: u64,
    /// Those whose solutions could not be told for certain.
    pub undecided: u64,
}

impl Tally {
    /// Both together.
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
}

/// A part that was searched to its end.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its number.
    pub number: u64,
    /// What was found in it.
    pub finds: Vec<Find>,
    /// How much was looked at.
    pub tally: Tally,
    /// Why the first of those that are no puzzles is none.
    pub refusal: Option<Message>,
    /// What the ordinary solver broke off at: a bug of this crate, which nobody should overlook.
    pub failure: Option<SolveError>,
}

/// How far a search has come; shared with whoever watches.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Parts that were searched.
    pub done: AtomicU64,
    /// Parts in all.
    pub total: AtomicU64,
    /// Candidates that were looked at.
    pub candidates: AtomicU64,
    /// Puzzles that were solved.
    pub tested: AtomicU64,
    /// Puzzles that were found.
    pub found: AtomicU64,
}

impl Progress {
    /// How far the search has come, for a watcher.
    pub(crate) fn standing(&self) -> Standing {
        let [done, total, found] =
            [&self.done, &self.total, &self.found].map(|number| number.load(Ordering::Relaxed));
        Standing { done, total, found }
    }

    pub(crate) fn add(&self, tally: Tally) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.candidates.fetch_add(tally.candidates, Ordering::Relaxed);
        self.tested.fetch_add(tally.tested, Ordering::Relaxed);
        self.found.fetch_add(tally.found, Ordering::Relaxed);
    }
}
