//! What a step sees: the facts that it uses, put together.

use crate::checker::Way;
use crate::fact::Claim;
use crate::scene::{Scene, Var};
use crate::search::RawStep;
use crate::state::Arena;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;

/// Of how many places a sentence says that they share digits.
const MOST_SHARING: usize = 4;

/// What the facts that a step uses say of each place and carry.
#[derive(Clone)]
pub(super) struct Seen<'a> {
    pub scene: &'a Scene,
    pub arena: &'a Arena,
    digits: Vec<DigitSet>,
    /// Whether a fact says something of the place.
    is_named: Vec<bool>,
    carries: Vec<Vec<i64>>,
}

impl<'a> Seen<'a> {
    pub fn of(scene: &'a Scene, arena: &'a Arena, step: &RawStep) -> Self {
        let mut seen = Self {
            scene,
            arena,
            digits: vec![DigitSet::all(scene.base); scene.cells.len()],
            is_named: vec![false; scene.cells.len()],
            carries: scene.carries.iter().map(|carry| carry.values.clone()).collect(),
        };
        step.uses.iter().for_each(|id| seen.add(&arena.facts[*id].claim));
        seen
    }

    /// The same with one way to fill in what a step goes through.
    pub fn with(&self, way: &Way) -> Self {
        let mut seen = self.clone();
        for (place, digits) in seen.digits.iter_mut().enumerate() {
            if let Some(digit) = way.digit(place) {
                *digits = DigitSet::one(digit);
                seen.is_named[place] = true;
            }
        }
        for (known, values) in seen.scene.carries.iter().zip(&mut seen.carries) {
            if let Some(value) = way.carry(known.carry) {
                *values = vec![value];
            }
        }
        seen
    }

    /// The same with these digits.
    pub fn put(&self, digits: &[(usize, u8)]) -> Self {
        let mut seen = self.clone();
        for (place, digit) in digits {
            seen.digits[*place] = DigitSet::one(*digit);
            seen.is_named[*place] = true;
        }
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

    /// A digit as a number: in the steps all are decimal, so that no digit looks like a symbol.
    pub fn digit(&self, digit: u8) -> String {
        digit.to_string()
    }

    /// A digit as answers and numerals print it.
    pub fn glyph(&self, digit: u8) -> String {
        self.scene.base.name(digit).to_string()
    }

    pub fn digits(&self, place: usize) -> DigitSet {
        self.digits[place]
    }

    /// Whether the facts say which digit a place has.
    pub fn is_known(&self, place: usize) -> bool {
        self.is_named[place] && self.digits[place].len() == 1
    }

    pub fn is_named(&self, place: usize) -> bool {
        self.is_named[place]
    }

    pub fn carry(&self, carry: usize) -> &[i64] {
        &self.carries[carry]
    }

    /// What a digit or carry may be.
    pub fn values(&self, var: Var) -> Vec<i64> {
        match var {
            Var::Place(place) => self.digits[place].iter().map(i64::from).collect(),
            Var::Carry(carry) => self.carries[carry].clone(),
        }
    }

    /// Whether a fact is one of this digit or carry.
    pub fn is_about(&self, claim: &Claim, var: Var) -> bool {
        match (claim, var) {
            (Claim::Digit(place, _), Var::Place(own)) => place.index() == own,
            (Claim::Carry(carry, _), Var::Carry(own)) => self.scene.carries[own].carry == *carry,
            _ => false,
        }
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

    /// The fewest open places, all different, that have only as many digits between them, so that no other place has these; for
    /// a contradiction fewer digits than places.
    pub fn few_digits(&self, claim: &Claim) -> Option<(Vec<usize>, DigitSet)> {
        let (target, excluded) = match claim {
            Claim::Digit(place, left) => (Some(place.index()), self.open(place.index()).minus(*left)),
            _ => (None, DigitSet::EMPTY),
        };
        let is_beside = |place: &usize| target.is_none_or(|target| self.scene.differ[target][*place]);
        let named = (0..self.digits.len()).filter(|place| self.is_named[*place]);
        let open: Vec<usize> = named
            .filter(|place| self.digits[*place].len() > 1 && Some(*place) != target)
            .filter(is_beside)
            .collect();
        (2..=open.len().min(MOST_SHARING)).find_map(|count| {
            let most = count - usize::from(target.is_none());
            let fits = |set: DigitSet| set.len() <= most && excluded.minus(set).is_empty();
            self.sharing(&open, count, &mut Vec::new(), &fits)
        })
    }

    /// The digits of a place that no place is known to have from which it differs.
    pub fn open(&self, place: usize) -> DigitSet {
        let others = (0..self.digits.len()).filter(|other| self.scene.differ[place][*other]);
        let known = others.filter(|other| self.is_named[*other] && self.digits[*other].len() == 1);
        known.fold(self.digits[place], |set, other| set.minus(self.digits[other]))
    }

    /// The first of the places, this many and all different, whose digits together fit.
    fn sharing(
        &self,
        places: &[usize],
        count: usize,
        chosen: &mut Vec<usize>,
        fits: &dyn Fn(DigitSet) -> bool,
    ) -> Option<(Vec<usize>, DigitSet)> {
        if count == 0 {
            let digits = chosen.iter().fold(DigitSet::EMPTY, |set, place| set | self.open(*place));
            return fits(digits).then(|| (chosen.clone(), digits));
        }
        for (at, place) in places.iter().enumerate() {
            if !chosen.iter().all(|other| self.scene.differ[*other][*place]) {
                continue;
            }
            chosen.push(*place);
            let found = self.sharing(&places[at + 1..], count - 1, chosen, fits);
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
