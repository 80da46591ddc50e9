//! Which solution is the first of those that differ only by a symmetry.

use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;

/// Tells the first solution of each class, without the others: it has the smallest digit of each orbit in the orbit's first
/// cell. See [`Symmetries::orbits`](super::Symmetries::orbits).
#[derive(Clone, Debug)]
pub struct Firsts {
    pub(super) orbits: Vec<Vec<Cell>>,
}

impl Firsts {
    /// Returns whether a solution is the first of its class.
    #[must_use]
    pub fn is_first(&self, digits: &[Digit]) -> bool {
        let is_first = |orbit: &Vec<Cell>| {
            let first = digits[orbit[0].index()];
            orbit.iter().all(|cell| first <= digits[cell.index()])
        };
        self.orbits.iter().all(is_first)
    }
}
