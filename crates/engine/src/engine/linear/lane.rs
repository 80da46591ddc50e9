//! The numbers of partial sums: machine words if they provably fit, else double words, else exact numbers of any size.
//!
//! A sum of later digits lies between bounds and is divisible by a number. A [`Term`] turns this into the set of digits that
//! a cell may still take, for one partial sum, without trying any.

use crate::engine::search::whole::Whole;
use fukumen_language::digits::{Base, Digit};
use fukumen_language::number::{Exact, gcd};

/// A whole number type for partial sums.
pub(super) trait Lane: Clone + PartialEq + Send + Sync {
    /// Converts the number, if it fits with room to spare.
    fn of(number: &Exact) -> Option<Self>;

    fn of_word(word: i64) -> Self;

    fn zero() -> Self {
        Self::of_word(0)
    }

    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    fn is_one(&self) -> bool {
        *self == Self::of_word(1)
    }

    /// Returns `self + coefficient · digit`.
    fn plus_times(&self, coefficient: &Self, digit: Digit) -> Self;

    fn minus(&self, other: &Self) -> Self;

    fn is_negative(&self) -> bool;

    fn gcd(&self, other: &Self) -> Self;

    /// Divides a number by one of its divisors.
    fn over(&self, divisor: &Self) -> Self;

    /// Returns the remainder, from 0 up.
    fn modulo(&self, modulus: u32) -> u32;

    fn to_f64(&self) -> f64;

    /// Returns the number if all numbers of the type are machine words.
    fn word(&self) -> Option<i64>;

    /// Returns how many digits from 0 up are less than `(from - self) / divisor`, and how many are at most
    /// `(to - self) / divisor`: at most 64 of them. May leave one digit too many at either end.
    fn range(&self, range: &DigitRange<Self>) -> (usize, usize);
}

/// The digits that bring a sum into a range: `from ≤ sum + coefficient·digit ≤ to`, reversed if the coefficient is negative.
pub(super) struct DigitRange<L> {
    coefficient: L,
    from: L,
    to: L,
    /// One over the coefficient.
    reciprocal: f64,
    /// The term to add to `(from - sum) / coefficient`, so that rounding it counts the digits below, or those not above
    /// `(to - sum) / coefficient`.
    below: f64,
    at_most: f64,
}

/// More than the error of a quotient of at most 64, which is right to 2^-45.
const SLACK: f64 = 1e-6;
/// More than the error of longer ones, for each unit of their length.
const LONG_SLACK: f64 = 1e-12;

impl<L: Lane> DigitRange<L> {
    fn new(coefficient: L, low: L, high: L) -> Self {
        let (from, to) = if coefficient.is_negative() { (high, low) } else { (low, high) };
        let reciprocal = coefficient.to_f64().recip();
        let length = to.minus(&from).to_f64() * reciprocal;
        let slack = SLACK + length * LONG_SLACK;
        Self { below: 0.5 - slack, at_most: length + 0.5 + slack, coefficient, from, to, reciprocal }
    }

    /// Returns both counts from the quotient of the distance to the near end.
    #[inline]
    fn counts(&self, distance: f64) -> (usize, usize) {
        let quotient = distance * self.reciprocal;
        (rounded(quotient + self.below), rounded(quotient + self.at_most))
    }

    /// Returns whether a sum lies in the range, exactly.
    fn contains(&self, sum: &L) -> bool {
        let is_negative = self.coefficient.is_negative();
        let (low, high) = if is_negative { (&self.to, &self.from) } else { (&self.from, &self.to) };
        !sum.minus(low).is_negative() && !high.minus(sum).is_negative()
    }
}

/// Returns the nearest whole number from 0 to 64. Numbers from 2^52 up have no places after the point, so the last bits of
/// their patterns are the number: this takes one addition, while a cast has more cases to handle.
#[inline]
fn rounded(number: f64) -> usize {
    const SHIFT: f64 = (1u64 << 52) as f64;
    ((number.clamp(0.0, 64.0) + SHIFT).to_bits() & 0x7f) as usize
}

impl<W: Whole> Lane for W {
    fn of(number: &Exact) -> Option<Self> {
        number.to_i128()?.try_into().ok()
    }

    fn of_word(word: i64) -> Self {
        word.into()
    }

    #[inline]
    fn plus_times(&self, coefficient: &Self, digit: Digit) -> Self {
        *self + *coefficient * Self::from(digit)
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        *self - *other
    }

    fn is_negative(&self) -> bool {
        *self < Self::ZERO
    }

    fn gcd(&self, other: &Self) -> Self {
        Whole::gcd(*self, *other)
    }

    fn over(&self, divisor: &Self) -> Self {
        *self / *divisor
    }

    fn modulo(&self, modulus: u32) -> u32 {
        self.rem_euclid(i64::from(modulus).into()).small() as u32
    }

    #[inline]
    fn to_f64(&self) -> f64 {
        Whole::to_f64(*self)
    }

    #[inline]
    fn word(&self) -> Option<i64> {
        Whole::word(*self)
    }

    #[inline]
    fn range(&self, range: &DigitRange<Self>) -> (usize, usize) {
        range.counts(Whole::to_f64(range.from - *self))
    }
}

impl Lane for Exact {
    fn of(number: &Exact) -> Option<Self> {
        number.is_integer().then(|| number.clone())
    }

    fn of_word(word: i64) -> Self {
        word.into()
    }

    fn plus_times(&self, coefficient: &Self, digit: Digit) -> Self {
        self.plus(&coefficient.times(&i64::from(digit).into()))
    }

    fn minus(&self, other: &Self) -> Self {
        Self::minus(self, other)
    }

    fn is_negative(&self) -> bool {
        Self::is_negative(self)
    }

    fn gcd(&self, other: &Self) -> Self {
        // Without a common divisor in this type, 1 still divides both.
        Self::gcd(self, other).unwrap_or(Self::ONE)
    }

    fn over(&self, divisor: &Self) -> Self {
        Self::over(self, divisor).map_or(Self::ZERO, |quotient| quotient.floor())
    }

    fn modulo(&self, modulus: u32) -> u32 {
        let rest = Self::modulo(self, &i64::from(modulus).into());
        rest.and_then(|rest| rest.to_i64()).unwrap_or_default() as u32
    }

    fn to_f64(&self) -> f64 {
        Self::to_f64(self)
    }

    fn word(&self) -> Option<i64> {
        None
    }

    fn range(&self, range: &DigitRange<Self>) -> (usize, usize) {
        let quotient = |end: &Self, sign: i64| {
            let divided = end.minus(self).times(&sign.into()).over(&range.coefficient);
            divided.map_or(Self::ZERO, |quotient| quotient.floor().times(&sign.into()))
        };
        (counted(&quotient(&range.from, -1)), counted(&quotient(&range.to, 1).plus(&Self::ONE)))
    }
}

/// Returns a number of digits from 0 up, as far as there are any.
fn counted(number: &Exact) -> usize {
    match number.to_i64() {
        Some(count) => count.clamp(0, i64::from(Base::MAX.get())) as usize,
        None if number.is_negative() => 0,
        None => usize::from(Base::MAX.get()),
    }
}

/// The digits with which a sum becomes divisible by everything that later digits can add.
///
/// Let `c` be its coefficient, `g` the divisor of the later part, and `h` their common divisor. A sum `s` that is not a
/// multiple of `h` is lost anyway; for others, `s + c·d` is a multiple of `g` if `d·(c/h) = -s/h` modulo `g/h`. A small
/// divisor of `g/h` is enough to single out one digit.
pub(super) struct Lattice<L> {
    step: L,
    modulus: u32,
    /// The digits for each residue of `s/h`.
    digits: [u64; MODULI],
    /// For machine words: `h` is `odd · 2^shift`, and `inverse · odd` is 1 modulo 2^64.
    shift: u32,
    inverse: i64,
    /// A multiple of the modulus that makes every quotient positive.
    offset: i64,
    /// 2^64 divided by the modulus.
    magic: u64,
}

/// One more than the largest modulus.
const MODULI: usize = 128;

impl<L: Lane> Lattice<L> {
    /// Makes a lattice if `divisor` divides what later digits can add; `None` if that excludes nothing.
    pub(super) fn new(coefficient: &L, divisor: &L, base: Base) -> Option<Box<Self>> {
        let step = coefficient.gcd(divisor);
        let modulus = small_divisor(&divisor.over(&step), base)?;
        let factor = coefficient.over(&step).modulo(modulus);
        let mut digits = [0; MODULI];
        for digit in 0..u32::from(base.get()) {
            let residue = (modulus - factor * digit % modulus) % modulus;
            digits[residue as usize] |= 1 << digit;
        }
        let (shift, inverse) = inverse(&step);
        let wide = i64::from(modulus);
        let offset = (1 << 62) / wide * wide;
        let magic = (u128::from(u64::MAX) / u128::from(modulus)) as u64;
        Some(Box::new(Self { step, modulus, digits, shift, inverse, offset, magic }))
    }

    /// Returns the digits that it leaves to a sum.
    #[inline]
    fn digits(&self, sum: &L) -> u64 {
        self.digits[self.residue(sum) % MODULI]
    }

    /// Returns `sum / step mod modulus` for a multiple of `step`, and anything for other numbers.
    #[inline]
    fn residue(&self, sum: &L) -> usize {
        let Some(word) = sum.word() else { return sum.over(&self.step).modulo(self.modulus) as usize };
        // The quotient of a multiple by an odd number is its product with the inverse modulo 2^64.
        let quotient = (word >> self.shift).wrapping_mul(self.inverse);
        let modulus = u64::from(self.modulus);
        let raised = quotient.wrapping_add(self.offset) as u64;
        let times = ((u128::from(raised) * u128::from(self.magic)) >> 64) as u64;
        let rest = raised.wrapping_sub(times.wrapping_mul(modulus));
        let rest = if rest >= modulus { rest - modulus } else { rest };
        rest as usize
    }
}

/// Returns a divisor below [`MODULI`], as large as can be found quickly; `None` for 1.
fn small_divisor<L: Lane>(number: &L, base: Base) -> Option<u32> {
    let size = number.to_f64();
    if size < 2.0 {
        return None;
    }
    if size < MODULI as f64 {
        return Some(size as u32);
    }
    let base = u32::from(base.get());
    let mut best = 1;
    for candidate in [base * base, base, 64, 81, 91, 55, 119, 95, 69] {
        if candidate < MODULI as u32 {
            best = best.max(gcd(candidate, number.modulo(candidate)));
        }
        if best >= base {
            break;
        }
    }
    (best > 1).then_some(best)
}

/// Splits the number into an odd one times a power of two: returns the power, and the inverse of the odd one modulo 2^64. For
/// lanes wider than machine words the result is arbitrary and not used.
fn inverse<L: Lane>(number: &L) -> (u32, i64) {
    let word = number.word().unwrap_or(0);
    let shift = word.trailing_zeros().min(62);
    let odd = word >> shift;
    // Each round of Newton's method doubles the number of correct bits, which is three at first.
    let inverse = (0..5).fold(odd, |x, _| x.wrapping_mul(2i64.wrapping_sub(odd.wrapping_mul(x))));
    (shift, inverse)
}

/// The effect of a digit on one sum.
pub(super) struct Term<L> {
    pub(super) sum: usize,
    range: DigitRange<L>,
    lattice: Option<Box<Lattice<L>>>,
    /// Set if the sum is complete with this digit.
    last: Option<Last>,
}

/// The requirement on a complete sum, beside its bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Zero,
    NotZero,
    Bounded,
}

/// The sets of the first N digits, for each N.
static FIRST: [u64; 65] = {
    let mut sets = [0; 65];
    let mut count = 1;
    while count < 65 {
        sets[count] = sets[count - 1] << 1 | 1;
        count += 1;
    }
    sets
};

impl<L: Lane> Term<L> {
    /// Makes a term for sums that must lie between two bounds with this digit.
    pub(super) fn new(
        sum: usize,
        coefficient: L,
        (low, high): (L, L),
        lattice: Option<Box<Lattice<L>>>,
        last: Option<Last>,
    ) -> Self {
        Self { sum, range: DigitRange::new(coefficient, low, high), lattice, last }
    }

    /// Returns the digits that may be added to this sum; a superset of those that lead on.
    #[inline]
    pub(super) fn digits(&self, sum: &L) -> u64 {
        let (below, at_most) = sum.range(&self.range);
        let between = FIRST[at_most.min(64)] & !FIRST[below.min(64)];
        match &self.lattice {
            Some(lattice) => between & lattice.digits(sum),
            None => between,
        }
    }

    /// Returns the sum with a digit added.
    #[inline]
    pub(super) fn plus(&self, sum: &L, digit: Digit) -> L {
        sum.plus_times(&self.range.coefficient, digit)
    }

    /// Returns whether a sum may stay. Its bounds were tested only roughly; a complete sum is tested exactly.
    #[inline]
    pub(super) fn keeps(&self, sum: &L) -> bool {
        match self.last {
            None => true,
            Some(Last::Zero) => sum.is_zero(),
            Some(Last::NotZero) => !sum.is_zero(),
            Some(Last::Bounded) => self.range.contains(sum),
        }
    }
}
