//! The space of a count: cells with domains, sums of them, and sets of cells whose digits differ.

use super::sum::Sum;
use crate::compile::{Problem, separable::Separable};
use crate::engine::reason::{Reason, reason};
use fukumen_language::digits::DigitSet;
use fukumen_language::puzzle::Group;

/// A problem that can be counted.
pub(super) struct Space {
    /// The digits of each cell.
    pub(super) domains: Vec<DigitSet>,
    /// The conditions.
    pub(super) sums: Vec<Sum>,
    /// The cells whose digits differ.
    pub(super) areas: Vec<Area>,
    /// The areas of each cell.
    pub(super) areas_of: Vec<Vec<usize>>,
    /// For each cell, the first one that it is interchangeable with.
    pub(super) interchangeable: Vec<usize>,
    /// The bits that all areas use together.
    pub(super) area_bits: u32,
}

/// Cells whose digits differ, and where a state records the digits they took.
pub(super) struct Area {
    pub(super) cells: Vec<usize>,
    /// The bit of digit 0.
    pub(super) shift: u32,
    /// All its bits.
    pub(super) bits: u64,
    /// Digits that one of the cells must take.
    pub(super) must: DigitSet,
}

/// The most cells: larger problems have more assignments than 128 bits can count, except for puzzles with one or two digits.
const MOST_CELLS: usize = 256;
/// The most sums of a state.
pub(super) const MOST_SUMS: usize = 8;
/// The assignments that can certainly be counted, as a power of two.
const MOST_BITS: f64 = 127.0;

impl Space {
    /// Reads the problem as a space, or returns why it cannot.
    pub(super) fn of(problem: &Problem) -> Result<Self, Reason> {
        if problem.domains.len() > MOST_CELLS {
            return Err(reason!("why-not-count-digits", most = MOST_CELLS));
        }
        let sums: Option<Vec<Sum>> = problem
            .conditions
            .iter()
            .map(|condition| Separable::of(problem, condition).map(Sum::of))
            .collect();
        let sums = sums.ok_or_else(|| reason!("why-not-sum"))?;
        if sums.len() > MOST_SUMS {
            return Err(reason!("why-not-count-conditions", most = MOST_SUMS));
        }
        let (areas, area_bits) = areas(problem)?;
        let mut areas_of = vec![Vec::new(); problem.domains.len()];
        for (number, area) in areas.iter().enumerate() {
            area.cells.iter().for_each(|cell| areas_of[*cell].push(number));
        }
        let mut space = Self {
            domains: problem.domains.clone(),
            sums,
            areas,
            areas_of,
            interchangeable: Vec::new(),
            area_bits,
        };
        if space.assignments().log2() > MOST_BITS {
            return Err(reason!("why-not-count-bits"));
        }
        space.interchangeable =
            (0..space.domains.len()).map(|cell| space.first_interchangeable(cell)).collect();
        Ok(space)
    }

    /// Returns an upper bound on the assignments, without the sums.
    pub(super) fn assignments(&self) -> f64 {
        let order: Vec<usize> = (0..self.domains.len()).collect();
        self.choices(&order).into_iter().product()
    }

    /// Returns an estimate of the free digits for each cell of an order.
    pub(super) fn choices(&self, order: &[usize]) -> Vec<f64> {
        let mut taken = vec![0; self.areas.len()];
        let mut choices = Vec::with_capacity(order.len());
        for cell in order {
            let most = self.areas_of[*cell].iter().map(|area| taken[*area]).max().unwrap_or(0);
            choices.push(self.domains[*cell].len().saturating_sub(most).max(1) as f64);
            self.areas_of[*cell].iter().for_each(|area| taken[*area] += 1);
        }
        choices
    }

    /// Returns the first cell that is interchangeable with this one in every solution; often itself.
    fn first_interchangeable(&self, cell: usize) -> usize {
        let is_interchangeable = |other: &usize| {
            self.domains[*other] == self.domains[cell]
                && self.areas_of[*other] == self.areas_of[cell]
                && self.sums.iter().all(|sum| {
                    let of = |cell: usize| (sum.coefficients[cell], &sum.tables[cell]);
                    of(*other) == of(cell)
                })
        };
        if self.areas_of[cell].is_empty() { cell } else { (0..cell).find(is_interchangeable).unwrap_or(cell) }
    }
}

/// Returns the sets of cells whose digits differ, and the bits they use.
fn areas(problem: &Problem) -> Result<(Vec<Area>, u32), Reason> {
    let pairs = problem.differ.iter().map(|(a, b)| (vec![a.index(), b.index()], DigitSet::EMPTY));
    let groups = problem.groups.iter().filter(|group| binds(group)).map(|group| {
        let must = if group.least == 0 { DigitSet::EMPTY } else { group.digits };
        (group.cells.iter().map(|cell| cell.index()).collect(), must)
    });
    if problem.groups.iter().any(|group| binds(group) && (group.most > 1 || group.least > 1)) {
        return Err(reason!("why-not-count-shared"));
    }
    let (mut shift, mut areas) = (0, Vec::new());
    for (cells, must) in groups.chain(pairs) {
        let width = u32::from(problem.context.base.get());
        if shift + width > u64::BITS {
            return Err(reason!("why-not-count-sets"));
        }
        let bits = DigitSet::all(problem.context.base).bits() << shift;
        areas.push(Area { cells, shift, bits, must });
        shift += width;
    }
    Ok((areas, shift))
}

/// Returns whether a group restricts anything.
fn binds(group: &Group) -> bool {
    group.least > 0 || group.most < group.cells.len()
}
