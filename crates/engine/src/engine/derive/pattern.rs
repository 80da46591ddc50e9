//! Patterns: what is known of the digits of a number. `□□7□` is a number from 1070 to 9979 whose tens digit is 7.
//!
//! Neighbouring digits without restrictions are one part, so `□□□□□□` is one or two comparisons, and `□□□□7□` one more
//! division.

use super::number::PlacedDigit;
use crate::engine::search::whole::Whole;
use fukumen_language::digits::{Digit, DigitSet};

/// The parts of a number, the heaviest first.
#[derive(Clone, Debug)]
pub(super) struct Pattern<T> {
    parts: Box<[Part<T>]>,
}

#[derive(Clone, Debug)]
struct Part<T> {
    place: T,
    least: T,
    most: T,
    /// The digits of a part that is one digit, and the cells that it must differ from.
    single: Option<(u64, Box<[usize]>)>,
}

/// The restrictions on a digit.
#[derive(Clone, Debug)]
pub(super) struct PatternDigit {
    pub(super) domain: DigitSet,
    /// Known cells that it must differ from.
    pub(super) differ: Vec<usize>,
}

impl<T: Whole> Pattern<T> {
    /// Makes the pattern of these digits, the heaviest first.
    pub(super) fn of(digits: &[PlacedDigit], base: i128, what: &dyn Fn(usize) -> PatternDigit) -> Self {
        let mut parts: Vec<Rough> = Vec::new();
        for digit in digits {
            let PatternDigit { domain, differ } = what(digit.cell);
            let (least, most) = (ends(domain.min()), ends(domain.max()));
            let is_interval = most - least + 1 == domain.len() as i128 && differ.is_empty();
            let goes_on = is_interval && least == 0 && most == base - 1;
            let place = i128::from(digit.place);
            match parts.last_mut() {
                Some(last) if goes_on && last.is_interval && last.place == place * base => {
                    *last = Rough {
                        place,
                        least: last.least * base,
                        most: last.most * base + most,
                        ..last.clone()
                    };
                }
                _ => parts.push(Rough { place, least, most, is_interval, domain, differ }),
            }
        }
        Self { parts: parts.into_iter().map(Rough::part).collect() }
    }

    /// Returns whether the number matches this pattern. `FREE` matches any.
    #[inline]
    pub(super) fn allows(&self, mut number: T, digits: &[Digit]) -> bool {
        if number == T::FREE {
            return true;
        }
        for part in &self.parts {
            let value = if part.place == T::ONE { number } else { number / part.place };
            number -= value * part.place;
            if value < part.least || value > part.most {
                return false;
            }
            if let Some((domain, differ)) = &part.single {
                let digit = value.small();
                if domain >> digit & 1 == 0 || differ.iter().any(|cell| usize::from(digits[*cell]) == digit) {
                    return false;
                }
            }
        }
        number == T::ZERO
    }
}

fn ends(digit: Option<Digit>) -> i128 {
    digit.map_or(0, i128::from)
}

/// A part that may still grow.
#[derive(Clone)]
struct Rough {
    place: i128,
    least: i128,
    most: i128,
    is_interval: bool,
    domain: DigitSet,
    differ: Vec<usize>,
}

impl Rough {
    fn part<T: Whole>(self) -> Part<T> {
        let single = (!self.is_interval).then(|| (self.domain.bits(), self.differ.into()));
        let [place, least, most] = [self.place, self.least, self.most].map(T::of);
        Part { place, least, most, single }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_allows_what_its_digits_make() {
        let set = |digits: &[u8]| digits.iter().fold(DigitSet::EMPTY, |set, digit| set.with(*digit));
        let any = DigitSet::from_bits(0x3ff);
        let domains = [any.without(0), any, set(&[7]), set(&[0, 2, 4]), any];
        for places in [[10_000, 1000, 100, 10, 1], [100_000, 10_000, 100, 10, 1], [30_000, 3000, 300, 30, 3]]
        {
            let digits: Vec<PlacedDigit> =
                places.iter().enumerate().map(|(cell, place)| PlacedDigit { cell, place: *place }).collect();
            // The last digit differs from cell 9.
            let what = |cell: usize| PatternDigit {
                domain: domains[cell],
                differ: if cell == 4 { vec![9] } else { Vec::new() },
            };
            let pattern = Pattern::<i64>::of(&digits, 10, &what);
            let mut known = [0; 10];
            known[9] = 3;
            let mut made = std::collections::BTreeSet::new();
            for i in 0..100_000i64 {
                let choice: Vec<u8> = (0..5).map(|k| (i / 10i64.pow(4 - k) % 10) as u8).collect();
                if choice.iter().zip(domains).all(|(digit, domain)| domain.contains(*digit)) && choice[4] != 3
                {
                    made.insert(
                        choice.iter().zip(places).map(|(d, place)| i64::from(*d) * place).sum::<i64>(),
                    );
                }
            }
            for number in 0..1_000_000 {
                assert_eq!(pattern.allows(number, &known), made.contains(&number), "{number}");
            }
        }
    }
}
