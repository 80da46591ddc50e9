//! One try to explain a puzzle: what is found, without what is not needed.

use super::{RawCase, RawStep, Search, order};
use crate::Explanation;
use crate::answers::Answers;
use crate::emit;
use crate::goal;
use crate::scene::Id;
use crate::state::{Arena, News, State};
use crate::trim;
use crate::trim::Asks;
use std::collections::BTreeMap;

/// The most steps that are told, with those in cases.
pub(super) const MOST_STEPS: usize = 2_000;

/// The steps that are needed, and the facts at which they aim.
pub(super) struct Try<'a> {
    pub search: Search<'a>,
    pub steps: Vec<RawStep>,
    goals: Vec<Id>,
    pub done: bool,
    /// How many digits are still possible at all places together.
    open: usize,
}

impl<'a> Try<'a> {
    pub fn new(mut search: Search<'a>) -> Self {
        let (line, done) = search.run();
        let mut steps = line.steps;
        let mut goals = match &search.explainer.goal {
            _ if !done => proved(&search.arena, &steps),
            Some(goal) => goal::facts(search.scene, &line.state, goal),
            None => certain(&search, &line.state),
        };
        // Several solutions end in cases.
        goals.extend(
            steps
                .last()
                .filter(|step| done && !step.cases.is_empty())
                .into_iter()
                .flat_map(|step| step.gives.clone()),
        );
        trim::trim(&search.arena, &mut steps, &goals);
        let is_told = trim::count(&steps) <= MOST_STEPS;
        if !is_told {
            // What is too long to be told ends before the step that is.
            goals = cut(&search.arena, &mut steps);
        }
        let open =
            (0..search.scene.cells.len()).map(|place| line.state.open(search.scene, place).len()).sum();
        Self { search, steps, goals, done: done && is_told, open }
    }

    /// Those that reach the end come first, of the others those that come nearest to it; then those that are the most natural.
    pub fn rank(&self) -> (bool, usize, u64, u64) {
        let open = if self.done { 0 } else { self.open };
        (!self.done, open, unnatural(&self.steps), trim::weight(&self.steps))
    }

    /// The explanation that it is.
    pub fn told(&self, answers: &Answers) -> Explanation {
        emit::explanation(&self.search, answers, self.steps.clone(), self.done)
    }

    /// Leaves out what is not needed.
    pub fn shorten(&mut self, asks: &mut Asks) {
        self.fill_in();
        self.shrink(asks);
        // Steps that use less are needed by fewer others.
        if self.fill_in() {
            self.shrink(asks);
        }
        order::arrange(&self.search.arena, &mut self.steps, &self.search.watch);
    }

    /// Leaves out what only fills in would find as well; whether there was something.
    fn fill_in(&mut self) -> bool {
        let is_asked = self.search.explainer.goal.is_some();
        self.done && !is_asked && self.search.fill_in(&mut self.steps, &mut self.goals)
    }

    fn shrink(&mut self, asks: &mut Asks) {
        let within = (self.search.explainer.tests, &self.search.watch);
        let (scene, arena) = (self.search.scene, &mut self.search.arena);
        trim::shrink(scene, arena, &mut self.steps, &self.goals, asks, within);
    }
}

/// How unnatural steps are together, those in cases too: three ranks more count twice. So one assumption counts as much as two dozen
/// steps that look at one column each, and nothing is bought with a long chain of them.
fn unnatural(steps: &[RawStep]) -> u64 {
    let of_case = |case: &RawCase| unnatural(&case.steps);
    let of_step = |step: &RawStep| {
        let rank = usize::from(step.rank());
        ([100, 126, 159][rank % 3] << (rank / 3)) + step.cases.iter().map(of_case).sum::<u64>()
    };
    steps.iter().map(of_step).sum()
}

/// The digits that are the same in all solutions, as far as they were found, and the orders that were assumed.
pub(super) fn certain(search: &Search, state: &State) -> Vec<Id> {
    if let Some(broken) = state.broken {
        return vec![broken];
    }
    let is_certain = |place: &usize| search.answers.seen[*place].len() == 1 && state.digit(*place).is_some();
    let digits = (0..search.scene.cells.len()).filter(is_certain);
    let assumed = state.orders[search.scene.rests.len()..].iter().flatten();
    digits.flat_map(|place| state.digits[place].1.clone()).chain(assumed.copied()).collect()
}

/// What steps that do not reach the end prove at last of each digit; if they prove nothing of digits, of carries and numbers.
fn proved(arena: &Arena, steps: &[RawStep]) -> Vec<Id> {
    let (mut digits, mut others) = (BTreeMap::new(), BTreeMap::new());
    for give in steps.iter().flat_map(|step| &step.gives) {
        match arena.facts[*give].news {
            Some(News::Digit(place, _)) => digits.insert(place, *give),
            Some(News::Carry(carry, _)) => others.insert((false, carry), *give),
            Some(News::Range(numeral, ..)) => others.insert((true, numeral), *give),
            _ => None,
        };
    }
    if digits.is_empty() { others.into_values().collect() } else { digits.into_values().collect() }
}

/// Ends before the step with which the steps become too many; what those that are left prove.
fn cut(arena: &Arena, steps: &mut Vec<RawStep>) -> Vec<Id> {
    let mut counted = 0;
    let fits = |step: &RawStep| {
        counted += trim::count(std::slice::from_ref(step));
        counted <= MOST_STEPS
    };
    let told = steps.iter().map(fits).take_while(|fits| *fits).count();
    steps.truncate(told);
    let goals = proved(arena, steps);
    trim::trim(arena, steps, &goals);
    goals
}
