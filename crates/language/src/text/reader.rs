//! The reader of texts.

use std::str::FromStr;

use crate::interrupt::{Interrupt, Never};
use crate::puzzle::{Puzzle, Rules};
use crate::text::aids::Aids;
use crate::text::conventions;
use crate::text::draft::Draft;
use crate::text::error::{Origin, ParseError};
use crate::text::literal::read_written_out;
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
    is_literal: bool,
}

impl<'a> Reader<'a> {
    /// Makes a reader with the default rules and functions.
    #[must_use]
    pub fn new() -> Self {
        Self { rules: None, vocabulary: None, interrupt: &Never, is_literal: false }
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

    /// Reads texts as they stand, without the conventions of paper and keyboard: for texts that a program wrote.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::text::Reader;
    /// assert_eq!(Reader::new().read("AB+CD=EF?")?.hidden().len(), 6);
    /// assert_eq!(Reader::new().literal().read("AB+CD=EF?")?.hidden().len(), 7);
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    #[must_use]
    pub fn literal(self) -> Self {
        Self { is_literal: true, ..self }
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
        if self.is_literal {
            let read = read_written_out(draft.text(), rules, aids);
            return read.map(|puzzle| draft.finished(puzzle)).map_err(|error| draft.located(error, text));
        }
        conventions::read(draft, rules, aids).map_err(|(error, draft)| draft.located(error, text))
    }
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self::new()
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
