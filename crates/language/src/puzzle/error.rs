//! Errors of a puzzle whose text is correct.

use std::error::Error;
use std::fmt;

use crate::digits::{Base, Digit, DigitSet};
use crate::message::{Message, message};

/// Why rules and conditions do not make a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// There is no condition.
    Empty,
    /// A number in place of a condition.
    NotACondition(String),
    /// A condition in place of a number.
    NotANumber(String),
    /// A setting names a symbol that the puzzle does not have.
    NoSuchSymbol {
        /// The setting.
        setting: &'static str,
        /// The symbol.
        symbol: String,
    },
    /// A digit that the base does not have.
    DigitOutsideBase {
        /// The digit.
        digit: Digit,
        /// The base.
        base: Base,
    },
    /// A setting has digits that the base does not have.
    SettingOutsideBase {
        /// The setting.
        setting: &'static str,
        /// The digits outside the base.
        digits: DigitSet,
        /// The base.
        base: Base,
    },
    /// No digits are left for any symbol or blank.
    NoDigits,
    /// Settings leave a symbol no digit.
    NothingLeft {
        /// The symbol or blank.
        symbol: String,
        /// The assignment that excluded the last digits, and these digits; `None` if several settings did it together.
        assignment: Option<(String, DigitSet)>,
    },
    /// Two symbols that must differ were given the same digit.
    SameDigit {
        /// The first symbol.
        first: String,
        /// The other symbol.
        second: String,
        /// The digit.
        digit: Digit,
    },
    /// A drawing cannot have misprints.
    MisprintInDrawing,
    /// A setting names a numeral that the puzzle does not have.
    NoSuchNumeral(String),
    /// A blank where only the puzzle's own digits may be.
    BlankInSide(String),
}

impl PuzzleError {
    /// Returns the error as data.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Empty => message!("empty-puzzle"),
            Self::NotACondition(number) => message!("not-a-condition", number = number),
            Self::NotANumber(condition) => message!("not-a-number", condition = condition),
            Self::NoSuchSymbol { setting, symbol } => {
                message!("setting-names-no-symbol", setting = setting, symbol = symbol)
            }
            Self::DigitOutsideBase { digit, base } => {
                message!("digit-outside-base", digit = digit, base = base, last = base.get() - 1)
            }
            Self::SettingOutsideBase { setting, digits, base } => message!(
                "setting-outside-base",
                setting = setting,
                digits = digits,
                base = base,
                last = base.get() - 1
            ),
            Self::NoDigits => message!("no-digits"),
            Self::NothingLeft { symbol, assignment: None } => message!("nothing-left", symbol = symbol),
            Self::NothingLeft { symbol, assignment: Some((assignment, before)) } => message!(
                "nothing-left-by-assignment",
                symbol = symbol,
                assignment = assignment,
                before = before
            ),
            Self::SameDigit { first, second, digit } => {
                message!("same-digit", first = first, second = second, digit = digit)
            }
            Self::MisprintInDrawing => message!("misprint-in-drawing"),
            Self::NoSuchNumeral(numeral) => message!("misprint-names-no-numeral", numeral = numeral),
            Self::BlankInSide(blank) => message!("blank-in-side", blank = blank),
        }
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for PuzzleError {}
