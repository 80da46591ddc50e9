//! Words for what a division leaves, between its quotient and the rest: `AB ÷ C = D remainder E`.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::text::draft::Edit;

/// The words, in small letters. The language knows a lone `r` itself.
const WORDS: &[&str] = &[
    "rem",
    "rem.",
    "rest",
    "remainder",
    "reste",
    "resto",
    "reszta",
    "zbytek",
    "kalan",
    "ост.",
    "остаток",
    "余数",
    "나머지",
];

/// The words that may stand before them and after them.
const AROUND: &[&str] = &["with", "a", "and", "of", "mit", "avec", "un", "con", "com", "z", "и", "с", "is"];

/// Writes `r` for a word between the quotient of a division and a number at the end of the condition, with a comma or `with a`
/// before it: `AB ÷ C = D, remainder E`.
pub(super) fn words(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let all = view.words(0..view.len());
    let word = |at: &Range<usize>| view.signs(at.clone()).trim_start_matches(',').to_lowercase();
    let is_filler = |i: &usize| AROUND.contains(&word(&all[*i]).as_str());
    let found = (0..all.len()).filter(|i| WORDS.contains(&word(&all[*i]).as_str())).filter_map(|i| {
        let first = i - (0..i).rev().take_while(is_filler).count();
        let last = i + (i + 1..all.len()).take_while(is_filler).count();
        // A comma before the word is glued to the quotient.
        let end = first.checked_sub(1).map(|before| &all[before])?;
        let comma = end.end - usize::from(view.sign(end.end - 1) == ',');
        let at = comma..all[last].end;
        view.is_between(at.clone()).then_some(at)
    });
    Change::of(found.filter(|at| divides(view, at)).map(|at| Edit::new(view.bytes(at), " r")))
}

/// Returns whether a quotient stands before some signs, and what is left of the division after them.
fn divides(view: &View, at: &Range<usize>) -> bool {
    let is_end = |i: &usize| ",;\n".contains(view.sign(*i));
    let start = (0..at.start).rev().find(is_end).map_or(0, |end| end + 1);
    let end = (at.end..view.len()).find(is_end).unwrap_or(view.len());
    let main = view.signs(start..at.start);
    main.rsplit_once('=').is_some_and(|(left, _)| left.contains(['/', '÷', '∕', '⁄', ':']))
        && !view.has_relation(at.end..end)
}
