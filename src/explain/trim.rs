//! Leaves out what an explanation does not need.

use super::scene::Id;
use super::scene::Scene;
use super::search::RawCase;
use super::search::RawStep;
use super::state::Arena;
use std::collections::HashSet;

/// Keeps the steps that the goals need, and in each the conclusions that are needed.
pub(super) fn trim(arena: &Arena, steps: &mut Vec<RawStep>, goals: &[Id]) {
    let mut needed: HashSet<Id> = goals.iter().copied().collect();
    keep(arena, steps, &mut needed);
}

fn keep(arena: &Arena, steps: &mut Vec<RawStep>, needed: &mut HashSet<Id>) {
    let mut kept = Vec::new();
    while let Some(mut step) = steps.pop() {
        // A conclusion may need earlier ones of its step.
        let mut gives = Vec::new();
        for (index, give) in step.gives.iter().enumerate().rev() {
            let is_last_relation =
                index == 0 && !gives.is_empty() && !arena.facts[*give].proof.combine.is_empty();
            if needed.contains(give) || is_last_relation {
                gives.push(*give);
            }
        }
        if gives.is_empty() && !step.gives.is_empty() {
            continue;
        }
        gives.reverse();
        step.gives = gives;
        needed.extend(step.uses.iter().copied());
        for case in &mut step.cases {
            let mut inner: HashSet<Id> = case.ends.iter().flatten().chain(&case.broken).copied().collect();
            keep(arena, &mut case.steps, &mut inner);
            needed.extend(inner);
        }
        kept.push(step);
    }
    kept.reverse();
    *steps = kept;
}

/// Keeps what a case needs.
pub(super) fn trim_case(arena: &Arena, case: &mut RawCase) {
    let goals: Vec<Id> = case.ends.iter().flatten().chain(&case.broken).copied().collect();
    trim(arena, &mut case.steps, &goals);
}

/// The weight of steps.
pub(super) fn weight(steps: &[RawStep]) -> u64 {
    steps.iter().map(|step| step.weight).sum()
}

/// The weight of the steps that the goals need.
pub(super) fn needed_weight(steps: &[RawStep], goals: &[Id]) -> u64 {
    let mut needed: HashSet<Id> = goals.iter().copied().collect();
    let mut weight = 0;
    for step in steps.iter().rev() {
        if step.gives.iter().any(|give| needed.contains(give)) {
            needed.extend(step.uses.iter().copied());
            weight += step.weight;
        }
    }
    weight
}

/// Leaves out facts that a step does not need.
pub(super) fn shrink(_: &Scene, _: &mut Arena, _: &mut [RawStep]) {}
