//! The names of operators and functions, their operands, and their meaning for known numbers.
//!
//! A meaning is a number, nothing ("has no value"), or too large to compute.

use std::collections::HashSet;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

use crate::number;
use crate::number::{BITS, Number};

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    NoValue,
    TooLarge,
}

pub use Missing::{NoValue, TooLarge};

type Found = Result<Number, Missing>;
pub type Meaning = fn(&[Number], u32) -> Found;

/// The meaning of a word.
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
    /// It compares two numbers; the orders in which it holds, as bits.
    Compare(u8),
    And,
    Or,
    Not,
    Count,
}

pub const LESS: u8 = 1;
pub const EQUAL: u8 = 2;
pub const GREATER: u8 = 4;

/// A word: its name, how many arguments it takes at least and at most, and what it does.
pub struct Word(pub &'static str, pub usize, pub usize, pub Deed);

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }
}

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
    Word("=", 2, 2, Compare(EQUAL)),
    Word("!=", 2, 2, Compare(LESS | GREATER)),
    Word("<", 2, 2, Compare(LESS)),
    Word("<=", 2, 2, Compare(LESS | EQUAL)),
    Word(">", 2, 2, Compare(GREATER)),
    Word(">=", 2, 2, Compare(GREATER | EQUAL)),
    Word("remainder", 4, 4, Asks(remainder)),
    Word("and", 1, MANY, Deed::And),
    Word("or", 1, MANY, Deed::Or),
    Word("not", 1, 1, Deed::Not),
    Word("count", 1, MANY, Deed::Count),
    Word("root", 2, 2, Exactly(root)),
    Word("fact", 1, 1, Exactly(|x, _| product(natural(&x[0])?, |k| (k, 1.into())))),
    Word("sign", 1, 1, Exactly(|x, _| word(x[0].signum()))),
    Word("floor", 1, 1, Exactly(|x, _| Ok(x[0].floor()))),
    Word("ceil", 1, 1, Exactly(|x, _| Ok(x[0].negated().floor().negated()))),
    Word("round", 1, 1, Exactly(round)),
    Word("gcd", 1, MANY, Exactly(|x, _| Ok(wholes(x)?.into_iter().fold(0.into(), gcd).into()))),
    Word("lcm", 1, MANY, Exactly(lcm)),
    Word("num_divisors", 1, 1, Exactly(|x, _| word(factors(x)?.iter().map(|(_, e)| e + 1).product()))),
    Word("num_prime_factors", 1, 1, Exactly(|x, _| word(factors(x)?.iter().map(|(_, e)| e).sum()))),
    Word("totient", 1, 1, Exactly(totient)),
    Word("prime_pi", 1, 1, Exactly(prime_pi)),
    Word("choose", 2, 2, Exactly(choose)),
    Word("tri", 1, 1, Exactly(|x, _| natural(&x[0]).and_then(|n| kept(&n * (&n + 1) / 2)))),
    Word("fib", 1, 1, Exactly(fibonacci)),
    Word("digits", 1, 1, Exactly(|x, b| word(digits(x, b)?.len() as i64))),
    Word("digit", 2, 2, Exactly(digit)),
    Word("digit_sum", 1, 1, Exactly(|x, b| word(digits(x, b)?.into_iter().map(i64::from).sum()))),
    Word("digit_product", 1, 1, Exactly(|x, b| kept(digits(x, b)?.into_iter().map(BigInt::from).product()))),
    Word("reverse", 1, 1, Exactly(|x, b| of_digits(digits(x, b)?.into_iter().rev().collect(), b))),
    Word("rotate", 2, 2, Exactly(rotate)),
    Word("concat", 1, MANY, Exactly(|x, b| of_digits(digits(x, b)?, b))),
    Word("num", 1, MANY, Exactly(num)),
    Word("divides", 2, 2, Asks(|x, _| divides(&x[0], &x[1]))),
    Word("is_integer", 1, 1, Asks(|x, _| yes(x[0].whole().is_some()))),
    Word("is_square", 1, 1, Asks(|x, _| yes(is_power_of(&x[0], 2)))),
    Word("is_cube", 1, 1, Asks(|x, _| yes(is_power_of(&x[0], 3)))),
    Word("is_power", 1, 1, Asks(is_power)),
    Word("coprime", 2, MANY, Asks(coprime)),
    Word("is_even", 1, 1, Asks(|x, _| divides(&2.into(), &x[0]))),
    Word("is_odd", 1, 1, Asks(|x, _| yes(x[0].whole().is_some_and(|x| x.bit(0))))),
    Word("is_semiprime", 1, 1, Asks(|x, _| yes(factors(x)?.iter().map(|(_, e)| e).sum::<i64>() == 2))),
    Word("is_prime", 1, 1, Asks(|x, _| yes(prime(natural(&x[0])?.magnitude())?))),
    Word("is_triangular", 1, 1, Asks(|x, _| yes(x[0].natural().is_some_and(|n| is_square(&(n * 8 + 1)))))),
    Word("is_fibonacci", 1, 1, Asks(|x, _| yes(x[0].natural().is_some_and(|n| is_fibonacci(&n))))),
    Word("is_palindrome", 1, 1, Asks(|x, b| digits(x, b).and_then(|d| yes(d.iter().eq(d.iter().rev()))))),
    Word("increasing", 1, 1, Asks(|x, b| digits(x, b).and_then(|d| yes(d.is_sorted_by(|a, b| a < b))))),
    Word("pandigital", 1, MANY, Asks(|x, b| digits(x, b).and_then(|d| yes(has_each_once(&d, b))))),
    Word("distinct", 2, MANY, Asks(|x, _| yes(x.iter().collect::<HashSet<_>>().len() == x.len()))),
];

impl Word {
    /// The word of this name, if it takes this number and kind of arguments; otherwise what is wrong.
    pub fn taking(name: &str, arguments: usize, are_conditions: bool) -> Result<&'static Self, String> {
        let word = Self::named(name).ok_or("there is no such word")?;
        if arguments < word.1 || arguments > word.2 {
            return Err(format!("`{name}` does not take {arguments} arguments"));
        }
        let takes_conditions = matches!(word.3, Deed::And | Deed::Or | Deed::Not | Deed::Count);
        if takes_conditions && !are_conditions {
            return Err(format!("`{name}` takes conditions, not numbers"));
        }
        Ok(word)
    }

    pub fn named(name: &str) -> Option<&'static Self> {
        WORDS.iter().find(|word| word.0 == name)
    }

    pub fn is_condition(&self) -> bool {
        matches!(self.3, Compare(_) | Deed::And | Deed::Or | Deed::Not | Asks(_))
    }
}

fn yes(truth: bool) -> Found {
    word(truth.into())
}

fn word(number: i64) -> Found {
    Ok(number.into())
}

fn kept(whole: BigInt) -> Found {
    Number::from(whole).kept().ok_or(TooLarge)
}

fn wholes(x: &[Number]) -> Result<Vec<BigInt>, Missing> {
    x.iter().map(Number::whole).collect::<Option<_>>().ok_or(NoValue)
}

fn natural(x: &Number) -> Result<BigInt, Missing> {
    x.natural().ok_or(NoValue)
}

/// A number to a power that may be a fraction: an exact root then.
pub fn power(base: &Number, exponent: &Number) -> Found {
    if base.is_zero() {
        return if exponent.signum() < 0 { Err(NoValue) } else { yes(exponent.is_zero()) };
    }
    let exponent = exponent.big();
    base.root(exponent.denom()).ok_or(NoValue)?.power(exponent.numer()).ok_or(TooLarge)
}

/// Whether `dividend = divisor · quotient + rest` with `0 ≤ rest < divisor`.
fn remainder(x: &[Number], _: u32) -> Found {
    let whole = x[1].times(&x[2]).and_then(|product| product.plus(&x[3])).ok_or(TooLarge)?;
    yes(whole == x[0] && x[3].signum() >= 0 && x[3] < x[1])
}

fn root(x: &[Number], _: u32) -> Found {
    let degree = x[1].natural().filter(|degree| degree.bits() > 0).ok_or(NoValue)?;
    x[0].root(&degree).ok_or(NoValue)
}

/// A product that is whole after each step: the step `k` multiplies by one number and divides by another.
fn product(steps: BigInt, step: impl Fn(BigInt) -> (BigInt, BigInt)) -> Found {
    let (mut product, mut k) = (BigInt::from(1), BigInt::from(0));
    while k < steps {
        k += 1;
        let (by, over) = step(k.clone());
        product = product * by / over;
        if product.bits() > BITS {
            return Err(TooLarge);
        }
    }
    Ok(product.into())
}

fn choose(x: &[Number], _: u32) -> Found {
    let (n, k) = (natural(&x[0])?, x[1].whole().ok_or(NoValue)?);
    let less = (&n - &k).min(k);
    if less.sign() == Sign::Minus { yes(false) } else { product(less, |k| (&n + 1 - &k, k)) }
}

/// Halves go away from zero.
fn round(x: &[Number], _: u32) -> Found {
    let half =
        Number::from(1).over(&2.into()).and_then(|half| x[0].magnitude().plus(&half)).ok_or(TooLarge)?;
    half.floor().times(&x[0].signum().into()).ok_or(TooLarge)
}

fn gcd(a: BigInt, b: BigInt) -> BigInt {
    number::gcd(a, b).magnitude().clone().into()
}

fn lcm(x: &[Number], _: u32) -> Found {
    wholes(x)?.into_iter().try_fold(Number::from(1), |lcm, x| {
        let lcm = lcm.whole().ok_or(NoValue)?;
        let divisor = gcd(lcm.clone(), x.clone()).max(1.into());
        kept(BigInt::from((lcm / divisor * x).magnitude().clone()))
    })
}

fn divides(divisor: &Number, x: &Number) -> Found {
    if divisor.is_zero() {
        return yes(x.is_zero());
    }
    yes(x.over(divisor).ok_or(TooLarge)?.whole().is_some())
}

/// Whether no two share a factor; of more than a thousand numbers that would take too long.
fn coprime(x: &[Number], _: u32) -> Found {
    let x = wholes(x)?;
    if x.len() > 1000 {
        return Err(TooLarge);
    }
    let alone = |i: usize| x[..i].iter().all(|other| gcd(other.clone(), x[i].clone()) == 1.into());
    yes((0..x.len()).all(alone))
}

fn is_square(n: &BigInt) -> bool {
    n.sign() != Sign::Minus && n.sqrt().pow(2) == *n
}

fn is_power_of(x: &Number, degree: u64) -> bool {
    x.whole().is_some() && x.root(&degree.into()).is_some()
}

fn is_power(x: &[Number], _: u32) -> Found {
    let bits = wholes(x)?[0].bits();
    if bits > 2048 {
        return Err(TooLarge);
    }
    yes(bits <= 1 || (2..bits).any(|degree| is_power_of(&x[0], degree)))
}

fn is_fibonacci(n: &BigInt) -> bool {
    // Gessel 1972: exactly for them 5n² + 4 or 5n² - 4 is a square.
    let square = n * n * 5;
    is_square(&(&square + 4)) || is_square(&(square - 4))
}

/// Past this a number that passes the test for the first 13 primes may yet be composite.
const PROVEN: u128 = 3_317_044_064_679_887_385_961_981;

fn prime(n: &BigUint) -> Result<bool, Missing> {
    if *n < 2u32.into() {
        return Ok(false);
    }
    if let Some(divisor) = (2u32..1000).find(|divisor| (n % divisor).bits() == 0) {
        return Ok(*n == divisor.into());
    }
    if n.bits() > 2048 {
        return Err(TooLarge);
    }
    let passes = [2u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41].into_iter().all(|base| passes(n, base));
    if passes && *n >= PROVEN.into() { Err(TooLarge) } else { Ok(passes) }
}

/// The test of Miller and Rabin for an odd number above the base.
fn passes(n: &BigUint, base: u32) -> bool {
    let less = n - 1u32;
    let twos = less.trailing_zeros().unwrap_or(0);
    let mut power = BigUint::from(base).modpow(&(&less >> twos), n);
    let mut passes = power == 1u32.into();
    for _ in 0..twos {
        passes |= power == less;
        power = &power * &power % n;
    }
    passes
}

/// The primes of a number above zero of at most 128 bits with their exponents: what divisors below 2^20 leave must be 1, a
/// prime or its square.
fn factors(x: &[Number]) -> Result<Vec<(u128, i64)>, Missing> {
    let mut rest = u128::try_from(natural(&x[0])?).map_err(|_| TooLarge)?;
    let (mut factors, mut divisor) = (Vec::new(), 2);
    while divisor < 1 << 20 && divisor * divisor <= rest {
        let mut exponent = 0;
        while rest.is_multiple_of(divisor) {
            (rest, exponent) = (rest / divisor, exponent + 1);
        }
        if exponent > 0 {
            factors.push((divisor, exponent));
        }
        divisor += 1;
    }
    let root = rest.isqrt();
    match rest {
        0 => return Err(NoValue),
        1 => {}
        _ if divisor > root || prime(&rest.into())? => factors.push((rest, 1)),
        _ if root * root == rest && prime(&root.into())? => factors.push((root, 2)),
        _ => return Err(TooLarge),
    }
    Ok(factors)
}

fn totient(x: &[Number], _: u32) -> Found {
    let n = natural(&x[0])?;
    Ok(factors(x)?.into_iter().fold(n, |rest, (prime, _)| rest / prime * (prime - 1)).into())
}

/// How many primes there are up to a number of at most 10^8, as Lucy the Hedgehog counts them.
fn prime_pi(x: &[Number], _: u32) -> Found {
    if x[0] < 2.into() {
        return yes(false);
    }
    let n = x[0].floor().natural().and_then(|n| usize::try_from(n).ok());
    let n = n.filter(|n| *n <= 100_000_000).ok_or(TooLarge)?;
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
    word(large[1] as i64)
}

fn fibonacci(x: &[Number], _: u32) -> Found {
    let n = u64::try_from(natural(&x[0])?).ok().filter(|n| *n <= 100_000).ok_or(TooLarge)?;
    let (mut a, mut b) = (BigInt::from(0), BigInt::from(1));
    for _ in 0..n {
        (a, b) = (b.clone(), a + b);
    }
    kept(a)
}

/// The digits of whole numbers from 0 up, written one after the other, the highest first; 0 has one.
fn digits(x: &[Number], base: u32) -> Result<Vec<u8>, Missing> {
    let each: Result<Vec<_>, _> = x.iter().map(|x| Ok(natural(x)?.to_radix_be(base).1)).collect();
    Ok(each?.concat())
}

fn of_digits(digits: Vec<u8>, base: u32) -> Found {
    kept(BigInt::from_radix_be(Sign::Plus, &digits, base).ok_or(NoValue)?)
}

fn digit(x: &[Number], base: u32) -> Found {
    let (digits, place) = (digits(&x[..1], base)?, natural(&x[1])?);
    let digit = usize::try_from(place).ok().and_then(|place| digits.into_iter().rev().nth(place));
    word(digit.unwrap_or(0).into())
}

fn rotate(x: &[Number], base: u32) -> Found {
    let mut digits = digits(&x[..1], base)?;
    let length = Number::from(digits.len() as i64);
    let turns =
        wholes(x).and_then(|_| x[1].modulo(&length).and_then(|turns| turns.whole()).ok_or(TooLarge))?;
    digits.rotate_left(usize::try_from(turns).map_err(|_| TooLarge)?);
    of_digits(digits, base)
}

fn num(x: &[Number], base: u32) -> Found {
    let is_digit = |x: &Number| x.natural().is_some() && *x < i64::from(base).into();
    if x.iter().all(is_digit) { of_digits(digits(x, base)?, base) } else { Err(NoValue) }
}

/// Each digit once; zero may be missing.
fn has_each_once(digits: &[u8], base: u32) -> bool {
    let seen: HashSet<&u8> = digits.iter().collect();
    seen.len() == digits.len() && (1..base).all(|digit| seen.contains(&(digit as u8)))
}
