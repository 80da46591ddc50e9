//! Prime factors, and the functions that depend on them.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use num_bigint::BigUint;
use num_prime::factor::pollard_rho;
use num_prime::nt_funcs;
use num_traits::{One, ToPrimitive, Zero};

use super::exact::Exact;
use super::magnitude::{Magnitude, Undefined};
use super::primes::{PROVEN, is_prime_natural};
use super::roots::perfect_root;
use super::trial::{TRIED, multiplicity};

/// The most steps of Pollard's method for a number past the proven primes. It then finds most factors of up to ten digits. Giving
/// up on products of two primes of 400 bits took 0.24 s (one core of a cloud machine, November 2026).
const RHO_STEPS: usize = 1 << 16;

/// Numbers with more bits than this are not split further.
const SPLIT_BITS: u64 = 1024;

impl Exact {
    /// Returns the number of divisors.
    ///
    /// # Errors
    /// [`Undefined::NoValue`] unless the number is whole and above zero; [`Undefined::TooLarge`] with bounds if it cannot be
    /// factored in reasonable time. Numbers below 3.3·10^24 are factored in at most 0.2 s; larger ones if all factors but one are
    /// small.
    pub fn num_divisors(&self) -> Result<Self, Undefined> {
        if let Some(word) = self.positive_word() {
            let mut count: i64 = 1;
            each_factor(word, |_, exponent| count *= exponent as i64 + 1);
            return Ok(count.into());
        }
        let number = self.positive()?;
        match factored(&number) {
            Some(factors) => Ok(product(factors.into_values().map(|exponent| (exponent + 1).into()))),
            None => Err(self.num_divisors_bounds()),
        }
    }

    /// Returns the number of prime factors with multiplicity: 12 has three.
    ///
    /// # Errors
    /// As for [`Exact::num_divisors`]; [`Undefined::Unknown`] instead of bounds.
    pub fn num_prime_factors(&self) -> Result<Self, Undefined> {
        if let Some(word) = self.positive_word() {
            let mut count: i64 = 0;
            each_factor(word, |_, exponent| count += exponent as i64);
            return Ok(count.into());
        }
        let factors = factored(&self.positive()?).ok_or(Undefined::Unknown)?;
        let sum: u64 = factors.into_values().sum();
        Ok(Self::from_integer(BigUint::from(sum).into()))
    }

    /// Returns how many numbers from 1 to this one share no factor with it.
    ///
    /// # Errors
    /// As for [`Exact::num_divisors`].
    pub fn totient(&self) -> Result<Self, Undefined> {
        if let Some(word) = self.positive_word() {
            let mut count = word;
            each_factor(word, |prime, _| count -= count / prime);
            return Ok(Self::from(count as i64));
        }
        let number = self.positive()?;
        match factored(&number) {
            Some(factors) => Ok(Self::from_integer(
                factors.into_keys().fold(number, |rest, prime| rest / &prime * (prime - 1u32)).into(),
            )),
            None => Err(self.totient_bounds()),
        }
    }

    fn positive_word(&self) -> Option<u64> {
        u64::try_from(self.to_i64()?).ok().filter(|word| *word > 0)
    }

    fn positive(&self) -> Result<BigUint, Undefined> {
        let natural = self.to_integer().and_then(|integer| integer.to_biguint());
        natural.filter(|natural| !natural.is_zero()).ok_or(Undefined::NoValue)
    }

    fn num_divisors_bounds(&self) -> Undefined {
        let Some((ln, lnln)) = self.logarithms() else { return Undefined::Unknown };
        // Nicolas and Robin 1983: log2 d(n) ≤ 1.538 ln n / ln ln n.
        Undefined::TooLarge(Magnitude::new(false, 1.0, 1.538 * ln / lnln, true))
    }

    fn totient_bounds(&self) -> Undefined {
        let (Some(log), Some((_, lnln))) = (self.log2(), self.logarithms()) else {
            return Undefined::Unknown;
        };
        // Rosser and Schoenfeld 1962: φ(n) > n / (e^γ ln ln n + 3 / ln ln n).
        let low = log - (1.781_073 * lnln + 3.0 / lnln).log2();
        Undefined::TooLarge(Magnitude::new(false, low - 1e-9, log + 1e-9, true))
    }

    fn logarithms(&self) -> Option<(f64, f64)> {
        let ln = self.log2()? * std::f64::consts::LN_2;
        Some((ln, ln.ln()))
    }
}

fn product(factors: impl Iterator<Item = BigUint>) -> Exact {
    Exact::from_integer(factors.fold(BigUint::one(), |product, factor| product * factor).into())
}

/// Iterates over the primes that divide a number above zero, each once.
pub fn primes_of(number: u64) -> impl Iterator<Item = u64> {
    nt_funcs::factorize64(number).into_keys()
}

/// The numbers whose factors are looked up, and after how many questions: a table takes about as long as these answers.
const TABLES: [(u64, u32); 2] = [(1 << 14, 1 << 6), (1 << 20, 1 << 12)];

/// Visits the primes that divide a number above zero with their exponents. Searches ask for those of a million small numbers,
/// so these are looked up: `num_divisors(ABCDEF)=48` takes a tenth of the time.
fn each_factor(number: u64, mut visit: impl FnMut(u64, usize)) {
    static ASKED: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];
    static LEAST: [OnceLock<Vec<u16>>; 2] = [const { OnceLock::new() }; 2];
    let table = TABLES.iter().position(|(end, _)| number < *end);
    let least = table.and_then(|at| {
        let is_wanted =
            || LEAST[at].get().is_some() || ASKED[at].fetch_add(1, Ordering::Relaxed) >= TABLES[at].1;
        is_wanted().then(|| LEAST[at].get_or_init(|| least_primes(TABLES[at].0 as usize)))
    });
    let Some(least) = least else {
        return nt_funcs::factorize64(number)
            .into_iter()
            .for_each(|(prime, exponent)| visit(prime, exponent));
    };
    let mut rest = number;
    while rest > 1 {
        let prime = Some(u64::from(least[rest as usize])).filter(|prime| *prime > 0).unwrap_or(rest);
        let mut exponent = 0;
        while rest.is_multiple_of(prime) {
            rest /= prime;
            exponent += 1;
        }
        visit(prime, exponent);
    }
}

/// Returns the least prime factor of each composite number below `end`, at most 2^32, and 0 for others.
fn least_primes(end: usize) -> Vec<u16> {
    let mut least = vec![0; end];
    for prime in (2..).take_while(|prime| prime * prime < end) {
        if least[prime] == 0 {
            let multiples = least[prime * prime..].iter_mut().step_by(prime);
            multiples.filter(|least| **least == 0).for_each(|least| *least = prime as u16);
        }
    }
    least
}

type Factors = BTreeMap<BigUint, u64>;

/// Returns the primes of a number above zero with their exponents; `None` if that would take too long.
fn factored(number: &BigUint) -> Option<Factors> {
    if let Some(word) = number.to_u64() {
        let factors = nt_funcs::factorize64(word).into_iter();
        return Some(factors.map(|(prime, exponent)| (prime.into(), exponent as u64)).collect());
    }
    let mut factors = Factors::new();
    let mut rest = number.clone();
    for divisor in (2..TRIED).map(BigUint::from) {
        let (exponent, left) = multiplicity(&rest, &divisor);
        if exponent > 0 {
            factors.insert(divisor, exponent);
            rest = left;
        }
    }
    split(rest, &mut factors)?;
    Some(factors)
}

/// Adds the prime factors of a number without small ones.
fn split(number: BigUint, factors: &mut Factors) -> Option<()> {
    let mut todo = vec![(number, 1)];
    while let Some((number, exponent)) = todo.pop() {
        match number.to_u128() {
            Some(small) if small < PROVEN => split_small(small, exponent, factors)?,
            _ => {
                let (part, other, times) = halves(&number)?;
                todo.extend([(part, exponent * times), (other, exponent)]);
            }
        }
    }
    Some(())
}

fn split_small(number: u128, exponent: u64, factors: &mut Factors) -> Option<()> {
    for (prime, times) in nt_funcs::factorize128(number) {
        let prime = BigUint::from(prime);
        // The library accepts a probable prime, but a count of divisors must be certain.
        if is_prime_natural(&prime) != Ok(true) {
            return None;
        }
        *factors.entry(prime).or_insert(0) += exponent * times as u64;
    }
    Some(())
}

/// Splits a large composite number into `part^times · other`.
fn halves(number: &BigUint) -> Option<(BigUint, BigUint, u64)> {
    if number.bits() > SPLIT_BITS || is_prime_natural(number) != Ok(false) {
        return None;
    }
    if let Some((root, degree)) = perfect_root(number, 2).ok()? {
        return Some((root, BigUint::one(), degree));
    }
    let part = pollard_rho(number, BigUint::from(2u32), BigUint::one(), RHO_STEPS).0?;
    let other = number / &part;
    Some((part, other, 1))
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

    #[test]
    fn bounds_of_large_numbers_hold_of_small_ones_and_are_close() {
        let bounds = |undefined| match undefined {
            Undefined::TooLarge(magnitude) => (magnitude.low, magnitude.high),
            other => panic!("{other:?}"),
        };
        // A fifth of the numbers below 30,030 share no factor with it, and 6,983,776,800 has 2,304 divisors: the extremes that
        // these bounds allow.
        let (low, high) = bounds(whole(30_030).totient_bounds());
        assert!(low < 5760_f64.log2() && 5760_f64.log2() < low + 0.1 && high > 30_030_f64.log2());
        let (low, high) = bounds(whole(6_983_776_800).num_divisors_bounds());
        assert!(low <= 1.0 && 2304_f64.log2() <= high && high < 2304_f64.log2() + 0.01);
    }

    #[test]
    fn factors_that_are_looked_up_are_those_that_are_found() {
        let all = |number| {
            let mut factors = Vec::new();
            each_factor(number, |prime, exponent| factors.push((prime, exponent)));
            factors
        };
        // The first of each table are not looked up, and the last are too large.
        for number in (1..(1 << 14) + 6000).chain((1 << 20) - 3000..(1 << 20) + 100) {
            assert_eq!(
                all(number),
                nt_funcs::factorize64(number).into_iter().collect::<Vec<_>>(),
                "{number}"
            );
        }
    }

    fn times(factors: &[Exact]) -> Exact {
        factors.iter().fold(Exact::ONE, |product, factor| product.times(factor))
    }

    fn coprime(a: i64, b: i64) -> bool {
        whole(a).gcd(&whole(b)) == Ok(Exact::ONE)
    }

    #[test]
    fn small_numbers_agree_with_counting() {
        for n in 1..600 {
            let divisors = (1..=n).filter(|d| n % d == 0).count() as i64;
            let coprimes = (1..=n).filter(|m| coprime(n, *m)).count() as i64;
            assert_eq!(whole(n).num_divisors(), Ok(whole(divisors)), "{n}");
            assert_eq!(whole(n).totient(), Ok(whole(coprimes)), "{n}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// The factors are prime, and their product is the number.
        #[test]
        fn factors_are_primes_that_make_the_number(a in 1u64.., b in 1u64..1 << 17, c in 1u64..1 << 40) {
            let number = BigUint::from(a) * b * c * c;
            if let Some(factors) = factored(&number) {
                let mut product = BigUint::one();
                for (prime, exponent) in factors {
                    prop_assert_eq!(is_prime_natural(&prime), Ok(true));
                    product *= prime.pow(exponent as u32);
                }
                prop_assert_eq!(product, number);
            }
        }

        #[test]
        fn multiplicities_agree_with_dividing(base in 2u32..50, exponent in 0u32..200, other in 1u32..) {
            let mut rest = BigUint::from(base).pow(exponent) * other;
            let found = multiplicity(&rest, &base.into());
            let mut count = 0;
            while (&rest % base).is_zero() {
                rest /= base;
                count += 1;
            }
            prop_assert_eq!(found, (count, rest));
        }
    }

    #[test]
    fn what_is_not_factored_lies_within_its_bounds() {
        // Two Mersenne primes.
        let [p, q] = [521, 607].map(|exponent| power(2, exponent).minus(&Exact::ONE));
        let number = p.times(&q);
        let totient = p.minus(&Exact::ONE).times(&q.minus(&Exact::ONE));
        let bounds = |undefined: Result<Exact, Undefined>| match undefined {
            Err(Undefined::TooLarge(bounds)) => (bounds.low, bounds.high),
            other => panic!("it is not factored: {other:?}"),
        };
        let log = totient.log2().expect("it is positive");
        let (low, high) = bounds(number.totient());
        assert!(low <= log && log <= high && high - low < 4.0, "{low} {log} {high}");
        // The number has four divisors.
        let (low, high) = bounds(number.num_divisors());
        assert!(low <= 2.0 && 2.0 <= high && high < log / 3.0, "{low} {high}");
    }

    #[test]
    fn numbers_past_the_machine_word() {
        let factorial = whole(40).factorial(1 << 16).expect("within the limit");
        assert_eq!(factorial.num_divisors(), Ok(whole(102_435_840)));
        let (p, q) = (whole(1_000_000_007), whole(998_244_353));
        let squares = times(&[p.clone(), p.clone(), q.clone(), q.clone()]);
        assert_eq!(squares.num_divisors(), Ok(whole(9)));
        let expected = times(&[p.clone(), q.clone(), whole(1_000_000_006), whole(998_244_352)]);
        assert_eq!(squares.totient(), Ok(expected));
        assert_eq!(times(&[power(1_000_003, 5), power(1_000_033, 2), p]).num_divisors(), Ok(whole(36)));
        assert_eq!(power(2, 60_000).num_divisors(), Ok(whole(60_001)));
        assert_eq!(power(6, 20_000).totient(), Ok(times(&[power(6, 19_999), whole(2)])));
    }

    #[test]
    fn what_is_not_factored_is_bounded() {
        let large = power(10, 40).plus(&whole(121)); // a probable prime, so not split
        let Err(Undefined::TooLarge(divisors)) = large.num_divisors() else { panic!("it is too expensive") };
        assert!(divisors.low <= 1.0 && divisors.high > 1.0);
        let Err(Undefined::TooLarge(totient)) = large.totient() else { panic!("it is too expensive") };
        let log = large.log2().expect("it is not zero");
        assert!(totient.low > log - 4.0 && totient.high > log);
    }

    #[test]
    fn a_number_of_five_thousand_digits_is_given_up_soon() {
        let large = power(10, 5000).plus(&whole(7));
        assert!(matches!(large.totient(), Err(Undefined::TooLarge(_))));
    }

    #[test]
    fn only_numbers_above_zero_have_divisors_to_count() {
        let half = Exact::ONE.over(&whole(2)).expect("two is not zero");
        for number in [Exact::ZERO, whole(-6), half] {
            assert_eq!(number.num_divisors(), Err(Undefined::NoValue));
            assert_eq!(number.totient(), Err(Undefined::NoValue));
        }
    }
}
