//! Solves digit puzzles: the puzzle becomes a problem, an engine finds digits, the exact judge confirms them.
//!
//! Start at [`solve::Solver`]. [`compile`] turns a puzzle into numbered cells and conditions in normal form, [`engine`] has
//! the searches and the table from which one is chosen, and [`eval`] has the evaluators of conditions.
//!
//! This is a part of the library `fukumen`, which has all of it under the same paths.

#![warn(missing_debug_implementations, missing_docs)]

pub mod compile;
pub mod engine;
pub mod eval;
pub mod solve;
pub mod threads;

pub use solve::{Answer, Ask, Solve, Solver};
