//! What can be said of an explanation as a whole.

use super::step::Rule;
use super::{Claim, Explanation, Status, Step, places};
use fukumen_language::digits::DigitSet;
use fukumen_language::puzzle::Puzzle;

/// All steps, those in cases as well.
pub(super) fn all_steps(steps: &[Step]) -> impl Iterator<Item = &Step> {
    let mut stack: Vec<&Step> = steps.iter().rev().collect();
    std::iter::from_fn(move || {
        let step = stack.pop()?;
        stack.extend(step.cases.iter().flat_map(|case| &case.steps));
        Some(step)
    })
}

impl Explanation {
    /// The explanation of a puzzle whose solutions are not known, because the search for them was stopped.
    #[must_use]
    pub fn unfinished(puzzle: &Puzzle) -> Self {
        Self {
            names: places(puzzle).into_iter().map(|(name, _)| name).collect(),
            status: Status::Stopped,
            solutions: 0,
            exhausted: false,
            answers: Vec::new(),
            complete: false,
            given: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// How many of its places the steps settle without cases, from 0 to 1.
    #[must_use]
    pub fn share_without_cases(&self) -> f64 {
        if self.names.is_empty() {
            return 1.0;
        }
        let mut known: Vec<Option<DigitSet>> = vec![None; self.names.len()];
        let given = self.given.iter().map(|given| &given.claim);
        let gives =
            self.steps.iter().flat_map(|step| &step.gives).filter(|given| given.rule != Some(Rule::K6));
        for claim in given.chain(gives.map(|given| &given.claim)) {
            if let Claim::Digit(place, digits) = claim
                && let Some(own) = known.get_mut(place.index())
            {
                *own = Some(own.map_or(*digits, |own| own & *digits));
            }
        }
        let settled = known.iter().flatten().filter(|digits| digits.len() == 1).count();
        settled as f64 / self.names.len() as f64
    }
}
