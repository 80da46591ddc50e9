//! Functions by names that people guess, `isPrime(A)`, `GCD(A,B)`, `prime (A)`, and absolute values between bars.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::view::View;
use super::{Change, Edit};
use fukumen_language::arrange::Arrange;
use fukumen_language::vocabulary::{Kind, Vocabulary};

/// Puts the names of functions in place of those that differ in case, in `_` or `is`, or have a space behind them.
pub(super) fn named(view: &View) -> Option<Change> {
    let mut brackets = brackets(view);
    brackets.arrange();
    let names = Names::new(view.vocabulary);
    Change::of(brackets.into_iter().filter_map(|(open, close)| edit(view, &names, open, close)).collect())
}

/// In a line with more bars they are none of absolute values.
const MOST_BARS: usize = 8;

/// Reads differences between bars as absolute values: `|A-B| = 1`.
pub(super) fn absolute(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let of_line = |line: Range<usize>| {
        let bars: Vec<usize> = line.clone().filter(|i| view.sign(*i) == '|').take(MOST_BARS + 1).collect();
        let (pairs, []) = bars.as_chunks::<2>() else { return None };
        let is_value = |[open, close]: &[usize; 2]| {
            let inner = view.trimmed(open + 1..*close)?;
            let is_minus = |i: usize| "-–−".contains(view.sign(i));
            let is_part = |i: usize| {
                view.is_digit(i) || view.is_space(i) || is_minus(i) || "+×*".contains(view.sign(i))
            };
            let is_whole = view.begins_operand(inner.start) && view.ends_operand(inner.end - 1);
            (is_whole && inner.clone().any(is_minus) && inner.clone().all(is_part)).then_some(())
        };
        let fits = bars.len() <= MOST_BARS
            && view.has_relation(line)
            && pairs.iter().all(|pair| is_value(pair).is_some());
        let edits = |[open, close]: &[usize; 2]| {
            let edit = |i: usize, text: &str| Edit::new(view.bytes(i..i + 1), text);
            [edit(*open, "abs("), edit(*close, ")")]
        };
        fits.then(|| pairs.iter().flat_map(edits).collect::<Vec<_>>())
    };
    Change::of(view.lines().into_iter().filter_map(of_line).flatten().collect())
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

/// The names of functions.
struct Names<'a> {
    /// As they are.
    all: HashSet<&'a str>,
    /// By their keys; of several with one key, the first.
    by_key: HashMap<String, &'a str>,
}

impl<'a> Names<'a> {
    fn new(vocabulary: &'a Vocabulary) -> Self {
        let mut by_key = HashMap::new();
        for name in vocabulary.names().filter(|name| name.len() > 1) {
            by_key.entry(key(name)).or_insert(name);
        }
        Self { all: vocabulary.names().collect(), by_key }
    }
}

fn edit(view: &View, names: &Names, open: usize, close: Option<usize>) -> Option<Edit> {
    let end = (0..open).rev().find(|i| view.sign(*i) != ' ')? + 1;
    let is_part = |i: &usize| view.sign(*i).is_ascii_alphanumeric() || view.sign(*i) == '_';
    let start = end - (0..end).rev().take_while(is_part).count();
    let typed = view.signs(start..end);
    if typed.is_empty() || end == open && names.all.contains(&*typed) {
        return None;
    }
    // `ON+TO=SUM (hard)` ends in a word of the puzzle.
    let is_capital = |i: usize| view.sign(i).is_uppercase();
    let inside = open + 1..close.unwrap_or(view.len());
    if end < open
        && (start..end).all(is_capital)
        && !inside.clone().any(|i| is_capital(i) || view.sign(i).is_ascii_digit())
    {
        return None;
    }
    let wanted = key(&typed);
    let exact = names.by_key.get(&wanted).copied();
    let name = exact.or_else(|| names.by_key.get(&format!("is{wanted}")).copied())?;
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
