//! Numbers as people write them: in groups of three, as whole numbers with a fraction, with spaces between all digits.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::message::message;
use crate::text::draft::Edit;
use crate::unicode;

/// Joins groups of three digits after one to three: after commas, and after spaces if all digits are shown.
pub(super) fn groups(view: &View) -> Option<Change> {
    if view.is_form() {
        return None;
    }
    let (mut edits, mut is_hidden) = (Vec::new(), false);
    let is_joint = |left: &Range<usize>, right: &Range<usize>| {
        let is_sign = |sign| sign == ',' || sign == ' ' && !view.is_drawn();
        right.len() == 3 && right.start == left.end + 1 && is_sign(view.sign(left.end))
    };
    let depths = depths(view);
    for run in view.numerals().chunk_by(is_joint) {
        let [first, others @ ..] = run else { continue };
        let is_free = first.start == 0 || !".,".contains(view.sign(first.start - 1));
        if others.is_empty() || first.len() > 3 || !is_free || depths[first.start] > 0 {
            continue;
        }
        let hides = run.iter().cloned().flatten().any(|i| view.is_hidden(i));
        let has_comma = others.iter().any(|group| view.sign(group.start - 1) == ',');
        if if has_comma { !is_lone_part(view, run, &depths) } else { hides } {
            continue;
        }
        is_hidden |= hides;
        if view.is_drawn() {
            // Units stay below units.
            let at = view.bytes(first.start..first.start);
            edits.push(Edit::new(at, " ".repeat(others.len())));
        }
        edits.extend(others.iter().map(|group| Edit::cut(view.bytes(group.start - 1..group.start))));
    }
    let change = Change::of(edits)?;
    Some(if is_hidden { change.with(message!("note-groups")) } else { change })
}

/// Returns how many brackets are open at each place.
fn depths(view: &View) -> Vec<usize> {
    let depth = |depth: &mut usize, i| {
        match view.sign(i) {
            '(' => *depth += 1,
            ')' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    };
    (0..view.len()).scan(0, depth).collect()
}

/// Returns whether the commas in a number would leave a part of the text that is a number alone.
fn is_lone_part(view: &View, run: &[Range<usize>], depths: &[usize]) -> bool {
    let is_end = |i: &usize| ",;\n".contains(view.sign(*i)) && depths[*i] == 0;
    let mut from = (0..run[0].start).rev().find(is_end).map_or(0, |at| at + 1);
    let end = (run[run.len() - 1].end..view.len()).find(is_end).unwrap_or(view.len());
    let mut parts = run.windows(2).map(|pair| pair[0].end).chain([end]);
    parts.any(|to| !view.has_relation(std::mem::replace(&mut from, to + 1)..to))
}

/// Reads `3 1/2` and `1½` as sums, and `A B/C` if nothing else stands apart.
pub(super) fn mixed(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let mut edits = Vec::new();
    let numerals = view.numerals();
    let is_gap = |left: &Range<usize>, right: &Range<usize>| is_apart(view, left, right);
    let gaps = numerals.windows(2).filter(|pair| is_gap(&pair[0], &pair[1])).count();
    let is_mixed = |three: &&[Range<usize>]| {
        let bar = view.signs(three[1].end..three[2].start);
        is_gap(&three[0], &three[1]) && matches!(bar.trim(), "/" | "∕" | "⁄")
    };
    let mixed: Vec<&[Range<usize>]> = numerals.windows(3).filter(is_mixed).collect();
    for three in &mixed {
        let hides = three.iter().cloned().flatten().any(|i| view.is_hidden(i));
        if !hides || gaps == mixed.len() {
            edits.push(Edit::new(view.bytes(three[0].start..three[0].start), "("));
            edits.push(Edit::new(view.bytes(three[0].end..three[1].start), "+"));
            edits.push(Edit::new(view.bytes(three[2].end..three[2].end), ")"));
        }
    }
    for i in (0..view.len()).filter(|i| matches!(view.sign(*i), '¼'..='¾' | '⅐'..='⅞')) {
        let fraction = unicode::compatible(&view.sign(i).to_string()).replace('⁄', "/");
        let end = view.before(i).map_or(0, |last| last + 1);
        match numerals.binary_search_by_key(&end, |numeral| numeral.end) {
            Ok(before) => {
                let whole = &numerals[before];
                edits.push(Edit::new(view.bytes(whole.start..whole.start), "("));
                edits.push(Edit::new(view.bytes(whole.end..i + 1), format!("+{fraction})")));
            }
            Err(_) => edits.push(Edit::new(view.bytes(i..i + 1), format!("({fraction})"))),
        }
    }
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    Some(Change::of(edits)?.with(message!("note-mixed")))
}

/// Joins hidden digits with one space between all of them: `O N + N O = T O T`.
pub(super) fn spaced(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let numerals = view.numerals();
    let mut edits = Vec::new();
    let mut has_hidden = false;
    for number in
        numerals.chunk_by(|left, right| is_apart(view, left, right)).filter(|number| number.len() > 1)
    {
        let is_one = number.iter().all(|digit| digit.len() == 1)
            && number.windows(2).all(|pair| pair[1].start == pair[0].end + 1);
        if !is_one {
            return None;
        }
        has_hidden |= number.iter().any(|digit| view.is_hidden(digit.start));
        edits.extend(number.windows(2).map(|pair| Edit::cut(view.bytes(pair[0].end..pair[1].start))));
    }
    Some(Change::of(edits).filter(|_| has_hidden)?.with(message!("note-spaced")))
}

/// Returns whether there are only spaces between two numerals, and neither is the times sign `x` or the `r` of a remainder.
fn is_apart(view: &View, left: &Range<usize>, right: &Range<usize>) -> bool {
    let is_mark = |numeral: &Range<usize>| {
        numeral.len() == 1 && (view.is_lone(numeral.start, "x") || is_remainder(view, numeral.start))
    };
    left.end < right.start
        && (left.end..right.start).all(|i| view.sign(i) == ' ')
        && !is_mark(left)
        && !is_mark(right)
}

/// Returns whether a lone `r` is the sign of a remainder: it follows a division and its quotient.
fn is_remainder(view: &View, at: usize) -> bool {
    let is_end = |i: &usize| ",;\n&|∧∨".contains(view.sign(*i));
    let is_space = |i: &usize| view.is_space(*i);
    let left = (0..at).rev().take_while(|i| !is_end(i));
    let is_quotient = |i: &usize| !view.is_space(*i) && view.sign(*i) != '=';
    let mut left = left.skip_while(is_space).skip_while(is_quotient).skip_while(is_space);
    view.is_lone(at, "rR")
        && left.next().is_some_and(|i| view.sign(i) == '=')
        && left.any(|i| "/÷∕⁄:".contains(view.sign(i)))
}
