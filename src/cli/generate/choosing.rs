//! Chooses which of the puzzles that were found are printed.

use crate::cli::command::Which;
use crate::generate::{Find, Measure, Space};

/// How puzzles are sorted, and how many are wanted.
pub struct Choosing {
    sort: Option<&'static Measure>,
    most: Option<u64>,
    /// For a sample or an endless search, only this number is found and sorted, not all.
    gathered: Option<u64>,
    /// Returns whether the search has no end.
    is_endless: bool,
    /// Puzzles that wait to be sorted.
    waiting: Vec<Find>,
}

impl Choosing {
    /// Reads the options about the number of puzzles. A sample ends by itself. An endless search stops after one puzzle if no
    /// number is given.
    pub fn read(which: &Which, space: &dyn Space) -> anyhow::Result<Self> {
        let Which { sort, max_results: wanted, .. } = *which;
        let most = wanted.or(space.is_endless().then_some(1)).into_iter().chain(space.enough()).min();
        anyhow::ensure!(
            sort.is_none() || wanted.is_some() || !space.is_endless(),
            "this search has no end to sort at: --max-results says how many puzzles are to be sorted"
        );
        Ok(Self {
            sort,
            most,
            gathered: sort.and(space.enough().or(wanted.filter(|_| space.is_endless()))),
            is_endless: space.is_endless(),
            waiting: Vec::new(),
        })
    }

    /// Returns the number of puzzles after which the search ends; 0 if it goes on.
    pub fn wanted(&self) -> u64 {
        if self.sort.is_some() { self.gathered } else { self.most }.unwrap_or(0)
    }

    /// Returns whether the search has no end.
    pub fn is_endless(&self) -> bool {
        self.is_endless
    }

    /// Returns whether puzzles must be rated to be sorted.
    pub fn needs_rating(&self) -> bool {
        self.sort.is_some_and(|measure| measure.needs_rating)
    }

    /// Takes the finds of a part and returns those to write now.
    pub fn of(&mut self, mut finds: Vec<Find>) -> Vec<Find> {
        if self.sort.is_some() {
            self.waiting.append(&mut finds);
            self.forget();
            if let Some(gathered) = self.gathered {
                self.waiting.truncate(usize::try_from(gathered).unwrap_or(usize::MAX));
            }
        }
        finds
    }

    /// Drops waiting puzzles that will not be printed.
    fn forget(&mut self) {
        let Some(most) = self.most.and_then(|most| usize::try_from(most).ok()) else { return };
        if self.gathered.is_none() && self.waiting.len() / 2 > most.max(1000) {
            self.waiting = self.sorted();
            self.waiting.truncate(most);
        }
    }

    /// Returns the puzzles that waited for the end, sorted. Equal ones stay in their order.
    pub fn sorted(&mut self) -> Vec<Find> {
        let mut waiting = std::mem::take(&mut self.waiting);
        if let Some(measure) = self.sort {
            // Puzzles without the measure come last.
            waiting.sort_by_cached_key(|find| {
                let value = (measure.of)(find);
                (value.is_none(), value)
            });
        }
        waiting
    }

    /// Returns whether `written` puzzles are enough.
    pub fn is_enough(&self, written: u64) -> bool {
        let has_gathered = self.gathered.is_some_and(|gathered| self.waiting.len() as u64 >= gathered);
        has_gathered || self.most.is_some_and(|most| written >= most)
    }
}
