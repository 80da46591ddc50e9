//! Solves puzzles: compiles, chooses an engine, searches, confirms, sorts.
//!
//! The exact judge confirms every solution that leaves this module. "None" and "unique" are reported only after the whole
//! space was covered. Only [`clock`] reads a clock.

mod answer;
pub mod clock;
mod collect;
mod error;
mod figures;
mod misprints;
mod plan;
mod questions;
mod run;
mod shards;
mod solver;
mod store;
#[cfg(test)]
mod tests;
mod unshared;
mod watcher;

pub use crate::engine::{NoShard, Shard};
pub use answer::{
    Answer, Ask, Essentially, Goal, Limits, Order, Outcome, Outline, Piece, Progress, Reading, Status,
    StoppedBy, Times, Work,
};
pub use error::SolveError;
pub use plan::Plan;
pub use questions::Solve;
pub use solver::Solver;
pub use watcher::{Standing, Watcher};

pub use collect::KEPT;
pub use watcher::Lookout;
