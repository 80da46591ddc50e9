//! Equations as sums of products, and as products, of factors that depend on few cells each.
//!
//! `A/BC+D/EF=G/HI` is `A/BC + D/EF - G/HI = 0`, three products; in a sum, a word is a product for each digit. `AB*CD=EF*GH`
//! is also a product on each side. A factor that is neither linear nor a power of something linear, such as a factorial or a
//! function, is left to the judge.

use super::linear::{Affine, Linear};
use super::{Condition, Judged};
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Cell, Chain, Expr};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Context, Tier};

/// A number times factors.
#[derive(Clone, Debug, PartialEq)]
pub struct Factored {
    pub coefficient: Exact,
    pub factors: Vec<Factor>,
}

/// A power of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    pub value: Value,
    pub exponent: i32,
    /// Whether it is a divisor: if it is zero, the equation has no value.
    pub is_divisor: bool,
}

/// The value of a factor.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Digits times coefficients.
    Linear(Linear),
    /// Anything else.
    Judged(Judged),
}

/// Products and a constant that add up to zero.
#[derive(Clone, Debug, PartialEq)]
pub struct SumOfProducts {
    pub products: Vec<Factored>,
    pub constant: Exact,
}

/// Powers up to this exponent are multiplied out, so the value cannot grow past any limit.
const LARGEST_EXPONENT: i64 = 64;
/// In a product, the most factors that only the judge can compute: far fewer than would make a product of large numbers too
/// large for the judge.
const MOST_JUDGED: usize = 8;
/// The largest sum of all exponents.
const MOST_FACTORS: i64 = 512;

/// Returns the condition as a sum that is zero, if it is an equation that can be read as one.
pub fn sum(condition: &Condition, context: &Context) -> Option<SumOfProducts> {
    let [left, right] = sides(condition)?;
    let mut adder = Adder { linear: Affine::default(), products: Vec::new(), context };
    adder.add(left, &Exact::ONE)?;
    adder.add(right, &Exact::from(-1))?;
    let digits = adder.linear.terms.into_iter().map(|(cell, coefficient)| Factored::digit(cell, coefficient));
    let products = adder.products.into_iter().chain(digits).collect();
    Some(SumOfProducts { products, constant: adder.linear.constant.0 })
}

/// Returns both sides of the condition as products, if it is an equation that can be read so.
pub fn products(condition: &Condition, context: &Context) -> Option<[Factored; 2]> {
    let [left, right] = sides(condition)?;
    Some([Factored::of(left, context)?, Factored::of(right, context)?])
}

/// Returns whether both sides of an equation have a common factor.
pub fn have_common_factor(condition: &Condition, context: &Context) -> bool {
    let Some([left, right]) = sides(condition) else { return false };
    let factors = |side| Factored::of(side, context).map(|product| product.factors).unwrap_or_default();
    let right = factors(right);
    factors(left).iter().any(|factor| right.contains(factor))
}

/// Returns the sides of an equation.
fn sides(condition: &Condition) -> Option<[&Expr; 2]> {
    let Expr::Chain(chain) = &condition.expr else { return None };
    match &chain.rest[..] {
        [(operator, right)] if operator.algebra == Algebra::Equal => Some([&chain.first, right]),
        _ => None,
    }
}

/// A sum that is being built.
struct Adder<'c> {
    linear: Affine,
    products: Vec<Factored>,
    context: &'c Context,
}

impl Adder<'_> {
    /// Adds an expression times a constant.
    fn add(&mut self, expr: &Expr, times: &Exact) -> Option<()> {
        if let Some(affine) = Affine::of(expr, self.context) {
            self.linear = std::mem::take(&mut self.linear).plus(&affine.scaled(times));
            return Some(());
        }
        match expr {
            Expr::Chain(chain) if chain.is_sum() => {
                self.add(&chain.first, times)?;
                for (operator, operand) in &chain.rest {
                    let sign = if operator.algebra == Algebra::Minus { -1 } else { 1 };
                    self.add(operand, &times.times(&sign.into()))?;
                }
            }
            _ => {
                let mut product = Factored::of(expr, self.context)?;
                product.coefficient = product.coefficient.times(times);
                self.products.push(product);
            }
        }
        Some(())
    }
}

impl Factored {
    /// Returns a digit times a coefficient.
    fn digit(cell: Cell, coefficient: Exact) -> Self {
        let value = Value::Linear(Linear { terms: vec![(cell, 1)], constant: 0 });
        Self { coefficient, factors: vec![Factor { value, exponent: 1, is_divisor: false }] }
    }

    fn constant(coefficient: Exact) -> Self {
        Self { coefficient, factors: Vec::new() }
    }

    /// Reads any expression whose value is a number; `None` if it has too many factors.
    fn of(expr: &Expr, context: &Context) -> Option<Self> {
        let product = Self::read(expr, context).unwrap_or_else(|| Self::judged(expr, context));
        let exponents: i64 = product.factors.iter().map(|factor| i64::from(factor.exponent).abs()).sum();
        let judged = product.factors.iter().filter(|factor| matches!(factor.value, Value::Judged(_))).count();
        (exponents <= MOST_FACTORS && judged <= MOST_JUDGED).then_some(product)
    }

    fn judged(expr: &Expr, context: &Context) -> Self {
        let value = Value::Judged(Judged::of(expr, context));
        Self { coefficient: Exact::ONE, factors: vec![Factor { value, exponent: 1, is_divisor: false }] }
    }

    fn read(expr: &Expr, context: &Context) -> Option<Self> {
        if let Some(affine) = Affine::of(expr, context) {
            return Self::linear(affine);
        }
        match expr {
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                let mut product = Self::of(operand, context)?;
                product.coefficient = product.coefficient.negated();
                Some(product)
            }
            Expr::Chain(chain) if chain.tier() == Tier::Product => Self::chain(chain, context),
            Expr::Chain(chain) if chain.is_power() => {
                let [(_, exponent)] = &chain.rest[..] else { return None };
                let exponent = Affine::of(exponent, context).filter(|affine| affine.terms.is_empty())?;
                Self::of(&chain.first, context)?.power(&exponent.constant.0, context)
            }
            _ => None,
        }
    }

    fn linear(affine: Affine) -> Option<Self> {
        if affine.terms.is_empty() {
            return Some(Self::constant(affine.constant.0));
        }
        let (form, denominator) = affine.whole()?;
        let factor = Factor { value: Value::Linear(form), exponent: 1, is_divisor: false };
        Some(Self { coefficient: Exact::ONE.over(&denominator.into())?, factors: vec![factor] })
    }

    fn chain(chain: &Chain, context: &Context) -> Option<Self> {
        let mut product = Self::of(&chain.first, context)?;
        for (operator, operand) in &chain.rest {
            let operand = Self::of(operand, context)?;
            let operand = match operator.algebra {
                Algebra::Times => operand,
                Algebra::Over => operand.inverted()?,
                _ => return None,
            };
            let coefficient = product.coefficient.times(&operand.coefficient);
            product.coefficient = coefficient.within(context.limit).ok()?;
            product.factors.extend(operand.factors);
        }
        Some(product)
    }

    /// Returns the inverse; `None` for a division by zero.
    fn inverted(mut self) -> Option<Self> {
        self.coefficient = Exact::ONE.over(&self.coefficient)?;
        for factor in &mut self.factors {
            factor.exponent = -factor.exponent;
            factor.is_divisor = true;
        }
        Some(self)
    }

    /// Raises it to a constant power. A value that the judge computes may be too large to be raised.
    fn power(self, exponent: &Exact, context: &Context) -> Option<Self> {
        let exponent = exponent.to_i64()?;
        let is_linear = |factor: &Factor| matches!(factor.value, Value::Linear(_));
        let largest = self.factors.iter().map(|factor| i64::from(factor.exponent).abs()).max().unwrap_or(1);
        let is_small = (1..=LARGEST_EXPONENT).contains(&exponent.checked_abs()?)
            && exponent.abs() * largest <= LARGEST_EXPONENT;
        if !is_small || !self.factors.iter().all(is_linear) {
            return None;
        }
        let mut product = if exponent < 0 { self.inverted()? } else { self };
        product.coefficient = product.coefficient.power(&exponent.abs().into(), context.limit).ok()?;
        for factor in &mut product.factors {
            factor.exponent *= exponent.unsigned_abs() as i32;
        }
        Some(product)
    }
}

impl Factor {
    /// Returns the cells it depends on.
    pub fn cells(&self) -> Vec<Cell> {
        match &self.value {
            Value::Linear(form) => form.terms.iter().map(|(cell, _)| *cell).collect(),
            Value::Judged(judged) => judged.cells(),
        }
    }

    /// Returns whether some digits of the domains may make it zero.
    pub fn may_be_zero(&self, domains: &[DigitSet]) -> bool {
        let Value::Linear(form) = &self.value else { return true };
        let (least, most) = form.ends(domains);
        least <= 0 && most >= 0
    }
}
