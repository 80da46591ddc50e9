//! Words for what a division leaves, between its quotient and the rest: `AB ÷ C = D remainder E`.

use super::change::Change;
use super::view::View;
use crate::text::draft::Edit;

/// The words, in small letters. The language knows a lone `r` itself.
const WORDS: &[&str] = &["rem", "rest", "remainder", "reste", "resto"];

/// Writes `r` for a word between the quotient of a division and a number at the end of the condition.
pub(super) fn words(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let is_end = |i: &usize| ",;\n".contains(view.sign(*i));
    let is_known = |at: &std::ops::Range<usize>| {
        WORDS.contains(&view.signs(at.clone()).to_lowercase().as_str()) && view.is_between(at.clone())
    };
    let divides = |at: &std::ops::Range<usize>| {
        let start = (0..at.start).rev().find(is_end).map_or(0, |end| end + 1);
        let end = (at.end..view.len()).find(is_end).unwrap_or(view.len());
        let main = view.signs(start..at.start);
        main.rsplit_once('=').is_some_and(|(left, _)| left.contains(['/', '÷', '∕', '⁄', ':']))
            && !view.has_relation(at.end..end)
    };
    let found = view.words(0..view.len()).into_iter().filter(is_known).filter(divides);
    Change::of(found.map(|at| Edit::new(view.bytes(at), "r")))
}
