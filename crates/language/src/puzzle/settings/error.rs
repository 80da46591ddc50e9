//! Errors in the values of settings.

use std::error::Error;
use std::fmt;

use crate::digits::DigitError;
use crate::message::{Message, message};

/// Why a value does not fit its setting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingError {
    /// No setting has this name.
    Unknown(String),
    /// The digits are wrong.
    Digits(DigitError),
    /// Another word was expected.
    NotOneOf {
        /// The given value.
        found: String,
        /// The allowed values.
        allowed: &'static str,
    },
    /// The value has another form.
    Form {
        /// The given value.
        found: String,
        /// An example of a valid value.
        example: &'static str,
    },
    /// A sign with another meaning cannot be a blank.
    Reserved(String),
    /// A value is missing.
    Missing(&'static str),
}

impl SettingError {
    /// Returns the error as data.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown(name) => message!("unknown-setting", name = name),
            Self::Digits(error) => error.message(),
            Self::NotOneOf { found, allowed } => message!("not-one-of", found = found, allowed = allowed),
            Self::Form { found, example } => message!("value-form", found = found, example = example),
            Self::Reserved(sign) => message!("reserved-sign", sign = sign),
            Self::Missing(example) => message!("missing-value", example = example),
        }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for SettingError {}

impl From<DigitError> for SettingError {
    fn from(error: DigitError) -> Self {
        Self::Digits(error)
    }
}
