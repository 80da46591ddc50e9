//! Solves digit puzzles exactly: any arithmetic text whose digits are hidden.
//!
//! Alphametics such as `SEND+MORE=MONEY`, fraction puzzles such as `A/BC+D/EF+G/HI=1`, products, powers,
//! systems of equations, skeletons with blanks, in any base from 2 to 64; first, all, or the count of the
//! solutions, and whether there is exactly one.
//!
//! ```
#![doc = include_str!("../tests/front_door.rs")]
//! ```
//!
//! # Map
//!
//! [`text`] reads conditions and drawings under [`puzzle::Rules`] and makes a [`puzzle::Puzzle`]; [`solve::Solver`] answers
//! questions about it with [`solve::Answer`] and [`solution::Solution`]. Those three are all that most
//! programs need. Behind them stand the words of the language ([`vocabulary`]), exact numbers ([`number`]), the [`judge`] who has
//! the last word, what is compiled for the searches ([`compile`]), the evaluators ([`eval`]) and the [`engine`]s. [`generate`] makes puzzles.
//!
//! # Your own words, conditions and puzzles
//!
//! A function of your own joins the language through a [`vocabulary::Vocabulary`]; a condition that no text can say is a closure in an
//! [`eval::Custom`] evaluator; a puzzle can be put together without a text by [`puzzle::Builder`]. `examples/` does each.
//!
//! # Features
//!
//! `cli` (default) is the command line; library users switch it off. `report` turns answers into JSON.

#![forbid(unsafe_code)]
#![allow(
    clippy::test_attr_in_doctest,
    reason = "the front page shows the test that tests/front_door.rs runs"
)]
#![warn(missing_docs)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod compile;
pub mod digits;
pub mod engine;
pub mod eval;
pub mod expr;
pub mod generate;
pub mod interrupt;
pub mod judge;
pub mod message;
pub mod number;
pub mod puzzle;
#[cfg(feature = "report")]
pub mod report;
pub mod solution;
pub mod solve;
pub mod spelling;
pub mod text;
mod threads;
pub mod vocabulary;

/// Runs the Rust examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// Runs the Rust examples of the guide.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/library.md")]
mod guide {}

pub use puzzle::Puzzle;
pub use puzzle::Rules;
pub use solution::Solution;
pub use solve::Answer;
pub use solve::Ask;
pub use solve::Solver;
