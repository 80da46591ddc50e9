//! Logarithms and powers.

use num_bigint::BigUint;
use num_traits::{Pow, ToPrimitive};

use super::exact::Exact;
use super::magnitude::{Magnitude, Undefined};

impl Exact {
    /// Returns the binary logarithm of the absolute value, to nine digits; `None` for zero.
    #[must_use]
    pub fn log2(&self) -> Option<f64> {
        let big = self.to_big();
        (!self.is_zero())
            .then(|| natural_log2(big.numer().magnitude()) - natural_log2(big.denom().magnitude()))
    }

    /// Returns the number to a power. A fractional exponent needs an exact root. `0^0` is 1.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] for zero to a negative power and for roots of non-powers;
    /// [`Undefined::TooLarge`] if the result has more than about `limit` bits;
    /// [`Undefined::Unknown`] for a root of a number with more than 2^18 bits.
    pub fn power(&self, exponent: &Self, limit: u64) -> Result<Self, Undefined> {
        if let Some(power) = self.word_power(exponent) {
            return Ok(power);
        }
        if self.is_zero() {
            return if exponent.is_negative() {
                Err(Undefined::NoValue)
            } else {
                Ok(Self::from(exponent.is_zero()))
            };
        }
        self.root_of_degree(&exponent.denom())?.whole_power(&exponent.numer(), limit)
    }

    /// Returns the power in the common case that everything fits machine words.
    fn word_power(&self, exponent: &Self) -> Option<Self> {
        let exponent = u32::try_from(exponent.to_i64()?).ok()?;
        self.to_i64()?.checked_pow(exponent).map(Self::from)
    }

    /// Returns the power of a nonzero number.
    fn whole_power(&self, exponent: &Self, limit: u64) -> Result<Self, Undefined> {
        if *exponent == Self::ONE {
            return Ok(self.clone());
        }
        let odd = !exponent.is_multiple_of(&Self::from(2));
        if self.magnitude() == Self::ONE {
            return Ok(if odd { self.clone() } else { Self::ONE });
        }
        let base = self.to_big();
        // This is the size of the result, not its value: 1.000001^n stays near 1 long after its size is large.
        let bits = natural_log2(base.numer().magnitude()) + natural_log2(base.denom().magnitude());
        let steps = exponent.log2().map_or(0.0, f64::exp2);
        if bits * steps > limit as f64 {
            return Err(self.power_bounds(exponent, odd));
        }
        let exponent = exponent.to_i64().ok_or(Undefined::Unknown)?;
        let power = Self::from_big(Pow::pow(base, exponent.unsigned_abs()));
        if exponent < 0 { Self::ONE.over(&power).ok_or(Undefined::NoValue) } else { Ok(power) }
    }

    fn power_bounds(&self, exponent: &Self, odd: bool) -> Undefined {
        let (Some(base), Some(size)) = (Magnitude::of(self), Magnitude::of(exponent)) else {
            return Undefined::Unknown;
        };
        let sign = if exponent.is_negative() { -1.0 } else { 1.0 };
        let (few, many) = (sign * size.low.exp2(), sign * size.high.exp2());
        let corners = [base.low * few, base.low * many, base.high * few, base.high * many];
        if corners.iter().any(|corner| corner.is_nan()) {
            return Undefined::Unknown;
        }
        let low = corners.into_iter().fold(f64::INFINITY, f64::min);
        // Magnitudes need a finite upper bound if the result is a tiny fraction.
        let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max).max(-1e300);
        let whole = base.whole && !exponent.is_negative();
        Undefined::TooLarge(Magnitude::new(base.negative && odd, low, high, whole))
    }
}

/// Returns the binary logarithm of a number above zero.
pub(super) fn natural_log2(number: &BigUint) -> f64 {
    let shift = number.bits().saturating_sub(60);
    let top = (number >> shift).to_u64().expect("at most 60 bits are left") as f64;
    top.log2() + shift as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIMIT: u64 = 1 << 16;

    fn ratio(numer: i64, denom: i64) -> Exact {
        Exact::from(numer).over(&Exact::from(denom)).expect("the tests divide by no zero")
    }

    fn power(base: Exact, exponent: Exact) -> Result<Exact, Undefined> {
        base.power(&exponent, LIMIT)
    }

    fn huge() -> Exact {
        Exact::from(10).power(&Exact::from(30), LIMIT).expect("a hundred bits")
    }

    fn bounds(undefined: Result<Exact, Undefined>) -> Magnitude {
        match undefined {
            Err(Undefined::TooLarge(bounds)) => bounds,
            other => panic!("{other:?} is not too large"),
        }
    }

    proptest! {
        #[test]
        fn powers_are_repeated_products(numer in -40i64..40, denom in 1i64..40, exponent in -12i64..12) {
            let base = ratio(numer, denom);
            prop_assume!(exponent >= 0 || !base.is_zero());
            let mut product = Exact::ONE;
            for _ in 0..exponent.abs() {
                product = product.times(&base);
            }
            let expected = if exponent < 0 { Exact::ONE.over(&product) } else { Some(product) };
            prop_assert_eq!(power(base, Exact::from(exponent)).ok(), expected);
        }

        /// A result too large for a small limit is computed with a larger one, to check the bounds.
        #[test]
        fn bounds_enclose_the_power(numer in -90i64..90, denom in 1i64..9, exponent in -300i64..300) {
            let base = ratio(numer, denom);
            prop_assume!(!base.is_zero());
            if let Err(Undefined::TooLarge(bounds)) = base.power(&Exact::from(exponent), 100) {
                let truth = power(base, Exact::from(exponent)).expect("it is within the larger limit");
                let log = truth.log2().expect("it is not zero");
                prop_assert!(bounds.low <= log && log <= bounds.high);
                prop_assert_eq!(bounds.negative, truth.is_negative());
                prop_assert!(!bounds.whole || truth.is_integer());
            }
        }
    }

    #[test]
    fn zero_to_the_zero_is_one() {
        assert_eq!(power(Exact::ZERO, Exact::ZERO), Ok(Exact::ONE));
        assert_eq!(power(Exact::ZERO, ratio(1, 2)), Ok(Exact::ZERO));
        assert_eq!(power(Exact::ZERO, huge()), Ok(Exact::ZERO));
        assert_eq!(power(Exact::ZERO, Exact::from(-1)), Err(Undefined::NoValue));
        assert_eq!(power(Exact::ZERO, ratio(-1, 2)), Err(Undefined::NoValue));
    }

    #[test]
    fn ones_never_grow() {
        let minus_one = Exact::from(-1);
        assert_eq!(power(Exact::ONE, huge()), Ok(Exact::ONE));
        assert_eq!(power(Exact::ONE, Exact::ONE.over(&huge()).expect("not zero")), Ok(Exact::ONE));
        assert_eq!(power(minus_one.clone(), huge()), Ok(Exact::ONE));
        assert_eq!(power(minus_one.clone(), huge().plus(&Exact::ONE)), Ok(minus_one.clone()));
        assert_eq!(power(minus_one.clone(), Exact::from(i64::MIN)), Ok(Exact::ONE));
        assert_eq!(power(minus_one.clone(), Exact::from(i64::MAX)), Ok(minus_one.clone()));
        assert_eq!(power(minus_one, Exact::ONE.over(&huge()).expect("not zero")), Err(Undefined::NoValue));
    }

    #[test]
    fn fractions_as_exponents_are_roots() {
        assert_eq!(power(Exact::from(-8), ratio(1, 3)), Ok(Exact::from(-2)));
        assert_eq!(power(Exact::from(-8), ratio(2, 6)), Ok(Exact::from(-2)));
        assert_eq!(power(Exact::from(-8), ratio(-2, 3)), Ok(ratio(1, 4)));
        assert_eq!(power(ratio(4, 9), ratio(1, 2)), Ok(ratio(2, 3)));
        assert_eq!(power(ratio(4, 9), ratio(-3, 2)), Ok(ratio(27, 8)));
        assert_eq!(power(Exact::from(-4), ratio(1, 2)), Err(Undefined::NoValue));
        assert_eq!(power(Exact::from(2), ratio(1, 2)), Err(Undefined::NoValue));
        assert_eq!(power(Exact::from(4), ratio(1, i64::MAX)), Err(Undefined::NoValue));
    }

    #[test]
    fn the_edges_of_the_machine_word_are_ordinary_numbers() {
        let edge = Exact::from(i64::MIN);
        assert_eq!(power(edge.clone(), Exact::ONE), Ok(edge.clone()));
        assert_eq!(power(edge.clone(), Exact::from(2)), Ok(edge.times(&edge)));
        assert_eq!(power(edge.clone(), ratio(1, 63)), Ok(Exact::from(-2)));
        assert_eq!(power(edge.clone(), Exact::from(-1)), Ok(Exact::ONE.over(&edge).expect("not zero")));
        assert!(bounds(power(Exact::from(2), Exact::from(i64::MAX))).low > 9.2e18);
        assert!(bounds(power(Exact::from(2), edge)).high < -9.2e18);
    }

    #[test]
    fn vast_powers_keep_their_sign_and_size() {
        let nine = Exact::from(9);
        let tower = bounds(power(nine.clone(), Exact::from(387_420_489)));
        assert!(tower.low > 1.228e9 && tower.high < 1.229e9 && tower.whole && !tower.negative);
        assert!(bounds(power(nine.negated(), Exact::from(99_999))).negative);
        assert!(!bounds(power(nine.negated(), Exact::from(100_000))).negative);
        let small = bounds(power(nine, Exact::from(-99_999)));
        assert!(small.high < -3e5 && !small.whole);
    }

    #[test]
    fn what_stays_near_one_is_still_too_large_to_write() {
        let near_one = ratio(1_000_001, 1_000_000);
        let bounds = bounds(power(near_one, Exact::from(1_000_000)));
        assert!(bounds.low < std::f64::consts::LOG2_E && bounds.high > std::f64::consts::LOG2_E * 0.999);
    }

    #[test]
    fn exponents_beyond_all_doubles_leave_bounds() {
        let vast = Exact::from(2).power(&Exact::from(5000), LIMIT).expect("within the limit");
        assert!(bounds(power(Exact::from(2), vast.clone())).low > 1e299);
        let tiny = bounds(power(ratio(1, 2), vast));
        assert!(tiny.high < -1e299 && tiny.low == f64::NEG_INFINITY);
    }
}
