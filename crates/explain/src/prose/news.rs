//! What steps say that readers do not know yet, and what follows from what.

use std::collections::{BTreeMap, BTreeSet};

use crate::Case;
use crate::Claim;
use crate::Conclusion;
use crate::End;
use crate::Place;
use crate::Quantity;
use crate::Step;
use crate::Value;
use crate::step::Rule;
use crate::techniques::DIFFERENT;
use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::number::Exact;

/// The technique whose cases are a search.
pub(super) const SEARCH: &str = "exhaust";
/// The parameter of a sentence that says how many cases or ways a search goes through.
pub(super) const NUMBER: &str = "number";

/// The conclusions of a step, but for the digits of a number that is known, and for those that others take.
pub(super) fn news(step: &Step) -> Vec<&Claim> {
    let is_open = |claim: &Claim| matches!(claim, Claim::Digit(_, digits) if digits.len() > 1);
    let is_taken = |given: &&Conclusion| {
        given.rule == Some(Rule::K5) && is_open(&given.claim) && !DIFFERENT.contains(&step.technique)
    };
    let mut of_numbers: BTreeSet<Place> = BTreeSet::new();
    for given in &step.gives {
        if let Claim::Range(Quantity::Expr(expr), Some(from), Some(to)) = &given.claim
            && from == to
        {
            of_numbers.extend(expr.cells());
        }
    }
    let is_said = |claim: &&Claim| !matches!(claim, Claim::Digit(place, _) if of_numbers.contains(place));
    step.gives.iter().filter(|given| !is_taken(given)).map(|given| &given.claim).filter(is_said).collect()
}

/// The claims, those of the two ends of one number as one, and those of one digit.
pub(super) fn with_both_ends(claims: &[&Claim]) -> Vec<Claim> {
    let mut joined: Vec<Claim> = Vec::new();
    for claim in claims {
        let joins = joined.iter_mut().any(|other| match (other, claim) {
            (Claim::Range(of, Some(_), to @ None), Claim::Range(same, None, end)) if of == same => {
                to.clone_from(end);
                true
            }
            (Claim::Digit(of, digits), Claim::Digit(same, others)) if of == same => {
                *digits = *digits & *others;
                true
            }
            _ => false,
        });
        if !joins {
            joined.push((*claim).clone());
        }
    }
    joined
}

/// The whole number that a bound is.
fn whole(number: &Exact) -> Option<i128> {
    number.is_integer().then(|| number.to_i128())?
}

/// Whether what a number is says another conclusion, too: of its digits, or how large it is.
pub(super) fn implies(number: &Claim, claim: &Claim, base: Base) -> bool {
    match (number, claim) {
        (Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), from, to), Claim::Digit(place, set)) => {
            let Some((from, to)) = ends_of(numeral, from.as_ref(), to.as_ref(), base) else { return false };
            let Some(weight) = weight(numeral, *place, base) else { return false };
            let (low, high) = (from.div_euclid(weight), to.div_euclid(weight));
            high - low < i128::from(base.get()) && (low..=high).all(|digits| has_last(*set, digits, base))
        }
        (
            Claim::Residue(Quantity::Expr(Expr::Numeral(numeral)), modulo, values),
            Claim::Digit(place, set),
        ) if is_listed(numeral, *modulo, base) => weight(numeral, *place, base).is_some_and(|weight| {
            values.iter().all(|value| has_last(*set, i128::from(*value).div_euclid(weight), base))
        }),
        (Claim::Residue(quantity, modulo, _), Claim::Range(other, Some(from), Some(to))) => {
            let numeral =
                if let Quantity::Expr(Expr::Numeral(numeral)) = quantity { Some(numeral) } else { None };
            from != to
                && quantity == other
                && numeral.is_some_and(|numeral| is_listed(numeral, *modulo, base))
        }
        _ => false,
    }
}

/// The ends of a number, of which its length says the one that is not claimed.
fn ends_of(numeral: &Numeral, from: Option<&Exact>, to: Option<&Exact>, base: Base) -> Option<(i128, i128)> {
    let length = u32::try_from(numeral.whole.len()).ok()?;
    let above = i128::from(base.get()).checked_pow(length)?;
    let least = if length > 1 { above / i128::from(base.get()) } else { 0 };
    let from = from.map_or(Some(least), whole)?;
    let to = to.map_or(Some(above - 1), whole)?;
    (from <= to).then_some((from, to))
}

/// What the digit of a place counts for in a numeral.
fn weight(numeral: &Numeral, place: Place, base: Base) -> Option<i128> {
    let at = numeral.whole.iter().rev().position(|element| *element == Element::Hidden(place))?;
    i128::from(base.get()).checked_pow(u32::try_from(at).ok()?)
}

/// Whether the last digit of a number is one of these.
fn has_last(set: DigitSet, number: i128, base: Base) -> bool {
    u8::try_from(number.rem_euclid(i128::from(base.get()))).is_ok_and(|digit| set.contains(digit))
}

/// Whether remainders are the values of a numeral themselves: it has no more digits than the modulus.
fn is_listed(numeral: &Numeral, modulo: u64, base: Base) -> bool {
    let most =
        u32::try_from(numeral.whole.len()).ok().and_then(|length| u64::from(base.get()).checked_pow(length));
    numeral.is_whole() && most.is_some_and(|most| most <= modulo)
}

/// The least and the largest number that digits leave for a numeral.
pub(super) fn ends_by_digits(
    quantity: &Quantity,
    digits: &BTreeMap<Place, DigitSet>,
    base: Base,
) -> Option<(Exact, Exact)> {
    let Quantity::Expr(Expr::Numeral(numeral)) = quantity else { return None };
    let all = DigitSet::all(base);
    let (mut least, mut most) = (Exact::ZERO, Exact::ZERO);
    let base = Exact::from(i64::from(base.get()));
    for element in &numeral.whole {
        let (low, high) = match element {
            Element::Shown(digit) => (*digit, *digit),
            Element::Hidden(place) => {
                let set = digits.get(place).copied().unwrap_or(all);
                (set.min()?, set.max()?)
            }
        };
        least = least.times(&base).plus(&Exact::from(i64::from(low)));
        most = most.times(&base).plus(&Exact::from(i64::from(high)));
    }
    Some((least, most))
}

/// Whether a step uses what another concludes.
pub(super) fn uses(step: &Step, before: &Step) -> bool {
    before.gives.iter().any(|given| step.uses.contains(&given.id))
}

/// How many cases a tree has that are not divided further.
pub(super) fn ends(step: &Step) -> usize {
    let of = |case: &Case| case.steps.iter().map(ends).sum::<usize>().max(1);
    step.cases.iter().map(of).sum()
}

/// Whether two cases are told in the same words but for what they assume.
pub(super) fn are_alike(one: &Case, other: &Case) -> bool {
    let is_same = |a: &Step, b: &Step| {
        let claims = |step: &Step| step.gives.iter().map(|given| given.claim.clone()).collect::<Vec<_>>();
        a.cases.is_empty()
            && b.cases.is_empty()
            && !a.sentences.is_empty()
            && a.sentences == b.sentences
            && (a.technique, &a.at) == (b.technique, &b.at)
            && claims(a) == claims(b)
    };
    one.end == End::False
        && other.end == End::False
        && one.steps.len() == other.steps.len()
        && one.steps.iter().zip(&other.steps).all(|(a, b)| is_same(a, b))
}

/// Whether a step says nothing that a reader does not see.
pub(super) fn is_silent(step: &Step) -> bool {
    step.cases.is_empty() && (step.weight == 0 && step.sentences.is_empty() || news(step).is_empty())
}

/// What is said of a case that a search goes through in vain. The numbers of cases, or of ways, add up.
#[derive(PartialEq)]
pub(super) enum Vain<'a> {
    /// A tree of cases.
    Cases,
    /// Ways to fill in digits: the key of the sentence, and its parameters except the number.
    Ways(&'static str, Vec<&'a (&'static str, Value)>),
}

/// What is said of a case in which nothing but a search is told, and how much it goes through. Cases in it are only counted.
pub(super) fn in_vain(case: &Case) -> Option<(Vain<'_>, i128)> {
    let told: Vec<&Step> = case.steps.iter().filter(|step| !is_silent(step)).collect();
    let ([step], End::False) = (&told[..], &case.end) else { return None };
    if step.technique != SEARCH {
        return None;
    }
    if !step.cases.is_empty() {
        return is_vain(step).then(|| (Vain::Cases, ends(step) as i128));
    }
    let [sentence] = &step.sentences[..] else { return None };
    let (numbers, others): (Vec<_>, Vec<_>) = sentence.params.iter().partition(|(name, _)| *name == NUMBER);
    let [(_, Value::Number(number))] = numbers[..] else { return None };
    Some((Vain::Ways(sentence.key, others), *number))
}

/// Whether no case of a step survives.
pub(super) fn is_vain(step: &Step) -> bool {
    step.cases.iter().all(|case| case.end == End::False)
}

/// What one of two cases assumes.
pub(super) fn either(one: &Claim, other: &Claim) -> Option<Claim> {
    match (one, other) {
        (Claim::Digit(place, a), Claim::Digit(same, b)) if place == same => {
            Some(Claim::Digit(*place, *a | *b))
        }
        (Claim::Carry(carry, a), Claim::Carry(same, b)) if carry == same => {
            let mut values = [a.as_slice(), b].concat();
            values.sort_unstable();
            values.dedup();
            Some(Claim::Carry(*carry, values))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_one_digit_twice_is_said_once() {
        let digit = |bits| Claim::Digit(Place::new(0), DigitSet::from_bits(bits));
        let (four, five) = (digit(0b1_1110), digit(0b11_1100));
        assert_eq!(with_both_ends(&[&four, &five]), [digit(0b1_1100)]);
    }
}
