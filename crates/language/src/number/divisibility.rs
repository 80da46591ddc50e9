//! Multiples, remainders and common divisors.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::exact::{EXPENSIVE, Exact};
use super::magnitude::Undefined;

/// Returns the greatest common divisor of two machine words. It is not negative, and 0 for two zeros. It must fit, which it does
/// not for the least number of the type with itself or with 0.
#[inline]
pub fn gcd<N: Integer>(a: N, b: N) -> N {
    a.gcd(&b)
}

impl Exact {
    /// Returns whether the number is a whole multiple of `other`. The only multiple of zero is zero.
    #[must_use]
    pub fn is_multiple_of(&self, other: &Self) -> bool {
        if let (Some(a), Some(b)) = (self.to_integer(), other.to_integer()) {
            return a.is_multiple_of(&b);
        }
        self.over(other).map_or_else(|| self.is_zero(), |quotient| quotient.is_integer())
    }

    /// Returns the remainder of floor division, which has the sign of `other`; `None` if `other` is zero.
    #[must_use]
    pub fn modulo(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        if let (Some(a), Some(b)) = (self.to_integer(), other.to_integer()) {
            return Some(Self::from_integer(a.mod_floor(&b)));
        }
        Some(self.minus(&self.over(other)?.floor().times(other)))
    }

    /// Returns the greatest common divisor of two whole numbers. It is not negative, and 0 for two zeros.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] for a fraction; [`Undefined::Unknown`] if both have more than 2^18 bits.
    pub fn gcd(&self, other: &Self) -> Result<Self, Undefined> {
        let (Some(a), Some(b)) = (self.to_integer(), other.to_integer()) else {
            return Err(Undefined::NoValue);
        };
        integer_gcd(&a, &b).map(Self::from_integer)
    }

    /// Returns the least common multiple of two whole numbers. It is not negative, and 0 if one of them is.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] for a fraction; [`Undefined::Unknown`] if both have more than 2^18 bits.
    pub fn lcm(&self, other: &Self) -> Result<Self, Undefined> {
        let (Some(a), Some(b)) = (self.to_integer(), other.to_integer()) else {
            return Err(Undefined::NoValue);
        };
        if a.is_zero() || b.is_zero() {
            return Ok(Self::ZERO);
        }
        let divisor = integer_gcd(&a, &b)?;
        Ok(Self::from_integer((a / divisor * b).abs()))
    }
}

/// Returns the greatest common divisor. One division first makes the sizes equal, so only the smaller one counts.
fn integer_gcd(a: &BigInt, b: &BigInt) -> Result<BigInt, Undefined> {
    let (large, small) = if a.bits() < b.bits() { (b, a) } else { (a, b) };
    if small.is_zero() {
        return Ok(large.abs());
    }
    if small.magnitude().is_one() {
        return Ok(BigInt::one());
    }
    if small.bits() > EXPENSIVE {
        return Err(Undefined::Unknown);
    }
    Ok(small.gcd(&(large % small)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(n: i64) -> Exact {
        Exact::from(n)
    }

    fn numbers() -> impl Strategy<Value = i64> {
        prop_oneof![-30i64..30, any::<i64>(), Just(i64::MIN), Just(i64::MAX)]
    }

    /// Euclid's algorithm as in schoolbooks.
    fn slow_gcd(a: i128, b: i128) -> i128 {
        if b == 0 { a.abs() } else { slow_gcd(b, a % b) }
    }

    proptest! {
        #[test]
        fn gcd_and_lcm_agree_with_euclid(a in numbers(), b in numbers()) {
            let gcd = slow_gcd(a.into(), b.into());
            prop_assert_eq!(whole(a).gcd(&whole(b)).map(|n| n.to_string()), Ok(gcd.to_string()));
            let lcm = if gcd == 0 { 0 } else { (i128::from(a) / gcd * i128::from(b)).abs() };
            prop_assert_eq!(whole(a).lcm(&whole(b)).map(|n| n.to_string()), Ok(lcm.to_string()));
        }

        #[test]
        fn the_rest_has_the_sign_of_the_divisor(a in numbers(), b in numbers()) {
            prop_assume!(b != 0);
            let (a, b) = (i128::from(a), i128::from(b));
            let rest = ((a % b) + b) % b;
            let ours = whole(a as i64).modulo(&whole(b as i64));
            prop_assert_eq!(ours.map(|n| n.to_string()), Some(rest.to_string()));
        }
    }

    #[test]
    fn zero_divides_only_zero() {
        assert!(Exact::ZERO.is_multiple_of(&Exact::ZERO) && !Exact::ONE.is_multiple_of(&Exact::ZERO));
        assert_eq!(Exact::ONE.modulo(&Exact::ZERO), None);
    }

    #[test]
    fn fractions_have_no_common_divisor() {
        let half = Exact::ONE.over(&whole(2)).expect("two is not zero");
        assert_eq!(half.gcd(&Exact::ONE), Err(Undefined::NoValue));
        assert_eq!(Exact::ONE.lcm(&half), Err(Undefined::NoValue));
    }

    #[test]
    fn two_huge_numbers_are_too_dear_but_one_is_not() {
        let huge = whole(3).power(&whole(200_000), 1 << 20).expect("within the limit");
        let odd = huge.plus(&whole(2));
        assert_eq!(huge.gcd(&odd), Err(Undefined::Unknown));
        assert_eq!(huge.gcd(&whole(-12)), Ok(whole(3)));
        assert_eq!(huge.lcm(&Exact::ZERO), Ok(Exact::ZERO));
    }
}
