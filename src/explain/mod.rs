//! Explanations: how a person finds the answer of a puzzle, step by step, each with its reason, each checked.
//!
//! [`Explanation`] is data. [`checker`] replays it by eight rules and shares no code with what found it.

mod account;
mod answers;
pub mod checker;
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
mod recount;
mod scene;
mod search;
mod state;
mod step;
#[cfg(test)]
mod strange;
mod techniques;
mod tell;
mod trim;
mod verdict;
mod ways;

pub use crate::interrupt::Interrupted;
pub use difficulty::Rating;
pub use explainer::Explainer;
pub use fact::Carry;
pub use fact::Claim;
pub use fact::Place;
pub use fact::Quantity;
pub use fact::Relation;
pub use fact::Term;
pub use filled::Filled;
pub use filled::answer;
pub use filled::known;
pub use places::labels;
pub use places::place;
pub use places::places;
pub use question::Fact;
pub use question::FactError;
pub use question::by_place;
pub use question::denied;
pub use question::fact_of;
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
pub use techniques::TECHNIQUES;
pub use techniques::Technique;
pub use verdict::Verdict;
pub use verdict::listed_digits;
pub use verdict::verdict;
