//! Linear forms: what a sum of words says, as one coefficient for each hidden digit.
//!
//! `SEND+MORE=MONEY` is `1000·S + 91·E + D + 10·R - 9000·M - 900·O - 90·N - Y = 0`.

use std::collections::BTreeMap;

use crate::digits::Base;
use crate::digits::Digit;
use crate::expr::Cell;
use crate::expr::Chain;
use crate::expr::Element;
use crate::expr::Expr;
use crate::expr::Numeral;
use crate::judge;
use crate::number::Exact;
use crate::vocabulary::Algebra;
use crate::vocabulary::Context;
use crate::vocabulary::Tier;

/// A sum of digits times rational coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Affine {
    /// The coefficient of each cell; none is zero.
    pub terms: BTreeMap<Cell, Exact>,
    /// What is added to them.
    pub constant: Constant,
}

/// A rational constant that starts as zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant(pub Exact);

impl Default for Constant {
    fn default() -> Self {
        Self(Exact::ZERO)
    }
}

impl Affine {
    /// The expression as a sum of digits times coefficients, where it is one.
    #[must_use]
    pub fn of(expr: &Expr, context: &Context) -> Option<Self> {
        match expr {
            Expr::Numeral(numeral) => Some(Self::of_numeral(numeral, context.base)),
            Expr::Constant(number) => Some(Self::of_constant(number.clone())),
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                Some(Self::of(operand, context)?.scaled(&Exact::from(-1)))
            }
            Expr::Chain(chain) if chain.tier() == Tier::Sum => Self::of_sum(chain, context),
            Expr::Chain(chain) if chain.tier() == Tier::Product => Self::of_product(chain, context),
            // What holds no cell has its value now: 2^10, gcd(12, 18).
            _ if expr.cells().is_empty() => judge::number(expr, &[], context).ok().map(Self::of_constant),
            _ => None,
        }
    }

    fn of_constant(number: Exact) -> Self {
        Self { terms: BTreeMap::new(), constant: Constant(number) }
    }

    fn of_numeral(numeral: &Numeral, base: Base) -> Self {
        let base = Exact::from(i64::from(numeral.base.unwrap_or(base).get()));
        let mut sum = Self::default();
        let mut place = Exact::ONE;
        for element in numeral.whole.iter().rev() {
            sum.add_element(*element, &place);
            place = place.times(&base);
        }
        let mut place = Exact::ONE;
        for element in &numeral.fraction {
            place = over(&place, &base);
            sum.add_element(*element, &place);
        }
        // The first period is worth 1 + b^-q + b^-2q + … = b^q/(b^q - 1) times itself.
        let period = numeral.repetend.iter().fold(Exact::ONE, |power, _| power.times(&base));
        for element in &numeral.repetend {
            place = over(&place, &base);
            sum.add_element(*element, &over(&place.times(&period), &period.minus(&Exact::ONE)));
        }
        sum
    }

    fn add_element(&mut self, element: Element, place: &Exact) {
        match element {
            Element::Shown(digit) => {
                self.constant.0 = self.constant.0.plus(&place.times(&i64::from(digit).into()))
            }
            Element::Hidden(cell) => self.add_term(cell, place),
        }
    }

    fn add_term(&mut self, cell: Cell, coefficient: &Exact) {
        let sum = self.terms.get(&cell).map_or_else(|| coefficient.clone(), |old| old.plus(coefficient));
        if sum.is_zero() {
            self.terms.remove(&cell);
        } else {
            self.terms.insert(cell, sum);
        }
    }

    fn of_sum(chain: &Chain, context: &Context) -> Option<Self> {
        let mut sum = Self::of(&chain.first, context)?;
        for (operator, operand) in &chain.rest {
            let sign = if operator.algebra == Algebra::Minus { -1 } else { 1 };
            sum = sum.plus(&Self::of(operand, context)?.scaled(&sign.into()));
        }
        Some(sum)
    }

    /// A product is linear while all but one of its factors are constant.
    fn of_product(chain: &Chain, context: &Context) -> Option<Self> {
        let mut product = Self::of(&chain.first, context)?;
        for (operator, operand) in &chain.rest {
            let factor = Self::of(operand, context)?;
            product = match operator.algebra {
                Algebra::Times if factor.terms.is_empty() => product.scaled(&factor.constant.0),
                Algebra::Times if product.terms.is_empty() => factor.scaled(&product.constant.0),
                Algebra::Over if factor.terms.is_empty() => {
                    product.scaled(&Exact::ONE.over(&factor.constant.0)?)
                }
                _ => return None,
            };
        }
        Some(product)
    }

    /// The sum of two.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        for (cell, coefficient) in &other.terms {
            self.add_term(*cell, coefficient);
        }
        self.constant.0 = self.constant.0.plus(&other.constant.0);
        self
    }

    /// Every coefficient times a factor.
    #[must_use]
    pub fn scaled(mut self, factor: &Exact) -> Self {
        if factor.is_zero() {
            return Self::default();
        }
        for coefficient in self.terms.values_mut() {
            *coefficient = coefficient.times(factor);
        }
        self.constant.0 = self.constant.0.times(factor);
        self
    }

    /// Whole coefficients over a common denominator, where all fit machine words so well that no
    /// choice of digits can overflow their sum.
    #[must_use]
    pub fn whole(&self) -> Option<(Linear, i64)> {
        let all = || self.terms.values().chain(std::iter::once(&self.constant.0));
        let denominator = all().try_fold(1i64, |lcm, number| {
            let (_, denom) = number.to_i64_ratio()?;
            num_lcm(lcm, denom)
        })?;
        let scale = |number: &Exact| number.times(&denominator.into()).to_i64();
        let terms: Option<Vec<(Cell, i64)>> =
            self.terms.iter().map(|(cell, coefficient)| Some((*cell, scale(coefficient)?))).collect();
        let linear = Linear { terms: terms?, constant: scale(&self.constant.0)? };
        linear.is_safe().then_some((linear, denominator))
    }
}

impl Affine {
    /// Whole coefficients over a common denominator, of any size.
    fn wide(&self, relation: Algebra) -> Option<WideRelation> {
        let all = || self.terms.values().chain(std::iter::once(&self.constant.0));
        let denominator = all().try_fold(Exact::ONE, |lcm, number| lcm.lcm(&number.denom()).ok())?;
        let scale = |number: &Exact| number.times(&denominator);
        let terms = self.terms.iter().map(|(cell, coefficient)| (*cell, scale(coefficient))).collect();
        Some(WideRelation { terms, constant: scale(&self.constant.0), relation })
    }
}

fn over(a: &Exact, b: &Exact) -> Exact {
    a.over(b).expect("a base is not zero, nor is a power of one less one")
}

fn num_lcm(a: i64, b: i64) -> Option<i64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

/// A sum of digits times whole coefficients, and a constant, that cannot overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The coefficients, by cell.
    pub terms: Vec<(Cell, i64)>,
    /// What is added to them.
    pub constant: i64,
}

impl Linear {
    /// Whether no digits can overflow the sum, with room for one sum more.
    fn is_safe(&self) -> bool {
        let largest = i128::from(Base::MAX.get() - 1);
        let terms = self.terms.iter().map(|(_, coefficient)| i128::from(*coefficient).abs() * largest);
        terms.sum::<i128>() + i128::from(self.constant).abs() < i128::from(i64::MAX / 4)
    }

    /// Its value.
    #[must_use]
    #[inline]
    pub fn value(&self, digits: &[Digit]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (cell, c)| sum + c * i64::from(digits[cell.index()]))
    }
}

/// A relation between two linear sides, as one form against zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRelation {
    /// Left side less right side, times a positive number.
    pub form: Linear,
    /// How it compares with zero.
    pub relation: Algebra,
}

/// A linear relation of any size: whole coefficients, by cell, and a constant, against zero.
#[derive(Clone, Debug, PartialEq)]
pub struct WideRelation {
    /// The coefficients; none is zero.
    pub terms: Vec<(Cell, Exact)>,
    /// What is added to them.
    pub constant: Exact,
    /// How it compares with zero.
    pub relation: Algebra,
}

/// The condition as a linear relation, where it is one: in machine words, or else of any size.
#[must_use]
pub fn read(condition: &Expr, context: &Context) -> (Option<LinearRelation>, Option<WideRelation>) {
    let Some((difference, relation)) = difference(condition, context) else { return (None, None) };
    match difference.whole() {
        Some((form, _)) => (Some(LinearRelation { form, relation }), None),
        None => (None, difference.wide(relation)),
    }
}

/// Left side less right side, and how it compares with zero.
fn difference(condition: &Expr, context: &Context) -> Option<(Affine, Algebra)> {
    let Expr::Chain(chain) = condition else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    if !is_comparison(operator.algebra) {
        return None;
    }
    let right = Affine::of(right, context)?.scaled(&Exact::from(-1));
    Some((Affine::of(&chain.first, context)?.plus(&right), operator.algebra))
}

impl LinearRelation {
    /// The condition as a linear relation, where it is one and fits machine words.
    #[must_use]
    pub fn of(condition: &Expr, context: &Context) -> Option<Self> {
        read(condition, context).0
    }

    /// Whether it holds.
    #[must_use]
    #[inline]
    pub fn holds(&self, digits: &[Digit]) -> bool {
        holds(self.relation, self.form.value(digits))
    }
}

/// Whether a difference stands in a relation to zero.
#[must_use]
#[inline]
pub fn holds(relation: Algebra, difference: i64) -> bool {
    match relation {
        Algebra::Equal => difference == 0,
        Algebra::Unequal => difference != 0,
        Algebra::Less => difference < 0,
        Algebra::AtMost => difference <= 0,
        Algebra::Greater => difference > 0,
        _ => difference >= 0,
    }
}

/// Whether an operator compares two numbers by their order.
#[must_use]
pub fn is_comparison(algebra: Algebra) -> bool {
    use Algebra::AtLeast;
    use Algebra::AtMost;
    use Algebra::Equal;
    use Algebra::Greater;
    use Algebra::Less;
    use Algebra::Unequal;
    matches!(algebra, Equal | Unequal | Less | AtMost | Greater | AtLeast)
}
