//! A puzzle on paper: as it is, solved, or as a work sheet, which has room for the answer.

use std::borrow::Cow;

use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::puzzle::{Puzzle, Sheet};
use fukumen_language::solution::Solution;

/// The place for a digit that is to be found.
pub(super) const BOX: &str = "□";

/// What to draw on one page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution, if that is drawn instead: on a work sheet, its key.
    pub solution: Option<Solution>,
    /// The number on its work sheet, if it is one.
    pub number: Option<usize>,
    /// What was written into its places so far, in the order of its cells: pictures show it, texts have no room for it.
    pub(crate) written: Option<Vec<Written>>,
}

/// What a person has written into a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// A digit, in pen.
    Digit(Digit),
    /// The digits that it may be, in pencil.
    Marks(DigitSet),
}

/// What stands in the places of hidden digits.
#[derive(Clone, Copy)]
pub(super) enum Filling<'s> {
    Names,
    Boxes,
    Digits(&'s Solution),
    /// What was written so far, for each cell. Only pictures draw it; elsewhere names stand there.
    Written(&'s [Written]),
}

impl Page {
    /// A puzzle, or its solution.
    #[must_use]
    pub fn new(puzzle: &Puzzle, solution: Option<&Solution>) -> Self {
        Self { puzzle: puzzle.clone(), solution: solution.cloned(), number: None, written: None }
    }

    /// The same as a puzzle of a work sheet, or of its key.
    #[must_use]
    pub fn work_sheet(self, number: usize) -> Self {
        Self { number: Some(number), ..self }
    }

    /// The same with what was written into its places: one for each cell, or none is drawn.
    pub(crate) fn written(self, written: Vec<Written>) -> Self {
        Self { written: Some(written).filter(|all| all.len() == self.puzzle.hidden().len()), ..self }
    }

    /// What is drawn, one below the other. A puzzle of blanks alone is its own work sheet.
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

    /// What stands above a work sheet: its number, and the rules that are not usual.
    pub(super) fn heading(&self) -> Option<(String, String)> {
        let number = self.number?;
        let rules =
            self.puzzle.rules().changes().into_iter().filter(|(name, _)| !["layout", "show"].contains(name));
        let in_words = |(name, value): (&str, String)| format!("{} {value}", name.replace('-', " "));
        let rules: Vec<String> = rules.map(in_words).map(|rule| rule.trim_end().to_string()).collect();
        Some((format!("{number}."), rules.join("; ")))
    }

    /// The symbols of a work sheet, each with its digit if that is told.
    pub(super) fn table(&self) -> Vec<(String, Option<String>)> {
        let base = self.puzzle.rules().base;
        let digit = |cell| self.solution.as_ref().map(|solution| base.name(solution.digit(cell)).to_string());
        let symbols = self.puzzle.symbols().map(|(cell, hidden)| (hidden.name.clone(), digit(cell)));
        if self.number.is_some() { symbols.collect() } else { Vec::new() }
    }
}

impl<'s> Filling<'s> {
    /// The solution, if there is one.
    pub(super) fn of(solution: Option<&'s Solution>) -> Self {
        solution.map_or(Filling::Names, Filling::Digits)
    }

    /// The sheet of a puzzle with this in it.
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
