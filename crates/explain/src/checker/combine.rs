//! K3: the conclusion is the stated combination of the named relations, term by term.

use super::Why;
use super::facts::Facts;
use super::linear::{Linear, Sign, as_form};
use crate::fact::Claim;
use crate::step::Proof;

pub(super) fn accepts(facts: &Facts, claim: &Claim, proof: &Proof) -> Result<(), Why> {
    let base = facts.context.base;
    let (goal, goal_sign, modulus) = as_form(claim, base).ok_or(Why::NotUnderstood)?;
    let mut sum = Linear::default();
    let mut sign = Sign::Equal;
    for (id, factor) in &proof.combine {
        let named = facts.named(id).ok_or(Why::NotUnderstood)?;
        let (form, own, own_modulus) = as_form(named, base).ok_or(Why::NotUnderstood)?;
        let holds = own_modulus.is_none_or(|own| modulus.is_some_and(|modulus| own % modulus == 0));
        sign = added(sign, own, *factor).filter(|_| holds).ok_or(Why::NotUnderstood)?;
        sum = sum.plus(&form, *factor).ok_or(Why::TooMuch)?;
    }
    let divide = proof.divide.unwrap_or(1);
    let is_order = goal_sign != Sign::Equal;
    let may_divide = divide != 0 && (divide > 0 || !is_order) && (divide == 1 || modulus.is_none());
    if goal_sign == Sign::Unequal || is_order && modulus.is_some() || !may_divide {
        return Err(Why::NotUnderstood);
    }
    let known =
        |form: Linear| form.with_known(|place| facts.known_digit(place), |carry| facts.known_carry(carry));
    let goal = goal.times(divide).and_then(known).ok_or(Why::TooMuch)?;
    let sum = known(sum).ok_or(Why::TooMuch)?;
    let is_equal = match modulus {
        Some(modulus) => sum.is_congruent(&goal, modulus),
        None => sum == goal,
    };
    if is_equal && follows(sign, goal_sign) { Ok(()) } else { Err(Why::DoesNotFollow) }
}

/// How a sum stands to 0 with a multiple of one more relation.
fn added(sum: Sign, own: Sign, factor: i128) -> Option<Sign> {
    match (sum, own) {
        (_, Sign::Unequal) => None,
        (sum, Sign::Equal) => Some(sum),
        (_, _) if factor <= 0 => None,
        (Sign::Less, _) | (_, Sign::Less) => Some(Sign::Less),
        _ => Some(Sign::AtMost),
    }
}

fn follows(sign: Sign, goal: Sign) -> bool {
    match goal {
        Sign::Equal => sign == Sign::Equal,
        Sign::Less => sign == Sign::Less,
        Sign::AtMost => true,
        Sign::Unequal => false,
    }
}
