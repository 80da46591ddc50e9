//! What can be wrong with a drawing, as the layouts find it.

use std::borrow::Cow;

/// Why a drawing in two dimensions cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// No layout has this name.
    #[error("there is no layout '{0}'")]
    NoSuchLayout(String),
    /// No layout looks like this.
    #[error("this drawing is of no layout that is known")]
    Unrecognised,
    /// More than one layout looks like this.
    #[error("this drawing could be of several layouts: {0}")]
    Several(String),
    /// Lines without end.
    #[error("a drawing has at most {0} lines")]
    TooManyLines(usize),
    /// A number without end.
    #[error("a number in a drawing has at most {0} digits")]
    TooManyDigits(usize),
    /// Something should stand here, or before or behind this.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A line, or a part of one, that has no place.
    #[error("{0} belongs nowhere")]
    Stray(&'static str),
    /// A sign that has no place.
    #[error("the sign '{0}' has no place here")]
    StraySign(String),
    /// A number that stands in the wrong column.
    #[error("the units of this number stand in column {found}, and the others contradict that")]
    Misaligned {
        /// The column of its units digit, from 1.
        found: usize,
        /// Where that would have its place.
        expected: String,
    },
    /// A number with a hole in it.
    #[error("there is a gap in this number, where others have a digit")]
    Gap,
    /// More lines of products than there are digits to multiply with.
    #[error("there are more partial products than the multiplier has digits")]
    TooManyPartials,
    /// A digit that is not zero, and was not multiplied with.
    #[error("the multiplier's digit {0} has no partial product")]
    NoPartial(String),
    /// A remainder with more digits than the divisor.
    #[error("this remainder has more digits than the divisor, so that another line should stand before it")]
    LongRemainder,
    /// A row of a grid that has not as many numbers as the first.
    #[error("a ragged row: it has {found}, where the first has {expected}")]
    Ragged {
        /// What it has: `2 numbers`.
        found: String,
        /// How many the first has.
        expected: usize,
    },
    /// Zeros that may stand in several places.
    #[error("some digit is zero and has no line of its own, but which one is not certain")]
    UncertainZero,
    /// A multiplicand that is not drawn, and may have the one number of digits or the other.
    #[error("the multiplicand, which is not drawn, may have {0} digits or {1}")]
    UncertainFactor(usize, usize),
}

impl Flaw {
    /// What was expected.
    pub(super) fn label(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::NoSuchLayout(_) => "expected the name of a layout",
            Self::Unrecognised => "expected a sum, a product, a division, a root or a grid",
            Self::Several(_) => "it is not said which it is",
            Self::TooManyLines(_) => "expected fewer lines",
            Self::TooManyDigits(_) => "expected fewer digits",
            Self::Missing(what) => return format!("expected {what}").into(),
            Self::Stray(_) => "expected nothing of the kind here",
            Self::StraySign(_) => "expected a digit or a rule",
            Self::Misaligned { expected, .. } => return format!("expected it to end in {expected}").into(),
            Self::Gap => "expected a digit, or none to the left of it",
            Self::TooManyPartials => "expected a rule and the product",
            Self::NoPartial(_) => "expected a row for it, shifted to its column",
            Self::LongRemainder => "expected a shorter number, or a product",
            Self::Ragged { expected, .. } => return format!("expected {expected}").into(),
            Self::UncertainFactor(..) => {
                "expected a partial product with a digit more than another, or the factors"
            }
            Self::UncertainZero => "expected a line for each digit that is not zero",
        })
    }
}
