//! The judge: the exact value of an expression, straight from its tree.
//!
//! Nothing here is clever. Every number is an [`Exact`], every word means what its row in the vocabulary says, and every other
//! evaluator is compared with this one.

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use crate::digits::{Base, Digit};
use crate::expr::{Chain, Element, Expr, Numeral, Remainder};
use crate::number::{Exact, Magnitude, Undefined};
use crate::vocabulary::{Context, FunctionRef, Kind, Logic, Meaning, Operator, Quantity, Tier};

/// Whether a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// Undecided, because of numbers too large to compute.
    Undecided,
}

impl Truth {
    /// Returns whether both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::Undecided,
        }
    }

    /// Returns whether at least one of them holds.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// Returns whether it does not hold.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it stands in a row with and, or")]
    pub fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Undecided => Self::Undecided,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// Returns whether a condition holds for these digits, given by cell. A number holds if it is not zero.
#[must_use]
pub fn truth(expr: &Expr, digits: &[Digit], context: &Context) -> Truth {
    match expr {
        Expr::Chain(chain) if chain.tier() == Tier::Relation => relations(chain, digits, context),
        Expr::Chain(chain) if chain.tier() < Tier::Relation => connected(chain, digits, context),
        Expr::Unary(operator, operand) if operator.tier == Tier::Not => truth(operand, digits, context).not(),
        Expr::Remainder(division) => remainder(division, digits, context),
        _ => match value(expr, digits, context) {
            Ok(number) => Truth::from(!number.is_zero()),
            Err(Undefined::NoValue) => Truth::No,
            Err(Undefined::TooLarge(_)) => Truth::Yes,
            Err(Undefined::Unknown) => Truth::Undecided,
        },
    }
}

/// Returns the value of an expression for these digits, given by cell. A condition counts 0 or 1.
///
/// # Errors
/// [`Undefined`] if there is no value, or none within the size limit.
pub fn number(expr: &Expr, digits: &[Digit], context: &Context) -> Result<Exact, Undefined> {
    match expr {
        Expr::Numeral(numeral) => Ok(numeral_value(numeral, digits, context.base)),
        Expr::Constant(number) => Ok(number.clone()),
        Expr::Chain(chain) if chain.tier() > Tier::Relation => arithmetic(chain, digits, context),
        Expr::Unary(operator, operand) if operator.tier != Tier::Not => {
            unary(operator, number(operand, digits, context), context)
        }
        Expr::Call(function, _) if function.kind == Kind::Number => value(expr, digits, context),
        _ => counted(truth(expr, digits, context)),
    }
}

/// Returns the value of an expression. A condition with an undefined argument is undefined here, and [`truth`] says no.
fn value(expr: &Expr, digits: &[Digit], context: &Context) -> Result<Exact, Undefined> {
    match expr {
        Expr::Call(function, arguments) => call(function, arguments, digits, context),
        _ => number(expr, digits, context),
    }
}

fn counted(truth: Truth) -> Result<Exact, Undefined> {
    match truth {
        Truth::Yes => Ok(Exact::ONE),
        Truth::No => Ok(Exact::ZERO),
        Truth::Undecided => Err(Undefined::Unknown),
    }
}

fn relations(chain: &Chain, digits: &[Digit], context: &Context) -> Truth {
    let mut left = number(&chain.first, digits, context);
    let mut all = Truth::Yes;
    for (operator, operand) in &chain.rest {
        let right = number(operand, digits, context);
        all = all.and(relation(operator, &left, &right));
        if all == Truth::No {
            return Truth::No;
        }
        left = right;
    }
    all
}

/// Returns whether a relation between two numbers holds. It never does if one of them is undefined.
fn relation(operator: &Operator, left: &Result<Exact, Undefined>, right: &Result<Exact, Undefined>) -> Truth {
    match (left, right) {
        (Ok(a), Ok(b)) => Truth::from(match operator.exact {
            Meaning::Compare(holds) => holds(a.cmp(b)),
            Meaning::Test(holds) => holds(a, b),
            _ => false,
        }),
        (Err(Undefined::NoValue), _) | (_, Err(Undefined::NoValue)) => Truth::No,
        _ => match (compare(left, right), operator.exact) {
            (Some(ordering), Meaning::Compare(holds)) => Truth::from(holds(ordering)),
            _ => Truth::Undecided,
        },
    }
}

/// Compares two quantities, at least one of them too large, if their bounds decide it.
fn compare(left: &Result<Exact, Undefined>, right: &Result<Exact, Undefined>) -> Option<Ordering> {
    let sign = |number: &Magnitude| if number.negative { Ordering::Less } else { Ordering::Greater };
    match (bounds(left)?, bounds(right)?) {
        (Some(a), Some(b)) => a.compare(b),
        (Some(a), None) => Some(sign(&a)),
        (None, Some(b)) => Some(sign(&b).reverse()),
        (None, None) => Some(Ordering::Equal),
    }
}

/// Returns bounds on a quantity: `Some(None)` for zero, `None` if nothing is known.
fn bounds(quantity: &Result<Exact, Undefined>) -> Option<Option<Magnitude>> {
    match quantity {
        Ok(number) => Some(Magnitude::of(number)),
        Err(Undefined::TooLarge(magnitude)) => Some(Some(*magnitude)),
        Err(_) => None,
    }
}

fn connected(chain: &Chain, digits: &[Digit], context: &Context) -> Truth {
    let is_and =
        chain.rest.first().is_some_and(|(operator, _)| matches!(operator.exact, Meaning::Logic(Logic::And)));
    let operands = chain.operands().map(|operand| truth(operand, digits, context));
    if is_and { operands.fold(Truth::Yes, Truth::and) } else { operands.fold(Truth::No, Truth::or) }
}

/// Returns whether `dividend = divisor · quotient + rest` with `0 ≤ rest < divisor`.
fn remainder(division: &Remainder, digits: &[Digit], context: &Context) -> Truth {
    let [dividend, divisor, quotient, rest] = division.parts().map(|part| number(part, digits, context));
    let parts = [&dividend, &divisor, &quotient, &rest];
    if parts.iter().any(|part| matches!(part, Err(Undefined::NoValue))) {
        return Truth::No;
    }
    let (Ok(dividend), Ok(divisor), Ok(quotient), Ok(rest)) = (dividend, divisor, quotient, rest) else {
        return Truth::Undecided;
    };
    Truth::from(!rest.is_negative() && rest < divisor && divisor.times(&quotient).plus(&rest) == dividend)
}

fn arithmetic(chain: &Chain, digits: &[Digit], context: &Context) -> Result<Exact, Undefined> {
    let mut left = number(&chain.first, digits, context);
    for (operator, operand) in &chain.rest {
        let right = number(operand, digits, context);
        left = match (left, right, operator.exact) {
            (Ok(a), Ok(b), Meaning::Binary(exact)) => exact(&a, &b, context),
            (left, right, _) => binary_of_large(operator, left, right, context),
        };
    }
    left
}

/// Computes an operation on quantities if at least one of them is not a known number.
fn binary_of_large(
    operator: &Operator,
    left: Result<Exact, Undefined>,
    right: Result<Exact, Undefined>,
    context: &Context,
) -> Result<Exact, Undefined> {
    if left == Err(Undefined::NoValue) || right == Err(Undefined::NoValue) {
        return Err(Undefined::NoValue);
    }
    let meaning = operator.large.ok_or(Undefined::Unknown)?;
    meaning(&quantity(left)?, &quantity(right)?, context)
}

fn quantity(number: Result<Exact, Undefined>) -> Result<Quantity, Undefined> {
    match number {
        Ok(number) => Ok(Quantity::Known(number)),
        Err(Undefined::TooLarge(magnitude)) => Ok(Quantity::TooLarge(magnitude)),
        Err(undefined) => Err(undefined),
    }
}

fn unary(
    operator: &Operator,
    operand: Result<Exact, Undefined>,
    context: &Context,
) -> Result<Exact, Undefined> {
    match (operand, operator.exact) {
        (Ok(number), Meaning::Unary(exact)) => exact(&number, context),
        (operand, _) => {
            let operand = quantity(operand)?;
            operator.large.ok_or(Undefined::Unknown)?(&operand, &operand, context)
        }
    }
}

fn call(
    function: &FunctionRef,
    arguments: &[Expr],
    digits: &[Digit],
    context: &Context,
) -> Result<Exact, Undefined> {
    let mut values = Vec::with_capacity(arguments.len());
    let mut unknown = false;
    for argument in arguments {
        let value = match function.arguments {
            Kind::Number => number(argument, digits, context),
            Kind::Condition => counted(truth(argument, digits, context)),
        };
        match value {
            Ok(value) => values.push(value),
            Err(Undefined::NoValue) => return Err(Undefined::NoValue),
            Err(_) => unknown = true,
        }
    }
    if unknown { Err(Undefined::Unknown) } else { function.value(&values, context) }
}

/// Returns the value of a numeral.
#[must_use]
pub fn numeral_value(numeral: &Numeral, digits: &[Digit], base: Base) -> Exact {
    let base = numeral.base.unwrap_or(base);
    let whole = integer(&numeral.whole, digits, base);
    if numeral.is_whole() {
        return whole;
    }
    // x = w.f(r): the digits w f r minus the digits w f are x·b^f·(b^r - 1).
    let power =
        |places: usize| (0..places).fold(Exact::ONE, |power, _| power.times(&i64::from(base.get()).into()));
    let shift = power(numeral.fraction.len());
    let start = whole.times(&shift).plus(&integer(&numeral.fraction, digits, base));
    let value = if numeral.repetend.is_empty() {
        start.over(&shift)
    } else {
        let nines = power(numeral.repetend.len()).minus(&Exact::ONE);
        let period = integer(&numeral.repetend, digits, base);
        start.times(&nines).plus(&period).over(&nines.times(&shift))
    };
    value.expect("a power of a base, less one or not, is not zero")
}

/// Ten digits of any base fit a machine word: 64^10 is 2^60.
const SHORT: usize = 10;

#[inline]
fn integer(elements: &[Element], digits: &[Digit], base: Base) -> Exact {
    let word = |elements: &[Element]| {
        elements.iter().fold(0, |n, element| n * i64::from(base.get()) + i64::from(element.digit(digits)))
    };
    if elements.len() <= SHORT {
        return word(elements).into();
    }
    let shift = Exact::from(i64::from(base.get()).pow(SHORT as u32));
    let (first, rest) = elements.split_at(elements.len() % SHORT);
    rest.chunks(SHORT).fold(word(first).into(), |n: Exact, some| n.times(&shift).plus(&word(some).into()))
}
