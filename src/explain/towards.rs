//! The part of an explanation that leads to one fact.

use std::collections::HashSet;

use super::Claim;
use super::End;
use super::Explanation;
use super::FactId;
use super::Place;
use super::Quantity;
use super::Step;
use super::Term;
use crate::digits::DigitSet;
use crate::expr::Element;

impl Explanation {
    /// The steps that lead to a fact, without the others. It is complete if they settle the fact.
    #[must_use]
    pub fn towards(&self, goal: &Claim) -> Self {
        let mut needed: HashSet<FactId> = HashSet::new();
        let mut is_settled = !places_of(goal).is_empty();
        for place in places_of(goal) {
            let wanted = if let Claim::Digit(_, digits) = goal { Some(*digits) } else { None };
            is_settled &= self.settle(place, wanted, &mut needed);
        }
        let mut steps: Vec<Step> = Vec::new();
        for step in self.steps.iter().rev() {
            if step.gives.iter().any(|given| needed.contains(&given.id)) {
                uses(step, &mut needed);
                steps.push(step.clone());
            }
        }
        steps.reverse();
        let given = self.given.iter().filter(|given| needed.contains(&given.id)).cloned().collect();
        let (names, answers) = (self.names.clone(), self.answers.clone());
        let (status, solutions) = (self.status, self.solutions);
        Self { names, status, solutions, answers, complete: is_settled, given, steps }
    }

    /// Adds the facts that leave a place the wanted digits, or one digit; says whether they do.
    fn settle(&self, place: Place, wanted: Option<DigitSet>, needed: &mut HashSet<FactId>) -> bool {
        let mut known = DigitSet::from_bits(u64::MAX);
        let is_enough = |known: DigitSet| match wanted {
            Some(wanted) => known.minus(wanted).is_empty(),
            None => known.len() == 1,
        };
        let given = self.given.iter().map(|given| (&given.id, &given.claim));
        let gives = self.steps.iter().flat_map(|step| &step.gives).map(|given| (&given.id, &given.claim));
        for (id, claim) in given.chain(gives) {
            if let Claim::Digit(own, digits) = claim
                && *own == place
                && !known.minus(*digits).is_empty()
            {
                known = known & *digits;
                needed.insert(id.clone());
                if is_enough(known) {
                    return true;
                }
            }
        }
        false
    }
}

/// The places that a fact is about.
fn places_of(claim: &Claim) -> Vec<Place> {
    let of = |quantity: &Quantity| match quantity {
        Quantity::Expr(expr) => expr.cells(),
        Quantity::Carry(_) => Vec::new(),
    };
    match claim {
        Claim::Digit(place, _) => vec![*place],
        Claim::Range(quantity, ..) | Claim::Residue(quantity, ..) => of(quantity),
        Claim::Order { left, right, .. } | Claim::Same(left, right) => [of(left), of(right)].concat(),
        Claim::Relation(relation) => {
            relation.terms.iter().flat_map(|(term, _)| places_of_term(term)).collect()
        }
        Claim::Condition(expr) => expr.cells(),
        Claim::Distinct(places) => places.clone(),
        Claim::Carry(..) | Claim::False | Claim::Digits(_) => Vec::new(),
    }
}

fn places_of_term(term: &Term) -> Vec<Place> {
    let hidden = |element: &Element| if let Element::Hidden(place) = element { Some(*place) } else { None };
    match term {
        Term::Place(place) => vec![*place],
        Term::Carry(_) => Vec::new(),
        Term::Numeral(elements) => elements.iter().filter_map(hidden).collect(),
    }
}

/// Adds all facts that a step uses, in its cases too.
fn uses(step: &Step, needed: &mut HashSet<FactId>) {
    needed.extend(step.uses.iter().cloned());
    needed.extend(step.on.clone());
    for case in &step.cases {
        case.steps.iter().for_each(|step| uses(step, needed));
        if let End::Facts(facts) = &case.end {
            needed.extend(facts.iter().cloned());
        }
    }
}
