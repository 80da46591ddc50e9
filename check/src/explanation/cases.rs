//! Whether the cases of a step are all the values of a fact.

use std::collections::HashSet;
use std::hash::Hash;

use super::form::are_same;
use crate::claim::{Claim, Quantity};
use crate::expression::Expression;
use crate::number::Number;

/// Whether in each way to satisfy a fact one of the parts holds.
pub fn cover(on: &Claim, parts: &[&Claim]) -> bool {
    match on {
        Claim::Digit(cell, digits) => {
            let own = parts.iter().map(|part| match part {
                Claim::Digit(other, some) if other == cell => *some,
                _ => 0,
            });
            digits & !own.fold(0, |all, some| all | some) == 0
        }
        Claim::Carry(carry, values) => {
            let own = parts.iter().filter_map(|part| match part {
                Claim::Carry(other, some) if other == carry => Some(some),
                _ => None,
            });
            has_all(values, own)
        }
        Claim::Residue(of, modulo, residues) => {
            let own = parts.iter().filter_map(|part| match part {
                Claim::Residue(other, own, some) if own == modulo && are_same(other, of) => Some(some),
                _ => None,
            });
            has_all(residues, own)
        }
        Claim::Range(of, from, to) => {
            let own = parts.iter().filter_map(|part| match part {
                Claim::Range(other, low, high) if are_same(other, of) => Some((low.as_ref(), high.as_ref())),
                _ => None,
            });
            has_range(is_whole(of), (from.as_ref(), to.as_ref()), own.collect())
        }
        _ => false,
    }
}

fn has_all<'v, T: Eq + Hash + 'v>(values: &[T], parts: impl Iterator<Item = &'v Vec<T>>) -> bool {
    let all: HashSet<&T> = parts.flatten().collect();
    values.iter().all(|value| all.contains(value))
}

/// Whether a quantity is a whole number whatever its digits are.
fn is_whole(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Carry(..) => true,
        Quantity::Expression(Expression::Numeral(numeral)) => numeral.is_whole(),
        Quantity::Expression(_) => false,
    }
}

type Ends<'n> = (Option<&'n Number>, Option<&'n Number>);

/// Whether ranges leave no gap: each begins before the ones below it end, or with the next whole number.
fn has_range(is_whole: bool, (from, to): Ends, mut ranges: Vec<Ends>) -> bool {
    ranges.sort_by(|a, b| a.0.cmp(&b.0));
    let rounded_up = |number: &Number| number.negated().floor().negated();
    let begins_by =
        |low: &Number, at: &Number| if is_whole { rounded_up(low) <= rounded_up(at) } else { low <= at };
    let goes_on = |low: &Number, reached: &Number| match reached.floor().plus(&1.into()) {
        Some(next) if is_whole => rounded_up(low) <= next,
        _ => low <= reached,
    };
    let mut reached: Option<Number> = None;
    for (low, high) in ranges {
        let begins = match (low, &reached) {
            (None, _) => true,
            (Some(low), None) => from.is_some_and(|from| begins_by(low, from)),
            (Some(low), Some(reached)) => goes_on(low, reached),
        };
        if !begins {
            return false;
        }
        let Some(high) = high else { return true };
        reached = Some(reached.map_or_else(|| high.clone(), |reached| reached.max(high.clone())));
    }
    let ends =
        |reached: &Number, to: &Number| if is_whole { reached.floor() >= to.floor() } else { reached >= to };
    reached.zip(to).is_some_and(|(reached, to)| ends(&reached, to))
}
