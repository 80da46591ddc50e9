//! A puzzle on paper: as it is, solved, or as a work sheet, which has room for the answer.

use std::borrow::Cow;

use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::puzzle::{Puzzle, Sheet};
use fukumen_language::solution::Solution;

/// The place for a digit to find.
pub(super) const BOX: &str = "□";

/// The content of one page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution, if that is drawn instead; on a work sheet, the key.
    pub solution: Option<Solution>,
    /// The number on its work sheet, if it is one.
    pub number: Option<usize>,
    /// The entries in its places so far, in the order of its cells: pictures show them, texts have no room for them.
    pub(crate) written: Option<Vec<Written>>,
}

/// An entry that a person has written into a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// A digit, in pen.
    Digit(Digit),
    /// The possible digits, in pencil.
    Marks(DigitSet),
}

/// The contents of the places of hidden digits.
#[derive(Clone, Copy)]
pub(super) enum Filling<'s> {
    Names,
    Boxes,
    Digits(&'s Solution),
    /// The entries so far, for each cell. Only pictures draw them; other formats write names.
    Written(&'s [Written]),
}

impl Page {
    /// Makes a page of a puzzle, or of its solution.
    #[must_use]
    pub fn new(puzzle: &Puzzle, solution: Option<&Solution>) -> Self {
        Self { puzzle: puzzle.clone(), solution: solution.cloned(), number: None, written: None }
    }

    /// Makes it a work sheet, or its key.
    #[must_use]
    pub fn work_sheet(self, number: usize) -> Self {
        Self { number: Some(number), ..self }
    }

    /// Adds entries to its places: one for each cell, or none is drawn.
    pub(crate) fn written(self, written: Vec<Written>) -> Self {
        Self { written: Some(written).filter(|all| all.len() == self.puzzle.hidden().len()), ..self }
    }

    /// Returns the parts to draw, one below the other. A puzzle of blanks alone is its own work sheet.
    pub(super) fn fillings(&self) -> Vec<Filling<'_>> {
        match (&self.solution, &self.written) {
            (Some(solution), _) => vec![Filling::Digits(solution)],
            (None, Some(written)) => vec![Filling::Written(written)],
            (None, None) if self.number.is_some() && self.puzzle.symbols().next().is_some() => {
                vec![Filling::Names, Filling::Boxes]
            }
            (None, None) => vec![Filling::Names],
        }
    }

    /// Returns the heading of a work sheet: its number, and the unusual rules.
    pub(super) fn heading(&self) -> Option<(String, String)> {
        let number = self.number?;
        let rules =
            self.puzzle.rules().changes().into_iter().filter(|(name, _)| !["layout", "show"].contains(name));
        let in_words = |(name, value): (&str, String)| format!("{} {value}", name.replace('-', " "));
        let rules: Vec<String> = rules.map(in_words).map(|rule| rule.trim_end().to_string()).collect();
        Some((format!("{number}."), rules.join("; ")))
    }

    /// Returns the symbols of a work sheet, each with its digit if that is shown.
    pub(super) fn table(&self) -> Vec<(String, Option<String>)> {
        let base = self.puzzle.rules().base;
        let digit = |cell| self.solution.as_ref().map(|solution| base.name(solution.digit(cell)).to_string());
        let symbols = self.puzzle.symbols().map(|(cell, hidden)| (hidden.name.clone(), digit(cell)));
        if self.number.is_some() { symbols.collect() } else { Vec::new() }
    }
}

impl<'s> Filling<'s> {
    /// Fills in the solution, if there is one.
    pub(super) fn of(solution: Option<&'s Solution>) -> Self {
        solution.map_or(Filling::Names, Filling::Digits)
    }

    /// Returns the sheet of a puzzle with this in it.
    pub(super) fn sheet<'p>(&self, puzzle: &'p Puzzle) -> Cow<'p, Sheet> {
        match self {
            Filling::Names | Filling::Written(_) => Cow::Borrowed(puzzle.sheet()),
            Filling::Boxes => Cow::Owned(puzzle.sheet().with_names(&|_| BOX.into())),
            Filling::Digits(solution) => {
                Cow::Owned(puzzle.sheet().filled(puzzle.rules().base, solution.digits()))
            }
        }
    }
}
