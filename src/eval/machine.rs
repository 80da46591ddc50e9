//! Checked machine integers; what does not fit is handed over to exact arithmetic.
//!
//! A linear condition is one coefficient for each cell, proved not to overflow. Any other condition is a
//! short program over checked 64-bit integers, in which a fraction stays a pair that is not reduced, so there
//! is never a division. If a value overflows, or a function has no reading in machine integers, the judge
//! decides that one assignment.

use super::Evaluator;
use super::Prepared;
use super::Verdict;
use crate::compile::Problem;
use crate::compile::linear::LinearRelation;
use crate::compile::program::Outcome;
use crate::compile::program::Program;
use crate::digits::Digit;
use crate::judge;

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

    fn prepare<'a>(&'a self, problem: &'a Problem) -> Box<dyn Prepared + 'a> {
        let reading = |condition: &'a crate::compile::Condition| match &condition.linear {
            Some(linear) => Reading::Linear(linear),
            None => Program::of(&condition.expr, &problem.context).map_or(Reading::Exact, Reading::Program),
        };
        Box::new(Ready { problem, readings: problem.conditions.iter().map(reading).collect() })
    }
}

/// How one condition is read.
enum Reading<'a> {
    Linear(&'a LinearRelation),
    Program(Program),
    /// It has a word without a machine reading.
    Exact,
}

struct Ready<'a> {
    problem: &'a Problem,
    readings: Vec<Reading<'a>>,
}

impl Prepared for Ready<'_> {
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
