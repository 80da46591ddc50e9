//! Helpers that several tests need.

pub mod corpus;
pub mod expressions;
pub mod judged;
pub mod outcome;
pub mod snapshot;
