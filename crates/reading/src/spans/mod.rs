//! Puzzles within words: equations and drawings, each proved by the grammar.

mod atoms;
mod drawings;
mod equations;

pub(super) use atoms::atoms;
pub(super) use drawings::{Drawing, drawings};
pub(super) use equations::equations;
