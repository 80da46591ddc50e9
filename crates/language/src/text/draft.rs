//! A text between its typed form and the form that the readers understand, with the way back.

use std::borrow::Cow;
use std::ops::Range;

use crate::message::{Note, Repair};
use crate::puzzle::Puzzle;
use crate::text::error::{Origin, ParseError, TextError};

/// A replacement for some bytes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty for an insertion.
    pub at: Range<usize>,
    /// The replacement.
    pub text: String,
    /// The place where the replacement was typed, if it is another one.
    typed: Option<Range<usize>>,
}

impl Edit {
    /// Replaces these bytes with a text.
    pub fn new(at: Range<usize>, text: impl Into<String>) -> Self {
        Self { at, text: text.into(), typed: None }
    }

    /// Says that the text was typed elsewhere. An error in it is shown there.
    pub fn moved_from(self, typed: Range<usize>) -> Self {
        Self { typed: Some(typed), ..self }
    }

    /// Removes these bytes.
    pub fn cut(at: Range<usize>) -> Self {
        Self::new(at, "")
    }
}

/// Returns a part of a text after the edits within it.
pub fn changed(text: &str, part: Range<usize>, edits: &[Edit]) -> String {
    let mut changed = String::new();
    let mut done = part.start;
    for Edit { at, text: new, .. } in edits {
        changed += &text[done..at.start];
        changed += new;
        done = at.end;
    }
    changed + &text[done..part.end]
}

/// A text with changes, and the origin of each part of it.
#[derive(Clone, Debug)]
pub struct Draft<'a> {
    text: Cow<'a, str>,
    /// For each byte of this text, the bytes of the typed text it comes from; empty while there are no changes.
    from: Vec<Range<usize>>,
    notes: Vec<Note>,
}

impl<'a> Draft<'a> {
    /// Makes a draft of a text as typed.
    pub fn new(text: &'a str) -> Self {
        Self { text: text.into(), from: Vec::new(), notes: Vec::new() }
    }

    /// Returns the text with its changes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces parts of the text, given in their order.
    pub fn edit(&mut self, edits: &[Edit]) {
        let mut text = String::with_capacity(self.text.len());
        let mut from = Vec::with_capacity(self.text.len());
        let mut done = 0;
        let keep = |range: Range<usize>, from: &mut Vec<Range<usize>>| {
            if self.from.is_empty() {
                // A character has one place, whichever of its bytes is meant.
                from.extend(self.text[range.clone()].char_indices().flat_map(|(i, c)| {
                    let start = range.start + i;
                    std::iter::repeat_n(start..start + c.len_utf8(), c.len_utf8())
                }));
            } else {
                from.extend_from_slice(&self.from[range]);
            }
        };
        for Edit { at, text: new, typed } in edits {
            text.push_str(&self.text[done..at.start]);
            keep(done..at.start, &mut from);
            text.push_str(new);
            from.extend(std::iter::repeat_n(self.typed(typed.as_ref().unwrap_or(at).clone()), new.len()));
            done = at.end;
        }
        text.push_str(&self.text[done..]);
        keep(done..self.text.len(), &mut from);
        (self.text, self.from) = (text.into(), from);
    }

    /// Drops the notes about text that edits remove, which would confuse.
    pub fn forget(&mut self, edits: &[Edit]) {
        let cut = edits.iter().filter(|edit| edit.text.is_empty() && !edit.at.is_empty());
        let cut: Vec<Range<usize>> = cut.map(|edit| self.typed(edit.at.clone())).collect();
        self.notes.retain(|note| {
            let is_in =
                |span: &Range<usize>| cut.iter().any(|cut| cut.start <= span.start && span.end <= cut.end);
            !note.span.as_ref().is_some_and(is_in)
        });
    }

    /// Adds a note about some bytes of the changed text, or about all of it.
    pub fn note(&mut self, mut note: Note) {
        note.span = note.span.map(|span| self.typed(span));
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Adds the notes about the changes to a puzzle read from this text. All places become those in the typed text.
    pub fn finished(&self, mut puzzle: Puzzle) -> Puzzle {
        if !self.from.is_empty() || !self.notes.is_empty() {
            let of_reading = puzzle.notes().iter().cloned().map(|mut note| {
                note.span = note.span.map(|span| self.typed(span));
                note
            });
            let notes = self.notes.iter().cloned().chain(of_reading).collect();
            puzzle.set_notes(notes);
        }
        puzzle
    }

    /// Moves an error of this text to its place in the typed text.
    pub fn located(&self, error: ParseError, typed: &str) -> ParseError {
        let is_of_text = matches!(error.origin, Origin::Puzzle | Origin::Setting);
        if self.from.is_empty() || !is_of_text {
            return error;
        }
        let repair = error.repair.clone().map(|repair| Repair { span: self.typed(repair.span), ..repair });
        let moved = TextError {
            mistake: error.mistake.clone(),
            at: self.typed(error.span.clone()),
            help: error.help.clone().map(Box::new),
            repair: repair.map(Box::new),
        };
        ParseError::new(moved, typed, error.origin)
    }

    /// Returns the place where some bytes of this text were typed.
    pub fn typed(&self, at: Range<usize>) -> Range<usize> {
        if self.from.is_empty() {
            return at;
        }
        let end = self.from.last().map_or(0, |last| last.end);
        match self.from.get(at.clone()).filter(|part| !part.is_empty()) {
            Some(part) => {
                let start = part.iter().map(|range| range.start).min().unwrap_or(end);
                start..part.iter().map(|range| range.end).max().unwrap_or(end).max(start)
            }
            None => {
                let start = self.from.get(at.start).map_or(end, |range| range.start);
                start..start
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_twice_is_found_where_it_was_typed() {
        let mut draft = Draft::new("> ＡxＢ=12");
        draft.edit(&[Edit::cut(0..2)]);
        draft.edit(&[Edit::new(3..4, " × ")]);
        assert_eq!(draft.text(), "Ａ × Ｂ=12");
        assert_eq!(draft.typed(0..3), 2..5);
        assert_eq!(draft.typed(3..7), 5..6);
        assert_eq!(draft.typed(7..10), 6..9);
        assert_eq!(draft.typed(10..13), 9..12);
        assert_eq!(draft.typed(13..13), 12..12);
    }
}
