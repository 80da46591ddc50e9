//! A fixed order of the cells, chosen before the search.
//!
//! Conditions are taken one after the other, the one with the smallest space of unknown digits first, so each
//! is tested as early as possible. Orders and inequalities exclude too little to come first; they are tested
//! as soon as their digits are known. Within a linear condition the heaviest digits come first, because they
//! bound its sum best.

use std::collections::HashSet;

use crate::compile::Condition;
use crate::compile::Problem;
use crate::engine::cost::strength;
use crate::expr::Cell;
use crate::expr::Expr;
use crate::interrupt::Interrupt;
use crate::interrupt::Interrupted;
use crate::vocabulary::Algebra;
use crate::vocabulary::Tier;

/// All cells of the problem in the order in which to assign them.
pub fn planned(problem: &Problem, interrupt: &dyn Interrupt) -> Result<Vec<Cell>, Interrupted> {
    let mut order = Vec::with_capacity(problem.domains.len());
    let mut known = HashSet::new();
    let mut left: Vec<&Condition> = problem.conditions.iter().collect();
    // Once all cells are known the conditions that are left have nothing to add.
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

/// The condition to take next: one that says much, with the fewest assignments of its unknown cells;
/// the first of several.
fn smallest(problem: &Problem, conditions: &[&Condition], known: &HashSet<Cell>) -> Option<usize> {
    let size = |condition: &Condition| {
        let unknown = condition.cells.iter().filter(|cell| !known.contains(cell));
        unknown.map(|cell| (problem.domains[cell.index()].len().max(1) as f64).ln()).sum::<f64>()
    };
    let sizes = conditions.iter().map(|condition| (is_weak(condition), size(condition))).enumerate();
    sizes.min_by(|(_, (x, a)), (_, (y, b))| x.cmp(y).then(a.total_cmp(b))).map(|(i, _)| i)
}

/// Whether most assignments satisfy it.
pub fn is_weak(condition: &Condition) -> bool {
    let Expr::Chain(chain) = &condition.expr else { return false };
    chain.tier() == Tier::Relation
        && chain.rest.iter().all(|(operator, _)| operator.algebra != Algebra::Equal)
}

/// Its cells, the heaviest first where it is linear, else as the text has them.
fn by_weight(condition: &Condition) -> Vec<Cell> {
    let Some(linear) = &condition.linear else { return condition.cells.clone() };
    let mut terms = linear.form.terms.clone();
    terms.sort_by_key(|(cell, coefficient)| (std::cmp::Reverse(coefficient.unsigned_abs()), *cell));
    terms.into_iter().map(|(cell, _)| cell).collect()
}

/// The part of all assignments that a condition leaves which is only tested: a guess.
pub fn strength(expr: &Expr) -> f64 {
    match expr {
        Expr::Chain(chain) if chain.tier() == Tier::Relation => match chain.rest.first() {
            Some((operator, _)) if operator.algebra == Algebra::Equal => strength::EQUAL,
            Some((operator, _)) if operator.algebra == Algebra::Unequal => strength::UNEQUAL,
            Some((operator, _)) if operator.algebra == Algebra::Opaque => strength::OPAQUE,
            _ => strength::ORDER,
        },
        Expr::Chain(_) => strength::ORDER,
        Expr::Call(..) => strength::CALL,
        _ => strength::OTHER,
    }
}
