//! The trait of a layout.

use super::drawing::{Drawing, Stars};
use super::figure::Figure;
use super::pen::{Pen, Room};
use crate::puzzle::Builder;
use crate::text::error::TextError;

/// One way to draw a calculation.
pub(super) trait Layout: Sync {
    /// Returns its name after `--layout`.
    fn name(&self) -> &'static str;

    /// Returns one line of help.
    fn help(&self) -> &'static str;

    /// Returns a drawing of this kind.
    fn example(&self) -> &'static str;

    /// Returns the meaning of a star in it.
    fn stars(&self) -> Stars {
        Stars::Blanks
    }

    /// Returns whether a drawing looks like one, correct or not.
    fn recognises(&self, drawing: &Drawing) -> bool;

    /// Adds rows of blanks that the drawing may leave out but the layout needs.
    fn complete(&self, drawing: Drawing) -> Result<Drawing, TextError> {
        Ok(drawing)
    }

    /// Puts the rows into their places and returns the conditions.
    fn read(&self, drawing: &Drawing) -> Result<Figure, TextError>;

    /// Returns the room for each digit when it is redrawn.
    fn room(&self, drawing: &Drawing, builder: &Builder) -> Room {
        Room::of(drawing, builder)
    }

    /// Redraws it.
    fn draw(&self, drawing: &Drawing, pen: &mut Pen) {
        pen.in_columns(drawing);
    }
}
