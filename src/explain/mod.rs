//! Explanations: how a person finds the answer of a puzzle, step by step, each with its reason, each checked.
//!
//! [`Explanation`] is data. [`checker`] replays it by eight rules and shares no code with what found it.

mod difficulty;
mod explainer;
pub mod fact;
mod places;
pub mod prose;
mod search;
mod step;

pub use difficulty::Rating;
pub use explainer::Explainer;
pub use fact::Carry;
pub use fact::Claim;
pub use fact::Place;
pub use fact::Quantity;
pub use fact::Relation;
pub use fact::Term;
pub use places::place;
pub use places::places;
pub use step::At;
pub use step::Case;
pub use step::Conclusion;
pub use step::End;
pub use step::Explanation;
pub use step::FactId;
pub use step::Given;
pub use step::Mark;
pub use step::Proof;
pub use step::Rule;
pub use step::Sentence;
pub use step::Status;
pub use step::Step;
pub use step::Value;
