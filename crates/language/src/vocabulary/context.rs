//! The facts that the meaning of a word may need besides its arguments.

use crate::digits::Base;
use crate::number::{Exact, Magnitude};

/// The context of a meaning: its inputs besides the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context {
    /// The base of the puzzle, for functions that look at digits.
    pub base: Base,
    /// The greatest size of a result that is computed, in bits.
    pub limit: u64,
}

impl Context {
    /// The default size limit: 2^16 bits, near 20,000 decimal digits.
    pub const LIMIT: u64 = 1 << 16;

    /// Returns the context of a base, with the default size limit.
    #[must_use]
    pub fn new(base: Base) -> Self {
        Self { base, limit: Self::LIMIT }
    }
}

/// A number, or bounds on one that is too large.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// The number.
    Known(Exact),
    /// Bounds on it.
    TooLarge(Magnitude),
}

impl Quantity {
    /// Returns bounds on the number; `None` for zero.
    #[must_use]
    pub fn magnitude(&self) -> Option<Magnitude> {
        match self {
            Self::Known(number) => Magnitude::of(number),
            Self::TooLarge(magnitude) => Some(*magnitude),
        }
    }
}
