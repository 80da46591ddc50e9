//! Integers times digits and carries, plus a constant: what sums, columns and relations come to.

use crate::fact::{Carry, Claim, Place, Quantity, Relation, Term};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::Base;
use fukumen_language::expr::{Chain, Element, Expr};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Tier};

/// A linear form. Terms ascend, none is 0; numbers that do not fit are no linear form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    pub places: Vec<(Place, i128)>,
    pub carries: Vec<(Carry, i128)>,
    pub constant: i128,
}

/// What is said of a form, or of the difference of two expressions: its relation to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Equal,
    Unequal,
    Less,
    AtMost,
}

impl Linear {
    pub fn constant(constant: i128) -> Self {
        Self { constant, ..Self::default() }
    }

    pub fn carry(carry: Carry) -> Self {
        Self { carries: vec![(carry, 1)], ..Self::default() }
    }

    /// A whole number, written with digits.
    pub fn numeral(elements: &[Element], base: Base) -> Option<Self> {
        let mut form = Self::default();
        let mut weight = Some(1i128);
        for element in elements.iter().rev() {
            // What is too large for the first digits may still be 0.
            match element {
                Element::Shown(0) => {}
                Element::Shown(digit) => {
                    form.constant = form.constant.checked_add(weight?.checked_mul(i128::from(*digit))?)?;
                }
                Element::Hidden(place) => form.places.push((*place, weight?)),
            }
            weight = weight.and_then(|weight| weight.checked_mul(i128::from(base.get())));
        }
        form.sorted()
    }

    pub fn expr(expr: &Expr, base: Base) -> Option<Self> {
        match expr {
            Expr::Constant(number) => number.to_i128().map(Self::constant),
            Expr::Numeral(numeral) if numeral.is_whole() => {
                Self::numeral(&numeral.whole, numeral.base.unwrap_or(base))
            }
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                Self::expr(operand, base)?.times(-1)
            }
            Expr::Chain(chain) if matches!(chain.tier(), Tier::Sum | Tier::Product) => {
                Self::chain(chain, base)
            }
            _ => None,
        }
    }

    fn chain(chain: &Chain, base: Base) -> Option<Self> {
        let mut form = Self::expr(&chain.first, base)?;
        for (operator, operand) in &chain.rest {
            let other = Self::expr(operand, base)?;
            form = match operator.algebra {
                Algebra::Plus => form.plus(&other, 1)?,
                Algebra::Minus => form.plus(&other, -1)?,
                Algebra::Times if other.is_constant() => form.times(other.constant)?,
                Algebra::Times if form.is_constant() => other.times(form.constant)?,
                _ => return None,
            };
        }
        Some(form)
    }

    pub fn quantity(quantity: &Quantity, base: Base) -> Option<Self> {
        match quantity {
            Quantity::Expr(expr) => Self::expr(expr, base),
            Quantity::Carry(carry) => Some(Self::carry(*carry)),
        }
    }

    pub fn term(term: &Term, base: Base) -> Option<Self> {
        match term {
            Term::Place(place) => Some(Self { places: vec![(*place, 1)], ..Self::default() }),
            Term::Carry(carry) => Some(Self::carry(*carry)),
            Term::Numeral(elements) => Self::numeral(elements, base),
        }
    }

    /// A relation, as a form that is 0.
    pub fn relation(relation: &Relation, base: Base) -> Option<Self> {
        let mut form = Self::constant(relation.equals.checked_neg()?);
        for (term, factor) in &relation.terms {
            form.append(&Self::term(term, base)?, *factor)?;
        }
        form.sorted()
    }

    pub fn is_constant(&self) -> bool {
        self.places.is_empty() && self.carries.is_empty()
    }

    pub fn times(mut self, factor: i128) -> Option<Self> {
        self.constant = self.constant.checked_mul(factor)?;
        let places = self.places.iter_mut().map(|(_, weight)| weight);
        for weight in places.chain(self.carries.iter_mut().map(|(_, weight)| weight)) {
            *weight = weight.checked_mul(factor)?;
        }
        self.sorted()
    }

    pub fn plus(mut self, other: &Self, factor: i128) -> Option<Self> {
        self.append(other, factor)?;
        self.sorted()
    }

    fn append(&mut self, other: &Self, factor: i128) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (place, weight) in &other.places {
            self.places.push((*place, weight.checked_mul(factor)?));
        }
        for (carry, weight) in &other.carries {
            self.carries.push((*carry, weight.checked_mul(factor)?));
        }
        Some(())
    }

    fn sorted(mut self) -> Option<Self> {
        self.places = merged(self.places)?;
        self.carries = merged(self.carries)?;
        Some(self)
    }
}

fn merged<K: Copy + Ord>(mut terms: Vec<(K, i128)>) -> Option<Vec<(K, i128)>> {
    if terms.windows(2).all(|pair| pair[0].0 < pair[1].0) && terms.iter().all(|(_, weight)| *weight != 0) {
        return Some(terms);
    }
    terms.arrange_by_key(|(key, _)| *key);
    let mut merged: Vec<(K, i128)> = Vec::with_capacity(terms.len());
    for (key, weight) in terms {
        match merged.last_mut() {
            Some((last, sum)) if *last == key => *sum = sum.checked_add(weight)?,
            _ => merged.push((key, weight)),
        }
    }
    merged.retain(|(_, weight)| *weight != 0);
    Some(merged)
}

impl Sign {
    /// How `left - right` stands to 0 if `left` stands so to `right`; and whether it is `right - left` that does.
    pub fn of(algebra: Algebra) -> Option<(Self, bool)> {
        match algebra {
            Algebra::Equal => Some((Self::Equal, false)),
            Algebra::Unequal => Some((Self::Unequal, false)),
            Algebra::Less => Some((Self::Less, false)),
            Algebra::AtMost => Some((Self::AtMost, false)),
            Algebra::Greater => Some((Self::Less, true)),
            Algebra::AtLeast => Some((Self::AtMost, true)),
            _ => None,
        }
    }
}

/// What a fact says as one form that stands so to 0, and the modulus if it holds modulo a number only.
pub(super) fn as_form(claim: &Claim, base: Base) -> Option<(Linear, Sign, Option<i128>)> {
    let difference = |left: &Quantity, right: &Quantity| {
        Linear::quantity(left, base)?.plus(&Linear::quantity(right, base)?, -1)
    };
    match claim {
        Claim::Relation(relation) => Some((Linear::relation(relation, base)?, Sign::Equal, relation.modulo)),
        Claim::Order { left, right, strict } => {
            let sign = if *strict { Sign::Less } else { Sign::AtMost };
            Some((difference(left, right)?, sign, None))
        }
        Claim::Same(left, right) => Some((difference(left, right)?, Sign::Equal, None)),
        Claim::Condition(Expr::Chain(chain)) if chain.tier() == Tier::Relation => {
            let [(operator, right)] = &*chain.rest else { return None };
            let (sign, is_reversed) = Sign::of(operator.algebra)?;
            let form = Linear::expr(&chain.first, base)?.plus(&Linear::expr(right, base)?, -1)?;
            Some((if is_reversed { form.times(-1)? } else { form }, sign, None))
        }
        Claim::Digit(place, digits) => {
            let form = Linear { places: vec![(*place, 1)], ..Linear::constant(-i128::from(digits.only()?)) };
            Some((form, Sign::Equal, None))
        }
        Claim::Carry(carry, values) => {
            let [value] = &**values else { return None };
            let form = Linear { carries: vec![(*carry, 1)], ..Linear::constant(-i128::from(*value)) };
            Some((form, Sign::Equal, None))
        }
        Claim::Range(quantity, Some(from), Some(to)) if from == to => {
            let value = Linear::constant(whole(from)?);
            Some((Linear::quantity(quantity, base)?.plus(&value, -1)?, Sign::Equal, None))
        }
        Claim::Residue(quantity, modulus, residues) => {
            let [residue] = &**residues else { return None };
            let form = Linear::quantity(quantity, base)?.plus(&Linear::constant(i128::from(*residue)), -1)?;
            Some((form, Sign::Equal, Some(i128::from(*modulus))))
        }
        _ => None,
    }
}

fn whole(number: &Exact) -> Option<i128> {
    number.to_i128()
}
