//! What can be wrong with a text, and where.

use std::error::Error;
use std::fmt;
use std::ops::{Deref, Range};

use super::flaw::Flaw;
use crate::interrupt::Interrupted;
use crate::message::{Message, Repair, message};
use crate::puzzle::{PuzzleError, SettingError};
use crate::spelling;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// The text is larger than any puzzle.
    TextTooLong(usize),
    /// Brackets within brackets within brackets.
    BracketsTooDeep(usize),
    /// Operators without end.
    TooNested(usize),
    /// A numeral without end.
    NumeralTooLong(usize),
    /// An exponent without end.
    ExponentTooLarge,
    /// Not a character of the language.
    UnknownCharacter(String),
    /// An operator, a sign or a comma that lacks what should follow it.
    MissingOperand,
    /// A relation without its left side.
    MissingLeftSide,
    /// A relation without its right side.
    MissingRightSide,
    /// Two operands side by side.
    SideBySide(String, String),
    /// A numeral before a bracket.
    NumeralBeforeBracket(String),
    /// No function has this name.
    UnknownFunction(String),
    /// Too many arguments, or too few.
    WrongArguments {
        /// The function.
        name: String,
        /// The fewest it takes.
        least: usize,
        /// The most it takes; `usize::MAX` if there is no limit.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// A bracket that is opened only.
    Unclosed(char),
    /// A bracket that is closed only.
    Unopened(char),
    /// Brackets around nothing.
    EmptyBrackets,
    /// A separator with nothing before it.
    MissingCondition,
    /// A separator where there is nothing to part.
    MisplacedSeparator(String),
    /// A sign that must not stand in its place.
    MisplacedSign(String),
    /// A text with a number alone.
    NoRelation,
    /// A number where a condition must stand.
    NumberForCondition(String),
    /// A point without digits.
    LonePoint,
    /// `[` without a number, or with a digit of no base.
    BadDigit,
    /// A base of a numeral's own that is none.
    BadBase,
    /// Dots behind digits that do not repeat.
    NothingRepeats,
    /// A remainder without its division.
    RemainderWithoutDivision,
    /// A symbol that the puzzle does not have.
    NoSuchSymbol(String),
    /// A line break inside a setting.
    LineBreak,
    /// A drawing.
    Layout,
    /// A drawing that contradicts itself.
    Drawing(Flaw),
    /// Settings alone in a block that is not the first.
    SettingsAlone,
    /// A setting below the puzzles it should hold for.
    LateSetting,
    /// A setting that is none.
    Setting(SettingError),
    /// The text is right, but the puzzle is not.
    Puzzle(PuzzleError),
    /// Something in a file of another solver that has no place here.
    Foreign(Message),
    /// Reading was stopped by an interrupt: the text may be a puzzle or not.
    Interrupted,
    /// Anything else.
    Unreadable,
}

impl Mistake {
    /// What is wrong, as data.
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
            Self::Drawing(flaw) => flaw.message(),
            Self::Setting(error) => error.message(),
            Self::Puzzle(error) => error.message(),
            Self::Foreign(message) => message.clone(),
            Self::Interrupted => message!("interrupted"),
            Self::Unreadable => message!("unreadable"),
        }
    }
}

/// A function takes another number of arguments: `one`, `2`, `1 to 3`, `at least 2`.
fn arguments(name: &str, (least, most): (usize, usize), found: usize) -> Message {
    match (least, most) {
        (1, 1) => message!("wrong-arguments-one", name = name, found = found),
        (1, usize::MAX) => message!("wrong-arguments-any", name = name, found = found),
        (_, usize::MAX) => message!("wrong-arguments-least", name = name, least = least, found = found),
        _ if least == most => message!("wrong-arguments-exactly", name = name, number = least, found = found),
        _ => message!("wrong-arguments-range", name = name, least = least, most = most, found = found),
    }
}

/// The other bracket of a pair.
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

impl From<Flaw> for Mistake {
    fn from(flaw: Flaw) -> Self {
        Self::Drawing(flaw)
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

/// Which text it is that an error points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The puzzle itself.
    Puzzle,
    /// A further condition, given as a setting.
    Where,
    /// The expression to be shown, given as a setting.
    Show,
    /// An expression of its own.
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

/// An error with its place in the text; what [`ParseError`] holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub mistake: Mistake,
    /// A proposal.
    pub help: Option<Message>,
    /// What to replace, if it is certain enough what was meant.
    pub repair: Option<Repair>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters as they were typed.
    pub column: usize,
    /// How many characters it is about, at least 1.
    pub length: usize,
    /// The bytes of `text` that it is about; empty at the text's end.
    pub span: Range<usize>,
    /// The text it points into.
    pub text: String,
    /// Which text that is.
    pub origin: Origin,
}

impl Fault {
    /// What is wrong: its key, its values, and its text when it is shown.
    #[must_use]
    pub fn message(&self) -> Message {
        self.mistake.message()
    }

    /// What was expected at the place.
    #[must_use]
    pub fn label(&self) -> String {
        self.message().label()
    }
}

/// Why a text is no puzzle, and where.
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
pub struct ParseError(Box<Fault>);

impl Deref for ParseError {
    type Target = Fault;

    fn deref(&self) -> &Fault {
        &self.0
    }
}

impl ParseError {
    /// The mistake at `span`, in bytes of `text`.
    pub fn new(slip: Slip, text: &str, origin: Origin) -> Self {
        let Slip { mistake, at: span, help, repair } = slip;
        let before = &text[..span.start];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self(Box::new(Fault {
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

    /// The same error where the text's first line is line `first` of a file. A setting that is an
    /// expression keeps its own lines.
    #[must_use]
    pub fn in_file(mut self, first: usize) -> Self {
        if matches!(self.0.origin, Origin::Puzzle | Origin::Setting) {
            self.0.line += first.saturating_sub(1);
        }
        self
    }
}

/// A mistake whose place is not yet known as line and column. Places are characters of a script, or
/// bytes of a text.
#[derive(Clone, Debug)]
pub struct Slip {
    /// The mistake.
    pub mistake: Mistake,
    /// Its place.
    pub at: Range<usize>,
    // The next two are boxed, since each step of reading returns a slip or none, and a text that is right has none.
    /// A hint how to write it.
    pub help: Option<Box<Message>>,
    /// How the text may be repaired.
    pub repair: Option<Box<Repair>>,
}

impl From<Interrupted> for Slip {
    fn from(Interrupted: Interrupted) -> Self {
        Self::new(Mistake::Interrupted, 0..0)
    }
}

impl Slip {
    /// A mistake at a place.
    pub fn new(mistake: impl Into<Mistake>, at: Range<usize>) -> Self {
        Self { mistake: mistake.into(), at, help: None, repair: None }
    }

    /// Where the text that it is in begins further on in another.
    pub fn move_by(&mut self, bytes: usize) {
        let further = |span: &Range<usize>| span.start + bytes..span.end + bytes;
        self.at = further(&self.at);
        if let Some(repair) = &mut self.repair {
            repair.span = further(&repair.span);
        }
    }

    /// With a proposal.
    pub fn help(self, help: Message) -> Self {
        Self { help: Some(Box::new(help)), ..self }
    }

    /// With what to put in place of a part, whose place is told like that of the mistake.
    pub fn repair(self, span: Range<usize>, text: impl Into<String>) -> Self {
        Self { repair: Some(Box::new(Repair { span, text: text.into() })), ..self }
    }
}
