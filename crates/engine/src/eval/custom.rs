//! A library user's own evaluator: a closure over the assignment.

use std::fmt;
use std::sync::Arc;

use super::evaluator::{Evaluator, Prepared, Verdict};
use super::machine::Machine;
use crate::compile::Problem;
use fukumen_language::digits::Digit;

/// The machine evaluator, followed by a closure that may reject complete assignments: a condition that no text can express.
///
/// The closure gets the digits by cell ([`Puzzle::cell`](fukumen_language::puzzle::Puzzle::cell) finds a symbol's).
/// Conditions of the text are still confirmed exactly; the closure can only remove solutions.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
/// use fukumen::eval::Custom;
/// use fukumen::puzzle::Puzzle;
/// use fukumen::solve::Solver;
///
/// let puzzle: Puzzle = "AB+CD=EF".parse()?;
/// let (a, f) = (puzzle.cell("A").unwrap(), puzzle.cell("F").unwrap());
/// let evaluator = Custom::new(move |digits| digits[a.index()] == digits[f.index()] + 1);
/// let (answer, _) = Solver::new(&puzzle).own_evaluator(evaluator).run()?;
/// assert_eq!(answer.outcome.count, 66);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Custom<F> {
    accepts: Arc<F>,
}

impl<F> fmt::Debug for Custom<F> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Custom").finish_non_exhaustive()
    }
}

impl<F: Fn(&[Digit]) -> bool + Send + Sync + 'static> Custom<F> {
    /// Makes an evaluator that accepts only what the closure accepts.
    pub fn new(accepts: F) -> Self {
        Self { accepts: Arc::new(accepts) }
    }
}

impl<F: Fn(&[Digit]) -> bool + Send + Sync + 'static> Evaluator for Custom<F> {
    fn name(&self) -> &str {
        "custom"
    }

    fn summary(&self) -> &str {
        "machine integers, and a closure of the calling program"
    }

    fn prepare(&self, problem: &Arc<Problem>) -> Box<dyn Prepared> {
        Box::new(Ready { inner: Machine.prepare(problem), accepts: Arc::clone(&self.accepts) })
    }
}

struct Ready<F> {
    inner: Box<dyn Prepared>,
    accepts: Arc<F>,
}

impl<F: Fn(&[Digit]) -> bool + Send + Sync + 'static> Prepared for Ready<F> {
    fn test(&self, condition: usize, digits: &[Digit]) -> Verdict {
        self.inner.test(condition, digits)
    }

    fn accept(&self, digits: &[Digit]) -> Verdict {
        if (self.accepts)(digits) { Verdict::Yes } else { Verdict::No }
    }
}
