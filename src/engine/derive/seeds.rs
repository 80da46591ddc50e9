//! Beginnings of orders that a step by step search for routes does not see: what pays only at the end.
//!
//! A number can be read off once everything else in its equation is known: one beginning for each number of
//! each equation is everything else. Columns are complete one after the other: one beginning for each
//! equation takes its cells from the last column to the first, those of factors before those of the sum.

use super::algebra::Equation;
use super::algebra::Slot;
use super::algebra::System;
use crate::vocabulary::Algebra;

/// Equations that are looked at, the shortest first: more would take too long.
const EQUATIONS: usize = 4;

/// Cells to begin with.
pub(super) fn seeds(system: &System, base: i64) -> Vec<Vec<usize>> {
    let mut equations: Vec<&Equation> =
        system.equations.iter().filter(|equation| equation.relation == Algebra::Equal).collect();
    equations.sort_by_key(|equation| equation.cells.len());
    let mut seeds = Vec::new();
    for equation in equations.into_iter().take(EQUATIONS) {
        for slot in system.slots_of(equation) {
            if let Some(others) = all_but(system, equation, slot) {
                seeds.push(others);
            }
        }
        seeds.push(by_columns(system, equation, base));
    }
    seeds
}

/// The cells of an equation that are not all of one number; those are known last.
fn all_but(system: &System, equation: &Equation, slot: usize) -> Option<Vec<usize>> {
    let form = system.form(slot).filter(|form| form.terms.len() > 1)?;
    let others = system.slots_of(equation).into_iter().filter(|other| *other != slot);
    let is_elsewhere: Vec<usize> = others.flat_map(|other| cells(system, other)).collect();
    let only_here = |cell: &usize| form.coefficient(*cell) != 0 && !is_elsewhere.contains(cell);
    Some(equation.cells.iter().copied().filter(|cell| !only_here(cell)).collect())
}

fn cells(system: &System, slot: usize) -> Vec<usize> {
    match &system.slots[slot] {
        Slot::Form(form) => form.terms.iter().map(|term| term.0).collect(),
        Slot::Opaque { cells, .. } => cells.clone(),
    }
}

fn by_columns(system: &System, equation: &Equation, base: i64) -> Vec<usize> {
    let key = |cell: &usize| {
        let mut key = (u32::MAX, true);
        for product in &equation.products {
            for slot in &product.slots {
                let coefficient = system.coefficient(*slot, *cell);
                if coefficient != 0 {
                    key = key.min((column(coefficient, base), product.slots.len() == 1));
                }
            }
        }
        key
    };
    let mut cells = equation.cells.clone();
    cells.sort_by_key(key);
    cells
}

/// How often the base divides a coefficient.
pub(super) fn column(mut coefficient: i64, base: i64) -> u32 {
    let mut column = 0;
    while coefficient != 0 && coefficient % base == 0 {
        coefficient /= base;
        column += 1;
    }
    column
}
