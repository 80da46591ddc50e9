//! A fixed order of the cells, chosen before the search.
//!
//! Conditions are taken one after the other, the one with the smallest space of unknown digits first, so each
//! is tested as early as possible. Orders and inequalities exclude too little to come first; they are tested
//! as soon as their digits are known. Within a linear condition the heaviest digits come first, because they
//! bound its sum best.

use std::collections::HashSet;

use crate::compile::{Condition, Problem, Shape};
use crate::engine::cost::strength;
use fukumen_language::arrange::Arrange;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::vocabulary::Algebra;

/// Returns all cells of the problem in the order in which to assign them.
pub fn planned(problem: &Problem, interrupt: &dyn Interrupt) -> Result<Vec<Cell>, Interrupted> {
    let mut order = Vec::with_capacity(problem.domains.len());
    let mut known = HashSet::new();
    let mut left: Vec<&Condition> = problem.conditions.iter().collect();
    // Once all cells are known, the remaining conditions have nothing to add.
    while known.len() < problem.domains.len()
        && let Some(next) = smallest(problem, &left, &known)
    {
        interrupt.check()?;
        for cell in by_weight(left.swap_remove(next)) {
            if known.insert(cell) {
                order.push(cell);
            }
        }
    }
    order.extend(problem.order.iter().filter(|cell| !known.contains(cell)));
    Ok(order)
}

/// Returns the condition to take next: one that excludes much, with the fewest assignments of its unknown cells; the first of
/// several.
fn smallest(problem: &Problem, conditions: &[&Condition], known: &HashSet<Cell>) -> Option<usize> {
    let size = |condition: &Condition| {
        let unknown = condition.cells.iter().filter(|cell| !known.contains(cell));
        unknown.map(|cell| (problem.domains[cell.index()].len().max(1) as f64).ln()).sum::<f64>()
    };
    let sizes = conditions.iter().map(|condition| (is_weak(condition), size(condition))).enumerate();
    sizes.min_by(|(_, (x, a)), (_, (y, b))| x.cmp(y).then(a.total_cmp(b))).map(|(i, _)| i)
}

/// Returns whether most assignments satisfy it.
pub fn is_weak(condition: &Condition) -> bool {
    matches!(condition.shape(), Shape::Relation(relation) if relation != Algebra::Equal)
}

/// Returns its cells, the heaviest first if it is linear, else in the order of the text.
fn by_weight(condition: &Condition) -> Vec<Cell> {
    let Some(linear) = &condition.linear else { return condition.cells.clone() };
    let mut terms = linear.form.terms.clone();
    terms.arrange_by_key(|(cell, coefficient)| (std::cmp::Reverse(coefficient.unsigned_abs()), *cell));
    terms.into_iter().map(|(cell, _)| cell).collect()
}

/// Returns the share of all assignments that a condition which is only tested leaves: a guess.
pub fn strength(condition: &Condition) -> f64 {
    match condition.shape() {
        Shape::Relation(Algebra::Equal) => strength::EQUAL,
        Shape::Relation(Algebra::Unequal) => strength::UNEQUAL,
        Shape::Relation(Algebra::Opaque | Algebra::Divides) => strength::OPAQUE,
        Shape::Relation(_) | Shape::Joined => strength::ORDER,
        Shape::Call => strength::CALL,
        Shape::Other => strength::OTHER,
    }
}
