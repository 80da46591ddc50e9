//! The opposite of a conclusion, in branches that are looked at one by one.

use crate::claim::{Claim, Quantity, Variable};
use crate::expression::Expression;
use crate::number::Number;
use crate::value::{Bound, Open};
use crate::words::Deed;

use super::alike::are_alike;
use super::domain::{Domain, Empty};
use super::form::{Form, Item};
use super::model::{Congruence, Constraint, Model, Sign};
use super::state::{Said, between, call, comparison, not_above, not_below};

/// So many residues are refuted one by one.
const RESIDUES: u64 = 100;

/// An assumption: one part of the opposite of a conclusion.
pub enum Opposite {
    /// An item is one of the numbers between two.
    Between(Item, i128, i128),
    Line(Form, Sign),
    Residues(Congruence),
    /// A condition holds, or does not; a bound that goes with it.
    Truth(Expression, bool, Option<Bound>),
    /// Only an assignment says whether the conclusion is false.
    Nothing,
}

/// The conclusion as the model has it. It is made before values are taken out, as it may have items of its own.
pub struct Conclusion<'c> {
    claim: &'c Claim,
    /// What it says of a form, or the form whose range it gives.
    form: Option<Said>,
    range: Option<Form>,
}

impl<'c> Conclusion<'c> {
    pub fn new(model: &mut Model, claim: &'c Claim) -> Self {
        let range = match claim {
            Claim::Range(quantity, ..) => model.quantity(quantity),
            _ => None,
        };
        Self { claim, form: model.as_form(claim), range }
    }

    /// The branches. There are none if the domains say the conclusion already.
    pub fn opposites(&self, model: &Model, facts: &[&Claim], domains: &[Domain]) -> Vec<Opposite> {
        match (self.claim, &self.form) {
            (Claim::Digit(cell, mask), _) => {
                let Some(item) = model.item(Variable::Cell(*cell)) else { return vec![Opposite::Nothing] };
                let excluded = domains[item].values().filter(|digit| mask >> digit & 1 == 0);
                excluded.map(|digit| Opposite::Between(item, digit, digit)).collect()
            }
            (Claim::Carry((equation, column), values), _) => {
                let Some(item) = model.item(Variable::Carry(*equation, *column)) else {
                    return vec![Opposite::Nothing];
                };
                gaps(values, &domains[item])
                    .into_iter()
                    .map(|(low, high)| Opposite::Between(item, low, high))
                    .collect()
            }
            (Claim::Range(quantity, from, to), _) => {
                self.outside(model, facts, domains, (quantity, from.as_ref(), to.as_ref()))
            }
            (Claim::Residue(..), Some((form, _, Some((modulus, residues))))) => {
                others(form, *modulus, residues)
            }
            (Claim::Relation { .. }, Some((form, _, Some((modulus, residues))))) => {
                let (form, modulus, residues) = (form.clone(), *modulus, residues.clone());
                vec![Opposite::Residues(Congruence { form, modulus, residues, is_one: false })]
            }
            (Claim::Relation { .. } | Claim::Same(..), Some((form, ..))) => {
                vec![negated(Some(form)), negated(form.times(-1).as_ref())]
            }
            (Claim::Order { .. }, Some((form, ..))) => vec![negated(Some(form))],
            (Claim::Order { .. } | Claim::Same(..), None) => {
                vec![
                    comparison(self.claim)
                        .map_or(Opposite::Nothing, |told| Opposite::Truth(told, false, None)),
                ]
            }
            (Claim::Condition(condition), _) => vec![Opposite::Truth(condition.clone(), false, None)],
            _ => vec![Opposite::Nothing],
        }
    }

    /// The parts of the numbers that a range leaves out, and having no value.
    fn outside(
        &self,
        model: &Model,
        facts: &[&Claim],
        domains: &[Domain],
        (quantity, from, to): (&Quantity, Option<&Number>, Option<&Number>),
    ) -> Vec<Opposite> {
        if let Some(form) = &self.range {
            let (below, above) = (from.map(|from| not_below(form, from)), to.map(|to| not_above(form, to)));
            return [below, above].into_iter().flatten().map(|form| negated(form.as_ref())).collect();
        }
        let Quantity::Expression(expression) = quantity else { return vec![Opposite::Nothing] };
        if !surely_has_value(model, facts, expression, domains) {
            return vec![Opposite::Truth(between(expression, from, to), false, None)];
        }
        let part = |sign, low: Option<&Number>, high: Option<&Number>| {
            let end = Expression::Number(low.or(high)?.clone());
            let condition = call(sign, vec![expression.clone(), end])?;
            let bound = (expression.clone(), low.cloned(), high.cloned());
            Some(Opposite::Truth(condition, true, Some(bound)))
        };
        [part("<", None, from), part(">", to, None)].into_iter().flatten().collect()
    }

    /// Whether it is what an equation or an order says, with the known items put in.
    pub fn is_told(&self, model: &Model, domains: &[Domain]) -> bool {
        let Some((form, sign, modulo)) = &self.form else { return false };
        let known = |form: &Form| form.with_known(|item| domains[item].only());
        let Some(own) = known(form) else { return false };
        model.constraints.iter().any(|constraint| match (constraint, modulo) {
            (Constraint::Line(line), None) => match (sign, line.sign) {
                (Sign::Equal, Sign::Equal) => known(&line.form).is_some_and(|told| told.is_multiple_of(&own)),
                (Sign::AtMost, Sign::AtMost | Sign::Equal) => {
                    let is_over = |told: &Form| is_at_most(&own, told, domains);
                    is_over(&line.form)
                        || line.sign == Sign::Equal && line.form.times(-1).is_some_and(|f| is_over(&f))
                }
                _ => false,
            },
            (Constraint::Line(line), Some((modulus, residues))) if line.sign == Sign::Equal => {
                **residues == [0] && known(&line.form).is_some_and(|told| is_congruent(&own, &told, *modulus))
            }
            (Constraint::Congruence(told), Some((modulus, residues))) => {
                told.is_one
                    && told.modulus % modulus == 0
                    && told
                        .residues
                        .iter()
                        .all(|r| residues.contains(&(r % u64::try_from(*modulus).unwrap_or(u64::MAX))))
                    && known(&told.form).is_some_and(|told| is_congruent(&own, &told, *modulus))
            }
            _ => false,
        })
    }
}

impl Opposite {
    /// Takes it for true; the item that is narrowed by it.
    pub fn state(self, model: &mut Model, domains: &mut [Domain]) -> Result<Option<Item>, Empty> {
        match self {
            Self::Between(item, low, high) => {
                domains[item].raise(low)?;
                domains[item].lower(high)?;
                return Ok(Some(item));
            }
            Self::Line(form, sign) => model.add_line(form, sign),
            Self::Residues(congruence) => model.add(Constraint::Congruence(congruence)),
            Self::Truth(condition, wanted, bound) => {
                model.bounds.extend(bound);
                model.add_truth(condition, wanted);
            }
            Self::Nothing => {}
        }
        Ok(None)
    }
}

/// The residues that are not listed: one by one, if they are few.
fn others(form: &Form, modulus: i128, residues: &[u64]) -> Vec<Opposite> {
    let congruence =
        |residues, is_one| Opposite::Residues(Congruence { form: form.clone(), modulus, residues, is_one });
    match u64::try_from(modulus).ok().filter(|modulus| *modulus <= RESIDUES) {
        None => vec![congruence(residues.to_vec(), false)],
        Some(modulus) => {
            let excluded = (0..modulus).filter(|residue| !residues.contains(residue));
            excluded.map(|residue| congruence(vec![residue], true)).collect()
        }
    }
}

/// That a form is more than 0.
fn negated(form: Option<&Form>) -> Opposite {
    let one = Form { terms: Vec::new(), constant: 1 };
    let line = form.and_then(|form| one.minus(form));
    line.map_or(Opposite::Nothing, |line| Opposite::Line(line, Sign::AtMost))
}

/// The values between the ends of a domain that are not listed.
fn gaps(values: &[i64], domain: &Domain) -> Vec<(i128, i128)> {
    let mut values: Vec<i128> = values.iter().map(|value| i128::from(*value)).collect();
    values.sort_unstable();
    let (mut gaps, mut from) = (Vec::new(), domain.low().unwrap_or(-super::domain::ENDLESS));
    for value in values {
        gaps.push((from, value - 1));
        from = from.max(value + 1);
    }
    gaps.push((from, domain.high().unwrap_or(super::domain::ENDLESS)));
    gaps.retain(|(low, high)| low <= high);
    gaps
}

/// Whether one form is not above another for any values.
fn is_at_most(form: &Form, other: &Form, domains: &[Domain]) -> bool {
    let Some(difference) = form.minus(other) else { return false };
    let mut ends = difference.terms.iter().map(|(item, weight)| {
        let end = if *weight > 0 { domains[*item].high() } else { domains[*item].low() };
        end?.checked_mul(*weight)
    });
    let most = ends.try_fold(difference.constant, |sum, end| sum.checked_add(end?));
    most.is_some_and(|most| most <= 0)
}

fn is_congruent(a: &Form, b: &Form, modulus: i128) -> bool {
    let is_multiple = |number: i128| number % modulus == 0;
    a.minus(b)
        .is_some_and(|form| is_multiple(form.constant) && form.terms.iter().all(|term| is_multiple(term.1)))
}

/// Whether an expression has a value for all digits that are left, or facts are false without it.
fn surely_has_value(model: &Model, facts: &[&Claim], expression: &Expression, domains: &[Domain]) -> bool {
    if is_needed(facts, expression) {
        return true;
    }
    let (known, digits) = model.digits(domains);
    let open = Open { known: &known, digits: &digits, base: model.base, bounds: &model.bounds };
    open.value(expression).is_ok_and(|range| range.is_sure())
}

/// Whether an expression surely has a value where the facts hold: one is false without it.
fn is_needed(facts: &[&Claim], expression: &Expression) -> bool {
    facts.iter().any(|fact| match fact {
        Claim::Condition(condition) => needs(condition, expression),
        Claim::Range(quantity, ..) | Claim::Residue(quantity, ..) => quantity_needs(quantity, expression),
        Claim::Order { left, right, .. } | Claim::Same(left, right) => {
            quantity_needs(left, expression) || quantity_needs(right, expression)
        }
        _ => false,
    })
}

/// Visits the numbers without which a condition is false.
fn needs(condition: &Expression, wanted: &Expression) -> bool {
    let Expression::Call(word, x) = condition else { return false };
    match word.3 {
        Deed::And => x.iter().any(|part| needs(part, wanted)),
        Deed::Compare(_) | Deed::Asks(_) => x.iter().any(|part| number_needs(part, wanted)),
        _ => false,
    }
}

fn quantity_needs(quantity: &Quantity, wanted: &Expression) -> bool {
    matches!(quantity, Quantity::Expression(expression) if number_needs(expression, wanted))
}

fn number_needs(number: &Expression, wanted: &Expression) -> bool {
    let is_inside = || match number {
        Expression::Call(word, x) => {
            let has_numbers = !word.is_condition() && !matches!(word.3, Deed::Count);
            has_numbers && x.iter().any(|part| number_needs(part, wanted))
        }
        _ => false,
    };
    are_alike(number, wanted) || is_inside()
}
