//! Reasons why one puzzle among others cannot be answered.

use crate::message::{Message, message};
use crate::report::{Place, words};
use crate::solve::{SolveError, StoppedBy};
use crate::text::{Origin, ParseError};

/// The reason why a puzzle has no answer.
#[derive(Clone, Debug)]
pub enum TaskError {
    /// Its text is wrong.
    Text(ParseError),
    /// It was not read: a limit or an interrupt came first.
    Stopped(StoppedBy),
    /// It cannot be written as requested.
    Form(Message),
    /// It could not be solved as requested.
    Solving(SolveError),
    /// The question about it is wrong: the answer to check, or the fact.
    Question(String),
    /// Reading its source failed.
    Reading(String),
    /// A line of its source is not UTF-8.
    Encoding {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
        /// The byte of the line, from 1.
        byte: usize,
    },
}

impl TaskError {
    /// Returns the message.
    pub fn message(&self) -> Message {
        match self {
            Self::Text(error) => error.message(),
            Self::Form(message) => message.clone(),
            Self::Solving(error) => error.message(),
            Self::Question(text) => message!("wrong-question", text = text),
            Self::Reading(text) => message!("unreadable-source", text = text),
            Self::Stopped(stopped_by) => {
                let limit = words::limit(*stopped_by).unwrap_or("stopped");
                message!("stopped-before-reading", limit = limit)
            }
            Self::Encoding { byte, .. } => message!("not-utf-8", byte = byte),
        }
    }

    /// Returns the place, if it is in a text.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Text(error) => {
                let (line, column, length) = (error.line, error.column, error.length);
                Some(Place { origin: error.origin, line, column, length })
            }
            Self::Encoding { line, column, .. } => {
                Some(Place { origin: Origin::Puzzle, line: *line, column: *column, length: 1 })
            }
            Self::Form(_) | Self::Question(_) | Self::Solving(_) | Self::Reading(_) | Self::Stopped(_) => {
                None
            }
        }
    }

    /// Returns what stopped the reading, if anything did.
    pub fn stopped_by(&self) -> Option<StoppedBy> {
        if let Self::Stopped(stopped_by) = self { Some(*stopped_by) } else { None }
    }

    /// Returns whether the command line is wrong, so that it concerns every puzzle.
    pub fn is_of_the_command(&self) -> bool {
        matches!(self, Self::Solving(SolveError::NoSuchEngine { .. } | SolveError::NoSuchEvaluator { .. }))
    }
}

impl From<ParseError> for TaskError {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}

impl From<SolveError> for TaskError {
    fn from(error: SolveError) -> Self {
        Self::Solving(error)
    }
}
