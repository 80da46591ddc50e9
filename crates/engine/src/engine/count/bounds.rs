//! The least that cells can add to a sum when some of their digits differ.
//!
//! Within a set of different digits, the heaviest coefficient gets the smallest digit, the next one the next: the sum of
//! products in opposite order is the smallest (Hardy, Littlewood and Pólya, Inequalities, 10.2). Domains relax this to all
//! digits that any of the cells may take, so each cell's own domain gives a second bound; the larger of the two holds.

use std::cmp::Reverse;

use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;

/// A cell of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounded {
    pub(super) coefficient: i64,
    pub(super) domain: DigitSet,
    /// The area of the cell. Cells of one area have different digits.
    pub(super) area: Option<usize>,
}

/// Returns the least value of the sum times `sign`. The most is the negative of the least of the negated sum.
pub(super) fn least(terms: &[Bounded], sign: i64) -> i64 {
    let mut parts: Vec<(Option<usize>, bool, i64, DigitSet)> = terms
        .iter()
        .map(|term| {
            let coefficient = sign * term.coefficient;
            (term.area, coefficient < 0, coefficient, term.domain)
        })
        .collect();
    parts.arrange_by_key(|(area, is_negative, c, _)| (*area, *is_negative, Reverse(c.unsigned_abs())));
    let same = |a: &(_, _, _, _), b: &(_, _, _, _)| (a.0, a.1) == (b.0, b.1);
    parts.chunk_by(same).map(|part| least_of_part(part, part[0].0.is_some())).sum()
}

/// Returns the least that coefficients of one sign add, the heaviest first.
fn least_of_part(part: &[(Option<usize>, bool, i64, DigitSet)], are_different: bool) -> i64 {
    let mut left = part.iter().fold(DigitSet::EMPTY, |all, (_, _, _, domain)| all | *domain);
    let (mut alone, mut together) = (0, 0);
    for (_, is_negative, coefficient, domain) in part {
        let best = |digits: DigitSet| if *is_negative { digits.max() } else { digits.min() };
        alone += coefficient * i64::from(best(*domain).unwrap_or(0));
        let digit = best(left).unwrap_or(if *is_negative { 63 } else { 0 });
        together += coefficient * i64::from(digit);
        left = if are_different { left.without(digit) } else { left };
    }
    alone.max(together)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tries every choice of digits, one after the other.
    fn by_hand(terms: &[Bounded], taken: &mut Vec<(Option<usize>, u8)>, sum: i64) -> Option<i64> {
        let Some((first, rest)) = terms.split_first() else { return Some(sum) };
        let mut best: Option<i64> = None;
        for digit in first.domain.iter() {
            if first.area.is_some() && taken.contains(&(first.area, digit)) {
                continue;
            }
            taken.push((first.area, digit));
            let found = by_hand(rest, taken, sum + first.coefficient * i64::from(digit));
            taken.pop();
            best = best.into_iter().chain(found).min();
        }
        best
    }

    proptest! {
        #[test]
        fn no_choice_of_digits_is_below_the_bound(
            raw in prop::collection::vec((-12i64..12, 1u64..32, 0usize..3), 0..5),
            sign in prop::sample::select(vec![-1, 1]),
        ) {
            let terms: Vec<Bounded> = raw
                .into_iter()
                .map(|(coefficient, bits, area)| Bounded {
                    coefficient,
                    domain: DigitSet::from_bits(bits),
                    area: area.checked_sub(1),
                })
                .collect();
            let turned: Vec<Bounded> =
                terms.iter().map(|term| Bounded { coefficient: sign * term.coefficient, ..*term }).collect();
            if let Some(least_value) = by_hand(&turned, &mut Vec::new(), 0) {
                prop_assert!(least(&terms, sign) <= least_value);
            }
        }
    }

    #[test]
    fn different_digits_cannot_all_be_zero() {
        let term = |coefficient| Bounded { coefficient, domain: DigitSet::from_bits(0b111), area: Some(0) };
        // 1, 10 and 100 times 2, 1 and 0; and negated, 0, 1 and 2.
        let terms = [term(1), term(10), term(100)];
        assert_eq!(least(&terms, 1), 12);
        assert_eq!(least(&terms, -1), -210);
    }
}
