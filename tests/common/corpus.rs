//! The published puzzles of `tests/puzzles`, read in one way by tests and benches.
#![allow(dead_code, reason = "each test and each bench uses a part")]

#[path = "settings.rs"]
mod settings;

use std::collections::BTreeMap;

use fukumen::puzzle::{Puzzle, Rules};
use fukumen::text::Reader;
use serde::Deserialize;

pub use settings::rules;

/// The solitary seven (W. E. H. Berwick, School World, 1906): two digits are brought down at once, so that the quotient
/// has a zero.
pub const SOLITARY_SEVEN: &str = "       □7□□□
   ---------
□□□)□□□□□□□□
    □□□□
    -----
      □□□
      □□□
      ----
      □□□□
       □□□
      ------
        □□□□
        □□□□
        ----
           0";

/// One puzzle; its source and the note are for readers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    /// The layout of a drawing.
    pub layout: Option<String>,
    pub text: String,
    #[serde(default)]
    settings: BTreeMap<String, Vec<String>>,
    pub count: u128,
    /// The count if a lone letter may not be zero, if that differs.
    pub count_without_lone_zero: Option<u128>,
    #[serde(default)]
    pub answers: Vec<String>,
    #[serde(default)]
    pub tags: Vec<String>,
    source: String,
    note: Option<String>,
}

#[derive(Deserialize)]
struct Corpus {
    puzzle: Vec<Entry>,
}

/// The texts in one dimension.
pub fn texts() -> Vec<Entry> {
    read(include_str!("../puzzles/corpus.toml"))
}

/// The drawings.
pub fn drawings() -> Vec<Entry> {
    read(include_str!("../puzzles/layouts.toml"))
}

/// The puzzles of the bulk file: no names, no answers, one solution each.
pub fn bulk() -> impl Iterator<Item = &'static str> {
    include_str!("../puzzles/unique.txt").lines()
}

fn read(text: &str) -> Vec<Entry> {
    let corpus: Corpus = toml::from_str(text).expect("the corpus is right");
    corpus.puzzle
}

impl Entry {
    /// The rules of its settings.
    pub fn rules(&self) -> Rules {
        rules(self.settings())
    }

    /// The puzzle, with more settings.
    pub fn puzzle_with(&self, more: &[(&str, &str)]) -> Puzzle {
        self.read(&rules(self.settings().chain(more.iter().copied())))
    }

    /// The puzzle.
    pub fn puzzle(&self) -> Puzzle {
        self.read(&self.rules())
    }

    fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().flat_map(|(name, values)| values.iter().map(move |value| (&**name, &**value)))
    }

    fn read(&self, rules: &Rules) -> Puzzle {
        Reader::new()
            .rules(rules)
            .read(&self.text)
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", self.name, self.text))
    }
}
