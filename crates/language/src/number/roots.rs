//! Exact roots, and whether they exist.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Roots;
use num_prime::nt_funcs::{factorize64, is_prime64, primes};
use num_traits::{One, Zero};

use super::exact::{EXPENSIVE, Exact};
use super::magnitude::Undefined;
use super::powers::natural_log2;
use super::trial::{multiplicity, small_factor};

/// Returns the largest whole number whose power is at most `number`, which is not negative.
pub fn whole_root(number: i128, degree: u32) -> i128 {
    number.nth_root(degree)
}

impl Exact {
    /// Returns the exact `n`th root. A negative number has one only if `n` is odd.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] if the number is not an `n`th power of a rational, or if `n` is zero;
    /// [`Undefined::Unknown`] past 2^18 bits.
    pub fn root(&self, n: u64) -> Result<Self, Undefined> {
        if n == 0 || (self.is_negative() && n.is_multiple_of(2)) {
            return Err(Undefined::NoValue);
        }
        if let Some(word) = self.to_i64() {
            return word_root(word, n).map(Self::from).ok_or(Undefined::NoValue);
        }
        let big = self.to_big();
        let numer = integer_root(big.numer(), n)?.ok_or(Undefined::NoValue)?;
        let denom = integer_root(big.denom(), n)?.ok_or(Undefined::NoValue)?;
        Self::from_integer(numer).over(&Self::from_integer(denom)).ok_or(Undefined::NoValue)
    }

    /// Returns the exact root of a degree of any size, which must be a whole number above zero.
    ///
    /// # Errors
    /// As for [`Exact::root`], and [`Undefined::NoValue`] for any other degree.
    pub fn root_of_degree(&self, degree: &Self) -> Result<Self, Undefined> {
        if !degree.is_natural() || degree.is_zero() {
            return Err(Undefined::NoValue);
        }
        if let Some(n) = degree.to_i64() {
            return self.root(n.unsigned_abs());
        }
        // No number that fits in memory is a power of such a degree, except these.
        let odd = !degree.is_multiple_of(&Self::from(2));
        let is_own_root = self.is_zero() || *self == Self::ONE || (odd && self.negated() == Self::ONE);
        if is_own_root { Ok(self.clone()) } else { Err(Undefined::NoValue) }
    }

    /// Returns whether it is the square of a whole number.
    ///
    /// # Errors
    /// [`Undefined::Unknown`] past 2^18 bits.
    pub fn is_square(&self) -> Result<bool, Undefined> {
        self.is_whole_power(2)
    }

    /// Returns whether it is the cube of a whole number, which may be negative.
    ///
    /// # Errors
    /// [`Undefined::Unknown`] past 2^18 bits.
    pub fn is_cube(&self) -> Result<bool, Undefined> {
        self.is_whole_power(3)
    }

    fn is_whole_power(&self, n: u64) -> Result<bool, Undefined> {
        if !self.is_integer() {
            return Ok(false);
        }
        match self.root(n) {
            Ok(_) => Ok(true),
            Err(Undefined::NoValue) => Ok(false),
            Err(undefined) => Err(undefined),
        }
    }

    /// Returns whether it is `n^k` for whole numbers `n` and `k` with `k` at least 2. 0, 1 and -1 are.
    ///
    /// # Errors
    /// [`Undefined::Unknown`] past 2^18 bits.
    pub fn is_perfect_power(&self) -> Result<bool, Undefined> {
        if self.to_i64().is_some() {
            return Ok(WORD_DEGREES.iter().any(|degree| self.root(*degree).is_ok()));
        }
        let Some(integer) = self.to_integer() else { return Ok(false) };
        let (sign, magnitude) = integer.into_parts();
        let smallest = if sign == Sign::Minus { 3 } else { 2 };
        Ok(perfect_root(&magnitude, smallest)?.is_some())
    }
}

/// If a machine word other than 0, 1 and -1 is a power, it is one of these degrees.
const WORD_DEGREES: [u64; 18] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61];

fn word_root(word: i64, n: u64) -> Option<i64> {
    match word {
        0 | 1 => Some(word),
        -1 => (n % 2 == 1).then_some(word),
        _ if n == 1 => Some(word),
        _ if n >= 64 => None,
        _ => {
            // The library's root of i64::MIN overflows, so the sign is handled separately.
            let root = word.unsigned_abs().nth_root(n as u32) as i64 * word.signum();
            (root.checked_pow(n as u32) == Some(word)).then_some(root)
        }
    }
}

fn integer_root(integer: &BigInt, n: u64) -> Result<Option<BigInt>, Undefined> {
    let root = natural_root(integer.magnitude(), n)?;
    Ok(root.map(|root| BigInt::from_biguint(integer.sign(), root)))
}

/// Returns the exact `n`th root, or `None` if there is none.
fn natural_root(number: &BigUint, n: u64) -> Result<Option<BigUint>, Undefined> {
    if number.is_zero() || number.is_one() || n == 1 {
        return Ok(Some(number.clone()));
    }
    if n >= number.bits() {
        return Ok(None);
    }
    if number.bits() > EXPENSIVE {
        return Err(Undefined::Unknown);
    }
    if !residues_allow_root(number, n) {
        return Ok(None);
    }
    let n = u32::try_from(n).expect("it is less than the number's bits, which are few");
    let root = floor_root(number, n);
    Ok((root.pow(n) == *number).then_some(root))
}

/// Returns whether residues allow an `n`th root. Modulo a prime `jn + 1` only one residue in `n` is an `n`th power, so three
/// primes refuse nearly all numbers, at a thousandth of the cost of a root.
fn residues_allow_root(number: &BigUint, n: u64) -> bool {
    let primes = (1..).map(|j| j * n + 1).filter(|candidate| is_prime64(*candidate));
    primes.take(3).all(|prime| {
        let residue = number % prime;
        residue.is_zero() || residue.modpow(&((prime - 1) / n).into(), &prime.into()).is_one()
    })
}

/// Returns the root, rounded down. For a high degree the library starts its approximation far off: the 20011th root of a number
/// of 2^18 bits took it eleven seconds. A start from the logarithm is right to thirty bits, and each step of Newton's method
/// doubles them.
fn floor_root(number: &BigUint, n: u32) -> BigUint {
    if n < 64 {
        return number.nth_root(n);
    }
    let mut root = root_or_more(number, n);
    loop {
        let better = (number / root.pow(n - 1) + &root * (n - 1)) / n;
        if better >= root {
            return root;
        }
        root = better;
    }
}

/// Returns a little more than the root: Newton's method then comes down from above without overshooting.
fn root_or_more(number: &BigUint, n: u32) -> BigUint {
    let log = natural_log2(number) / f64::from(n);
    let widened = (log.fract() + 2.0 + 1e-9).exp2();
    let mantissa = (widened * f64::from(1 << 30)) as u64;
    ((BigUint::from(mantissa) << (log as u64)) >> 32u32) + 1u32
}

/// Returns a root of the number, at least 2, whose degree is a prime from `smallest` on, and the degree.
pub(super) fn perfect_root(number: &BigUint, smallest: u64) -> Result<Option<(BigUint, u64)>, Undefined> {
    if number.bits() > EXPENSIVE {
        return Err(Undefined::Unknown);
    }
    for degree in possible_degrees(number) {
        if degree >= smallest
            && let Some(root) = natural_root(number, degree)?
        {
            return Ok(Some((root, degree)));
        }
    }
    Ok(None)
}

/// Returns the primes `k` for which the number may be a `k`th power. One small prime factor excludes many: its multiplicity is a
/// multiple of `k`. Without a factor below 2^9 the root is at least 2^9.
fn possible_degrees(number: &BigUint) -> Vec<u64> {
    match small_factor(number) {
        Some(prime) => factorize64(multiplicity(number, &prime.into()).0).into_keys().collect(),
        None => primes(number.bits() / 9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(n: i64) -> Exact {
        Exact::from(n)
    }

    fn power(n: i64, exponent: i64) -> Exact {
        whole(n).power(&whole(exponent), 1 << 20).expect("within the limit")
    }

    /// Returns whether it is a power, by trying all powers of small numbers.
    fn slow_is_power(n: i64) -> bool {
        let reaches = |base: i64| (2..20).any(|k| base.checked_pow(k) == Some(n));
        (-40..=40).any(reaches)
    }

    proptest! {
        #[test]
        fn the_root_of_a_power_is_its_base(base in any::<i64>(), n in 1u64..200) {
            let root = power(base, n as i64).root(n);
            let expected = if n % 2 == 0 { whole(base).magnitude() } else { whole(base) };
            prop_assert_eq!(root, Ok(expected));
        }

        #[test]
        fn beside_a_power_there_is_no_root(base in 2i64..1 << 40, n in 2u64..200, off in prop_oneof![Just(-1i64), Just(1)]) {
            let beside = power(base, n as i64).plus(&whole(off));
            prop_assert_eq!(beside.root(n), Err(Undefined::NoValue));
        }

        #[test]
        fn rounded_roots_enclose_the_number(base in 2u64..u64::MAX, below in any::<u64>(), n in 64u32..300) {
            let number = BigUint::from(base).pow(n) - below;
            let root = floor_root(&number, n);
            prop_assert!(root.pow(n) <= number && (root + 1u32).pow(n) > number);
        }

        #[test]
        fn powers_are_recognised(base in any::<i64>(), k in 2i64..12) {
            prop_assert_eq!(power(base, k).is_perfect_power(), Ok(true));
        }
    }

    #[test]
    fn perfect_powers_agree_with_a_search() {
        for n in -1500..1500 {
            assert_eq!(whole(n).is_perfect_power(), Ok(slow_is_power(n)), "{n}");
        }
    }

    #[test]
    fn squares_and_cubes_are_whole() {
        let quarter = Exact::ONE.over(&whole(4)).expect("four is not zero");
        assert_eq!((quarter.is_square(), quarter.is_cube()), (Ok(false), Ok(false)));
        assert_eq!(quarter.root(2).map(|root| root.to_string()), Ok("1/2".into()));
        assert_eq!(
            (whole(0).is_square(), whole(-4).is_square(), whole(16).is_square()),
            (Ok(true), Ok(false), Ok(true))
        );
        assert_eq!((whole(-27).is_cube(), whole(9).is_cube()), (Ok(true), Ok(false)));
        assert_eq!(quarter.is_perfect_power(), Ok(false));
    }

    #[test]
    fn the_edges_of_the_machine_word_have_their_roots() {
        assert_eq!(whole(i64::MIN).root(3), Ok(whole(-(1 << 21))));
        assert_eq!(whole(i64::MIN).root(63), Ok(whole(-2)));
        assert_eq!(whole(i64::MIN).root(2), Err(Undefined::NoValue));
        assert_eq!(whole(i64::MAX).root(7), Err(Undefined::NoValue));
        assert_eq!(whole(-1).root(u64::MAX), Ok(whole(-1)));
        assert_eq!(whole(-1).root(u64::MAX - 1), Err(Undefined::NoValue));
        assert_eq!(whole(7).root(0), Err(Undefined::NoValue));
        let huge = power(10, 100);
        assert_eq!(whole(0).root_of_degree(&huge), Ok(whole(0)));
        assert_eq!(whole(2).root_of_degree(&huge), Err(Undefined::NoValue));
        assert_eq!(whole(4).root_of_degree(&whole(-2)), Err(Undefined::NoValue));
    }

    #[test]
    fn roots_of_high_degree_are_not_dear() {
        for degree in [4001, 20011, 82000] {
            assert_eq!(power(3, 2 * degree).root(degree as u64), Ok(whole(9)));
        }
        assert_eq!(power(3, 164_000).is_perfect_power(), Ok(true));
        assert_eq!(power(1009, 26_001).is_perfect_power(), Ok(true));
        assert_eq!(power(1009, 26_000).plus(&whole(6)).is_perfect_power(), Ok(false));
        assert_eq!(power(3, 200_000).root(2), Err(Undefined::Unknown));
    }
}
