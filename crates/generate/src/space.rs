//! Spaces: what is to be searched for an order.

use std::fmt;
use std::ops::ControlFlow;

use crate::finds::Finds;

/// Candidates, cut into parts.
pub trait Space: Send + Sync {
    /// Returns the number of parts. A part takes at most about a tenth of a second, if possible.
    fn parts(&self) -> u64;

    /// Returns the number of candidates, if it is known.
    fn candidates(&self) -> Option<u64> {
        None
    }

    /// Returns notes to show before the search: what was left out of a list.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns how many puzzles are enough, if the order itself says so: a sample.
    fn enough(&self) -> Option<u64> {
        None
    }

    /// Returns whether it practically never ends: random calculations.
    fn is_endless(&self) -> bool {
        false
    }

    /// Examines every candidate of a part, and proposes those that may pass. Breaks when `finds` breaks, and only then.
    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Space + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Space of {} parts", self.parts())
    }
}
