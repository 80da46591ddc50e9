//! Solves digit puzzles exactly: any arithmetic text with hidden digits.
//!
//! It reads alphametics such as `SEND+MORE=MONEY`, fraction puzzles such as `A/BC+D/EF+G/HI=1`, products, powers, systems of
//! equations and skeletons with blanks, in any base from 2 to 64. It finds the first solution, all solutions or their number, and
//! says whether there is exactly one.
//!
//! ```
#![doc = include_str!("../tests/front_door.rs")]
//! ```
//!
//! # Solving
//!
//! `str::parse` reads a text of the language; [`read`] also reads texts as people type them. The trait [`Solve`](prelude::Solve)
//! has the common questions: all solutions, their number, whether there is only one. A [`Solver`] has all settings. Its
//! [`Answer`] says whether the whole space was searched, what stopped the search if it was not, and which engine ran. The exact
//! [`judge`] confirms every [`Solution`].
//!
//! # Rules
//!
//! [`Rules`] are the settings of a puzzle: base, digits, zeros, distinctness and so on. A text may set them itself, in lines
//! `@name value`; [`text::Reader`] reads texts under rules that the program sets. [`puzzle::SETTINGS`] is the table of all
//! settings.
//!
//! # Drawings
//!
//! Sums, multiplications, divisions, roots and grids may be drawn as on paper. Their solutions are drawings, too.
//! [`Puzzle::sheet`] has the drawing as data, [`Puzzle::claims`] says what each of its conditions is about.
//!
//! # Limits for untrusted text
//!
//! Reading never panics and never runs text. Sizes are limited: 1 MiB for a text, 50 nested brackets, 10,000 digits in a number.
//! Solving may take any amount of time and memory, so set [`Limits`](solve::Limits), and use [`text::Reader::interrupt`] and
//! [`Solver::interrupt`] or a [`Watch`](solve::clock::Watch) to stop the work.
//!
//! # Functions, conditions and engines of your own
//!
//! A [`vocabulary::Vocabulary`] adds functions to the language. An [`eval::Custom`] evaluator takes a closure as a condition that
//! no text can express. [`Solver::own_engine`] takes an engine. [`puzzle::Builder`] builds a puzzle without a text. `examples/`
//! has an example of each.
//!
//! # Making puzzles
//!
//! [`generate`] has one kind of puzzle in each file. An [`Order`](generate::Order) describes what to make, and a
//! [`Generator`](generate::Generator) searches for it.
//!
//! # Features
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `cli` (default) | the command line |
//! | `languages` (default) | explanations in languages other than English |
//! | `serve` | `fukumen serve`: the page and its requests over HTTP |
//! | `import` (in `cli`) | files of other solvers, translated |
//! | `certify` (in `cli`) | [certificates](certify), proofs of answers |
//! | `threads` (default) | searches on several threads; without it the library starts none, for targets without threads |
//! | `report` | answers as JSON values; [`service`], which takes requests in JSON |

#![forbid(unsafe_code)]
#![allow(
    clippy::test_attr_in_doctest,
    reason = "the front page shows the test that tests/front_door.rs runs"
)]
#![warn(missing_debug_implementations, missing_docs)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod prelude;
#[cfg(feature = "serve")]
pub mod serve;
pub mod text;

#[cfg(feature = "certify")]
#[doc(inline)]
pub use fukumen_certify as certify;
#[doc(inline)]
pub use fukumen_engine::{compile, engine, eval, solve};
#[doc(inline)]
pub use fukumen_explain as explain;
#[doc(inline)]
pub use fukumen_generate as generate;
#[cfg(feature = "import")]
#[doc(inline)]
pub use fukumen_import as import;
#[cfg(fukumen_lends_unicode)]
#[doc(inline)]
pub use fukumen_language::unicode;
#[doc(inline)]
pub use fukumen_language::{
    digits, expr, interrupt, judge, message, number, puzzle, solution, spelling, vocabulary,
};
#[cfg(feature = "report")]
#[doc(inline)]
pub use fukumen_report::{self as report, service};

pub use puzzle::{Puzzle, Rules};
pub use solution::Solution;
pub use solve::{Answer, Ask, Solver};
pub use text::read;

/// Runs the Rust examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// Runs the Rust examples of the guide.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/library.md")]
mod guide {}
