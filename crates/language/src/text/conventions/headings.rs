//! Headings: a word and a colon, `Puzzle: TWO+TWO=FOUR`, and words and a dash, `Easy - TWO+TWO=FOUR`.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::message::message;
use crate::text::draft::Edit;

/// Leaves out a word with a colon glued to it at the head of a line, if what follows calculates by itself. A ratio has spaces
/// on both sides of its sign, or on none.
pub(super) fn colon(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let heading = |line: &Range<usize>| {
        let colon = line.clone().find(|i| view.sign(*i) == ':')?;
        // A word may name blanks and digits: `每个□代表0到9中的一个数字: `.
        let is_of_word = |i: usize| {
            let sign = view.sign(i);
            view.letter(i).is_alphabetic() || sign.is_ascii_digit() || "□▢".contains(sign)
        };
        let letters = (line.start..colon).filter(|i| view.letter(*i).is_alphabetic()).count();
        let is_word = letters > 0
            && (line.start..colon).all(is_of_word)
            && (letters == colon - line.start || letters > 2);
        let rest = view.trimmed(colon + 1..line.end)?;
        // A wide colon has its space within, but only after words of another script than the puzzle's it is no ratio.
        let is_uncased = |i: usize| {
            let letter = view.letter(i);
            letter.is_alphabetic() && !letter.is_lowercase() && !letter.is_uppercase()
        };
        let is_wide = view.shown(colon) == "：" && is_uncased(line.start) && !rest.clone().any(is_uncased);
        if !is_word || rest.start == colon + 1 && !is_wide {
            return None;
        }
        let end = rest.clone().find(|i| ",;".contains(view.sign(*i))).unwrap_or(rest.end);
        let calculates = (rest.start..end).any(|i| "+-−–*×·⋅∙/÷^!√∛%²³(".contains(view.sign(i)));
        (calculates && view.has_relation(rest.start..end)).then_some(line.start..rest.start)
    };
    cut(view, view.lines().iter().filter_map(heading))
}

/// Leaves out words in small letters before a puzzle in capitals, with a dash or a colon between spaces after them.
pub(super) fn dash(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() || view.rules.spelling().case_sensitive {
        return None;
    }
    let line = view.lines().into_iter().next()?;
    let is_dash = |i: &usize| "-−–:".contains(view.sign(*i)) && view.stands_alone(*i);
    let dash = line.clone().find(is_dash)?;
    let words = view.words(line.start..dash);
    let is_small = |i: usize| view.letter(i).is_lowercase();
    let is_word = |word: &Range<usize>| {
        word.clone().all(|i| view.letter(i).is_alphabetic()) && (word.len() == 1 || is_small(word.end - 1))
    };
    let are_words = words.iter().all(is_word) && words.iter().any(|word| word.len() > 1);
    let rest = view.trimmed(dash + 1..view.whole().end)?;
    let names = view.names();
    let is_letter = |i: usize| view.letter(i).is_alphabetic() && !names[i] && !"xх".contains(view.sign(i));
    let is_in_capitals = rest.clone().any(|i| view.letter(i).is_uppercase())
        && !rest.clone().any(|i| is_letter(i) && is_small(i));
    let fits = are_words && is_in_capitals && view.has_relation(rest.clone());
    cut(view, fits.then_some(line.start..rest.start).into_iter())
}

/// Cuts headings off, each with its sign.
fn cut(view: &View, headings: impl Iterator<Item = Range<usize>>) -> Option<Change> {
    let headings: Vec<Range<usize>> = headings.collect();
    let first = view.typed(headings.first()?.clone()).trim_end();
    let change = Change::of(headings.iter().map(|heading| Edit::cut(view.bytes(heading.clone()))))?;
    Some(change.with(message!("note-heading", heading = first)))
}
