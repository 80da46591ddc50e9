//! The levels of a search that takes the cells in a fixed order: the digits that a level has to try, and what is known after
//! it.

use crate::compile::{Condition, Problem};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::Group;

/// The depth of each cell in an order.
pub struct Depths(Vec<usize>);

impl Depths {
    /// Returns the depths in an order of some of the problem's cells.
    pub fn of(problem: &Problem, order: impl IntoIterator<Item = usize>) -> Self {
        let mut depths = vec![0; problem.domains.len()];
        order.into_iter().enumerate().for_each(|(depth, cell)| depths[cell] = depth);
        Self(depths)
    }

    pub fn get(&self, cell: usize) -> usize {
        self.0[cell]
    }

    /// Returns the depth after which all these cells are known; `None` if there is no cell.
    pub fn last(&self, cells: impl IntoIterator<Item = usize>) -> Option<usize> {
        cells.into_iter().map(|cell| self.0[cell]).max()
    }

    /// Returns the depth after which a condition can be tested; `None` if it has no cell.
    pub fn complete(&self, condition: &Condition) -> Option<usize> {
        self.last(condition.cells.iter().map(|cell| cell.index()))
    }

    /// Returns the earlier and the later of two cells.
    pub fn sorted(&self, (a, b): (Cell, Cell)) -> (usize, usize) {
        let (a, b) = (a.index(), b.index());
        if self.0[a] < self.0[b] { (a, b) } else { (b, a) }
    }
}

/// Returns the groups that each cell belongs to.
pub fn groups_of_cells(problem: &Problem) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); problem.domains.len()];
    for (i, group) in problem.groups.iter().enumerate() {
        group.cells.iter().for_each(|cell| groups[cell.index()].push(i));
    }
    groups
}

/// Returns the conditions without a cell: they hold or fail before the search begins.
pub fn constant(problem: &Problem) -> impl Iterator<Item = usize> {
    (0..problem.conditions.len()).filter(|condition| problem.conditions[*condition].cells.is_empty())
}

/// The cell of a level, and the distinctness rules for it.
#[derive(Debug)]
pub struct Place {
    pub cell: usize,
    pub domain: DigitSet,
    /// The groups it belongs to.
    pub groups: Vec<usize>,
    /// Earlier cells that it must differ from, besides those of its groups.
    pub differ: Vec<usize>,
}

impl Place {
    /// Returns the digits that earlier cells leave to this one. `full` returns the digits that a group can take no more.
    #[inline]
    pub fn free(&self, full: impl Fn(usize) -> DigitSet, digits: &[Digit]) -> DigitSet {
        let mut free = self.domain;
        for group in &self.groups {
            free = free.minus(full(*group));
        }
        for other in &self.differ {
            free = free.without(digits[*other]);
        }
        free
    }
}

/// Returns the places of an order of all cells.
pub fn places(problem: &Problem, order: impl Iterator<Item = usize>, depths: &Depths) -> Vec<Place> {
    let mut groups = groups_of_cells(problem);
    let place = |cell: usize| Place {
        cell,
        domain: problem.domains[cell],
        groups: std::mem::take(&mut groups[cell]),
        differ: Vec::new(),
    };
    let mut places: Vec<Place> = order.map(place).collect();
    for pair in &problem.differ {
        let (earlier, later) = depths.sorted(*pair);
        places[depths.get(later)].differ.push(earlier);
    }
    places
}

/// Returns an estimate of the digits left to try at each place.
pub fn choices<'a>(problem: &Problem, places: impl Iterator<Item = &'a Place>) -> impl Iterator<Item = f64> {
    let pools: Vec<u64> = problem.groups.iter().map(|group| pool(problem, group)).collect();
    let mut cells_before = vec![0; problem.groups.len()];
    places.map(move |place| {
        let own = place.domain.len();
        let left = place
            .groups
            .iter()
            .map(|group| left(own, cells_before[*group] / problem.groups[*group].most.max(1), pools[*group]));
        let choices = left.fold(own as f64, f64::min).max(1.0);
        place.groups.iter().for_each(|group| cells_before[*group] += 1);
        choices
    })
}

/// Returns the digits that the cells of a group may take together.
pub fn pool(problem: &Problem, group: &Group) -> u64 {
    group.cells.iter().fold(0, |pool, cell| pool | problem.domains[cell.index()].bits())
}

/// Returns an estimate of a cell's remaining digits if this number of its group's digits are taken, each equally likely: the
/// fewer digits a cell may take, the fewer of them are taken.
pub fn left(own: usize, taken: usize, pool: u64) -> f64 {
    let pool = pool.count_ones() as usize;
    (own * pool.saturating_sub(taken)) as f64 / pool.max(1) as f64
}
