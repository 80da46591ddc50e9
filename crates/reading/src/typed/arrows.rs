//! Arrows, for an equals sign or between a puzzle and what follows from it, and words like `then`.

use std::ops::Range;

use super::marks::note;
use super::view::View;
use super::{Change, Edit};
use fukumen_language::message::message;

/// Arrows that stand for an equals sign.
pub(super) const ARROWS: &[char] = &['→', '⇒', '⟶', '⟹', '➔', '➜'];

pub(super) fn may_be_arrow(text: &str) -> bool {
    text.contains(ARROWS) || text.contains('≡') || text.contains("->")
}

/// Reads the one arrow of a text without relations as an equals sign, `SEND + MORE → MONEY`, and so `≡`.
pub(super) fn arrow(view: &View) -> Option<Change> {
    let arrow_at = |i: usize| match view.sign(i) {
        sign if ARROWS.contains(&sign) || sign == '≡' => Some(i..i + 1),
        '-' if view.sign(i + 1) == '>' => Some(i..i + 2),
        _ => None,
    };
    let mut arrows = (0..view.len()).filter_map(arrow_at);
    let (arrow, None) = (arrows.next()?, arrows.next()) else { return None };
    let is_between = view.before(arrow.start).is_some_and(|i| view.ends_operand(i))
        && view.behind(arrow.end).is_some_and(|i| view.begins_operand(i));
    let has_relation = || view.has_relation(0..arrow.start) || view.has_relation(arrow.end..view.len());
    if !is_between || view.is_drawn() || has_relation() {
        return None;
    }
    let message = message!("note-arrow", sign = view.typed(arrow.clone()));
    let at = view.bytes(arrow);
    Some(Change::of(vec![Edit::new(at.clone(), "=")])?.with(note(message, at)))
}

/// Other signs between a puzzle and what follows from it, and words.
const SIGNS: &[&str] = &["=>", "==>", "->", "∴"];
const WORDS: &[&str] = &["then", "so", "hence", "therefore", "dann", "alors", "entonces", "allora"];

fn is_sign(word: &str) -> bool {
    SIGNS.contains(&word) || word.strip_prefix(ARROWS).is_some_and(str::is_empty)
}

pub(super) fn may_follow(text: &str) -> bool {
    text.split([' ', '\n']).any(|word| is_sign(word) || WORDS.contains(&word))
}

/// Puts a comma between a sum and what follows from it: `TWO+TWO=FOUR => T=?`, `If TWO+TWO=FOUR then T=?`. Both hold, so nothing
/// stands before the sum: in `A+B=C, A<B => C<D` one condition alone would follow from another.
pub(super) fn following(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let words = view.words(view.whole());
    let typed = |word: &Range<usize>| view.typed(word.clone());
    let mut found = words.iter().filter(|word| is_sign(typed(word)) || WORDS.contains(&typed(word)));
    let (word, None) = (found.next()?, found.next()) else { return None };
    let (before, last) = (0..word.start, view.before(word.start)?);
    let is_sum = before.clone().any(|i| "+×*/^".contains(view.sign(i)))
        && view.has_relation(before.clone())
        && !before.into_iter().any(|i| ",;".contains(view.sign(i)));
    if !is_sum || !view.ends_operand(last) || !view.has_relation(word.end..view.len()) {
        return None;
    }
    if !is_sign(typed(word)) {
        return Change::of(vec![Edit::new(view.bytes(last + 1..last + 1), ",")]);
    }
    let message = message!("note-follows", sign = typed(word));
    let change = Change::of(vec![Edit::new(view.bytes(last + 1..word.end), ",")])?;
    Some(change.with(note(message, view.bytes(word.clone()))))
}
