//! Solutions whose value of an expression no other solution shares: "if I told you … you would know".

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

/// This many solutions are always compared, as that takes little time, even if they were found when the time was up.
const FEW: u64 = 1 << 16;

impl Solver {
    /// Finds all solutions first, and hands over those that alone have each of their values.
    pub(super) fn run_unshared(
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

    /// Updates the answer for the remaining solutions. Nothing is certain before all others are known.
    fn answer_of(&self, answer: &mut Answer, lone: &BTreeMap<u64, Solution>) {
        let outcome = &mut answer.outcome;
        outcome.exhausted &= outcome.undecided == 0;
        outcome.count = lone.len() as u128;
        // One of each class was examined.
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

/// The solutions that may still be alone. Those that share a value are not kept.
struct Sieve<'s> {
    solver: &'s Solver,
    /// Solutions that alone have each of their values, by number.
    lone: BTreeMap<u64, Solution>,
    /// The values of each expression, each with the number of the only solution that has it.
    values: Vec<BTreeMap<Exact, Option<u64>>>,
    taken: u64,
    undecided: u64,
    /// Approximately the memory that this takes.
    bytes: u64,
}

impl<'s> Sieve<'s> {
    fn new(solver: &'s Solver) -> Self {
        let values = solver.lone.iter().map(|_| BTreeMap::new()).collect();
        Self { solver, lone: BTreeMap::new(), values, taken: 0, undecided: 0, bytes: 0 }
    }

    /// Returns why no further solution may be taken, if so.
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
                    // The value could be that of any other solution, if it could not be computed.
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

/// Returns the memory of a waiting solution.
fn bytes_of(solution: &Solution) -> u64 {
    bytes_of_entry(size_of::<u64>() + solution.bytes())
}

/// Returns the memory of an entry of a map, whose nodes are two thirds full.
fn bytes_of_entry(bytes: usize) -> u64 {
    (bytes + bytes / 2) as u64
}
