//! Sums of functions of one digit each, such as `A^2+B!=2*C`: a table has what each digit adds.

use super::sum::{Sum, kind};
use crate::compile::linear::{Affine, is_comparison};
use crate::compile::{Condition, Problem};
use fukumen_language::expr::Expr;
use fukumen_language::judge;
use fukumen_language::vocabulary::Algebra;

/// Amounts and coefficients stay below this, so that no sum of them overflows.
const LARGEST: i64 = 1 << 40;

/// Returns a condition as a sum.
pub(super) fn sum(problem: &Problem, condition: &Condition) -> Option<Sum> {
    if let Some(linear) = &condition.linear {
        return Some(Sum::of(problem, linear));
    }
    let Expr::Chain(chain) = &condition.expr else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    let (kind, sign, more) = is_comparison(operator.algebra).then(|| kind(operator.algebra))?;
    let cells = problem.domains.len();
    let mut sum = Sum { coefficients: vec![0; cells], tables: vec![Vec::new(); cells], constant: more, kind };
    add(&mut sum, problem, &chain.first, sign)?;
    add(&mut sum, problem, right, -sign)?;
    for (table, coefficient) in sum.tables.iter_mut().zip(&mut sum.coefficients) {
        if !table.is_empty() {
            let coefficient = std::mem::take(coefficient);
            (0..).zip(table).for_each(|(digit, adds)| *adds += digit * coefficient);
        }
    }
    Some(sum)
}

/// Adds an expression, if it is a sum of functions of one digit that have whole values for all its digits.
fn add(sum: &mut Sum, problem: &Problem, expr: &Expr, sign: i64) -> Option<()> {
    if let Some(affine) = Affine::of(expr, &problem.context) {
        let (form, _) = affine.whole().filter(|(form, denominator)| {
            let is_small = |number: i64| number.abs() < LARGEST;
            *denominator == 1 && is_small(form.constant) && form.terms.iter().all(|term| is_small(term.1))
        })?;
        sum.constant += sign * form.constant;
        form.terms
            .iter()
            .for_each(|(cell, coefficient)| sum.coefficients[cell.index()] += sign * coefficient);
        return Some(());
    }
    match expr {
        Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
            return add(sum, problem, operand, -sign);
        }
        Expr::Chain(chain) if chain.is_sum() => {
            add(sum, problem, &chain.first, sign)?;
            return chain.rest.iter().try_for_each(|(operator, operand)| {
                add(sum, problem, operand, if operator.algebra == Algebra::Minus { -sign } else { sign })
            });
        }
        _ => {}
    }
    let [cell] = expr.cells()[..] else { return None };
    let mut digits = vec![0; problem.domains.len()];
    let table = &mut sum.tables[cell.index()];
    table.resize(usize::from(problem.context.base.get()), 0);
    for digit in problem.domains[cell.index()].iter() {
        digits[cell.index()] = digit;
        let adds = judge::number(expr, &digits, &problem.context).ok()?.to_i64()?;
        table[usize::from(digit)] += sign * Some(adds).filter(|adds| adds.abs() < LARGEST)?;
    }
    Some(())
}
