//! Mistakes in texts, with their places.

use std::error::Error;
use std::fmt;
use std::ops::{Deref, Range};

use super::drawing_error::DrawingError;
use crate::interrupt::Interrupted;
use crate::message::{Message, Repair, message};
use crate::puzzle::{PuzzleError, SettingError};
use crate::spelling;

/// The mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// The text is larger than the limit.
    TextTooLong(usize),
    /// Brackets are nested too deeply.
    BracketsTooDeep(usize),
    /// Operators are nested too deeply.
    TooNested(usize),
    /// A numeral is too long.
    NumeralTooLong(usize),
    /// An exponent is too large.
    ExponentTooLarge,
    /// A character does not belong to the language.
    UnknownCharacter(String),
    /// Nothing follows an operator, a sign or a comma.
    MissingOperand,
    /// A relation has no left side.
    MissingLeftSide,
    /// A relation has no right side.
    MissingRightSide,
    /// Two operands are side by side.
    SideBySide(String, String),
    /// A numeral is directly before a bracket.
    NumeralBeforeBracket(String),
    /// No function has this name.
    UnknownFunction(String),
    /// A function has too many or too few arguments.
    WrongArguments {
        /// The function.
        name: String,
        /// The least number of arguments.
        least: usize,
        /// The greatest number of arguments; `usize::MAX` if there is no limit.
        most: usize,
        /// The number of arguments given.
        found: usize,
    },
    /// A bracket is opened, but not closed.
    Unclosed(char),
    /// A bracket is closed, but not opened.
    Unopened(char),
    /// Brackets have nothing inside.
    EmptyBrackets,
    /// A separator has nothing before it.
    MissingCondition,
    /// A separator has nothing to separate.
    MisplacedSeparator(String),
    /// A sign is in a place where it is not allowed.
    MisplacedSign(String),
    /// The text is only a number.
    NoRelation,
    /// A number is in place of a condition.
    NumberForCondition(String),
    /// A point has no digits.
    LonePoint,
    /// `[` has no number after it, or a digit that no base has.
    BadDigit,
    /// The base of a numeral is not a base.
    BadBase,
    /// Dots follow digits that do not repeat.
    NothingRepeats,
    /// A remainder has no division.
    RemainderWithoutDivision,
    /// The puzzle does not have this symbol.
    NoSuchSymbol(String),
    /// A setting has a line break in it.
    LineBreak,
    /// The text is a drawing.
    Layout,
    /// The drawing contradicts itself.
    Drawing(DrawingError),
    /// A block other than the first has only settings.
    SettingsAlone,
    /// A setting is below the puzzles for which it should hold.
    LateSetting,
    /// A setting cannot be read.
    Setting(SettingError),
    /// The text is right, but the puzzle is not.
    Puzzle(PuzzleError),
    /// A part of another solver's file cannot be translated.
    Foreign(Message),
    /// An interrupt stopped the reading, so it is unknown whether the text is a puzzle.
    Interrupted,
    /// Anything else.
    Unreadable,
}

impl Mistake {
    /// Returns the mistake as data.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::TextTooLong(most) => message!("text-too-long", most = most),
            Self::BracketsTooDeep(most) => message!("brackets-too-deep", most = most),
            Self::TooNested(most) => message!("operators-too-deep", most = most),
            Self::NumeralTooLong(most) => message!("numeral-too-long", most = most),
            Self::ExponentTooLarge => message!("exponent-too-large"),
            Self::UnknownCharacter(character) => message!("unknown-character", character = character),
            Self::MissingOperand => message!("missing-operand"),
            Self::MissingLeftSide => message!("missing-left-side"),
            Self::MissingRightSide => message!("missing-right-side"),
            Self::SideBySide(left, right) => message!("side-by-side", left = left, right = right),
            Self::NumeralBeforeBracket(numeral) => message!("numeral-before-bracket", numeral = numeral),
            Self::UnknownFunction(name) => message!("unknown-function", name = name),
            Self::WrongArguments { name, least, most, found } => arguments(name, (*least, *most), *found),
            Self::Unclosed(bracket) => {
                message!("unclosed-bracket", bracket = bracket, closing = twin(*bracket))
            }
            Self::Unopened(bracket) => {
                message!("unopened-bracket", bracket = bracket, opening = twin(*bracket))
            }
            Self::EmptyBrackets => message!("empty-brackets"),
            Self::MissingCondition => message!("missing-condition"),
            Self::MisplacedSeparator(separator) => message!("misplaced-separator", separator = separator),
            Self::MisplacedSign(sign) => message!("misplaced-sign", sign = sign),
            Self::NoRelation => message!("no-relation"),
            Self::NumberForCondition(number) => message!("number-for-condition", number = number),
            Self::LonePoint => message!("lone-point"),
            Self::BadDigit => message!("bad-digit"),
            Self::BadBase => message!("bad-base"),
            Self::NothingRepeats => message!("nothing-repeats"),
            Self::RemainderWithoutDivision => message!("remainder-without-division"),
            Self::NoSuchSymbol(symbol) => message!("no-such-symbol", symbol = symbol),
            Self::LineBreak => message!("line-break"),
            Self::Layout => message!("drawing-for-conditions"),
            Self::SettingsAlone => message!("settings-alone"),
            Self::LateSetting => message!("late-setting"),
            Self::Drawing(error) => error.message(),
            Self::Setting(error) => error.message(),
            Self::Puzzle(error) => error.message(),
            Self::Foreign(message) => message.clone(),
            Self::Interrupted => message!("interrupted"),
            Self::Unreadable => message!("unreadable"),
        }
    }
}

/// Returns the message about the number of arguments that a function takes: `one`, `2`, `1 to 3`, `at least 2`.
fn arguments(name: &str, (least, most): (usize, usize), found: usize) -> Message {
    match (least, most) {
        (1, 1) => message!("wrong-arguments-one", name = name, found = found),
        (1, usize::MAX) => message!("wrong-arguments-any", name = name, found = found),
        (_, usize::MAX) => message!("wrong-arguments-least", name = name, least = least, found = found),
        _ if least == most => message!("wrong-arguments-exactly", name = name, number = least, found = found),
        _ => message!("wrong-arguments-range", name = name, least = least, most = most, found = found),
    }
}

/// Returns the other bracket of a pair.
fn twin(bracket: char) -> char {
    match bracket {
        '[' => ']',
        ']' => '[',
        ')' => '(',
        _ => ')',
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for Mistake {}

impl From<DrawingError> for Mistake {
    fn from(error: DrawingError) -> Self {
        Self::Drawing(error)
    }
}

impl From<SettingError> for Mistake {
    fn from(error: SettingError) -> Self {
        Self::Setting(error)
    }
}

impl From<PuzzleError> for Mistake {
    fn from(error: PuzzleError) -> Self {
        Self::Puzzle(error)
    }
}

/// The text that an error points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The puzzle itself.
    Puzzle,
    /// A further condition in a setting.
    Where,
    /// An expression to be shown, in a setting.
    Show,
    /// A separate expression.
    Expression,
    /// A line `@name value`.
    Setting,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Puzzle => "puzzle",
            Self::Where => "where",
            Self::Show => "show",
            Self::Expression => "expression",
            Self::Setting => "setting",
        })
    }
}

/// The contents of a [`ParseError`]: a mistake with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The mistake.
    pub mistake: Mistake,
    /// A proposed correction.
    pub help: Option<Message>,
    /// A repair, if it is certain enough what was meant.
    pub repair: Option<Repair>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters as typed.
    pub column: usize,
    /// The number of characters it is about, at least 1.
    pub length: usize,
    /// The bytes of `text` it is about; empty at the end of the text.
    pub span: Range<usize>,
    /// The text it points into.
    pub text: String,
    /// The kind of that text.
    pub origin: Origin,
}

impl ErrorDetails {
    /// Returns the mistake as a message: its key, its values and, when shown, its text.
    #[must_use]
    pub fn message(&self) -> Message {
        self.mistake.message()
    }

    /// Returns what was expected at the place.
    #[must_use]
    pub fn label(&self) -> String {
        self.message().label()
    }
}

/// Why a text is not a puzzle, and where.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::puzzle::Puzzle;
/// let error = "SEND + + = MONEY".parse::<Puzzle>().unwrap_err();
/// assert_eq!((error.line, error.column, error.length), (1, 8, 1));
/// assert_eq!(error.message().key(), "missing-operand");
/// assert_eq!(error.message().to_string(), "this needs an operand");
/// assert_eq!(error.label(), "expected a numeral, '(' or a function");
/// assert_eq!(error.to_string(), "puzzle:1:8: this needs an operand");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}:{}: {}", .0.origin, .0.line, .0.column, .0.message())]
pub struct ParseError(Box<ErrorDetails>);

impl Deref for ParseError {
    type Target = ErrorDetails;

    fn deref(&self) -> &ErrorDetails {
        &self.0
    }
}

impl ParseError {
    /// Makes the error of a mistake at `span`, in bytes of `text`.
    pub fn new(error: TextError, text: &str, origin: Origin) -> Self {
        let TextError { mistake, at: span, help, repair } = error;
        let before = &text[..span.start];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self(Box::new(ErrorDetails {
            mistake,
            help: help.map(|help| *help),
            repair: repair.map(|repair| *repair),
            line: before.matches('\n').count() + 1,
            column: spelling::count(&text[start..span.start]) + 1,
            length: spelling::count(&text[span.clone()]).max(1),
            span,
            text: text.into(),
            origin,
        }))
    }

    /// Returns the same error if the text's first line is line `first` of a file. A setting that is an expression keeps its own
    /// lines.
    #[must_use]
    pub fn in_file(mut self, first: usize) -> Self {
        if matches!(self.0.origin, Origin::Puzzle | Origin::Setting) {
            self.0.line += first.saturating_sub(1);
        }
        self
    }
}

/// A mistake before its line and column are known. Its place is in characters of a script, or in bytes of a text.
#[derive(Clone, Debug)]
pub struct TextError {
    /// The mistake.
    pub mistake: Mistake,
    /// Its place.
    pub at: Range<usize>,
    // The next two are boxed, because each step of reading may return an error, and a correct text has none.
    /// A proposal.
    pub help: Option<Box<Message>>,
    /// A repair.
    pub repair: Option<Box<Repair>>,
}

impl From<Interrupted> for TextError {
    fn from(Interrupted: Interrupted) -> Self {
        Self::new(Mistake::Interrupted, 0..0)
    }
}

impl TextError {
    /// Makes a mistake at a place.
    pub fn new(mistake: impl Into<Mistake>, at: Range<usize>) -> Self {
        Self { mistake: mistake.into(), at, help: None, repair: None }
    }

    /// Moves the place by some bytes, because the text begins there within another one.
    pub fn move_by(&mut self, bytes: usize) {
        let further = |span: &Range<usize>| span.start + bytes..span.end + bytes;
        self.at = further(&self.at);
        if let Some(repair) = &mut self.repair {
            repair.span = further(&repair.span);
        }
    }

    /// Adds a proposal.
    pub fn help(self, help: Message) -> Self {
        Self { help: Some(Box::new(help)), ..self }
    }

    /// Adds a repair. Its place is given in the same way as that of the mistake.
    pub fn repair(self, span: Range<usize>, text: impl Into<String>) -> Self {
        Self { repair: Some(Box::new(Repair { span, text: text.into() })), ..self }
    }
}
