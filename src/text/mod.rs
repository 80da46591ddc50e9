//! Texts: the front door for puzzles as people write them.
//!
//! [`Reader`] reads any text, conditions or a drawing, and makes a [`Puzzle`] of it; `Puzzle::parse` and `str::parse` are
//! short for it. Lines `@name value` in a text are settings, lines `# …` comments. Errors say what is wrong in a puzzler's words,
//! point to the spot and propose what may have been meant. [`Blocks`] are the puzzles of a file.
//!
//! The heading of a text is read once. Then `conditions` or `drawings` reads the rest.
//!
//! ```
//! use fukumen::Puzzle;
//! use fukumen::Rules;
//! use fukumen::text::Reader;
//!
//! let puzzle = Puzzle::parse("SEND + MORE = MONEY")?;
//! assert_eq!(puzzle.symbols().count(), 8);
//! assert_eq!(puzzle.to_string(), "SEND+MORE = MONEY");
//!
//! let rules = Rules::default().with_base("12".parse()?);
//! assert_eq!(Reader::new().rules(&rules).read("A+B=1C")?.rules().base.get(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
pub(crate) mod conditions;
mod drawings;
mod error;
mod flaw;
mod forms;
mod heading;
mod lines;
mod several;
mod typed;

pub use blocks::Blocks;
pub use blocks::Entry;
pub use conditions::expression;
pub use drawings::Known;
pub use drawings::layouts;
pub use error::Fault;
pub use error::Mistake;
pub use error::Origin;
pub use error::ParseError;
pub use flaw::Flaw;
pub use forms::Form;
pub use typed::OtherReading;
pub use typed::generous_rules;
pub use typed::other_readings;

pub(crate) use conditions::is_symbol;
pub(crate) use error::Slip;
pub(crate) use heading::Heading;
pub(crate) use several::several;
use typed::Draft;
pub(crate) use typed::in_signs;

use std::str::FromStr;

use crate::interrupt::Interrupt;
use crate::interrupt::Never;
use crate::message::message;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::vocabulary::Vocabulary;

/// The size of the longest text, in bytes.
const LONGEST: usize = 1 << 20;

/// Reads puzzles, each a text of its own.
///
/// ```
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
    without: &'a [&'a str],
    is_literal: bool,
}

impl<'a> Reader<'a> {
    /// A reader with the default rules and functions.
    #[must_use]
    pub fn new() -> Self {
        Self { rules: None, vocabulary: None, interrupt: &Never, without: &[], is_literal: false }
    }

    /// Reads under these rules; the settings of a text change them.
    #[must_use]
    pub fn rules(self, rules: &'a Rules) -> Self {
        Self { rules: Some(rules), ..self }
    }

    /// Reads with functions of the caller's own.
    #[must_use]
    pub fn vocabulary(self, vocabulary: &'a Vocabulary) -> Self {
        Self { vocabulary: Some(vocabulary), ..self }
    }

    /// Stops reading soon after the interrupt is raised. The error is then [`Mistake::Interrupted`].
    #[must_use]
    pub fn interrupt(self, interrupt: &'a dyn Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Does without some of the [`generous_rules`].
    #[must_use]
    pub fn without(self, rules: &'a [&'a str]) -> Self {
        Self { without: rules, ..self }
    }

    /// Reads texts by the language alone, without any of the [`generous_rules`]: for texts that a program wrote.
    ///
    /// ```
    /// use fukumen::text::Reader;
    /// assert!(Reader::new().read("1. A+B=C").is_ok());
    /// assert!(Reader::new().literal().read("1. A+B=C").is_err());
    /// ```
    #[must_use]
    pub fn literal(self) -> Self {
        Self { is_literal: true, ..self }
    }

    /// Reads a text: conditions, or a drawing.
    ///
    /// # Errors
    /// [`ParseError`] if it is no puzzle.
    pub fn read(&self, text: &str) -> Result<Puzzle, ParseError> {
        let (rules, vocabulary) = (Rules::default(), Vocabulary::default());
        let rules = self.rules.unwrap_or(&rules);
        let aids = Aids {
            vocabulary: self.vocabulary.unwrap_or(&vocabulary),
            interrupt: self.interrupt,
            without: self.without,
        };
        check_size(text, Origin::Puzzle)?;
        let mut draft = Draft::new(text);
        typed::write_out(&mut draft, rules);
        if self.is_literal {
            let read = read_plainly(draft.text(), rules, aids);
            return read.map(|puzzle| draft.finished(puzzle)).map_err(|error| draft.located(error, text));
        }
        let in_signs = typed::wheres_in_signs(rules, aids);
        let rules = in_signs.as_ref().unwrap_or(rules);
        if let Some([_, second, ..]) = several(text, rules).as_deref() {
            let slip = Slip::new(Flaw::Stray(message!("several-puzzles")), second.clone());
            return Err(ParseError::new(slip.help(message!("help-several-puzzles")), text, Origin::Puzzle));
        }
        let (read, mut draft) = match generously(draft, rules, aids) {
            Ok(puzzle) => return Ok(puzzle),
            Err(refused) => refused,
        };
        let read = match read {
            Ok(puzzle) => Ok(draft.finished(puzzle)),
            Err(error) => Err(draft.located(error, text)),
        };
        let is_interrupted = matches!(&read, Err(error) if error.mistake == Mistake::Interrupted);
        if !is_interrupted && typed::passage(&mut draft, rules, aids) {
            return generously(draft, rules, aids).or(read);
        }
        let Err(error) = read else { return read };
        if is_interrupted {
            return Err(error);
        }
        let slip = typed::not_understood(&draft, rules, aids);
        Err(slip
            .map_or(error, |slip| draft.located(ParseError::new(slip, draft.text(), Origin::Puzzle), text)))
    }
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads a text by all rules but the last: the puzzle, or what came of it and the text without what is wrapped around it.
fn generously<'a>(
    mut draft: Draft<'a>,
    rules: &Rules,
    aids: Aids,
) -> Result<Puzzle, (Result<Puzzle, ParseError>, Draft<'a>)> {
    typed::firm(&mut draft, rules, aids);
    let mut read = read_plainly(draft.text(), rules, aids);
    if is_refused(&read, &draft) && typed::unwrap(&mut draft, rules, aids) {
        read = read_plainly(draft.text(), rules, aids);
    }
    let unwrapped = draft;
    for is_prose in [false, true] {
        let mut draft = unwrapped.clone();
        let mut next = 0;
        while is_refused(&read, &unwrapped)
            && let Some(behind) = typed::loose(&mut draft, next, is_prose, rules, aids)
        {
            next = behind;
            let changed = read_plainly(draft.text(), rules, aids);
            if is_refused(&changed, &draft) {
                continue;
            }
            if let Ok(puzzle) = changed {
                return Ok(draft.finished(puzzle));
            }
            read = changed;
        }
    }
    match read {
        Ok(puzzle) if !is_doubtful(&puzzle, &unwrapped) => Ok(unwrapped.finished(puzzle)),
        read => Err((read, unwrapped)),
    }
}

/// Whether a text is no puzzle, or a doubtful one, though there was time to read it.
fn is_refused(read: &Result<Puzzle, ParseError>, draft: &Draft) -> bool {
    match read {
        Ok(puzzle) => is_doubtful(puzzle, draft),
        Err(error) => error.mistake != Mistake::Interrupted,
    }
}

/// Whether a puzzle has more symbols than digits, and its text words in a script without capitals besides capitals: they may say
/// something.
fn is_doubtful(puzzle: &Puzzle, draft: &Draft) -> bool {
    let is_mixed = |line: &str| lines::special(line).is_none() && typed::is_mixed(line);
    puzzle.crowded().is_some() && draft.text().lines().any(is_mixed)
}

/// Reads a text as it stands.
fn read_plainly(text: &str, rules: &Rules, aids: Aids) -> Result<Puzzle, ParseError> {
    check_size(text, Origin::Puzzle)?;
    let heading = Heading::read(text, rules)?;
    if is_drawn(text, &heading) {
        drawings::read_text(text, &heading, aids)
    } else {
        conditions::read_text(text, heading, aids)
    }
}

/// What reading needs besides the text and its rules.
#[derive(Clone, Copy)]
pub(crate) struct Aids<'a> {
    /// The functions there are.
    pub vocabulary: &'a Vocabulary,
    /// Checked now and then.
    pub interrupt: &'a dyn Interrupt,
    /// The names of generous rules to do without.
    pub without: &'a [&'a str],
}

/// Whether a text below its heading is a drawing.
fn is_drawn(text: &str, heading: &Heading) -> bool {
    match heading.rules.layout.as_deref() {
        Some(name) => name != Rules::NO_LAYOUT,
        // Most puzzles are one line of conditions.
        None if !text.contains(['\n', ';', '；', ',', '，']) => false,
        None => drawings::is_one_line(text) || lines::is_drawn(text, &heading.rules),
    }
}

/// No text is longer than the longest.
pub(crate) fn check_size(text: &str, origin: Origin) -> Result<(), ParseError> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let end = (0..=LONGEST).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    Err(ParseError::new(Slip::new(Mistake::TextTooLong(LONGEST), end..end), text, origin))
}

impl Puzzle {
    /// Reads any text, conditions or a drawing, under the default rules but for its own settings.
    ///
    /// ```
    /// use fukumen::Puzzle;
    /// let puzzle = Puzzle::parse("@base 12\nTWO+TWO=FOUR")?;
    /// assert_eq!(puzzle.rules().base.get(), 12);
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError`] if it is no puzzle.
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
