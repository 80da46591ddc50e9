//! K5: different digits in a group.

use super::Why;
use super::facts::Facts;
use crate::fact::{Claim, Place, Relation, Term};
use fukumen_language::digits::{Digit, DigitSet};

pub(super) fn accepts(facts: &Facts, claim: &Claim) -> Result<(), Why> {
    let follows = match claim {
        Claim::Digit(place, digits) => facts
            .digits(*place)
            .minus(*digits)
            .iter()
            .all(|digit| facts.groups().any(|group| !can_differ(facts, group, Some((*place, digit))))),
        Claim::False => facts.groups().any(|group| !can_differ(facts, group, None)),
        Claim::Relation(relation) => facts.groups().any(|group| is_its_sum(facts, group, relation)),
        _ => return Err(Why::NotUnderstood),
    };
    if follows { Ok(()) } else { Err(Why::DoesNotFollow) }
}

/// Whether each place of a group can have another digit, with one digit put in.
fn can_differ(facts: &Facts, group: &[Place], put: Option<(Place, Digit)>) -> bool {
    if group.len() > 64 {
        return false;
    }
    let domain = |place: Place| match put {
        Some((own, digit)) if own == place => DigitSet::one(digit),
        _ => facts.digits(place),
    };
    let domains: Vec<DigitSet> = group.iter().map(|place| domain(*place)).collect();
    let mut owners = [None; 64];
    (0..domains.len()).all(|place| finds_digit(place, &domains, &mut owners, &mut DigitSet::EMPTY.clone()))
}

/// Gives a place a digit; a place that has it already takes another, if it can.
fn finds_digit(
    place: usize,
    domains: &[DigitSet],
    owners: &mut [Option<usize>; 64],
    tried: &mut DigitSet,
) -> bool {
    for digit in domains[place].iter() {
        if tried.contains(digit) {
            continue;
        }
        *tried = tried.with(digit);
        let owner = owners[usize::from(digit)];
        if owner.is_none_or(|owner| finds_digit(owner, domains, owners, tried)) {
            owners[usize::from(digit)] = Some(place);
            return true;
        }
    }
    false
}

/// Whether a relation is the sum of a group that has as many places as digits.
fn is_its_sum(facts: &Facts, group: &[Place], relation: &Relation) -> bool {
    let digits = group.iter().fold(DigitSet::EMPTY, |all, place| all | facts.digits(*place));
    let sum: i128 = digits.iter().map(i128::from).sum();
    let is_member = |term: &Term| match term {
        Term::Place(place) => group.contains(place),
        _ => false,
    };
    let terms = &relation.terms;
    let is_listed = |place: &Place| terms.iter().any(|(term, _)| *term == Term::Place(*place));
    digits.len() == group.len()
        && relation.modulo.is_none()
        && relation.equals == sum
        && terms.len() == group.len()
        && terms.iter().all(|(term, factor)| *factor == 1 && is_member(term))
        && group.iter().all(is_listed)
}
