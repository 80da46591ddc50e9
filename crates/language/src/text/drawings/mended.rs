//! The result of mending a drawing.

use super::drawing::{Drawing, Mark};
use super::layout::Layout;
use super::reading::{Reading, figure};
use crate::message::{Message, Note, message};
use crate::puzzle::{Builder, Role};

/// A mended drawing, for a layout that can read it.
#[derive(Clone)]
pub(super) struct Mended {
    pub layout: &'static dyn Layout,
    pub drawing: Drawing,
    /// The notes about the changes.
    pub notes: Vec<Note>,
    /// Digits that are zero, besides those that the layout finds.
    pub zeros: Vec<(Role, Mark)>,
}

impl Mended {
    pub fn reading(mut self, builder: &Builder) -> Option<Reading> {
        let mut figure = figure(self.layout, &mut self.drawing, builder).ok()?;
        figure.zeros.extend(self.zeros);
        Some(Reading { layout: self.layout, drawing: self.drawing, figure, notes: self.notes })
    }
}

/// Returns the note on a row that was moved by one column.
pub(super) fn row_moved(row: usize, is_right: bool) -> Message {
    let row = row + 1;
    if is_right {
        message!("note-row-moved-right", row = row)
    } else {
        message!("note-row-moved-left", row = row)
    }
}
