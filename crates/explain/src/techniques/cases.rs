//! Cases: the search goes through them, since each is a search of its own.

use super::Technique;

pub(crate) const CASES: Technique = Technique {
    name: "cases",
    looks_at: "one fact with at most five values",
    concludes: "what all cases that survive have in common",
    weight: 300,
    rank: 22,
    look: |_| Vec::new(),
};

pub(crate) const EXHAUST: Technique = Technique {
    name: "exhaust",
    looks_at: "what no other technique helps with",
    concludes: "what all ways leave of a smallest part of the puzzle or of all digits, or a tree of cases",
    weight: 800,
    rank: 24,
    look: |_| Vec::new(),
};
