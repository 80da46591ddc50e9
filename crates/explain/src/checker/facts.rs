//! Which claims have a meaning, and what they speak of.

use crate::fact::{Claim, Place, Quantity, Term};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::vocabulary::Context;

/// Places that one explanation may have at most.
const PLACES: usize = 1 << 20;

/// The place that an expression consists of.
pub(super) fn lone_place(expr: &Expr) -> Option<Place> {
    match expr {
        Expr::Numeral(numeral) if numeral.is_whole() => match &*numeral.whole {
            [Element::Hidden(place)] => Some(*place),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a claim has a meaning: places there are, moduli above 0, values in order.
pub(super) fn is_sound(claim: &Claim, context: &Context) -> bool {
    let all = DigitSet::all(context.base);
    match claim {
        Claim::Digit(place, digits) => is_place(*place) && digits.minus(all).is_empty(),
        Claim::Carry(_, values) => values.is_sorted_by(|a, b| a < b),
        Claim::Range(quantity, from, to) => is_quantity(quantity) && (from.is_some() || to.is_some()),
        Claim::Residue(quantity, modulus, residues) => {
            let fit = residues.is_sorted_by(|a, b| a < b) && residues.iter().all(|r| r < modulus);
            is_quantity(quantity) && *modulus > 0 && fit
        }
        Claim::Relation(relation) => {
            relation.modulo.is_none_or(|modulus| modulus > 0)
                && relation.terms.iter().all(|(term, _)| is_term(term))
        }
        Claim::Order { left, right, .. } | Claim::Same(left, right) => {
            is_quantity(left) && is_quantity(right)
        }
        Claim::False => true,
        Claim::Condition(expr) => is_expr(expr),
        Claim::Distinct(places) => places.iter().all(|place| is_place(*place)) && are_different(places),
        Claim::Digits(digits) => digits.minus(all).is_empty(),
    }
}

fn are_different(places: &[Place]) -> bool {
    let mut sorted = places.to_vec();
    sorted.arrange();
    sorted.is_sorted_by(|a, b| a < b)
}

fn is_place(place: Place) -> bool {
    place.index() < PLACES
}

pub(super) fn is_term(term: &Term) -> bool {
    match term {
        Term::Place(place) => is_place(*place),
        Term::Carry(_) => true,
        Term::Numeral(elements) => elements.iter().all(is_element),
    }
}

fn is_element(element: &Element) -> bool {
    match element {
        Element::Shown(digit) => *digit < 64,
        Element::Hidden(place) => is_place(*place),
    }
}

fn is_quantity(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Expr(expr) => is_expr(expr) && expr.kind() == fukumen_language::vocabulary::Kind::Number,
        Quantity::Carry(_) => true,
    }
}

fn is_expr(expr: &Expr) -> bool {
    let mut is_well = true;
    expr.for_each_numeral(&mut |numeral| is_well &= numeral.elements().all(|element| is_element(&element)));
    is_well
}

/// Visits the places that a claim speaks of, each as often as it stands there.
pub(crate) fn for_each_place(claim: &Claim, visit: &mut dyn FnMut(Place)) {
    match claim {
        Claim::Digit(place, _) => visit(*place),
        Claim::Range(quantity, ..) | Claim::Residue(quantity, ..) => places_of_quantity(quantity, visit),
        Claim::Relation(relation) => relation.terms.iter().for_each(|(term, _)| places_of_term(term, visit)),
        Claim::Order { left, right, .. } | Claim::Same(left, right) => {
            places_of_quantity(left, visit);
            places_of_quantity(right, visit);
        }
        Claim::Condition(expr) => places_of_expr(expr, visit),
        Claim::Distinct(places) => places.iter().for_each(|place| visit(*place)),
        Claim::Carry(..) | Claim::False | Claim::Digits(_) => {}
    }
}

fn places_of_quantity(quantity: &Quantity, visit: &mut dyn FnMut(Place)) {
    if let Quantity::Expr(expr) = quantity {
        places_of_expr(expr, visit);
    }
}

pub(super) fn places_of_term(term: &Term, visit: &mut dyn FnMut(Place)) {
    match term {
        Term::Place(place) => visit(*place),
        Term::Carry(_) => {}
        Term::Numeral(elements) => elements.iter().for_each(|element| {
            if let Element::Hidden(place) = element {
                visit(*place);
            }
        }),
    }
}

pub(super) fn places_of_expr(expr: &Expr, visit: &mut dyn FnMut(Place)) {
    expr.for_each_numeral(&mut |numeral| {
        for element in numeral.elements() {
            if let Element::Hidden(place) = element {
                visit(place);
            }
        }
    });
}

/// How many places there are at most: one more than the largest number of one.
pub(super) fn places<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> usize {
    let mut places = 0;
    for claim in claims {
        for_each_place(claim, &mut |place| places = places.max(place.index() + 1));
    }
    places
}
