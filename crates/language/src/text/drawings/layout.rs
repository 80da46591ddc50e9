//! What a layout is.

use super::drawing::{Drawing, Stars};
use super::figure::Figure;
use super::pen::{Pen, Room};
use crate::puzzle::Builder;
use crate::text::error::Slip;

/// One way to draw a sum.
pub(super) trait Layout: Sync {
    /// As written after `--layout`.
    fn name(&self) -> &'static str;

    /// One line of help.
    fn help(&self) -> &'static str;

    /// A drawing of this kind.
    fn example(&self) -> &'static str;

    /// What a star means in it.
    fn stars(&self) -> Stars {
        Stars::Blanks
    }

    /// Whether a drawing looks like one, right or not.
    fn recognises(&self, drawing: &Drawing) -> bool;

    /// The drawing with rows that may be left out and are worked with all the same, as blanks.
    fn complete(&self, drawing: Drawing) -> Result<Drawing, Slip> {
        Ok(drawing)
    }

    /// Puts the rows into their places and says what must hold.
    fn read(&self, drawing: &Drawing) -> Result<Figure, Slip>;

    /// What each digit takes where it is drawn anew.
    fn room(&self, drawing: &Drawing, builder: &Builder) -> Room {
        Room::of(drawing, builder)
    }

    /// Draws it anew.
    fn draw(&self, drawing: &Drawing, pen: &mut Pen) {
        pen.in_columns(drawing);
    }
}
