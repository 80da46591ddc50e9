//! A number whose digits can all be read off, once the rest of an equation is known.
//! `ABC*DE=FGHIJ`: when A to E are known, so is FGHIJ. `EVE*X=1204`: when X is known, EVE is 1204/X, if that is whole. The
//! digits are read from the heaviest to the lightest; the place of `E` in `EVE` is 101.

use crate::compile::polynomial::{Equation, Product, System};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;

/// A digit of a number, with its place value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacedDigit {
    pub(super) cell: usize,
    /// The place value, which is positive.
    pub(super) place: i64,
}

/// Everything unknown in an equation, as one number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unknown {
    /// The heaviest digit first.
    pub(super) digits: Vec<PlacedDigit>,
    /// The amount that each unit of the number adds to the polynomial.
    pub(super) rate: Vec<Product>,
}

/// Returns the unknown digits of an equation as one number, if they are one: they are in a single slot, which no product has
/// twice, and all have the same sign.
pub(super) fn of(
    system: &System,
    equation: &Equation,
    is_unknown: &dyn Fn(usize) -> bool,
) -> Option<Unknown> {
    let mut only = None;
    for slot in equation.products.iter().flat_map(|product| &product.slots) {
        let Some(form) = system.form(*slot) else { continue };
        if form.terms.iter().any(|(cell, _)| is_unknown(cell.index())) && *only.get_or_insert(*slot) != *slot
        {
            return None;
        }
    }
    let slot = only?;
    let is_linear = |product: &Product| product.slots.iter().filter(|other| **other == slot).count() <= 1;
    if !equation.products.iter().all(is_linear) {
        return None;
    }
    let terms = &system.form(slot)?.terms;
    let numbered = terms.iter().map(|(cell, coefficient)| (cell.index(), *coefficient));
    let mut digits: Vec<(usize, i64)> = numbered.filter(|(cell, _)| is_unknown(*cell)).collect();
    let sign = digits.first()?.1.signum();
    if digits.iter().any(|(_, coefficient)| coefficient.signum() != sign) {
        return None;
    }
    digits.arrange_by_key(|(cell, coefficient)| (std::cmp::Reverse(coefficient.abs()), *cell));
    let digits = digits.iter().map(|(cell, c)| PlacedDigit { cell: *cell, place: c.abs() }).collect();
    let with_it = equation.products.iter().filter(|product| product.slots.contains(&slot));
    let rate = with_it.map(|product| Product {
        factor: product.factor * i128::from(sign),
        slots: product.slots.iter().copied().filter(|other| *other != slot).collect(),
    });
    Some(Unknown { digits, rate: rate.collect() })
}

/// Returns whether each digit counts more than all lighter ones together, so that division finds it.
pub(super) fn is_read_off(digits: &[PlacedDigit], domains: &[DigitSet]) -> bool {
    let mut lighter = 0i128;
    for digit in digits.iter().rev() {
        if i128::from(digit.place) <= lighter {
            return false;
        }
        lighter += i128::from(digit.place) * i128::from(domains[digit.cell].max().unwrap_or(0));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_language::digits::Base;

    /// Returns whether division recovers every combination of digits.
    fn is_found_again(places: &[i64], base: i64) -> bool {
        let count = base.pow(places.len() as u32);
        (0..count).all(|mut rest| {
            let digits: Vec<i64> = places
                .iter()
                .map(|_| {
                    let digit = rest % base;
                    rest /= base;
                    digit
                })
                .collect();
            let mut number: i64 = digits.iter().zip(places).map(|(digit, place)| digit * place).sum();
            digits.iter().zip(places).all(|(digit, place)| {
                let found = number / place;
                number -= found * place;
                found == *digit
            })
        })
    }

    #[test]
    fn digits_are_read_off_exactly_where_division_finds_them() {
        let domains = vec![DigitSet::all(Base::new(4).expect("it is a base")); 3];
        for a in 1..40 {
            for b in 1..=a {
                for c in 1..=b {
                    let digits = [(0, a), (1, b), (2, c)].map(|(cell, place)| PlacedDigit { cell, place });
                    let is_plain = is_read_off(&digits, &domains);
                    assert_eq!(is_plain, is_found_again(&[a, b, c], 4), "{a} {b} {c}");
                }
            }
        }
    }
}
