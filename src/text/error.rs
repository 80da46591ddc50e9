//! What can be wrong with a text, and where.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::ops::Range;

use super::flaw::Flaw;
use crate::interrupt::Interrupted;
use crate::puzzle::PuzzleError;
use crate::puzzle::SettingError;
use crate::spelling;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mistake {
    /// The text is larger than any puzzle.
    #[error("this text is too long: a puzzle has at most {0} bytes")]
    TextTooLong(usize),
    /// Brackets within brackets within brackets.
    #[error("brackets stand inside each other more than {0} deep")]
    BracketsTooDeep(usize),
    /// Operators without end.
    #[error("operators stand inside each other more than {0} deep")]
    TooNested(usize),
    /// A numeral without end.
    #[error("this numeral is too long: it may have {0} digits")]
    NumeralTooLong(usize),
    /// An exponent without end.
    #[error("this exponent is too large")]
    ExponentTooLarge,
    /// Not a character of the language.
    #[error("the character '{0}' has no meaning in a puzzle")]
    UnknownCharacter(String),
    /// An operator, a sign or a comma that lacks what should follow it.
    #[error("this needs an operand")]
    MissingOperand,
    /// A relation without its left side.
    #[error("this relation has no left side")]
    MissingLeftSide,
    /// A relation without its right side.
    #[error("this relation has no right side")]
    MissingRightSide,
    /// Two operands side by side.
    #[error("'{0}' and '{1}' stand side by side, without an operator between them")]
    SideBySide(String, String),
    /// A numeral before a bracket.
    #[error("'{0}' stands before a bracket, and is no function")]
    NumeralBeforeBracket(String),
    /// No function has this name.
    #[error("there is no function '{0}'")]
    UnknownFunction(String),
    /// Too many arguments, or too few.
    #[error("'{name}' takes {allowed}, not {found}")]
    WrongArguments {
        /// The function.
        name: String,
        /// How many it takes.
        allowed: String,
        /// How many there are.
        found: usize,
    },
    /// A bracket that is opened only.
    #[error("this bracket is not closed")]
    Unclosed(char),
    /// A bracket that is closed only.
    #[error("this bracket was not opened")]
    Unopened(char),
    /// Brackets around nothing.
    #[error("there is nothing between these brackets")]
    EmptyBrackets,
    /// A separator with nothing before it.
    #[error("there is no condition before this")]
    MissingCondition,
    /// A separator where there is nothing to part.
    #[error("'{0}' cannot stand here: it parts whole conditions")]
    MisplacedSeparator(String),
    /// A sign that must not stand in its place.
    #[error("'{0}' cannot stand here")]
    MisplacedSign(String),
    /// A text with a number alone.
    #[error("this is a puzzle without a relation")]
    NoRelation,
    /// A number where a condition must stand.
    #[error("'{0}' is a number, where a condition must stand")]
    NumberForCondition(String),
    /// A point without digits.
    #[error("a point needs digits behind it")]
    LonePoint,
    /// `[` without a number, or with a digit of no base.
    #[error("brackets like these hold one digit, from 0 to 63")]
    BadDigit,
    /// A base of a numeral's own that is none.
    #[error("a base is a number from 2 to 64")]
    BadBase,
    /// Dots behind digits that do not repeat.
    #[error("no digits repeat before these dots")]
    NothingRepeats,
    /// A remainder without its division.
    #[error("a remainder needs a division on its left")]
    RemainderWithoutDivision,
    /// A symbol that the puzzle does not have.
    #[error("the puzzle has no symbol '{0}'")]
    NoSuchSymbol(String),
    /// A line break inside a setting.
    #[error("a setting stands on one line")]
    LineBreak,
    /// A drawing.
    #[error("this is a drawing, and no list of conditions")]
    Layout,
    /// A drawing that contradicts itself.
    #[error(transparent)]
    Drawing(#[from] Flaw),
    /// Settings alone in a block that is not the first.
    #[error("these settings have no puzzle")]
    SettingsAlone,
    /// A setting below the puzzles it should hold for.
    #[error("this setting stands below puzzles of its block, which were read without it")]
    LateSetting,
    /// A setting that is none.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The text is right, but the puzzle is not.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Reading was stopped by an interrupt: the text may be a puzzle or not.
    #[error("interrupted before the text was read")]
    Interrupted,
    /// Anything else.
    #[error("this cannot be read")]
    Unreadable,
}

impl Mistake {
    /// What was expected.
    fn label(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Drawing(flaw) => return flaw.label(),
            Self::TextTooLong(_) => "the text goes on from here",
            Self::BracketsTooDeep(_) | Self::TooNested(_) => "one too many",
            Self::NumeralTooLong(_) | Self::ExponentTooLarge => "expected fewer digits",
            Self::UnknownCharacter(_) => "expected a symbol, a digit or an operator",
            Self::MissingOperand | Self::MissingLeftSide | Self::MissingRightSide => OPERAND,
            Self::SideBySide(..) | Self::NumeralBeforeBracket(_) => "expected an operator before this",
            Self::UnknownFunction(_) => "expected the name of a function",
            Self::WrongArguments { .. } => "these are not its arguments",
            Self::Unclosed('[') => "expected ']' further on",
            Self::Unclosed(_) => "expected ')' further on",
            Self::Unopened(']') => "expected '[' before it",
            Self::Unopened(_) => "expected '(' before it",
            Self::EmptyBrackets => OPERAND,
            Self::MissingCondition => "expected a condition",
            Self::MisplacedSign(_) => "this sign has another place",
            Self::MisplacedSeparator(_) => "expected an operator or ')'",
            Self::NoRelation | Self::NumberForCondition(_) => "expected a relation such as = or <",
            Self::LonePoint => "expected a digit after the point",
            Self::BadDigit => "expected a digit such as [11]",
            Self::BadBase => "expected a base such as @12",
            Self::NothingRepeats => "expected a period shown twice, as in .TALKTALK...",
            Self::RemainderWithoutDivision => "expected AB ÷ C = D before it",
            Self::NoSuchSymbol(_) => "expected a symbol of the puzzle",
            Self::LineBreak => "expected ',' or the end",
            Self::Layout => "this line is not a whole condition",
            Self::SettingsAlone => "expected a puzzle below",
            Self::LateSetting => "expected at the head of the block",
            Self::Setting(SettingError::Unknown(_)) => "expected the name of a setting",
            Self::Setting(_) => "expected another value",
            Self::Puzzle(PuzzleError::Empty) => "expected a relation",
            Self::Puzzle(PuzzleError::DigitOutsideBase { .. }) => "expected a digit of the base",
            Self::Puzzle(PuzzleError::BlankInSide(_)) => "expected a symbol of the puzzle",
            Self::Puzzle(_) => "in this puzzle",
            Self::Interrupted => "not read yet",
            Self::Unreadable => "expected something else",
        })
    }
}

/// What may stand where an operand is missing.
const OPERAND: &str = "expected a numeral, '(' or a function";

/// Which text it is that an error points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// What is wrong, in words.
    pub message: String,
    /// What was expected at the place.
    pub label: String,
    /// A proposal.
    pub help: Option<String>,
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

/// Why a text is no puzzle, and where.
///
/// ```
/// use fukumen::puzzle::Puzzle;
/// let error = "SEND + + = MONEY".parse::<Puzzle>().unwrap_err();
/// assert_eq!((error.line, error.column, error.length), (1, 8, 1));
/// assert_eq!(error.message, "this needs an operand");
/// assert_eq!(error.label, "expected a numeral, '(' or a function");
/// assert_eq!(error.to_string(), "puzzle:1:8: this needs an operand");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}:{}: {}", .0.origin, .0.line, .0.column, .0.message)]
pub struct ParseError(Box<Fault>);

impl Deref for ParseError {
    type Target = Fault;

    fn deref(&self) -> &Fault {
        &self.0
    }
}

impl ParseError {
    /// The mistake at `span`, in bytes of `text`.
    pub(crate) fn new(slip: Slip, text: &str, origin: Origin) -> Self {
        let Slip { mistake, at: span, help } = slip;
        let before = &text[..span.start];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self(Box::new(Fault {
            message: mistake.to_string(),
            label: mistake.label().into(),
            mistake,
            help,
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
pub(crate) struct Slip {
    pub mistake: Mistake,
    pub at: Range<usize>,
    pub help: Option<String>,
}

impl From<Interrupted> for Slip {
    fn from(Interrupted: Interrupted) -> Self {
        Self::new(Mistake::Interrupted, 0..0)
    }
}

impl Slip {
    pub fn new(mistake: impl Into<Mistake>, at: Range<usize>) -> Self {
        Self { mistake: mistake.into(), at, help: None }
    }

    /// With a proposal.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
