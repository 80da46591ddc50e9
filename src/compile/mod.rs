//! From a puzzle to what engines work on.

pub mod symmetry;
