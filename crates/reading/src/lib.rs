//! Reads digit puzzles as people type and paste them.
//!
//! [`read`] and [`Reader`] make a [`Puzzle`] of any text. A text of the language keeps its meaning; other texts are put into the
//! language first, by the rules in `typed`. [`Blocks`] are the puzzles of a file. [`other_readings`] are proposals for a text that
//! has no solution as it was read.
//!
//! This is a part of the library `fukumen`, which has all of it in `fukumen::text`.

#![warn(missing_debug_implementations, missing_docs)]

mod blocks;
mod passage;
mod said;
mod several;
mod spans;
mod staged;
mod surface;
mod typed;

pub use blocks::{Blocks, Entry};
pub use several::several;
pub use typed::{OtherReading, generous_rules, in_signs, other_readings};

use fukumen_language::interrupt::{Interrupt, Never};
use fukumen_language::message::message;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text;
use fukumen_language::text::{Draft, Flaw, Mistake, Origin, ParseError, Slip, lines};
use fukumen_language::vocabulary::Vocabulary;

/// Reads a puzzle as people type it, under the default rules but for its own settings.
///
/// ```
/// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
/// let puzzle = fukumen::read("1. \"send plus more equals money\".")?;
/// assert_eq!(puzzle.to_string(), fukumen::read("send+more=money")?.to_string());
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
///
/// # Errors
/// [`ParseError`] if it is no puzzle.
pub fn read(text: &str) -> Result<Puzzle, ParseError> {
    Reader::new().read(text)
}

/// Reads puzzles, each a text of its own.
///
/// ```
/// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
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
    is_staged: bool,
}

impl<'a> Reader<'a> {
    /// A reader with the default rules and functions.
    #[must_use]
    pub fn new() -> Self {
        Self {
            rules: None,
            vocabulary: None,
            interrupt: &Never,
            without: &[],
            is_literal: false,
            is_staged: false,
        }
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
    /// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
    /// use fukumen::text::Reader;
    /// assert!(Reader::new().read("1. A+B=C").is_ok());
    /// assert!(Reader::new().literal().read("1. A+B=C").is_err());
    /// ```
    #[must_use]
    pub fn literal(self) -> Self {
        Self { is_literal: true, ..self }
    }

    /// Reads texts by the stages that are to take the place of the [`generous_rules`].
    #[doc(hidden)]
    #[must_use]
    pub fn staged(self) -> Self {
        Self { is_staged: true, ..self }
    }

    /// Reads all puzzles of a text, the one that is asked for first.
    ///
    /// # Errors
    /// [`ParseError`] if there is none.
    #[doc(hidden)]
    pub fn read_all(&self, text: &str) -> Result<Vec<Puzzle>, ParseError> {
        let (rules, vocabulary) = (Rules::default(), Vocabulary::default());
        let rules = self.rules.unwrap_or(&rules);
        let vocabulary = self.vocabulary.unwrap_or(&vocabulary);
        text::check_size(text, Origin::Puzzle)?;
        let mut draft = Draft::new(text);
        text::write_out(&mut draft, rules);
        staged::read(
            text,
            draft,
            rules,
            Aids { vocabulary, interrupt: self.interrupt, without: self.without },
        )
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
        text::check_size(text, Origin::Puzzle)?;
        let mut draft = Draft::new(text);
        text::write_out(&mut draft, rules);
        if self.is_literal {
            let read = read_plainly(draft.text(), rules, aids);
            return read.map(|puzzle| draft.finished(puzzle)).map_err(|error| draft.located(error, text));
        }
        if self.is_staged {
            return staged::read(text, draft, rules, aids).map(|mut puzzles| puzzles.swap_remove(0));
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
    let aids = text::Aids { vocabulary: aids.vocabulary, interrupt: aids.interrupt };
    text::read_written_out(text, rules, aids)
}

/// Reads a text of the language, with the conventions of paper and keyboard.
pub(crate) fn read_written(text: &str, rules: &Rules, aids: Aids) -> Result<Puzzle, ParseError> {
    let aids = text::Aids { vocabulary: aids.vocabulary, interrupt: aids.interrupt };
    text::conventions::read(Draft::new(text), rules, aids).map_err(|(error, _)| error)
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
