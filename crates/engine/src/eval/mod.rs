//! Evaluators: they decide whether conditions hold.
//!
//! The [`judge`](fukumen_language::judge) gives the meaning. Evaluators are faster, or decide less: each is prepared for one
//! problem and then tests one condition at a time. If an evaluator cannot decide, it returns [`Verdict::Maybe`]; the judge
//! confirms every solution.

pub mod custom;
mod evaluator;
pub mod exact;
pub mod machine;

pub use custom::Custom;
pub use evaluator::{Evaluator, Prepared, Verdict};

/// Every evaluator of the crate; the first is the default.
pub static EVALUATORS: &[&dyn Evaluator] = &[&machine::Machine, &exact::ExactRational];

/// Returns the evaluator of this name, if there is one.
#[must_use]
pub fn evaluator(name: &str) -> Option<&'static dyn Evaluator> {
    EVALUATORS.iter().copied().find(|evaluator| evaluator.name() == name)
}
