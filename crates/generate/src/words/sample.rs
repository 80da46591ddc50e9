//! Samples: some puzzles at random instead of all.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::choosing::{Choosing, PART, Task};
use super::walk::{Known, Walk};
use crate::chance;
use crate::chance::{Shuffled, random};
use crate::finds::Finds;

/// The most words of a random sum of any words, by default: most sums with more have too many letters.
pub(super) const MOST_SAMPLED: usize = 8;
/// The most words of the candidates of a part on average, if a sample lists them all.
const LISTED: u128 = 4 * PART;
/// How often words are drawn in a part that has more.
const DRAWS: u32 = 2_000;
/// How often a sample goes through all parts.
pub(super) const ROUNDS: u64 = 2;

impl Choosing {
    /// Proposes puzzles of a part in a random order, as the parts are: in the first round one of each, so that a sample
    /// covers all parts, in the second the rest.
    pub(super) fn sampled(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let parts = self.own_parts().max(1);
        let (round, part) = (part / parts, Shuffled::new(self.seed, parts).place(part % parts));
        let Some((task, number)) = self.task(part) else { return ControlFlow::Continue(()) };
        let share = task.share(number);
        let mut walk = Walk::new(self, task, number, finds);
        let mut random = random(self.seed, part);
        if share.saturating_mul(task.form.words() as u128) <= LISTED {
            walk.descend(0, Known::default())?;
            let mut passed = std::mem::take(&mut walk.passed);
            chance::shuffle(&mut random, &mut passed);
            self.propose_in_turn(task, round, passed.into_iter(), finds)?;
        } else {
            // These are too many to be kept: each is drawn word by word.
            let mut drawn = Vec::new();
            for _ in 0..DRAWS {
                walk.draw(0, Known::default(), &mut random)?;
                drawn.append(&mut walk.passed);
            }
            let mut seen = HashSet::new();
            drawn.retain(|choice| seen.insert(choice.clone()));
            self.propose_in_turn(task, round, drawn.into_iter(), finds)?;
        }
        let candidates = if round == 0 { u64::try_from(share).unwrap_or(u64::MAX) } else { 0 };
        finds.looked_at(candidates)
    }

    /// Proposes choices of words in their order: up to the first that is a puzzle, or all after that.
    fn propose_in_turn(
        &self,
        task: &Task,
        round: u64,
        mut choices: impl Iterator<Item = Vec<u32>>,
        finds: &mut Finds<'_>,
    ) -> ControlFlow<()> {
        if round == 0 {
            choices.any(|choice| finds.is_interrupted() || self.propose(task, &choice, finds));
            return finds.looked_at(0);
        }
        let mut first = Finds::aside(finds);
        choices.any(|choice| first.is_interrupted() || self.propose(task, &choice, &mut first));
        choices.try_for_each(|choice| {
            self.propose(task, &choice, finds);
            finds.looked_at(0)
        })
    }
}
