//! A solution as an object, written without a value in memory.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::Letters;
use crate::columns;
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::{Misprint, Puzzle};
use fukumen_language::solution::{Solution, written};

/// The common form of all solutions of a puzzle.
pub(super) struct Form {
    base: Base,
    symbols: Vec<(String, Cell)>,
    blanks: Vec<Cell>,
    wrong: Vec<(Digit, Cell)>,
}

impl Form {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let symbols = puzzle.symbols().map(|(cell, hidden)| (hidden.name.clone(), cell)).collect();
        let (blanks, wrong) = (columns::blanks(puzzle), columns::wrong(puzzle));
        Self { base: puzzle.rules().base, symbols, blanks, wrong }
    }
}

/// A solution to write.
pub(super) struct SolutionRow<'a> {
    pub(super) form: &'a Form,
    pub(super) solution: &'a Solution,
    pub(super) letters: Option<&'a Letters>,
}

impl Serialize for SolutionRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { form, solution, letters } = self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("digits", &Digits(self))?;
        object.serialize_entry("text", &format_args!("{solution}"))?;
        let shown: Vec<_> = solution
            .shown
            .iter()
            .map(|value| value.as_ref().map(|value| written(value, form.base)))
            .collect();
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
        let misprints = solution.puzzle().misprints();
        if !misprints.is_empty() {
            let misprint = |one: &Misprint| json!({"numeral": one.numeral, "place": one.place, "printed": one.printed, "right": one.right});
            object.serialize_entry("misprints", &misprints.iter().map(misprint).collect::<Vec<_>>())?;
        }
        if let Some(key) = solution.key() {
            object.serialize_entry("key", &Pairs(&key))?;
        }
        let told = letters.map_or(Vec::new(), |letters| letters.decoded(solution));
        if !told.is_empty() {
            let told: Vec<_> = told.into_iter().map(|(name, _, letters)| (name, letters)).collect();
            object.serialize_entry("letters", &Pairs(&told))?;
        }
        object.end()
    }
}

/// Names with their texts, in this order. Each name occurs once: in base 2 the keys from 1 on and from the largest digit on
/// are the same.
struct Pairs<'a, N>(&'a [(N, String)]);

impl<N: Serialize + PartialEq> Serialize for Pairs<'_, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_first =
            |(at, (name, _)): &(usize, &(N, String))| self.0[..*at].iter().all(|(other, _)| other != name);
        let firsts = self.0.iter().enumerate().filter(is_first);
        serializer.collect_map(firsts.map(|(_, (name, text))| (name, text)))
    }
}

/// Its symbols with their digits.
struct Digits<'a>(&'a SolutionRow<'a>);

impl Serialize for Digits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SolutionRow { form, solution, .. } = self.0;
        if !solution.puzzle().misprints().is_empty() {
            return serializer.collect_map(solution.iter());
        }
        serializer.collect_map(form.symbols.iter().map(|(name, cell)| (name, solution.digit(*cell))))
    }
}
