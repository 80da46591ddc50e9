//! Factorials, binomials and other numbers that count something.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::exact::Exact;
use super::magnitude::{Magnitude, Undefined};

impl Exact {
    /// Returns the factorial.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] for a negative number or a fraction; [`Undefined::TooLarge`] past `limit` bits.
    pub fn factorial(&self, limit: u64) -> Result<Self, Undefined> {
        if !self.is_natural() {
            return Err(Undefined::NoValue);
        }
        let Some(log) = self.log2() else { return Ok(Self::ONE) };
        // Stirling's bounds: (n/e)^n ≤ n! ≤ n^n.
        let n = log.exp2();
        let (low, high) = (n * (log - std::f64::consts::LOG2_E), n * log);
        if low > limit as f64 {
            return Err(Undefined::TooLarge(Magnitude::new(false, low, high, true)));
        }
        let n = self.to_i64().ok_or(Undefined::Unknown)?;
        Ok(Self::from_integer((1..=n).fold(BigInt::one(), |product, factor| product * factor)))
    }

    /// Returns the number of ways to choose `k` of this many things; 0 if `k` is negative or larger.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] for fractions, or a negative number of things; [`Undefined::TooLarge`] past `limit` bits.
    pub fn choose(&self, k: &Self, limit: u64) -> Result<Self, Undefined> {
        if !self.is_natural() || !k.is_integer() {
            return Err(Undefined::NoValue);
        }
        if k.is_negative() || k > self {
            return Ok(Self::ZERO);
        }
        // There are as many ways to take k things as to leave k.
        let k = k.clone().min(self.minus(k));
        let (Some(n_log), Some(k_log)) = (self.log2(), k.log2()) else { return Ok(Self::ONE) };
        // (n/k)^k ≤ n choose k ≤ (en/k)^k.
        let (steps, ratio) = (k_log.exp2(), n_log - k_log);
        if steps * ratio > limit as f64 {
            let high = steps * (ratio + std::f64::consts::LOG2_E);
            return Err(Undefined::TooLarge(Magnitude::new(false, steps * ratio, high, true)));
        }
        let n = self.to_integer().ok_or(Undefined::NoValue)?;
        let k = k.to_i64().ok_or(Undefined::Unknown)?;
        Ok(Self::from_integer((0..k).fold(BigInt::one(), |ways, i| ways * (&n - i) / (i + 1))))
    }

    /// Returns the triangular number 1 + 2 + … + n.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] for a negative number or a fraction.
    pub fn triangular(&self) -> Result<Self, Undefined> {
        if !self.is_natural() {
            return Err(Undefined::NoValue);
        }
        self.times(&self.plus(&Self::ONE)).over(&Self::from(2)).ok_or(Undefined::NoValue)
    }

    /// Returns whether it is a triangular number; 0 is one.
    ///
    /// # Errors
    /// [`Undefined::Unknown`] past 2^18 bits.
    pub fn is_triangular(&self) -> Result<bool, Undefined> {
        if !self.is_natural() {
            return Ok(false);
        }
        // 8n(n+1)/2 + 1 = (2n+1)².
        self.times(&Self::from(8)).plus(&Self::ONE).is_square()
    }

    /// Returns the Fibonacci number with this index: 0 at index 0, then 1 and 1.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] for a negative number or a fraction; [`Undefined::TooLarge`] past `limit` bits.
    pub fn fibonacci(&self, limit: u64) -> Result<Self, Undefined> {
        if !self.is_natural() {
            return Err(Undefined::NoValue);
        }
        let Some(log) = self.log2() else { return Ok(Self::ZERO) };
        // φ^(n-2) ≤ fib(n) ≤ φ^(n-1).
        let (n, golden) = (log.exp2(), f64::midpoint(1.0, 5f64.sqrt()).log2());
        let low = (n - 2.0) * golden;
        if low > limit as f64 {
            return Err(Undefined::TooLarge(Magnitude::new(false, low, (n - 1.0) * golden, true)));
        }
        let n = self.to_i64().ok_or(Undefined::Unknown)?;
        Ok(Self::from_integer(fibonacci_pair(n.unsigned_abs()).0))
    }

    /// Returns whether it is a Fibonacci number; 0 is, negative numbers are not.
    ///
    /// # Errors
    /// [`Undefined::Unknown`] past 2^18 bits.
    pub fn is_fibonacci(&self) -> Result<bool, Undefined> {
        if !self.is_natural() {
            return Ok(false);
        }
        // Gessel 1972: 5n² + 4 or 5n² - 4 is a square exactly for Fibonacci numbers.
        let square = self.times(self).times(&Self::from(5));
        let four = Self::from(4);
        Ok(square.plus(&four).is_square()? || square.minus(&four).is_square()?)
    }

    /// Returns whether it is 0, 1, 2 and so on.
    #[must_use]
    pub fn is_natural(&self) -> bool {
        self.is_integer() && !self.is_negative()
    }
}

/// Returns the `n`th Fibonacci number and its successor, by doubling: `fib(2k) = fib(k)(2fib(k+1) - fib(k))` and
/// `fib(2k+1) = fib(k)² + fib(k+1)²`.
fn fibonacci_pair(n: u64) -> (BigInt, BigInt) {
    if n == 0 {
        return (BigInt::zero(), BigInt::one());
    }
    let (a, b) = fibonacci_pair(n / 2);
    let even = &a * (&b * 2u32 - &a);
    let odd = &a * &a + &b * &b;
    if n.is_multiple_of(2) {
        return (even, odd);
    }
    let next = &even + &odd;
    (odd, next)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: u64 = 1 << 16;

    fn whole(n: i64) -> Exact {
        Exact::from(n)
    }

    fn too_large(undefined: Result<Exact, Undefined>) -> Magnitude {
        match undefined {
            Err(Undefined::TooLarge(bounds)) => bounds,
            other => panic!("{other:?} is not too large"),
        }
    }

    fn huge() -> Exact {
        whole(10).power(&whole(40), LIMIT).expect("within the limit")
    }

    fn half() -> Exact {
        Exact::ONE.over(&whole(2)).expect("two is not zero")
    }

    #[test]
    fn factorials_are_running_products() {
        let mut product = Exact::ONE;
        for n in 1..200 {
            product = product.times(&whole(n));
            assert_eq!(whole(n).factorial(LIMIT), Ok(product.clone()));
        }
        assert_eq!(whole(0).factorial(LIMIT), Ok(Exact::ONE));
        assert_eq!(whole(-1).factorial(LIMIT), Err(Undefined::NoValue));
        assert_eq!(half().factorial(LIMIT), Err(Undefined::NoValue));
    }

    #[test]
    fn pascals_triangle_adds_up() {
        for n in 1..60 {
            for k in -2..63 {
                let choose = |n: i64, k: i64| whole(n).choose(&whole(k), LIMIT).expect("it is small");
                assert_eq!(choose(n, k), choose(n - 1, k - 1).plus(&choose(n - 1, k)), "{n} {k}");
            }
        }
        assert_eq!(whole(0).choose(&whole(0), LIMIT), Ok(Exact::ONE));
        assert_eq!(whole(-3).choose(&whole(2), LIMIT), Err(Undefined::NoValue));
        assert_eq!(half().choose(&whole(2), LIMIT), Err(Undefined::NoValue));
        assert_eq!(whole(2).choose(&half(), LIMIT), Err(Undefined::NoValue));
        assert_eq!(huge().choose(&huge().minus(&Exact::ONE), LIMIT), Ok(huge()));
    }

    #[test]
    fn fibonacci_numbers_are_sums() {
        let (mut a, mut b) = (Exact::ZERO, Exact::ONE);
        for n in 0..300 {
            assert_eq!(whole(n).fibonacci(LIMIT), Ok(a.clone()));
            assert_eq!(a.is_fibonacci(), Ok(true));
            (a, b) = (b.clone(), a.plus(&b));
        }
        assert_eq!(whole(-1).fibonacci(LIMIT), Err(Undefined::NoValue));
        assert_eq!((whole(-1).is_fibonacci(), half().is_fibonacci()), (Ok(false), Ok(false)));
        assert_eq!((0..100).filter(|n| whole(*n).is_fibonacci() == Ok(true)).count(), 11);
    }

    #[test]
    fn triangles_are_running_sums() {
        let mut sum = 0;
        for n in 0..100 {
            sum += n;
            assert_eq!(whole(n).triangular(), Ok(whole(sum)));
            assert_eq!(whole(sum).is_triangular(), Ok(true));
            assert_eq!(whole(sum + 1).is_triangular(), Ok(sum == 0));
        }
        assert_eq!(whole(i64::MAX).triangular().map(|n| n.is_triangular()), Ok(Ok(true)));
        assert_eq!(whole(-2).triangular(), Err(Undefined::NoValue));
        assert_eq!((whole(-1).is_triangular(), half().is_triangular()), (Ok(false), Ok(false)));
    }

    /// With a small limit the answer is bounds, with a large one the number.
    #[test]
    fn bounds_enclose_what_is_not_computed() {
        let judge = |bounds: Result<Exact, Undefined>, truth: Result<Exact, Undefined>| {
            let log = truth.ok().and_then(|number| number.log2()).expect("it is large, but not too large");
            let bounds = too_large(bounds);
            assert!(bounds.low <= log && log <= bounds.high && bounds.whole && !bounds.negative);
        };
        for n in (20..2000).step_by(37).map(whole) {
            judge(n.factorial(10), n.factorial(LIMIT));
            judge(n.fibonacci(8), n.fibonacci(LIMIT));
            judge(n.choose(&whole(9), 5), n.choose(&whole(9), LIMIT));
        }
        judge(whole(3000).choose(&whole(1500), 100), whole(3000).choose(&whole(1500), LIMIT));
    }

    #[test]
    fn the_largest_questions_are_answered_at_once() {
        assert!(too_large(whole(99_999).factorial(LIMIT)).low > 1.5e6);
        assert!(too_large(whole(i64::MAX).factorial(LIMIT)).low > 5.6e20);
        assert!(too_large(huge().factorial(LIMIT)).low > 1e42);
        assert!(too_large(huge().fibonacci(LIMIT)).low > 6.9e39);
        let near_half = huge().over(&whole(2)).expect("two is not zero");
        assert!(too_large(huge().choose(&near_half, LIMIT)).high > 9.9e39);
        let beyond_doubles = whole(2).power(&whole(60_000), LIMIT).expect("within the limit");
        assert!(too_large(beyond_doubles.factorial(LIMIT)).low > 1e299);
        assert!(too_large(beyond_doubles.fibonacci(LIMIT)).low > 1e299);
        assert!(too_large(beyond_doubles.choose(&beyond_doubles.minus(&whole(1 << 20)), LIMIT)).low > 6e10);
    }
}
