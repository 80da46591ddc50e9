//! The symbols that permutation engines arrange: one group whose digits all differ.

use crate::compile::Problem;
use crate::engine::reason::{Reason, reason};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::Group;

/// Returns the one group of cells that differ, if there is no other rule of its kind; empty without a rule.
pub fn only_group(problem: &Problem) -> Result<Vec<Cell>, Reason> {
    match &problem.groups[..] {
        [] => Ok(Vec::new()),
        [Group { cells, least: 0, most: 1, .. }] => Ok(cells.clone()),
        [_] => Err(reason!("why-not-shared")),
        _ => Err(reason!("why-not-groups")),
    }
}

/// Returns the digits that some cell of the group may take.
pub fn values_of(problem: &Problem, group: &[Cell]) -> Vec<Digit> {
    let domains = group.iter().map(|cell| problem.domains[cell.index()]);
    domains.fold(DigitSet::EMPTY, |all, some| all | some).iter().collect()
}
