//! Checks whether partly known digits can make a product or a sum: one digit at a time, with all possible carries. Symbols count
//! as unknown digits, so a yes is not certain, but a no is.

use super::drawing::{Mark, Number};
use crate::puzzle::{Builder, Distinct, Permission};
use crate::vocabulary::signs;

/// Numbers with more digits than this are not checked.
const MOST_DIGITS: usize = 300;
/// Products that take more steps than this are not checked.
const MOST_WORK: u64 = 1 << 20;

/// The possible digits of one place: bit `d` stands for the digit `d`.
type Choice = u64;

/// Only zero.
const ZERO: Choice = 1;

/// The rules that limit the digits of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sense<'a> {
    builder: &'a Builder,
    base: u64,
    may_lead: bool,
}

impl<'a> Sense<'a> {
    /// Takes the rules of a puzzle.
    pub fn of(builder: &'a Builder) -> Self {
        let rules = builder.rules();
        Self {
            builder,
            base: u64::from(rules.base.get()),
            may_lead: rules.leading_zeros == Permission::Allowed
                || rules.last_base.is_some_and(|last| last != rules.base),
        }
    }

    /// Returns whether the lengths of numbers show how large they are.
    pub fn counts(self) -> bool {
        !self.may_lead
    }

    /// Returns whether a mark is a blank.
    pub fn is_blank(self, mark: &Mark) -> bool {
        signs::is_drawn_blank(mark.sign) || self.builder.is_blank(&mark.shown)
    }

    /// Returns whether a mark is a symbol.
    fn is_symbol(self, mark: &Mark) -> bool {
        !self.is_blank(mark) && !mark.sign.is_ascii_digit() && mark.sign != '['
    }

    /// Returns whether two marks are one symbol.
    pub fn are_one(self, first: &Mark, second: &Mark) -> bool {
        let key = |mark: &Mark| self.builder.spelling().key(&mark.shown);
        self.is_symbol(first) && self.is_symbol(second) && key(first) == key(second)
    }

    /// Returns whether two marks certainly have different digits.
    pub fn differ(self, first: &Mark, second: &Mark) -> bool {
        if let (Some(first), Some(second)) = (first.given, second.given) {
            return first != second;
        }
        let are_distinct = self.builder.rules().distinct == Distinct::All;
        are_distinct && self.is_symbol(first) && self.is_symbol(second) && !self.are_one(first, second)
    }

    /// Returns whether these marks may all be zero, the others are not, and no number of several digits begins with a zero.
    pub fn may_be_zero<'m>(
        self,
        zeros: &[&Mark],
        others: &[&Mark],
        numbers: impl Iterator<Item = &'m Number>,
    ) -> bool {
        let has_lead = |number: &&Number| number.len() > 1 && number.point.is_none_or(|point| point > 1);
        let leads = numbers.filter(has_lead).filter_map(|number| number.marks.first());
        let leads: Vec<&Mark> = if self.may_lead { Vec::new() } else { leads.collect() };
        zeros.iter().all(|zero| {
            zero.given.is_none_or(|digit| digit == 0)
                && zeros.iter().all(|other| !self.differ(zero, other))
                && others.iter().chain(&leads).all(|other| !self.are_one(zero, other) && other.at != zero.at)
        })
    }

    /// Returns the possible digits of a number, units first.
    fn choices(self, number: &Number) -> Vec<Choice> {
        let last = number.len().saturating_sub(1);
        let choice = |(i, mark): (usize, &Mark)| self.choice(mark, i == last && last > 0);
        number.marks.iter().rev().enumerate().map(choice).collect()
    }

    fn choice(self, mark: &Mark, is_first: bool) -> Choice {
        let all = if self.base >= 64 { u64::MAX } else { (1 << self.base) - 1 };
        match mark.given {
            Some(digit) if u64::from(digit) < self.base => 1 << digit,
            _ if is_first && !self.may_lead => all & !ZERO,
            _ => all,
        }
    }

    /// Returns whether a number times a digit can make another. The digit itself is not zero unless the product shows that it is.
    pub fn multiply(self, number: &Number, digit: &Mark, product: &Number) -> bool {
        let longest = number.len().max(product.len());
        if longest > MOST_DIGITS || longest as u64 * self.base.pow(3) > MOST_WORK {
            return true;
        }
        let (number, product) = (self.choices(number), self.choices(product));
        let digits = self.choice(digit, false);
        (0..self.base)
            .filter(|digit| digits >> digit & 1 == 1)
            .any(|digit| self.multiply_by(&number, digit, &product))
    }

    fn multiply_by(self, number: &[Choice], digit: u64, product: &[Choice]) -> bool {
        let mut carries: Choice = ZERO;
        for i in 0..number.len().max(product.len()) {
            let (below, above) = (product.get(i).copied(), number.get(i).copied());
            // A zero row of one digit stands for all of its places.
            let (below, above) = (below.unwrap_or(ZERO), above.unwrap_or(ZERO));
            let mut next = 0;
            for carry in ones(carries) {
                for factor in ones(above) {
                    let total = factor * digit + carry;
                    if below >> (total % self.base) & 1 == 1 {
                        next |= 1 << (total / self.base);
                    }
                }
            }
            carries = next;
        }
        carries & ZERO != 0
    }

    /// Returns whether numbers, each moved to the left by some places, can make a sum.
    pub fn add(self, addends: &[(&Number, usize)], sum: &Number) -> bool {
        let longest = addends.iter().map(|(number, shift)| number.len() + shift).max().unwrap_or(0);
        if longest.max(sum.len()) > MOST_DIGITS || addends.len() > MOST_DIGITS {
            return true;
        }
        let addends: Vec<(Vec<Choice>, usize)> =
            addends.iter().map(|(number, shift)| (self.choices(number), *shift)).collect();
        let sum = self.choices(sum);
        // The possible carries into a column are an interval.
        let (mut least, mut most) = (0u64, 0u64);
        for i in 0..longest.max(sum.len()) + 2 {
            for (digits, shift) in &addends {
                if let Some(choice) = i.checked_sub(*shift).and_then(|i| digits.get(i)) {
                    least += u64::from(choice.trailing_zeros());
                    most += u64::from(63 - choice.leading_zeros());
                }
            }
            let choice = sum.get(i).copied().unwrap_or(ZERO);
            let fits = |total: &u64| choice >> (total % self.base) & 1 == 1;
            // Among consecutive totals, as many as there are digits cover every digit.
            let reach = self.base.min(most - least + 1);
            let (Some(first), Some(last)) =
                ((least..least + reach).find(fits), (most + 1 - reach..=most).rev().find(fits))
            else {
                return false;
            };
            (least, most) = (first / self.base, last / self.base);
        }
        least == 0
    }
}

/// Iterates over the bits that are set.
fn ones(choice: Choice) -> impl Iterator<Item = u64> {
    (0..64).filter(move |i| choice >> i & 1 == 1)
}
