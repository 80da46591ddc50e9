//! What operators and functions are called, what they take, and what they mean for known numbers.
//!
//! A meaning is a number, nothing ("has no value"), or too large to compute.

use std::collections::HashSet;

use num_bigint::BigInt;
use num_bigint::BigUint;
use num_bigint::Sign;

use crate::number::BITS;
use crate::number::Number;
use crate::number::ONE;
use crate::number::ZERO;
use crate::number::common_divisor;

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    NoValue,
    TooLarge,
}

pub use Missing::{NoValue, TooLarge};

pub type Meaning = fn(&[Number], u32) -> Result<Number, Missing>;

/// What a word does.
#[derive(Clone, Copy)]
pub enum Deed {
    /// Its intervals are known.
    Plus,
    Neg,
    Times,
    Over,
    Floor,
    Mod,
    Power,
    Abs,
    Min,
    Max,
    /// Its meaning is known as soon as its arguments are.
    Exactly(Meaning),
    /// It asks something about numbers; no, if one has no value.
    Asks(Meaning),
    Compare(Relation),
    /// A division with remainder: dividend, divisor, quotient, rest.
    Remainder,
    And,
    Or,
    Not,
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// A word: its name, how many arguments it takes at least and at most, and what it does.
pub struct Word(pub &'static str, pub usize, pub usize, pub Deed);

const MANY: usize = usize::MAX;

use Deed::{Asks, Compare, Exactly};

pub static WORDS: &[Word] = &[
    Word("+", 1, MANY, Deed::Plus),
    Word("neg", 1, 1, Deed::Neg),
    Word("*", 1, MANY, Deed::Times),
    Word("/", 2, 2, Deed::Over),
    Word("//", 2, 2, Deed::Floor),
    Word("%", 2, 2, Deed::Mod),
    Word("^", 2, 2, Deed::Power),
    Word("abs", 1, 1, Deed::Abs),
    Word("min", 1, MANY, Deed::Min),
    Word("max", 1, MANY, Deed::Max),
    Word("=", 2, 2, Compare(Relation::Equal)),
    Word("!=", 2, 2, Compare(Relation::Unequal)),
    Word("<", 2, 2, Compare(Relation::Less)),
    Word("<=", 2, 2, Compare(Relation::AtMost)),
    Word(">", 2, 2, Compare(Relation::Greater)),
    Word(">=", 2, 2, Compare(Relation::AtLeast)),
    Word("remainder", 4, 4, Deed::Remainder),
    Word("and", 1, MANY, Deed::And),
    Word("or", 1, MANY, Deed::Or),
    Word("not", 1, 1, Deed::Not),
    Word("count", 1, MANY, Deed::Count),
    Word("root", 2, 2, Exactly(|x, _| root(&x[0], &x[1]))),
    Word("fact", 1, 1, Exactly(|x, _| factorial(&x[0]))),
    Word("sign", 1, 1, Exactly(|x, _| Ok(x[0].signum().into()))),
    Word("floor", 1, 1, Exactly(|x, _| Ok(x[0].floor()))),
    Word("ceil", 1, 1, Exactly(|x, _| Ok(x[0].negated().floor().negated()))),
    Word("round", 1, 1, Exactly(|x, _| round(&x[0]))),
    Word("gcd", 1, MANY, Exactly(|x, _| Ok(gcd_of(&wholes(x)?).into()))),
    Word("lcm", 1, MANY, Exactly(|x, _| lcm(&wholes(x)?))),
    Word("num_divisors", 1, 1, Exactly(|x, _| num_divisors(&x[0]))),
    Word("num_prime_factors", 1, 1, Exactly(|x, _| num_prime_factors(&x[0]))),
    Word("totient", 1, 1, Exactly(|x, _| totient(&x[0]))),
    Word("prime_pi", 1, 1, Exactly(|x, _| prime_pi(&x[0]))),
    Word("choose", 2, 2, Exactly(|x, _| choose(&x[0], &x[1]))),
    Word("tri", 1, 1, Exactly(|x, _| triangular(&x[0]))),
    Word("fib", 1, 1, Exactly(|x, _| fibonacci(&x[0]))),
    Word("digits", 1, 1, Exactly(|x, b| Ok((digits(&x[0], b)?.len() as i64).into()))),
    Word("digit", 2, 2, Exactly(digit)),
    Word(
        "digit_sum",
        1,
        1,
        Exactly(|x, b| Ok(digits(&x[0], b)?.into_iter().map(i64::from).sum::<i64>().into())),
    ),
    Word("digit_product", 1, 1, Exactly(digit_product)),
    Word("reverse", 1, 1, Exactly(|x, b| of_digits(digits(&x[0], b)?.into_iter().rev().collect(), b))),
    Word("rotate", 2, 2, Exactly(rotate)),
    Word("concat", 1, MANY, Exactly(|x, b| of_digits(all_digits(x, b)?, b))),
    Word("num", 1, MANY, Exactly(num)),
    Word("divides", 2, 2, Asks(|x, _| divides(&x[0], &x[1]))),
    Word("is_integer", 1, 1, Asks(|x, _| Ok(x[0].whole().is_some().into()))),
    Word("is_square", 1, 1, Asks(|x, _| Ok(has_whole_root(&x[0], 2).into()))),
    Word("is_cube", 1, 1, Asks(|x, _| Ok(has_whole_root(&x[0], 3).into()))),
    Word("is_power", 1, 1, Asks(|x, _| is_power(&x[0]))),
    Word("coprime", 2, MANY, Asks(|x, _| coprime(x))),
    Word("is_even", 1, 1, Asks(|x, _| divides(&2.into(), &x[0]))),
    Word("is_odd", 1, 1, Asks(|x, _| Ok(x[0].whole().is_some_and(|x| x.bit(0)).into()))),
    Word("is_semiprime", 1, 1, Asks(|x, _| Ok((num_prime_factors(&x[0])? == 2.into()).into()))),
    Word("is_prime", 1, 1, Asks(|x, _| is_prime(&x[0]))),
    Word(
        "is_triangular",
        1,
        1,
        Asks(|x, _| Ok(x[0].natural().is_some_and(|n| is_square(&(n * 8 + 1))).into())),
    ),
    Word("is_fibonacci", 1, 1, Asks(|x, _| Ok(x[0].natural().is_some_and(|n| is_fibonacci(&n)).into()))),
    Word(
        "is_palindrome",
        1,
        1,
        Asks(|x, b| Ok(digits(&x[0], b).is_ok_and(|d| d.iter().eq(d.iter().rev())).into())),
    ),
    Word(
        "increasing",
        1,
        1,
        Asks(|x, b| Ok(digits(&x[0], b).is_ok_and(|d| d.is_sorted_by(|a, b| a < b)).into())),
    ),
    Word("pandigital", 1, MANY, Asks(|x, b| Ok(all_digits(x, b).is_ok_and(|d| has_each_once(&d, b)).into()))),
    Word("distinct", 2, MANY, Asks(|x, _| Ok((x.iter().collect::<HashSet<_>>().len() == x.len()).into()))),
];

fn wholes(x: &[Number]) -> Result<Vec<BigInt>, Missing> {
    x.iter().map(Number::whole).collect::<Option<_>>().ok_or(NoValue)
}

fn natural(x: &Number) -> Result<BigInt, Missing> {
    x.natural().ok_or(NoValue)
}

/// A number to a power that may be a fraction: an exact root then.
pub fn power(base: &Number, exponent: &Number) -> Result<Number, Missing> {
    if base.is_zero() {
        return if exponent.signum() < 0 { Err(NoValue) } else { Ok(exponent.is_zero().into()) };
    }
    let exponent = exponent.big();
    base.root(exponent.denom()).ok_or(NoValue)?.power(exponent.numer()).ok_or(TooLarge)
}

fn root(x: &Number, degree: &Number) -> Result<Number, Missing> {
    let degree = natural(degree)?;
    if degree.bits() == 0 {
        return Err(NoValue);
    }
    x.root(&degree).ok_or(NoValue)
}

fn factorial(x: &Number) -> Result<Number, Missing> {
    let n = natural(x)?;
    let (mut product, mut factor) = (BigInt::from(1), BigInt::from(1));
    while factor < n {
        factor += 1;
        product *= &factor;
        if product.bits() > BITS {
            return Err(TooLarge);
        }
    }
    Ok(product.into())
}

/// Halves go away from zero.
fn round(x: &Number) -> Result<Number, Missing> {
    let doubled = x.magnitude().times(&2.into()).and_then(|x| x.plus(&ONE)).ok_or(TooLarge)?;
    let rounded = doubled.over(&2.into()).ok_or(TooLarge)?.floor();
    Ok(if x.signum() < 0 { rounded.negated() } else { rounded })
}

fn gcd_of(x: &[BigInt]) -> BigInt {
    x.iter().fold(BigInt::from(0), |divisor, x| common_divisor(x, &divisor))
}

fn lcm(x: &[BigInt]) -> Result<Number, Missing> {
    let mut lcm = BigInt::from(1);
    for x in x {
        let divisor = common_divisor(&lcm, x);
        if divisor.bits() > 0 {
            lcm = BigInt::from((&lcm / divisor * x).magnitude().clone());
        }
        if lcm.bits() > BITS {
            return Err(TooLarge);
        }
    }
    Ok(lcm.into())
}

fn divides(divisor: &Number, x: &Number) -> Result<Number, Missing> {
    if divisor.is_zero() {
        return Ok(x.is_zero().into());
    }
    Ok(x.over(divisor).ok_or(TooLarge)?.whole().is_some().into())
}

/// Whether no two share a factor; of more than a thousand numbers that would take too long.
fn coprime(x: &[Number]) -> Result<Number, Missing> {
    let Ok(x) = wholes(x) else { return Ok(ZERO) };
    if x.len() > 1000 {
        return Err(TooLarge);
    }
    let alone = |i: usize| x[..i].iter().all(|other| common_divisor(other, &x[i]) == BigInt::from(1));
    Ok((0..x.len()).all(alone).into())
}

fn is_square(n: &BigInt) -> bool {
    n.sign() != Sign::Minus && n.sqrt().pow(2) == *n
}

fn has_whole_root(x: &Number, degree: u32) -> bool {
    x.whole().is_some() && x.root(&degree.into()).is_some()
}

fn is_power(x: &Number) -> Result<Number, Missing> {
    let Some(whole) = x.whole() else { return Ok(ZERO) };
    if whole.bits() <= 1 {
        return Ok(ONE);
    }
    if whole.bits() > 2048 {
        return Err(TooLarge);
    }
    Ok((2..whole.bits()).any(|degree| x.root(&degree.into()).is_some()).into())
}

fn is_fibonacci(n: &BigInt) -> bool {
    // Gessel 1972: exactly for them 5n² + 4 or 5n² - 4 is a square.
    let square = n * n * 5;
    is_square(&(&square + 4)) || is_square(&(square - 4))
}

/// Past this a number that passes the test for the first 13 primes may yet be composite.
const PROVEN: u128 = 3_317_044_064_679_887_385_961_981;

fn is_prime(x: &Number) -> Result<Number, Missing> {
    let Some(n) = x.natural() else { return Ok(ZERO) };
    prime(&n).map(Number::from)
}

fn prime(n: &BigInt) -> Result<bool, Missing> {
    let n = n.magnitude();
    if *n < BigUint::from(2u32) {
        return Ok(false);
    }
    for divisor in 2u32..1000 {
        if (n % divisor).bits() == 0 {
            return Ok(*n == BigUint::from(divisor));
        }
    }
    if *n < BigUint::from(1_000_000u32) {
        return Ok(true);
    }
    if n.bits() > 2048 {
        return Err(TooLarge);
    }
    let passes = [2u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41].into_iter().all(|base| passes(n, base));
    match passes {
        false => Ok(false),
        true if *n < BigUint::from(PROVEN) => Ok(true),
        true => Err(TooLarge),
    }
}

/// The test of Miller and Rabin for an odd number.
fn passes(n: &BigUint, base: u32) -> bool {
    let less = n - 1u32;
    let twos = less.trailing_zeros().unwrap_or(0);
    let mut power = BigUint::from(base).modpow(&(&less >> twos), n);
    if power == BigUint::from(1u32) {
        return true;
    }
    for _ in 0..twos {
        if power == less {
            return true;
        }
        power = &power * &power % n;
    }
    false
}

/// The primes of a number above zero of at most 128 bits with their exponents: what divisors below 2^20 leave must be 1, a prime
/// or its square.
fn factors(x: &Number) -> Result<Vec<(BigInt, u32)>, Missing> {
    let n = natural(x)?;
    if n.bits() == 0 {
        return Err(NoValue);
    }
    let mut rest = u128::try_from(&n).map_err(|_| TooLarge)?;
    let mut factors = Vec::new();
    let mut divisor = 2;
    while divisor < 1 << 20 && divisor * divisor <= rest {
        let mut exponent = 0;
        while rest.is_multiple_of(divisor) {
            rest /= divisor;
            exponent += 1;
        }
        if exponent > 0 {
            factors.push((divisor.into(), exponent));
        }
        divisor += 1;
    }
    let root = rest.isqrt();
    if rest > 1 && (divisor * divisor > rest || prime(&rest.into())?) {
        factors.push((rest.into(), 1));
    } else if rest > 1 {
        if root * root != rest || !prime(&root.into())? {
            return Err(TooLarge);
        }
        factors.push((root.into(), 2));
    }
    Ok(factors)
}

fn num_divisors(x: &Number) -> Result<Number, Missing> {
    Ok(factors(x)?.iter().fold(BigInt::from(1), |product, (_, exponent)| product * (exponent + 1)).into())
}

fn num_prime_factors(x: &Number) -> Result<Number, Missing> {
    Ok(factors(x)?.iter().map(|(_, exponent)| i64::from(*exponent)).sum::<i64>().into())
}

fn totient(x: &Number) -> Result<Number, Missing> {
    let n = natural(x)?;
    Ok(factors(x)?.iter().fold(n, |rest, (prime, _)| rest / prime * (prime - 1)).into())
}

/// How many primes there are up to a number of at most 10^8, as Lucy the Hedgehog counts them.
fn prime_pi(x: &Number) -> Result<Number, Missing> {
    let n = x.floor().word().filter(|n| *n <= 100_000_000);
    let n = match n {
        Some(n) if n < 2 => return Ok(ZERO),
        _ if x.signum() < 0 => return Ok(ZERO),
        Some(n) => n as usize,
        None => return Err(TooLarge),
    };
    let root = n.isqrt();
    let mut small: Vec<usize> = (0..=root).map(|i| i.max(1) - 1).collect();
    let mut large: Vec<usize> = (0..=root).map(|i| n / i.max(1) - 1).collect();
    for p in 2..=root {
        let before = small[p - 1];
        if small[p] == before {
            continue;
        }
        for i in 1..=root.min(n / (p * p)) {
            let left = if i * p <= root { large[i * p] } else { small[n / (i * p)] };
            large[i] -= left - before;
        }
        for i in (p * p..=root).rev() {
            small[i] -= small[i / p] - before;
        }
    }
    Ok((large[1] as i64).into())
}

fn choose(n: &Number, k: &Number) -> Result<Number, Missing> {
    let (n, k) = (natural(n)?, k.whole().ok_or(NoValue)?);
    if k.sign() == Sign::Minus || k > n {
        return Ok(ZERO);
    }
    let k = k.clone().min(&n - k);
    let (mut ways, mut step) = (BigInt::from(1), BigInt::from(0));
    while step < k {
        ways *= &n - &step;
        step += 1;
        ways /= &step;
        if ways.bits() > BITS {
            return Err(TooLarge);
        }
    }
    Ok(ways.into())
}

fn triangular(x: &Number) -> Result<Number, Missing> {
    let n = natural(x)?;
    Number::from(&n * (&n + 1) / 2).kept().ok_or(TooLarge)
}

fn fibonacci(x: &Number) -> Result<Number, Missing> {
    let n = u64::try_from(natural(x)?).ok().filter(|n| *n <= 100_000).ok_or(TooLarge)?;
    let (mut a, mut b) = (BigInt::from(0), BigInt::from(1));
    // From the highest bit down: fib(2k) = fib(k)(2fib(k+1) - fib(k)), fib(2k+1) = fib(k)² + fib(k+1)².
    for bit in (0..17).rev() {
        let even = &a * (&b * 2 - &a);
        let odd = &a * &a + &b * &b;
        (a, b) = if n >> bit & 1 == 0 { (even, odd) } else { (odd.clone(), even + odd) };
    }
    Number::from(a).kept().ok_or(TooLarge)
}

/// The digits of a whole number from 0 up, the highest first; 0 has one.
fn digits(x: &Number, base: u32) -> Result<Vec<u8>, Missing> {
    Ok(natural(x)?.to_radix_be(base).1)
}

/// The digits of all numbers, written one after the other.
fn all_digits(x: &[Number], base: u32) -> Result<Vec<u8>, Missing> {
    let each: Result<Vec<_>, _> = x.iter().map(|x| digits(x, base)).collect();
    Ok(each?.concat())
}

fn of_digits(digits: Vec<u8>, base: u32) -> Result<Number, Missing> {
    let number = BigInt::from_radix_be(Sign::Plus, &digits, base).ok_or(NoValue)?;
    Number::from(number).kept().ok_or(TooLarge)
}

fn digit(x: &[Number], base: u32) -> Result<Number, Missing> {
    let (digits, place) = (digits(&x[0], base)?, natural(&x[1])?);
    let digit = usize::try_from(place).ok().and_then(|place| digits.iter().rev().nth(place));
    Ok(i64::from(digit.copied().unwrap_or(0)).into())
}

fn digit_product(x: &[Number], base: u32) -> Result<Number, Missing> {
    let digits = digits(&x[0], base)?;
    if digits.contains(&0) {
        return Ok(ZERO);
    }
    Ok(digits.into_iter().fold(BigInt::from(1), |product, digit| product * digit).into())
}

fn rotate(x: &[Number], base: u32) -> Result<Number, Missing> {
    let mut digits = digits(&x[0], base)?;
    let turns = x[1].whole().ok_or(NoValue)?;
    let length = BigInt::from(digits.len());
    let turns = usize::try_from((turns % &length + &length) % &length).map_err(|_| NoValue)?;
    digits.rotate_left(turns);
    of_digits(digits, base)
}

fn num(x: &[Number], base: u32) -> Result<Number, Missing> {
    let digit = |x: &Number| u8::try_from(x.word()?).ok().filter(|digit| u32::from(*digit) < base);
    of_digits(x.iter().map(digit).collect::<Option<_>>().ok_or(NoValue)?, base)
}

/// Each digit once; zero may be missing.
fn has_each_once(digits: &[u8], base: u32) -> bool {
    let seen: HashSet<&u8> = digits.iter().collect();
    seen.len() == digits.len() && (1..base).all(|digit| seen.contains(&(digit as u8)))
}
