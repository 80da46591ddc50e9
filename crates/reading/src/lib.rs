//! Reads digit puzzles as people type and paste them.
//!
//! [`read`] and [`Reader`] make a [`Puzzle`] of any text. A text of the language keeps its meaning. In any other text the puzzle is
//! found, statements about it are read, and the rest is quoted: [`Puzzle::unread`]. [`Blocks`] are the puzzles of a file.
//! [`other_readings`] are proposals for a text that has no solution as it was read.
//!
//! A text goes through one stage after the other, until one can read it: `reader` (the language with its conventions), `surface`
//! (what programs put around puzzles and leave of formulas), `spans` (the puzzle among words), `said` (statements in words),
//! `passage` (which of all that is asked for).
//!
//! This is a part of the library `fukumen`, which has all of it in `fukumen::text`.

#![warn(missing_debug_implementations, missing_docs)]

mod alphabets;
mod blocks;
mod doubts;
mod label;
mod others;
mod passage;
mod reader;
mod said;
mod several;
mod spans;
mod surface;

pub use blocks::{Blocks, Entry};
pub use others::{OtherReading, other_readings};
pub use reader::{Reader, read};
pub use said::in_signs;

use fukumen_language::interrupt::Interrupt;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text;
use fukumen_language::text::{Draft, ParseError};
use fukumen_language::vocabulary::Vocabulary;

/// The rows of statements and the rules of the surface, in groups of those that say the same, each with its name and as it is written: for
/// `make ablation`, which does without each in turn.
#[doc(hidden)]
pub fn rows() -> Vec<Vec<(&'static str, &'static str)>> {
    said::rows()
        .into_iter()
        .chain(surface::names().map(|name| vec![(name, "a rule of the surface")]))
        .collect()
}

/// Reads a text of the language, with the conventions of paper and keyboard.
pub(crate) fn read_written(text: &str, rules: &Rules, aids: Aids) -> Result<Puzzle, ParseError> {
    text::conventions::read(Draft::new(text), rules, aids.of_language()).map_err(|(error, _)| error)
}

/// The functions, the interrupt and the options that reading takes besides a text and its rules.
#[derive(Clone, Copy)]
pub(crate) struct Aids<'a> {
    /// The functions there are.
    pub vocabulary: &'a Vocabulary,
    /// Checked now and then.
    pub interrupt: &'a dyn Interrupt,
    /// The names of rows of statements to do without.
    pub without: &'a [&'a str],
}

impl<'a> Aids<'a> {
    /// The same for the language.
    pub fn of_language(self) -> text::Aids<'a> {
        text::Aids { vocabulary: self.vocabulary, interrupt: self.interrupt }
    }
}

/// A puzzle of a text.
pub(crate) struct Piece {
    pub puzzle: Puzzle,
    /// The text of this puzzle alone, with the place where it begins; none if the whole text is read as this puzzle.
    pub own: Option<(usize, String)>,
    /// Its heading among the puzzles of a text, if it has none of its own.
    pub title: Option<String>,
}

impl Piece {
    /// A puzzle with a text of its own.
    pub fn of_part(puzzle: Puzzle, own: (usize, String)) -> Self {
        Self { puzzle, own: Some(own), title: None }
    }

    /// The puzzle of the whole text.
    pub fn whole(puzzle: Puzzle) -> Self {
        Self { puzzle, own: None, title: None }
    }
}
