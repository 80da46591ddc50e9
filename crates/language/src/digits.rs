//! Digits, bases and sets of digits.
//!
//! A digit is a small number. Its spelling depends on the base alone: `0…9`, then `A…Z` in bases up to 36, and `[37]` in larger
//! bases.

use std::error::Error;
use std::fmt;
use std::ops::{BitAnd, BitOr};
use std::str::FromStr;

use crate::message::{Message, message};

/// The value of one digit, from 0 to 63.
pub type Digit = u8;

/// A number base, from 2 to 64.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::digits::Base;
/// assert_eq!(Base::new(12)?.name(11).to_string(), "B");
/// assert!(Base::new(1).is_err());
/// # Ok::<(), fukumen::digits::DigitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base(u8);

/// The error of a text that is not a base or a set of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DigitError {
    /// The base is not in 2 to 64.
    BadBase(String),
    /// The text is not a list of digits.
    BadList(String),
    /// A range runs backwards.
    Backwards(String),
    /// No base has this digit.
    TooLarge(String),
}

impl DigitError {
    /// Returns the error as data.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::BadBase(found) => message!("not-a-base", found = found),
            Self::BadList(found) => message!("not-a-digit-list", found = found),
            Self::Backwards(range) => message!("backwards-range", range = range),
            Self::TooLarge(found) => message!("no-such-digit", found = found),
        }
    }
}

impl fmt::Display for DigitError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for DigitError {}

impl Base {
    /// The smallest base.
    pub const TWO: Self = Self(2);
    /// The base of everyday numbers.
    pub const TEN: Self = Self(10);
    /// The largest base whose digits are all written as figures and letters.
    pub const WITH_LETTERS: Self = Self(36);
    /// The largest base.
    pub const MAX: Self = Self(64);

    /// Returns the base `n`, from 2 to 64.
    ///
    /// # Errors
    /// [`DigitError::BadBase`] for any other number.
    pub fn new(n: u64) -> Result<Self, DigitError> {
        u8::try_from(n)
            .ok()
            .filter(|n| (2..=64).contains(n))
            .map(Self)
            .ok_or_else(|| DigitError::BadBase(n.to_string()))
    }

    /// Returns the base as a number.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }

    /// Reads the digit at the beginning of a text, in either case, and the bytes it takes: the reverse of [`name`](Self::name).
    #[must_use]
    pub fn read(self, text: &str) -> Option<(Digit, usize)> {
        let first = text.chars().next()?;
        let (digit, length) = match first.to_digit(36) {
            Some(digit) => (digit, 1),
            None => {
                let (number, _) = text.strip_prefix('[')?.split_once(']')?;
                (number.parse().ok()?, number.len() + 2)
            }
        };
        let is_named = first == '[' || digit < 10 || self.0 <= 36;
        (is_named && digit < u32::from(self.0)).then_some((digit as Digit, length))
    }

    /// Returns the spelling of `digit` in this base: `7`, `B`, or `[37]` if the base has no letters for digits.
    #[must_use]
    pub fn name(self, digit: Digit) -> DigitName {
        DigitName { base: self, digit }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Base {
    type Err = DigitError;

    fn from_str(text: &str) -> Result<Self, DigitError> {
        let number: u64 = text.trim().parse().map_err(|_| DigitError::BadBase(text.into()))?;
        Self::new(number)
    }
}

/// A digit as its base writes it, made by [`Base::name`].
#[derive(Clone, Copy, Debug)]
pub struct DigitName {
    base: Base,
    digit: Digit,
}

impl DigitName {
    /// Appends it to a text.
    pub fn append_to(self, text: &mut String) {
        match self.sign() {
            Some(sign) => text.push(sign),
            None => *text += &self.to_string(),
        }
    }

    /// Returns its single character, if it has only one.
    fn sign(self) -> Option<char> {
        match self.digit {
            d @ 0..=9 => Some(char::from(b'0' + d)),
            d @ 10..=35 if self.base.0 <= 36 => Some(char::from(b'A' + d - 10)),
            _ => None,
        }
    }
}

impl fmt::Display for DigitName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.sign() {
            Some(sign) => write!(f, "{sign}"),
            None => write!(f, "[{}]", self.digit),
        }
    }
}

/// A set of digits, as bits.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::digits::DigitSet;
/// let odd: DigitSet = "1,3,5-5,7,9".parse()?;
/// assert_eq!(odd.len(), 5);
/// assert_eq!("0-5,7".parse::<DigitSet>()?.to_string(), "0-5,7");
/// # Ok::<(), fukumen::digits::DigitError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DigitSet(u64);

impl DigitSet {
    /// The set without digits.
    pub const EMPTY: Self = Self(0);

    /// Returns all digits of a base.
    #[must_use]
    pub fn all(base: Base) -> Self {
        Self(u64::MAX >> (64 - u32::from(base.0)))
    }

    /// Returns the set of one digit; empty for a number that is a digit in no base.
    #[must_use]
    pub fn one(digit: Digit) -> Self {
        Self(1_u64.checked_shl(digit.into()).unwrap_or(0))
    }

    /// Returns the set as bits: bit `d` stands for the digit `d`.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set with these bits.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns whether `digit` is in the set.
    #[must_use]
    pub fn contains(self, digit: Digit) -> bool {
        digit < 64 && self.0 >> digit & 1 == 1
    }

    /// Returns the set with `digit` added.
    #[must_use]
    pub fn with(self, digit: Digit) -> Self {
        self | Self::one(digit)
    }

    /// Returns the set without `digit`.
    #[must_use]
    pub fn without(self, digit: Digit) -> Self {
        self.minus(Self::one(digit))
    }

    /// Returns the set without the digits of `other`.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the number of digits.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set has no digits.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the digit, if there is exactly one.
    #[must_use]
    pub fn only(self) -> Option<Digit> {
        (self.len() == 1).then_some(self.0.trailing_zeros() as Digit)
    }

    /// Returns the smallest digit.
    #[must_use]
    pub fn min(self) -> Option<Digit> {
        (self.0 != 0).then_some(self.0.trailing_zeros() as Digit)
    }

    /// Returns the largest digit.
    #[must_use]
    pub fn max(self) -> Option<Digit> {
        (self.0 != 0).then(|| 63 - self.0.leading_zeros() as Digit)
    }

    /// Iterates over the digits in increasing order.
    pub fn iter(self) -> impl Iterator<Item = Digit> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let digit = Self(bits).min()?;
            bits &= bits - 1;
            Some(digit)
        })
    }
}

impl BitAnd for DigitSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for DigitSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Writes the set as in settings, in decimal: runs of three or more as ranges.
impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut rest = *self;
        let mut separator = "";
        while let Some(first) = rest.min() {
            let mut last = first;
            while last < 63 && rest.contains(last + 1) {
                last += 1;
            }
            match last - first {
                0 => write!(f, "{separator}{first}")?,
                1 => write!(f, "{separator}{first},{last}")?,
                _ => write!(f, "{separator}{first}-{last}")?,
            }
            rest = rest.minus((first..=last).collect());
            separator = ",";
        }
        Ok(())
    }
}

impl FromStr for DigitSet {
    type Err = DigitError;

    fn from_str(text: &str) -> Result<Self, DigitError> {
        let mut set = Self::EMPTY;
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (read_digit(first, text)?, read_digit(last, text)?);
            if first > last {
                return Err(DigitError::Backwards(part.trim().into()));
            }
            set = set | (first..=last).collect();
        }
        Ok(set)
    }
}

fn read_digit(text: &str, list: &str) -> Result<Digit, DigitError> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DigitError::BadList(list.into()));
    }
    text.parse().ok().filter(|digit| *digit < 64).ok_or_else(|| DigitError::TooLarge(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_digit_is_found() {
        let left = (0..9).fold(DigitSet::all(Base::TEN), DigitSet::without);
        assert_eq!(left.only(), Some(9));
    }

    #[test]
    fn every_set_reads_back() {
        for bits in (0..u64::MAX).step_by(usize::MAX / 997).skip(1) {
            let set = DigitSet::from_bits(bits);
            assert_eq!(set.to_string().parse(), Ok(set));
        }
    }

    #[test]
    fn the_largest_base_has_all_digits() {
        assert_eq!(DigitSet::all(Base::MAX).len(), 64);
        assert_eq!(DigitSet::all(Base::MAX).max(), Some(63));
    }

    #[test]
    fn slips_are_told_apart() {
        assert_eq!("9-1".parse::<DigitSet>(), Err(DigitError::Backwards("9-1".into())));
        assert_eq!("64".parse::<DigitSet>(), Err(DigitError::TooLarge("64".into())));
        assert_eq!("1,,2".parse::<DigitSet>(), Err(DigitError::BadList("1,,2".into())));
    }

    #[test]
    fn every_name_reads_back() {
        for base in [2, 10, 12, 36, 37, 64].map(Base) {
            for digit in DigitSet::all(base).iter() {
                let name = base.name(digit).to_string();
                assert_eq!(base.read(&format!("{name}7")), Some((digit, name.len())));
            }
        }
        for (base, text) in [(2, "2"), (10, "A"), (37, "A"), (10, "[10]"), (10, "[1"), (10, ""), (10, "é")] {
            assert_eq!(Base(base).read(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_that_are_no_digits_are_in_no_set() {
        for digit in [64, 77, u8::MAX] {
            assert!(DigitSet::one(digit).is_empty() && !DigitSet::EMPTY.with(digit).contains(digit));
            assert_eq!(DigitSet::from_bits(u64::MAX).without(digit).len(), 64);
        }
    }

    #[test]
    fn large_bases_bracket_their_digits() {
        assert_eq!(Base(37).name(10).to_string(), "[10]");
        assert_eq!(Base(36).name(35).to_string(), "Z");
    }
}
