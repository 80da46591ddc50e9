//! An equation as a sum or a product of terms with few symbols each.
//!
//! `A/BC+D/EF=G/HI` is `A/BC + D/EF - G/HI = 0`, three terms; a word is a term for each digit.
//! `AB*CD=EF*GH` is a sum of two terms, `AB·CD - EF·GH = 0`, and a product of four:
//! `AB · CD · EF⁻¹ · GH⁻¹ = 1`. What is neither linear nor a product of linear factors, a factorial or a function,
//! is a factor that the judge computes.

use super::residue;
use crate::compile::linear::Affine;
use crate::compile::linear::Linear;
use crate::digits::DigitSet;
use crate::expr::Cell;
use crate::expr::Chain;
use crate::expr::Expr;
use crate::number::Exact;
use crate::vocabulary::Algebra;
use crate::vocabulary::Context;
use crate::vocabulary::Tier;

/// How terms combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Their sum is zero.
    Sum,
    /// Their product is one.
    Product,
}

/// A condition as terms.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub(super) form: Form,
    pub(super) terms: Vec<Term>,
    /// What is added to the terms, or multiplied with them.
    pub(super) constant: u32,
}

/// One term.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) product: Product,
    pub(super) home: Home,
}

/// A constant times factors.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Product {
    pub(super) coefficient: u32,
    pub(super) factors: Vec<Factor>,
}

/// A power of what a factor is made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Factor {
    pub(super) value: Value,
    pub(super) exponent: i32,
    /// Whether something is divided by it: where it is zero, the equation has no value.
    pub(super) is_divisor: bool,
}

/// What a factor is made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Digits times coefficients.
    Linear(Linear),
    /// Anything else; the judge computes it.
    Exact(Expr),
}

/// Where a factor must stand so that no zero is inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// It is never zero, or stands in a sum.
    Any,
    /// On the side where the left of the equation is.
    Left,
    /// On the other.
    Right,
}

/// Powers up to this exponent are multiplied out; the value cannot grow past any limit then.
const LARGEST_EXPONENT: i64 = 64;
/// So many factors that only the judge can compute may multiply: far below the size where a product of
/// large numbers is too large for the judge.
const MOST_EXACT: usize = 8;
/// All exponents together.
const MOST_FACTORS: i64 = 512;

impl Equation {
    /// The ways to read a condition: none where it is no equation.
    pub(super) fn readings(condition: &Expr, domains: &[DigitSet], context: &Context) -> Vec<Self> {
        let Expr::Chain(chain) = condition else { return Vec::new() };
        let [(operator, right)] = &chain.rest[..] else { return Vec::new() };
        if operator.algebra != Algebra::Equal {
            return Vec::new();
        }
        let product = Self::product(&chain.first, right, domains, context);
        Self::sum(&chain.first, right, context).into_iter().chain(product).collect()
    }

    fn sum(left: &Expr, right: &Expr, context: &Context) -> Option<Self> {
        let mut sum = Sum { linear: Affine::default(), products: Vec::new(), context };
        sum.add(left, &Exact::ONE)?;
        sum.add(right, &Exact::from(-1))?;
        let constant = residue::of_exact(&sum.linear.constant.0)?;
        let mut products = sum.products;
        for (cell, coefficient) in &sum.linear.terms {
            products.push(Product::digit(*cell, residue::of_exact(coefficient)?));
        }
        let terms = products.into_iter().map(|product| Term { product, home: Home::Any }).collect();
        Some(Self { form: Form::Sum, terms, constant })
    }

    /// A term for each factor of both sides.
    fn product(left: &Expr, right: &Expr, domains: &[DigitSet], context: &Context) -> Option<Self> {
        let [left, right] = [Product::of(left, context)?, Product::of(right, context)?];
        let constant = residue::times(left.coefficient, residue::inverse(right.coefficient));
        // Two terms are two in a sum as well, and there words fall apart into digits.
        if constant == 0 || right.coefficient == 0 || left.factors.len() + right.factors.len() < 3 {
            return None;
        }
        let term = |mut factor: Factor, home: Home, sign: i32| {
            let may_be_zero = factor.may_be_zero(domains);
            let is_bound = may_be_zero && factor.exponent > 0;
            // A divisor that is never zero is a factor like any other: in AB/CD=EF/GH all four are alike.
            factor.is_divisor &= may_be_zero;
            factor.exponent *= sign;
            let product = Product { coefficient: 1, factors: vec![factor] };
            Term { product, home: if is_bound { home } else { Home::Any } }
        };
        let left = left.factors.into_iter().map(|factor| term(factor, Home::Left, 1));
        let right = right.factors.into_iter().map(|factor| term(factor, Home::Right, -1));
        let terms = left.chain(right).collect();
        Some(Self { form: Form::Product, terms, constant })
    }
}

/// Whether both sides of an equation have a factor that is the same.
pub(super) fn have_common_factor(condition: &Expr, context: &Context) -> bool {
    let Expr::Chain(chain) = condition else { return false };
    let [(_, right)] = &chain.rest[..] else { return false };
    let factors = |side| Product::of(side, context).map(|product| product.factors).unwrap_or_default();
    let right = factors(right);
    factors(&chain.first).iter().any(|factor| right.contains(factor))
}

/// A sum under way.
struct Sum<'c> {
    linear: Affine,
    products: Vec<Product>,
    context: &'c Context,
}

impl Sum<'_> {
    /// Adds an expression times a constant.
    fn add(&mut self, expr: &Expr, times: &Exact) -> Option<()> {
        if let Some(affine) = Affine::of(expr, self.context) {
            self.linear = std::mem::take(&mut self.linear).plus(&affine.scaled(times));
            return Some(());
        }
        match expr {
            Expr::Chain(chain) if chain.tier() == Tier::Sum => {
                self.add(&chain.first, times)?;
                for (operator, operand) in &chain.rest {
                    let sign = if operator.algebra == Algebra::Minus { -1 } else { 1 };
                    self.add(operand, &times.times(&sign.into()))?;
                }
            }
            _ => {
                let mut product = Product::of(expr, self.context)?;
                product.coefficient = residue::times(product.coefficient, residue::of_exact(times)?);
                self.products.push(product);
            }
        }
        Some(())
    }
}

impl Product {
    /// A digit times a coefficient.
    fn digit(cell: Cell, coefficient: u32) -> Self {
        let value = Value::Linear(Linear { terms: vec![(cell, 1)], constant: 0 });
        Self { coefficient, factors: vec![Factor { value, exponent: 1, is_divisor: false }] }
    }

    fn constant(number: &Exact) -> Option<Self> {
        Some(Self { coefficient: residue::of_exact(number)?, factors: Vec::new() })
    }

    /// Any expression whose value is a number; `None` for one too large to be read.
    pub(super) fn of(expr: &Expr, context: &Context) -> Option<Self> {
        let product = Self::read(expr, context).unwrap_or_else(|| Self::unread(expr));
        let exponents: i64 = product.factors.iter().map(|factor| i64::from(factor.exponent).abs()).sum();
        let exact = product.factors.iter().filter(|factor| matches!(factor.value, Value::Exact(_))).count();
        (exponents <= MOST_FACTORS && exact <= MOST_EXACT).then_some(product)
    }

    fn unread(expr: &Expr) -> Self {
        let value = Value::Exact(expr.clone());
        Self { coefficient: 1, factors: vec![Factor { value, exponent: 1, is_divisor: false }] }
    }

    fn read(expr: &Expr, context: &Context) -> Option<Self> {
        if let Some(affine) = Affine::of(expr, context) {
            return Self::linear(&affine);
        }
        match expr {
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                let mut product = Self::of(operand, context)?;
                product.coefficient = residue::negated(product.coefficient);
                Some(product)
            }
            Expr::Chain(chain) if chain.tier() == Tier::Product => Self::chain(chain, context),
            Expr::Chain(chain) if chain.tier() == Tier::Power => {
                let [(_, exponent)] = &chain.rest[..] else { return None };
                let exponent = Affine::of(exponent, context).filter(|affine| affine.terms.is_empty())?;
                Self::of(&chain.first, context)?.power(exponent.constant.0.to_i64()?)
            }
            _ => None,
        }
    }

    fn linear(affine: &Affine) -> Option<Self> {
        if affine.terms.is_empty() {
            return Self::constant(&affine.constant.0);
        }
        let (form, denominator) = affine.whole()?;
        let coefficient = residue::inverse(residue::of_whole(denominator));
        let factor = Factor { value: Value::Linear(form), exponent: 1, is_divisor: false };
        (coefficient != 0).then(|| Self { coefficient, factors: vec![factor] })
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
            product.coefficient = residue::times(product.coefficient, operand.coefficient);
            product.factors.extend(operand.factors);
        }
        Some(product)
    }

    fn inverted(mut self) -> Option<Self> {
        self.coefficient = residue::inverse(self.coefficient);
        for factor in &mut self.factors {
            factor.exponent = -factor.exponent;
            factor.is_divisor = true;
        }
        // Nothing is divided by zero, and the prime itself cannot be told from it.
        (self.coefficient != 0).then_some(self)
    }

    /// A power to a constant. What the judge computes may be too large to be raised.
    fn power(self, exponent: i64) -> Option<Self> {
        let is_linear = |factor: &Factor| matches!(factor.value, Value::Linear(_));
        let largest = self.factors.iter().map(|factor| i64::from(factor.exponent).abs()).max().unwrap_or(1);
        let is_small = (1..=LARGEST_EXPONENT).contains(&exponent.checked_abs()?)
            && exponent.abs() * largest <= LARGEST_EXPONENT;
        if !is_small || !self.factors.iter().all(is_linear) {
            return None;
        }
        let mut product = if exponent < 0 { self.inverted()? } else { self };
        product.coefficient = residue::power(product.coefficient, exponent.unsigned_abs() as u32);
        for factor in &mut product.factors {
            factor.exponent *= exponent.unsigned_abs() as i32;
        }
        Some(product)
    }

    /// The cells of all factors, as bits.
    pub(super) fn cells(&self) -> u64 {
        self.factors.iter().flat_map(Factor::cells).fold(0, |bits, cell| bits | 1 << cell.index())
    }
}

impl Factor {
    fn cells(&self) -> Vec<Cell> {
        match &self.value {
            Value::Linear(form) => form.terms.iter().map(|(cell, _)| *cell).collect(),
            Value::Exact(expr) => expr.cells(),
        }
    }

    fn may_be_zero(&self, domains: &[DigitSet]) -> bool {
        let Value::Linear(form) = &self.value else { return true };
        let (least, most) = ends(form, domains);
        least <= 0 && most >= 0
    }
}

/// The least and the most that digits of the domains make of a form.
pub(super) fn ends(form: &Linear, domains: &[DigitSet]) -> (i64, i64) {
    form.terms.iter().fold((form.constant, form.constant), |(least, most), (cell, coefficient)| {
        let domain = domains[cell.index()];
        let ends =
            [domain.min(), domain.max()].map(|digit| coefficient * i64::from(digit.unwrap_or_default()));
        (least + ends[0].min(ends[1]), most + ends[0].max(ends[1]))
    })
}
