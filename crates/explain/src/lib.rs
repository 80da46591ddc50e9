//! Explanations: how a person finds the answer of a puzzle, step by step, each with its reason, each checked.
//!
//! [`Explanation`] is data. `fukumen-check`, which shares no code with what found it, replays it as JSON.

mod account;
mod answers;
mod checker;
mod difficulty;
mod emit;
mod explainer;
pub mod fact;
mod filled;
mod glances;
mod goal;
mod places;
pub mod prose;
mod question;
mod reason;
mod recount;
mod scene;
mod search;
mod state;
mod step;
mod techniques;
mod tell;
mod trim;
mod verdict;
mod ways;

pub use difficulty::Rating;
pub use explainer::Explainer;
pub use fact::{Carry, Claim, Place, Quantity, Relation, Term};
pub use filled::{Filled, answer, known};
pub use fukumen_language::interrupt::Interrupted;
pub use places::{labels, place, places};
pub use question::{Fact, FactError, by_place, denied, fact_of};
pub use step::{
    At, Case, Conclusion, End, Explanation, FactId, Given, Mark, Proof, Sentence, Status, Step, Value,
};
pub use techniques::{TECHNIQUES, Technique};
pub use verdict::{Verdict, as_solved, listed_digits, verdict};
