//! An engine of your own: `cargo run --example own_engine`.
//!
//! It tries the largest digit first, so the first solution is the one with the largest digits. An engine proposes
//! assignments that obey the rules; the judge confirms each before the caller sees it.

use std::ops::ControlFlow;
use std::sync::Arc;

use fukumen::compile::Problem;
use fukumen::digits::Digit;
use fukumen::engine::{Ended, Engine, Fit, Found, Plan, Request, Run, Search, Stop, Tally};
use fukumen::eval::Verdict;
use fukumen::interrupt::Interrupted;
use fukumen::judge::Truth;
use fukumen::prelude::Solve;
use fukumen::{Ask, Puzzle, Solver};

struct Downwards;

impl Engine for Downwards {
    fn name(&self) -> &'static str {
        "downwards"
    }

    fn summary(&self) -> &'static str {
        "the largest digits first"
    }

    fn fit(&self, problem: &Arc<Problem>, _: &Request) -> Result<Fit, Interrupted> {
        if problem.groups.iter().any(|group| group.most != 1 || group.least != 0) {
            return Ok(Fit::No("digits may be taken more than once".into()));
        }
        let mut plan = Plan::new(problem.order.clone(), Descent { problem: Arc::clone(problem) });
        plan.reason = "the largest digits are wanted first".into();
        Ok(Fit::Yes(plan))
    }
}

struct Descent {
    problem: Arc<Problem>,
}

impl Run for Descent {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        let mut tally = Tally::default();
        let mut digits = vec![0; self.problem.domains.len()];
        let stop = match self.descend(0, &mut digits, search, &mut tally, found) {
            ControlFlow::Break(stop) => stop,
            ControlFlow::Continue(()) => Stop::Exhausted,
        };
        Ended::new(stop, tally)
    }
}

impl Descent {
    /// Tries the digits of the cell at this depth, and all that follow from each.
    fn descend(
        &self,
        depth: usize,
        digits: &mut [Digit],
        search: &Search,
        tally: &mut Tally,
        found: &mut Found,
    ) -> ControlFlow<Stop> {
        let Some(cell) = self.problem.order.get(depth) else { return Self::hand_over(digits, search, found) };
        if search.interrupt.is_raised() {
            return ControlFlow::Break(Stop::Interrupted);
        }
        let mut choices: Vec<Digit> = self.problem.domains[cell.index()].iter().collect();
        choices.reverse();
        for digit in choices {
            tally.nodes += 1;
            digits[cell.index()] = digit;
            if self.may_stand(depth, digits) && self.may_hold(depth, digits, search) {
                self.descend(depth + 1, digits, search, tally, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the last digit differs from the earlier ones that it must differ from.
    fn may_stand(&self, depth: usize, digits: &[Digit]) -> bool {
        let (own, earlier) = (self.problem.order[depth], &self.problem.order[..depth]);
        let groups = self.problem.groups.iter().map(|group| &group.cells);
        let together = |a, b| {
            groups.clone().any(|cells| cells.contains(&a) && cells.contains(&b))
                || self.problem.differ.contains(&(a, b))
                || self.problem.differ.contains(&(b, a))
        };
        earlier.iter().all(|other| digits[own.index()] != digits[other.index()] || !together(own, *other))
    }

    /// Whether no condition is broken whose digits are all known, the last of them just now.
    fn may_hold(&self, depth: usize, digits: &[Digit], search: &Search) -> bool {
        let (own, known) = (self.problem.order[depth], &self.problem.order[..=depth]);
        let conditions = self.problem.conditions.iter().enumerate();
        conditions
            .filter(|(_, condition)| condition.cells.contains(&own))
            .filter(|(_, condition)| condition.cells.iter().all(|cell| known.contains(cell)))
            .all(|(number, _)| search.evaluator.test(number, digits) != Verdict::No)
    }

    fn hand_over(digits: &[Digit], search: &Search, found: &mut Found) -> ControlFlow<Stop> {
        let flow = match (search.evaluator.accept(digits), (search.confirm)(digits)) {
            (Verdict::No, _) | (_, Truth::No) => ControlFlow::Continue(()),
            (_, truth) => found(digits, truth),
        };
        if flow.is_break() { ControlFlow::Break(Stop::Enough) } else { ControlFlow::Continue(()) }
    }
}

/// Finds the largest sum of two-digit numbers in which all digits are different.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "AB+CD=EFG".parse()?;
    let (answer, solutions) = Solver::new(&puzzle).own_engine(Downwards).ask(Ask::First(1)).run()?;
    println!("{} after {} nodes", solutions[0], answer.work.nodes);
    assert_eq!(solutions[0].to_string(), "96+52=148");
    let (all, _) = Solver::new(&puzzle).own_engine(Downwards).run()?;
    assert_eq!(all.outcome.count, puzzle.count()?);
    Ok(())
}
