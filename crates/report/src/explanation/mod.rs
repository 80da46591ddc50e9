//! Explanations on paper: one style a file.
//!
//! A style writes a document: an opening, a page for each puzzle, a closing. The words come from
//! [`prose`](fukumen_explain::prose).

mod documents;
mod html;
mod json;
mod latex;
mod markdown;
mod notation;
mod read;
mod text;

pub use json::{SCHEMA, add_rating, explanation as as_json, status as status_name};
pub use read::{ReadError, explanation as from_json};

use serde_json::Value;

use fukumen_explain::prose::{Paragraph, Telling};
use fukumen_explain::{Explanation, Rating, places};
use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::puzzle::Puzzle;

/// What a page is about.
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
    /// How its answer is found.
    pub explanation: &'a Explanation,
    /// How hard that is, if it was rated.
    pub rating: Option<&'a Rating>,
    /// The same in words.
    pub told: &'a Telling,
}

impl<'a> Page<'a> {
    /// The page of one puzzle.
    #[must_use]
    pub fn new(text: &'a str, puzzle: &'a Puzzle, explanation: &'a Explanation, told: &'a Telling) -> Self {
        Self { text, line: 1, base: None, puzzle, explanation, rating: None, told }
    }

    /// What it is called among others.
    fn heading(&self) -> String {
        let base = self.base.map_or(String::new(), |base| format!(" (base {base})"));
        format!("{}{base}", super::words::on_one_line(self.text))
    }

    /// The puzzle with what is known of its digits.
    fn drawing(&self, known: &[DigitSet]) -> String {
        let base = self.puzzle.rules().base;
        let mut digits = vec![DigitSet::all(base); self.puzzle.hidden().len()];
        for ((_, cell), own) in places(self.puzzle).iter().zip(known) {
            digits[cell.index()] = digits[cell.index()] & *own;
        }
        let name = |cell: fukumen_language::expr::Cell| match digits[cell.index()].only() {
            Some(digit) => base.name(digit).to_string(),
            None => self.puzzle.hidden()[cell.index()].name.clone(),
        };
        self.puzzle.sheet().with_names(&name).to_string()
    }

    /// The digits that are left for each place of which some, and several, are.
    fn pencil_marks(&self, known: &[DigitSet]) -> String {
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

    /// What is known after a paragraph, as lines; nothing if that is not to be told.
    fn state(&self, paragraph: &Paragraph) -> Option<String> {
        let known = paragraph.known.as_ref()?;
        let marks = self.pencil_marks(known);
        let gap = if marks.is_empty() { "" } else { "\n" };
        Some(format!("{}{gap}{marks}", self.drawing(known)))
    }
}

/// One style of a document.
pub trait Style: Sync {
    /// As written after `format`.
    fn name(&self) -> &'static str;

    /// One line of help.
    fn help(&self) -> &'static str;

    /// What stands before the pages, and whether there may be several.
    fn opening(&self, _several: bool) -> String {
        String::new()
    }

    /// The page of a puzzle; `index` is how many there were before it.
    fn page(&self, page: &Page, several: bool, index: usize) -> String;

    /// An object that takes the place of a page, in styles that have objects: a fault, a rating.
    fn object(&self, _value: &Value, _several: bool, _index: usize) -> Option<String> {
        None
    }

    /// A line that takes the place of a page, in styles that have no objects.
    fn line(&self, text: &str) -> String {
        format!("{text}\n")
    }

    /// What stands behind the pages.
    fn closing(&self, _several: bool) -> String {
        String::new()
    }
}

/// Every style. Adding one means adding a file and a line.
pub static STYLES: &[&dyn Style] =
    &[&text::Text, &markdown::Markdown, &html::Html, &latex::Latex, &documents::Json, &documents::JsonLines];

/// The style of this name.
#[must_use]
pub fn style(name: &str) -> Option<&'static dyn Style> {
    STYLES.iter().copied().find(|style| style.name() == name)
}
