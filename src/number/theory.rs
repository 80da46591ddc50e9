//! Number theory on exact numbers: powers, roots, factorials, digits, primes.

use num_bigint::BigInt;
use num_traits::One;
use num_traits::Pow;
use num_traits::Signed;
use num_traits::ToPrimitive;
use num_traits::Zero;

use super::Exact;
use super::Lack;
use super::Magnitude;

impl Exact {
    /// The binary logarithm of the number without its sign, good to nine digits; `None` for zero.
    #[must_use]
    pub fn log2(&self) -> Option<f64> {
        let big = self.to_big();
        (!big.is_zero()).then(|| integer_log2(big.numer()) - integer_log2(big.denom()))
    }

    /// Whether the number is a whole multiple of `other`; of zero, only zero is.
    #[must_use]
    pub fn is_multiple_of(&self, other: &Self) -> bool {
        self.over(other).map_or_else(|| self.is_zero(), |quotient| quotient.is_integer())
    }

    /// The rest of floor division, which has the sign of `other`; `None` where `other` is zero.
    #[must_use]
    pub fn modulo(&self, other: &Self) -> Option<Self> {
        Some(self.minus(&self.over(other)?.floor().times(other)))
    }

    /// The number to a power; a fraction as exponent asks for an exact root. `0^0` is 1.
    ///
    /// # Errors
    /// [`Lack::NoValue`] for zero to a negative power and for roots of non-powers;
    /// [`Lack::Vast`] where the result has more than about `limit` bits.
    pub fn power(&self, exponent: &Self, limit: u64) -> Result<Self, Lack> {
        let Some((numer, denom)) = exponent.to_i64_ratio() else { return self.vast_power(exponent) };
        if self.is_zero() && numer < 0 {
            return Err(Lack::NoValue);
        }
        let base = if denom == 1 { self.clone() } else { self.root(denom.unsigned_abs())? };
        let bits = base.log2().unwrap_or(0.0).abs() * numer.unsigned_abs() as f64;
        if bits > limit as f64 {
            return base.vast_power(&Self::from(numer));
        }
        if base.to_i64().is_some_and(|n| (-1..=1).contains(&n)) {
            let odd = numer % 2 != 0;
            return Ok(if odd || (base.is_zero() && numer > 0) { base } else { Self::ONE });
        }
        let power = Self::from_big(Pow::pow(base.to_big(), numer.unsigned_abs()));
        if numer < 0 { Self::ONE.over(&power).ok_or(Lack::NoValue) } else { Ok(power) }
    }

    fn vast_power(&self, exponent: &Self) -> Result<Self, Lack> {
        let Some(base) = Magnitude::of(self) else {
            return if exponent.is_negative() { Err(Lack::NoValue) } else { Ok(Self::ZERO) };
        };
        if *self == Self::ONE {
            return Ok(Self::ONE);
        }
        let (Some(size), true) = (Magnitude::of(exponent), exponent.is_integer()) else {
            return Err(Lack::Unknown);
        };
        let odd = !exponent.is_multiple_of(&Self::from(2));
        if self.negated() == Self::ONE {
            return Ok(if odd { self.clone() } else { Self::ONE });
        }
        let sign = if exponent.is_negative() { -1.0 } else { 1.0 };
        let (few, many) = (size.low.exp2(), size.high.exp2());
        let corners =
            [base.low * few, base.low * many, base.high * few, base.high * many].map(|log| log * sign);
        let low = corners.into_iter().fold(f64::INFINITY, f64::min);
        let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let whole = base.whole && !exponent.is_negative();
        Err(Lack::Vast(Magnitude::new(self.is_negative() && odd, low, high, whole)))
    }

    /// The exact `n`th root; of a negative number only where `n` is odd.
    ///
    /// # Errors
    /// [`Lack::NoValue`] where the number is no `n`th power of a rational, or `n` is zero.
    pub fn root(&self, n: u64) -> Result<Self, Lack> {
        let degree = u32::try_from(n).ok().filter(|n| *n > 0).ok_or(Lack::NoValue)?;
        let big = self.to_big();
        if big.is_negative() && n % 2 == 0 {
            return Err(Lack::NoValue);
        }
        let numer = integer_root(big.numer(), degree).ok_or(Lack::NoValue)?;
        let denom = integer_root(big.denom(), degree).ok_or(Lack::NoValue)?;
        Self::from_integer(numer).over(&Self::from_integer(denom)).ok_or(Lack::NoValue)
    }

    /// The factorial.
    ///
    /// # Errors
    /// [`Lack::NoValue`] for a negative number or a fraction; [`Lack::Vast`] past `limit` bits.
    pub fn factorial(&self, limit: u64) -> Result<Self, Lack> {
        if self.is_negative() || !self.is_integer() {
            return Err(Lack::NoValue);
        }
        let n = self.to_i64().ok_or(Lack::Unknown)? as f64;
        // Stirling's bounds: (n/e)^n ≤ n! ≤ n^n.
        let (low, high) = (n * (n / std::f64::consts::E).log2(), n * n.max(1.0).log2());
        if low > limit as f64 {
            return Err(Lack::Vast(Magnitude::new(false, low, high, true)));
        }
        let product = (1..=n as u64).fold(BigInt::one(), |product, factor| product * factor);
        Ok(Self::from_integer(product))
    }
}

fn integer_log2(integer: &BigInt) -> f64 {
    let shift = integer.bits().saturating_sub(60);
    let top = (integer.magnitude() >> shift).to_u64().expect("at most 60 bits are left") as f64;
    top.log2() + shift as f64
}

fn integer_root(integer: &BigInt, degree: u32) -> Option<BigInt> {
    let root = integer.nth_root(degree);
    (Pow::pow(&root, degree) == *integer).then_some(root)
}
