//! Solutions whose value of an expression no other solution has: "if I told you … you would know".

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::Answer;
use super::Ask;
use super::Plan;
use super::SolveError;
use super::Solver;
use super::Status;
use fukumen_language::judge;
use fukumen_language::message::message;
use fukumen_language::number::Exact;
use fukumen_language::number::Undefined;
use fukumen_language::solution::Solution;

impl Solver {
    /// Finds all solutions first, and hands over those that are alone with each of their values.
    pub(super) fn run_lone(
        &self,
        look: &mut dyn FnMut(&Plan),
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Answer, SolveError> {
        let inner = Self { lone: Vec::new(), ask: Ask::All, stream: false, ..self.clone() };
        let mut all = Vec::new();
        let mut answer = inner.run_looking(look, &mut |solution| {
            all.push(solution);
            ControlFlow::Continue(())
        })?;
        let total = all.len();
        let mut is_lone = vec![true; total];
        for expr in &self.lone {
            let mut counts: BTreeMap<Option<Exact>, usize> = BTreeMap::new();
            let mut values = Vec::with_capacity(total);
            for solution in &all {
                let value = match judge::number(expr, solution.digits(), &self.puzzle.context()) {
                    Ok(value) => Some(value),
                    Err(Undefined::NoValue) => None,
                    Err(_) => {
                        // Its value may be that of any other.
                        answer.outcome.undecided += 1;
                        None
                    }
                };
                *counts.entry(value.clone()).or_default() += 1;
                values.push(value);
            }
            let is_of_one = |value: &Option<Exact>| value.is_some() && counts[value] == 1;
            values.iter().zip(&mut is_lone).for_each(|(value, is_lone)| *is_lone &= is_of_one(value));
            let lone = values.iter().filter(|value| is_of_one(value)).count();
            let expr = self.puzzle.write(expr);
            answer.notes.push(message!("note-lone", lone = lone, all = total, expr = expr).into());
        }
        let mut lone = is_lone.iter();
        all.retain(|_| lone.next().copied().unwrap_or(false));
        self.answer_of(&mut answer, &all);
        if self.ask != Ask::Count {
            let most = match self.ask {
                Ask::First(most) => usize::try_from(most).unwrap_or(usize::MAX),
                _ => usize::MAX,
            };
            let _ = all.into_iter().take(most).try_for_each(found);
        }
        Ok(answer)
    }

    /// What the answer says of the solutions that are left. Nothing is certain before all others are known.
    fn answer_of(&self, answer: &mut Answer, lone: &[Solution]) {
        let outcome = &mut answer.outcome;
        outcome.exhausted &= outcome.undecided == 0;
        outcome.count = lone.len() as u128;
        // One of each class was looked at.
        outcome.essentially = outcome.essentially.map(|_| lone.len() as u64);
        outcome.unique = outcome.exhausted.then_some(lone.len() == 1);
        outcome.status = match lone.len() {
            _ if !outcome.exhausted => Status::Stopped,
            0 => Status::None,
            _ => Status::Solved,
        };
        if self.ask == Ask::Count && !self.puzzle.shows().is_empty() {
            let mut groups: BTreeMap<_, u64> = BTreeMap::new();
            lone.iter().for_each(|solution| *groups.entry(solution.shown.clone()).or_default() += 1);
            outcome.groups = groups.into_iter().collect();
        }
    }
}
