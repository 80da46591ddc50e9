//! The language of digit puzzles, and the meaning of everything in it.
//!
//! [`text`] reads a puzzle, conditions or a drawing, into a [`Puzzle`]. The [`vocabulary`] has its operators and functions. The
//! [`judge`] defines the value of every expression in exact [numbers](number). Nothing here searches.
//!
//! This is a part of the library `fukumen`, which re-exports all of it under the same paths.

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
