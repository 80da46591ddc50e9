//! Evaluators: whether conditions hold.
pub mod judge;
pub use judge::Truth;
