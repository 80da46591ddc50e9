//! The contents of a page, which a style writes.

use crate::words;
use fukumen_explain::prose::{Paragraph, Telling};
use fukumen_explain::{Explanation, Rating, places};
use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::Puzzle;

/// The width of a line where no narrower terminal shows it: the one in which the texts read best.
pub(super) const WIDEST: usize = 76;

/// The content of a page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The puzzle's text as it was given.
    pub text: &'a str,
    /// The line it starts at, from 1.
    pub line: usize,
    /// The base, if several are tried.
    pub base: Option<Base>,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The explanation of its answer.
    pub explanation: &'a Explanation,
    /// Its difficulty, if it was rated.
    pub rating: Option<&'a Rating>,
    /// The explanation in words.
    pub told: &'a Telling,
    /// The width of its lines, in formats that break them.
    pub width: usize,
}

impl<'a> Page<'a> {
    /// Makes the page of one puzzle.
    #[must_use]
    pub fn new(text: &'a str, puzzle: &'a Puzzle, explanation: &'a Explanation, told: &'a Telling) -> Self {
        Self { text, line: 1, base: None, puzzle, explanation, rating: None, told, width: WIDEST }
    }

    /// Returns the page in lines that a terminal of this width shows, if there is one.
    #[must_use]
    pub fn on(self, terminal: Option<usize>) -> Self {
        Self { width: terminal.map_or(WIDEST, |width| width.min(WIDEST)), ..self }
    }

    /// Returns its title among others.
    pub(super) fn heading(&self) -> String {
        let base = self.base.map_or(String::new(), |base| format!(" (base {base})"));
        format!("{}{base}", words::on_one_line(self.text))
    }

    /// Returns the puzzle with what is known of its digits.
    pub(super) fn drawing(&self, known: &[DigitSet]) -> String {
        let base = self.puzzle.rules().base;
        let mut digits = vec![DigitSet::all(base); self.puzzle.hidden().len()];
        for ((_, cell), own) in places(self.puzzle).iter().zip(known) {
            digits[cell.index()] = digits[cell.index()] & *own;
        }
        let name = |cell: Cell| match digits[cell.index()].only() {
            Some(digit) => base.name(digit).to_string(),
            None => self.puzzle.hidden()[cell.index()].name.clone(),
        };
        self.puzzle.sheet().with_names(&name).to_string()
    }

    /// Returns the remaining digits of each place that has several, but not all.
    pub(super) fn pencil_marks(&self, known: &[DigitSet]) -> String {
        let base = self.puzzle.rules().base;
        let open = self
            .explanation
            .names
            .iter()
            .zip(known)
            .filter(|(_, digits)| digits.len() > 1 && **digits != DigitSet::all(base));
        let marks = open.map(|(name, digits)| {
            let digits: String = digits.iter().map(|digit| base.name(digit).to_string()).collect();
            format!("{name} {digits}")
        });
        marks.collect::<Vec<_>>().join("  ")
    }

    /// Returns what is known after a paragraph, as lines; `None` if it is not to be shown.
    pub(super) fn state(&self, paragraph: &Paragraph) -> Option<String> {
        let known = paragraph.known.as_ref()?;
        let marks = self.pencil_marks(known);
        let gap = if marks.is_empty() { "" } else { "\n" };
        Some(format!("{}{gap}{marks}", self.drawing(known)))
    }
}
