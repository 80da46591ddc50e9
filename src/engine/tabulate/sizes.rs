//! How many ways there are to give cells their digits, about.

use super::part::Part;
use crate::compile::Problem;
use crate::expr::Cell;

/// Counts assignments; digits of fixed cells are taken.
pub(super) struct Sizes<'p> {
    problem: &'p Problem,
    /// Cells that must differ, as bits.
    distinct: u64,
    /// Digits that are taken already.
    taken: usize,
}

impl<'p> Sizes<'p> {
    pub(super) fn new(problem: &'p Problem, fixed: u64, distinct: u64) -> Self {
        Self { problem, distinct, taken: (fixed & distinct).count_ones() as usize }
    }

    pub(super) fn of(&self, cells: &[Cell]) -> f64 {
        self.count(cells.iter().fold(0, |bits, cell| bits | 1 << cell.index()), self.taken)
    }

    /// Of the cells of several parts.
    pub(super) fn of_all<'a>(&self, parts: impl Iterator<Item = &'a Part>) -> f64 {
        let cells = parts.flat_map(|part| &part.cells).fold(0, |bits: u64, cell| bits | 1 << cell.index());
        self.count(cells, self.taken)
    }

    /// Of the fixed cells themselves.
    pub(super) fn fixed(&self, fixed: u64) -> f64 {
        self.count(fixed, 0)
    }

    /// Of all cells but these, once these have their digits.
    pub(super) fn unread(&self, read: u64) -> f64 {
        let all = u64::MAX >> (64 - self.problem.domains.len().clamp(1, 64));
        self.count(all & !read, (read & self.distinct).count_ones() as usize)
    }

    /// The smallest domains first: where a word may not begin with zero, nine digits are left for its first
    /// letter and, then, nine for the next.
    fn count(&self, cells: u64, taken: usize) -> f64 {
        let bits = (0..64).filter(|cell| cells >> cell & 1 == 1);
        let mut domains: Vec<(usize, bool)> =
            bits.map(|cell| (self.problem.domains[cell].len(), self.distinct >> cell & 1 == 1)).collect();
        domains.sort_unstable();
        let mut before = taken;
        let mut count = 1.0;
        for (domain, is_distinct) in domains {
            count *= if is_distinct { domain.saturating_sub(before) } else { domain }.max(1) as f64;
            before += usize::from(is_distinct);
        }
        count
    }
}
