//! Estimates in how many ways cells can have their digits.

use super::part::Part;
use crate::compile::Problem;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;

/// Counts assignments; digits of fixed cells are taken.
pub(super) struct Sizes {
    /// Each cell as a bit, with the size of its domain and whether its digit must differ from others. The smallest domains
    /// come first: if a word may not begin with zero, nine digits are left for its first letter and, then, nine for the next.
    cells: Vec<(u64, usize, bool)>,
    /// Cells that must differ, as bits.
    distinct: u64,
    /// The number of digits already taken.
    taken: usize,
}

impl Sizes {
    pub(super) fn new(problem: &Problem, fixed: u64, distinct: u64) -> Self {
        let cell = |(cell, domain): (usize, &DigitSet)| (1 << cell, domain.len(), distinct >> cell & 1 == 1);
        let mut cells: Vec<(u64, usize, bool)> = problem.domains.iter().enumerate().map(cell).collect();
        cells.arrange_by_key(|(_, domain, _)| *domain);
        Self { cells, distinct, taken: (fixed & distinct).count_ones() as usize }
    }

    pub(super) fn of(&self, part: &Part) -> f64 {
        self.count(part.bits(), self.taken)
    }

    /// Counts the assignments of the cells of several parts.
    pub(super) fn of_all<'a>(&self, parts: impl Iterator<Item = &'a Part>) -> f64 {
        self.count(parts.fold(0, |bits, part| bits | part.bits()), self.taken)
    }

    /// Counts the assignments of the fixed cells themselves.
    pub(super) fn fixed(&self, fixed: u64) -> f64 {
        self.count(fixed, 0)
    }

    /// Counts the choices for the fixed cells, including those that use a digit twice; 0 if no cell is fixed.
    pub(super) fn choices(&self, fixed: u64) -> f64 {
        let own = self.cells.iter().filter(|(cell, ..)| fixed & cell != 0);
        if fixed == 0 { 0.0 } else { own.map(|(_, domain, _)| *domain as f64).product() }
    }

    /// Counts the assignments of all cells except these, once these have their digits.
    pub(super) fn unread(&self, read: u64) -> f64 {
        self.count(!read, (read & self.distinct).count_ones() as usize)
    }

    fn count(&self, cells: u64, taken: usize) -> f64 {
        let mut before = taken;
        let mut count = 1.0;
        for (_, domain, is_distinct) in self.cells.iter().filter(|(cell, ..)| cells & cell != 0) {
            count *= if *is_distinct { domain.saturating_sub(before) } else { *domain }.max(1) as f64;
            before += usize::from(*is_distinct);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_language::puzzle::Puzzle;

    #[test]
    fn words_that_may_not_begin_with_zero_are_counted_exactly() {
        let puzzle: Puzzle = "AB*C=DE".parse().expect("it is a puzzle");
        let problem = Problem::of(&puzzle);
        let sizes = Sizes::new(&problem, 0, u64::MAX);
        assert_eq!(sizes.fixed(0b11), 81.0);
        assert_eq!(sizes.fixed(0b11011), 9.0 * 8.0 * 8.0 * 7.0);
        assert_eq!(Sizes::new(&problem, 0, 0).fixed(0b11), 90.0);
        assert_eq!(sizes.unread(0b11011), 6.0);
    }
}
