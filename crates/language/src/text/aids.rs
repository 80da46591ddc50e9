//! The aids that are handed on to all readers of a part of a text.

use crate::interrupt::Interrupt;
use crate::vocabulary::Vocabulary;

/// The other inputs of a reader, besides the text and its rules.
#[derive(Clone, Copy, Debug)]
pub struct Aids<'a> {
    /// The available functions.
    pub vocabulary: &'a Vocabulary,
    /// The interrupt, checked now and then.
    pub interrupt: &'a dyn Interrupt,
}
