//! Solves digit puzzles exactly.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod digits;
pub mod number;
pub mod vocabulary;
