//! Linear forms: a sum of words as one coefficient for each hidden digit.
//!
//! `SEND+MORE=MONEY` is `1000·S + 91·E + D + 10·R - 9000·M - 900·O - 90·N - Y = 0`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use fukumen_language::digits::{Base, Digit, DigitSet};
use fukumen_language::expr::{Cell, Chain, Element, Expr, Numeral};
use fukumen_language::judge;
use fukumen_language::number::{Exact, gcd};
use fukumen_language::vocabulary::{Algebra, Context, Tier};

/// A sum of digits times rational coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Affine {
    /// The coefficient of each cell, never zero.
    pub terms: BTreeMap<Cell, Exact>,
    /// The constant term.
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
    /// Returns the expression as a sum of digits times coefficients, if it is one.
    #[must_use]
    pub fn of(expr: &Expr, context: &Context) -> Option<Self> {
        let mut sum = Self::default();
        sum.add(expr, &Exact::ONE, context)?;
        Some(sum)
    }

    /// Returns the least and the largest value that it can have with digits of these domains, which are indexed by cell;
    /// `None` if a domain is empty.
    #[must_use]
    pub fn ends(&self, domains: &[DigitSet]) -> Option<(Exact, Exact)> {
        let (mut least, mut most) = (self.constant.0.clone(), self.constant.0.clone());
        for (cell, coefficient) in &self.terms {
            let domain = *domains.get(cell.index())?;
            let ends =
                [domain.min()?, domain.max()?].map(|digit| coefficient.times(&i64::from(digit).into()));
            least = least.plus(ends.iter().min()?);
            most = most.plus(ends.iter().max()?);
        }
        Some((least, most))
    }

    /// Adds an expression times a factor, if it is linear.
    fn add(&mut self, expr: &Expr, factor: &Exact, context: &Context) -> Option<()> {
        match expr {
            Expr::Numeral(numeral) => self.add_numeral(numeral, factor, context.base),
            Expr::Constant(number) => self.add_constant(&number.times(factor)),
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                self.add(operand, &factor.negated(), context)?;
            }
            Expr::Chain(chain) if chain.is_sum() => {
                self.add(&chain.first, factor, context)?;
                for (operator, operand) in &chain.rest {
                    match operator.algebra {
                        Algebra::Minus => self.add(operand, &factor.negated(), context)?,
                        _ => self.add(operand, factor, context)?,
                    }
                }
            }
            Expr::Chain(chain) if chain.tier() == Tier::Product => {
                self.add_all(&Self::of_product(chain, context)?.scaled(factor));
            }
            // An expression without cells has its value now: 2^10, gcd(12, 18).
            _ if expr.cells().is_empty() => {
                self.add_constant(&judge::number(expr, &[], context).ok()?.times(factor));
            }
            _ => return None,
        }
        Some(())
    }

    fn add_constant(&mut self, number: &Exact) {
        self.constant.0 = self.constant.0.plus(number);
    }

    fn add_numeral(&mut self, numeral: &Numeral, factor: &Exact, base: Base) {
        let base = Exact::from(i64::from(numeral.base.unwrap_or(base).get()));
        let mut place = factor.clone();
        for element in numeral.whole.iter().rev() {
            self.add_element(*element, &place);
            place = place.times(&base);
        }
        if numeral.is_whole() {
            return;
        }
        let mut place = factor.clone();
        for element in &numeral.fraction {
            place = over(&place, &base);
            self.add_element(*element, &place);
        }
        // The first period is worth 1 + b^-q + b^-2q + … = b^q/(b^q - 1) times itself.
        let period = numeral.repetend.iter().fold(Exact::ONE, |power, _| power.times(&base));
        for element in &numeral.repetend {
            place = over(&place, &base);
            self.add_element(*element, &over(&place.times(&period), &period.minus(&Exact::ONE)));
        }
    }

    fn add_element(&mut self, element: Element, place: &Exact) {
        match element {
            Element::Shown(digit) => self.add_constant(&place.times(&i64::from(digit).into())),
            Element::Hidden(cell) => self.add_term(cell, place),
        }
    }

    fn add_term(&mut self, cell: Cell, coefficient: &Exact) {
        match self.terms.entry(cell) {
            Entry::Vacant(entry) => drop(entry.insert(coefficient.clone())),
            Entry::Occupied(mut entry) => {
                let sum = entry.get().plus(coefficient);
                if sum.is_zero() {
                    entry.remove();
                } else {
                    entry.insert(sum);
                }
            }
        }
    }

    fn add_all(&mut self, other: &Self) {
        other.terms.iter().for_each(|(cell, coefficient)| self.add_term(*cell, coefficient));
        self.add_constant(&other.constant.0);
    }

    /// Reads a product. It is linear if all but one of its factors are constant.
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

    /// Returns the sum of two.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        self.add_all(other);
        self
    }

    /// Multiplies every coefficient by a factor.
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

    /// Returns whole coefficients over a common denominator, if all fit machine words with enough room that no choice of
    /// digits can overflow their sum.
    #[must_use]
    pub fn whole(&self) -> Option<(Linear, i64)> {
        self.whole_in(Base::MAX)
    }

    /// Does the same with the digits of a base.
    pub(super) fn whole_in(&self, base: Base) -> Option<(Linear, i64)> {
        let all = || self.terms.values().chain(std::iter::once(&self.constant.0));
        let denominator = all().try_fold(1i64, |lcm, number| {
            let (_, denom) = number.to_i64_ratio()?;
            num_lcm(lcm, denom)
        })?;
        let scale = |number: &Exact| number.times(&denominator.into()).to_i64();
        let terms: Option<Vec<(Cell, i64)>> =
            self.terms.iter().map(|(cell, coefficient)| Some((*cell, scale(coefficient)?))).collect();
        let linear = Linear { terms: terms?, constant: scale(&self.constant.0)? };
        linear.is_safe_in(base).then_some((linear, denominator))
    }
}

impl Affine {
    /// Returns whole coefficients over a common denominator, of any size.
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
    (a / gcd(a, b)).checked_mul(b)
}

/// A sum of digits times whole coefficients, and a constant, that cannot overflow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The cells, each once and in rising order, with their coefficients, which are never zero.
    pub terms: Vec<(Cell, i64)>,
    /// The constant term.
    pub constant: i64,
}

impl Linear {
    /// Returns whether no digits can overflow the sum, with room for one more sum.
    fn is_safe_in(&self, base: Base) -> bool {
        let largest = i128::from(base.get() - 1);
        let terms = self.terms.iter().map(|(_, coefficient)| i128::from(*coefficient).abs() * largest);
        terms.sum::<i128>() + i128::from(self.constant).abs() < i128::from(i64::MAX / 4)
    }

    /// Returns the coefficient of a cell; 0 if it does not occur.
    pub(crate) fn coefficient(&self, cell: usize) -> i64 {
        self.terms.binary_search_by_key(&cell, |term| term.0.index()).map_or(0, |at| self.terms[at].1)
    }

    /// Returns its least and largest value with digits of the domains.
    #[must_use]
    pub(crate) fn ends(&self, domains: &[DigitSet]) -> (i64, i64) {
        self.terms.iter().fold((self.constant, self.constant), |(least, most), (cell, coefficient)| {
            let domain = domains[cell.index()];
            let ends =
                [domain.min(), domain.max()].map(|digit| coefficient * i64::from(digit.unwrap_or_default()));
            (least + ends[0].min(ends[1]), most + ends[0].max(ends[1]))
        })
    }

    /// Returns its value.
    #[must_use]
    #[inline]
    pub fn value(&self, digits: &[Digit]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (cell, c)| sum + c * i64::from(digits[cell.index()]))
    }
}

/// A relation between two linear sides, as one form against zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRelation {
    /// Left side minus right side, times a positive number.
    pub form: Linear,
    /// How it compares with zero.
    pub relation: Algebra,
}

/// A linear relation of any size: whole coefficients by cell, and a constant, compared with zero.
#[derive(Clone, Debug, PartialEq)]
pub struct WideRelation {
    /// The coefficients, never zero.
    pub terms: Vec<(Cell, Exact)>,
    /// The constant term.
    pub constant: Exact,
    /// How it compares with zero.
    pub relation: Algebra,
}

/// Returns the condition as a linear relation, if it is one: in machine words, or else of any size.
#[must_use]
pub fn read(condition: &Expr, context: &Context) -> (Option<LinearRelation>, Option<WideRelation>) {
    let Some((difference, relation)) = difference(condition, context) else { return (None, None) };
    match difference.whole() {
        Some((form, _)) => (Some(LinearRelation { form, relation }), None),
        None => (None, difference.wide(relation)),
    }
}

/// Returns left side minus right side, and how it compares with zero.
fn difference(condition: &Expr, context: &Context) -> Option<(Affine, Algebra)> {
    let Expr::Chain(chain) = condition else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    if !is_comparison(operator.algebra) {
        return None;
    }
    let mut difference = Affine::of(&chain.first, context)?;
    difference.add(right, &Exact::from(-1), context)?;
    Some((difference, operator.algebra))
}

impl LinearRelation {
    /// Returns the condition as a linear relation, if it is one and fits machine words.
    #[must_use]
    pub fn of(condition: &Expr, context: &Context) -> Option<Self> {
        read(condition, context).0
    }

    /// Returns whether it holds.
    #[must_use]
    #[inline]
    pub fn holds(&self, digits: &[Digit]) -> bool {
        holds(self.relation, self.form.value(digits))
    }
}

/// Returns whether a difference satisfies a relation to zero.
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

/// Returns whether an operator compares two numbers by their order.
#[must_use]
pub fn is_comparison(algebra: Algebra) -> bool {
    use Algebra::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
    matches!(algebra, Equal | Unequal | Less | AtMost | Greater | AtLeast)
}
