//! Whether a claim is true of one assignment, exactly.

use std::cmp::Ordering;

use crate::claim::{Claim, Quantity, Term, Variable};
use crate::expression::Element;
use crate::number::Number;
use crate::value::{Open, Range};
use crate::words::{Missing, NoValue, TooLarge};

use super::domain::Domain;
use super::model::Model;

/// The values of all variables that claims speak of: digits by cell, and those of the model's items.
pub struct Assignment<'a> {
    model: &'a Model,
    domains: &'a [Domain],
    known: Vec<Option<u8>>,
    digits: Vec<u64>,
}

impl<'a> Assignment<'a> {
    pub fn new(model: &'a Model, domains: &'a [Domain]) -> Self {
        let (known, digits) = model.digits(domains);
        Self { model, domains, known, digits }
    }

    fn variable(&self, variable: Variable) -> Option<i128> {
        self.domains[self.model.item(variable)?].only()
    }

    /// `None` if a number is too large to compute, or not known.
    pub fn holds(&self, claim: &Claim) -> Option<bool> {
        match claim {
            Claim::Digit(cell, mask) => self.digit(*cell).map(|digit| mask >> digit & 1 == 1),
            Claim::Carry((equation, column), values) => {
                let value = self.variable(Variable::Carry(*equation, *column))?;
                Some(i64::try_from(value).is_ok_and(|value| values.contains(&value)))
            }
            Claim::Range(quantity, from, to) => self.asks(&[quantity], &|x| {
                from.as_ref().is_none_or(|from| *from <= x[0]) && to.as_ref().is_none_or(|to| x[0] <= *to)
            }),
            Claim::Residue(quantity, modulus, residues) => self.asks(&[quantity], &|x| {
                let modulus = num_bigint::BigInt::from(*modulus);
                let residue = x[0].whole().map(|x| (x % &modulus + &modulus) % &modulus);
                residue.and_then(|residue| u64::try_from(residue).ok()).is_some_and(|r| residues.contains(&r))
            }),
            Claim::Relation { terms, equals, modulo } => {
                let mut sum = equals.checked_neg()?;
                for (term, factor) in terms {
                    sum = sum.checked_add(self.term(term)?.checked_mul(*factor)?)?;
                }
                Some(modulo.map_or(Some(sum), |modulo| sum.checked_rem(modulo))? == 0)
            }
            Claim::Order { left, right, strict } => self.asks(&[left, right], &|x| {
                let order = x[0].cmp(&x[1]);
                order == Ordering::Less || order == Ordering::Equal && !strict
            }),
            Claim::Same(left, right) => self.asks(&[left, right], &|x| x[0] == x[1]),
            Claim::False => Some(false),
            Claim::Condition(condition) => self.open().truth(condition),
            Claim::Distinct(cells) => {
                let mut seen = 0u64;
                for cell in cells {
                    let bit = 1 << self.digit(*cell)?;
                    if seen & bit != 0 {
                        return Some(false);
                    }
                    seen |= bit;
                }
                Some(true)
            }
            Claim::Digits(mask) => Some(self.known.iter().flatten().all(|digit| mask >> digit & 1 == 1)),
        }
    }

    fn open(&self) -> Open<'_> {
        Open { known: &self.known, digits: &self.digits, base: self.model.base, bounds: &[] }
    }

    fn digit(&self, cell: usize) -> Option<u8> {
        *self.known.get(cell)?
    }

    fn term(&self, term: &Term) -> Option<i128> {
        match term {
            Term::Cell(cell) => self.digit(*cell).map(i128::from),
            Term::Carry(equation, column) => self.variable(Variable::Carry(*equation, *column)),
            Term::Numeral(elements) => elements.iter().try_fold(0i128, |number, element| {
                let digit = match element {
                    Element::Digit(digit) => *digit,
                    Element::Cell(cell) => self.digit(*cell)?,
                };
                number.checked_mul(self.model.base.into())?.checked_add(digit.into())
            }),
        }
    }

    fn number(&self, quantity: &Quantity) -> Result<Number, Missing> {
        match quantity {
            Quantity::Carry(equation, column) => {
                let value = self.variable(Variable::Carry(*equation, *column)).ok_or(TooLarge)?;
                Ok(num_bigint::BigInt::from(value).into())
            }
            Quantity::Expression(expression) => {
                let value = self.open().value(expression)?;
                Range::known(&value).cloned().ok_or(TooLarge)
            }
        }
    }

    /// No, if a quantity has no value.
    fn asks(&self, quantities: &[&Quantity], answer: &dyn Fn(&[Number]) -> bool) -> Option<bool> {
        let numbers: Vec<_> = quantities.iter().map(|quantity| self.number(quantity)).collect();
        if numbers.contains(&Err(NoValue)) {
            return Some(false);
        }
        numbers.into_iter().collect::<Result<Vec<_>, _>>().ok().map(|numbers| answer(&numbers))
    }
}
