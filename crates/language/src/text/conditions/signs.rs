//! What the signs of a numeral stand for: in the puzzle itself each new symbol hides a digit more, in
//! its settings and in expressions about it there are only the symbols that it has.

use crate::digits::{Base, Digit};
use crate::expr::Element;
use crate::message::Note;
use crate::puzzle::{Builder, Puzzle, PuzzleError};
use crate::text::error::Mistake;

/// Gives each sign its element.
pub(super) trait Signs {
    /// The base of numerals that have none of their own.
    fn base(&self) -> Base;

    /// Whether a setting makes this sign a blank.
    fn is_blank(&self, shown: &str) -> bool;

    /// The element of a symbol.
    fn symbol(&mut self, shown: &str) -> Result<Element, Mistake>;

    /// The element of a blank.
    fn blank(&mut self, shown: &str) -> Result<Element, Mistake> {
        Err(PuzzleError::BlankInSide(shown.into()).into())
    }

    /// The element of a digit that the text shows.
    fn literal(&mut self, digit: Digit) -> Element {
        Element::Shown(digit)
    }

    /// The element of a digit in brackets.
    fn bracketed(&mut self, digit: Digit) -> Element {
        Element::Shown(digit)
    }

    /// Takes note of something that the text's writer may want to hear.
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
