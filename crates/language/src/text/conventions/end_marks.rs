//! Marks at the very end of a text that end a sentence there: a full stop, a question mark, an exclamation mark.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::message::message;
use crate::puzzle::Permission;
use crate::text::draft::Edit;

/// A numeral of this length may be a factorial of a number with two digits: 10! has seven.
const TOO_LONG: usize = 7;

/// Leaves out the mark at the end of conditions.
pub(super) fn end_mark(view: &View) -> Option<Change> {
    let whole = view.whole();
    let last = whole.end.checked_sub(1)?;
    if view.is_drawn() || view.is_form() || view.is_set_blank(last) {
        return None;
    }
    let ends = |at: usize| view.ends_operand(at) || view.sign(at) == '*';
    let before = (whole.start..last).rev().find(|i| !view.is_space(*i))?;
    let cut = |from: usize| Change::of([Edit::cut(view.bytes(from..whole.end))]);
    match view.sign(last) {
        '.' => (ends(before) && view.sign(before) != '.').then(|| cut(before + 1))?,
        '。' | '｡' => ends(before).then(|| cut(before + 1))?,
        '?' if is_question(view, &whole, before) => {
            Some(cut(before + 1)?.with(message!("note-end-question")))
        }
        '!' => {
            let number = exclaimed(view, &whole)?;
            Some(cut(number)?.with(message!("note-exclaimed")))
        }
        _ => None,
    }
}

/// Returns whether a question mark after this character is no blank: it is the only one, and after a letter or a blank, or after
/// a digit where another sign is the blank.
fn is_question(view: &View, whole: &Range<usize>, before: usize) -> bool {
    let is_only = whole.clone().filter(|i| view.sign(*i) == '?').count() == 1;
    let has_blanks = || (whole.start..=before).any(|i| view.is_blank(i));
    is_only && (view.is_hidden(before) || view.sign(before).is_ascii_digit() && has_blanks())
}

/// Returns the end of the numeral before exclamation marks, if they are no factorials.
fn exclaimed(view: &View, whole: &Range<usize>) -> Option<usize> {
    let end = whole.clone().rev().find(|i| view.sign(*i) != '!')? + 1;
    let length = (whole.start..end).rev().take_while(|i| view.is_digit(*i)).count();
    let is_long = |numeral: Range<usize>| numeral.len() >= TOO_LONG;
    let fits = length > 1
        && view.rules.base.get() >= 10
        && view.rules.leading_zeros == Permission::Forbidden
        && !view.numerals().into_iter().any(is_long);
    fits.then_some(end)
}
