//! Spaces: what is to be searched for an order.

use std::fmt;
use std::ops::ControlFlow;

use crate::finds::Finds;

/// Candidates, cut into parts.
pub trait Space: Send + Sync {
    /// How many parts it has. A part takes about a tenth of a second at most, where that can be arranged.
    fn parts(&self) -> u64;

    /// How many candidates it has, where that is known.
    fn candidates(&self) -> Option<u64> {
        None
    }

    /// What the person who ordered should know before the search: what was left out of a list.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// How many puzzles are enough, if the order itself says so: a sample.
    fn enough(&self) -> Option<u64> {
        None
    }

    /// Whether nobody will see its end: calculations by lot.
    fn is_endless(&self) -> bool {
        false
    }

    /// Looks at every candidate of a part, proposing those that may do. Breaks off where `finds` says so, and only there.
    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Space + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Space of {} parts", self.parts())
    }
}
