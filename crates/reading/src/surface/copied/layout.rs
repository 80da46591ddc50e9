//! Formulas whose pieces are on several lines where they were on the page: what is above and below each other is a fraction.

use std::ops::Range;

use super::expression::{Expression, is_digit, is_operator, is_outside};
use super::lines::{Line, signs};
use super::stacked::mixed;

/// Some characters of a line with no gap of two spaces in them, by their columns.
struct Segment {
    columns: Range<usize>,
    line: usize,
    expression: Expression,
}

/// The formula of a text with gaps.
pub(super) fn overlaid(lines: &[Line]) -> Vec<Expression> {
    let lines = signs(lines);
    let has_gaps = lines.iter().any(|line| line.row.starts_with(' ') || line.row.contains("  "));
    let has_relation = lines.iter().filter(|line| line.text.contains('=')).count() == 1;
    // Words above an equation are no numerator.
    if lines.len() < 2 || !has_gaps || !has_relation || lines.iter().any(|line| line.is_equation()) {
        return Vec::new();
    }
    [false, true].into_iter().filter_map(|is_split| overlay(&lines, is_split)).collect()
}

/// The lines laid over each other, the terms of a line apart or together.
fn overlay(lines: &[&Line], is_split: bool) -> Option<Expression> {
    let mut all: Vec<Segment> =
        lines.iter().enumerate().flat_map(|(i, line)| segments(i, line, is_split)).collect();
    all.sort_by_key(|segment| segment.columns.start);
    let mut groups: Vec<(Range<usize>, Vec<Segment>)> = Vec::new();
    for segment in all {
        match groups.last_mut() {
            Some((columns, group)) if segment.columns.start < columns.end => {
                columns.end = columns.end.max(segment.columns.end);
                group.push(segment);
            }
            _ => groups.push((segment.columns.clone(), vec![segment])),
        }
    }
    let mut parts: Vec<Expression> = Vec::new();
    for (_, group) in groups {
        let is_fraction = group.len() > 1;
        let part = stacked(group)?;
        // A number beside a fraction, or beside another.
        match parts.pop() {
            Some(last) if is_fraction && last.text().chars().all(is_digit) => parts.push(mixed(last, part)),
            Some(last) if last.ends_with(is_digit) && part.begins_with(is_digit) => {
                parts.extend([last.with(" "), part])
            }
            last => parts.extend(last.into_iter().chain([part])),
        }
    }
    Some(Expression::joined(parts, ""))
}

/// The segments of a line: parts without a gap of two spaces, or its terms, without the operators at their ends.
fn segments(number: usize, line: &Line, is_split: bool) -> Vec<Segment> {
    let chars: Vec<char> = line.row.chars().collect();
    let is_space = |i: usize| chars.get(i).is_none_or(|c| *c == ' ');
    let mut cuts: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    while start < chars.len() {
        if is_space(start) {
            start += 1;
            continue;
        }
        let ends =
            |i: &usize| is_space(*i) && (is_split || is_space(i + 1)) || is_split && is_operator(chars[*i]);
        let end = (start + 1..chars.len()).find(ends).unwrap_or(chars.len());
        let is_sign = |i: &usize| is_outside(chars[*i]);
        let first = (start..end).find(|i| !is_sign(i)).unwrap_or(end);
        let last = (first..end).rev().find(|i| !is_sign(i)).map_or(first, |i| i + 1);
        cuts.extend([start..first, first..last, last..end]);
        start = end;
    }
    let segment = |at: Range<usize>| {
        let at = at.clone().find(|i| !is_space(*i))?..at.clone().rev().find(|i| !is_space(*i))? + 1;
        let text: String = chars[at.clone()].iter().collect();
        Some(Segment { columns: at, line: number, expression: Expression::new(text, line.at.clone()) })
    };
    cuts.into_iter().filter_map(segment).collect()
}

/// One piece, or one above the other.
fn stacked(mut group: Vec<Segment>) -> Option<Expression> {
    group.sort_by_key(|segment| segment.line);
    let mut pieces = group.into_iter().map(|segment| segment.expression);
    match (pieces.next(), pieces.next(), pieces.next()) {
        (Some(one), None, _) => Some(one),
        (Some(above), Some(below), None) if above.is_operand() && below.is_operand() => {
            Some(above.over(below))
        }
        _ => None,
    }
}

/// Numerators on the line of the signs, and denominators below: `A + D =1`, `BC EF`.
pub(super) fn below(lines: &[Line]) -> Vec<Expression> {
    let lines = signs(lines);
    let [above, below] = lines.as_slice() else { return Vec::new() };
    let is_number = |word: &&str| word.chars().all(is_digit);
    let above: Vec<&str> = above.text.split_whitespace().collect();
    let mut denominators = below.text.split_whitespace();
    let numerators = above.iter().filter(|word| is_number(word)).count();
    let fits =
        denominators.clone().all(|word| is_number(&word)) && denominators.clone().count() == numerators;
    if !fits || numerators == above.len() {
        return Vec::new();
    }
    let place = lines[0].at.clone();
    let part = |word: &&str| {
        let own = Expression::new(*word, place.clone());
        let below = if is_number(word) { denominators.next() } else { None };
        below.map_or(own.clone(), |below| own.over(Expression::new(below, lines[1].at.clone())))
    };
    let parts: Vec<Expression> = above.iter().map(part).collect();
    vec![Expression::joined(parts, "")]
}

/// Letters of one number with spaces between them, as PDF tools copy them: `SEN D + M ORE`.
pub(super) fn joined(lines: &[Line]) -> Vec<Expression> {
    let lines = signs(lines);
    let is_capital = |word: &str| word.chars().all(|c| is_digit(c) && !c.is_lowercase());
    let is_shown = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let has_letters = |word: &str| word.contains(char::is_alphabetic);
    let fits = |line: &&Line| {
        let numbers = line.text.split(|c: char| is_operator(c) || "(),;=".contains(c));
        // Each number with gaps has a letter that is alone.
        let mut with_gaps = numbers
            .map(|number| number.split_whitespace().collect::<Vec<_>>())
            .filter(|words| words.len() > 1);
        with_gaps.all(|words| {
            let alone = words.iter().filter(|word| word.chars().count() == 1).count();
            // `8 KARU` is no number.
            let is_mixed =
                words.iter().any(|word| is_shown(word)) && words.iter().any(|word| has_letters(word));
            let is_number = alone == words.len() || !is_mixed;
            alone > 0 && is_number && words.iter().all(|word| is_capital(word))
        })
    };
    if !lines.iter().all(fits) || !lines.iter().any(|line| line.text.contains('=')) {
        return Vec::new();
    }
    let tight =
        |line: &&Line| Expression::new(line.text.split_whitespace().collect::<String>(), line.at.clone());
    vec![Expression::joined(lines.iter().map(tight), "\n")]
}
