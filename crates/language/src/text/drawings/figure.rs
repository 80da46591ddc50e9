//! The meaning of a drawing once its rows have their places: the conditions that a person would check.

use std::ops::Range;

use super::drawing::{Mark, Number};
use crate::arrange::Arrange;
use crate::expr::{Expr, Numeral};
use crate::number::Exact;
use crate::puzzle::Role;
use crate::vocabulary::{Operator, Tier, operator};

/// A number or a condition on the numbers of a drawing.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A number of the drawing, or a part of one.
    Number(Number),
    /// The same with N zeros after it: moved to the left by N columns.
    Shifted(Number, usize),
    /// A number that is not drawn.
    Constant(i64),
    /// Operators of one tier between operands.
    Chain(Box<Self>, Vec<(&'static Operator, Self)>),
}

/// A drawing that was understood.
#[derive(Clone, Debug, Default)]
pub(super) struct Figure {
    /// The conditions.
    pub claims: Vec<Claim>,
    /// Digits that are written twice.
    pub twins: Vec<Twin>,
    /// Digits that are zero.
    pub zeros: Vec<(Role, Mark)>,
    /// The numbers of the drawing, with their roles.
    pub names: Vec<(Role, Number)>,
    /// Numbers that must not be zero.
    pub nonzero: Vec<Nonzero>,
    /// Digits that have lines.
    pub lines: Vec<Line>,
    /// The possible figures, if the drawing leaves open which digits are 0. Then everything else is empty.
    pub open: Option<Open>,
}

/// A condition, and the number that it is about.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub role: Role,
    pub value: Value,
}

/// A digit with a line for its product.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub role: Role,
    pub digit: Mark,
    pub product: Number,
    /// The number of claims before its own.
    pub before: usize,
}

/// Figures; exactly one of them holds.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub figures: Vec<Figure>,
    /// The number whose zeros are open.
    pub at: Range<usize>,
}

/// A digit that is written twice: its place, and the place where it is brought down.
#[derive(Clone, Debug)]
pub(super) struct Twin {
    pub role: Role,
    pub above: Mark,
    pub below: Mark,
}

/// A number that must not be zero.
#[derive(Clone, Debug)]
pub(super) struct Nonzero {
    pub role: Role,
    pub number: Number,
    /// Multiples of it. A nonzero multiple already implies that the number is not zero.
    pub multiples: Vec<Number>,
}

impl Figure {
    /// Adds a claim.
    pub fn claim(&mut self, role: Role, value: Value) {
        self.claims.push(Claim { role, value });
    }

    /// Adds the claim `left = right`.
    pub fn equal(&mut self, role: Role, left: Value, right: Value) {
        self.claim(role, left.relate("=", right));
    }

    /// Adds a line: a digit has a product.
    pub fn has_line(&mut self, role: Role, digit: &Mark, product: &Number) {
        let before = self.claims.len();
        self.lines.push(Line { role, digit: digit.clone(), product: product.clone(), before });
    }

    /// Returns its meaning, whatever the columns of the drawing.
    pub fn key(&self) -> Vec<String> {
        let claims = self.claims.iter().map(|claim| claim.value.key());
        let zeros = self.zeros.iter().map(|(_, mark)| format!("0={}", mark.at.start));
        let twins = self.twins.iter().map(|twin| format!("{}~{}", twin.above.at.start, twin.below.at.start));
        let mut all: Vec<String> = claims.chain(zeros).chain(twins).collect();
        all.arrange();
        all
    }

    /// Adds the role of a number.
    pub fn name(&mut self, role: Role, number: &Number) {
        self.names.push((role, number.clone()));
    }

    /// Adds a digit that is zero.
    pub fn zero(&mut self, role: Role, mark: &Mark) {
        self.zeros.push((role, mark.clone()));
    }
}

impl Line {
    /// Returns the condition that its digit is not zero. It is not needed for a shown digit, nor for a product of several digits,
    /// which does not begin with zero.
    pub fn claim(&self) -> Option<Claim> {
        let is_shown = self.digit.given.is_some_and(|digit| digit != 0);
        let begins_with_zero = self.product.marks.first().is_some_and(|mark| mark.given == Some(0));
        ((self.product.len() == 1 || begins_with_zero) && !is_shown).then(|| self.is_other_than_zero())
    }

    /// Returns the condition that its digit is not zero.
    pub fn is_other_than_zero(&self) -> Claim {
        Claim { role: self.role, value: Value::digit(&self.digit).relate("≠", Value::Constant(0)) }
    }

    /// Returns whether the shown digits of the line and its digit leave open whether it is zero.
    pub fn is_open(&self) -> bool {
        let may_be_zero = |mark: &Mark| mark.given.is_none_or(|digit| digit == 0);
        may_be_zero(&self.digit) && self.product.marks.iter().all(may_be_zero)
    }
}

impl Value {
    /// Returns the number of one digit.
    pub fn digit(mark: &Mark) -> Self {
        Self::Number(Number { marks: vec![mark.clone()], point: None })
    }

    /// Returns a relation between two values.
    pub fn relate(self, sign: &str, right: Self) -> Self {
        self.join(Tier::Relation, sign, right)
    }

    pub fn plus(self, other: Self) -> Self {
        self.join(Tier::Sum, "+", other)
    }

    pub fn minus(self, other: Self) -> Self {
        self.join(Tier::Sum, "-", other)
    }

    pub fn times(self, other: Self) -> Self {
        self.join(Tier::Product, "×", other)
    }

    pub fn power(self, exponent: i64) -> Self {
        self.join(Tier::Power, "^", Self::Constant(exponent))
    }

    fn join(self, tier: Tier, sign: &str, right: Self) -> Self {
        self.with(row(tier, sign), right)
    }

    /// Adds one operand after an operator. Chains of one tier grow to the right.
    pub fn with(self, operator: &'static Operator, right: Self) -> Self {
        match self {
            Self::Chain(first, mut rest) if rest.iter().all(|(other, _)| other.tier == operator.tier) => {
                rest.push((operator, right));
                Self::Chain(first, rest)
            }
            first => Self::Chain(Box::new(first), vec![(operator, right)]),
        }
    }

    /// Returns its meaning, with each digit named by its place in the text, so that drawings of one text can be compared.
    pub fn key(&self) -> String {
        let places = |number: &Number| {
            let starts = number.marks.iter().map(|mark| mark.at.start);
            format!("{:?}/{:?}", starts.collect::<Vec<_>>(), number.point)
        };
        match self {
            Self::Number(number) => places(number),
            Self::Shifted(number, zeros) => format!("{}<<{zeros}", places(number)),
            Self::Constant(constant) => constant.to_string(),
            Self::Chain(first, rest) => {
                let rest = rest.iter().map(|(operator, value)| {
                    format!("{}{}", operator.spellings.first().unwrap_or(&""), value.key())
                });
                format!("({}{})", first.key(), rest.collect::<String>())
            }
        }
    }

    /// Returns the expression, with a numeral for each number.
    pub fn expr(&self, numeral: &dyn Fn(&Number) -> Numeral) -> Expr {
        match self {
            Self::Number(number) => Expr::Numeral(numeral(number)),
            Self::Shifted(number, places) => {
                let mut numeral = numeral(number);
                numeral.whole.extend(std::iter::repeat_n(crate::expr::Element::Shown(0), *places));
                Expr::Numeral(numeral)
            }
            Self::Constant(constant) => Expr::Constant(Exact::from(*constant)),
            Self::Chain(first, rest) => {
                let rest = rest.iter().map(|(operator, value)| (*operator, value.expr(numeral)));
                Expr::chain(first.expr(numeral), rest.collect())
            }
        }
    }
}

fn row(tier: Tier, sign: &str) -> &'static Operator {
    operator(tier, sign).expect("the layouts use signs of the table of operators only")
}
