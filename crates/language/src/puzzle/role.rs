//! What the numbers of a drawing are, and which of them a condition is about.

use std::fmt;

/// What a number of a drawing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RoleKind {
    /// A number that is added or subtracted.
    Addend,
    /// What addends make.
    Sum,
    /// The factor that is multiplied with each digit of the other.
    Multiplicand,
    /// The factor whose digits have lines of their own.
    Multiplier,
    /// The product of one digit of the multiplier, or of the quotient.
    PartialProduct,
    /// The product of two factors.
    Product,
    /// The number that is divided.
    Dividend,
    /// The number that it is divided by.
    Divisor,
    /// The result of a division.
    Quotient,
    /// What is left where a partial product, or what a digit of a root adds, was taken off.
    Difference,
    /// What is left at the end.
    Remainder,
    /// The number whose root is taken.
    Radicand,
    /// The result of a root.
    Root,
    /// What is taken off for one digit of a root.
    Subtrahend,
    /// An equation across, in a grid.
    Row,
    /// An equation down, in a grid.
    Column,
}

/// The part that a number plays in a drawing, or the number that a condition of a drawing is about.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::Puzzle;
///
/// let puzzle: Puzzle = "  12\n× AB\n----\n  BC\n DE\n----\n FGH".parse()?;
/// let roles: Vec<String> = puzzle.claims().map(|(role, _)| role.to_string()).collect();
/// assert_eq!(roles, ["partial product 1", "partial product 2", "product"]);
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Role {
    /// What the number is.
    pub kind: RoleKind,
    /// Which of several it is, counted from 1 in the order of the drawing.
    pub index: Option<usize>,
    /// Which of its digits is meant, counted from 1 at the left, if it is one alone.
    pub digit: Option<usize>,
}

impl Role {
    /// The only number of its kind.
    #[must_use]
    pub fn only(kind: RoleKind) -> Self {
        Self { kind, index: None, digit: None }
    }

    /// One of several numbers of a kind, counted from 1.
    #[must_use]
    pub fn nth(kind: RoleKind, index: usize) -> Self {
        Self { kind, index: Some(index), digit: None }
    }

    /// One digit of the number, counted from 1 at the left.
    #[must_use]
    pub fn digit(self, digit: usize) -> Self {
        Self { digit: Some(digit), ..self }
    }
}

impl RoleKind {
    /// What it is called: `partial product`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Addend => "addend",
            Self::Sum => "sum",
            Self::Multiplicand => "multiplicand",
            Self::Multiplier => "multiplier",
            Self::PartialProduct => "partial product",
            Self::Product => "product",
            Self::Dividend => "dividend",
            Self::Divisor => "divisor",
            Self::Quotient => "quotient",
            Self::Difference => "difference",
            Self::Remainder => "remainder",
            Self::Radicand => "radicand",
            Self::Root => "root",
            Self::Subtrahend => "subtrahend",
            Self::Row => "row",
            Self::Column => "column",
        }
    }
}

/// In words: `partial product 2`, `digit 3 of the quotient`.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = self.kind.name();
        match (self.digit, self.index) {
            (None, None) => f.write_str(name),
            (None, Some(index)) => write!(f, "{name} {index}"),
            (Some(digit), None) => write!(f, "digit {digit} of the {name}"),
            (Some(digit), Some(index)) => write!(f, "digit {digit} of {name} {index}"),
        }
    }
}
