//! The reference: every condition in exact rational arithmetic, by the judge.

use std::sync::Arc;

use super::evaluator::{Evaluator, Prepared, Verdict};
use crate::compile::Problem;
use fukumen_language::digits::Digit;
use fukumen_language::judge;

/// Exact rational arithmetic, nothing else.
#[derive(Debug)]
pub struct ExactRational;

impl Evaluator for ExactRational {
    fn name(&self) -> &str {
        "exact"
    }

    fn summary(&self) -> &str {
        "exact rational arithmetic throughout: the judge"
    }

    fn prepare(&self, problem: &Arc<Problem>) -> Box<dyn Prepared> {
        Box::new(Ready { problem: Arc::clone(problem) })
    }
}

struct Ready {
    problem: Arc<Problem>,
}

impl Prepared for Ready {
    fn test(&self, condition: usize, digits: &[Digit]) -> Verdict {
        judge::truth(&self.problem.conditions[condition].expr, digits, &self.problem.context).into()
    }
}
