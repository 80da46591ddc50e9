//! Functions by names that people guess: `isPrime(A)`, `GCD(A,B)`, `prime (A)`, `even(A)`.

use super::change::Change;
use super::view::View;
use crate::text::draft::Edit;
use crate::vocabulary::Kind;

/// Replaces names that differ from those of functions in case, in `_` or `is`, or have a space after them.
pub(super) fn named(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let (mut opened, mut edits) = (Vec::new(), Vec::new());
    for i in 0..view.len() {
        match view.sign(i) {
            '(' => opened.push(i),
            ')' => edits.extend(opened.pop().and_then(|open| edit(view, open, i))),
            _ => {}
        }
    }
    edits.sort_by_key(|edit| edit.at.start);
    Change::of(edits)
}

/// Returns the edit for a name before a bracket.
fn edit(view: &View, open: usize, close: usize) -> Option<Edit> {
    let end = view.before(open)? + 1;
    let is_part = |i: &usize| view.sign(*i).is_ascii_alphanumeric() || view.sign(*i) == '_';
    let start = end - (0..end).rev().take_while(is_part).count();
    let typed = view.signs(start..end);
    // After a point, the bracket holds digits that repeat.
    let is_fraction = start > 0 && view.sign(start - 1) == '.';
    let is_exact = end == open && view.vocabulary().names().any(|name| name == typed);
    if typed.is_empty() || is_exact || is_fraction {
        return None;
    }
    // `ON+TO=SUM (A)` ends in a word of the puzzle.
    let is_capital = |i: usize| view.sign(i).is_uppercase();
    let has_symbol = (open + 1..close).any(|i| is_capital(i) || view.sign(i).is_ascii_digit());
    if end < open && (start..end).all(is_capital) && !has_symbol {
        return None;
    }
    let (wanted, asked) = (key(&typed), key(&format!("is{typed}")));
    let named = |wanted: &str| view.vocabulary().names().find(|name| name.len() > 1 && key(name) == wanted);
    if let Some(name) = named(&wanted) {
        return Some(Edit::new(view.bytes(start..open), name));
    }
    // `square(A)` says that A is one; where a number must stand, it could be the square of A as well.
    let name = named(&asked)?;
    let is_condition = view.vocabulary().function(name)?.kind == Kind::Condition;
    let is_edge = |at: Option<usize>| at.is_none_or(|at| ",;&|¬()∧∨".contains(view.sign(at)));
    let stands_alone = is_edge(view.before(start)) && is_edge(view.behind(close + 1));
    (!is_condition || stands_alone).then(|| Edit::new(view.bytes(start..open), name))
}

/// Returns a name without case and `_`.
fn key(name: &str) -> String {
    name.replace('_', "").to_ascii_lowercase()
}
