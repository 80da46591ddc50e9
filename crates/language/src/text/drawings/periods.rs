//! Repeating decimals in divisions. Each way to mark the period is replaced with a rule above its digits: brackets, bars and dots
//! on the digits, or an ellipsis after digits that are shown twice.

use std::ops::Range;

use super::drawing::{DrawnRow, Number, Piece};
use crate::spelling::Character;
use crate::text::conditions::grammar::is_symbol;
use crate::vocabulary::signs;

/// The marks of digits in a period: bars on all of them, or dots on the first and the last.
const BARS: &str = "\u{304}\u{305}\u{33F}";
const DOTS: &str = "\u{307}";
/// The signs that continue digits for ever.
const ENDLESS: &str = "….・･";
/// The least number of dots that do the same.
const LEAST_DOTS: usize = 3;
/// The sign of the rule above a period.
const RULE: char = '_';

/// Returns the first digit of a number's period: a rule above covers the digits from there on, all of them after the point.
pub(super) fn start(rows_above: &[DrawnRow], number: &Number) -> Option<usize> {
    let point = number.point?;
    let is_covered = |start: &usize| {
        let columns = number.marks[*start].column..number.last();
        rows_above.iter().any(|row| match row.pieces.as_slice() {
            [Piece::Rule { columns: rule, .. }] => *rule == columns,
            _ => false,
        })
    };
    (point..number.len()).find(is_covered)
}

/// Replaces another mark of the only period with a rule above it.
pub(super) fn with_rule(characters: &[Character]) -> Option<Vec<Character>> {
    let mut from = 0;
    for line in characters.split_inclusive(|c| c.sign == '\n') {
        if let Some((dropped, period)) = in_brackets(line).or_else(|| endless(line)) {
            let rest = line.iter().enumerate().filter(|(i, _)| !dropped.contains(i) || period.contains(i));
            let kept: Vec<(usize, Character)> = rest.map(|(i, c)| (i, c.clone())).collect();
            return Some(put(characters, from..from + line.len(), kept, &period));
        }
        if let Some((period, plain)) = marked(line) {
            let kept = plain.into_iter().enumerate().collect();
            return Some(put(characters, from..from + line.len(), kept, &period));
        }
        from += line.len();
    }
    None
}

/// Replaces a line with its kept characters, and adds a rule above those of the period.
fn put(
    characters: &[Character],
    line: Range<usize>,
    kept: Vec<(usize, Character)>,
    period: &Range<usize>,
) -> Vec<Character> {
    let last = kept.iter().rposition(|(i, _)| period.contains(i)).map_or(0, |last| last + 1);
    let above = kept[..last].iter().map(|(i, character)| {
        let sign = if period.contains(i) { RULE } else { ' ' };
        Character { sign, ..character.clone() }
    });
    let at = characters[line.start].span.start;
    let end = Character { shown: "\n".into(), sign: '\n', span: at..at };
    let above: Vec<Character> = above.chain([end]).collect();
    let kept = kept.iter().map(|(_, character)| character.clone());
    let (before, behind) = (&characters[..line.start], &characters[line.end..]);
    before.iter().cloned().chain(above).chain(kept).chain(behind.iter().cloned()).collect()
}

fn is_digit(character: &Character) -> bool {
    let sign = character.sign;
    sign.is_ascii_digit() || signs::is_blank(sign) || sign == '*' || is_symbol(sign)
}

/// Returns the decimals that end before a place: the digits after a point, which may be none.
fn decimals(line: &[Character], end: usize) -> Option<Range<usize>> {
    let length = line[..end].iter().rev().take_while(|c| is_digit(c)).count();
    let point = (end - length).checked_sub(1).filter(|i| line[*i].sign == '.')?;
    Some(point + 1..end)
}

/// Returns the part to drop, and the period, of `0.1(6)`.
fn in_brackets(line: &[Character]) -> Option<(Range<usize>, Range<usize>)> {
    // `4)3.00(75)` has its quotient in brackets.
    let mut depth = 0isize;
    let open = (0..line.len()).find(|i| {
        let is_open = line[*i].sign == '(' && depth == 0 && decimals(line, *i).is_some();
        depth += isize::from(line[*i].sign == '(') - isize::from(line[*i].sign == ')');
        is_open
    })?;
    let length = line[open + 1..].iter().take_while(|c| is_digit(c)).count();
    let close = open + 1 + length;
    let is_closed = length > 0 && line.get(close).is_some_and(|c| c.sign == ')');
    is_closed.then_some((open..close + 1, open + 1..close))
}

/// Returns the part to drop, and the period, of `0.1666…`, where the text shows the period twice.
fn endless(line: &[Character]) -> Option<(Range<usize>, Range<usize>)> {
    let is_endless = |c: &Character| ENDLESS.contains(c.sign);
    let begins = |i: &usize| *i > 0 && is_digit(&line[i - 1]) && is_endless(&line[*i]);
    let is_run = |i: &usize| {
        let run = line[*i..].iter().take_while(|c| is_endless(c)).count();
        let is_last = line[i + run..].iter().all(|c| c.sign.is_whitespace());
        is_last && (line[*i].sign == '…' || run >= LEAST_DOTS)
    };
    let start = (0..line.len()).find(|i| begins(i) && is_run(i))?;
    let run = line[start..].iter().take_while(|c| is_endless(c)).count();
    let decimals = decimals(line, start)?;
    let key = |i: usize| line[i].shown.to_lowercase();
    let is_known = |c: &Character| !signs::is_drawn_blank(c.sign);
    let is_twice = |length: &usize| (start - length..start).all(|i| key(i) == key(i - length));
    let length = (1..=decimals.len() / 2).find(is_twice)?;
    line[start - 2 * length..start]
        .iter()
        .all(is_known)
        .then_some((start..start + run, start - length..start))
}

/// Returns the period, and the line without its marks: bars on all of its digits, or dots on the first and the last.
fn marked(line: &[Character]) -> Option<(Range<usize>, Vec<Character>)> {
    let mark = |c: &Character| {
        let mut points = c.shown.chars();
        let (first, mark) = (points.next()?, points.next()?);
        let is_plain = points.next().is_none() && !first.is_whitespace();
        (is_plain && (BARS.contains(mark) || DOTS.contains(mark))).then_some((first, DOTS.contains(mark)))
    };
    let marks: Vec<(usize, bool)> =
        (0..line.len()).filter_map(|i| mark(&line[i]).map(|(_, is_dot)| (i, is_dot))).collect();
    let (first, last) = (marks.first()?.0, marks.last()?.0);
    let are_bars = marks.len() == last + 1 - first && marks.iter().all(|(_, is_dot)| !is_dot);
    let are_dots = marks.len() <= 2 && marks.iter().all(|(_, is_dot)| *is_dot);
    let mut plain = line.to_vec();
    for (i, _) in &marks {
        let (sign, _) = mark(&line[*i])?;
        plain[*i] = Character { shown: sign.to_string().into(), sign, ..line[*i].clone() };
    }
    let number = decimals(&plain, last + 1)?;
    let is_last = plain.get(last + 1).is_none_or(|c| !is_digit(c) && c.sign != '.');
    let is_period = (are_bars || are_dots) && number.start <= first && is_last;
    is_period.then_some((first..last + 1, plain))
}
