//! Beginnings of orders that a search step by step does not see, because they pay only at the end.
//!
//! A number can be read off once everything else in its equation is known: for each number of each equation,
//! one beginning is everything else. Columns are complete one after the other: for each equation, one
//! beginning takes its cells from the last column to the first, those of factors before those of the sum. And
//! factors of many products are worth knowing first: the divisor of a long division.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::arrange::Arrange;
use crate::compile::polynomial::Equation;
use crate::compile::polynomial::Slot;
use crate::compile::polynomial::System;
use crate::vocabulary::Algebra;

/// Equations that are looked at, the shortest first: more would take too long.
const EQUATIONS: usize = 4;

/// Cells to begin with.
pub(super) fn seeds(system: &System, base: i64) -> Vec<Vec<usize>> {
    let mut equations: Vec<&Equation> =
        system.equations.iter().filter(|equation| equation.relation == Algebra::Equal).collect();
    equations.arrange_by_key(|equation| equation.cells.len());
    let mut seeds = Vec::new();
    for equation in equations.into_iter().take(EQUATIONS) {
        for slot in system.slots_of(equation) {
            if let Some(others) = all_but(system, equation, slot) {
                seeds.push(others);
            }
        }
        seeds.push(by_columns(system, equation, base));
    }
    seeds.extend(by_factors(system));
    seeds
}

/// Factors that come first.
const LEADING: usize = 3;

/// One beginning for each factor that stands in several products: its digits, the heaviest first; and one that
/// goes on with the digits of all other factors.
fn by_factors(system: &System) -> Vec<Vec<usize>> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    let products = system.equations.iter().flat_map(|equation| &equation.products);
    for slot in products.filter(|product| product.slots.len() > 1).flat_map(|product| &product.slots) {
        match counts.iter_mut().find(|(other, _)| other == slot) {
            Some((_, count)) => *count += 1,
            None => counts.push((*slot, 1)),
        }
    }
    counts.arrange_by_key(|(_, count)| Reverse(*count));
    let leading = counts.iter().filter(|(_, count)| *count > 1).take(LEADING);
    let mut seeds = Vec::new();
    for (slot, _) in leading {
        let first = by_weight(system, *slot);
        let others = counts.iter().flat_map(|(other, _)| by_weight(system, *other));
        seeds.push(unique(first.iter().copied().chain(others)));
        seeds.push(first);
    }
    seeds
}

/// The cells of a slot, the heaviest first.
fn by_weight(system: &System, slot: usize) -> Vec<usize> {
    let mut terms = system.form(slot).map(|form| form.terms.clone()).unwrap_or_default();
    terms.arrange_by_key(|(cell, coefficient)| (Reverse(coefficient.abs()), *cell));
    terms.into_iter().map(|(cell, _)| cell.index()).collect()
}

fn unique(cells: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut seen = HashSet::new();
    cells.filter(|cell| seen.insert(*cell)).collect()
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
        Slot::Form(form) => form.terms.iter().map(|term| term.0.index()).collect(),
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
    cells.arrange_by_key(key);
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
