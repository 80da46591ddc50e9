//! One fact that is asked for.

use super::fact::{Claim, Quantity};
use super::scene::{Id, Scene};
use super::state::State;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::number::Exact;

/// Whether a fact is known; those that are neither digits nor ranges of numerals only if all digits are.
pub(super) fn is_known(scene: &Scene, state: &State, goal: &Claim) -> bool {
    if state.broken.is_some() {
        return true;
    }
    match goal {
        Claim::Digit(place, set) => state.open(scene, place.index()).minus(*set).is_empty(),
        Claim::Range(quantity, from, to) => match bounds(scene, state, quantity) {
            Some((least, most)) => {
                from.as_ref().is_none_or(|from| Exact::from_i128(least) >= *from)
                    && to.as_ref().is_none_or(|to| Exact::from_i128(most) <= *to)
            }
            None => all_known(state, &places(goal)),
        },
        other => all_known(state, &places(other)),
    }
}

/// The facts that say so.
pub(super) fn facts(scene: &Scene, state: &State, goal: &Claim) -> Vec<Id> {
    if let Some(broken) = state.broken {
        return vec![broken];
    }
    let numeral = match goal {
        Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), ..) => scene.numeral_of(&numeral.whole),
        _ => None,
    };
    match numeral {
        Some(numeral) => state.why_bounds(scene, numeral),
        None => places(goal).into_iter().flat_map(|place| state.digits[place].1.clone()).collect(),
    }
}

/// The place of a goal about one digit that is known only because other places take digits.
pub(super) fn taken(state: &State, goal: &Claim) -> Option<usize> {
    match goal {
        Claim::Digit(place, set) if !state.digits[place.index()].0.minus(*set).is_empty() => {
            Some(place.index())
        }
        _ => None,
    }
}

fn all_known(state: &State, places: &[usize]) -> bool {
    places.iter().all(|place| state.digit(*place).is_some())
}

/// The bounds of a numeral, by its digits and what is known of its size.
fn bounds(scene: &Scene, state: &State, quantity: &Quantity) -> Option<(i128, i128)> {
    let Quantity::Expr(Expr::Numeral(numeral)) = quantity else { return None };
    if let Some(index) = scene.numeral_of(&numeral.whole) {
        return state.bounds(scene, index);
    }
    let [Element::Hidden(place)] = numeral.whole[..] else { return None };
    let set = state.digits[place.index()].0;
    Some((set.min()?.into(), set.max()?.into()))
}

fn places(goal: &Claim) -> Vec<usize> {
    let of = |quantity: &Quantity| match quantity {
        Quantity::Expr(expr) => expr.cells(),
        Quantity::Carry(_) => Vec::new(),
    };
    let cells = match goal {
        Claim::Digit(place, _) => vec![*place],
        Claim::Range(quantity, ..) | Claim::Residue(quantity, ..) => of(quantity),
        Claim::Order { left, right, .. } | Claim::Same(left, right) => [of(left), of(right)].concat(),
        Claim::Relation(relation) => relation
            .terms
            .iter()
            .flat_map(|(term, _)| match term {
                super::fact::Term::Place(place) => vec![*place],
                super::fact::Term::Numeral(elements) => elements
                    .iter()
                    .filter_map(|element| match element {
                        Element::Hidden(place) => Some(*place),
                        Element::Shown(_) => None,
                    })
                    .collect(),
                super::fact::Term::Carry(_) => Vec::new(),
            })
            .collect(),
        Claim::Condition(expr) => expr.cells(),
        Claim::Carry(..) | Claim::False | Claim::Distinct(_) | Claim::Digits(_) => Vec::new(),
    };
    cells.into_iter().map(fukumen_language::expr::Cell::index).collect()
}
