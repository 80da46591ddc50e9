//! Column sums as people type them: without a rule above the result, with `=` in its place, with a sign alone on a line, with the
//! result on top, or with uneven spaces between digits. Each row is a number, whatever its columns, unless blanks may hide more
//! than is visible.

use super::column_sum::ColumnSum;
use super::drawing::{Drawing, Number, check_gaps};
use super::loose;
use super::loose::Line;
use super::mended::{Mended, row_moved};
use super::possible::Sense;
use crate::message::{Note, message};

/// The least number of rows of a sum: two addends and their sum.
const FEWEST: usize = 3;

/// The rows of a sum, and the signs and rules between them.
#[derive(Default)]
struct RulelessSum<'a> {
    numbers: Vec<&'a Number>,
    /// The signs before and after each number.
    signs: Vec<(Vec<char>, Vec<char>)>,
    /// The places of equals signs, and of rules: how many numbers are before them.
    equals: Vec<usize>,
    rules: Vec<usize>,
    /// The numbers with an empty line above them.
    apart: Vec<usize>,
    /// Whether there is a rule above all numbers.
    is_framed: bool,
}

/// Reads a drawing as the only sum that it can be, perhaps without regard to its columns. `is_apart` marks rows below an empty
/// line.
pub(super) fn read(drawing: &Drawing, is_apart: &[bool], sense: Sense) -> Option<Mended> {
    let sum = RulelessSum::read(drawing, is_apart)?;
    let count = sum.numbers.len();
    let (result, is_certain) = sum.result()?;
    let operands: Vec<usize> = (0..count).filter(|i| *i != result).collect();
    let signs = sum.operators(&operands)?;
    let has_blanks = sum.numbers.iter().flat_map(|number| &number.marks).any(|mark| sense.is_blank(mark));
    let is_aligned = sum.is_aligned(drawing);
    // Rows that go to the left are partial products, and their columns matter.
    let is_below_first = sum.numbers[operands[0]].last() == sum.numbers[result].last();
    let is_staircase = check_gaps(drawing).is_ok() && is_below_first && sum.goes_left(&operands);
    let off = if has_blanks && !is_aligned { sum.off_by_one(drawing) } else { None };
    let is_open = has_blanks && off.is_none() || sum.has_columns_apart();
    if !is_aligned
        && (is_open || is_staircase || sum.is_framed || !sum.is_possible(&operands, &signs, result, sense))
    {
        return None;
    }
    let at = drawing.at(0).start..drawing.at(drawing.rows.len()).end;
    let mut notes = Vec::new();
    if let Some((row, is_right)) = off {
        notes.push(Note { message: row_moved(row, is_right), span: Some(drawing.at(row)) });
    } else if !is_aligned {
        notes.push(Note { message: message!("note-rows-closed-up"), span: Some(at.clone()) });
    }
    if !is_certain {
        let at = sum.numbers[result].at();
        notes.push(Note { message: message!("note-result-below-gap"), span: Some(at) });
    }
    Some(Mended {
        layout: &ColumnSum,
        drawing: sum.drawn(&operands, &signs, result),
        notes,
        zeros: Vec::new(),
    })
}

impl<'a> RulelessSum<'a> {
    /// Returns the rows, if they can be those of a sum.
    fn read(drawing: &'a Drawing, is_apart: &[bool]) -> Option<Self> {
        let mut sum = Self::default();
        let mut waiting: Vec<char> = Vec::new();
        for (i, row) in drawing.rows.iter().enumerate() {
            if is_apart.get(i) == Some(&true) && sum.apart.last() != Some(&sum.numbers.len()) {
                sum.apart.push(sum.numbers.len());
            }
            match Line::of(row) {
                Line::Rule(signs) => {
                    sum.rules.push(sum.numbers.len());
                    waiting.extend(signs);
                }
                Line::Signs(signs) => waiting.extend(signs),
                Line::Number { before, number, behind } => {
                    waiting.extend(before);
                    sum.number(std::mem::take(&mut waiting), number, behind);
                }
                Line::Other(_) => return None,
            }
        }
        // Signs below the last number cannot be read.
        let all = || sum.signs.iter().flat_map(|(before, behind)| before.iter().chain(behind));
        let is_one =
            sum.numbers.len() >= FEWEST && waiting.is_empty() && all().all(|sign| "+-".contains(*sign));
        sum.equals.dedup();
        sum.rules.dedup();
        // Rules above and below everything are a frame.
        let count = sum.numbers.len();
        sum.is_framed = sum.rules.first() == Some(&0);
        sum.rules.retain(|before| (1..count).contains(before));
        is_one.then_some(sum)
    }

    fn number(&mut self, mut before: Vec<char>, number: &'a Number, mut behind: Vec<char>) {
        let count = self.numbers.len();
        let mut equals = |signs: &mut Vec<char>, count: usize| {
            let all = signs.len();
            signs.retain(|sign| *sign != '=');
            if signs.len() < all {
                self.equals.push(count);
            }
        };
        equals(&mut before, count);
        equals(&mut behind, count + 1);
        // A sign on the line of the rule belongs to the number above.
        if self.rules.last() == Some(&count)
            && let Some((_, behind)) = self.signs.last_mut()
        {
            behind.append(&mut before);
        }
        self.numbers.push(number);
        self.signs.push((before, behind));
    }

    /// Returns the place of the result, and whether that is certain.
    fn result(&self) -> Option<(usize, bool)> {
        let count = self.numbers.len();
        let is_signed = |(before, behind): &(Vec<char>, Vec<char>)| before.len() + behind.len() > 0;
        let has_sign = self.signs[..count - 1].iter().any(is_signed);
        let has_any_sign = self.signs.iter().any(is_signed);
        let is_last = |places: &[usize]| places == [count - 1];
        match (self.equals.as_slice(), self.rules.as_slice()) {
            ([1], [] | [1]) if has_any_sign => Some((0, true)),
            (equals, rules) if !equals.is_empty() || !rules.is_empty() => {
                let are_last = [equals, rules].iter().all(|places| places.is_empty() || is_last(places));
                are_last.then_some((count - 1, true))
            }
            _ if has_sign => Some((count - 1, true)),
            _ if is_last(&self.apart) => Some((count - 1, false)),
            _ => None,
        }
    }

    /// Returns the sign before each operand; no sign before the first is a plus.
    fn operators(&self, operands: &[usize]) -> Option<Vec<char>> {
        let all = || self.signs.iter().flat_map(|(before, behind)| before.iter().chain(behind));
        let result = (0..self.numbers.len()).find(|i| !operands.contains(i))?;
        let (before, behind) = &self.signs[result];
        if !before.is_empty() || !behind.is_empty() {
            return None;
        }
        if all().all(|sign| *sign == '+') {
            return Some(vec!['+'; operands.len()]);
        }
        let of = |i: usize| &self.signs[operands[i]];
        let is_between = !of(0).1.is_empty();
        let mut operators = Vec::new();
        for i in 0..operands.len() {
            let (before, behind) = of(i);
            let signs: Vec<char> = if is_between {
                let above = i.checked_sub(1).map(|i| of(i).1.clone()).unwrap_or_default();
                above.into_iter().chain(before.iter().copied()).collect()
            } else {
                before.iter().chain(behind).copied().collect()
            };
            match signs.as_slice() {
                [] => operators.push('+'),
                [sign] => operators.push(*sign),
                _ => return None,
            }
        }
        let is_open = is_between && !of(operands.len() - 1).1.is_empty();
        (!is_open).then_some(operators)
    }

    /// Returns whether each addend ends one column further to the left.
    fn goes_left(&self, operands: &[usize]) -> bool {
        let ends = || operands.iter().map(|i| self.numbers[*i].last());
        ends().zip(ends().skip(1)).all(|(above, below)| above == below + 1)
    }

    /// Returns the only row whose units are one column away from those of all others, and whether it must move to the right.
    fn off_by_one(&self, drawing: &Drawing) -> Option<(usize, bool)> {
        let units: Vec<usize> = self.numbers.iter().map(|number| number.units()).collect();
        let is_other = |i: &usize| units.iter().filter(|other| **other == units[*i]).count() == 1;
        let others: Vec<usize> = (0..units.len()).filter(is_other).collect();
        let [i] = others.as_slice() else { return None };
        let same = units.iter().enumerate().find(|(other, _)| other != i).map(|(_, units)| *units)?;
        let are_same = units.iter().enumerate().all(|(other, units)| other == *i || *units == same);
        let row = drawing.rows.iter().position(|row| row.number() == Some(self.numbers[*i]))?;
        let is_even = check_gaps(drawing).is_ok();
        (is_even && are_same && units[*i].abs_diff(same) == 1).then_some((row, units[*i] < same))
    }

    /// Returns whether some number has digits side by side and then a wide gap, so that it may be two numbers.
    fn has_columns_apart(&self) -> bool {
        let is_apart = |number: &&Number| {
            let gaps = || number.marks.windows(2).map(|pair| pair[1].at.start.saturating_sub(pair[0].at.end));
            gaps().max().unwrap_or(0) > 2 * gaps().min().unwrap_or(0) + 2
        };
        self.numbers.iter().any(is_apart)
    }

    /// Returns whether the shown digits allow this sum.
    fn is_possible(&self, operands: &[usize], signs: &[char], result: usize, sense: Sense) -> bool {
        let has_point = self.numbers.iter().any(|number| number.point.is_some());
        if has_point || signs.contains(&'-') {
            return true;
        }
        let addends: Vec<(&Number, usize)> = operands.iter().map(|i| (self.numbers[*i], 0)).collect();
        sense.add(&addends, self.numbers[result])
    }

    /// Returns whether units are below units, or all rows begin in one column, in which case the columns mean nothing.
    fn is_aligned(&self, drawing: &Drawing) -> bool {
        let all_same = |columns: Vec<usize>| columns.windows(2).all(|pair| pair[0] == pair[1]);
        let has_points = self.numbers.iter().any(|number| number.point.is_some());
        let are_flush = all_same(self.numbers.iter().map(|number| number.first()).collect())
            || all_same(
                drawing.rows.iter().filter(|row| row.number().is_some()).map(|row| row.start).collect(),
            );
        check_gaps(drawing).is_ok()
            && (all_same(self.numbers.iter().map(|number| number.units()).collect())
                || are_flush && !has_points)
    }

    /// Returns the sum in columns, with a rule above the result.
    fn drawn(&self, operands: &[usize], signs: &[char], result: usize) -> Drawing {
        let fraction = |number: &Number| number.len() - number.whole();
        let length = |number: &Number| number.whole();
        let widest = operands.iter().map(|i| length(self.numbers[*i]) + 2);
        let units = widest.chain([length(self.numbers[result])]).max().unwrap_or(1) - 1;
        let mut rows = Vec::new();
        for (i, operand) in operands.iter().enumerate() {
            let number = self.numbers[*operand];
            let sign = (i > 0 || signs[i] == '-').then_some((signs[i], 0));
            rows.push(loose::row(number, units + fraction(number), sign));
        }
        let number = self.numbers[result];
        let longest = self.numbers.iter().map(|number| fraction(number)).max().unwrap_or(0);
        let at = number.at();
        rows.push(loose::rule_row(0..units + longest, at.start..at.start));
        rows.push(loose::row(number, units + fraction(number), None));
        Drawing { rows }
    }
}
