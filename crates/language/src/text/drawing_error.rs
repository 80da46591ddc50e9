//! Mistakes in drawings, as the layouts find them.

use std::error::Error;
use std::fmt;

use crate::message::{Message, message};

/// Why a drawing in two dimensions cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawingError {
    /// No layout has this name.
    NoSuchLayout(String),
    /// No layout recognises this.
    Unrecognised,
    /// Several layouts recognise this.
    Several(String),
    /// There are too many lines.
    TooManyLines(usize),
    /// A number has too many digits.
    TooManyDigits(usize),
    /// A number or a rule is missing.
    Missing(Message),
    /// A line or part of a line does not belong in this kind of drawing.
    Stray(Message),
    /// A sign is in the wrong place.
    StraySign(String),
    /// A number ends in the wrong column.
    Misaligned(Message),
    /// A number has a gap in it.
    Gap,
    /// There are words in place of a number.
    Sentence,
    /// There are more partial products than digits to multiply with.
    TooManyPartials,
    /// A digit other than zero has no partial product.
    NoPartial(String),
    /// A remainder has more digits than the divisor.
    LongRemainder,
    /// A row of a grid has more or fewer numbers or signs than it needs.
    Ragged {
        /// The number that it has.
        found: usize,
        /// The number that it needs.
        expected: usize,
    },
    /// There are too many possible places for zeros.
    UncertainZero,
    /// There are fewer lines than digits, and no digit may be zero.
    TooFewLines,
    /// The multiplicand is not drawn, and may have either number of digits.
    UncertainFactor(usize, usize),
}

impl DrawingError {
    /// Returns the error as data.
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

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for DrawingError {}
