//! The letter x as a times sign.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::judge;
use crate::judge::Truth;
use crate::message::message;
use crate::puzzle::{Distinct, Rules};
use crate::text::conditions;
use crate::text::draft::{Edit, changed};
use crate::text::lines;
use crate::vocabulary::Context;

/// The small letters that look like a times sign, Latin and Cyrillic, and the capitals.
const SMALL: &str = "xх";
const CAPITAL: &str = "XХ";

/// Reads a capital `X`, and the Cyrillic letter, as a times sign if spaces and operands are around it. A symbol within a word is
/// one wherever it stands.
pub(super) fn apart(view: &View) -> Option<Change> {
    let all = crosses(view);
    if view.is_drawn() || all.iter().all(|i| view.sign(*i) == 'x') || says_x(view.rules) {
        return None;
    }
    let is_times = |i: &usize| view.stands_alone(*i) && is_between(view, *i, view.is_form());
    // Digits with spaces between them have symbols that stand alone, too.
    let is_digit =
        |word: &Range<usize>| word.len() == 1 && view.is_digit(word.start) && !all.contains(&word.start);
    let is_spaced = view.words(0..view.len()).windows(2).any(|pair| pair.iter().all(is_digit));
    (all.iter().all(is_times) && (!is_spaced || all.len() == 1)).then(|| times(view, &all))?
}

/// Reads each `x` as a times sign if it can be nothing else: each has an operand on both sides, and no other small letter is a
/// symbol, nor is `X`.
pub(super) fn glued(view: &View) -> Option<Change> {
    let names = view.names();
    let is_remainder = |i: usize| view.is_lone(i, "r") && view.signs(0..i).contains(['/', '÷', ':']);
    let is_other = |i: usize| {
        let sign = view.sign(i);
        let is_small = sign.is_lowercase() && !SMALL.contains(sign) || CAPITAL.contains(sign);
        is_small && view.is_digit(i) && !names[i] && !is_remainder(i)
    };
    let all: Vec<usize> = crosses(view).into_iter().filter(|i| !names[*i]).collect();
    // Between spaces it is the times sign by the grammar.
    if all.iter().all(|i| view.is_lone(*i, "x")) || (0..view.len()).any(is_other) || says_x(view.rules) {
        return None;
    }
    let fits = if view.is_drawn() {
        let row = second_row(view).map(|row| row.start);
        // With a space after it, it is the times sign by the grammar.
        let is_glued = |i: usize| i + 1 < view.len() && is_digit(view, i + 1);
        all.iter().all(|i| row == Some(*i) && is_glued(*i))
    } else {
        all.iter().all(|i| is_between(view, *i, false))
    };
    let change = fits.then(|| times(view, &all))??;
    let is_hidden = |i: usize| view.is_hidden(i) && !names[i] && !all.contains(&i);
    (view.is_drawn() || (0..view.len()).any(is_hidden) || is_true(view, &all)).then_some(change)
}

/// Reads `12 x 34` as a product in the head of a drawing, and a lone `X` at an end of the second factor.
pub(super) fn in_head(view: &View) -> Option<Change> {
    if !view.is_drawn() || says_x(view.rules) {
        return None;
    }
    let words = view.words(view.lines().into_iter().next()?);
    let is_number = |word: &Range<usize>| word.clone().all(|i| view.is_digit(i) || view.sign(i) == '*');
    if let [first, cross, second] = words.as_slice()
        && cross.len() == 1
        && (SMALL.contains(view.sign(cross.start)))
        && is_number(first)
        && is_number(second)
    {
        return Change::of([Edit::new(view.bytes(cross.clone()), "×")]);
    }
    let [cross] = crosses(view)[..] else { return None };
    let row = second_row(view).filter(|row| row.len() > 1 && row.contains(&cross))?;
    let is_part = |i: usize| view.is_digit(i) || view.is_space(i) || "*.".contains(view.sign(i));
    let is_edge = row.start == cross || row.end == cross + 1;
    let fits = CAPITAL.contains(view.sign(cross))
        && is_edge
        && view.stands_alone(cross)
        && row.clone().filter(|i| *i != cross).all(is_part)
        && view.words(row.clone()).len() == 2;
    fits.then(|| times(view, &[cross]))?
}

/// Returns each letter that looks like a times sign.
fn crosses(view: &View) -> Vec<usize> {
    let is_cross = |i: &usize| SMALL.contains(view.sign(*i)) || CAPITAL.contains(view.sign(*i));
    (0..view.len()).filter(is_cross).collect()
}

/// Returns whether it is a digit of any kind, and no x.
fn is_digit(view: &View, at: usize) -> bool {
    let is_star = view.is_drawn() && view.sign(at) == '*';
    is_star || view.is_digit(at) && !SMALL.contains(view.sign(at)) && !CAPITAL.contains(view.sign(at))
}

/// Returns whether there are operands on both sides, in a form perhaps with a star for a digit.
fn is_between(view: &View, at: usize, is_form: bool) -> bool {
    let is_part = |at: usize| is_digit(view, at) || is_form && view.sign(at) == '*';
    let left = view.before(at).is_some_and(|at| is_part(at) || view.sign(at) == ')' || view.sign(at) == ']');
    let right = view.behind(at + 1).is_some_and(|at| is_part(at) || "([√∛".contains(view.sign(at)));
    left && right
}

/// Writes times signs in these places, with a note.
fn times(view: &View, crosses: &[usize]) -> Option<Change> {
    let first = *crosses.first()?;
    let edits = crosses.iter().map(|i| Edit::new(view.bytes(*i..i + 1), "×"));
    Some(Change::of(edits)?.with(message!("note-times", sign = view.typed(first..first + 1))))
}

/// Returns whether a setting names an x, which then is a symbol.
fn says_x(rules: &Rules) -> bool {
    let Rules { assign, blanks, blanks_avoid, same, symbols, wheres, shows, distinct, .. } = rules;
    let groups = if let Distinct::Groups(groups) = distinct { groups.as_slice() } else { &[] };
    let texts = blanks_avoid.iter().chain(same).chain(symbols).chain(wheres).chain(shows).chain(groups);
    let texts = texts.chain(assign.iter().map(|assignment| &assignment.symbol));
    let mut texts = texts.chain(blanks.iter().map(|blank| &blank.sign));
    texts.any(|text| text.contains(|c| SMALL.contains(c) || CAPITAL.contains(c)))
}

/// Returns the second of two rows above the first rule of a drawing that is no division or root; of three rows without a rule, if
/// none has another sign.
fn second_row(view: &View) -> Option<Range<usize>> {
    let lines = view.lines();
    let rule = lines.iter().position(|line| lines::is_rule(view.typed(line.clone())));
    let has = |signs: &str| (0..view.len()).any(|i| signs.contains(view.sign(i)));
    let is_second = rule == Some(2) || rule.is_none() && lines.len() == 3 && !has("+-−×÷*/=:");
    (is_second && !has(")|√")).then(|| lines[1].clone())
}

/// Returns whether a text that hides nothing else is true with times signs.
fn is_true(view: &View, crosses: &[usize]) -> bool {
    let edits: Vec<Edit> = crosses.iter().map(|i| Edit::new(view.bytes(*i..i + 1), "×")).collect();
    let text = changed(view.text, 0..view.text.len(), &edits);
    let context = Context::new(view.rules.base);
    conditions::puzzle(&text, view.rules).is_ok_and(|puzzle| {
        let holds = |condition| judge::truth(condition, &[], &context) == Truth::Yes;
        puzzle.hidden().is_empty() && puzzle.conditions().iter().all(holds)
    })
}
