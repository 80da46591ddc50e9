//! The digits that the cells of a group have taken, however often each may be taken.

use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::puzzle::Group;

/// The digits that a group has taken.
pub struct Taken {
    /// The digits that were taken as often as allowed.
    full: DigitSet,
    /// How often each was taken; kept only if digits are shared.
    counts: Option<Box<[usize; 64]>>,
    least: usize,
    most: usize,
    digits: DigitSet,
    left: usize,
}

impl Taken {
    /// Starts a group with nothing taken.
    pub fn none(group: &Group) -> Self {
        Self {
            full: DigitSet::EMPTY,
            counts: (group.most > 1).then(|| Box::new([0; 64])),
            least: group.least,
            most: group.most,
            digits: group.digits,
            left: group.cells.len(),
        }
    }

    /// Returns the digits that were taken as often as allowed.
    #[inline]
    pub fn full(&self) -> DigitSet {
        self.full
    }

    pub fn take(&mut self, digit: Digit) {
        self.left -= 1;
        match &mut self.counts {
            None => self.full = self.full.with(digit),
            Some(counts) => {
                counts[usize::from(digit)] += 1;
                if counts[usize::from(digit)] >= self.most {
                    self.full = self.full.with(digit);
                }
            }
        }
    }

    pub fn give_back(&mut self, digit: Digit) {
        self.left += 1;
        self.full = self.full.without(digit);
        if let Some(counts) = &mut self.counts {
            counts[usize::from(digit)] -= 1;
        }
    }

    /// Returns whether the remaining cells can still take every digit as often as they must.
    pub fn can_fill(&self) -> bool {
        let Some(counts) = &self.counts else { return true };
        let missing = self.digits.iter().map(|digit| self.least.saturating_sub(counts[usize::from(digit)]));
        missing.sum::<usize>() <= self.left
    }
}
