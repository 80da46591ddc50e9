//! The language of digit puzzles, and what everything in it means.
//!
//! [`text`] reads a puzzle, conditions or a drawing, into a [`Puzzle`]; the [`vocabulary`] has its operators and functions; the
//! [`judge`] defines the value of every expression in exact [numbers](number). Nothing here searches.
//!
//! This is a part of the library `fukumen`, which has all of it under the same paths.

#![warn(missing_debug_implementations, missing_docs)]

pub mod arrange;
pub mod digits;
pub mod expr;
pub mod interrupt;
pub mod judge;
pub mod message;
pub mod number;
pub mod puzzle;
pub mod solution;
pub mod spelling;
pub mod text;
pub mod unicode;
pub mod vocabulary;

pub use puzzle::{Puzzle, Rules};
pub use solution::Solution;
