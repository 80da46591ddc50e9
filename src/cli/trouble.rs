//! What keeps one puzzle among others from being answered.

use crate::parse::ParseError;
use crate::report::Place;
use crate::solve::SolveError;

/// Why a puzzle has no answer.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Its text is wrong.
    Text(ParseError),
    /// It could not be solved as was asked.
    Solving(SolveError),
    /// Its source came to a wrong end.
    Reading(String),
}

impl Trouble {
    /// What is wrong.
    pub fn message(&self) -> String {
        match self {
            Self::Text(error) => error.message.clone(),
            Self::Solving(error) => error.to_string(),
            Self::Reading(message) => message.clone(),
        }
    }

    /// Where, if it is in a text.
    pub fn place(&self) -> Option<Place> {
        let Self::Text(error) = self else { return None };
        Some(Place { line: error.line, column: error.column, length: error.length })
    }

    /// A proposal.
    pub fn help(&self) -> Option<&str> {
        let Self::Text(error) = self else { return None };
        error.help.as_deref()
    }

    /// Whether it lies in the command line, and so in the way of every puzzle.
    pub fn is_of_the_command(&self) -> bool {
        matches!(self, Self::Solving(SolveError::NoSuchEngine { .. } | SolveError::NoSuchEvaluator { .. }))
    }
}

impl From<ParseError> for Trouble {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}

impl From<SolveError> for Trouble {
    fn from(error: SolveError) -> Self {
        Self::Solving(error)
    }
}
