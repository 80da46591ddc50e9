//! The trait of an evaluator.

use std::fmt;
use std::sync::Arc;

use crate::compile::Problem;
use fukumen_language::digits::Digit;
use fukumen_language::judge::Truth;

/// An evaluator's verdict on a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Returns whether it does not hold.
    No,
    /// The evaluator cannot decide.
    Maybe,
    /// It holds.
    Yes,
}

impl From<Truth> for Verdict {
    fn from(truth: Truth) -> Self {
        match truth {
            Truth::Yes => Self::Yes,
            Truth::No => Self::No,
            Truth::Undecided => Self::Maybe,
        }
    }
}

/// A way to find out whether conditions hold. See [`Custom`](super::Custom) for one of your own.
pub trait Evaluator: Send + Sync {
    /// Returns the name, as written after `--evaluator`.
    fn name(&self) -> &str;

    /// Returns one line for the list of evaluators.
    fn summary(&self) -> &str;

    /// Prepares for a problem.
    fn prepare(&self, problem: &Arc<Problem>) -> Box<dyn Prepared>;
}

impl fmt::Debug for dyn Evaluator + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A shared evaluator is an evaluator too.
impl<E: Evaluator + ?Sized> Evaluator for Arc<E> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn summary(&self) -> &str {
        (**self).summary()
    }

    fn prepare(&self, problem: &Arc<Problem>) -> Box<dyn Prepared> {
        (**self).prepare(problem)
    }
}

/// An evaluator that is ready for one problem.
pub trait Prepared: Send + Sync {
    /// Returns whether the condition of this number holds. The digits of its own cells are known; others may be anything.
    fn test(&self, condition: usize, digits: &[Digit]) -> Verdict;

    /// Tests each complete assignment once more after it passed every test.
    fn accept(&self, _digits: &[Digit]) -> Verdict {
        Verdict::Yes
    }
}

impl fmt::Debug for dyn Prepared + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Prepared")
    }
}
