//! The explanation as others see it: facts and steps with names, in the order of telling.

use super::answers::Answers;
use super::fact::Claim;
use super::scene::{Id, Scene};
use super::search::{RawCase, RawStep, Search};
use super::state::Arena;
use super::step::{Case, Conclusion, End, Explanation, Given, Mark, Proof, Step};
use super::tell;
use fukumen_language::arrange::Arrange;
use std::collections::HashMap;

/// Names facts as they are told.
struct Emitter<'a> {
    scene: &'a Scene,
    arena: &'a Arena,
    names: HashMap<Id, String>,
    given: Vec<Given>,
}

pub(super) fn explanation(
    search: &Search,
    answers: &Answers,
    steps: Vec<RawStep>,
    complete: bool,
) -> Explanation {
    let mut emitter =
        Emitter { scene: search.scene, arena: &search.arena, names: HashMap::new(), given: Vec::new() };
    let steps = emitter.steps(steps, "");
    emitter.settled();
    Explanation {
        names: search.scene.names.clone(),
        status: answers.status,
        solutions: answers.solutions,
        exhausted: answers.exhausted,
        answers: answers.told.clone(),
        complete,
        given: emitter.given,
        steps,
    }
}

impl Emitter<'_> {
    fn steps(&mut self, steps: Vec<RawStep>, prefix: &str) -> Vec<Step> {
        steps
            .into_iter()
            .enumerate()
            .map(|(index, step)| self.step(step, &format!("{prefix}{}", index + 1)))
            .collect()
    }

    /// Digits that the settings leave, though no step needs them.
    fn settled(&mut self) {
        let settled: Vec<Id> = self
            .scene
            .allowed
            .iter()
            .filter(|(set, _)| set.len() == 1)
            .filter_map(|(_, given)| *given)
            .collect();
        settled.into_iter().for_each(|given| {
            self.name(given);
        });
    }

    /// The name of a fact that was told before, or of one of the puzzle.
    fn name(&mut self, id: Id) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let fact = &self.arena.facts[id];
        let name = fact.name.clone().unwrap_or_else(|| format!("lost:{id}"));
        self.names.insert(id, name.clone());
        self.given.push(Given { id: name.clone(), claim: fact.claim.clone() });
        name
    }

    fn step(&mut self, raw: RawStep, id: &str) -> Step {
        let sentences = tell::sentences(self.scene, self.arena, &raw);
        let marks = self.marks(&raw);
        let mut uses: Vec<String> = raw.uses.iter().map(|id| self.name(*id)).collect();
        uses.dedup();
        let on = raw.on.map(|id| self.name(id));
        let cases: Vec<Case> = raw
            .cases
            .into_iter()
            .enumerate()
            .map(|(index, case)| self.case(case, &format!("{id}.{}", index + 1)))
            .collect();
        let mut gives = Vec::new();
        for (index, give) in raw.gives.iter().enumerate() {
            let name = format!("{id}{}", letter(index));
            self.names.insert(*give, name.clone());
            gives.push(self.conclusion(*give, name));
        }
        Step {
            id: id.to_string(),
            technique: raw.technique.name,
            at: raw.at,
            uses,
            gives,
            on,
            cases,
            ways: raw.ways,
            weight: raw.weight,
            effort: raw.effort,
            marks,
            sentences,
        }
    }

    fn case(&mut self, case: RawCase, id: &str) -> Case {
        let name = format!("{id}?");
        self.names.insert(case.assume, name.clone());
        let assume = Given { id: name, claim: self.arena.facts[case.assume].claim.clone() };
        let steps = self.steps(case.steps, &format!("{id}."));
        let end = match case.ends {
            None => End::False,
            Some(ends) => End::Facts(ends.into_iter().map(|id| self.name(id)).collect()),
        };
        Case { assume, steps, end }
    }

    fn conclusion(&mut self, id: Id, name: String) -> Conclusion {
        let fact = &self.arena.facts[id];
        let proof = Proof {
            modulo: fact.proof.modulo,
            // Advice speaks of what is used; the rest was left out.
            combine: fact
                .proof
                .combine
                .iter()
                .filter_map(|(id, times)| Some((self.names.get(id)?.clone(), *times)))
                .collect(),
            divide: fact.proof.divide,
            exchange: fact.proof.exchange.clone(),
        };
        let fact = &self.arena.facts[id];
        Conclusion { id: name, claim: fact.claim.clone(), rule: fact.rule, proof }
    }

    /// The glyphs of the places that a step speaks of.
    fn marks(&self, raw: &RawStep) -> Vec<Mark> {
        let mut marks: Vec<Mark> = Vec::new();
        for give in &raw.gives {
            if let Claim::Digit(place, _) = &self.arena.facts[*give].claim {
                marks.extend_from_slice(&self.scene.marks[place.index()]);
            }
        }
        marks.arrange();
        marks.dedup();
        marks
    }
}

/// a, b, …, z, aa, ab, …
fn letter(index: usize) -> String {
    let last = char::from(b'a' + u8::try_from(index % 26).unwrap_or(0));
    if index < 26 { last.to_string() } else { format!("{}{last}", letter(index / 26 - 1)) }
}
