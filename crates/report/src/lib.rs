//! Answers on paper: one output format in each file.
//!
//! A [`Format`] starts a [`Document`], which receives the events, puzzle by puzzle and solution by solution, and writes as
//! soon as its form allows. Nothing here opens a file or uses a terminal.

pub mod json;

mod columns;
#[cfg(feature = "cli")]
pub mod csv;
pub mod explanation;
mod formula;
pub mod html;
mod latex;
mod lines;
mod markdown;
pub mod minizinc;
mod page;
mod plain;
pub mod service;
mod spacing;
mod svg;
#[cfg(feature = "cli")]
mod table;
pub mod tables;
#[cfg(feature = "cli")]
mod text;
pub mod visible;
pub mod words;

pub use page::Page;

use std::io;
use std::io::Write;
use std::ops::Range;
use std::time::Duration;

use explanation::Style;
use fukumen_engine::solve::{Answer, Ask, Goal, Shard, StoppedBy};
use fukumen_generate::Amount;
use fukumen_language::digits::Base;
use fukumen_language::message::{Message, Note, Repair};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::solution::Solution;
use fukumen_language::text::{Origin, ParseError};

/// One output format: its name, and how it shows each kind of output that it can show.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Format {
    /// The name, as written after `--format`.
    pub name: &'static str,
    /// How it shows answers.
    pub answers: Option<Answers>,
    /// How it draws puzzles and solutions on paper.
    pub drawing: Option<Drawing>,
    /// How it tells explanations.
    pub explanations: Option<&'static dyn Style>,
}

/// How a format shows answers.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Answers {
    /// One line of help.
    pub help: &'static str,
    /// Starts a document.
    pub document: fn(Shape) -> Box<dyn Document>,
    /// Whether the document itself says how certain an answer is; if not, the caller says so elsewhere.
    pub tells_certainty: fn(Ask) -> bool,
    /// Whether the document states the rules of each puzzle; if not, they are written with its text.
    pub tells_rules: bool,
    /// Whether the document is written only when all of its answers are complete.
    pub is_one_piece: bool,
    /// Whether the document draws each puzzle beside its answer, as a list of puzzles needs it.
    pub draws: bool,
    /// Whether the document must know from its first byte whether it will have several answers.
    pub needs_number: bool,
}

impl Answers {
    const fn new(help: &'static str, document: fn(Shape) -> Box<dyn Document>) -> Self {
        let tells_certainty = |_| true;
        Self {
            help,
            document,
            tells_certainty,
            tells_rules: false,
            is_one_piece: false,
            draws: false,
            needs_number: false,
        }
    }
}

/// How a format draws a puzzle, or its solution, on paper.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Drawing {
    /// Draws it.
    pub draw: fn(&Puzzle, Option<&Solution>) -> String,
    /// Draws several below each other.
    pub pages: fn(&[Page]) -> String,
    /// Whether several must be drawn at once to make one file.
    pub is_one_piece: bool,
    /// Writes a line beside a drawing, such as a rule of the puzzle.
    pub aside: fn(&str) -> String,
}

/// A format that shows nothing.
const NOTHING: Format = Format { name: "", answers: None, drawing: None, explanations: None };

/// Every format. Adding one means adding a file and a row; those that need crates of their own come with the command line.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_generate as generate; pub use fukumen_language::*; pub use fukumen_report as report; pub use fukumen_report::service; }
/// use fukumen::report::{Page, format};
/// let puzzle = "A+B=BA".parse()?;
/// let latex = format("latex").and_then(|format| format.drawing).expect("it draws");
/// assert_eq!((latex.draw)(&puzzle, None), "\\[ A+B=BA \\]\n");
/// let text = format("text").and_then(|format| format.drawing).expect("it draws");
/// let sheet = (text.pages)(&[Page::new(&puzzle, None).work_sheet(1)]);
/// assert_eq!(sheet, "1.\n\nA+B=BA\n\n□+□=□□\n\nA B\n□ □\n");
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
pub static FORMATS: &[Format] = &[
    Format {
        name: "text",
        #[cfg(feature = "cli")]
        answers: Some(text::ANSWERS),
        #[cfg(not(feature = "cli"))]
        answers: None,
        drawing: Some(plain::DRAWING),
        explanations: Some(&explanation::Text),
    },
    #[cfg(feature = "cli")]
    Format { name: "table", answers: Some(table::ANSWERS), ..NOTHING },
    Format { name: "json", answers: Some(json::OBJECTS), explanations: Some(&explanation::Json), ..NOTHING },
    Format {
        name: "jsonl",
        answers: Some(json::LINES),
        explanations: Some(&explanation::JsonLines),
        ..NOTHING
    },
    #[cfg(feature = "cli")]
    Format { name: "csv", answers: Some(csv::ANSWERS), ..NOTHING },
    Format {
        name: "markdown",
        answers: Some(markdown::ANSWERS),
        drawing: Some(markdown::DRAWING),
        explanations: Some(&explanation::Markdown),
    },
    Format {
        name: "html",
        #[cfg(feature = "cli")]
        answers: Some(html::ANSWERS),
        #[cfg(feature = "cli")]
        drawing: Some(html::DRAWING),
        #[cfg(not(feature = "cli"))]
        answers: None,
        #[cfg(not(feature = "cli"))]
        drawing: None,
        explanations: Some(&explanation::Html),
    },
    Format {
        name: "latex",
        answers: Some(latex::ANSWERS),
        drawing: Some(latex::DRAWING),
        explanations: Some(&explanation::Latex),
    },
    Format {
        name: "svg",
        answers: Some(svg::ANSWERS),
        drawing: Some(svg::DRAWING),
        explanations: Some(&explanation::Svg),
    },
];

/// Returns the format of this name, if there is one.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// A format that can show one kind of output.
#[derive(Clone, Copy, Debug)]
pub struct Offered<K> {
    /// The name of the format.
    pub name: &'static str,
    /// How it shows such output.
    pub how: K,
}

/// Returns every format that can show one kind of output, whose field `kind` picks.
#[must_use]
pub fn formats_of<K>(kind: fn(&Format) -> Option<K>) -> Vec<Offered<K>> {
    FORMATS.iter().filter_map(|format| Some(Offered { name: format.name, how: kind(format)? })).collect()
}

/// The facts that a document needs before it starts.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The question about its puzzles.
    pub ask: Ask,
    /// Whether it has the answers to several puzzles, or in several bases.
    pub several: bool,
    /// How many answers an earlier run has written into it.
    pub written: usize,
    /// Whether it is shown in colours.
    pub colour: bool,
    /// Whether solutions are written as they are found.
    pub streams: bool,
    /// Whether a text for spreadsheets begins with a mark of its encoding.
    pub bom: bool,
}

impl Shape {
    /// Makes a document of one answer to this question, written from its beginning, without colours.
    #[must_use]
    pub fn new(ask: Ask) -> Self {
        Self { ask, several: false, written: 0, colour: false, streams: false, bom: false }
    }
}

/// A document that is being written. Parts are written as soon as possible; `end` and `unanswered` finish one answer.
pub trait Document {
    /// Returns approximately the memory in bytes of solutions that cannot be written yet.
    fn held(&self) -> u64 {
        0
    }

    /// Called before a puzzle is solved.
    ///
    /// # Errors
    /// Those of the writer, here and below.
    fn begin(&mut self, _out: &mut dyn Write, _asked: &Question) -> io::Result<()> {
        Ok(())
    }

    /// Called when a solution was found.
    ///
    /// # Errors
    /// Those of the writer.
    fn solution(&mut self, out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()>;

    /// Called at the end of a puzzle's search, complete or not.
    ///
    /// # Errors
    /// Those of the writer.
    fn end(&mut self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()>;

    /// Called when a puzzle could not be read or solved.
    ///
    /// # Errors
    /// Those of the writer.
    fn unanswered(&mut self, _out: &mut dyn Write, _fault: &Unanswered) -> io::Result<()> {
        Ok(())
    }

    /// Called after the last puzzle.
    ///
    /// # Errors
    /// Those of the writer.
    fn close(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// The question and its puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The puzzle's text as it was given.
    pub text: &'a str,
    /// Its heading among several.
    pub title: &'a str,
    /// The line it starts at, from 1.
    pub line: usize,
    /// The base, if several are tried.
    pub base: Option<Base>,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The question.
    pub ask: Ask,
    /// Which of all solutions are wanted.
    pub goal: Option<&'a Goal>,
    /// Measures of the puzzle, by name, if it was made to measure.
    pub measures: &'a [(&'static str, Amount)],
    /// How the letters of each solution are shown, if they are.
    pub letters: Option<&'a Letters>,
    /// The proof of the answer, if one was requested and exists.
    pub certificate: Option<Option<&'a Certificate>>,
    /// The data for merging shards, if this is the answer of a shard.
    pub part: Option<&'a ShardPart>,
}

/// The data of a shard's answer, besides its results, for merging shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardPart {
    /// The number of the shard, and of how many.
    pub shard: Shard,
    /// The fingerprint of what decides the answers, if the shard has some puzzles of a list. If it has a part of one puzzle,
    /// the fingerprint is in its answer.
    pub fingerprint: Option<String>,
    /// The number of the puzzle in the list, from 1, and a hash of the list up to it. `None` if the shard has a part of one
    /// puzzle.
    pub place: Option<(u64, String)>,
    /// Whether solutions stay in the engine's order when the shards are merged.
    pub streams: bool,
    /// The notes to write if no shard has a solution.
    pub if_none: Vec<Note>,
}

impl ShardPart {
    /// Makes the data for a part of one puzzle.
    #[must_use]
    pub fn new(shard: Shard) -> Self {
        Self { shard, fingerprint: None, place: None, streams: false, if_none: Vec::new() }
    }
}

/// The proof of an answer: its file, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The file.
    pub file: String,
    /// The number of nodes of its tree.
    pub nodes: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// How long it took to write.
    pub seconds: Duration,
}

/// The requested facts about the letters of a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letters {
    /// Digits in an order in which their letters may spell a word.
    pub key: Option<String>,
    /// A text whose digits stand for letters.
    pub decode: Option<String>,
    /// Puzzles with up to this many symbols get a line with the digit of each, in formats that do not list them anyway.
    pub most_symbols: usize,
    /// Whether tables have digits as decimal numbers, each in a cell of its own.
    pub decimal: bool,
}

impl Letters {
    /// Returns the requested facts: the name of the option, its value, and the letters.
    fn decoded<'l>(&'l self, solution: &Solution) -> Vec<(&'static str, &'l str, String)> {
        let asked = [("key", &self.key), ("decode", &self.decode)];
        let told = asked.into_iter().filter_map(|(name, digits)| Some((name, digits.as_deref()?)));
        told.map(|(name, digits)| (name, digits, solution.decoded(digits))).collect()
    }

    /// Returns the lines about a solution.
    fn lines(&self, solution: &Solution) -> Vec<String> {
        let told = self.decoded(solution).into_iter();
        let mut lines: Vec<String> =
            told.map(|(_, digits, letters)| format!("{digits}: {letters}")).collect();
        if self.most_symbols > 0 && (1..=self.most_symbols).contains(&solution.iter().count()) {
            let base = solution.base();
            let digits: Vec<String> =
                solution.iter().map(|(name, digit)| format!("{name}={}", base.name(digit))).collect();
            lines.push(digits.join(" "));
        }
        lines
    }
}

impl<'a> Question<'a> {
    /// Returns the lines about the letters of a solution.
    fn lines_about(&self, solution: &Solution) -> Vec<String> {
        self.letters.map_or(Vec::new(), |letters| letters.lines(solution))
    }

    /// Asks for all solutions of a puzzle.
    #[must_use]
    pub fn new(text: &'a str, puzzle: &'a Puzzle) -> Self {
        Self {
            text,
            title: text,
            line: 1,
            base: None,
            puzzle,
            ask: Ask::All,
            goal: None,
            measures: &[],
            letters: None,
            certificate: None,
            part: None,
        }
    }
}

/// A puzzle without an answer, and the reason.
#[derive(Clone, Debug)]
pub struct Unanswered<'a> {
    /// The puzzle's text as it was given.
    pub text: &'a str,
    /// The line it starts at, from 1.
    pub line: usize,
    /// The rules, as far as they could be read.
    pub rules: Option<&'a Rules>,
    /// The error.
    pub message: Message,
    /// The place, if it is in the text.
    pub place: Option<Place>,
    /// The bytes of the text that `place` names.
    pub span: Option<Range<usize>>,
    /// The label of the place, such as the text expected there.
    pub label: Option<String>,
    /// A proposed correction.
    pub help: Option<String>,
    /// The replacement in the text that `place` names, if the meaning is certain enough.
    pub repair: Option<Repair>,
    /// The reason why reading stopped, if nothing is wrong except that time was up.
    pub stopped_by: Option<StoppedBy>,
    /// The data for merging shards, if this is in a shard.
    pub part: Option<&'a ShardPart>,
}

impl<'a> Unanswered<'a> {
    /// Makes one of this text without further details.
    #[must_use]
    pub fn new(text: &'a str, message: Message) -> Self {
        Self {
            text,
            line: 1,
            rules: None,
            message,
            place: None,
            span: None,
            label: None,
            help: None,
            repair: None,
            stopped_by: None,
            part: None,
        }
    }

    /// Makes one of an error in a text, with its place.
    #[must_use]
    pub fn of(error: &'a ParseError) -> Self {
        let place = Place::new(error.origin, error.line, error.column, error.length);
        Self {
            place: Some(place),
            span: Some(error.span.clone()),
            label: Some(error.label()),
            help: error.help.as_ref().map(ToString::to_string),
            repair: error.repair.clone(),
            ..Self::new(&error.text, error.message())
        }
    }
}

impl Place {
    /// Makes a place in this text, counted from 1, in characters.
    #[must_use]
    pub fn new(origin: Origin, line: usize, column: usize, length: usize) -> Self {
        Self { origin, line, column, length }
    }
}

/// A place in a text, counted from 1, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text that it is in: the puzzle's own, or that of a setting or an expression.
    pub origin: Origin,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The number of characters.
    pub length: usize,
}
