//! Operators in words: `send plus more equals money`, `A is prime`.

use std::ops::Range;

use super::Change;
use super::Edit;
use super::view::View;
use crate::message::message;

/// Words between two numbers, and what they mean.
const BETWEEN: &[(&[&str], &str)] = &[
    (&["plus"], "+"),
    (&["minus"], "-"),
    (&["times"], "×"),
    (&["multiplied", "by"], "×"),
    (&["over"], "/"),
    (&["divided", "by"], "/"),
    (&["equals"], "="),
    (&["equal"], "="),
    (&["is", "equal", "to"], "="),
    (&["is"], "="),
];

/// Words behind a number, and what stands around it then.
const BEHIND: &[(&[&str], (&str, &str))] = &[
    (&["squared"], ("", "^2")),
    (&["cubed"], ("", "^3")),
    (&["is", "prime"], ("is_prime(", ")")),
    (&["is", "a", "prime"], ("is_prime(", ")")),
    (&["is", "square"], ("is_square(", ")")),
    (&["is", "a", "square"], ("is_square(", ")")),
    (&["is", "cube"], ("is_cube(", ")")),
    (&["is", "a", "cube"], ("is_cube(", ")")),
    (&["is", "even"], ("is_even(", ")")),
    (&["is", "odd"], ("is_odd(", ")")),
    (&["is", "palindrome"], ("is_palindrome(", ")")),
    (&["is", "a", "palindrome"], ("is_palindrome(", ")")),
];

/// Reads words as operators where numbers and words stand in turn and nothing else does.
pub(super) fn operators(view: &View) -> Option<Change> {
    if view.is_drawn() {
        return None;
    }
    let mut edits = Vec::new();
    for row in rows(view) {
        if row.len() > 1 {
            edits.extend(of_row(view, &row)?);
        }
    }
    Some(Change::of(edits)?.with(message!("note-words")))
}

/// Rows of numerals that stand side by side.
fn rows(view: &View) -> Vec<Vec<Range<usize>>> {
    let mut rows: Vec<Vec<Range<usize>>> = Vec::new();
    let mut last: Option<usize> = None;
    let mut i = 0;
    while i < view.len() {
        if !view.is_digit(i) {
            // Anything but a space between two numerals parts rows.
            last = last.filter(|_| view.sign(i) == ' ');
            i += 1;
            continue;
        }
        let end = (i..view.len()).find(|at| !view.is_digit(*at)).unwrap_or(view.len());
        match (last, rows.last_mut()) {
            (Some(_), Some(row)) => row.push(i..end),
            _ => rows.push(vec![i..end]),
        }
        last = Some(end);
        i = end;
    }
    rows
}

/// The edits for a row; nothing if it is none of numbers and words in turn.
fn of_row(view: &View, row: &[Range<usize>]) -> Option<Vec<Edit>> {
    let says = |at: usize, words: &[&str]| {
        let found = row.get(at..at + words.len());
        found.is_some_and(|found| {
            found.iter().zip(words).all(|(word, wanted)| view.signs(word.clone()).eq_ignore_ascii_case(wanted))
        })
    };
    let mut edits = Vec::new();
    let mut at = 0;
    loop {
        let number = row.get(at)?.clone();
        at += 1;
        let behind = BEHIND.iter().filter(|(words, _)| says(at, words)).max_by_key(|(words, _)| words.len());
        if let Some((words, (before, after))) = behind {
            let last = row[at + words.len() - 1].end;
            edits.push(Edit::new(view.bytes(number.start..number.start), *before));
            edits.push(Edit::new(view.bytes(number.end..last), *after));
            at += words.len();
        }
        if at == row.len() {
            return Some(edits);
        }
        let between = BETWEEN.iter().filter(|(words, _)| says(at, words)).max_by_key(|(words, _)| words.len());
        let (words, sign) = between?;
        edits.push(Edit::new(view.bytes(row[at].start..row[at + words.len() - 1].end), *sign));
        at += words.len();
    }
}
