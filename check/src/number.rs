//! Exact rational numbers: machine words while they fit, big rationals afterwards.
//!
//! Numbers with more than [`BITS`] bits are not kept: every operation answers `None` for it, "too large to compute".

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};
use std::str::FromStr;

use num_bigint::{BigInt, Sign};
use num_rational::{BigRational, Ratio};

/// The most bits of a numerator or denominator.
pub const BITS: u64 = 1 << 16;

/// A number in lowest terms. Each has one form: `Small` if 64 bits hold both parts, so that no operation overflows.
#[derive(Clone, Debug)]
pub enum Number {
    Small(Ratio<i128>),
    Big(Box<BigRational>),
}

use Number::{Big, Small};

/// Whole numbers: machine words, or big ones.
pub trait Whole:
    Clone
    + Ord
    + Default
    + From<u8>
    + Into<BigInt>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Rem<Output = Self>
{
}

impl Whole for i128 {}
impl Whole for BigInt {}

/// The greatest common divisor, or its negative.
pub fn gcd<T: Whole>(mut a: T, mut b: T) -> T {
    while b != T::default() {
        (a, b) = (b.clone(), a % b);
    }
    a
}

impl From<i64> for Number {
    fn from(word: i64) -> Self {
        Small(Ratio::from_integer(word.into()))
    }
}

impl From<BigInt> for Number {
    fn from(whole: BigInt) -> Self {
        BigRational::from_integer(whole).into()
    }
}

impl From<Ratio<i128>> for Number {
    fn from(ratio: Ratio<i128>) -> Self {
        let fits = i64::try_from(*ratio.numer()).is_ok() && i64::try_from(*ratio.denom()).is_ok();
        if fits { Small(ratio) } else { Big(Box::new(big(ratio))) }
    }
}

impl From<BigRational> for Number {
    fn from(ratio: BigRational) -> Self {
        match (i64::try_from(ratio.numer()), i64::try_from(ratio.denom())) {
            (Ok(numer), Ok(denom)) => Small(Ratio::new_raw(numer.into(), denom.into())),
            _ => Big(Box::new(ratio)),
        }
    }
}

fn big(small: Ratio<i128>) -> BigRational {
    BigRational::new_raw((*small.numer()).into(), (*small.denom()).into())
}

impl Number {
    pub fn ratio(numer: BigInt, denom: BigInt) -> Self {
        BigRational::new(numer, denom).into()
    }

    pub fn big(&self) -> BigRational {
        match self {
            Small(ratio) => big(*ratio),
            Big(ratio) => (**ratio).clone(),
        }
    }

    /// The number, unless it is too large to keep.
    pub fn kept(self) -> Option<Self> {
        let fits = match &self {
            Small(_) => true,
            Big(ratio) => ratio.numer().bits().max(ratio.denom().bits()) <= BITS,
        };
        fits.then_some(self)
    }

    /// Whole words have an operation of their own, which saves a common divisor.
    fn with(
        &self,
        other: &Self,
        whole: fn(i128, i128) -> Option<i128>,
        small: fn(Ratio<i128>, Ratio<i128>) -> Ratio<i128>,
        big: fn(BigRational, BigRational) -> BigRational,
    ) -> Option<Self> {
        let (Small(a), Small(b)) = (self, other) else {
            return Self::from(big(self.big(), other.big())).kept();
        };
        let whole = if a.is_integer() && b.is_integer() { whole(*a.numer(), *b.numer()) } else { None };
        Some(whole.map_or_else(|| small(*a, *b), Ratio::from_integer).into())
    }

    pub fn plus(&self, other: &Self) -> Option<Self> {
        self.with(other, i128::checked_add, Add::add, Add::add)
    }

    pub fn times(&self, other: &Self) -> Option<Self> {
        self.with(other, i128::checked_mul, Mul::mul, Mul::mul)
    }

    /// The quotient by a number that is not zero.
    pub fn over(&self, other: &Self) -> Option<Self> {
        self.with(other, |_, _| None, Div::div, Div::div)
    }

    pub fn negated(&self) -> Self {
        match self {
            Small(ratio) => ratio.neg().into(),
            Big(ratio) => ratio.as_ref().neg().into(),
        }
    }

    pub fn floor(&self) -> Self {
        match self {
            Small(ratio) => ratio.floor().into(),
            Big(ratio) => ratio.floor().into(),
        }
    }

    /// The remainder of floor division by a number that is not zero.
    pub fn modulo(&self, other: &Self) -> Option<Self> {
        if let (Small(a), Small(b)) = (self, other)
            && a.is_integer()
            && b.is_integer()
        {
            return Some(Ratio::from_integer((a.numer() % b.numer() + b.numer()) % b.numer()).into());
        }
        self.plus(&self.over(other)?.floor().times(other)?.negated())
    }

    pub fn signum(&self) -> i64 {
        self.cmp(&0.into()) as i64
    }

    pub fn is_zero(&self) -> bool {
        self.signum() == 0
    }

    pub fn magnitude(&self) -> Self {
        if self.signum() < 0 { self.negated() } else { self.clone() }
    }

    pub fn whole(&self) -> Option<BigInt> {
        match self {
            Small(ratio) => ratio.is_integer().then(|| (*ratio.numer()).into()),
            Big(ratio) => ratio.is_integer().then(|| ratio.to_integer()),
        }
    }

    /// The number, if it is whole and not below zero.
    pub fn natural(&self) -> Option<BigInt> {
        self.whole().filter(|whole| whole.sign() != Sign::Minus)
    }

    /// To a whole power; of zero only to one from 0 on.
    pub fn power(&self, exponent: &BigInt) -> Option<Self> {
        let big = self.big();
        if exponent.sign() == Sign::NoSign {
            return Some(1.into());
        }
        // A number of b bits to the power e has more than (b - 1)·e bits; 0, 1 and -1 have one.
        let bits = big.numer().bits().max(big.denom().bits()).max(1) - 1;
        if bits == 0 {
            return Some(if exponent.bit(0) { self.clone() } else { self.magnitude() });
        }
        let steps = exponent.magnitude().try_into().ok().filter(|steps| bits * u64::from(*steps) <= BITS)?;
        let (numer, denom) = (big.numer().pow(steps), big.denom().pow(steps));
        let is_below = exponent.sign() == Sign::Minus;
        let (numer, denom) = if is_below { (denom, numer) } else { (numer, denom) };
        Self::ratio(numer, denom).kept()
    }

    /// The exact root of a degree from 1 on, if there is one.
    pub fn root(&self, degree: &BigInt) -> Option<Self> {
        let big = self.big();
        let (numer, denom) = (whole_root(big.numer(), degree)?, whole_root(big.denom(), degree)?);
        Some(Self::ratio(numer, denom))
    }
}

/// The exact root of a whole number.
fn whole_root(number: &BigInt, degree: &BigInt) -> Option<BigInt> {
    if number.sign() == Sign::Minus && !degree.bit(0) {
        return None;
    }
    if number.bits() <= 1 {
        return Some(number.clone());
    }
    // A root from 2 on to a power of the number's bits is more than the number.
    let degree = u32::try_from(degree).ok().filter(|degree| u64::from(*degree) < number.bits())?;
    Some(number.nth_root(degree)).filter(|root| root.pow(degree) == *number)
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Small(a), Small(b)) => a.cmp(b),
            // num-rational's own comparison, and its hash, call themselves for each quotient of a continued fraction.
            _ => {
                let (a, b) = (self.big(), other.big());
                (a.numer() * b.denom()).cmp(&(b.numer() * a.denom()))
            }
        }
    }
}

// Fractions are in lowest terms; num-rational would compare them as above.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Small(a), Small(b)) => a == b,
            (Big(a), Big(b)) => (a.numer(), a.denom()) == (b.numer(), b.denom()),
            _ => false,
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Small(ratio) => (ratio.numer(), ratio.denom()).hash(state),
            Big(ratio) => (ratio.numer(), ratio.denom()).hash(state),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A whole number or a fraction: `102`, `-9/21`.
impl FromStr for Number {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (numer, denom) = text.split_once('/').unwrap_or((text, "1"));
        let (numer, denom) = (numer.parse().map_err(|_| ())?, denom.parse::<BigInt>().map_err(|_| ())?);
        if denom.sign() == Sign::Plus { Ok(Self::ratio(numer, denom)) } else { Err(()) }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Small(ratio) => ratio.fmt(f),
            Big(ratio) => ratio.fmt(f),
        }
    }
}
