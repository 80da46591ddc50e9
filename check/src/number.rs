//! Exact rational numbers: machine words while they fit, big rationals afterwards.
//!
//! What has more than [`BITS`] bits is not kept: every operation answers `None` for it, "too large to compute".

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::BigRational;

/// The most bits of a numerator or denominator.
pub const BITS: u64 = 1 << 16;

/// A number in lowest terms. Each has one form: `Big` only if a word does not hold it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    Small(i64, i64),
    Big(Box<BigRational>),
}

use Number::{Big, Small};

pub const ZERO: Number = Small(0, 1);
pub const ONE: Number = Small(1, 1);

impl From<i64> for Number {
    fn from(word: i64) -> Self {
        Small(word, 1)
    }
}

impl From<bool> for Number {
    fn from(truth: bool) -> Self {
        Small(truth.into(), 1)
    }
}

impl From<BigInt> for Number {
    fn from(whole: BigInt) -> Self {
        i64::try_from(&whole).map_or_else(|_| Big(Box::new(whole.into())), Self::from)
    }
}

impl Number {
    /// The quotient of two words of which the second is above zero.
    fn words(numer: i128, denom: i128) -> Option<Self> {
        let (numer, denom) = match denom {
            1 => (numer, 1),
            _ => {
                let divisor = gcd(numer.unsigned_abs(), denom.unsigned_abs()) as i128;
                (numer / divisor, denom / divisor)
            }
        };
        Some(Small(i64::try_from(numer).ok()?, i64::try_from(denom).ok()?))
    }

    pub fn ratio(numer: BigInt, denom: BigInt) -> Self {
        Self::from_big(BigRational::new(numer, denom))
    }

    fn from_big(big: BigRational) -> Self {
        match (i64::try_from(big.numer()), i64::try_from(big.denom())) {
            (Ok(numer), Ok(denom)) => Small(numer, denom),
            _ => Big(Box::new(big)),
        }
    }

    pub fn big(&self) -> BigRational {
        match self {
            Small(numer, denom) => BigRational::new_raw((*numer).into(), (*denom).into()),
            Big(big) => (**big).clone(),
        }
    }

    /// The number, unless it is too large to keep.
    pub fn kept(self) -> Option<Self> {
        let fits = match &self {
            Small(..) => true,
            Big(big) => big.numer().bits() <= BITS && big.denom().bits() <= BITS,
        };
        fits.then_some(self)
    }

    pub fn plus(&self, other: &Self) -> Option<Self> {
        if let (Small(a, b), Small(c, d)) = (self, other) {
            let (a, b, c, d) = (i128::from(*a), i128::from(*b), i128::from(*c), i128::from(*d));
            let sum = if b == d { (a + c, b) } else { (a * d + c * b, b * d) };
            if let Some(sum) = Self::words(sum.0, sum.1) {
                return Some(sum);
            }
        }
        Self::from_big(self.big() + other.big()).kept()
    }

    pub fn negated(&self) -> Self {
        match self {
            Small(numer, denom) if *numer != i64::MIN => Small(-numer, *denom),
            _ => Self::from_big(-self.big()),
        }
    }

    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.negated())
    }

    pub fn times(&self, other: &Self) -> Option<Self> {
        if let (Small(a, b), Small(c, d)) = (self, other) {
            let product = (i128::from(*a) * i128::from(*c), i128::from(*b) * i128::from(*d));
            if let Some(product) = Self::words(product.0, product.1) {
                return Some(product);
            }
        }
        Self::from_big(self.big() * other.big()).kept()
    }

    /// The quotient by a number that is not zero.
    pub fn over(&self, other: &Self) -> Option<Self> {
        if let (Small(a, b), Small(c, d)) = (self, other) {
            let (numer, denom) = (i128::from(*a) * i128::from(*d), i128::from(*b) * i128::from(*c));
            let sign = denom.signum();
            if let Some(quotient) = Self::words(numer * sign, denom * sign) {
                return Some(quotient);
            }
        }
        Self::from_big(self.big() / other.big()).kept()
    }

    pub fn floor(&self) -> Self {
        match self {
            Small(numer, 1) => Small(*numer, 1),
            Small(numer, denom) => Small(numer.div_euclid(*denom), 1),
            Big(big) => Self::from(big.floor().to_integer()),
        }
    }

    /// What floor division by a number that is not zero leaves.
    pub fn modulo(&self, other: &Self) -> Option<Self> {
        self.minus(&self.over(other)?.floor().times(other)?)
    }

    pub fn signum(&self) -> i64 {
        match self.cmp(&ZERO) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }

    pub fn is_zero(&self) -> bool {
        *self == ZERO
    }

    pub fn magnitude(&self) -> Self {
        if self.signum() < 0 { self.negated() } else { self.clone() }
    }

    pub fn whole(&self) -> Option<BigInt> {
        match self {
            Small(numer, 1) => Some((*numer).into()),
            Small(..) => None,
            Big(big) => big.is_integer().then(|| big.to_integer()),
        }
    }

    /// The number, if it is whole and not below zero.
    pub fn natural(&self) -> Option<BigInt> {
        (self.signum() >= 0).then(|| self.whole()).flatten()
    }

    pub fn word(&self) -> Option<i64> {
        if let Small(numer, 1) = self { Some(*numer) } else { None }
    }

    /// To a whole power; of zero only to one from 0 on.
    pub fn power(&self, exponent: &BigInt) -> Option<Self> {
        let big = self.big();
        let is_odd = exponent.bit(0);
        if exponent.bits() == 0 || *self == ONE {
            return Some(ONE);
        }
        if self.is_zero() || self.negated() == ONE {
            return Some(if is_odd || self.is_zero() { self.clone() } else { ONE });
        }
        // A number of b bits to the power e has more than (b - 1)·e bits.
        let steps = u64::try_from(exponent.magnitude()).ok()?;
        let least = (big.numer().bits().max(big.denom().bits()) - 1).checked_mul(steps)?;
        if least > BITS {
            return None;
        }
        let steps = u32::try_from(steps).ok()?;
        let (numer, denom) = (big.numer().pow(steps), big.denom().pow(steps));
        let is_below_one = exponent.sign() == num_bigint::Sign::Minus;
        let (numer, denom) = if is_below_one { (denom, numer) } else { (numer, denom) };
        Self::ratio(numer, denom).kept()
    }

    /// The exact root of a degree from 1 on, if there is one.
    pub fn root(&self, degree: &BigInt) -> Option<Self> {
        if *self == ZERO || *self == ONE {
            return Some(self.clone());
        }
        let big = self.big();
        Some(Self::ratio(whole_root(big.numer(), degree)?, whole_root(big.denom(), degree)?))
    }
}

/// The exact root of a whole number.
fn whole_root(number: &BigInt, degree: &BigInt) -> Option<BigInt> {
    let is_negative = *number < BigInt::from(0);
    if is_negative && !degree.bit(0) {
        return None;
    }
    if number.magnitude().bits() <= 1 {
        return Some(number.clone());
    }
    // A root from 2 on to a power of the number's bits is more than the number.
    let degree = u32::try_from(degree).ok().filter(|degree| u64::from(*degree) < number.bits())?;
    let root = number.magnitude().nth_root(degree);
    let root = if is_negative { -BigInt::from(root) } else { root.into() };
    (root.pow(degree) == *number).then_some(root)
}

pub fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd_words(x, y).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

fn gcd_words(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The greatest common divisor of whole numbers, not below zero.
pub fn common_divisor(a: &BigInt, b: &BigInt) -> BigInt {
    if b.bits() == 0 {
        return a.magnitude().clone().into();
    }
    // In lowest terms a/b has the denominator b/gcd.
    let ratio = BigRational::new(a.clone(), b.clone());
    (b / ratio.denom()).magnitude().clone().into()
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Small(a, b), Small(c, d)) if b == d => a.cmp(c),
            (Small(a, b), Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.big().cmp(&other.big()),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Small(numer, denom) if *denom != 1 => write!(f, "{numer}/{denom}"),
            Small(numer, _) => write!(f, "{numer}"),
            Big(big) => write!(f, "{big}"),
        }
    }
}
