//! Solves digit puzzles exactly.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod compile;
pub mod digits;
pub mod engine;
pub mod eval;
pub mod expr;
pub mod judge;
pub mod number;
pub mod puzzle;
#[cfg(feature = "report")]
pub mod report;
pub mod solution;
pub mod solve;
pub mod spelling;
pub mod vocabulary;
