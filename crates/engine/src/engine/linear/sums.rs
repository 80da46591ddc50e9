//! The linear conditions of a problem as columns of coefficients, and their cells.

use std::cmp::Ordering;
use std::sync::Arc;

use super::lane::Lane;
use crate::compile::Problem;
use crate::engine::search::levels::{groups_of_cells, pool};
use fukumen_language::arrange::Arrange;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::Algebra;

/// The linear conditions, and the properties of the cells.
pub(super) struct Sums<L> {
    pub(super) problem: Arc<Problem>,
    pub(super) equations: Vec<Equation<L>>,
    /// Conditions that are not linear.
    pub(super) others: Vec<usize>,
    /// Returns the groups that each cell belongs to.
    pub(super) groups: Vec<Vec<usize>>,
    /// Whether each cell is in a condition that is not linear, or differs from another outside its groups.
    pub(super) is_tied: Vec<bool>,
    /// The digits that the cells of each group may take, together.
    pub(super) pools: Vec<u64>,
}

/// One linear condition.
pub(super) struct Equation<L> {
    /// The coefficient of each cell.
    pub(super) coefficients: Vec<L>,
    /// The same, rounded, for estimates.
    pub(super) weights: Vec<f64>,
    /// Its cells, the heaviest first.
    pub(super) by_weight: Vec<usize>,
    pub(super) constant: L,
    pub(super) relation: Algebra,
    /// More than the absolute value of the sum can be.
    pub(super) far: L,
}

impl<L: Lane> Sums<L> {
    /// Reads the sums, if all their numbers fit.
    pub(super) fn of(problem: &Arc<Problem>, interrupt: &dyn Interrupt) -> Result<Option<Self>, Interrupted> {
        let is_linear = |condition: &usize| {
            let condition = &problem.conditions[*condition];
            condition.linear.is_some() || condition.wide.is_some()
        };
        let all = 0..problem.conditions.len();
        let (linear, others): (Vec<usize>, Vec<usize>) = all.partition(is_linear);
        let mut equations = Vec::with_capacity(linear.len());
        for condition in linear {
            interrupt.check()?;
            let Some(equation) = Equation::of(problem, condition) else { return Ok(None) };
            equations.push(equation);
        }
        let pools = problem.groups.iter().map(|group| pool(problem, group)).collect();
        let groups = groups_of_cells(problem);
        let is_tied = tied(problem, &others);
        let problem = Arc::clone(problem);
        Ok(Some(Self { problem, equations, others, groups, is_tied, pools }))
    }

    /// Computes the least and the most that later cells can add, digit by digit: `add(cell, least, most)` is called for the
    /// cells of an equation that are not taken yet.
    ///
    /// Cells of a group share its digits: the heaviest gets the best, the next one the best of the rest. If cells may take
    /// any digit from their least one upwards, this is the optimum; cells may take less than that, and those with the other
    /// sign compete too, so the true sums lie between.
    #[inline]
    pub(super) fn extremes(
        &self,
        equation: &Equation<L>,
        is_taken: &[bool],
        mut add: impl FnMut(usize, u8, u8),
    ) {
        let mut first = Pool::new(self.pools.first().copied().unwrap_or(0));
        let mut more: Vec<Pool> = self.pools.iter().skip(1).map(|pool| Pool::new(*pool)).collect();
        for cell in &equation.by_weight {
            if is_taken[*cell] {
                continue;
            }
            let domain = self.problem.domains[*cell].bits();
            let pool = match self.groups[*cell].first() {
                None => &mut Pool::new(domain),
                Some(0) => &mut first,
                Some(group) => &mut more[group - 1],
            };
            if equation.weights[*cell] > 0.0 {
                add(*cell, lowest(&mut pool.low_for_plus, domain), highest(&mut pool.high_for_plus, domain));
            } else {
                add(
                    *cell,
                    highest(&mut pool.high_for_minus, domain),
                    lowest(&mut pool.low_for_minus, domain),
                );
            }
        }
    }
}

/// Returns whether each cell is in one of these conditions, or in a pair that differs.
fn tied(problem: &Problem, conditions: &[usize]) -> Vec<bool> {
    let mut is_tied = vec![false; problem.domains.len()];
    let in_conditions = conditions.iter().flat_map(|condition| &problem.conditions[*condition].cells);
    let in_pairs = problem.differ.iter().flat_map(|(a, b)| [a, b]);
    in_conditions.chain(in_pairs).for_each(|cell| is_tied[cell.index()] = true);
    is_tied
}

/// The digits left in a group, for each of the four ways in which they are taken.
struct Pool {
    low_for_plus: u64,
    high_for_plus: u64,
    low_for_minus: u64,
    high_for_minus: u64,
}

impl Pool {
    #[inline]
    fn new(digits: u64) -> Self {
        Self { low_for_plus: digits, high_for_plus: digits, low_for_minus: digits, high_for_minus: digits }
    }
}

/// Takes the lowest digit left, from the domain's lowest upwards.
#[inline]
fn lowest(left: &mut u64, domain: u64) -> u8 {
    let least = domain.trailing_zeros().min(63);
    let fitting = *left & (u64::MAX << least);
    if fitting == 0 {
        return least as u8;
    }
    let digit = fitting.trailing_zeros();
    *left &= !(1 << digit);
    digit as u8
}

/// Takes the highest digit left, from the domain's highest downwards.
#[inline]
fn highest(left: &mut u64, domain: u64) -> u8 {
    let most = 63 - domain.leading_zeros().min(63);
    let fitting = *left & (u64::MAX >> (63 - most));
    if fitting == 0 {
        return most as u8;
    }
    let digit = 63 - fitting.leading_zeros();
    *left &= !(1 << digit);
    digit as u8
}

impl<L: Lane> Equation<L> {
    fn of(problem: &Problem, condition: usize) -> Option<Self> {
        let condition = &problem.conditions[condition];
        let mut coefficients = vec![L::zero(); problem.domains.len()];
        let (constant, relation) = match (&condition.linear, &condition.wide) {
            (Some(linear), _) => {
                for (cell, coefficient) in &linear.form.terms {
                    coefficients[cell.index()] = L::of_word(*coefficient);
                }
                (L::of_word(linear.form.constant), linear.relation)
            }
            (None, wide) => {
                let wide = wide.as_ref()?;
                fits::<L>(&wide.terms, &wide.constant)?;
                for (cell, coefficient) in &wide.terms {
                    coefficients[cell.index()] = L::of(coefficient)?;
                }
                (L::of(&wide.constant)?, wide.relation)
            }
        };
        let weights: Vec<f64> = coefficients.iter().map(Lane::to_f64).collect();
        let mut by_weight: Vec<usize> =
            (0..weights.len()).filter(|cell| !coefficients[*cell].is_zero()).collect();
        // Rounding keeps the order, except for ties: the bounds need the exact order.
        by_weight.arrange_by(|a, b| {
            weights[*b].abs().total_cmp(&weights[*a].abs()).then_with(|| {
                let difference = size(&coefficients[*b]).minus(&size(&coefficients[*a]));
                if difference.is_negative() { Ordering::Less } else { Ordering::Equal }
            })
        });
        let far = far(&coefficients, &constant);
        Some(Self { coefficients, weights, by_weight, constant, relation, far })
    }
}

/// Returns more than the sum can be.
fn far<L: Lane>(coefficients: &[L], constant: &L) -> L {
    let most = coefficients.iter().fold(size(constant), |sum, number| sum.plus_times(&size(number), 63));
    most.plus_times(&most, 1).plus_times(&L::of_word(1), 1)
}

fn size<L: Lane>(number: &L) -> L {
    if number.is_negative() { L::zero().minus(number) } else { number.clone() }
}

/// Returns four times the largest sum, if that fits.
fn fits<L: Lane>(terms: &[(Cell, Exact)], constant: &Exact) -> Option<L> {
    let most =
        terms.iter().fold(constant.magnitude(), |sum, (_, c)| sum.plus(&c.magnitude().times(&63.into())));
    L::of(&most.times(&4.into()))
}
