//! One puzzle of a file.

use crate::{Piece, Reader};
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::{LONGEST, Mistake, Origin, ParseError, TextError};
use fukumen_language::vocabulary::Vocabulary;

/// A line of the file with its number.
pub(super) type Line = (usize, String);

/// One puzzle of a file, not yet read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The line of the file on which its text begins, from 1.
    pub line: usize,
    /// The text.
    pub text: String,
    /// The rules, with the settings of file and block; or the mistake in these.
    pub rules: Result<Rules, ParseError>,
    /// Its heading among the puzzles of a file, if that is not its text: it has words around it, and other puzzles.
    pub title: Option<String>,
    /// How it was told from its neighbours, where that may surprise.
    pub notes: Vec<Note>,
}

impl Entry {
    /// Reads it.
    ///
    /// # Errors
    /// [`ParseError`], with its line in the file.
    pub fn puzzle(&self, vocabulary: &Vocabulary) -> Result<Puzzle, ParseError> {
        let rules = self.rules.as_ref().map_err(Clone::clone)?;
        let read = Reader::new().rules(rules).vocabulary(vocabulary).read_all(&self.text);
        let first = read.map(|mut puzzles| puzzles.swap_remove(0));
        first.map(|puzzle| puzzle.with_notes(&self.notes)).map_err(|error| error.in_file(self.line))
    }

    /// The puzzles of one text, each a text of its own; the text itself if there is none or only one.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
    /// use fukumen::puzzle::Rules;
    /// use fukumen::text::Entry;
    /// let both = Entry::of_text("a) AB+C=DE  b) TWO+TWO=FOUR", Rules::default());
    /// assert_eq!(both[1].text, "TWO+TWO=FOUR");
    /// ```
    #[must_use]
    pub fn of_text(text: &str, rules: Rules) -> Vec<Self> {
        let whole = Self::new((1, text.to_owned()), Ok(rules));
        whole.puzzles().unwrap_or_else(|| vec![whole])
    }

    /// The puzzles of its text, if it can be read.
    pub(super) fn puzzles(&self) -> Option<Vec<Self>> {
        let rules = self.rules.as_ref().ok()?;
        let pieces = Reader::new().rules(rules).pieces(&self.text).ok()?;
        let entry = |piece: Piece| match piece.own {
            None => Self { title: piece.title, ..self.clone() },
            Some((at, text)) => {
                let line = self.line + self.text[..at].matches('\n').count();
                Self::new((line, text), self.rules.clone())
            }
        };
        Some(pieces.into_iter().map(entry).collect())
    }

    /// A text that begins on this line.
    pub(super) fn new((line, text): Line, rules: Result<Rules, ParseError>) -> Self {
        Self { line, text, rules, title: None, notes: Vec::new() }
    }

    /// Adds a line below it; a text that is longer than the longest is refused anyway.
    pub(super) fn push(&mut self, line: &str) {
        if self.text.len() <= LONGEST {
            self.text.push('\n');
            self.text.push_str(line);
        }
    }

    /// Adds the text of an entry below it, with the blank lines between them.
    pub(super) fn join(&mut self, below: &Self) {
        let gap = below.line.saturating_sub(self.line + self.text.lines().count());
        self.text += &"\n".repeat(gap);
        self.push(&below.text);
    }

    /// A setting below puzzles that were handed out without it.
    pub(super) fn late_setting((line, text): Line) -> Self {
        let slip = TextError::new(Mistake::LateSetting, 0..text.len()).help(message!("help-move-setting"));
        let error = ParseError::new(slip, &text, Origin::Setting).in_file(line);
        Self::new((line, text), Err(error))
    }

    /// A block of nothing but settings, below a puzzle.
    pub(super) fn settings_alone((line, text): &Line) -> Self {
        let slip =
            TextError::new(Mistake::SettingsAlone, 0..text.len()).help(message!("help-settings-place"));
        let error = ParseError::new(slip, text, Origin::Setting).in_file(*line);
        Self::new((*line, String::new()), Err(error))
    }
}
