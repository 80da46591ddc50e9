//! Leaves out what an explanation does not need.

use super::checker::{self, Asked};
use super::fact::{Claim, Term};
use super::glances::Glances;
use super::scene::{Id, Scene};
use super::search::{RawCase, RawStep};
use super::state::{Arena, Fact};
use super::step::{Proof, Rule};
use super::techniques::{CLASH, Ids, Subject};
use super::{reason, recount, tell};
use fukumen_language::arrange::Arrange;
use fukumen_language::interrupt::Interrupt;
use std::collections::HashMap;

/// Techniques that look at sizes only.
pub(super) const BOUNDS: &[&str] = &["length", "size"];

/// Keeps the steps that the goals need, and in each the conclusions that are needed.
pub(super) fn trim(arena: &Arena, steps: &mut Vec<RawStep>, goals: &[Id]) {
    let mut needed: Ids = goals.iter().copied().collect();
    keep(arena, steps, &mut needed);
}

fn keep(arena: &Arena, steps: &mut Vec<RawStep>, needed: &mut Ids) {
    let mut kept = Vec::new();
    while let Some(mut step) = steps.pop() {
        if !keep_conclusions(arena, &mut step, needed) {
            continue;
        }
        needed.extend(step.uses.iter().copied());
        for case in &mut step.cases {
            let mut inner: Ids = case.ends.iter().flatten().chain(&case.broken).copied().collect();
            keep(arena, &mut case.steps, &mut inner);
            needed.extend(inner);
        }
        kept.push(step);
    }
    kept.reverse();
    *steps = kept;
}

/// Keeps the conclusions of a step that are needed, and those of it that they may stand on; whether there are any.
fn keep_conclusions(arena: &Arena, step: &mut RawStep, needed: &Ids) -> bool {
    let last = step.gives.iter().rposition(|give| needed.contains(give));
    let Some(last) = last else { return step.gives.is_empty() };
    // Bounds follow from each other within a step; ways do not.
    let stands_alone = |give: &Id| matches!(arena.facts[*give].rule, Some(Rule::K1 | Rule::K6 | Rule::K8));
    // A number is the basis of its digits.
    let is_number = |claim: &Claim| matches!(claim, Claim::Range(_, Some(from), Some(to)) if from == to);
    let is_basis =
        |give: &Id| matches!(arena.facts[*give].rule, Some(Rule::K3)) || is_number(&arena.facts[*give].claim);
    // What has its sentences says all of it.
    let is_whole = matches!(step.subject, Subject::Said(_));
    let gives = step.gives.iter().enumerate().filter(|(index, give)| {
        is_whole || needed.contains(give) || is_basis(give) || (*index < last && !stands_alone(give))
    });
    step.gives = gives.map(|(_, give)| *give).collect();
    true
}

/// Keeps what a case needs.
pub(super) fn trim_case(arena: &Arena, case: &mut RawCase) {
    let goals: Vec<Id> = case.ends.iter().flatten().chain(&case.broken).copied().collect();
    trim(arena, &mut case.steps, &goals);
}

/// The number of steps, with those in cases.
pub(super) fn count(steps: &[RawStep]) -> usize {
    steps.iter().map(|step| 1 + step.cases.iter().map(|case| count(&case.steps)).sum::<usize>()).sum()
}

/// The weight of steps.
pub(super) fn weight(steps: &[RawStep]) -> u64 {
    steps.iter().map(|step| step.weight).sum()
}

/// The weight of a step in a case: cases within cases are harder to follow.
fn weight_in_case(step: &RawStep) -> u64 {
    if step.cases.is_empty() { step.weight } else { step.weight * 3 / 2 }
}

/// The weight of the steps of a case.
pub(super) fn weight_of_case(steps: &[RawStep]) -> u64 {
    steps.iter().map(weight_in_case).sum()
}

/// The weight of the steps of a case that the goals need.
pub(super) fn needed_weight(steps: &[RawStep], goals: &[Id]) -> u64 {
    let mut needed: Ids = goals.iter().copied().collect();
    let mut weight = 0;
    for step in steps.iter().rev() {
        if step.gives.iter().any(|give| needed.contains(give)) {
            needed.extend(step.uses.iter().copied());
            weight += weight_in_case(step);
        }
    }
    weight
}

/// Leaves out the facts that a step does not need, and the steps that are then not needed, from the last to the first.
/// At most this number of changes of steps are tested, and none once the watch is raised.
pub(super) fn shrink(
    scene: &Scene,
    arena: &mut Arena,
    steps: &mut Vec<RawStep>,
    goals: &[Id],
    asks: &mut Asks,
    (tests, watch): (usize, &Glances),
) {
    let mut needed: Ids = goals.iter().copied().collect();
    let mut concluded = Ids::default();
    add_concluded(steps, &mut concluded);
    Shrink { scene, arena, concluded, numbers: HashMap::new(), asks, tests, watch }.steps(steps, &mut needed);
}

/// The questions that were asked already. Tries of one puzzle have most of their steps in common, but facts have another id in each.
#[derive(Default)]
pub(super) struct Asks {
    /// The number of each fact, by its content.
    numbers: HashMap<String, usize>,
    /// For each fact its number as a name, and its claim, as the kernel is asked about it.
    facts: Vec<(String, Asked)>,
    /// Whether steps hold, by what they are about and the numbers of their facts.
    verdicts: HashMap<(String, Vec<usize>), bool>,
}

/// What the steps conclude, and what their cases assume.
fn add_concluded(steps: &[RawStep], concluded: &mut Ids) {
    for step in steps {
        concluded.extend(&step.gives);
        for case in &step.cases {
            concluded.insert(case.assume);
            add_concluded(&case.steps, concluded);
        }
    }
}

/// Of longer tables no fact is kept that only makes them shorter.
const LONGEST_TABLE: usize = 100;

struct Shrink<'a> {
    scene: &'a Scene,
    arena: &'a mut Arena,
    /// What steps still conclude: others were left out before.
    concluded: Ids,
    /// The facts of this try by their numbers in what was asked.
    numbers: HashMap<Id, usize>,
    asks: &'a mut Asks,
    /// How many more changes may be tested.
    tests: usize,
    watch: &'a Glances<'a>,
}

impl Shrink<'_> {
    fn steps(&mut self, steps: &mut Vec<RawStep>, needed: &mut Ids) {
        let mut kept = Vec::new();
        while let Some(mut step) = steps.pop() {
            if !keep_conclusions(self.arena, &mut step, needed) {
                continue;
            }
            // Without a fact, the checker might have to go through more than it can.
            if step.cases.is_empty() && !is_searched(&step.subject) {
                self.conclusions(&mut step, needed);
                self.step(&mut step);
            }
            needed.extend(step.uses.iter().copied());
            for case in &mut step.cases {
                let mut inner: Ids = case.ends.iter().flatten().chain(&case.broken).copied().collect();
                self.steps(&mut case.steps, &mut inner);
                needed.extend(inner);
            }
            kept.push(step);
        }
        kept.reverse();
        *steps = kept;
    }

    /// Leaves out conclusions that nothing needs, if the others follow without them.
    fn conclusions(&mut self, step: &mut RawStep, needed: &Ids) {
        for give in step.gives.clone() {
            if needed.contains(&give) || self.is_basis(step, give) {
                continue;
            }
            let mut changed = step.clone();
            changed.gives.retain(|other| *other != give);
            if self.holds(&changed) {
                *step = changed;
            }
        }
    }

    /// Whether a conclusion of a step is told as what later ones rest on.
    fn is_basis(&self, step: &RawStep, give: Id) -> bool {
        let Fact { claim, rule, .. } = &self.arena.facts[give];
        let is_number = matches!(claim, Claim::Range(_, Some(from), Some(to)) if from == to);
        let later = step.gives.iter().skip_while(|other| **other != give).skip(1);
        *rule == Some(Rule::K3)
            || later.map(|other| &self.arena.facts[*other]).any(|other| {
                other.proof.combine.iter().any(|(id, _)| *id == give)
                    || is_number && other.rule == Some(Rule::K7)
                    || *rule == Some(Rule::K5) && reason::is_needed(other)
            })
    }

    /// Leaves each fact out, or takes an earlier one in its place, if the conclusions still follow.
    fn step(&mut self, step: &mut RawStep) {
        let mut kept: Ids = step
            .gives
            .iter()
            .flat_map(|give| self.arena.facts[*give].proof.combine.iter().map(|(id, _)| *id))
            .collect();
        // What follows from one column and all digits is not seen in that column.
        if let Subject::Together(facts) = step.subject {
            kept.extend(facts);
        }
        let mut order = step.uses.clone();
        let table = self.table(step, &step.uses, LONGEST_TABLE);
        // What was found last goes first, so that as many steps as possible become superfluous.
        order.arrange_by_key(|id| (self.arena.is_given(*id), std::cmp::Reverse(*id)));
        for id in order {
            if kept.contains(&id) || matches!(self.arena.facts[id].claim, Claim::Distinct(_)) {
                continue;
            }
            // Sizes need what bounds them, however much is known.
            let is_put_in =
                !BOUNDS.contains(&step.technique.name) && self.is_settled(id) && self.stands_in(step, id);
            // What else is excluded has its own reason.
            let is_own = step.technique.name == CLASH && self.is_of_first(step, id);
            let is_narrowing = table.is_some_and(|table| self.narrows(step, id, table));
            if is_put_in || is_own || is_narrowing || self.without(step, id, None) || self.is_settled(id) {
                continue;
            }
            let mut chain = Vec::new();
            let mut prior = self.arena.facts[id].prior;
            while let Some(earlier) = prior {
                if self.arena.is_given(earlier) || self.concluded.contains(&earlier) {
                    chain.push(earlier);
                }
                prior = self.arena.facts[earlier].prior;
            }
            while let Some(earlier) = chain.pop() {
                if self.without(step, id, Some(earlier)) {
                    break;
                }
            }
        }
    }

    /// How long a table of the values of a number is, if it is short.
    fn table(&self, step: &RawStep, uses: &[Id], limit: usize) -> Option<u64> {
        let Subject::Numeral(numeral, _, digit) = step.subject else { return None };
        recount::values(self.scene, self.arena, uses, (numeral, digit), limit, self.watch)
    }

    /// Whether a table would be longer without a fact: a short one of what is known is easier to go through than a long one that
    /// needs less.
    fn narrows(&self, step: &RawStep, id: Id, table: u64) -> bool {
        let uses: Vec<Id> = step.uses.iter().copied().filter(|used| *used != id).collect();
        !self.arena.is_given(id) && self.table(step, &uses, table as usize).is_none()
    }

    /// Whether a fact is about what a step concludes first.
    fn is_of_first(&self, step: &RawStep, id: Id) -> bool {
        let claim = |id: &Id| &self.arena.facts[*id].claim;
        match (claim(&id), step.gives.first().map(claim)) {
            (Claim::Digit(place, _), Some(Claim::Digit(own, _))) => place == own,
            (Claim::Carry(carry, _), Some(Claim::Carry(own, _))) => carry == own,
            _ => false,
        }
    }

    /// Whether a fact is about something that stands in a relation or condition of the step.
    fn stands_in(&self, step: &RawStep, id: Id) -> bool {
        let claims = step.uses.iter().map(|used| &self.arena.facts[*used].claim);
        let mut stated = claims.filter(|claim| matches!(claim, Claim::Relation(_) | Claim::Condition(_)));
        match &self.arena.facts[id].claim {
            Claim::Digit(place, _) => stated.any(|claim| {
                let mut places = Ids::default();
                add_places(claim, &mut places);
                places.contains(&place.index())
            }),
            Claim::Carry(carry, _) => stated.any(|claim| {
                let is_own = |(term, _): &(Term, i128)| *term == Term::Carry(*carry);
                matches!(claim, Claim::Relation(relation) if relation.terms.iter().any(is_own))
            }),
            _ => false,
        }
    }

    /// Whether a fact leaves one digit or carry: readers put it in, though less would do.
    fn is_settled(&self, id: Id) -> bool {
        match &self.arena.facts[id].claim {
            Claim::Digit(_, set) => set.len() == 1,
            Claim::Carry(_, values) => values.len() == 1,
            _ => false,
        }
    }

    /// Whether a step holds without a fact, or with another one in its place; then it is changed.
    fn without(&mut self, step: &mut RawStep, id: Id, other: Option<Id>) -> bool {
        let mut changed = step.clone();
        changed.uses.retain(|used| *used != id);
        changed.uses.extend(other);
        let places = self.places_of(&changed);
        for used in changed.uses.clone() {
            if let Claim::Distinct(members) = &self.arena.facts[used].claim {
                let fewer: Vec<usize> = members
                    .iter()
                    .map(|place| place.index())
                    .filter(|place| places.contains(place))
                    .collect();
                changed.uses.retain(|other| *other != used);
                if fewer.len() > 1 {
                    changed.uses.push(self.arena.distinct(self.scene, &fewer));
                }
            }
        }
        let over: Vec<Vec<Term>> = changed.gives.iter().map(|give| self.over(*give, &places)).collect();
        // With less that is known there may be more to follow.
        let clashes = |step: &RawStep| tell::clashes(self.scene, self.arena, step);
        if clashes(&changed) > clashes(step) || !self.holds(&changed) {
            return false;
        }
        for (give, over) in changed.gives.iter().zip(over) {
            self.arena.facts[*give].proof.over = over;
        }
        *step = changed;
        true
    }

    /// The places of which the facts and conclusions of a step speak, but for facts that places differ.
    fn places_of(&self, step: &RawStep) -> Ids {
        let mut places = Ids::default();
        for id in step.uses.iter().chain(&step.gives) {
            add_places(&self.arena.facts[*id].claim, &mut places);
        }
        places
    }

    fn over(&self, give: Id, places: &Ids) -> Vec<Term> {
        let is_kept = |term: &&Term| match term {
            Term::Place(place) => places.contains(&place.index()),
            _ => true,
        };
        self.arena.facts[give].proof.over.iter().filter(is_kept).cloned().collect()
    }

    /// The number of a fact in what was asked.
    fn number(&mut self, id: Id) -> usize {
        if let Some(number) = self.numbers.get(&id) {
            return *number;
        }
        let combine = self.arena.facts[id].proof.combine.clone();
        let combine: Vec<(usize, i128)> =
            combine.into_iter().map(|(id, times)| (self.number(id), times)).collect();
        let Fact { claim, rule, proof, name, news, .. } = &self.arena.facts[id];
        let content = match (name, news) {
            (Some(name), _) => name.clone(),
            (None, Some(news)) => format!("{news:?} {rule:?} {:?} {combine:?}", (proof.modulo, proof.divide)),
            (None, None) => format!("{claim:?}"),
        };
        let all = &mut self.asks.facts;
        let number = *self.asks.numbers.entry(content).or_insert_with(|| {
            all.push((all.len().to_string(), Asked::new(claim, &self.scene.context)));
            all.len() - 1
        });
        self.numbers.insert(id, number);
        number
    }

    /// Whether all conclusions of a step follow.
    fn holds(&mut self, step: &RawStep) -> bool {
        if self.tests == 0 || self.watch.is_raised() {
            return false;
        }
        self.tests -= 1;
        let subject = match &step.subject {
            Subject::Pair(of, var) => format!("{:?} {var:?}", of.map(|id| self.number(id))),
            Subject::Together(of) => format!("{:?}", of.map(|id| self.number(id))),
            subject => format!("{subject:?}"),
        };
        let ids = step.uses.iter().chain(&step.gives);
        let question = (
            format!("{} {} {subject}", step.technique.name, step.uses.len()),
            ids.map(|id| self.number(*id)).collect(),
        );
        if let Some(verdict) = self.asks.verdicts.get(&question) {
            return *verdict;
        }
        let verdict = self.follows(step);
        self.asks.verdicts.insert(question, verdict);
        verdict
    }

    /// Whether the technique of a step comes to its conclusions, and the kernel accepts them.
    fn follows(&mut self, step: &RawStep) -> bool {
        if !reason::is_found(self.scene, self.arena, step, self.watch) {
            return false;
        }
        let is_combined = step.combined(self.arena).is_some();
        step.gives.iter().enumerate().all(|(index, give)| {
            let Fact { rule, proof, .. } = &self.arena.facts[*give];
            if !proof.exchange.is_empty() {
                return false;
            }
            let (is_way, modulo, divide) =
                (is_combined && *rule == Some(Rule::K1), proof.modulo, proof.divide);
            let combine = proof.combine.clone();
            let combine =
                combine.into_iter().map(|(id, times)| (self.number(id).to_string(), times)).collect();
            // Readers go through the ways of what was combined, and not of what it was combined from.
            let is_stated =
                |id: &Id| matches!(self.arena.facts[*id].claim, Claim::Relation(_) | Claim::Condition(_));
            let used = step.uses.iter().filter(|id| !is_way || !is_stated(id));
            let known: Vec<Id> = used.chain(&step.gives[..index]).copied().collect();
            let known: Vec<usize> = known.into_iter().map(|id| self.number(id)).collect();
            let give = self.number(*give);
            let facts = &self.asks.facts;
            let known: Vec<(&str, &Asked)> =
                known.iter().map(|number| (&*facts[*number].0, &facts[*number].1)).collect();
            let proof = Proof { modulo, combine, divide, exchange: Vec::new() };
            checker::follows(&self.scene.context, &known, &facts[give].1, &proof, self.watch)
        })
    }
}

/// Whether a step went through more ways than a reader sees.
fn is_searched(subject: &Subject) -> bool {
    matches!(subject, Subject::All(..) | Subject::Some(..) | Subject::Denominators(_) | Subject::Said(_))
}

/// Adds the places of which a claim speaks, if it is not that places differ.
fn add_places(claim: &Claim, places: &mut Ids) {
    if !matches!(claim, Claim::Distinct(_)) {
        checker::for_each_place(claim, &mut |place| {
            places.insert(place.index());
        });
    }
}
