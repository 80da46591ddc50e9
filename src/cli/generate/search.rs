//! The progress of a search, as `generate` writes it into its checkpoints.
//!
//! A checkpoint is made between two parts of the search. Every limit and every message about the whole search counts from its
//! start, so the next run continues the counts.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::cli::checkpoint::Fingerprint;
use crate::generate::{Order, Shard, Tally};

/// The progress of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// Which shard of the search it is.
    shard: String,
    /// The part to continue with.
    pub next: u64,
    /// The end of the parts.
    pub end: u64,
    /// How many puzzles were written.
    pub written: u64,
    /// Whether the last puzzle written is a single line.
    pub is_below_line: bool,
    /// The number of candidates examined.
    pub candidates: u64,
    /// The number of puzzles solved.
    pub tested: u64,
    /// The number of puzzles with the wanted number of solutions.
    pub found: u64,
    /// The number of puzzles that could not be decided.
    pub undecided: u64,
}

impl Search {
    /// Returns a search at its start.
    pub fn new(shard: Shard, parts: Range<u64>) -> Self {
        Self { shard: shard.to_string(), next: parts.start, end: parts.end, ..Self::default() }
    }

    /// Adds the tally of a part.
    pub fn add(&mut self, tally: Tally) {
        let Tally { candidates, tested, found, undecided, .. } = tally;
        self.candidates = self.candidates.saturating_add(candidates);
        self.tested += tested;
        self.found += found;
        self.undecided += undecided;
    }

    /// Checks that an earlier run searched the same parts.
    pub fn check(&self, left: &Self) -> anyhow::Result<()> {
        let (left_shard, shard) = (&left.shard, &self.shard);
        anyhow::ensure!(left_shard == shard, "it belongs to the shard {left_shard}, not {shard}");
        anyhow::ensure!(left.end == self.end && left.next <= left.end, "it is damaged");
        Ok(())
    }
}

/// Adds everything in an order that decides which puzzles are found.
pub fn identify(order: &Order, print: &mut Fingerprint) {
    // All fields are named, so that a new one cannot be forgotten.
    let Order { subject, choices, rules, seed, solutions, measures, interrupt: _ } = order;
    print.pair("subject", &format!("{subject:?}"));
    choices.iter().for_each(|(name, value)| print.pair(name, &value.to_string()));
    print.pair("rules", &format!("{rules:?}"));
    measures.iter().for_each(|comparison| print.pair("where-measure", &comparison.to_string()));
    print.pair("seed", &format!("{seed} {solutions}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::generate::Choices;

    #[test]
    fn what_decides_the_puzzles_changes_the_fingerprint() {
        let order = |subject: &str, choice: &str, seed| Order {
            subject: Some(subject.into()),
            choices: Choices::read(&generate::Words, [("words", choice)]).expect("it is an option"),
            seed,
            ..Order::default()
        };
        let print = |order: &Order| {
            let mut print = Fingerprint::default();
            identify(order, &mut print);
            print.written()
        };
        let one = print(&order("A", "b", 0));
        assert_eq!(one, print(&order("A", "b", 0)));
        for other in [order("A", "c", 0), order("B", "b", 0), order("A", "b", 1), Order::default()] {
            assert_ne!(one, print(&other));
        }
    }
}
