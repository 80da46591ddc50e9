//! Why there is no certificate.

use std::error::Error;
use std::{fmt, io};

use super::search::Cut;
use fukumen_language::interrupt::Interrupted;
use fukumen_language::message::{Message, message};
use fukumen_language::puzzle::SettingError;
use fukumen_language::text::ParseError;

/// Why an answer has no certificate.
#[derive(Debug)]
#[non_exhaustive]
pub enum CertifyError {
    /// The search and its proof disagree about this solution: a bug of this crate.
    Disagreement(String),
    /// The proof is larger than the limit.
    TooLarge,
    /// The time limit or an interrupt came first.
    Interrupted,
    /// An assignment leads to a number that is too large to compute.
    Undecided,
    /// The language of certificates cannot express this.
    Unwritable(String),
    /// The proof cannot be written to the output.
    Output(io::Error),
}

impl CertifyError {
    /// Returns the error as data.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Disagreement(what) => message!("certificate-disagreement", what = what),
            Self::TooLarge => message!("certificate-too-large"),
            Self::Interrupted => message!("certificate-interrupted"),
            Self::Undecided => message!("certificate-undecided"),
            Self::Unwritable(what) => message!("certificate-unwritable", what = what),
            Self::Output(error) => message!("certificate-output", error = error),
        }
    }
}

impl fmt::Display for CertifyError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for CertifyError {}

impl From<io::Error> for CertifyError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Interrupted> for CertifyError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<Cut> for CertifyError {
    fn from(cut: Cut) -> Self {
        match cut {
            Cut::Limit(_) => Self::TooLarge,
            Cut::Interrupted => Self::Interrupted,
            Cut::Undecided => Self::Undecided,
            Cut::Output(error) => Self::Output(error),
        }
    }
}

/// Why the statement of a certificate is not what its text means.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AgainError {
    /// A rule cannot be read.
    Setting(SettingError),
    /// The text cannot be read.
    Text(ParseError),
    /// The language of certificates cannot express what the text says.
    Unwritable(String),
    /// They differ.
    Differs {
        /// The first line of the statement that differs, if it has that many.
        stated: Option<String>,
        /// The line at the same place in the meaning of the text.
        meant: Option<String>,
    },
}

impl fmt::Display for AgainError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Setting(error) => error.fmt(f),
            Self::Text(error) => error.fmt(f),
            Self::Unwritable(what) => what.fmt(f),
            Self::Differs { stated, meant } => {
                let line =
                    |line: &Option<String>| line.as_ref().map_or("nothing".into(), |it| format!("`{it}`"));
                write!(f, "it has {}, the text {}", line(stated), line(meant))
            }
        }
    }
}

impl Error for AgainError {}

impl From<SettingError> for AgainError {
    fn from(error: SettingError) -> Self {
        Self::Setting(error)
    }
}

impl From<ParseError> for AgainError {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}
