//! What is wrong with the value of a setting.

use std::error::Error;
use std::fmt;

use crate::digits::DigitError;
use crate::message::{Message, message};

/// Why a value is no value of its setting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingError {
    /// No setting has this name.
    Unknown(String),
    /// The digits are wrong.
    Digits(DigitError),
    /// Another word was expected.
    NotOneOf {
        /// What was given.
        found: String,
        /// What could have been.
        allowed: &'static str,
    },
    /// The value has another form.
    Form {
        /// What was given.
        found: String,
        /// A value as it should be.
        example: &'static str,
    },
    /// A sign that means something else cannot be a blank.
    Reserved(String),
    /// A value is missing.
    Missing(&'static str),
}

impl SettingError {
    /// What is wrong, as data.
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
