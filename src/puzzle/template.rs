//! A puzzle's text with places for its digits, so that an answer looks like the question.

use crate::digits::Base;
use crate::digits::Digit;
use crate::expr::Cell;
use crate::spelling::Width;

/// A stretch of text, or the place of a hidden digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text to be copied.
    Text(String),
    /// The place of a digit.
    Place(Cell),
}

/// A text with places for digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
    /// How many columns a place takes at least.
    room: usize,
    /// How columns are counted.
    width: Width,
}

impl Template {
    /// Adds text.
    pub fn push_text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.into())),
        }
    }

    /// Adds the place of a digit.
    pub fn push_place(&mut self, cell: Cell) {
        self.pieces.push(Piece::Place(cell));
    }

    /// With so many columns for each place at least, so that digits of several figures stay in their columns.
    #[must_use]
    pub fn with_room(self, room: usize, width: Width) -> Self {
        Self { room, width, ..self }
    }

    /// What stands in a place, with the room that the place takes.
    #[must_use]
    pub fn placed(&self, name: &str) -> String {
        " ".repeat(self.room.saturating_sub(self.width.of(name))) + name
    }

    /// How many columns a text takes in it.
    #[must_use]
    pub fn columns(&self, text: &str) -> usize {
        self.width.of(text)
    }

    /// Its pieces.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The text with its digits put in, as `base` writes them.
    #[must_use]
    pub fn fill(&self, base: Base, digits: &[Digit]) -> String {
        if self.room > 1 {
            return self.written(&|cell| base.name(digits[cell.index()]).to_string());
        }
        let mut filled = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Place(cell) => base.name(digits[cell.index()]).append_to(&mut filled),
            }
        }
        filled
    }

    /// The text with names in its places.
    #[must_use]
    pub fn written(&self, name: &dyn Fn(Cell) -> String) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Place(cell) => self.placed(&name(*cell)),
        };
        self.pieces.iter().map(piece).collect()
    }
}
