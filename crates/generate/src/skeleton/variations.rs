//! Other calculations with the same drawing, found by calculating: long multiplications and divisions.
//!
//! A wrong solution of a skeleton is another true calculation whose numbers have the same lengths. The multiplied number (in
//! a division, the divisor and the remainder) is varied, few digits first, so that small differences come early. It gives
//! each digit of the other factor its products; those that are too long or contradict a clue are left out. The rest is one
//! carry, from the last digit up, for both kinds: the digit times the number, plus the rest of the line below without its
//! last digit. In a division that is the line from which the product is subtracted; in both, its last digit is one of the
//! whole.
//!
//! The results do not depend on this search: its finds are drawn and judged before they count, and everything else is left to
//! the solver. It is here because the solver takes up to 37 s for one wrong solution of `7375428413/125473` with five clues:
//! all of it took 77 s, and 8 s with this; ten divisions of `--random 7/3` took 28 s, and 13 s with this (2026-11-24).

use std::ops::ControlFlow;

use super::calculation::{Calculation, digits};
use crate::hitting::Tick;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Base, Digit};

/// The most numbers that are tried in one search.
const MOST_TRIED: u64 = 1_000_000;
/// The numbers between two checks whether to stop.
const BETWEEN: u64 = 256;

/// A number of the drawing: its first place, and its number of digits.
#[derive(Clone, Copy, Debug)]
struct PlacedNumber {
    start: usize,
    length: usize,
}

impl PlacedNumber {
    fn place(self, digit: usize) -> usize {
        self.start + digit
    }
}

/// The line of a digit of the second factor.
#[derive(Clone, Debug)]
struct Line {
    digit: usize,
    /// Whether the digit is zero, and so has no product.
    is_zero: bool,
    product: Option<PlacedNumber>,
    /// The number that the product is added to or subtracted from, as far as it is drawn.
    total: Option<PlacedNumber>,
    /// The place of its last digit.
    last: usize,
}

/// A product or quotient whose numbers can be varied.
#[derive(Clone, Debug)]
pub struct Variations {
    base: u64,
    is_division: bool,
    /// The multiplied number.
    factor: (u64, PlacedNumber),
    remainder: (u64, Option<PlacedNumber>),
    /// The lines, from the last digit up.
    lines: Vec<Line>,
}

impl Variations {
    /// Returns `None` for other calculations, and for numbers that are too large.
    pub fn new(calculation: &Calculation, base: Base) -> Option<Self> {
        let length = |number: u128| digits(number, base).len();
        let mut places = 0;
        let mut row = |number: u128| {
            let row = PlacedNumber { start: places, length: length(number) };
            places += row.length;
            row
        };
        let (factor, other, remainder, is_division) = match *calculation {
            Calculation::Product(a, b) => (a, b, 0, false),
            Calculation::Quotient(a, b) => (b, a.checked_div(b)?, a % b, true),
            _ => return None,
        };
        let whole = factor.checked_mul(other)?.checked_add(remainder)?;
        // However the numbers are varied, their lengths stay the same.
        let longest = whole.checked_mul(u128::from(base.get()).pow(2))?;
        if factor == 0 || other == 0 || longest > u128::from(u64::MAX) {
            return None;
        }
        let (b, multiplier) = (u128::from(base.get()), digits(other, base));
        let count = multiplier.len();
        let mut lines: Vec<Line> = Vec::new();
        let (first, mut whole_row);
        if is_division {
            let second = row(other);
            first = row(factor);
            whole_row = row(whole);
            let mut left = 0;
            for (i, digit) in multiplier.iter().enumerate() {
                let place = whole_row.place(whole_row.length - count + i);
                let before = whole / b.pow((count - 1 - i) as u32);
                left = if i == 0 { before } else { left % factor * b + before % b };
                let is_zero = *digit == 0;
                let total = (i > 0 && !is_zero).then(|| row(left));
                let product = (!is_zero).then(|| row(factor * u128::from(*digit)));
                lines.push(Line { digit: second.place(i), is_zero, product, total, last: place });
            }
            lines.reverse();
        } else {
            first = row(factor);
            let second = row(other);
            for (i, digit) in multiplier.iter().rev().enumerate() {
                let is_zero = *digit == 0;
                let product = (count > 1 && !is_zero).then(|| row(factor * u128::from(*digit)));
                lines.push(Line {
                    digit: second.place(count - 1 - i),
                    is_zero,
                    product,
                    total: None,
                    last: 0,
                });
            }
            whole_row = row(whole);
            for (i, line) in lines.iter_mut().enumerate() {
                line.last = whole_row.place(whole_row.length - 1 - i);
            }
        }
        let remainder_row = (remainder > 0).then(|| row(remainder));
        // The rest at the first digit is the first digits of the whole.
        whole_row.length -= count - 1;
        lines.last_mut()?.total = Some(whole_row);
        Some(Self {
            base: base.get().into(),
            is_division,
            factor: (factor.try_into().ok()?, first),
            remainder: (remainder.try_into().ok()?, remainder_row),
            lines,
        })
    }

    /// Calculations that agree with the digits that are shown, but not with all `digits`, both by place. They may be drawn
    /// otherwise, but rarely are.
    pub fn search(
        &self,
        digits: &[Digit],
        shown: &[Option<Digit>],
        most: u64,
        tick: Tick,
    ) -> ControlFlow<(), Vec<Calculation>> {
        let test = |row: PlacedNumber| Test::new(self.base, shown, row);
        let mut free: Vec<Free> = self.free(digits, shown, self.factor.1, false);
        free.extend(self.remainder.1.into_iter().flat_map(|row| self.free(digits, shown, row, true)));
        let length = self.factor.1.length;
        let steps = self.lines.iter().map(|line| Step {
            kind: match line.product {
                _ if line.is_zero => Of::Zero,
                None => Of::Any,
                Some(row) if row.length == length => Of::Short,
                Some(_) => Of::Long,
            },
            digit: shown[line.digit].map(u64::from),
            product: line.product.map_or_else(Vec::new, |row| test(row).shown),
            total: line.total.map(test),
            last: shown[line.last].map(u64::from),
            range: (0, 0),
        });
        let steps: Vec<Step> = steps.collect();
        let mut hardest: Vec<usize> = (0..steps.len()).collect();
        hardest.arrange_by_key(|step| {
            usize::MAX - steps[*step].product.len() - usize::from(steps[*step].digit.is_some())
        });
        let end = self.base.pow(length as u32);
        let (found, tried) = (Vec::new(), 0);
        let mut search = Search { alike: self, free, steps, hardest, end, most, found, tried, tick };
        for changes in 0..=search.free.len() {
            if search.is_over() {
                break;
            }
            search.vary(0, changes, self.factor.0, self.remainder.0)?;
        }
        ControlFlow::Continue(search.found)
    }

    /// Returns the digits of a number that no clue shows.
    fn free(
        &self,
        digits: &[Digit],
        shown: &[Option<Digit>],
        row: PlacedNumber,
        is_remainder: bool,
    ) -> Vec<Free> {
        let is_hidden = |i: &usize| shown[row.place(*i)].is_none();
        let free = |i: usize| Free {
            weight: self.base.pow((row.length - 1 - i) as u32),
            digit: digits[row.place(i)].into(),
            least: u64::from(i == 0),
            is_remainder,
        };
        (0..row.length).filter(is_hidden).map(free).collect()
    }
}

/// A digit that is varied.
struct Free {
    weight: u64,
    digit: u64,
    least: u64,
    is_remainder: bool,
}

/// A shown digit of a number.
#[derive(Clone, Copy)]
struct Shown {
    /// The digit times its weight, and the weight itself.
    least: u64,
    weight: u64,
    /// The weight of the previous digit.
    above: u64,
}

impl Shown {
    /// Returns whether a number has this digit, by one division.
    #[inline]
    fn is_in(&self, number: u64) -> bool {
        (number % self.above).wrapping_sub(self.least) < self.weight
    }
}

/// The length and the shown digits of a number.
struct Test {
    least: u64,
    end: u64,
    shown: Vec<Shown>,
}

impl Test {
    fn new(base: u64, digits: &[Option<Digit>], row: PlacedNumber) -> Self {
        let weight = |i: usize| base.pow((row.length - 1 - i) as u32);
        let shown = |i: usize| {
            let (digit, weight) = (u64::from(digits[row.place(i)]?), weight(i));
            Some(Shown { least: digit * weight, weight, above: weight * base })
        };
        let least = weight(0);
        Self { least, end: least * base, shown: (0..row.length).filter_map(shown).collect() }
    }

    fn passes(&self, number: u64) -> bool {
        (self.least..self.end).contains(&number) && self.shown.iter().all(|shown| shown.is_in(number))
    }
}

/// The digits that the length of its product allows a line.
#[derive(Clone, Copy)]
enum Of {
    /// It has no product.
    Zero,
    /// The product is as long as the multiplied number.
    Short,
    /// The product is longer by one.
    Long,
    /// The product is not drawn.
    Any,
}

/// A line with its clues.
struct Step {
    kind: Of,
    digit: Option<u64>,
    /// The shown digits of its product.
    product: Vec<Shown>,
    total: Option<Test>,
    last: Option<u64>,
    /// The digits that it may have with the number being tried.
    range: (u64, u64),
}

impl Step {
    fn is_product(&self, number: u64) -> bool {
        self.product.iter().all(|shown| shown.is_in(number))
    }
}

struct Search<'a> {
    alike: &'a Variations,
    free: Vec<Free>,
    steps: Vec<Step>,
    /// The lines, first those that restrict the multiplied number most.
    hardest: Vec<usize>,
    /// The power of the base above the multiplied number.
    end: u64,
    most: u64,
    found: Vec<Calculation>,
    tried: u64,
    tick: Tick<'a>,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.found.len() as u64 >= self.most || self.tried >= MOST_TRIED
    }

    /// Tries all ways to change a number of digits, from a place on.
    fn vary(&mut self, place: usize, changes: usize, factor: u64, remainder: u64) -> ControlFlow<()> {
        if changes == 0 {
            return self.with(factor, remainder);
        }
        for at in place..=self.free.len() - changes {
            let Free { weight, digit, least, is_remainder } = self.free[at];
            for other in (least..self.alike.base).filter(|other| *other != digit) {
                if self.is_over() {
                    return ControlFlow::Continue(());
                }
                let varied = |number: u64| number - digit * weight + other * weight;
                let (factor, remainder) =
                    if is_remainder { (factor, varied(remainder)) } else { (varied(factor), remainder) };
                self.vary(at + 1, changes - 1, factor, remainder)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries all second factors.
    fn with(&mut self, factor: u64, remainder: u64) -> ControlFlow<()> {
        self.tried += 1;
        if self.tried.is_multiple_of(BETWEEN) {
            (self.tick)()?;
        }
        if self.alike.is_division && remainder >= factor {
            return ControlFlow::Continue(());
        }
        // The first digit whose product is longer than the number.
        let longer = self.end.div_ceil(factor).min(self.alike.base);
        for step in &mut self.steps {
            step.range = match step.kind {
                Of::Zero => (0, 1),
                Of::Short => (1, longer),
                Of::Long => (longer, self.alike.base),
                Of::Any => (1, self.alike.base),
            };
            if let Some(digit) = step.digit {
                step.range = (step.range.0.max(digit), step.range.1.min(digit + 1));
            }
        }
        let can_be = |step: &Step| {
            let (from, to) = step.range;
            if step.product.is_empty() {
                from < to
            } else {
                (from..to).any(|digit| step.is_product(digit * factor))
            }
        };
        if !self.hardest.iter().all(|step| can_be(&self.steps[*step])) {
            return ControlFlow::Continue(());
        }
        self.climb(0, factor, remainder, remainder, 0, 1)
    }

    /// Tries all digits of a line and those above it: `carry` is the rest of the line below, `other` the digits below.
    fn climb(
        &mut self,
        line: usize,
        factor: u64,
        remainder: u64,
        carry: u64,
        other: u64,
        weight: u64,
    ) -> ControlFlow<()> {
        if line == self.steps.len() {
            let whole = factor * other + remainder;
            let (whole, factor, other) = (u128::from(whole), u128::from(factor), u128::from(other));
            self.found.push(if self.alike.is_division {
                Calculation::Quotient(whole, factor)
            } else {
                Calculation::Product(factor, other)
            });
            return ControlFlow::Continue(());
        }
        let (from, to) = self.steps[line].range;
        for digit in from..to {
            if self.found.len() as u64 >= self.most {
                break;
            }
            let product = digit * factor;
            let total = product + carry;
            let step = &self.steps[line];
            if step.last.is_none_or(|last| total % self.alike.base == last)
                && step.total.as_ref().is_none_or(|test| test.passes(total))
                && step.is_product(product)
            {
                self.climb(
                    line + 1,
                    factor,
                    remainder,
                    total / self.alike.base,
                    other + digit * weight,
                    weight * self.alike.base,
                )?;
            }
        }
        ControlFlow::Continue(())
    }
}
