//! Slips in sentences around a puzzle: a space that is missing, words in capitals.

use std::ops::Range;

use super::times::is_small;
use super::view::View;
use super::{Change, Edit};

/// The fewest small letters of a word.
const LEAST_SMALL: usize = 2;

pub(super) fn may_be_glued(text: &str) -> bool {
    let mut signs = text.chars();
    let mut before = ' ';
    text.contains(['.', '$'])
        && signs.any(|sign| {
            let is_glued = ".$".contains(sign) && before.is_alphanumeric();
            before = sign;
            is_glued
        })
}

/// Puts the space behind a full stop, `MONEY.Find S`, `Solve this.SEND+MORE=MONEY`, and before a formula, `the sum$AB+BA=CDC$`.
/// No number has a word on one side of its point.
pub(super) fn glued(view: &View) -> Option<Change> {
    let is_letter = |i: usize| view.letter(i).is_alphabetic();
    let small = |at: Range<usize>| at.take_while(|i| is_small(view.letter(*i))).count();
    let begins_word = |i: usize| view.letter(i).is_uppercase() && small(i + 1..view.len()) >= LEAST_SMALL;
    let ends_word = |i: usize| {
        let length = (0..=i).rev().take_while(|at| is_small(view.letter(*at))).count();
        length > LEAST_SMALL && !(i + 1).checked_sub(length + 1).is_some_and(is_letter)
    };
    let is_capital = |i: usize| view.letter(i).is_uppercase();
    let formulas = view.text.matches('$').count();
    // `TWO+TWO=FOUR.T=7`: a longer number is no digit.
    let end = view.whole().end;
    let is_value = |i: usize| {
        i + 4 == end
            && is_letter(i + 1)
            && view.sign(i + 2) == '='
            && view.sign(i + 3).is_ascii_digit()
            && i > 1
            && view.is_digit(i - 1)
            && view.is_digit(i - 2)
    };
    let space = |i: usize| match view.letter(i) {
        '.' if is_value(i) => Some(i + 1),
        '.' => {
            let ends_sentence = ends_word(i - 1) && is_capital(i + 1) && is_capital(i + 2);
            let begins_sentence = view.is_hidden(i - 1) && begins_word(i + 1);
            (ends_sentence || begins_sentence).then_some(i + 1)
        }
        '$' if formulas == 2 => ends_word(i - 1).then_some(i),
        _ => None,
    };
    let spaces = (1..view.len()).filter_map(space);
    Change::of(spaces.map(|i| Edit::new(view.bytes(i..i), " ")).collect())
}

/// Words of a sentence in capitals that asks for something, and words beside them.
const ASKING: &[&str] = &["CALCULATE", "EVALUATE", "FIND", "GIVEN", "IF", "SOLVE", "WHAT"];
const BESIDE: &[&str] = &["AND", "FOR", "IS", "OF", "THE", "THEN", "VALUE", "VALUES"];

pub(super) fn may_be_shouted(text: &str) -> bool {
    text.contains(' ')
        && text.contains('=')
        && !text.contains(is_small)
        && ASKING.iter().any(|word| text.contains(word))
}

/// Writes words that ask for something in small letters, if all is in capitals: `SOLVE SEND+MORE=MONEY`, `IF …, FIND THE VALUE OF S`.
/// No sign of a calculation stands beside them, and another word does.
pub(super) fn shouted(view: &View) -> Option<Change> {
    let words = view.words(view.whole());
    let name = |at: usize| view.signs(words[at].clone());
    let is_word =
        |at: usize| words.get(at).is_some_and(|word| word.clone().all(|i| view.letter(i).is_alphabetic()));
    let begins = |at: usize| {
        at == 0 || {
            let last = words[at - 1].end - 1;
            view.is_digit(last) || ",.;:".contains(view.sign(last))
        }
    };
    let goes_on = |at: usize| words.get(at + 1).is_some_and(|next| view.begins_operand(next.start));
    let is_asking =
        |at: &usize| is_word(*at) && ASKING.contains(&name(*at).as_str()) && begins(*at) && goes_on(*at);
    let mut small: Vec<usize> = Vec::new();
    for at in (0..words.len()).filter(is_asking) {
        let beside = (at + 1..words.len())
            .take_while(|at| is_word(*at) && BESIDE.contains(&name(*at).as_str()) && goes_on(*at));
        small.push(at);
        small.extend(beside);
    }
    let edits = small.into_iter().map(|at| Edit::new(view.bytes(words[at].clone()), name(at).to_lowercase()));
    if view.is_drawn() { None } else { Change::of(edits.collect()) }
}
