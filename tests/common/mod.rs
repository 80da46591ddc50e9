//! Helpers that several tests need.

pub mod corpus;
pub mod expressions;
pub mod outcome;
pub mod snapshot;
