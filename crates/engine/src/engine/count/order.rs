//! Orders of the cells in which states merge well.
//!
//! The order goes column by column, from the right or from the left: after a whole column, a sum leaves little more than a
//! carry. Within a column, interchangeable cells come together, the largest such set first, so that the last digit of a
//! column follows from the others.

use fukumen_language::arrange::Arrange;
use std::cmp::Reverse;

use super::space::Space;
use super::sum::{Kind, Sum};

/// Returns the orders worth a forecast.
pub(super) fn candidates(space: &Space, base: i64) -> Vec<Vec<usize>> {
    let cells: Vec<usize> = (0..space.domains.len()).collect();
    let sizes: Vec<usize> = cells
        .iter()
        .map(|cell| space.interchangeable.iter().filter(|first| *first == cell).count())
        .collect();
    let together =
        |cell: usize| (Reverse(sizes[space.interchangeable[cell]]), space.interchangeable[cell], cell);
    let equations: Vec<&Sum> = space.sums.iter().filter(|sum| sum.kind == Kind::Equal).collect();
    let column = |cell: usize| {
        let columns = equations.iter().filter_map(|sum| column(sum.divisor(cell), base));
        columns.min().unwrap_or(0)
    };
    let lightness = |cell: usize| {
        let weights = space.sums.iter().map(|sum| sum.divisor(cell).unsigned_abs());
        u64::MAX - weights.max().unwrap_or(0)
    };
    let by = |key: &dyn Fn(usize) -> (u64, u64)| {
        let mut order = cells.clone();
        order.arrange_by_key(|cell| (key(*cell), together(*cell)));
        order
    };
    let mut orders = vec![by(&|cell| (0, column(cell))), by(&|cell| (lightness(cell), 0))];
    if equations.len() > 1 {
        let first = |cell: usize| equations.iter().position(|sum| sum.divisor(cell) != 0);
        orders.push(by(&|cell| (first(cell).map_or(u64::MAX, |sum| sum as u64), column(cell))));
    }
    orders
}

/// Returns the rightmost column that a coefficient contributes to: how often the base divides it.
fn column(coefficient: i64, base: i64) -> Option<u64> {
    let divides = |power: &i64| coefficient % power == 0;
    let powers = std::iter::successors(Some(base), |power: &i64| power.checked_mul(base));
    (coefficient != 0).then(|| powers.take_while(divides).count() as u64)
}
