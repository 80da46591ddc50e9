//! Squares among other shapes.

use super::change::Change;
use super::view::View;
use crate::message::message;
use crate::text::draft::Edit;

/// The other shapes, with their filled twins.
const SHAPES: &str = "○●△▲◇◆☆★";

/// Makes `□` a symbol if another shape and no letter is in the text: `□□□+□□○+□△△=2003`. As blanks, the squares would be other
/// digits each time.
pub(super) fn squares(view: &View) -> Option<Change> {
    let is_square = |i: &usize| view.sign(*i) == '□';
    let first = (0..view.len()).find(is_square).filter(|i| !view.is_set_blank(*i))?;
    let has_shape = (0..view.len()).any(|i| SHAPES.contains(view.sign(i)));
    let names = view.names();
    let has_letter = (0..view.len()).any(|i| view.letter(i).is_alphabetic() && !names[i]);
    let at = view.bytes(first..first + 1);
    let change = (has_shape && !has_letter).then(|| Change::of([Edit::new(0..0, "@symbols □\n")]))??;
    Some(change.with_note_at(message!("note-square-symbol"), at))
}
