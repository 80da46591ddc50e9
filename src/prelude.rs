//! The names that most programs need, in one line: `use fukumen::prelude::*;`.

pub use crate::puzzle::Puzzle;
pub use crate::solve::{Solve, Solver};
