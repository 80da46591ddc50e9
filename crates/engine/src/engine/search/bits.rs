//! The size of linear equations compared with that of their digits.

use crate::compile::{Condition, Problem};
use fukumen_language::vocabulary::Algebra;

/// Returns the conditions that are linear equations.
pub fn equations(problem: &Problem) -> impl Iterator<Item = &Condition> {
    problem.conditions.iter().filter(|condition| {
        condition.linear.as_ref().is_some_and(|linear| linear.relation == Algebra::Equal)
            || condition.wide.as_ref().is_some_and(|wide| wide.relation == Algebra::Equal)
    })
}

/// Returns the bits of the largest coefficients of all equations.
pub fn coefficient_bits(problem: &Problem) -> f64 {
    let largest = |condition: &Condition| match (&condition.linear, &condition.wide) {
        (Some(linear), _) => {
            let sizes = linear.form.terms.iter().map(|(_, coefficient)| coefficient.unsigned_abs());
            f64::from(u64::BITS - sizes.max().unwrap_or(0).leading_zeros())
        }
        (_, Some(wide)) => {
            wide.terms.iter().map(|(_, coefficient)| coefficient.bits()).max().unwrap_or(0) as f64
        }
        _ => 0.0,
    };
    equations(problem).map(largest).sum()
}

/// Returns the bits of the digits of all cells.
pub fn domain_bits(problem: &Problem) -> f64 {
    problem.domains.iter().map(|domain| (domain.len() as f64).max(1.0).log2()).sum()
}
