//! Solutions whose value of an expression no other solution has: "if I told you … you would know".

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::answer::{Answer, Ask, Status, StoppedBy};
use super::error::SolveError;
use super::plan::Plan;
use super::solver::Solver;
use super::watcher::Guard;
use fukumen_language::interrupt::Interrupt;
use fukumen_language::judge;
use fukumen_language::message::message;
use fukumen_language::number::{Exact, Undefined};
use fukumen_language::solution::Solution;

/// So many solutions are compared in any case, as they take little time: also those that were found when the time was up.
const FEW: u64 = 1 << 16;

impl Solver {
    /// Finds all solutions first, and hands over those that are alone with each of their values.
    pub(super) fn run_lone(
        &self,
        look: &mut dyn FnMut(&Plan),
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Answer, SolveError> {
        let inner = Self { lone: Vec::new(), ask: Ask::All, stream: false, ..self.clone() };
        let watch = self.guard(self.limits.timeout);
        let (mut sieve, mut stopped_by) = (Sieve::new(self), None);
        let mut answer = inner.run_looking(look, &mut |solution| {
            stopped_by = sieve.stopped_by(&watch);
            if stopped_by.is_some() {
                return ControlFlow::Break(());
            }
            sieve.take(solution);
            ControlFlow::Continue(())
        })?;
        if stopped_by.is_some() {
            answer.outcome.stopped_by = stopped_by;
            answer.outcome.exhausted = false;
        }
        answer.outcome.undecided += sieve.undecided;
        for (expr, values) in self.lone.iter().zip(&sieve.values) {
            let lone = values.values().flatten().count();
            let expr = self.puzzle.write(expr);
            answer.notes.push(message!("note-lone", lone = lone, all = sieve.taken, expr = expr).into());
        }
        self.answer_of(&mut answer, &sieve.lone);
        if self.ask != Ask::Count {
            let most = match self.ask {
                Ask::First(most) => usize::try_from(most).unwrap_or(usize::MAX),
                _ => usize::MAX,
            };
            let _ = sieve.lone.into_values().take(most).try_for_each(found);
        }
        Ok(answer)
    }

    /// What the answer says of the solutions that are left. Nothing is certain before all others are known.
    fn answer_of(&self, answer: &mut Answer, lone: &BTreeMap<u64, Solution>) {
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
            lone.values().for_each(|solution| *groups.entry(solution.shown.clone()).or_default() += 1);
            outcome.groups = groups.into_iter().collect();
        }
    }
}

/// What is left of the solutions so far. Those that share a value are not kept.
struct Sieve<'s> {
    solver: &'s Solver,
    /// Those that are alone with each of their values, by their numbers.
    lone: BTreeMap<u64, Solution>,
    /// The values of each expression, each with the number of the solution that is alone with it.
    values: Vec<BTreeMap<Exact, Option<u64>>>,
    taken: u64,
    undecided: u64,
    /// The memory that this takes, near enough.
    bytes: u64,
}

impl<'s> Sieve<'s> {
    fn new(solver: &'s Solver) -> Self {
        let values = solver.lone.iter().map(|_| BTreeMap::new()).collect();
        Self { solver, lone: BTreeMap::new(), values, taken: 0, undecided: 0, bytes: 0 }
    }

    /// Why no further solution is to be taken, if so.
    fn stopped_by(&self, watch: &Guard) -> Option<StoppedBy> {
        if self.solver.limits.max_memory.is_some_and(|most| most <= self.bytes) {
            return Some(StoppedBy::MaxMemory);
        }
        let is_late = self.taken >= FEW && watch.is_raised();
        is_late.then(|| watch.stopped_by().unwrap_or(StoppedBy::Interrupt))
    }

    fn take(&mut self, solution: Solution) {
        let number = self.taken;
        self.taken += 1;
        let mut is_lone = true;
        for (expr, values) in self.solver.lone.iter().zip(&mut self.values) {
            let value = match judge::number(expr, solution.digits(), &self.solver.puzzle.context()) {
                Ok(value) => value,
                Err(undefined) => {
                    // It may be that of any other, if it could not be computed.
                    self.undecided += u64::from(undefined != Undefined::NoValue);
                    is_lone = false;
                    continue;
                }
            };
            let bytes = bytes_of_entry(size_of::<(Exact, Option<u64>)>() + value.bits() as usize / 8);
            let mut is_new = false;
            let owner = values.entry(value).or_insert_with(|| {
                is_new = true;
                Some(number)
            });
            if is_new {
                self.bytes += bytes;
                continue;
            }
            is_lone = false;
            if let Some(other) = owner.take().and_then(|other| self.lone.remove(&other)) {
                self.bytes -= bytes_of(&other);
            }
        }
        if is_lone {
            self.bytes += bytes_of(&solution);
            self.lone.insert(number, solution);
        }
    }
}

/// The memory of a solution that waits.
fn bytes_of(solution: &Solution) -> u64 {
    bytes_of_entry(size_of::<u64>() + solution.bytes())
}

/// The memory of an entry of a map: its nodes are filled to two thirds.
fn bytes_of_entry(bytes: usize) -> u64 {
    (bytes + bytes / 2) as u64
}
