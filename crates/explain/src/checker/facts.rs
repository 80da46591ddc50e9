//! The facts that a step names, put where rules look for them.

use super::Why;
use crate::fact::{Carry, Claim, Place, Quantity, Term};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Expr};
use fukumen_language::interrupt::Interrupt;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::Context;

/// Places that one explanation may have at most.
const PLACES: usize = 1 << 20;
/// Values of a carry that are gone through at most.
const CARRIES: i64 = 1 << 16;

/// What is known from the named facts alone.
#[derive(Clone, Debug)]
pub(super) struct Facts<'f> {
    pub context: &'f Context,
    pub claims: &'f [(&'f str, &'f Claim)],
    /// Once it is raised, nothing more is decided: rules refuse what they have not yet accepted.
    pub interrupt: &'f dyn Interrupt,
    /// Digits by place; a place past the end has all digits.
    digits: Vec<DigitSet>,
    any: DigitSet,
    carries: Vec<(Carry, Vec<i64>)>,
}

impl<'f> Facts<'f> {
    pub fn new(
        context: &'f Context,
        claims: &'f [(&'f str, &'f Claim)],
        interrupt: &'f dyn Interrupt,
    ) -> Result<Self, Why> {
        let any = DigitSet::all(context.base);
        let mut facts = Self { context, claims, interrupt, digits: Vec::new(), any, carries: Vec::new() };
        if !claims.iter().all(|(_, claim)| is_sound(claim, context)) {
            return Err(Why::NotUnderstood);
        }
        for (_, claim) in claims {
            if let Claim::Digits(digits) = claim {
                facts.any = facts.any & *digits;
            }
        }
        claims.iter().for_each(|(_, claim)| facts.learn_values(claim));
        claims.iter().for_each(|(_, claim)| facts.learn_residues(claim));
        Ok(facts)
    }

    fn learn_values(&mut self, claim: &Claim) {
        match claim {
            Claim::Digit(place, digits) => self.restrict(*place, *digits),
            Claim::Carry(carry, values) => self.restrict_carry(*carry, values.clone()),
            Claim::Range(Quantity::Carry(carry), Some(from), Some(to)) => {
                if let (Some(from), Some(to)) = (round_up(from).to_i64(), to.floor().to_i64())
                    && to.checked_sub(from).is_some_and(|width| width < CARRIES)
                {
                    self.restrict_carry(*carry, (from..=to).collect());
                }
            }
            Claim::Range(Quantity::Expr(expr), from, to) => {
                let is_above = |d: Digit| from.as_ref().is_none_or(|from| *from <= Exact::from(i64::from(d)));
                let is_below = |d: Digit| to.as_ref().is_none_or(|to| *to >= Exact::from(i64::from(d)));
                if let Some(place) = lone_place(expr) {
                    let digits = self.any.iter().filter(|d| is_above(*d) && is_below(*d)).collect();
                    self.restrict(place, digits);
                }
            }
            _ => {}
        }
    }

    fn learn_residues(&mut self, claim: &Claim) {
        let Claim::Residue(quantity, modulus, residues) = claim else { return };
        match quantity {
            Quantity::Expr(expr) => {
                if let Some(place) = lone_place(expr) {
                    let fits = |d: &Digit| residues.contains(&(u64::from(*d) % modulus));
                    self.restrict(place, self.any.iter().filter(fits).collect());
                }
            }
            Quantity::Carry(carry) => {
                let Some((_, values)) = self.carries.iter_mut().find(|(known, _)| known == carry) else {
                    return;
                };
                let residue = |value: i64| i128::from(value).rem_euclid(i128::from(*modulus)) as u64;
                values.retain(|value| residues.contains(&residue(*value)));
            }
        }
    }

    fn restrict(&mut self, place: Place, digits: DigitSet) {
        if self.digits.len() <= place.index() {
            self.digits.resize(place.index() + 1, self.any);
        }
        self.digits[place.index()] = self.digits[place.index()] & digits;
    }

    fn restrict_carry(&mut self, carry: Carry, values: Vec<i64>) {
        match self.carries.iter_mut().find(|(known, _)| *known == carry) {
            Some((_, known)) => known.retain(|value| values.contains(value)),
            None => self.carries.push((carry, values)),
        }
    }

    /// The digits that a place may still have.
    pub fn digits(&self, place: Place) -> DigitSet {
        self.digits.get(place.index()).copied().unwrap_or(self.any)
    }

    /// The values that a carry may still have; nothing if no fact speaks of it.
    pub fn carried(&self, carry: Carry) -> Option<&[i64]> {
        self.carries.iter().find(|(known, _)| *known == carry).map(|(_, values)| &**values)
    }

    pub fn known_digit(&self, place: Place) -> Option<i128> {
        self.digits(place).only().map(i128::from)
    }

    pub fn known_carry(&self, carry: Carry) -> Option<i128> {
        match self.carried(carry)? {
            [value] => Some(i128::from(*value)),
            _ => None,
        }
    }

    /// The named groups of different digits.
    pub fn groups(&self) -> impl Iterator<Item = &'f [Place]> {
        self.claims.iter().filter_map(|(_, claim)| match claim {
            Claim::Distinct(places) => Some(&**places),
            _ => None,
        })
    }

    /// The fact with this id.
    pub fn named(&self, id: &str) -> Option<&'f Claim> {
        self.claims.iter().find(|(name, _)| *name == id).map(|(_, claim)| *claim)
    }
}

/// The least whole number that is not below this one.
pub(super) fn round_up(number: &Exact) -> Exact {
    number.negated().floor().negated()
}

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
pub(super) fn for_each_place(claim: &Claim, visit: &mut dyn FnMut(Place)) {
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
