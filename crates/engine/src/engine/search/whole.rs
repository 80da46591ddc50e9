//! Machine integers of searches: 64 bits if all numbers of a search fit, else 128.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Rem, Sub, SubAssign};

/// A machine integer.
pub(in crate::engine) trait Whole:
    Copy
    + Default
    + Debug
    + Ord
    + Send
    + Sync
    + From<i64>
    + From<u8>
    + Into<i128>
    + TryFrom<i128>
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + SubAssign
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    /// A value that no computation reaches: it stands for "anything".
    const FREE: Self;

    /// Converts the number, which must fit.
    fn of(number: i128) -> Self;

    /// Returns the low bits of a number that is known to be small and not negative.
    fn small(self) -> usize;

    /// Returns the number if all numbers of the type are machine words.
    fn word(self) -> Option<i64>;

    fn to_f64(self) -> f64;

    fn rem_euclid(self, divisor: Self) -> Self;

    fn checked_pow(self, exponent: u32) -> Option<Self>;

    fn gcd(self, other: Self) -> Self;
}

macro_rules! whole {
    ($type:ty, $word:expr) => {
        impl Whole for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const FREE: Self = <$type>::MIN;

            #[inline]
            fn of(number: i128) -> Self {
                debug_assert!(
                    <$type>::try_from(number).is_ok(),
                    "the bounds of an equation say that it fits"
                );
                number as $type
            }

            #[inline]
            fn small(self) -> usize {
                self as usize
            }

            #[inline]
            fn word(self) -> Option<i64> {
                $word(self)
            }

            #[inline]
            fn to_f64(self) -> f64 {
                self as f64
            }

            #[inline]
            fn rem_euclid(self, divisor: Self) -> Self {
                <$type>::rem_euclid(self, divisor)
            }

            #[inline]
            fn checked_pow(self, exponent: u32) -> Option<Self> {
                <$type>::checked_pow(self, exponent)
            }

            fn gcd(self, other: Self) -> Self {
                fukumen_language::number::gcd(self.unsigned_abs(), other.unsigned_abs()) as $type
            }
        }
    };
}

whole!(i64, Some);
whole!(i128, |_| None);
