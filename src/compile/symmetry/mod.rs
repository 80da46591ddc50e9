//! Placeholder until the real module is merged.
#![allow(missing_docs)]
use crate::digits::Digit;
use crate::puzzle::Puzzle;
pub enum Level {
    Terms,
    Digits,
}
pub struct Symmetries;
impl Symmetries {
    pub fn is_complete(&self) -> bool {
        true
    }
}
pub fn symmetries(_: &Puzzle, _: Level) -> Symmetries {
    Symmetries
}
pub fn classes(solutions: &[&[Digit]], _: &Symmetries) -> Vec<u64> {
    (1..=solutions.len() as u64).collect()
}
