//! The meaning of the signs of a numeral. In the puzzle itself, each new symbol hides one more digit. Its settings, and
//! expressions about it, have only the symbols of the puzzle.

use crate::digits::{Base, Digit};
use crate::expr::Element;
use crate::message::Note;
use crate::puzzle::{Builder, Puzzle, PuzzleError};
use crate::text::error::Mistake;

/// Finds the element of each sign.
pub(super) trait Signs {
    /// Returns the base of numerals without their own.
    fn base(&self) -> Base;

    /// Returns whether a setting makes this sign a blank.
    fn is_blank(&self, shown: &str) -> bool;

    /// Returns the element of a symbol.
    fn symbol(&mut self, shown: &str) -> Result<Element, Mistake>;

    /// Returns the element of a blank.
    fn blank(&mut self, shown: &str) -> Result<Element, Mistake> {
        Err(PuzzleError::BlankInSide(shown.into()).into())
    }

    /// Returns the element of a digit that the text shows.
    fn literal(&mut self, digit: Digit) -> Element {
        Element::Shown(digit)
    }

    /// Returns the element of a digit in brackets.
    fn bracketed(&mut self, digit: Digit) -> Element {
        Element::Shown(digit)
    }

    /// Keeps a note for the writer of the text.
    fn note(&mut self, _note: Note) {}
}

/// The puzzle's own text.
impl Signs for Builder {
    fn base(&self) -> Base {
        self.rules().base
    }

    fn is_blank(&self, shown: &str) -> bool {
        Self::is_blank(self, shown)
    }

    fn symbol(&mut self, shown: &str) -> Result<Element, Mistake> {
        Ok(Self::symbol(self, shown))
    }

    fn blank(&mut self, shown: &str) -> Result<Element, Mistake> {
        Ok(Self::blank(self, shown))
    }

    fn literal(&mut self, digit: Digit) -> Element {
        Self::literal(self, digit)
    }

    fn bracketed(&mut self, digit: Digit) -> Element {
        Self::bracketed(self, digit)
    }

    fn note(&mut self, note: Note) {
        Self::note(self, note);
    }
}

/// A text about a puzzle that is being built.
impl Signs for &Builder {
    fn base(&self) -> Base {
        self.rules().base
    }

    fn is_blank(&self, shown: &str) -> bool {
        Builder::is_blank(self, shown)
    }

    fn symbol(&mut self, shown: &str) -> Result<Element, Mistake> {
        self.known_symbol(shown).ok_or_else(|| Mistake::NoSuchSymbol(shown.into()))
    }
}

/// An expression to be shown, which may have symbols that no condition has.
pub(super) struct Showing<'a>(pub(super) &'a mut Builder);

impl Signs for Showing<'_> {
    fn base(&self) -> Base {
        self.0.rules().base
    }

    fn is_blank(&self, shown: &str) -> bool {
        self.0.is_blank(shown)
    }

    fn symbol(&mut self, shown: &str) -> Result<Element, Mistake> {
        Ok(self.0.symbol(shown))
    }
}

/// A text about a finished puzzle.
impl Signs for &Puzzle {
    fn base(&self) -> Base {
        self.rules().base
    }

    fn is_blank(&self, shown: &str) -> bool {
        let blanks = &self.rules().blanks;
        if blanks.is_empty() {
            return false;
        }
        let spelling = self.rules().spelling();
        let key = spelling.key(shown);
        blanks.iter().any(|blank| spelling.key(&blank.sign) == key)
    }

    fn symbol(&mut self, shown: &str) -> Result<Element, Mistake> {
        self.cell(shown).map(Element::Hidden).ok_or_else(|| Mistake::NoSuchSymbol(shown.into()))
    }
}
