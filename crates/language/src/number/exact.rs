//! The number itself: its two sizes, the four operations, order, and the ways to and from other types.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

/// An exact rational number.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::number::Exact;
/// let third = Exact::from(1).over(&Exact::from(3)).unwrap();
/// let sum = third.plus(&third).plus(&third);
/// assert_eq!(sum, Exact::from(1));
/// assert_eq!(Exact::from(1).over(&Exact::from(0)), None);
/// ```
#[derive(Clone)]
pub struct Exact(Repr);

#[derive(Clone)]
enum Repr {
    /// `denom` is positive; the fraction need not be in lowest terms.
    Small {
        numer: i64,
        denom: i64,
    },
    Big(Box<BigRational>),
}
use Repr::{Big, Small};

/// Past this many bits, four times the default size limit, questions are not answered if their work grows with the square of the
/// size. A greatest common divisor then takes 0.24 s.
pub(super) const EXPENSIVE: u64 = 1 << 18;

impl Exact {
    /// Zero.
    pub const ZERO: Self = Self(Small { numer: 0, denom: 1 });
    /// One.
    pub const ONE: Self = Self(Small { numer: 1, denom: 1 });

    /// Makes a whole number that may be too large for a machine word.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "each of the three parts fits"
    )]
    pub fn from_i128(number: i128) -> Self {
        let part = |shift: u32| Self::from(i64::from((number >> shift) as u32));
        let shift = Self::from(1_i64 << 32);
        let high = Self::from((number >> 64) as i64);
        high.times(&shift).plus(&part(32)).times(&shift).plus(&part(0))
    }

    /// Returns the sum.
    #[must_use]
    #[inline]
    pub fn plus(&self, other: &Self) -> Self {
        if let (Small { numer: a, denom: b }, Small { numer: c, denom: d }) = (&self.0, &other.0)
            && let Some(sum) = small_sum(*a, *b, *c, *d)
        {
            return sum;
        }
        self.plus_big(other)
    }

    /// Returns the difference.
    #[must_use]
    #[inline]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    /// Returns the product.
    #[must_use]
    #[inline]
    pub fn times(&self, other: &Self) -> Self {
        if let (Small { numer: a, denom: b }, Small { numer: c, denom: d }) = (&self.0, &other.0)
            && let (Some(numer), Some(denom)) = (a.checked_mul(*c), b.checked_mul(*d))
        {
            return Self(Small { numer, denom });
        }
        self.times_big(other)
    }

    /// Returns the quotient, or `None` if `other` is zero.
    #[must_use]
    #[inline]
    pub fn over(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        if let (Small { numer: a, denom: b }, Small { numer: c, denom: d }) = (&self.0, &other.0)
            && let (Some(numer), Some(denom)) = (a.checked_mul(*d), b.checked_mul(*c))
            && denom != i64::MIN
            && numer != i64::MIN
        {
            let sign = denom.signum();
            return Some(Self(Small { numer: numer * sign, denom: denom * sign }));
        }
        Some(self.over_big(other))
    }

    /// The number with the other sign.
    #[must_use]
    #[inline]
    pub fn negated(&self) -> Self {
        match &self.0 {
            Small { numer, denom } if *numer != i64::MIN => Self(Small { numer: -numer, denom: *denom }),
            _ => Self::from_big(-self.to_big()),
        }
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn magnitude(&self) -> Self {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    /// Returns whether it is zero.
    #[must_use]
    #[inline]
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Small { numer, .. } => *numer == 0,
            Big(big) => big.is_zero(),
        }
    }

    /// Returns whether it is negative.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small { numer, .. } => *numer < 0,
            Big(big) => big.is_negative(),
        }
    }

    /// Returns whether it is a whole number.
    #[must_use]
    #[inline]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small { numer, denom } => *denom == 1 || numer % denom == 0,
            Big(big) => big.is_integer(),
        }
    }

    /// Returns the number as a machine integer, if it is whole and fits.
    #[must_use]
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small { numer, denom: 1 } => Some(*numer),
            Small { numer, denom } => (numer % denom == 0).then(|| numer / denom),
            Big(big) if big.is_integer() => big.numer().to_i64(),
            Big(_) => None,
        }
    }

    /// Returns the number as a double machine word, if it is whole and fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Big(big) if big.is_integer() => big.numer().to_i128(),
            Big(_) => None,
            Small { .. } => self.to_i64().map(i128::from),
        }
    }

    /// Returns the number, rounded; infinite if it is too large.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Small { numer, denom } => *numer as f64 / *denom as f64,
            Big(big) => big.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// Returns numerator and denominator in lowest terms, if both fit a machine word.
    #[must_use]
    pub fn to_i64_ratio(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Small { numer, denom } => lowest_terms(*numer, *denom),
            Big(big) => Some((big.numer().to_i64()?, big.denom().to_i64()?)),
        }
    }

    /// Returns the numerator in lowest terms. It carries the sign.
    #[must_use]
    pub fn numer(&self) -> Self {
        Self::from_integer(self.to_big().numer().clone())
    }

    /// Returns the denominator in lowest terms. It is positive.
    #[must_use]
    pub fn denom(&self) -> Self {
        Self::from_integer(self.to_big().denom().clone())
    }

    /// Returns the largest whole number that is at most this one.
    #[must_use]
    pub fn floor(&self) -> Self {
        match &self.0 {
            Small { numer, denom } => Self::from(numer.div_euclid(*denom)),
            Big(big) => Self::from_big(big.floor()),
        }
    }

    /// Returns the residues of numerator and denominator, not always in lowest terms, modulo a number above zero.
    #[must_use]
    pub fn residues(&self, modulus: u64) -> (u64, u64) {
        match &self.0 {
            Small { numer, denom } => {
                let residue = |n: i64| i128::from(n).rem_euclid(i128::from(modulus)) as u64;
                (residue(*numer), residue(*denom))
            }
            Big(big) => {
                let residue = |n: &BigInt| n.mod_floor(&modulus.into()).to_u64().unwrap_or(0);
                (residue(big.numer()), residue(big.denom()))
            }
        }
    }

    /// Returns roughly how many bits numerator and denominator take together. Size limits count these.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small { .. } => 128,
            Big(big) => big.numer().bits() + big.denom().bits(),
        }
    }

    /// Adds without the big rational if both are whole: it looks for common divisors, which takes twenty times longer than a
    /// product of 65,536 bits.
    fn plus_big(&self, other: &Self) -> Self {
        match (self.to_integer(), other.to_integer()) {
            (Some(a), Some(b)) => Self::from_integer(a + b),
            _ => Self::from_big(self.to_big() + other.to_big()),
        }
    }

    fn times_big(&self, other: &Self) -> Self {
        match (self.to_integer(), other.to_integer()) {
            (Some(a), Some(b)) => Self::from_integer(a * b),
            _ => Self::from_big(self.to_big() * other.to_big()),
        }
    }

    fn over_big(&self, other: &Self) -> Self {
        if let (Some(a), Some(b)) = (self.to_integer(), other.to_integer())
            && let (quotient, rest) = a.div_rem(&b)
            && rest.is_zero()
        {
            return Self::from_integer(quotient);
        }
        Self::from_big(self.to_big() / other.to_big())
    }

    pub(super) fn to_big(&self) -> BigRational {
        match &self.0 {
            Small { numer, denom } => BigRational::new((*numer).into(), (*denom).into()),
            Big(big) => (**big).clone(),
        }
    }

    /// Keeps a number that fits a machine word off the heap.
    pub(super) fn from_big(big: BigRational) -> Self {
        match (big.numer().to_i64(), big.denom().to_i64()) {
            (Some(numer), Some(denom)) => Self(Small { numer, denom }),
            _ => Self(Big(Box::new(big))),
        }
    }

    pub(super) fn from_integer(integer: BigInt) -> Self {
        match integer.to_i64() {
            Some(numer) => Self(Small { numer, denom: 1 }),
            None => Self(Big(Box::new(BigRational::from_integer(integer)))),
        }
    }

    /// Returns the whole number as the big crate's integer, or `None` for a fraction.
    pub(super) fn to_integer(&self) -> Option<BigInt> {
        match &self.0 {
            Small { .. } => self.to_i64().map(BigInt::from),
            Big(big) => big.is_integer().then(|| big.numer().clone()),
        }
    }
}

#[inline]
fn small_sum(a: i64, b: i64, c: i64, d: i64) -> Option<Exact> {
    if b == d {
        return Some(Exact(Small { numer: a.checked_add(c)?, denom: b }));
    }
    let numer = a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?;
    Some(Exact(Small { numer, denom: b.checked_mul(d)? }))
}

/// Returns `None` only for the one fraction whose divisor does not fit: `i64::MIN` over a multiple of itself.
fn lowest_terms(numer: i64, denom: i64) -> Option<(i64, i64)> {
    let divisor = i64::try_from(numer.unsigned_abs().gcd(&denom.unsigned_abs())).ok()?;
    Some((numer / divisor, denom / divisor))
}

impl From<i64> for Exact {
    #[inline]
    fn from(numer: i64) -> Self {
        Self(Small { numer, denom: 1 })
    }
}

impl From<bool> for Exact {
    fn from(truth: bool) -> Self {
        if truth { Self::ONE } else { Self::ZERO }
    }
}

impl PartialEq for Exact {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            // Cross products of machine words always fit twice the width.
            (Small { numer: a, denom: b }, Small { numer: c, denom: d }) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            // num-rational's own comparison recurses for each quotient that both continued fractions have in common, which may be
            // tens of thousands.
            _ => {
                let (a, b) = (self.to_big(), other.to_big());
                (a.numer() * b.denom()).cmp(&(b.numer() * a.denom()))
            }
        }
    }
}

/// Writes it in decimal and lowest terms: `7`, `-3/4`.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.to_big().fmt(f)
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(numer: i64, denom: i64) -> Exact {
        Exact::from(numer).over(&Exact::from(denom)).expect("the tests divide by no zero")
    }

    #[test]
    fn numbers_of_128_bits_are_kept() {
        for number in [0, 1, -1, 1 << 31, 1 << 32, -1 << 64, (1 << 70) + 12345, i128::MAX, i128::MIN] {
            assert_eq!(Exact::from_i128(number).to_string(), number.to_string());
        }
    }

    /// Generates small numbers, and the extremes of the machine word, where overflow hides.
    fn numbers() -> impl Strategy<Value = i64> {
        prop_oneof![-50i64..50, any::<i64>(), Just(i64::MIN), Just(i64::MAX)]
    }

    fn fractions() -> impl Strategy<Value = Exact> {
        (numbers(), numbers().prop_filter("a denominator", |d| *d != 0)).prop_map(|(n, d)| ratio(n, d))
    }

    proptest! {
        #[test]
        fn arithmetic_agrees_with_the_big_crate(a in fractions(), b in fractions()) {
            prop_assert_eq!(a.plus(&b).to_big(), a.to_big() + b.to_big());
            prop_assert_eq!(a.minus(&b).to_big(), a.to_big() - b.to_big());
            prop_assert_eq!(a.times(&b).to_big(), a.to_big() * b.to_big());
            prop_assert_eq!(a.cmp(&b), a.to_big().cmp(&b.to_big()));
            prop_assert_eq!(a.floor().to_big(), a.to_big().floor());
            prop_assert_eq!(a.is_integer(), a.to_big().is_integer());
            prop_assert_eq!(a.to_i64(), a.to_integer().and_then(|n| n.to_i64()));
            if !b.is_zero() {
                prop_assert_eq!(a.over(&b).map(|q| q.to_big()), Some(a.to_big() / b.to_big()));
            }
        }
    }

    #[test]
    fn fractions_are_told_in_lowest_terms() {
        let terms = |numer, denom| ratio(numer, denom).to_i64_ratio();
        assert_eq!((terms(6, 4), terms(-6, 9), terms(0, 5)), (Some((3, 2)), Some((-2, 3)), Some((0, 1))));
    }

    #[test]
    fn large_neighbours_are_compared_without_a_deep_recursion() {
        // Quotients of neighbouring Fibonacci numbers: their continued fractions differ only in the last quotient.
        let (mut last, mut this) = (BigInt::from(1), BigInt::from(1));
        for _ in 0..80_000 {
            (last, this) = (this.clone(), last + this);
        }
        let next = &last + &this;
        let fraction = |numer: &BigInt, denom: &BigInt| {
            Exact::from_big(BigRational::new_raw(numer.clone(), denom.clone()))
        };
        let (a, b) = (fraction(&this, &last), fraction(&next, &this));
        assert_ne!(a, b);
        assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        assert_eq!(a, a.clone());
    }

    #[test]
    fn small_results_come_back_from_the_heap() {
        let big = Exact::from(i64::MAX).times(&Exact::from(i64::MAX));
        assert!(matches!(big.0, Big(_)));
        assert!(matches!(big.minus(&big).0, Small { .. }));
    }

    #[test]
    fn a_quotient_by_zero_has_no_value() {
        assert_eq!(Exact::ONE.over(&ratio(0, 7)), None);
    }
}
