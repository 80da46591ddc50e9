//! Errors that stop a correct puzzle from being solved.

use std::error::Error;
use std::fmt;

use super::answer::StoppedBy;
use crate::engine::Reason;
use fukumen_language::message::{Message, message};

/// Why a puzzle was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// No engine has this name.
    NoSuchEngine {
        /// The requested name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// No evaluator has this name.
    NoSuchEvaluator {
        /// The requested name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The requested engine cannot solve this puzzle.
    Unfit {
        /// The engine.
        engine: &'static str,
        /// The reason.
        reason: Reason,
    },
    /// The requested engine searches the whole space at once.
    NoRanks {
        /// The engine.
        engine: &'static str,
    },
    /// A shard cannot answer the question.
    NotInShards {
        /// The question, by its name in the methods of [`Solver`](super::Solver) and [`Ask`](super::Ask).
        question: &'static str,
    },
    /// The goal, or an expression of [`Solver::lone`](super::Solver::lone), was read for another puzzle.
    OtherPuzzle,
    /// The rules ask for several bases, each of which makes a puzzle of its own: see [`Rules::bases`](fukumen_language::puzzle::Rules::bases).
    SeveralBases,
    /// The time limit or an interrupt came before the search began.
    Interrupted {
        /// The one that came first.
        stopped_by: StoppedBy,
    },
    /// Some assignments could not be decided: a number in them is too large to compute.
    Undecided {
        /// The number of them.
        assignments: u64,
    },
    /// An evaluator accepted an assignment that the exact judge rejects: a bug of this crate.
    Disagreement {
        /// The evaluator.
        evaluator: String,
        /// The puzzle's text with the digits put in.
        assignment: String,
    },
}

impl SolveError {
    /// Returns the error as a message.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::NoSuchEngine { name, known } => {
                message!("no-such-engine", name = name, known = known.join(", "))
            }
            Self::NoSuchEvaluator { name, known } => {
                message!("no-such-evaluator", name = name, known = known.join(", "))
            }
            Self::Unfit { engine, reason } => {
                message!("unfit-engine", engine = engine, reason = reason).with("reason", reason.message())
            }
            Self::NoRanks { engine } => message!("no-ranks", engine = engine),
            Self::NotInShards { question } => message!("not-in-shards", question = question),
            Self::OtherPuzzle => message!("other-puzzle"),
            Self::SeveralBases => message!("several-bases"),
            Self::Interrupted { .. } => message!("stopped-before-search"),
            Self::Undecided { assignments } => message!("undecided", assignments = assignments),
            Self::Disagreement { evaluator, assignment } => {
                message!("disagreement", evaluator = evaluator, assignment = assignment)
            }
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for SolveError {}
