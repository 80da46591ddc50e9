//! Puzzles within words: equations, drawings and lists of words with a result, each proved by the grammar.

mod atoms;
mod drawings;
mod equations;
mod flat;
mod lists;

pub(super) use atoms::atoms;
pub(super) use drawings::{Drawing, drawings, rows};
pub(super) use equations::equations;
pub(super) use flat::level_rules;
pub(super) use lists::sum_lists;
