//! The changes that a convention makes to a text.

use std::ops::Range;

use crate::message::{Message, Note};
use crate::text::draft::{Draft, Edit};

/// The edits of a convention, and its note.
#[derive(Debug)]
pub(super) struct Change {
    /// In the order of the text.
    edits: Vec<Edit>,
    note: Option<Note>,
}

impl Change {
    /// Makes a change of these edits, if there are any.
    pub fn of(edits: impl IntoIterator<Item = Edit>) -> Option<Self> {
        let edits: Vec<Edit> = edits.into_iter().collect();
        if edits.is_empty() { None } else { Some(Self { edits, note: None }) }
    }

    /// Adds a note about the first edit.
    pub fn with(self, message: Message) -> Self {
        let span = self.edits.first().map(|edit| edit.at.clone());
        Self { note: Some(Note { message, span }), ..self }
    }

    /// Adds a note about some bytes of the text.
    pub fn with_note_at(self, message: Message, at: Range<usize>) -> Self {
        Self { note: Some(Note { message, span: Some(at) }), ..self }
    }
}

impl Draft<'_> {
    /// Applies a change.
    pub(super) fn change(&mut self, change: Change) {
        change.note.into_iter().for_each(|note| self.note(note));
        self.edit(&change.edits);
    }
}
