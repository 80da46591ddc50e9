//! Replays an explanation: every conclusion must follow from the facts that its step names.

use std::collections::{HashMap, HashSet};

use super::cases;
use super::read::{Case, Conclusion, Explanation, Fact, Step};
use super::reading::Reading;
use super::shown::Shown;
use super::symmetry::Exchanges;
use crate::claim::Claim;
use crate::kernel;
use crate::kernel::{Hints, Verdict};
use crate::statement::start;

/// Cases nested deeper than this are refused: fukumen nests three.
const DEPTH: usize = 20;

/// The most nodes that a conclusion takes.
const NODES: u64 = 1_000_000;

/// The facts known at some moment: those outside, and those of the cases that are open.
pub struct Replay<'e> {
    explanation: &'e Explanation,
    reading: Option<&'e Reading>,
    seen: HashSet<&'e str>,
    known: HashMap<&'e str, &'e Claim>,
    /// The names of what is known, in their order.
    added: Vec<&'e str>,
    pub exchanges: Exchanges,
    depth: usize,
    /// How many nodes may still be looked at.
    left: u64,
    pub steps: usize,
}

type Replayed<T = ()> = Result<T, String>;

impl<'e> Replay<'e> {
    pub fn new(explanation: &'e Explanation, reading: Option<&'e Reading>, limit: u64) -> Self {
        Self {
            explanation,
            reading,
            seen: HashSet::new(),
            known: HashMap::new(),
            added: Vec::new(),
            exchanges: Exchanges::default(),
            depth: 0,
            left: limit,
            steps: 0,
        }
    }

    /// Replays all steps.
    pub fn all(&mut self) -> Replayed {
        for given in &self.explanation.given {
            self.add(given)?;
            if self.reading.is_some_and(|reading| !reading.states(given)) {
                let shown = self.shown().claim(&given.claim);
                return Err(format!("{}: the text does not state this: {shown}", start(&given.id)));
            }
        }
        self.replay(&self.explanation.steps)
    }

    pub fn shown(&self) -> Shown<'e> {
        Shown { base: self.explanation.base, names: &self.explanation.names }
    }

    /// The digits of an answer.
    pub fn answer(&self, answer: &[u8]) -> String {
        let digits = self.explanation.names.iter().zip(answer);
        digits.map(|(name, digit)| format!("{name}={digit}")).collect::<Vec<_>>().join(" ")
    }

    /// Whether the facts of the puzzle that steps use exclude an answer.
    pub fn is_contradicted(&self, answer: &[u8]) -> bool {
        let digits: Vec<Claim> =
            answer.iter().enumerate().map(|(cell, digit)| Claim::Digit(cell, 1 << digit)).collect();
        let given = self.explanation.given.iter().map(|given| &given.claim);
        let facts: Vec<&Claim> = given.chain(&digits).collect();
        let (base, cells) = (self.explanation.base, self.explanation.names.len());
        let (hints, mut nodes) = (Hints::default(), NODES);
        kernel::follows(base, cells, &facts, &Claim::False, &hints, &mut nodes, &|| false) == Verdict::Follows
    }

    fn add(&mut self, fact: &'e Fact) -> Replayed {
        if !self.seen.insert(&fact.id) {
            return Err(format!("{}: there is another fact of this name", start(&fact.id)));
        }
        self.known.insert(&fact.id, &fact.claim);
        self.added.push(&fact.id);
        Ok(())
    }

    fn find(&self, step: &Step, id: &str) -> Replayed<&'e Claim> {
        let unknown =
            if self.seen.contains(id) { "belongs to a case that is closed" } else { "is not known yet" };
        let known = self.known.get(id).copied();
        known.ok_or_else(|| format!("step {}: the fact {} {unknown}", start(&step.id), start(id)))
    }

    fn replay(&mut self, steps: &'e [Step]) -> Replayed {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &'e Step) -> Replayed {
        self.steps += 1;
        let mut used: Vec<(&str, &Claim)> = Vec::with_capacity(step.uses.len() + step.gives.len());
        for id in &step.uses {
            used.push((id, self.find(step, id)?));
        }
        let ends = self.cases(step)?;
        for conclusion in &step.gives {
            self.conclusion(&used, &ends, conclusion)
                .map_err(|why| format!("step {}, {}: {why}", start(&step.id), start(&conclusion.fact.id)))?;
            self.add(&conclusion.fact)?;
            used.push((&conclusion.fact.id, &conclusion.fact.claim));
        }
        Ok(())
    }

    fn conclusion(
        &mut self,
        used: &[(&'e str, &'e Claim)],
        ends: &[Vec<(&'e str, &'e Claim)>],
        conclusion: &'e Conclusion,
    ) -> Replayed {
        let claim = &conclusion.fact.claim;
        if !conclusion.exchange.is_empty() {
            if self.depth > 0 {
                return Err("nothing may change places within a case".into());
            }
            let cells = self.explanation.names.len();
            return self.exchanges.take(cells, self.reading, claim, &conclusion.exchange);
        }
        // In each case that is left the facts of its end are known, too.
        ends.iter().try_for_each(|end| self.follows(&[used, end].concat(), conclusion))
    }

    fn follows(&mut self, facts: &[(&str, &Claim)], conclusion: &Conclusion) -> Replayed {
        let claim = &conclusion.fact.claim;
        let place = |(id, factor): &(String, i128)| {
            facts.iter().position(|(name, _)| name == id).map(|place| (place, *factor))
        };
        let hints = Hints {
            modulo: conclusion.modulo,
            combine: conclusion.combine.iter().filter_map(place).collect(),
        };
        let claims: Vec<&Claim> = facts.iter().map(|(_, claim)| *claim).collect();
        let (base, cells) = (self.explanation.base, self.explanation.names.len());
        let mut budget = self.left.min(NODES);
        let before = budget;
        let follows = kernel::follows(base, cells, &claims, claim, &hints, &mut budget, &|| false);
        self.left -= before - budget;
        let says = |shown: &Shown| shown.claim(claim);
        match follows {
            Verdict::Follows => Ok(()),
            Verdict::Fails(assignment) => {
                let values =
                    assignment.iter().map(|(variable, value)| self.shown().variable(variable, value));
                let values: Vec<String> = values.collect();
                let values = if values.is_empty() { "anything".into() } else { values.join(" ") };
                Err(format!("{} does not follow: its facts allow {values}", says(&self.shown())))
            }
            Verdict::Undecided => {
                Err(format!("{} was not decided: there is too much to go through", says(&self.shown())))
            }
        }
    }

    /// Replays the cases of a step. The facts that each ends in; none for a contradiction. A step without cases has one end, in
    /// which nothing more is known.
    fn cases(&mut self, step: &'e Step) -> Replayed<Vec<Vec<(&'e str, &'e Claim)>>> {
        if step.cases.is_empty() {
            return Ok(vec![Vec::new()]);
        }
        let refuse = |why: String| Err(format!("step {}: {why}", start(&step.id)));
        let Some(on) = &step.on else { return refuse("its cases are not those of a fact".into()) };
        let fact = self.find(step, on)?;
        let parts: Vec<&Claim> = step.cases.iter().map(|case| &case.assume.claim).collect();
        if !cases::cover(fact, &parts) {
            return refuse(format!("a case of {} is missing: {}", start(on), self.shown().claim(fact)));
        }
        if self.depth == DEPTH {
            return refuse(format!("cases are nested deeper than {DEPTH}"));
        }
        let mut ends = Vec::new();
        for case in &step.cases {
            ends.extend(self.case(step, case)?);
        }
        Ok(ends)
    }

    fn case(&mut self, step: &'e Step, case: &'e Case) -> Replayed<Option<Vec<(&'e str, &'e Claim)>>> {
        let outside = self.added.len();
        self.depth += 1;
        self.add(&case.assume)?;
        self.replay(&case.steps)?;
        let end = match &case.ends {
            None if gives_false(&case.steps) => None,
            None => {
                return Err(format!(
                    "{}: no step of this case gives a contradiction",
                    start(&case.assume.id)
                ));
            }
            Some(ids) => {
                let known = ids.iter().map(|id| Ok((&**id, self.find(step, id)?)));
                Some(known.collect::<Replayed<Vec<_>>>()?)
            }
        };
        self.depth -= 1;
        for id in self.added.drain(outside..) {
            self.known.remove(id);
        }
        Ok(end)
    }
}

pub fn gives_false(steps: &[Step]) -> bool {
    steps.iter().flat_map(|step| &step.gives).any(|given| given.fact.claim == Claim::False)
}
