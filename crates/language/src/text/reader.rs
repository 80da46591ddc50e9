//! The reader of texts, which knows what is a drawing.

use std::str::FromStr;

use super::{conditions, drawings, lines};
use crate::interrupt::{Interrupt, Never};
use crate::puzzle::{Puzzle, Rules};
use crate::text::aids::Aids;
use crate::text::draft::Draft;
use crate::text::error::{Origin, ParseError};
use crate::text::heading::Heading;
use crate::text::size::check_size;
use crate::text::symbols::write_out;
use crate::vocabulary::Vocabulary;

/// Reads puzzles, each from its own text.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::text::Reader;
/// use fukumen::vocabulary::{Function, Vocabulary};
///
/// let vocabulary = Vocabulary::default()
///     .with(Function::number("twice", 1..=1, |x, _| Ok(x[0].plus(&x[0]))));
/// let puzzle = Reader::new().vocabulary(&vocabulary).read("twice(TWO) = FOUR")?;
/// assert_eq!(puzzle.symbols().count(), 6);
///
/// let drawn = Reader::new().read("  SEND\n+ MORE\n------\n MONEY")?;
/// assert!(drawn.is_drawn());
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    rules: Option<&'a Rules>,
    vocabulary: Option<&'a Vocabulary>,
    interrupt: &'a dyn Interrupt,
}

impl<'a> Reader<'a> {
    /// Makes a reader with the default rules and functions.
    #[must_use]
    pub fn new() -> Self {
        Self { rules: None, vocabulary: None, interrupt: &Never }
    }

    /// Reads under these rules; the settings of a text change them.
    #[must_use]
    pub fn rules(self, rules: &'a Rules) -> Self {
        Self { rules: Some(rules), ..self }
    }

    /// Adds functions of the caller's own.
    #[must_use]
    pub fn vocabulary(self, vocabulary: &'a Vocabulary) -> Self {
        Self { vocabulary: Some(vocabulary), ..self }
    }

    /// Stops reading soon after the interrupt is raised. The error is then [`Mistake::Interrupted`](crate::text::Mistake::Interrupted).
    #[must_use]
    pub fn interrupt(self, interrupt: &'a dyn Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Reads a text: conditions, or a drawing.
    ///
    /// # Errors
    /// [`ParseError`] if the text is not a puzzle.
    pub fn read(&self, text: &str) -> Result<Puzzle, ParseError> {
        let (rules, vocabulary) = (Rules::default(), Vocabulary::default());
        let rules = self.rules.unwrap_or(&rules);
        let aids = Aids { vocabulary: self.vocabulary.unwrap_or(&vocabulary), interrupt: self.interrupt };
        check_size(text, Origin::Puzzle)?;
        let mut draft = Draft::new(text);
        write_out(&mut draft, rules);
        let read = read_written_out(draft.text(), rules, aids);
        read.map(|puzzle| draft.finished(puzzle)).map_err(|error| draft.located(error, text))
    }
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads a text in which [`write_out`] has already replaced characters with their symbols.
///
/// # Errors
/// [`ParseError`] if the text is not a puzzle.
pub fn read_written_out(text: &str, rules: &Rules, aids: Aids) -> Result<Puzzle, ParseError> {
    check_size(text, Origin::Puzzle)?;
    let heading = Heading::read(text, rules)?;
    if is_drawn(text, &heading) {
        drawings::read_text(text, &heading, aids)
    } else {
        conditions::read_text(text, heading, aids)
    }
}

/// Returns whether a text below its heading is a drawing.
fn is_drawn(text: &str, heading: &Heading) -> bool {
    match heading.rules.layout.as_deref() {
        Some(name) => name != Rules::NO_LAYOUT,
        // Most puzzles are a single line of conditions.
        None if !text.contains(['\n', ';', '；', ',', '，']) => false,
        None => drawings::is_one_line(text) || lines::is_drawn(text, &heading.rules),
    }
}

impl Puzzle {
    /// Reads a text of the language, conditions or a drawing, under the default rules and its own settings.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::Puzzle;
    /// let puzzle = Puzzle::parse("@base 12\nTWO+TWO=FOUR")?;
    /// assert_eq!(puzzle.rules().base.get(), 12);
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError`] if the text is not a puzzle.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Reader::new().read(text)
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}
