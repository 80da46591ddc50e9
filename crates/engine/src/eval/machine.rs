//! Checked machine integers, with exact arithmetic for values that do not fit.
//!
//! A linear condition is one coefficient for each cell, proved not to overflow. Any other condition is a short program over
//! checked 64-bit integers, in which a fraction stays a pair that is not reduced, so there is never a division. If a value
//! overflows, or a function has no reading in machine integers, the judge decides that one assignment.

use std::sync::Arc;

use super::evaluator::{Evaluator, Prepared, Verdict};
use crate::compile::linear::LinearRelation;
use crate::compile::program::{Outcome, Program};
use crate::compile::{Condition, Problem};
use fukumen_language::digits::Digit;
use fukumen_language::judge;

/// Linear forms and short programs over 64-bit integers.
#[derive(Debug)]
pub struct Machine;

impl Evaluator for Machine {
    fn name(&self) -> &str {
        "machine"
    }

    fn summary(&self) -> &str {
        "checked 64-bit integers, exact arithmetic where they overflow"
    }

    fn prepare(&self, problem: &Arc<Problem>) -> Box<dyn Prepared> {
        let reading = |condition: &Condition| match &condition.linear {
            Some(linear) => Reading::Linear(linear.clone()),
            None => Program::of(&condition.expr, &problem.context).map_or(Reading::Exact, Reading::Program),
        };
        let readings = problem.conditions.iter().map(reading).collect();
        Box::new(Ready { problem: Arc::clone(problem), readings })
    }
}

/// How one condition is read.
enum Reading {
    Linear(LinearRelation),
    Program(Program),
    /// It has a word without a machine reading.
    Exact,
}

struct Ready {
    problem: Arc<Problem>,
    readings: Vec<Reading>,
}

impl Prepared for Ready {
    #[inline]
    fn test(&self, condition: usize, digits: &[Digit]) -> Verdict {
        let outcome = match &self.readings[condition] {
            Reading::Linear(linear) if linear.holds(digits) => Outcome::Yes,
            Reading::Linear(_) => Outcome::No,
            Reading::Program(program) => program.run(digits),
            Reading::Exact => Outcome::HandOver,
        };
        match outcome {
            Outcome::Yes => Verdict::Yes,
            Outcome::No => Verdict::No,
            Outcome::HandOver => {
                judge::truth(&self.problem.conditions[condition].expr, digits, &self.problem.context).into()
            }
        }
    }
}
