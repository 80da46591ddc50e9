//! Conditions that go on in the next line.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::text::draft::Edit;
use crate::text::lines;

/// Joins a line that ends with an operator with the next, and one that begins with a relation or a sign of products with the
/// one before it, if that makes conditions of all of them.
pub(super) fn continued(view: &View) -> Option<Change> {
    if view.is_form() || view.rules.layout.is_some() && view.is_drawn() {
        return None;
    }
    let lines = view.lines();
    let is_row = |line: &Range<usize>| lines::is_number(view.typed(line.clone()).trim_start_matches(SIGNS));
    let is_of_signs = |line: &Range<usize>| {
        let typed = view.typed(line.clone());
        lines::is_rule(typed) || lines::is_operators_only(typed, view.rules)
    };
    // Rows of one number each, and rows of signs, are a drawing.
    if lines.iter().all(is_row) || lines.iter().any(is_of_signs) {
        return None;
    }
    let is_joined = |pair: &[Range<usize>]| {
        view.ends_open(&pair[0]) && !is_heading(view, &pair[0]) || begins_open(view, &pair[1])
    };
    let mut whole: Vec<Range<usize>> = lines.first().cloned().into_iter().collect();
    let mut edits = Vec::new();
    for pair in lines.windows(2) {
        match whole.last_mut().filter(|_| is_joined(pair)) {
            Some(last) => {
                last.end = pair[1].end;
                edits.push(Edit::new(view.bytes(pair[0].end..pair[1].start), " "));
            }
            None => whole.push(pair[1].clone()),
        }
    }
    let is_condition = |line: &Range<usize>| {
        view.has_relation(line.clone()) && !view.ends_open(line) && !begins_open(view, line)
    };
    if whole.iter().all(is_condition) { Change::of(edits) } else { None }
}

/// Returns whether a line is words alone with a colon glued to the last: they head what follows.
fn is_heading(view: &View, line: &Range<usize>) -> bool {
    let last = line.end - 1;
    let is_word = |i: usize| {
        let sign = view.sign(i);
        view.is_space(i) || view.letter(i).is_alphabetic() || sign.is_ascii_digit() || "□▢".contains(sign)
    };
    let letters = (line.start..last).filter(|i| view.letter(*i).is_alphabetic()).count();
    let is_long = letters == last - line.start || letters > 2;
    letters > 0
        && is_long
        && matches!(view.sign(last), ':' | '：')
        && !view.is_space(last - 1)
        && (line.start..last).all(is_word)
}

/// The signs before a row, and between rows.
const SIGNS: &[char] = &['+', '-', '−', '–', '×', '*', 'x', '÷', '=', '/', ':', ' '];

/// Returns whether a line begins with a relation or a sign of products.
fn begins_open(view: &View, line: &Range<usize>) -> bool {
    let first = view.sign(line.start);
    "=≠<>≤≥∣*×·⋅∙/÷:%".contains(first) && !view.is_set_blank(line.start)
        || view.signs(line.clone()).starts_with("!=")
}
