//! The names that most programs need: `use fukumen::prelude::*;`.

pub use crate::puzzle::Puzzle;
pub use crate::solve::{Solve, Solver};
