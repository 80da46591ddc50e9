//! Functions by names that people guess: `isPrime(A)`, `GCD(A,B)`, `prime (A)`.

use super::Change;
use super::Edit;
use super::view::View;
use crate::vocabulary::Kind;

/// Puts the names of functions in place of those that differ in case, in `_` or `is`, or have a space behind them.
pub(super) fn named(view: &View) -> Option<Change> {
    let mut brackets = brackets(view);
    brackets.sort_unstable();
    Change::of(brackets.into_iter().filter_map(|(open, close)| edit(view, open, close)).collect())
}

/// The brackets that open, each with the one that closes it.
fn brackets(view: &View) -> Vec<(usize, Option<usize>)> {
    let (mut open, mut brackets) = (Vec::new(), Vec::new());
    for i in 0..view.len() {
        match view.sign(i) {
            '(' => open.push(i),
            ')' => brackets.extend(open.pop().map(|open| (open, Some(i)))),
            _ => {}
        }
    }
    brackets.extend(open.into_iter().map(|open| (open, None)));
    brackets
}

fn edit(view: &View, open: usize, close: Option<usize>) -> Option<Edit> {
    let end = (0..open).rev().find(|i| view.sign(*i) != ' ')? + 1;
    let is_part = |i: &usize| view.sign(*i).is_ascii_alphanumeric() || view.sign(*i) == '_';
    let start = end - (0..end).rev().take_while(is_part).count();
    let typed = view.signs(start..end);
    let is_known = |name: &str| view.vocabulary.names().any(|known| known == name);
    if typed.is_empty() || end == open && is_known(&typed) {
        return None;
    }
    let wanted = key(&typed);
    let names = || view.vocabulary.names().filter(|name| name.len() > 1);
    let exact = names().find(|name| key(name) == wanted);
    let name = exact.or_else(|| names().find(|name| key(name) == format!("is{wanted}")))?;
    // `square(A)` says that A is one: where a number must stand it could be a square as well.
    let is_guessed = exact.is_none()
        && view.vocabulary.function(name).is_some_and(|function| function.kind == Kind::Condition);
    if is_guessed && !close.is_some_and(|close| stands_as_condition(view, start, close)) {
        return None;
    }
    Some(Edit::new(view.bytes(start..open), name))
}

/// A name without case and `_`.
fn key(name: &str) -> String {
    name.replace('_', "").to_ascii_lowercase()
}

/// Whether the call that begins and ends here is a condition by itself.
fn stands_as_condition(view: &View, start: usize, close: usize) -> bool {
    let is_edge = |at: Option<usize>| at.is_none_or(|at| ",;&|¬()∧∨".contains(view.sign(at)));
    is_edge(view.before(start)) && is_edge(view.behind(close + 1))
}
