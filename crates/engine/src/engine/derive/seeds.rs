//! Beginnings of orders that a step-by-step search misses, because they pay only at the end: columns that are completed one
//! after the other.

use crate::compile::polynomial::{Equation, System};
use fukumen_language::arrange::Arrange;
use fukumen_language::vocabulary::Algebra;

/// The most equations to examine, the shortest first: more would take too long.
const EQUATIONS: usize = 4;

/// Returns cells to begin with: those of an equation from its last column to the first, those of factors before those of the
/// sum.
pub(super) fn by_columns(system: &System, base: i64) -> Vec<Vec<usize>> {
    let mut equations: Vec<&Equation> =
        system.equations.iter().filter(|equation| equation.relation == Algebra::Equal).collect();
    equations.arrange_by_key(|equation| equation.cells.len());
    equations.into_iter().take(EQUATIONS).map(|equation| of_equation(system, equation, base)).collect()
}

fn of_equation(system: &System, equation: &Equation, base: i64) -> Vec<usize> {
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

/// Returns how often the base divides a coefficient.
pub(super) fn column(mut coefficient: i64, base: i64) -> u32 {
    let mut column = 0;
    while coefficient != 0 && coefficient % base == 0 {
        coefficient /= base;
        column += 1;
    }
    column
}
