//! What is said of each step: which template, with which values.

use super::scene::Scene;
use super::search::RawStep;
use super::state::Arena;
use super::step::Sentence;

pub(super) fn sentences(_: &Scene, _: &Arena, _: &RawStep) -> Vec<Sentence> {
    Vec::new()
}
