//! Evaluators: whether conditions hold.
//!
//! The [`judge`](fukumen_language::judge) gives the meaning. Beside it stand evaluators that are faster or more modest: each
//! is prepared for one problem and then asked about one condition at a time. What an evaluator
//! cannot say it leaves open with [`Verdict::Maybe`]; every solution is confirmed by the judge.

pub mod custom;
mod evaluator;
pub mod exact;
pub mod machine;

pub use custom::Custom;
pub use evaluator::{Evaluator, Prepared, Verdict};

/// Every evaluator of the crate; the first is the default.
pub static EVALUATORS: &[&dyn Evaluator] = &[&machine::Machine, &exact::ExactRational];

/// The evaluator of this name.
#[must_use]
pub fn evaluator(name: &str) -> Option<&'static dyn Evaluator> {
    EVALUATORS.iter().copied().find(|evaluator| evaluator.name() == name)
}
