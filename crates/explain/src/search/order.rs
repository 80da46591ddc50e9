//! The order of telling: a step follows the one whose conclusion it uses, and what only fills in comes last.

use super::tries::certain;
use super::{RawStep, Search};
use crate::fact::{Claim, Term};
use crate::glances::Glances;
use crate::scene::Id;
use crate::state::Arena;
use crate::step::Status;
use crate::techniques::{FILLING, FILLING_WEIGHT, Ids};
use crate::trim;
use fukumen_language::interrupt::Interrupt;
use std::collections::HashMap;

/// The most steps of an explanation of which others are tried.
const MOST_REPLAYED: usize = 120;

impl Search<'_> {
    /// Leaves out each step without which the others, and what only fills in, reach the end all the same, and each such
    /// conclusion; whether there was one.
    pub(super) fn fill_in(&mut self, steps: &mut Vec<RawStep>, goals: &mut Vec<Id>) -> bool {
        if self.answers.status != Status::Unique || steps.len() > MOST_REPLAYED {
            return false;
        }
        let mut changed = false;
        let mut at = steps.len();
        while at > 0 {
            at -= 1;
            if self.check().is_err() || at >= steps.len() {
                continue;
            }
            let mut fewer = steps.clone();
            fewer.remove(at);
            let Some((fewer, new)) = self.filled(fewer) else { continue };
            if trim::weight(&fewer) < trim::weight(steps) {
                (*steps, *goals, changed) = (fewer, new, true);
                at = at.min(steps.len());
            }
        }
        for at in (0..steps.len()).rev() {
            let gives = steps.get(at).map_or(0, |step| step.gives.len());
            for give in (0..gives).rev().filter(|_| gives > 1) {
                // What took the place of a step may conclude less.
                let own = &steps[at].gives;
                let is_there = own.len() > 1 && give < own.len();
                if self.check().is_err() || !is_there || !self.settles(own[give]) {
                    continue;
                }
                let mut fewer = steps.clone();
                fewer[at].gives.remove(give);
                let filled =
                    self.filled(fewer).filter(|(fewer, _)| trim::weight(fewer) <= trim::weight(steps));
                let is_as_long = |fewer: &Vec<RawStep>| fewer.len() == steps.len();
                if let Some((fewer, new)) = filled.filter(|(fewer, _)| is_as_long(fewer)) {
                    (*steps, *goals, changed) = (fewer, new, true);
                }
            }
        }
        changed
    }

    /// Whether a conclusion leaves one digit, which would be filled in.
    fn settles(&self, give: Id) -> bool {
        matches!(&self.arena.facts[give].claim, Claim::Digit(_, digits) if digits.len() == 1)
    }

    /// Those of the steps that still hold, and steps that fill in the rest, if that leads to the end.
    fn filled(&mut self, steps: Vec<RawStep>) -> Option<(Vec<RawStep>, Vec<Id>)> {
        let mut line = self.begun();
        let mut known: Ids = Ids::default();
        for step in steps {
            let holds = |id: &Id| known.contains(id) || self.arena.is_given(*id);
            if !outside(&step).iter().all(holds) {
                continue;
            }
            for give in &step.gives {
                known.insert(*give);
                let news = self.arena.facts[*give].news.clone()?;
                line.state.learn(self.scene, &news, *give);
            }
            line.steps.push(step);
        }
        while !self.is_solution(&line.state) {
            self.check().ok()?;
            let look = self.look(&line.state, &line.seen);
            let allowed = FILLING.iter().filter(|technique| self.may(technique));
            let mut finds = allowed.flat_map(|technique| look.finds(technique));
            // A find may be another technique's than that which looked.
            let find = finds.find(|find| find.weight <= FILLING_WEIGHT && self.may(find.technique))?;
            drop(finds);
            self.apply(&mut line, find);
            if line.state.broken.is_some() {
                return None;
            }
        }
        let goals = certain(self, &line.state);
        trim::trim(&self.arena, &mut line.steps, &goals);
        Some((line.steps, goals))
    }
}

/// The facts that a step needs, and its cases, but for those that they find themselves.
fn outside(step: &RawStep) -> Ids {
    let mut needed: Ids = step.uses.iter().chain(&step.on).copied().collect();
    for case in &step.cases {
        let mut own: Ids = Ids::from_iter([case.assume]);
        let mut inner: Ids = case.ends.iter().flatten().chain(&case.broken).copied().collect();
        for step in &case.steps {
            inner.extend(outside(step));
            own.extend(&step.gives);
        }
        needed.extend(inner.difference(&own));
    }
    needed
}

/// Puts steps into the order in which they are told, in cases too. Once the watch is raised, they stay as they are.
pub(super) fn arrange(arena: &Arena, steps: &mut Vec<RawStep>, watch: &Glances) {
    let needs: Vec<Ids> = steps.iter().map(outside).collect();
    let fills = filling(steps, &needs);
    let mut rest: Vec<usize> = (0..steps.len()).collect();
    let mut order: Vec<usize> = Vec::new();
    // For each fact the steps that need it, and for each step how many facts are not told yet.
    let mut waiting: HashMap<Id, Vec<usize>> =
        steps.iter().flat_map(|step| &step.gives).map(|give| (*give, Vec::new())).collect();
    let mut missing = vec![0_usize; steps.len()];
    for (at, needs) in needs.iter().enumerate() {
        for id in needs {
            if let Some(waiting) = waiting.get_mut(id) {
                waiting.push(at);
                missing[at] += 1;
            }
        }
        // A list is told before what would make it shorter.
        for before in steps[..at].iter().filter(|before| shortens(arena, &steps[at], before)) {
            if let Some(waiting) = before.gives.first().and_then(|give| waiting.get_mut(give)) {
                waiting.push(at);
                missing[at] += 1;
            }
        }
    }
    while !rest.is_empty() {
        if watch.is_raised() {
            return;
        }
        let ready: Vec<usize> = rest.iter().filter(|at| missing[**at] == 0).copied().collect();
        // Digits without a row are seen before anything else.
        let without_row = |at: &usize| steps[*at].technique.name == "skipped-row" && steps[*at].weight > 0;
        let first = ready.iter().copied().find(without_row);
        let next = first.or(order.last().map(|last| {
            let follows = |at: usize| steps[*last].gives.iter().any(|give| needs[at].contains(give));
            let is_there = |at: usize| steps[*last].at == steps[at].at && steps[at].at.equation.is_some();
            let is_near = |at: usize| {
                steps[*last].at.equation == steps[at].at.equation && steps[at].at.equation.is_some()
            };
            let is_alike = |at: usize| {
                (steps[*last].technique.name, &steps[*last].subject, &steps[*last].at)
                    == (steps[at].technique.name, &steps[at].subject, &steps[at].at)
            };
            let rank = |at: &usize| {
                (
                    fills[*at],
                    !is_alike(*at),
                    !(follows(*at) || is_there(*at)),
                    !follows(*at),
                    !is_near(*at),
                    *at,
                )
            };
            ready.iter().copied().min_by_key(rank).unwrap_or(ready[0])
        }));
        let next = next.unwrap_or(ready[0]);
        rest.retain(|at| *at != next);
        for id in &steps[next].gives {
            waiting.remove(id).into_iter().flatten().for_each(|at| missing[at] -= 1);
        }
        order.push(next);
    }
    let mut old: Vec<Option<RawStep>> = std::mem::take(steps).into_iter().map(Some).collect();
    *steps = order.into_iter().filter_map(|at| old[at].take()).collect();
    for case in steps.iter_mut().flat_map(|step| &mut step.cases) {
        arrange(arena, &mut case.steps, watch);
    }
}

/// Whether a step says something of what an earlier one goes through.
fn shortens(arena: &Arena, step: &RawStep, before: &RawStep) -> bool {
    let over = before.gives.iter().flat_map(|give| &arena.facts[*give].proof.over);
    let is_said = |term: &Term| {
        step.gives.iter().any(|give| match (&arena.facts[*give].claim, term) {
            (Claim::Digit(place, _), Term::Place(own)) => place == own,
            (Claim::Carry(carry, _), Term::Carry(own)) => carry == own,
            _ => false,
        })
    };
    before.tries > 1 && over.into_iter().any(is_said)
}

/// Which steps only fill in: no others need them.
fn filling(steps: &[RawStep], needs: &[Ids]) -> Vec<bool> {
    let mut fills = vec![false; steps.len()];
    for at in (0..steps.len()).rev() {
        let is_free = steps[at].weight <= FILLING_WEIGHT
            && FILLING.iter().any(|technique| technique.name == steps[at].technique.name);
        let needed =
            |later: usize| !fills[later] && steps[at].gives.iter().any(|give| needs[later].contains(give));
        fills[at] = is_free && !(at + 1..steps.len()).any(needed);
    }
    fills
}
