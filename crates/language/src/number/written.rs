//! Positional notation: the digits of a number in a base, units first.

use num_bigint::BigUint;

use super::exact::Exact;

impl Exact {
    /// Returns the digits in a base from 2 up, units first; zero has one digit. `None` for negative numbers, fractions and the
    /// bases 0 and 1.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::number::Exact;
    /// assert_eq!(Exact::from(2047).digits(12), Some(vec![7, 2, 2, 1]));
    /// assert_eq!(Exact::from(-1).digits(10), None);
    /// ```
    #[must_use]
    pub fn digits(&self, base: u8) -> Option<Vec<u8>> {
        if base < 2 {
            return None;
        }
        Some(self.to_integer()?.to_biguint()?.to_radix_le(base.into()))
    }

    /// Returns the number with these digits, units first; zero if there are no digits. `None` if one of them is not a digit of
    /// the base, which is from 2 up.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::number::Exact;
    /// assert_eq!(Exact::from_digits(&[7, 2, 2, 1], 12), Some(Exact::from(2047)));
    /// assert_eq!(Exact::from_digits(&[7], 7), None);
    /// ```
    #[must_use]
    pub fn from_digits(digits: &[u8], base: u8) -> Option<Self> {
        if base < 2 {
            return None;
        }
        Some(Self::from_integer(BigUint::from_radix_le(digits, base.into())?.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_are_rests_of_divisions(n in 0i64.., base in 2u8..=64) {
            let base = i64::from(base);
            let mut rest = n;
            let mut digits = vec![(rest % base) as u8];
            while rest >= base {
                rest /= base;
                digits.push((rest % base) as u8);
            }
            prop_assert_eq!(Exact::from(n).digits(base as u8), Some(digits.clone()));
            prop_assert_eq!(Exact::from_digits(&digits, base as u8), Some(Exact::from(n)));
        }

        #[test]
        fn long_numbers_are_read_back(digits in prop::collection::vec(0u8..7, 1..300), base in 7u8..=64) {
            let mut digits = digits;
            digits.push(1);
            let number = Exact::from_digits(&digits, base).expect("they are digits of the base");
            prop_assert_eq!(number.digits(base), Some(digits));
        }
    }

    #[test]
    fn zero_has_one_digit() {
        assert_eq!(Exact::ZERO.digits(10), Some(vec![0]));
        assert_eq!(Exact::from_digits(&[], 10), Some(Exact::ZERO));
    }

    #[test]
    fn what_has_no_digits_has_none() {
        let half = Exact::ONE.over(&Exact::from(2)).expect("two is not zero");
        assert_eq!(half.digits(10), None);
        assert_eq!(Exact::ONE.digits(1), None);
        assert_eq!(Exact::from_digits(&[0], 0), None);
    }
}
