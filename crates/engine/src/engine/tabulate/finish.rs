//! From a hit to solutions: its images, the cells outside the equation, and every condition.

use std::ops::ControlFlow;

use super::layout::Layout;
use crate::compile::Problem;
use crate::engine::search::split::Visitor;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::Group;

/// Tests hits and hands the solutions over.
pub(super) struct Finish<'p> {
    problem: &'p Problem,
    /// The cells outside the equation, in their order.
    free: Vec<usize>,
    /// For each of them, and before all of them, the conditions whose last cell it is.
    conditions: Vec<Vec<usize>>,
    /// Cells that must differ, as bits.
    distinct: u64,
    /// The condition that was split.
    lead: usize,
    /// Groups whose rules tables and masks do not enforce.
    groups: Vec<&'p Group>,
}

impl<'p> Finish<'p> {
    pub(super) fn new(layout: &Layout, problem: &'p Problem) -> Self {
        let read = layout.cells();
        let free: Vec<usize> = (0..problem.domains.len()).filter(|cell| read >> cell & 1 == 0).collect();
        let mut conditions = vec![Vec::new(); free.len() + 1];
        let others = problem.conditions.iter().enumerate().filter(|(number, _)| *number != layout.lead);
        for (number, condition) in others {
            let place = |cell: &Cell| free.iter().position(|free| *free == cell.index());
            let last = condition.cells.iter().filter_map(place).max();
            conditions[last.map_or(0, |place| place + 1)].push(number);
        }
        let is_masked = |group: &Group| {
            group.most == 1
                && group.least == 0
                && group.cells.iter().all(|cell| layout.distinct >> cell.index() & 1 == 1)
        };
        let groups = problem.groups.iter().filter(|group| !is_masked(group)).collect();
        Self { problem, free, conditions, distinct: layout.distinct, lead: layout.lead, groups }
    }

    /// Returns whether the equation itself may hold: for a hit and all its images at once.
    pub(super) fn agrees(&self, digits: &[Digit], visitor: &mut Visitor) -> bool {
        // A cell that cancelled out of the equation, as in A-A, is still in its condition, which may then be anything.
        visitor.may_hold(self.lead, digits)
    }

    /// Tests an assignment of the equation's cells, and hands over every solution that extends it.
    pub(super) fn offer(&self, digits: &mut [Digit], visitor: &mut Visitor) -> ControlFlow<()> {
        let cells =
            (0..digits.len()).filter(|cell| self.distinct >> cell & 1 == 1 && !self.free.contains(cell));
        let taken = cells.fold(0, |mask, cell| mask | 1 << digits[cell]);
        self.extend(0, taken, digits, visitor)
    }

    /// Continues after the first of the free cells are assigned.
    fn extend(
        &self,
        known: usize,
        taken: u64,
        digits: &mut [Digit],
        visitor: &mut Visitor,
    ) -> ControlFlow<()> {
        if !self.conditions[known].iter().all(|condition| visitor.may_hold(*condition, digits)) {
            // A condition that takes long may have been interrupted instead.
            return visitor.nodes(0);
        }
        let Some(cell) = self.free.get(known).copied() else { return self.complete(digits, visitor) };
        let is_distinct = self.distinct >> cell & 1 == 1;
        for digit in self.problem.domains[cell].iter() {
            if is_distinct && taken >> digit & 1 == 1 {
                continue;
            }
            visitor.node()?;
            digits[cell] = digit;
            let taken = if is_distinct { taken | 1 << digit } else { taken };
            self.extend(known + 1, taken, digits, visitor)?;
        }
        ControlFlow::Continue(())
    }

    fn complete(&self, digits: &[Digit], visitor: &mut Visitor) -> ControlFlow<()> {
        if self.obeys(digits) { visitor.complete(digits) } else { ControlFlow::Continue(()) }
    }

    /// Returns whether no digit is taken too often or too rarely, in any group.
    fn obeys(&self, digits: &[Digit]) -> bool {
        let differ = self.problem.differ.iter().all(|(a, b)| digits[a.index()] != digits[b.index()]);
        differ
            && self.groups.iter().all(|group| {
                let mut counts = [0; 64];
                group.cells.iter().for_each(|cell| counts[usize::from(digits[cell.index()])] += 1);
                counts.iter().all(|count| *count <= group.most)
                    && group.digits.iter().all(|digit| counts[usize::from(digit)] >= group.least)
            })
    }
}
