//! Signs that are left when formulas are copied: the word `mod`, and the stroke of ≠ on the letter before it.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::message::message;
use crate::text::draft::Edit;

/// The stroke that programs put over an equals sign.
const STROKE: char = '\u{338}';

/// Reads the word `mod` between two operands as `%`, if no other small letter is a symbol: `AmodB=C`.
pub(super) fn modulo(view: &View) -> Option<Change> {
    let is_modulo = |word: &Range<usize>| view.typed(word.clone()) == "mod" && view.is_between(word.clone());
    let names = view.names();
    let small = view.runs(0..view.len(), |i| view.sign(i).is_lowercase() && view.is_digit(i));
    let (modulos, others): (Vec<_>, Vec<_>) = small.into_iter().partition(is_modulo);
    let fits = !view.is_drawn() && others.into_iter().flatten().all(|i| names[i]);
    let edits = modulos.into_iter().map(|word| Edit::new(view.bytes(word), "%"));
    fits.then(|| Some(Change::of(edits)?.with(message!("note-modulo"))))?
}

/// Reads a stroke on the letter before an equals sign as belonging to that sign: `A̸ = B`.
pub(super) fn unequal(view: &View) -> Option<Change> {
    let mut edits = Vec::new();
    for i in (0..view.len()).filter(|i| view.shown(*i).ends_with(STROKE)) {
        let equals = view.behind(i + 1).filter(|at| view.sign(*at) == '=')?;
        let end = view.bytes(i..i + 1).end;
        let stroke = end - STROKE.len_utf8()..end;
        (view.text[stroke.clone()] == *STROKE.encode_utf8(&mut [0; 4]) && view.letter(i) != STROKE)
            .then_some(())?;
        edits.extend([Edit::cut(stroke), Edit::new(view.bytes(equals..equals + 1), "≠")]);
    }
    Some(Change::of(edits)?.with(message!("note-stroke")))
}
