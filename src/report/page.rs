//! A puzzle on paper: as it is, solved, or as a work sheet, which has room for the answer.

use std::borrow::Cow;

use crate::puzzle::Puzzle;
use crate::puzzle::Sheet;
use crate::solution::Solution;

/// The place for a digit that is to be found.
pub(super) const BOX: &str = "□";

/// What to draw on one page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution, if that is drawn instead: on a work sheet, its key.
    pub solution: Option<Solution>,
    /// The number on its work sheet, if it is one.
    pub number: Option<usize>,
}

/// What stands in the places of hidden digits.
#[derive(Clone, Copy)]
pub(super) enum Filling<'s> {
    Names,
    Boxes,
    Digits(&'s Solution),
}

impl Page {
    /// A puzzle, or its solution.
    #[must_use]
    pub fn new(puzzle: &Puzzle, solution: Option<&Solution>) -> Self {
        Self { puzzle: puzzle.clone(), solution: solution.cloned(), number: None }
    }

    /// The same as a puzzle of a work sheet, or of its key.
    #[must_use]
    pub fn work_sheet(self, number: usize) -> Self {
        Self { number: Some(number), ..self }
    }

    /// What is drawn, one below the other. A puzzle of blanks alone is its own work sheet.
    pub(super) fn fillings(&self) -> Vec<Filling<'_>> {
        match &self.solution {
            Some(solution) => vec![Filling::Digits(solution)],
            None if self.number.is_some() && self.puzzle.symbols().next().is_some() => {
                vec![Filling::Names, Filling::Boxes]
            }
            None => vec![Filling::Names],
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
            Filling::Names => Cow::Borrowed(puzzle.sheet()),
            Filling::Boxes => Cow::Owned(puzzle.sheet().with_names(&|_| BOX.into())),
            Filling::Digits(solution) => {
                Cow::Owned(puzzle.sheet().filled(puzzle.rules().base, solution.digits()))
            }
        }
    }
}
