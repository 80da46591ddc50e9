//! Solves digit puzzles exactly.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod digits;
pub mod expr;
pub mod number;
pub mod parse;
pub mod puzzle;
pub mod spelling;
pub mod vocabulary;
