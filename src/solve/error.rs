//! What keeps a right puzzle from being solved.

use super::StoppedBy;

/// Why a puzzle was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// No engine has this name.
    #[error("there is no engine '{name}'; there are {known}")]
    NoSuchEngine {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// No evaluator has this name.
    #[error("there is no evaluator '{name}'; there are {known}")]
    NoSuchEvaluator {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The engine asked for cannot solve this puzzle.
    #[error("the engine '{engine}' does not fit this puzzle: {reason}")]
    Unfit {
        /// The engine.
        engine: &'static str,
        /// What stands in the way.
        reason: String,
    },
    /// The time limit or an interrupt came before the search began.
    #[error("stopped before the search began")]
    Interrupted {
        /// Which of them.
        stopped_by: StoppedBy,
    },
    /// Some assignments could not be decided: a number in them is too large to compute.
    #[error("{assignments} assignments could not be decided")]
    Undecided {
        /// How many.
        assignments: u64,
    },
    /// An evaluator accepted what the exact judge rejects: a bug of this crate.
    #[error(
        "the evaluator '{evaluator}' accepts {assignment}, the exact judge does not: please report this bug"
    )]
    Disagreement {
        /// The evaluator.
        evaluator: String,
        /// The puzzle's text with the digits put in.
        assignment: String,
    },
}
