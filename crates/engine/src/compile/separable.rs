//! Sums of functions of one digit each, such as `A^2+B!=2*C`: a table has what each digit adds.

use super::linear::{Affine, is_comparison};
use super::{Condition, Problem};
use fukumen_language::expr::Expr;
use fukumen_language::judge;
use fukumen_language::vocabulary::Algebra;

/// Amounts and coefficients stay below this, so that no sum of them overflows.
const LARGEST: i64 = 1 << 40;

/// A sum of what the digit of each cell adds, and a constant, which is compared with zero.
#[derive(Clone, Debug)]
pub(crate) struct Separable {
    /// The coefficient of each cell; 0 for those with a table.
    pub coefficients: Vec<i64>,
    /// Amounts that are no multiples of the digit, such as those of `A^2`; empty for a cell with a coefficient.
    pub tables: Vec<Vec<i64>>,
    /// The constant.
    pub constant: i64,
    /// How the sum compares with zero.
    pub relation: Algebra,
}

impl Separable {
    /// Reads a condition, if it is such a sum.
    pub(crate) fn of(problem: &Problem, condition: &Condition) -> Option<Self> {
        let cells = problem.domains.len();
        let relation = Algebra::Equal;
        let mut sum =
            Self { coefficients: vec![0; cells], tables: vec![Vec::new(); cells], constant: 0, relation };
        if let Some(linear) = &condition.linear {
            sum.relation = linear.relation;
            sum.constant = linear.form.constant;
            linear.form.terms.iter().for_each(|(cell, factor)| sum.coefficients[cell.index()] = *factor);
            return Some(sum);
        }
        let Expr::Chain(chain) = &condition.expr else { return None };
        let [(operator, right)] = &chain.rest[..] else { return None };
        sum.relation = Some(operator.algebra).filter(|relation| is_comparison(*relation))?;
        sum.add(problem, &chain.first, 1)?;
        sum.add(problem, right, -1)?;
        for (table, coefficient) in sum.tables.iter_mut().zip(&mut sum.coefficients) {
            if !table.is_empty() {
                let coefficient = std::mem::take(coefficient);
                (0..).zip(table).for_each(|(digit, adds)| *adds += digit * coefficient);
            }
        }
        Some(sum)
    }

    /// Adds an expression, if it is a sum of functions of one digit that have whole values for all its digits.
    fn add(&mut self, problem: &Problem, expr: &Expr, sign: i64) -> Option<()> {
        if let Some(affine) = Affine::of(expr, &problem.context) {
            let (form, _) = affine.whole().filter(|(form, denominator)| {
                let is_small = |number: i64| number.abs() < LARGEST;
                *denominator == 1 && is_small(form.constant) && form.terms.iter().all(|term| is_small(term.1))
            })?;
            self.constant += sign * form.constant;
            form.terms.iter().for_each(|(cell, factor)| self.coefficients[cell.index()] += sign * factor);
            return Some(());
        }
        match expr {
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                return self.add(problem, operand, -sign);
            }
            Expr::Chain(chain) if chain.is_sum() => {
                self.add(problem, &chain.first, sign)?;
                return chain.rest.iter().try_for_each(|(operator, operand)| {
                    let is_minus = operator.algebra == Algebra::Minus;
                    self.add(problem, operand, if is_minus { -sign } else { sign })
                });
            }
            _ => {}
        }
        let [cell] = expr.cells()[..] else { return None };
        let mut digits = vec![0; problem.domains.len()];
        let table = &mut self.tables[cell.index()];
        table.resize(usize::from(problem.context.base.get()), 0);
        for digit in problem.domains[cell.index()].iter() {
            digits[cell.index()] = digit;
            let adds = judge::number(expr, &digits, &problem.context).ok()?.to_i64()?;
            table[usize::from(digit)] += sign * Some(adds).filter(|adds| adds.abs() < LARGEST)?;
        }
        Some(())
    }
}
