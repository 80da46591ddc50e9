//! What can be wrong with a drawing, as the layouts find it.

use std::error::Error;
use std::fmt;

use crate::message::{Message, message};

/// Why a drawing in two dimensions cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// No layout has this name.
    NoSuchLayout(String),
    /// No layout looks like this.
    Unrecognised,
    /// More than one layout looks like this.
    Several(String),
    /// Lines without end.
    TooManyLines(usize),
    /// A number without end.
    TooManyDigits(usize),
    /// A number or a rule is missing.
    Missing(Message),
    /// A line, or a part of one, that this kind of drawing does not have.
    Stray(Message),
    /// A sign that has no place.
    StraySign(String),
    /// A number that ends in the wrong column.
    Misaligned(Message),
    /// A number with a hole in it.
    Gap,
    /// Words in place of a number.
    Sentence,
    /// More lines of products than there are digits to multiply with.
    TooManyPartials,
    /// A digit that is not zero, and was not multiplied with.
    NoPartial(String),
    /// A remainder with more digits than the divisor.
    LongRemainder,
    /// A row of a grid that has more or fewer numbers or signs than it needs.
    Ragged {
        /// How many it has.
        found: usize,
        /// How many it needs.
        expected: usize,
    },
    /// Zeros that may stand in too many places.
    UncertainZero,
    /// Fewer lines than digits, and no digit that may be zero.
    TooFewLines,
    /// A multiplicand that is not drawn, and may have the one number of digits or the other.
    UncertainFactor(usize, usize),
}

impl Flaw {
    /// What is wrong, as data.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::NoSuchLayout(name) => message!("no-such-layout", name = name),
            Self::Unrecognised => message!("unrecognised-drawing"),
            Self::Several(layouts) => message!("several-layouts", layouts = layouts),
            Self::TooManyLines(most) => message!("too-many-lines", most = most),
            Self::TooManyDigits(most) => message!("too-many-digits", most = most),
            Self::Missing(message) | Self::Stray(message) | Self::Misaligned(message) => message.clone(),
            Self::StraySign(sign) => message!("stray-sign", sign = sign),
            Self::Gap => message!("gap"),
            Self::Sentence => message!("sentence-in-drawing"),
            Self::TooManyPartials => message!("too-many-partials"),
            Self::NoPartial(digit) => message!("no-partial", digit = digit),
            Self::LongRemainder => message!("long-remainder"),
            Self::Ragged { found, expected } => message!("ragged-row", found = found, expected = expected),
            Self::UncertainFactor(least, most) => message!("uncertain-factor", least = least, most = most),
            Self::UncertainZero => message!("uncertain-zero"),
            Self::TooFewLines => message!("too-few-lines"),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for Flaw {}
