//! Machine integers of the search: 64 bits if all its numbers fit, else 128.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Rem, Sub, SubAssign};

/// A machine integer.
pub(super) trait Whole:
    Copy
    + Default
    + Debug
    + Ord
    + Send
    + Sync
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

    /// Converts a digit.
    fn of_digit(digit: u8) -> Self;

    /// Returns the low bits of a number that is known to be small and not negative.
    fn small(self) -> usize;

    fn wide(self) -> i128;

    fn rem_euclid(self, divisor: Self) -> Self;

    fn checked_pow(self, exponent: u32) -> Option<Self>;
}

/// Numbers of 64-bit searches stay below this, so that two of them can be added; those of 128-bit searches stay below the
/// limit of polynomials.
pub(super) const NARROW: i128 = 1 << 61;

macro_rules! whole {
    ($type:ty) => {
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
            fn of_digit(digit: u8) -> Self {
                digit.into()
            }

            #[inline]
            fn small(self) -> usize {
                self as usize
            }

            #[inline]
            fn wide(self) -> i128 {
                self.into()
            }

            #[inline]
            fn rem_euclid(self, divisor: Self) -> Self {
                <$type>::rem_euclid(self, divisor)
            }

            #[inline]
            fn checked_pow(self, exponent: u32) -> Option<Self> {
                <$type>::checked_pow(self, exponent)
            }
        }
    };
}

whole!(i64);
whole!(i128);
