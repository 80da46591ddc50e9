//! The levels of a search that takes the cells in a fixed order: which digits a level has to try, and what is known behind
//! it.

use crate::compile::Condition;
use crate::compile::Problem;
use crate::digits::Digit;
use crate::digits::DigitSet;
use crate::expr::Cell;

/// The depth of each cell in an order.
pub struct Depths(Vec<usize>);

impl Depths {
    /// The depths in an order of some of the problem's cells.
    pub fn of(problem: &Problem, order: impl IntoIterator<Item = usize>) -> Self {
        let mut depths = vec![0; problem.domains.len()];
        order.into_iter().enumerate().for_each(|(depth, cell)| depths[cell] = depth);
        Self(depths)
    }

    pub fn get(&self, cell: usize) -> usize {
        self.0[cell]
    }

    /// The depth behind which all these cells are known; none if there is no cell.
    pub fn last(&self, cells: impl IntoIterator<Item = usize>) -> Option<usize> {
        cells.into_iter().map(|cell| self.0[cell]).max()
    }

    /// The depth behind which a condition can be tested; none if it has no cell.
    pub fn complete(&self, condition: &Condition) -> Option<usize> {
        self.last(condition.cells.iter().map(|cell| cell.index()))
    }

    /// The earlier and the later of two cells.
    pub fn sorted(&self, (a, b): (Cell, Cell)) -> (usize, usize) {
        let (a, b) = (a.index(), b.index());
        if self.0[a] < self.0[b] { (a, b) } else { (b, a) }
    }
}

/// The groups that each cell belongs to.
pub fn groups_of_cells(problem: &Problem) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); problem.domains.len()];
    for (i, group) in problem.groups.iter().enumerate() {
        group.cells.iter().for_each(|cell| groups[cell.index()].push(i));
    }
    groups
}

/// Conditions without a cell: they hold or fail before the search begins.
pub fn constant(problem: &Problem) -> impl Iterator<Item = usize> {
    (0..problem.conditions.len()).filter(|condition| problem.conditions[*condition].cells.is_empty())
}

/// The cell of a level, and what the distinctness rules say about it.
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
    /// The digits that earlier cells leave to this one. `full` says which digits a group can take no more.
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

/// The places of an order of all cells.
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

/// How many digits each place has left to try, if all cells of a group take digits of the same domain.
pub fn choices<'a>(problem: &Problem, places: impl Iterator<Item = &'a Place>) -> impl Iterator<Item = f64> {
    let mut cells_before = vec![0; problem.groups.len()];
    places.map(move |place| {
        let taken =
            place.groups.iter().map(|group| cells_before[*group] / problem.groups[*group].most.max(1));
        let choices = place.domain.len().saturating_sub(taken.max().unwrap_or(0)).max(1);
        place.groups.iter().for_each(|group| cells_before[*group] += 1);
        choices as f64
    })
}
