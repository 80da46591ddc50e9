//! What is handed on to all who read a part of a text.

use crate::interrupt::Interrupt;
use crate::vocabulary::Vocabulary;

/// What reading needs besides the text and its rules.
#[derive(Clone, Copy, Debug)]
pub struct Aids<'a> {
    /// The functions there are.
    pub vocabulary: &'a Vocabulary,
    /// Checked now and then.
    pub interrupt: &'a dyn Interrupt,
}
