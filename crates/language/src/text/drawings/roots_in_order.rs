//! Roots that lost their indentation: each line ends below the last digit brought down for it.

use super::drawing::{Drawing, DrawnRow, Mark, Number, Piece};
use super::mended::Mended;
use super::possible::Sense;
use super::root::{Extraction, Root};
use super::{in_order, loose, root};

/// Returns a root with its rows in order, in each way that the known digits allow.
pub(super) fn read(drawing: &Drawing, sense: Sense) -> Vec<Mended> {
    let Ok((head, extraction)) = root::root(drawing) else { return Vec::new() };
    let Some(below) = below(&drawing.rows[head + 1..]) else { return Vec::new() };
    if below.is_empty() || extraction.check().is_err() {
        return Vec::new();
    }
    let result = &extraction.stairs.result;
    let mut ways = Vec::new();
    for digits in in_order::choices(result, below.len().div_ceil(2), sense) {
        let ends = ends(&extraction, &digits, below.len());
        if let Some(ends) = ends.filter(|ends| fits(&extraction, &digits, &below, ends, sense)) {
            let drawing = drawn(&drawing.rows[head], &extraction, &below, &ends);
            ways.extend(drawing.map(|drawing| Mended {
                layout: &Root,
                drawing,
                notes: Vec::new(),
                zeros: Vec::new(),
            }));
        }
        if ways.len() > 1 {
            return ways;
        }
    }
    ways
}

/// Returns the numbers below the radicand, one on each line.
fn below(rows: &[DrawnRow]) -> Option<Vec<Number>> {
    let rows = rows.iter().filter(|row| !row.is_rule());
    let number = |row: &DrawnRow| row.number().filter(|_| row.signs().all(|(sign, _)| sign == '-')).cloned();
    rows.map(number).collect()
}

/// Returns the places of the radicand below which the lines end, if these digits of the root have lines.
fn ends(extraction: &Extraction, digits: &[usize], lines: usize) -> Option<Vec<usize>> {
    let last = extraction.stairs.result.len().checked_sub(1)?;
    let mut ends = Vec::new();
    for (i, digit) in digits.iter().enumerate() {
        ends.push(extraction.stairs.place(*digit)?);
        ends.push(extraction.stairs.place(digits.get(i + 1).copied().unwrap_or(last))?);
    }
    ends.truncate(lines);
    Some(ends)
}

/// Returns whether the known digits allow lines for these digits of the root and zeros for the others.
fn fits(extraction: &Extraction, digits: &[usize], below: &[Number], ends: &[usize], sense: Sense) -> bool {
    let (whole, result) = (&extraction.stairs.whole, &extraction.stairs.result);
    let zeros: Vec<&Mark> =
        (0..result.len()).filter(|i| !digits.contains(i)).map(|i| &result.marks[i]).collect();
    let others: Vec<&Mark> = digits.iter().map(|i| &result.marks[*i]).collect();
    let numbers = [whole, result].into_iter().chain(below.iter().step_by(2));
    let are_brought = |i: usize| {
        let fresh = ends[i] - ends[i - 1];
        let down = below[i].marks.iter().rev().take(fresh);
        down.enumerate().all(|(back, mark)| match whole.marks.get(ends[i] - back) {
            Some(above) => !sense.differ(above, mark),
            None => mark.given.is_none_or(|digit| digit == 0),
        })
    };
    sense.may_be_zero(&zeros, &others, numbers) && (1..below.len()).step_by(2).all(are_brought)
}

/// Returns the root in columns, above its radicand.
fn drawn(head: &DrawnRow, extraction: &Extraction, below: &[Number], ends: &[usize]) -> Option<Drawing> {
    let (whole, result) = (&extraction.stairs.whole, &extraction.stairs.result);
    let is_sign = |sign: char| "√∛∜".contains(sign) || root::EXPONENTS.contains(sign);
    let signs: Vec<(char, _)> = head.signs().filter(|(sign, _)| is_sign(*sign)).collect();
    let start = signs.len() + 1;
    let mut marks = result.marks.clone();
    for (digit, mark) in marks.iter_mut().enumerate() {
        mark.column = start + extraction.stairs.place(digit)?;
    }
    let last = marks.last()?.column.max(start + whole.len() - 1);
    let root = Number { marks, point: result.point };
    let at = root.at();
    let above = DrawnRow { at: at.clone(), start: root.first(), pieces: vec![Piece::Number(root)] };
    let signs = signs.into_iter().enumerate();
    let signs = signs.map(|(column, (sign, at))| Piece::Sign { sign, column, at: at.clone() });
    let radicand = Piece::Number(loose::ending(whole, start + whole.len() - 1));
    let head = DrawnRow { at: head.at.clone(), start: 0, pieces: signs.chain([radicand]).collect() };
    let mut rows = vec![above, loose::rule_row(start..last, at.end..at.end), head];
    for (i, (number, end)) in below.iter().zip(ends).enumerate() {
        let end = start + end;
        let first = (end + 1).checked_sub(number.len())?;
        rows.push(loose::row(number, end, None));
        if i % 2 == 0 && i + 1 < below.len() {
            let at = number.at().end;
            rows.push(loose::rule_row(first..end, at..at));
        }
    }
    Some(Drawing { rows })
}
