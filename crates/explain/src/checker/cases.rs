//! K6: the cases are all the values of one named fact, and each ends in a contradiction or in what is concluded.

use super::Why;
use super::alike::are_same;
use super::facts::round_up;
use super::linear::{Linear, Sign, as_form};
use crate::fact::{Claim, Quantity};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::Expr;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::Context;

/// Whether each part is a part of a fact, and all of them cover it.
pub(super) fn cover(on: &Claim, parts: &[&Claim]) -> bool {
    match on {
        Claim::Digit(place, digits) => {
            let digits_of = |part: &&Claim| match part {
                Claim::Digit(own, some) if own == place && some.minus(*digits).is_empty() => Some(*some),
                _ => None,
            };
            let all = parts.iter().map(digits_of).try_fold(DigitSet::EMPTY, |all, part| Some(all | part?));
            all.is_some_and(|all| digits.minus(all).is_empty())
        }
        Claim::Carry(carry, values) => {
            let is_part = |part: &&Claim| match part {
                Claim::Carry(own, some) => own == carry && some.iter().all(|value| values.contains(value)),
                _ => false,
            };
            let is_covered = |value: &i64| {
                parts.iter().any(|part| matches!(part, Claim::Carry(_, some) if some.contains(value)))
            };
            parts.iter().all(is_part) && values.iter().all(is_covered)
        }
        Claim::Residue(quantity, modulus, residues) => {
            let is_part = |part: &&Claim| match part {
                Claim::Residue(own, other, some) => {
                    are_same(own, quantity) && other == modulus && some.iter().all(|r| residues.contains(r))
                }
                _ => false,
            };
            let is_covered = |residue: &u64| {
                parts.iter().any(|part| matches!(part, Claim::Residue(_, _, some) if some.contains(residue)))
            };
            parts.iter().all(is_part) && residues.iter().all(is_covered)
        }
        Claim::Range(quantity, from, to) => covers_range(quantity, from.as_ref(), to.as_ref(), parts),
        _ => false,
    }
}

fn covers_range(quantity: &Quantity, from: Option<&Exact>, to: Option<&Exact>, parts: &[&Claim]) -> bool {
    let mut ranges = Vec::new();
    for part in parts {
        match part {
            Claim::Range(own, low, high) if are_same(own, quantity) => {
                ranges.push((low.as_ref(), high.as_ref()))
            }
            _ => return false,
        }
    }
    let is_inside = |(low, high): &(Option<&Exact>, Option<&Exact>)| {
        let is_above = from.is_none_or(|from| low.is_some_and(|low| low >= from));
        is_above && to.is_none_or(|to| high.is_some_and(|high| high <= to))
    };
    ranges.arrange_by(|a, b| a.0.cmp(&b.0));
    let is_whole = is_whole(quantity);
    // All numbers up to here are covered; nothing for none yet.
    let mut reached: Option<Exact> = None;
    for (i, (low, high)) in ranges.iter().enumerate() {
        let begins = match (low, &reached) {
            (None, _) => true,
            (Some(low), None) if i == 0 => {
                from.is_some_and(|from| if is_whole { round_up(low) <= round_up(from) } else { *low <= from })
            }
            (Some(low), Some(reached)) if is_whole => round_up(low) <= reached.floor().plus(&Exact::ONE),
            (Some(low), Some(reached)) => *low <= reached,
            (Some(_), None) => false,
        };
        if !begins {
            return false;
        }
        let Some(high) = high else { return ranges.iter().all(is_inside) };
        reached = Some(reached.map_or((*high).clone(), |reached| reached.max((*high).clone())));
    }
    let is_reached = |reached: &Exact| {
        to.is_some_and(|to| if is_whole { reached.floor() >= to.floor() } else { reached >= to })
    };
    reached.as_ref().is_some_and(is_reached) && ranges.iter().all(is_inside)
}

/// Whether a quantity is a whole number whatever its digits are.
pub(super) fn is_whole(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Carry(_) => true,
        Quantity::Expr(Expr::Numeral(numeral)) => numeral.is_whole(),
        Quantity::Expr(_) => false,
    }
}

/// Whether what each case ends in implies a conclusion.
pub(super) fn follows(context: &Context, ends: &[Option<Vec<&Claim>>], claim: &Claim) -> Result<(), Why> {
    let implied = |facts: &Vec<&Claim>| {
        are_together(facts, claim) || facts.iter().any(|fact| implies(context, fact, claim))
    };
    if ends.iter().flatten().all(implied) { Ok(()) } else { Err(Why::DoesNotFollow) }
}

/// Whether facts about one symbol or carry leave no more than is concluded.
fn are_together(facts: &[&Claim], claim: &Claim) -> bool {
    match claim {
        Claim::Digit(place, digits) => {
            let own = facts.iter().filter_map(|fact| match fact {
                Claim::Digit(other, some) if other == place => Some(*some),
                _ => None,
            });
            own.reduce(|all, some| all & some).is_some_and(|all| all.minus(*digits).is_empty())
        }
        _ => false,
    }
}

fn implies(context: &Context, fact: &Claim, claim: &Claim) -> bool {
    match (fact, claim) {
        (Claim::False, _) => true,
        (Claim::Carry(own, some), Claim::Carry(carry, values)) => {
            own == carry && some.iter().all(|value| values.contains(value))
        }
        (Claim::Range(a, from, to), Claim::Range(b, least, most)) => {
            let is_above = least.as_ref().is_none_or(|least| from.as_ref().is_some_and(|from| from >= least));
            let is_below = most.as_ref().is_none_or(|most| to.as_ref().is_some_and(|to| to <= most));
            are_same(a, b) && is_above && is_below
        }
        (Claim::Residue(a, own, some), Claim::Residue(b, modulus, residues)) => {
            own % modulus == 0
                && are_same(a, b)
                && some.iter().all(|residue| residues.contains(&(residue % modulus)))
        }
        (Claim::Order { left: a, right: b, strict: own }, Claim::Order { left: c, right: d, strict }) => {
            (*own || !strict) && are_same(a, c) && are_same(b, d)
        }
        (Claim::Same(a, b), Claim::Same(c, d)) => {
            are_same(a, c) && are_same(b, d) || are_same(a, d) && are_same(b, c)
        }
        (Claim::Relation(_), Claim::Relation(_)) => {
            let (Some(a), Some(b)) = (as_form(fact, context.base), as_form(claim, context.base)) else {
                return false;
            };
            is_one_form(&a, &b)
        }
        _ => false,
    }
}

type Form = (Linear, Sign, Option<i128>);

pub(super) fn is_one_form((a, first, own): &Form, (b, second, modulus): &Form) -> bool {
    let is_negated = *first == Sign::Equal && Some(a) == b.clone().times(-1).as_ref();
    first == second && own == modulus && (a == b || is_negated)
}
