//! Primes: testing and counting them.

use std::sync::OnceLock;

use num_bigint::BigUint;
use num_prime::{PrimalityTestConfig, nt_funcs};
use num_traits::ToPrimitive;

use super::exact::Exact;
use super::magnitude::{Magnitude, Undefined};
use super::trial::small_factor;

/// A number below this is prime if it passes the test of Miller and Rabin for the first thirteen primes (Sorenson and Webster,
/// Strong pseudoprimes to twelve prime bases, 2015).
pub(super) const PROVEN: u128 = 3_317_044_064_679_887_385_961_981;

/// Numbers with more bits than this are only searched for small factors. One such test of a prime of 2048 bits takes 6 ms, of
/// 16,000 bits 3 s; there are thirteen.
pub(super) const TESTED_BITS: u64 = 2048;

/// The greatest number up to which primes are counted, which takes 0.9 s; 10^10 takes 0.03 s. (One core of a cloud machine,
/// `opt-level = 2`, November 2026. The library takes 0.9 s for 10^10, 10 s for 10^11.)
const COUNTED: u64 = 1_000_000_000_000;

impl Exact {
    /// Returns whether it is a prime number. Every answer is certain.
    ///
    /// # Errors
    /// [`Undefined::Unknown`] if no factor is found in reasonable time and no proof is known: for numbers from 3.3·10^24 on that
    /// pass the tests, and for numbers past 2048 bits without a factor below 1000.
    pub fn is_prime(&self) -> Result<bool, Undefined> {
        if let Some(word) = self.to_i64() {
            return Ok(u64::try_from(word).is_ok_and(nt_funcs::is_prime64));
        }
        match self.to_integer().map(|integer| integer.to_biguint()) {
            Some(Some(natural)) => is_prime_natural(&natural),
            _ => Ok(false),
        }
    }

    /// Returns the number of primes up to this number.
    ///
    /// # Errors
    /// [`Undefined::TooLarge`] with bounds on the number, past 10^12.
    pub fn prime_pi(&self) -> Result<Self, Undefined> {
        if *self < Self::from(2) {
            return Ok(Self::ZERO);
        }
        match self.floor().to_i64() {
            Some(n) if n.unsigned_abs() <= COUNTED => Ok(Self::from(prime_count(n.unsigned_abs()))),
            _ => Err(self.prime_pi_bounds()),
        }
    }

    fn prime_pi_bounds(&self) -> Undefined {
        let Some(log) = self.log2() else { return Undefined::Unknown };
        // Rosser and Schoenfeld 1962: x/ln x < π(x) < 1.25506 x/ln x from 17 on.
        let low = log - (log * std::f64::consts::LN_2).log2();
        Undefined::TooLarge(Magnitude::new(false, low - 1e-9, low + 1e-9 + 1.25506f64.log2(), true))
    }
}

/// Returns whether a natural number is prime.
pub(super) fn is_prime_natural(natural: &BigUint) -> Result<bool, Undefined> {
    if let Some(word) = natural.to_u64() {
        return Ok(nt_funcs::is_prime64(word));
    }
    if small_factor(natural).is_some() {
        return Ok(false);
    }
    if natural.bits() > TESTED_BITS {
        return Err(Undefined::Unknown);
    }
    let mut tests = PrimalityTestConfig::default();
    tests.sprp_trials = 13;
    tests.sprp_random_trials = 0;
    if !nt_funcs::is_prime(natural, Some(tests)).probably() {
        return Ok(false);
    }
    if natural.to_u128().is_some_and(|n| n < PROVEN) { Ok(true) } else { Err(Undefined::Unknown) }
}

/// Returns the number of primes up to `n`. Searches ask for small counts millions of times, so these are looked up.
fn prime_count(n: u64) -> i64 {
    const LOOKED_UP: usize = 1 << 20;
    static COUNTS: OnceLock<Vec<u32>> = OnceLock::new();
    let counts = COUNTS.get_or_init(|| running_counts(LOOKED_UP));
    match counts.get(usize::try_from(n).unwrap_or(usize::MAX)) {
        Some(count) => i64::from(*count),
        None => lucy(n),
    }
}

/// Returns the number of primes up to each number below `end`.
fn running_counts(end: usize) -> Vec<u32> {
    let mut counts = vec![0; end];
    for prime in nt_funcs::primes(end as u64 - 1) {
        counts[prime as usize] = 1;
    }
    for n in 1..end {
        counts[n] += counts[n - 1];
    }
    counts
}

/// Returns the number of primes up to `n`, in time `n^(3/4)`.
///
/// This is the sieve of Eratosthenes, but it keeps only counts of the numbers left up to `n`, `n/2`, `n/3`, … (an observation of
/// Lucy the Hedgehog, in the forum of Project Euler's problem 10).
fn lucy(n: u64) -> i64 {
    let root = n.isqrt();
    // The numbers left up to i, and up to n/i: at first all from 2 on.
    let mut small: Vec<i64> = (0..=root).map(|i| i as i64 - 1).collect();
    let mut large: Vec<i64> = (0..=root).map(|i| (n / i.max(1)) as i64 - 1).collect();
    for p in 2..=root {
        let before = small[p as usize - 1];
        if small[p as usize] == before {
            continue; // p was sieved out
        }
        for i in 1..=root.min(n / (p * p)) {
            let multiple = i * p;
            let left =
                if multiple <= root { large[multiple as usize] } else { small[(n / multiple) as usize] };
            large[i as usize] -= left - before;
        }
        for i in (p * p..=root).rev() {
            small[i as usize] -= small[(i / p) as usize] - before;
        }
    }
    large[1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(n: i64) -> Exact {
        Exact::from(n)
    }

    fn parsed(decimal: &str) -> Exact {
        decimal.bytes().fold(Exact::ZERO, |n, byte| n.times(&whole(10)).plus(&whole(i64::from(byte - b'0'))))
    }

    fn by_trial_division(n: i64) -> bool {
        n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
    }

    #[test]
    fn primes_agree_with_trial_division() {
        let mut count = 0;
        for n in -10..20_000 {
            assert_eq!(whole(n).is_prime(), Ok(by_trial_division(n)), "{n}");
            count += i64::from(by_trial_division(n));
            assert_eq!(whole(n).prime_pi(), Ok(whole(count)), "{n}");
        }
    }

    proptest! {
        #[test]
        fn larger_primes_agree_too(n in 1i64 << 30..1 << 36) {
            prop_assert_eq!(whole(n).is_prime(), Ok(by_trial_division(n)));
        }

        #[test]
        fn products_are_not_prime(a in 1i64 << 40..i64::MAX, b in 1i64 << 40..i64::MAX) {
            prop_assert_eq!(whole(a).times(&whole(b)).is_prime(), Ok(false));
        }

        #[test]
        fn counts_agree_with_the_library(n in 1u64..20_000_000) {
            prop_assert_eq!(prime_count(n) as u64, nt_funcs::prime_pi(n));
            prop_assert_eq!(lucy(n) as u64, nt_funcs::prime_pi(n));
        }
    }

    #[test]
    fn known_primes_past_the_machine_word() {
        assert_eq!(parsed("18446744073709551557").is_prime(), Ok(true)); // 2^64 - 59
        assert_eq!(parsed("18446744073709551629").is_prime(), Ok(true)); // 2^64 + 13
        assert_eq!(parsed("11111111111111111111111").is_prime(), Ok(true)); // 23 ones
        assert_eq!(parsed("1111111111111111111111").is_prime(), Ok(false));
        // The smallest number that passes for the first twelve primes, and the smallest for thirteen.
        assert_eq!(parsed("318665857834031151167461").is_prime(), Ok(false));
        assert_eq!(parsed("3317044064679887385961981").is_prime(), Err(Undefined::Unknown));
    }

    #[test]
    fn what_is_neither_split_nor_proven_stays_open() {
        let mersenne =
            |n: i64| whole(2).power(&whole(n), 1 << 16).expect("within the limit").minus(&Exact::ONE);
        assert_eq!(mersenne(127).is_prime(), Err(Undefined::Unknown));
        assert_eq!(mersenne(1277).is_prime(), Ok(false));
        assert_eq!(mersenne(60_000).is_prime(), Ok(false));
        assert_eq!(mersenne(9689).is_prime(), Err(Undefined::Unknown));
    }

    #[test]
    fn fractions_and_negative_numbers_are_not_prime() {
        let half = Exact::ONE.over(&whole(2)).expect("two is not zero");
        assert_eq!(half.is_prime(), Ok(false));
        assert_eq!(whole(i64::MIN).is_prime(), Ok(false));
        assert_eq!(parsed("18446744073709551557").negated().is_prime(), Ok(false));
        assert_eq!(half.plus(&whole(3)).prime_pi(), Ok(whole(2)));
    }

    #[test]
    fn known_counts() {
        assert_eq!(whole(1_000_000).prime_pi(), Ok(whole(78_498)));
        assert_eq!(whole(10_000_000_000).prime_pi(), Ok(whole(455_052_511)));
    }

    #[test]
    fn past_the_limit_bounds_are_left() {
        let known = [(18, 24_739_954_287_740_860i64), (13, 346_065_536_839)];
        for (exponent, count) in known {
            let Err(Undefined::TooLarge(bounds)) = whole(10i64.pow(exponent)).prime_pi() else {
                panic!("it is too expensive")
            };
            let log = (count as f64).log2();
            assert!(bounds.low < log && log < bounds.high);
        }
    }
}
