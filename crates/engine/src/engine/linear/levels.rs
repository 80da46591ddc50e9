//! The levels of a search: for each cell in its order, which digits it may take and what they change.
//!
//! `search::levels` gives the depths and groups. Its `Place` does not fit: a state here keeps only its last digit, so the
//! digits of earlier cells are found by levels, as ancestors, and not by cells.

use super::class::Class;
use super::lane::{Lane, Last, Lattice, Term};
use super::sums::{Equation, Sums};
use crate::engine::search::levels::Depths;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::vocabulary::Algebra;

/// One level: a cell gets its digit.
pub(super) struct Level<L> {
    pub(super) cell: usize,
    pub(super) domain: u64,
    /// The groups it belongs to.
    pub(super) groups: Vec<usize>,
    /// The effect of its digit on each of its sums.
    pub(super) terms: Vec<Term<L>>,
    /// If the previous cell belongs to the same class: its digit plus this is the least digit.
    pub(super) after: Option<u8>,
    /// Earlier levels whose digits it must differ from, besides those of its groups.
    pub(super) differ: Vec<usize>,
    /// Nonlinear conditions whose last cell it is.
    pub(super) complete: Vec<usize>,
}

/// Makes the levels in the order of the classes.
pub(super) fn levels<L: Lane>(
    sums: &Sums<L>,
    classes: &[Class],
    order: &[usize],
    interrupt: &dyn Interrupt,
) -> Result<Vec<Level<L>>, Interrupted> {
    let problem = &sums.problem;
    let mut levels = Vec::with_capacity(problem.domains.len());
    let mut is_taken = vec![false; problem.domains.len()];
    for class in order.iter().map(|class| &classes[*class]) {
        for (i, cell) in class.cells.iter().enumerate() {
            interrupt.check()?;
            is_taken[*cell] = true;
            levels.push(Level {
                cell: *cell,
                domain: problem.domains[*cell].bits(),
                groups: sums.groups[*cell].clone(),
                terms: terms(sums, *cell, &is_taken),
                after: (i > 0).then_some(class.differ.into()),
                differ: Vec::new(),
                complete: Vec::new(),
            });
        }
    }
    add_the_rest(sums, &mut levels);
    Ok(levels)
}

/// Adds everything that does not come from sums: pairs that differ, and other conditions.
fn add_the_rest<L>(sums: &Sums<L>, levels: &mut [Level<L>]) {
    let depths = Depths::of(&sums.problem, levels.iter().map(|level| level.cell));
    for pair in &sums.problem.differ {
        let (earlier, later) = depths.sorted(*pair);
        levels[depths.get(later)].differ.push(depths.get(earlier));
    }
    for condition in &sums.others {
        if let Some(last) = depths.complete(&sums.problem.conditions[*condition]) {
            levels[last].complete.push(*condition);
        }
    }
}

fn terms<L: Lane>(sums: &Sums<L>, cell: usize, is_taken: &[bool]) -> Vec<Term<L>> {
    let with_cell = |(_, equation): &(usize, &Equation<L>)| !equation.coefficients[cell].is_zero();
    let equations = sums.equations.iter().enumerate().filter(with_cell);
    equations.map(|(i, equation)| term(sums, i, equation, cell, is_taken)).collect()
}

fn term<L: Lane>(
    sums: &Sums<L>,
    number: usize,
    equation: &Equation<L>,
    cell: usize,
    is_taken: &[bool],
) -> Term<L> {
    let (mut least, mut most, mut divisor) = (L::zero(), L::zero(), L::zero());
    sums.extremes(equation, is_taken, |later, low, high| {
        least = least.plus_times(&equation.coefficients[later], low);
        most = most.plus_times(&equation.coefficients[later], high);
    });
    for later in equation.by_weight.iter().rev().filter(|later| !is_taken[**later]) {
        if divisor.is_one() {
            break;
        }
        divisor = divisor.gcd(&equation.coefficients[*later]);
    }
    let coefficient = equation.coefficients[cell].clone();
    let is_lattice = equation.relation == Algebra::Equal && !divisor.is_zero() && !divisor.is_one();
    let lattice =
        is_lattice.then(|| Lattice::new(&coefficient, &divisor, sums.problem.context.base)).flatten();
    let last = divisor.is_zero().then_some(match equation.relation {
        Algebra::Equal => Last::Zero,
        Algebra::Unequal => Last::NotZero,
        _ => Last::Bounded,
    });
    Term::new(number, coefficient, bounds(equation, least, most), lattice, last)
}

/// Returns the bounds of a sum for which digits that add between `least` and `most` can make the relation hold.
fn bounds<L: Lane>(equation: &Equation<L>, least: L, most: L) -> (L, L) {
    let negated = |number: &L| L::zero().minus(number);
    let (down, up) = (negated(&equation.far), equation.far.clone());
    let one = L::of_word(1);
    match equation.relation {
        Algebra::Equal => (negated(&most), negated(&least)),
        Algebra::Less => (down, negated(&least).minus(&one)),
        Algebra::AtMost => (down, negated(&least)),
        Algebra::Greater => (one.minus(&most), up),
        Algebra::AtLeast => (negated(&most), up),
        _ => (down, up),
    }
}

/// Returns whether the constants alone make a condition impossible.
pub(super) fn is_impossible<L: Lane>(sums: &Sums<L>) -> bool {
    let nothing = vec![false; sums.problem.domains.len()];
    sums.equations.iter().any(|equation| {
        let (mut least, mut most, mut divisor) = (L::zero(), L::zero(), L::zero());
        sums.extremes(equation, &nothing, |cell, low, high| {
            least = least.plus_times(&equation.coefficients[cell], low);
            most = most.plus_times(&equation.coefficients[cell], high);
            divisor = divisor.gcd(&equation.coefficients[cell]);
        });
        let (low, high) = bounds(equation, least, most);
        let constant = &equation.constant;
        let is_between = !constant.minus(&low).is_negative() && !high.minus(constant).is_negative();
        !is_between || equation.relation == Algebra::Unequal && divisor.is_zero() && constant.is_zero()
    })
}
