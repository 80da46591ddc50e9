//! Every operator, one row for each.

use std::cmp::Ordering;

use super::context::{Context, Quantity};
use crate::number::{Exact, Magnitude, Undefined};

/// The precedence tiers, loosest first. The grammar has one rule for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `¬`, before a condition
    Not,
    /// `=`, `<` and the like, in chains
    Relation,
    /// `+`, `-`
    Sum,
    /// `*`, `/` and the like, left to right
    Product,
    /// `-`, before a number; the grammar counts these signs, so there is no other
    Sign,
    /// `^`, right to left
    Power,
    /// `!`, after a number
    Postfix,
    /// `√`, before an atom
    Root,
}

impl Tier {
    /// Returns the name of the tier, as in the grammar and the list of operators.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Not => "not",
            Self::Relation => "relation",
            Self::Sum => "sum",
            Self::Product => "product",
            Self::Sign => "sign",
            Self::Power => "power",
            Self::Postfix => "postfix",
            Self::Root => "root",
        }
    }
}

/// How conditions combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Logic {
    /// All hold.
    And,
    /// At least one holds.
    Or,
    /// Returns whether it does not hold.
    Not,
}

/// The meaning of an operator.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Meaning {
    /// A number from one number.
    Unary(fn(&Exact, &Context) -> Result<Exact, Undefined>),
    /// A number from two numbers.
    Binary(fn(&Exact, &Exact, &Context) -> Result<Exact, Undefined>),
    /// A condition on the order of two numbers.
    Compare(fn(Ordering) -> bool),
    /// Another condition on two numbers.
    Test(fn(&Exact, &Exact) -> bool),
    /// A condition from conditions.
    Logic(Logic),
}

/// The algebraic meaning of an operator or a function, for the compiler: the field operations and some more, by name. All others
/// are `Opaque`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algebra {
    /// Addition.
    Plus,
    /// Subtraction, or the sign.
    Minus,
    /// Multiplication.
    Times,
    /// Exact division.
    Over,
    /// Floor division of whole numbers.
    Floor,
    /// The remainder of floor division.
    Mod,
    /// A power.
    Power,
    /// Equality.
    Equal,
    /// Inequality.
    Unequal,
    /// An order: less.
    Less,
    /// An order: less or equal.
    AtMost,
    /// An order: greater.
    Greater,
    /// An order: greater or equal.
    AtLeast,
    /// An exact root of this degree, which is not negative.
    Root(u8),
    /// The absolute value, as a function.
    Absolute,
    /// The least of some numbers, as a function.
    Least,
    /// The greatest of some numbers, as a function.
    Greatest,
    /// A number rounded down, as a function.
    RoundedDown,
    /// Whether a number is whole, as a function.
    Whole,
    /// Whether a condition does not hold, as a function.
    Not,
    /// Numbers written one after the other, as a function.
    Beside,
    /// Whether numbers are pairwise different, as a function.
    Differ,
    /// Whether the second number is a whole multiple of the first.
    Divides,
    /// The sign of a number, as a function.
    Sign,
    /// The sum of the digits of a number, as a function.
    DigitSum,
    /// Whether a number is prime, as a function.
    IsPrime,
    /// The greatest common divisor of some numbers, as a function.
    CommonDivisor,
    /// The least common multiple of some numbers, as a function.
    CommonMultiple,
    /// Anything else.
    Opaque,
}

/// The effect of an operator on quantities if at least one is too large to compute.
pub type LargeMeaning = fn(&Quantity, &Quantity, &Context) -> Result<Exact, Undefined>;

/// One operator: everything the crate knows about it.
#[non_exhaustive]
pub struct Operator {
    /// Its spellings; the first is the one that is printed.
    pub spellings: &'static [&'static str],
    /// The LaTeX for each of these spellings.
    pub latex: &'static [&'static str],
    /// Its name in certificates and in explanations as JSON, such as `divides`. `neg` negates what a minus sign takes off, and
    /// `root` takes the degree too. Without a name, explanations use its sign, and certificates cannot express it.
    pub word: Option<&'static str>,
    /// Its tier, which says how tightly it binds.
    pub tier: Tier,
    /// One line for the list of operators.
    pub help: &'static str,
    /// Its exact meaning. Every operator has one.
    pub exact: Meaning,
    /// Bounds on its result if an argument is too large to compute.
    pub large: Option<LargeMeaning>,
    /// Its algebraic meaning, for the compiler.
    pub algebra: Algebra,
}

impl Operator {
    /// Returns its printed spelling.
    #[must_use]
    pub fn symbol(&self) -> &'static str {
        self.spellings[0]
    }
}

impl std::fmt::Debug for Operator {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} of {:?}", self.symbol(), self.tier)
    }
}

impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        self.tier == other.tier && self.symbol() == other.symbol()
    }
}

/// Returns the operator with this tier and spelling.
#[must_use]
pub fn operator(tier: Tier, spelling: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|row| row.tier == tier && row.spellings.contains(&spelling))
}

/// The default values of a row.
const PLAIN: Operator = Operator {
    spellings: &[],
    latex: &[],
    word: None,
    tier: Tier::Relation,
    help: "",
    exact: Meaning::Logic(Logic::And),
    large: None,
    algebra: Algebra::Opaque,
};

impl Operator {
    /// Makes an operator of the caller's own, written `⋄`, for expressions built without a text. Only its exact meaning is known,
    /// so all faster methods for the operators of the language abstain. It is never freed.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::vocabulary::{Meaning, Operator, Tier};
    /// let joined = Operator::custom(Tier::Sum, Meaning::Binary(|a, b, _| Ok(a.plus(b))));
    /// assert_eq!(joined.symbol(), "⋄");
    /// ```
    #[must_use]
    pub fn custom(tier: Tier, exact: Meaning) -> &'static Self {
        Box::leak(Box::new(Self { spellings: &["⋄"], latex: &["\\diamond "], tier, exact, ..PLAIN }))
    }
}

/// Every operator. Adding one means adding a row; a new spelling also joins its tier in the grammar.
pub static OPERATORS: &[Operator] = &[
    Operator {
        spellings: &["||", "∨"],
        latex: &["\\lor ", "\\lor "],
        word: Some("or"),
        tier: Tier::Or,
        help: "one condition holds, or both",
        exact: Meaning::Logic(Logic::Or),
        ..PLAIN
    },
    Operator {
        spellings: &["&&", "∧"],
        latex: &["\\land ", "\\land "],
        word: Some("and"),
        tier: Tier::And,
        help: "both conditions hold",
        exact: Meaning::Logic(Logic::And),
        ..PLAIN
    },
    Operator {
        spellings: &["¬"],
        latex: &["\\lnot "],
        word: Some("not"),
        tier: Tier::Not,
        help: "the condition does not hold; also not(…)",
        exact: Meaning::Logic(Logic::Not),
        ..PLAIN
    },
    Operator {
        spellings: &["=", "=="],
        latex: &["=", "="],
        word: Some("="),
        help: "is equal to",
        exact: Meaning::Compare(Ordering::is_eq),
        algebra: Algebra::Equal,
        ..PLAIN
    },
    Operator {
        spellings: &["≠", "!=", "<>"],
        latex: &["\\ne ", "\\ne ", "\\ne "],
        word: Some("!="),
        help: "is not equal to",
        exact: Meaning::Compare(Ordering::is_ne),
        algebra: Algebra::Unequal,
        ..PLAIN
    },
    Operator {
        spellings: &["≤", "<="],
        latex: &["\\le ", "\\le "],
        word: Some("<="),
        help: "is at most",
        exact: Meaning::Compare(Ordering::is_le),
        algebra: Algebra::AtMost,
        ..PLAIN
    },
    Operator {
        spellings: &["≥", ">="],
        latex: &["\\ge ", "\\ge "],
        word: Some(">="),
        help: "is at least",
        exact: Meaning::Compare(Ordering::is_ge),
        algebra: Algebra::AtLeast,
        ..PLAIN
    },
    Operator {
        spellings: &["<"],
        latex: &["<"],
        word: Some("<"),
        help: "is less than",
        exact: Meaning::Compare(Ordering::is_lt),
        algebra: Algebra::Less,
        ..PLAIN
    },
    Operator {
        spellings: &[">"],
        latex: &[">"],
        word: Some(">"),
        help: "is greater than",
        exact: Meaning::Compare(Ordering::is_gt),
        algebra: Algebra::Greater,
        ..PLAIN
    },
    Operator {
        spellings: &["∣"],
        latex: &["\\mid "],
        word: Some("divides"),
        help: "divides: the right number is a whole multiple of the left",
        exact: Meaning::Test(|a, b| b.is_multiple_of(a)),
        algebra: Algebra::Divides,
        ..PLAIN
    },
    Operator {
        spellings: &["+"],
        latex: &["+"],
        word: Some("+"),
        tier: Tier::Sum,
        help: "plus",
        exact: Meaning::Binary(|a, b, _| Ok(a.plus(b))),
        large: Some(|a, b, _| large_sum(a, b)),
        algebra: Algebra::Plus,
    },
    Operator {
        spellings: &["-", "−", "–"],
        latex: &["-", "-", "-"],
        word: Some("neg"),
        tier: Tier::Sum,
        help: "minus",
        exact: Meaning::Binary(|a, b, _| Ok(a.minus(b))),
        large: Some(|a, b, _| large_sum(a, &negated(b))),
        algebra: Algebra::Minus,
    },
    Operator {
        spellings: &["*", "×", "·", "⋅", "∙"],
        latex: &["\\times ", "\\times ", "\\cdot ", "\\cdot ", "\\cdot "],
        word: Some("*"),
        tier: Tier::Product,
        help: "times; also a lone lower-case x between spaces",
        exact: Meaning::Binary(|a, b, context| bounded(a.times(b), context)),
        large: Some(|a, b, _| large_product(a, b)),
        algebra: Algebra::Times,
    },
    Operator {
        spellings: &["/", "÷", "∕", "⁄", ":"],
        latex: &["/", "\\div ", "/", "/", ":"],
        word: Some("/"),
        tier: Tier::Product,
        help: "divided by, exactly",
        exact: Meaning::Binary(|a, b, context| bounded(a.over(b).ok_or(Undefined::NoValue)?, context)),
        large: Some(|a, b, _| large_quotient(a, b)),
        algebra: Algebra::Over,
    },
    Operator {
        spellings: &["//"],
        latex: &["\\mathbin{/\\!/}"],
        word: Some("//"),
        tier: Tier::Product,
        help: "divided by, rounded down",
        exact: Meaning::Binary(|a, b, _| Ok(a.over(b).ok_or(Undefined::NoValue)?.floor())),
        large: Some(|_, b, _| unless_by_zero(b)),
        algebra: Algebra::Floor,
    },
    Operator {
        spellings: &["%"],
        latex: &["\\bmod "],
        word: Some("%"),
        tier: Tier::Product,
        help: "the rest of //: it has the sign of the divisor",
        exact: Meaning::Binary(|a, b, _| a.modulo(b).ok_or(Undefined::NoValue)),
        large: Some(|_, b, _| unless_by_zero(b)),
        algebra: Algebra::Mod,
    },
    Operator {
        spellings: &["-", "−", "–"],
        latex: &["-", "-", "-"],
        word: Some("neg"),
        tier: Tier::Sign,
        help: "the number with the other sign",
        exact: Meaning::Unary(|a, _| Ok(a.negated())),
        large: Some(|a, _, _| known(negated(a))),
        algebra: Algebra::Minus,
    },
    Operator {
        spellings: &["^", "**"],
        latex: &["^", "^"],
        word: Some("^"),
        tier: Tier::Power,
        help: "to the power, right to left; ^(1/2) is an exact root, 0^0 is 1; also ² ³ …",
        exact: Meaning::Binary(|a, b, context| a.power(b, context.limit)),
        large: Some(|a, b, _| large_power(a, b)),
        algebra: Algebra::Power,
    },
    Operator {
        spellings: &["!"],
        latex: &["!"],
        word: Some("fact"),
        tier: Tier::Postfix,
        help: "the factorial; A!=B is read as A≠B, so write A! = B",
        exact: Meaning::Unary(|a, context| a.factorial(context.limit)),
        large: Some(|a, _, _| large_factorial(a)),
        ..PLAIN
    },
    Operator {
        spellings: &["√"],
        latex: &["\\surd "],
        word: Some("root"),
        tier: Tier::Root,
        help: "the exact square root of what stands right after it",
        exact: Meaning::Unary(|a, _| a.root(2)),
        algebra: Algebra::Root(2),
        ..PLAIN
    },
    Operator {
        spellings: &["∛", "³√"],
        latex: &["\\surd ", "\\surd "],
        word: Some("root"),
        tier: Tier::Root,
        help: "the exact cube root of what stands right after it",
        exact: Meaning::Unary(|a, _| a.root(3)),
        algebra: Algebra::Root(3),
        ..PLAIN
    },
];

/// Keeps a number only up to sixteen limits, since products of products could grow without end.
fn bounded(number: Exact, context: &Context) -> Result<Exact, Undefined> {
    number.within(16 * context.limit)
}

fn known(quantity: Quantity) -> Result<Exact, Undefined> {
    match quantity {
        Quantity::Known(number) => Ok(number),
        Quantity::TooLarge(magnitude) => Err(Undefined::TooLarge(magnitude)),
    }
}

fn negated(quantity: &Quantity) -> Quantity {
    match quantity {
        Quantity::Known(number) => Quantity::Known(number.negated()),
        Quantity::TooLarge(magnitude) => Quantity::TooLarge(magnitude.negated()),
    }
}

fn large_sum(a: &Quantity, b: &Quantity) -> Result<Exact, Undefined> {
    let (Some(x), Some(y)) = (a.magnitude(), b.magnitude()) else {
        // At least one of them is zero.
        return known(if a.magnitude().is_some() { a.clone() } else { b.clone() });
    };
    Err(x.plus(y).map_or(Undefined::Unknown, Undefined::TooLarge))
}

fn large_product(a: &Quantity, b: &Quantity) -> Result<Exact, Undefined> {
    match (a.magnitude(), b.magnitude()) {
        (Some(x), Some(y)) => Err(Undefined::TooLarge(x.times(y))),
        _ => Ok(Exact::ZERO),
    }
}

/// Returns that a remainder or a floor by zero is undefined, and any other unknown.
fn unless_by_zero(divisor: &Quantity) -> Result<Exact, Undefined> {
    Err(if divisor.magnitude().is_none() { Undefined::NoValue } else { Undefined::Unknown })
}

/// Bounds the factorial of a large number, which is larger still: n! ≥ n for n ≥ 1.
fn large_factorial(a: &Quantity) -> Result<Exact, Undefined> {
    let number = a.magnitude().ok_or(Undefined::Unknown)?;
    match (number.negative, number.whole) {
        (true, _) => Err(Undefined::NoValue),
        (false, true) => Err(Undefined::TooLarge(Magnitude::new(false, number.low, f64::INFINITY, true))),
        (false, false) => Err(Undefined::Unknown),
    }
}

fn large_quotient(a: &Quantity, b: &Quantity) -> Result<Exact, Undefined> {
    match (a.magnitude(), b.magnitude()) {
        (Some(x), Some(y)) => Err(Undefined::TooLarge(x.over(y))),
        (None, Some(_)) => Ok(Exact::ZERO),
        (_, None) => Err(Undefined::NoValue),
    }
}

/// Bounds a power whose base or exponent is too large to compute. The parity of such an exponent is unknown, so nothing is known
/// for a negative base.
fn large_power(a: &Quantity, b: &Quantity) -> Result<Exact, Undefined> {
    let Some(exponent) = b.magnitude() else { return Ok(Exact::ONE) };
    match a {
        Quantity::Known(base) if *base == Exact::ONE => return Ok(Exact::ONE),
        Quantity::Known(base) if base.is_zero() && exponent.negative => return Err(Undefined::NoValue),
        Quantity::Known(base) if base.is_zero() => return Ok(Exact::ZERO),
        _ => {}
    }
    let base = a.magnitude().ok_or(Undefined::Unknown)?;
    // A fractional exponent means a root, which may not exist.
    if base.negative || !exponent.whole {
        return Err(Undefined::Unknown);
    }
    let (few, many) = (exponent.low.exp2(), exponent.high.exp2());
    let sign = if exponent.negative { -1.0 } else { 1.0 };
    let corners = [base.low * few, base.low * many, base.high * few, base.high * many].map(|log| log * sign);
    let low = corners.into_iter().fold(f64::INFINITY, f64::min);
    let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
    if low.is_nan() || high.is_nan() {
        return Err(Undefined::Unknown);
    }
    Err(Undefined::TooLarge(Magnitude::new(false, low, high, base.whole && !exponent.negative)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_has_its_latex() {
        for row in OPERATORS {
            assert_eq!(row.latex.len(), row.spellings.len(), "{row:?}");
            assert!(row.latex.iter().all(|sign| !sign.is_empty() && sign.is_ascii()), "{row:?}");
        }
    }

    #[test]
    fn no_two_rows_of_a_tier_share_a_spelling() {
        for (i, row) in OPERATORS.iter().enumerate() {
            for other in &OPERATORS[i + 1..] {
                let shared = row.spellings.iter().any(|spelling| other.spellings.contains(spelling));
                assert!(row.tier != other.tier || !shared, "{row:?} and {other:?}");
            }
        }
    }
}
