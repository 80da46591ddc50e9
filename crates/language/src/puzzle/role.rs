//! The numbers of a drawing, and which of them a condition is about.

use std::fmt;

/// The kind of a number in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RoleKind {
    /// A number that is added or subtracted.
    Addend,
    /// The sum of the addends.
    Sum,
    /// The factor that is multiplied with each digit of the other.
    Multiplicand,
    /// The factor whose digits have lines of their own.
    Multiplier,
    /// The product of one digit of the multiplier, or of the quotient.
    PartialProduct,
    /// The product of two factors.
    Product,
    /// The number to be divided.
    Dividend,
    /// The number to divide by.
    Divisor,
    /// The result of a division.
    Quotient,
    /// The difference after a partial product, or the subtrahend of a root, is subtracted.
    Difference,
    /// The remainder at the end.
    Remainder,
    /// The number under a root sign.
    Radicand,
    /// The result of a root.
    Root,
    /// The number subtracted for one digit of a root.
    Subtrahend,
    /// An equation across, in a grid.
    Row,
    /// An equation down, in a grid.
    Column,
}

/// The role of a number in a drawing, or the number that a condition of a drawing is about.
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
    /// The kind of the number.
    pub kind: RoleKind,
    /// Its place among several of its kind, from 1 in the order of the drawing.
    pub index: Option<usize>,
    /// A single digit of it, from 1 at the left, if only one is meant.
    pub digit: Option<usize>,
}

impl Role {
    /// Returns the role of the only number of a kind.
    #[must_use]
    pub fn only(kind: RoleKind) -> Self {
        Self { kind, index: None, digit: None }
    }

    /// Returns the role of one of several numbers of a kind, from 1.
    #[must_use]
    pub fn nth(kind: RoleKind, index: usize) -> Self {
        Self { kind, index: Some(index), digit: None }
    }

    /// Returns the role of one digit of the number, from 1 at the left.
    #[must_use]
    pub fn digit(self, digit: usize) -> Self {
        Self { digit: Some(digit), ..self }
    }
}

impl RoleKind {
    /// Returns its name: `partial product`.
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

/// Writes it in words: `partial product 2`, `digit 3 of the quotient`.
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
