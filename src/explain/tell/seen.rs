//! What a step sees: the facts that it uses, put together.

use crate::arrange::Arrange;
use crate::digits::DigitSet;
use crate::explain::fact::Claim;
use crate::explain::fact::Relation;
use crate::explain::scene::Scene;
use crate::explain::scene::Var;
use crate::explain::search::RawStep;
use crate::explain::state::Arena;

/// Of how many places a sentence says that they share digits.
const MOST_SHARING: usize = 4;

/// What the facts that a step uses say of each place and carry.
pub(super) struct Seen<'a> {
    pub scene: &'a Scene,
    pub arena: &'a Arena,
    digits: Vec<DigitSet>,
    /// Whether a fact says something of the place.
    is_named: Vec<bool>,
    carries: Vec<Vec<i64>>,
    /// Those that were concluded.
    pub relations: Vec<&'a Relation>,
}

impl<'a> Seen<'a> {
    pub fn of(scene: &'a Scene, arena: &'a Arena, step: &RawStep) -> Self {
        let mut seen = Self {
            scene,
            arena,
            digits: vec![DigitSet::all(scene.base); scene.cells.len()],
            is_named: vec![false; scene.cells.len()],
            carries: scene.carries.iter().map(|carry| carry.values.clone()).collect(),
            relations: Vec::new(),
        };
        step.uses.iter().for_each(|id| seen.add(&arena.facts[*id].claim));
        let concluded = step.uses.iter().filter(|id| !arena.is_given(**id));
        seen.relations.extend(concluded.filter_map(|id| match &arena.facts[*id].claim {
            Claim::Relation(relation) => Some(relation),
            _ => None,
        }));
        seen
    }

    fn add(&mut self, claim: &'a Claim) {
        match claim {
            Claim::Digit(place, set) => {
                self.digits[place.index()] = self.digits[place.index()] & *set;
                self.is_named[place.index()] = true;
            }
            Claim::Digits(set) => self.digits.iter_mut().for_each(|digits| *digits = *digits & *set),
            Claim::Carry(carry, values) => {
                if let Some(index) = self.scene.carries.iter().position(|known| known.carry == *carry) {
                    self.carries[index].retain(|value| values.contains(value));
                }
            }
            _ => {}
        }
    }

    /// Whether a step ends in a contradiction.
    pub fn is_false(&self, step: &RawStep) -> bool {
        step.gives.iter().any(|give| self.arena.facts[*give].claim == Claim::False)
    }

    /// The name of a place, by its number among the names of the explanation.
    pub fn name(&self, place: usize) -> String {
        self.scene.labels[place].clone()
    }

    /// A digit as answers print it.
    pub fn digit(&self, digit: u8) -> String {
        self.scene.base.name(digit).to_string()
    }

    pub fn digits(&self, place: usize) -> DigitSet {
        self.digits[place]
    }

    pub fn is_named(&self, place: usize) -> bool {
        self.is_named[place]
    }

    pub fn carry(&self, carry: usize) -> &[i64] {
        &self.carries[carry]
    }

    pub fn value(&self, var: Var) -> Option<i64> {
        match var {
            Var::Place(place) => self.digits[place].only().map(i64::from),
            Var::Carry(carry) => match self.carries[carry][..] {
                [value] => Some(value),
                _ => None,
            },
        }
    }

    /// The fewest open places that have only as many digits between them, so that no other place has these; for a contradiction
    /// fewer digits than places.
    pub fn few_digits(&self, claim: &Claim) -> Option<(Vec<usize>, DigitSet)> {
        let (target, excluded) = match claim {
            Claim::Digit(place, left) => (Some(place.index()), self.digits(place.index()).minus(*left)),
            _ => (None, DigitSet::EMPTY),
        };
        let named = (0..self.digits.len()).filter(|place| self.is_named[*place] && Some(*place) != target);
        let (known, open): (Vec<usize>, Vec<usize>) =
            named.partition(|place| self.digits[*place].only().is_some());
        let taken = known.iter().fold(DigitSet::EMPTY, |set, place| set | self.digits[*place]);
        let excluded = excluded.minus(taken);
        let mut chosen = Vec::new();
        (2..=open.len().min(MOST_SHARING)).find_map(|count| {
            let digits = count - usize::from(target.is_none());
            chosen.clear();
            let fits = |set: DigitSet| set.len() <= digits && excluded.minus(set).is_empty();
            self.subset(&open, taken, count, &mut chosen, &fits)
        })
    }

    /// The first places, this many, of which the digits that are not taken fit.
    fn subset(
        &self,
        open: &[usize],
        taken: DigitSet,
        count: usize,
        chosen: &mut Vec<usize>,
        fits: &dyn Fn(DigitSet) -> bool,
    ) -> Option<(Vec<usize>, DigitSet)> {
        if count == 0 {
            let digits =
                chosen.iter().fold(DigitSet::EMPTY, |set, place| set | self.digits[*place]).minus(taken);
            return fits(digits).then(|| (chosen.clone(), digits));
        }
        for (at, place) in open.iter().enumerate() {
            chosen.push(*place);
            let found = self.subset(&open[at + 1..], taken, count - 1, chosen, fits);
            if found.is_some() {
                return found;
            }
            chosen.pop();
        }
        None
    }

    /// The digits that other places are known to have, in ascending order.
    pub fn known_but(&self, target: usize) -> Vec<u8> {
        let others = (0..self.digits.len()).filter(|place| *place != target && self.is_named[*place]);
        let mut digits: Vec<u8> = others.filter_map(|place| self.digits[place].only()).collect();
        digits.arrange();
        digits.dedup();
        digits
    }
}
