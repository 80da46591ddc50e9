//! A solution as an object, written without being a value in memory first.

use serde::Serialize;
use serde::Serializer;
use serde::ser::SerializeMap;
use serde_json::Map;
use serde_json::Value;

use crate::digits::Digit;
use crate::expr::Cell;
use crate::puzzle::Puzzle;
use crate::report::Letters;
use crate::report::columns;
use crate::solution::Solution;
use crate::solution::written;

/// What all solutions of a puzzle share.
pub(super) struct Form<'p> {
    puzzle: &'p Puzzle,
    symbols: Vec<(&'p str, Cell)>,
    blanks: Vec<Cell>,
    wrong: Vec<(Digit, Cell)>,
}

impl<'p> Form<'p> {
    pub(super) fn of(puzzle: &'p Puzzle) -> Self {
        let symbols = puzzle.symbols().map(|(cell, hidden)| (hidden.name.as_str(), cell)).collect();
        Self { puzzle, symbols, blanks: columns::blanks(puzzle), wrong: columns::wrong(puzzle) }
    }
}

/// A solution, to be written.
pub(super) struct Row<'a> {
    pub(super) form: &'a Form<'a>,
    pub(super) solution: &'a Solution,
    pub(super) letters: Option<&'a Letters>,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { form, solution, letters } = self;
        let base = form.puzzle.rules().base;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("digits", &Digits(self))?;
        object.serialize_entry("text", &format_args!("{solution}"))?;
        let shown: Vec<_> =
            solution.shown.iter().map(|value| value.as_ref().map(|value| written(value, base))).collect();
        object.serialize_entry("show", &shown.first().and_then(Option::as_ref))?;
        object.serialize_entry("class", &solution.class)?;
        if shown.len() > 1 {
            object.serialize_entry("shows", &shown)?;
        }
        if !form.blanks.is_empty() {
            let blanks: Vec<Digit> = form.blanks.iter().map(|cell| solution.digit(*cell)).collect();
            object.serialize_entry("blanks", &blanks)?;
        }
        if !form.wrong.is_empty() {
            let pair = |(shown, cell): &(Digit, Cell)| [*shown, solution.digit(*cell)];
            object.serialize_entry("wrong", &form.wrong.iter().map(pair).collect::<Vec<_>>())?;
        }
        if let Some(key) = solution.key() {
            let key: Map<String, Value> =
                key.into_iter().map(|(name, letters)| (name, letters.into())).collect();
            object.serialize_entry("key", &key)?;
        }
        let told = letters.map_or(Vec::new(), |letters| letters.told(solution));
        if !told.is_empty() {
            let told: Map<String, Value> =
                told.into_iter().map(|(name, _, letters)| (name.into(), letters.into())).collect();
            object.serialize_entry("letters", &told)?;
        }
        object.end()
    }
}

/// Its symbols with their digits.
struct Digits<'a>(&'a Row<'a>);

impl Serialize for Digits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { form, solution, .. } = self.0;
        serializer.collect_map(form.symbols.iter().map(|(name, cell)| (name, solution.digit(*cell))))
    }
}
