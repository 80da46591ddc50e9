//! What can be wrong with a puzzle whose text is right.

use crate::digits::Base;
use crate::digits::Digit;
use crate::digits::DigitSet;

/// Why rules and conditions make no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// No condition at all.
    #[error("the puzzle is empty: write a relation such as SEND+MORE=MONEY")]
    Empty,
    /// A number where a condition must stand.
    #[error("'{0}' is a number, where a condition must stand: write a relation such as {0}=0")]
    NotACondition(String),
    /// A condition where a number must stand.
    #[error("'{0}' is a condition, where a number must stand")]
    NotANumber(String),
    /// A setting names a symbol that the puzzle lacks.
    #[error("the setting '{setting}' names '{symbol}', which the puzzle does not have")]
    NoSuchSymbol {
        /// The setting.
        setting: &'static str,
        /// The symbol.
        symbol: String,
    },
    /// A digit that the base does not have.
    #[error("the digit {digit} is not one of base {base}, whose digits are 0 to {}", base.get() - 1)]
    DigitOutsideBase {
        /// The digit.
        digit: Digit,
        /// The base.
        base: Base,
    },
    /// A setting with digits that the base does not have.
    #[error("the setting '{setting}' has the digits {digits}, but base {base} has 0 to {}", base.get() - 1)]
    SettingOutsideBase {
        /// The setting.
        setting: &'static str,
        /// The digits in excess.
        digits: DigitSet,
        /// The base.
        base: Base,
    },
    /// No digits are left to anything.
    #[error("the settings 'digits' and 'no-zero' leave no digit at all")]
    NoDigits,
    /// Settings that leave a symbol no digit.
    #[error("the settings leave no digit for '{symbol}': {reason}")]
    NothingLeft {
        /// The symbol or blank.
        symbol: String,
        /// What they say.
        reason: String,
    },
    /// Two symbols that differ were given the same digit.
    #[error("'{first}' and '{second}' must differ, but the settings give both the digit {digit}")]
    SameDigit {
        /// The one symbol.
        first: String,
        /// The other.
        second: String,
        /// The digit.
        digit: Digit,
    },
    /// A blank where only the puzzle's own digits may stand.
    #[error("a blank cannot stand in '{0}': only the puzzle's own symbols can")]
    BlankInSide(String),
}
