//! Reads the conditions of a problem as polynomials.
//!
//! Quotients are cleared by multiplying through. An expression that cannot be read in this way (a function, a power with an
//! unknown exponent) becomes a slot of its own. A condition that cannot be part of an equation (`||`, a function that asks a
//! question) is tested later.

use std::collections::HashMap;

use super::system::{Equation, LIMIT, Opaque, Product, Slot, System};
use crate::compile::linear::{Affine, Linear, is_comparison};
use crate::compile::{Condition, Judged, Problem};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Chain, Expr};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::judge;
use fukumen_language::vocabulary::{Algebra, Kind, Tier};

/// A polynomial with more products than this would cost more than it excludes.
const PRODUCTS: usize = 64;
/// Products with more factors than this are only tested.
const FACTORS: usize = 8;

/// Reads a problem.
pub fn read(problem: &Problem, interrupt: &dyn Interrupt) -> Result<System, Interrupted> {
    // The first slot is the number 1: it fills up products of a single slot.
    let one = Linear { terms: Vec::new(), constant: 1 };
    let mut reader = PolynomialReader {
        problem,
        system: System { cells: problem.domains.len(), slots: vec![Slot::Form(one)], ..System::default() },
        interned: HashMap::new(),
    };
    for (number, condition) in problem.conditions.iter().enumerate() {
        interrupt.check()?;
        match reader.equation(number, condition) {
            Some(equation) => reader.system.equations.push(equation),
            None => reader.system.tested.push(number),
        }
    }
    Ok(reader.system)
}

/// A sum of products over a form, from the current condition; its slots are those of the reader's system.
struct Fraction<'p> {
    above: Vec<Rough<'p>>,
    /// `None` is one.
    below: Option<Vec<Rough<'p>>>,
}

/// A product before its slots are numbered.
#[derive(Clone)]
struct Rough<'p> {
    factor: i128,
    parts: Vec<RoughFactor<'p>>,
}

#[derive(Clone)]
enum RoughFactor<'p> {
    Form(Linear),
    Opaque(OpaquePart<'p>),
}

#[derive(Clone)]
enum OpaquePart<'p> {
    Two(Algebra, Linear, Linear),
    Judged(&'p Expr),
}

struct PolynomialReader<'p> {
    problem: &'p Problem,
    system: System,
    /// Slots of existing forms.
    interned: HashMap<Linear, usize>,
}

impl<'p> PolynomialReader<'p> {
    /// Returns the condition as a polynomial, if it is one that says something about sizes.
    fn equation(&mut self, number: usize, condition: &'p Condition) -> Option<Equation> {
        if condition.cells.is_empty() {
            return None;
        }
        let (relation, rough, is_whole) = match &condition.linear {
            Some(linear) => (linear.relation, vec![form_product(linear.form.clone())], true),
            None => self.polynomial(&condition.expr)?,
        };
        if relation == Algebra::Unequal {
            return None;
        }
        let cells = cells_of(&rough);
        if cells.is_empty() {
            return None;
        }
        let equation =
            Equation { condition: number, products: Vec::new(), relation, is_whole, cells, bound: 0 };
        self.numbered(equation, rough)
    }

    fn polynomial(&mut self, expr: &'p Expr) -> Option<(Algebra, Vec<Rough<'p>>, bool)> {
        let Expr::Chain(chain) = expr else { return None };
        let [(operator, right)] = &chain.rest[..] else { return None };
        if !is_comparison(operator.algebra) {
            return None;
        }
        let (left, right) = (self.fraction(&chain.first)?, self.fraction(right)?);
        let has_quotient = left.below.is_some() || right.below.is_some();
        // Multiplying through keeps an order only if the denominators are positive.
        if has_quotient && operator.algebra != Algebra::Equal {
            return None;
        }
        let a = times_or_keep(left.above, right.below)?;
        let b = times_or_keep(right.above, left.below)?;
        let all = gathered(plus(a, negated(b)));
        let is_whole =
            !has_quotient && all.iter().all(|product| product.parts.iter().all(RoughFactor::is_form));
        (all.len() <= PRODUCTS).then_some((operator.algebra, all, is_whole))
    }

    /// Numbers the slots, and bounds the size of the polynomial.
    fn numbered(&mut self, mut equation: Equation, rough: Vec<Rough<'p>>) -> Option<Equation> {
        let opaques = rough.iter().flat_map(|product| &product.parts).filter(|part| !part.is_form()).count();
        let is_lone =
            |product: &Rough| opaques == 1 && product.parts.len() == 1 && !product.parts[0].is_form();
        let others = rough.iter().filter(|product| !is_lone(product));
        let rest = others.map(|p| self.largest(p)).try_fold(0i128, |sum, size| sum.checked_add(size?))?;
        // A value that stands alone may be as large as all others together: above that, the sides differ.
        let limit = rest.checked_add(1)?;
        let lone = rough.iter().filter(|product| is_lone(product));
        let bound = lone
            .map(|p| p.factor.checked_mul(limit))
            .try_fold(rest, |sum, size| sum.checked_add(size?.checked_abs()?))?;
        if bound >= LIMIT || rough.iter().any(|product| product.parts.len() > FACTORS) {
            return None;
        }
        equation.bound = bound;
        for product in rough {
            let alone = is_lone(&product) && equation.relation == Algebra::Equal;
            let limit = if alone { limit } else { SMALL };
            let slots = product.parts.into_iter().map(|part| self.slot(part, limit, alone)).collect();
            equation.products.push(Product { factor: product.factor, slots });
        }
        Some(equation)
    }

    /// Returns a bound: no digits take the product further from zero.
    fn largest(&self, product: &Rough) -> Option<i128> {
        product.parts.iter().try_fold(product.factor.checked_abs()?, |size, part| match part {
            RoughFactor::Form(form) => size.checked_mul(largest(form, &self.problem.domains)),
            part if part.is_question() => Some(size),
            RoughFactor::Opaque(_) => size.checked_mul(SMALL),
        })
    }

    fn slot(&mut self, part: RoughFactor<'p>, limit: i128, alone: bool) -> usize {
        let is_question = part.is_question();
        let (what, cells) = match part {
            RoughFactor::Form(form) => return self.form_slot(form),
            RoughFactor::Opaque(OpaquePart::Judged(expr)) => {
                (Opaque::Judged(Judged::of(expr, &self.problem.context)), OpaquePart::Judged(expr).cells())
            }
            RoughFactor::Opaque(OpaquePart::Two(algebra, left, right)) => {
                let cells = sorted(left.terms.iter().chain(&right.terms).map(|term| term.0.index()));
                let (left, right) = (self.form_slot(left), self.form_slot(right));
                let what = match algebra {
                    Algebra::Power => Opaque::Power(left, right),
                    Algebra::Floor => Opaque::Floor(left, right),
                    _ => Opaque::Mod(left, right),
                };
                (what, cells)
            }
        };
        self.system.slots.push(Slot::Opaque { what, cells, limit, alone, is_question });
        self.system.slots.len() - 1
    }

    fn form_slot(&mut self, form: Linear) -> usize {
        let slots = &mut self.system.slots;
        *self.interned.entry(form).or_insert_with_key(|form| {
            slots.push(Slot::Form(form.clone()));
            slots.len() - 1
        })
    }

    fn fraction(&mut self, expr: &'p Expr) -> Option<Fraction<'p>> {
        match expr {
            _ if expr.cells().is_empty() => self.affine(expr),
            _ if expr.kind() == Kind::Condition => Some(opaque(OpaquePart::Judged(expr))),
            Expr::Numeral(_) => self.affine(expr),
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                let fraction = self.fraction(operand)?;
                Some(Fraction { above: negated(fraction.above), ..fraction })
            }
            Expr::Chain(chain) if chain.is_sum() => self.sum(chain),
            Expr::Chain(chain) if chain.tier() == Tier::Product => {
                Some(self.product(chain)?.unwrap_or_else(|| opaque(OpaquePart::Judged(expr))))
            }
            Expr::Chain(chain) if chain.is_power() => {
                Some(self.power(chain)?.unwrap_or_else(|| opaque(OpaquePart::Judged(expr))))
            }
            _ => Some(opaque(OpaquePart::Judged(expr))),
        }
    }

    /// Reads numerals and expressions without cells, over a constant denominator.
    fn affine(&self, expr: &Expr) -> Option<Fraction<'p>> {
        let context = &self.problem.context;
        let (linear, denominator) = Affine::of(expr, context)?.whole_in(context.base)?;
        let above = vec![form_product(linear)];
        let below = (denominator != 1).then(|| vec![Rough { factor: denominator.into(), parts: Vec::new() }]);
        Some(Fraction { above, below })
    }

    fn sum(&mut self, chain: &'p Chain) -> Option<Fraction<'p>> {
        let mut sum = self.fraction(&chain.first)?;
        for (operator, operand) in &chain.rest {
            let mut operand = self.fraction(operand)?;
            if operator.algebra == Algebra::Minus {
                operand.above = negated(operand.above);
            }
            let above = plus(
                times_or_keep(sum.above, operand.below.clone())?,
                times_or_keep(operand.above, sum.below.clone())?,
            );
            let below = match (sum.below, operand.below) {
                (Some(a), Some(b)) => Some(times(a, b)?),
                (a, b) => a.or(b),
            };
            sum = Fraction { above, below };
            if sum.above.len() > PRODUCTS {
                sum.above = gathered(sum.above);
            }
        }
        sum.above = gathered(sum.above);
        (sum.above.len() <= PRODUCTS).then_some(sum)
    }

    /// Returns `Some(None)` if the whole chain must be a value of its own.
    fn product(&mut self, chain: &'p Chain) -> Option<Option<Fraction<'p>>> {
        let mut left = self.fraction(&chain.first)?;
        for (operator, operand) in &chain.rest {
            let right = self.fraction(operand)?;
            left = match operator.algebra {
                Algebra::Times => multiplied(left, right)?,
                Algebra::Over => multiplied(left, inverted(right))?,
                Algebra::Floor | Algebra::Mod => match (lone_form(&left), lone_form(&right)) {
                    (Some(a), Some(b)) if !is_constant(&a, &b) => {
                        opaque(OpaquePart::Two(operator.algebra, a, b))
                    }
                    _ => return Some(None),
                },
                _ => return Some(None),
            };
        }
        Some(Some(left))
    }

    fn power(&mut self, chain: &'p Chain) -> Option<Option<Fraction<'p>>> {
        let [(_, exponent)] = &chain.rest[..] else { return Some(None) };
        let base = self.fraction(&chain.first)?;
        if exponent.cells().is_empty() {
            let exponent = judge::number(exponent, &[], &self.problem.context).ok().and_then(|n| n.to_i64());
            let Some(exponent @ 1..=6) = exponent else { return Some(None) };
            return Some((1..exponent).try_fold(base.clone(), |power, _| multiplied(power, base.clone())));
        }
        let exponent = self.fraction(exponent)?;
        Some(match (lone_form(&base), lone_form(&exponent)) {
            (Some(base), Some(exponent)) if !is_constant(&base, &exponent) => {
                Some(opaque(OpaquePart::Two(Algebra::Power, base, exponent)))
            }
            _ => None,
        })
    }
}

impl Clone for Fraction<'_> {
    fn clone(&self) -> Self {
        Self { above: self.above.clone(), below: self.below.clone() }
    }
}

impl OpaquePart<'_> {
    fn cells(&self) -> Vec<usize> {
        match self {
            Self::Judged(expr) => expr.cells().iter().map(|cell| cell.index()).collect(),
            Self::Two(_, left, right) => {
                sorted(left.terms.iter().chain(&right.terms).map(|term| term.0.index()))
            }
        }
    }
}

/// Returns the cells, each once, in rising order.
fn sorted(cells: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut cells: Vec<usize> = cells.collect();
    cells.arrange();
    cells.dedup();
    cells
}

/// Returns the cells that a polynomial depends on: others may have cancelled out.
fn cells_of(products: &[Rough]) -> Vec<usize> {
    let of_part = |part: &RoughFactor| match part {
        RoughFactor::Form(form) => form.terms.iter().map(|term| term.0.index()).collect(),
        RoughFactor::Opaque(opaque) => opaque.cells(),
    };
    sorted(products.iter().flat_map(|product| &product.parts).flat_map(of_part))
}

impl RoughFactor<'_> {
    fn is_form(&self) -> bool {
        matches!(self, Self::Form(_))
    }

    /// Returns whether it is 0 or 1, as the answer to a question.
    fn is_question(&self) -> bool {
        matches!(self, Self::Opaque(OpaquePart::Judged(expr)) if expr.kind() == Kind::Condition)
    }
}

fn whole(above: Vec<Rough>) -> Fraction {
    Fraction { above, below: None }
}

fn opaque(part: OpaquePart) -> Fraction {
    whole(vec![Rough { factor: 1, parts: vec![RoughFactor::Opaque(part)] }])
}

fn form_product<'p>(form: Linear) -> Rough<'p> {
    Rough { factor: 1, parts: vec![RoughFactor::Form(form)] }
}

/// Merges terms: each cell once, in rising order, without zero coefficients.
fn merged(mut form: Linear) -> Linear {
    form.terms.arrange_by_key(|term| term.0);
    form.terms.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
        }
        same
    });
    form.terms.retain(|term| term.1 != 0);
    form
}

fn negated(mut products: Vec<Rough>) -> Vec<Rough> {
    products.iter_mut().for_each(|product| product.factor = -product.factor);
    products
}

fn plus<'p>(mut a: Vec<Rough<'p>>, b: Vec<Rough<'p>>) -> Vec<Rough<'p>> {
    a.extend(b);
    a
}

fn times_or_keep<'p>(a: Vec<Rough<'p>>, b: Option<Vec<Rough<'p>>>) -> Option<Vec<Rough<'p>>> {
    match b {
        Some(b) => times(a, b),
        None => Some(a),
    }
}

/// Multiplies every product of one by every product of the other, after making sums of words into one form.
fn times<'p>(a: Vec<Rough<'p>>, b: Vec<Rough<'p>>) -> Option<Vec<Rough<'p>>> {
    let (a, b) = (gathered(a), gathered(b));
    if a.len() * b.len() > PRODUCTS {
        return None;
    }
    let mut all = Vec::with_capacity(a.len() * b.len());
    for x in &a {
        for y in &b {
            if x.parts.len() + y.parts.len() > FACTORS {
                return None;
            }
            all.push(product_of(x, y)?);
        }
    }
    Some(all)
}

/// Multiplies two products. A form without digits is part of the factor, where columns see it.
fn product_of<'p>(x: &Rough<'p>, y: &Rough<'p>) -> Option<Rough<'p>> {
    let mut product = Rough { factor: x.factor.checked_mul(y.factor)?, parts: Vec::new() };
    for part in x.parts.iter().chain(&y.parts) {
        match part {
            RoughFactor::Form(form) if form.terms.is_empty() => {
                product.factor = product.factor.checked_mul(form.constant.into())?;
            }
            _ => product.parts.push(part.clone()),
        }
    }
    Some(product)
}

fn multiplied<'p>(a: Fraction<'p>, b: Fraction<'p>) -> Option<Fraction<'p>> {
    let below = match (a.below, b.below) {
        (Some(a), Some(b)) => Some(times(a, b)?),
        (a, b) => a.or(b),
    };
    Some(Fraction { above: times(a.above, b.above)?, below })
}

fn inverted(fraction: Fraction) -> Fraction {
    let one = || vec![Rough { factor: 1, parts: Vec::new() }];
    Fraction { above: fraction.below.unwrap_or_else(one), below: Some(fraction.above) }
}

/// Returns whether no cell is left in two forms: their value would never be needed.
fn is_constant(a: &Linear, b: &Linear) -> bool {
    a.terms.is_empty() && b.terms.is_empty()
}

/// Returns the form that equals a fraction, if there is one.
fn lone_form(fraction: &Fraction) -> Option<Linear> {
    if fraction.below.is_some() {
        return None;
    }
    match &gathered(fraction.above.clone())[..] {
        [Rough { factor: 1, parts }] => match &parts[..] {
            [RoughFactor::Form(form)] => Some(form.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Makes all linear products one form, if its coefficients fit.
fn gathered(products: Vec<Rough>) -> Vec<Rough> {
    let is_linear = |product: &Rough| match &product.parts[..] {
        [] => true,
        [part] => part.is_form(),
        _ => false,
    };
    let is_one_form = |product: &Rough| product.factor == 1 && product.parts.len() == 1;
    let linear = products.iter().filter(|product| is_linear(product)).count();
    if linear == 0 || linear == 1 && products.iter().all(|p| !is_linear(p) || is_one_form(p)) {
        return products;
    }
    let (linear, mut others): (Vec<_>, Vec<_>) = products.iter().cloned().partition(is_linear);
    match sum_of_forms(&linear) {
        Some(form) if form == Linear::default() && !others.is_empty() => {}
        Some(form) => others.push(form_product(form)),
        None => return products,
    }
    others
}

fn sum_of_forms(products: &[Rough]) -> Option<Linear> {
    let mut sum = Linear::default();
    for product in products {
        let factor = i64::try_from(product.factor).ok().filter(|factor| factor.abs() < LARGEST)?;
        match product.parts.first() {
            Some(RoughFactor::Form(form)) => {
                sum.constant = sum.constant.checked_add(form.constant.checked_mul(factor)?)?;
                for (cell, coefficient) in &form.terms {
                    sum.terms.push((*cell, coefficient.checked_mul(factor)?));
                }
            }
            _ => sum.constant = sum.constant.checked_add(factor)?,
        }
    }
    let size = sum.terms.iter().map(|term| i128::from(term.1).abs()).sum::<i128>();
    let fits = (size + i128::from(sum.constant).abs()) * 64 < i128::from(LARGEST);
    fits.then(|| merged(sum))
}

/// The coefficients of a form, times the largest digit and added up, stay below this.
const LARGEST: i64 = 1 << 61;

/// Returns a bound: no digits take the form, or its coefficients, further from zero.
fn largest(form: &Linear, domains: &[DigitSet]) -> i128 {
    let most = |cell: usize| i128::from(domains[cell].max().unwrap_or(0).max(1));
    let terms =
        form.terms.iter().map(|(cell, coefficient)| i128::from(*coefficient).abs() * most(cell.index()));
    (terms.sum::<i128>() + i128::from(form.constant).abs()).max(1)
}

/// Values in a product, or beside another of their kind, must be at most this large, so that nothing overflows; larger ones
/// exclude nothing.
const SMALL: i128 = 1 << 20;
