//! Pieces of a text that were not read.

use std::ops::Range;

/// A piece of a text that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unread {
    /// The piece as typed.
    pub text: String,
    /// Its bytes in the text as typed.
    pub span: Range<usize>,
    /// Whether it may change the answer, as far as that can be told without understanding it.
    pub may: bool,
}

impl Unread {
    /// Makes the piece of a text at these bytes.
    #[must_use]
    pub fn new(text: impl Into<String>, span: Range<usize>, may: bool) -> Self {
        Self { text: text.into(), span, may }
    }
}
