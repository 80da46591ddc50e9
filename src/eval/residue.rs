//! Residues modulo a prime, which can only say no.
//!
//! Two sides of an equation whose residues differ are not equal; residues that agree prove nothing.
//! The prime is 2^61 - 1: products of residues fit 128 bits, and a false agreement is a chance of
//! one in 10^18.

use super::Evaluator;
use super::Prepared;
use super::Verdict;
use crate::compile::Problem;
use crate::digits::Digit;
use crate::expr::Chain;
use crate::expr::Element;
use crate::expr::Expr;
use crate::vocabulary::Algebra;
use crate::vocabulary::Context;
use crate::vocabulary::Tier;

const PRIME: u64 = (1 << 61) - 1;

/// Residues modulo 2^61 - 1.
pub struct Residue;

impl Evaluator for Residue {
    fn name(&self) -> &str {
        "residue"
    }

    fn summary(&self) -> &str {
        "residues modulo 2^61-1, which only say no; what they leave is decided exactly"
    }

    fn prepare<'a>(&'a self, problem: &'a Problem) -> Box<dyn Prepared + 'a> {
        Box::new(Ready { problem })
    }
}

struct Ready<'a> {
    problem: &'a Problem,
}

impl Prepared for Ready<'_> {
    fn test(&self, condition: usize, digits: &[Digit]) -> Verdict {
        match &self.problem.conditions[condition].expr {
            Expr::Chain(chain) if differs(chain, digits, &self.problem.context) == Some(true) => Verdict::No,
            _ => Verdict::Maybe,
        }
    }
}

/// Whether two neighbours in a chain of equations have different residues.
fn differs(chain: &Chain, digits: &[Digit], context: &Context) -> Option<bool> {
    let mut left = residue(&chain.first, digits, context);
    for (operator, operand) in &chain.rest {
        let right = residue(operand, digits, context);
        if operator.algebra == Algebra::Equal && left.is_some() && right.is_some() && left != right {
            return Some(true);
        }
        left = right;
    }
    Some(false)
}

/// The residue of an expression, where it has one and every word in it has a reading.
fn residue(expr: &Expr, digits: &[Digit], context: &Context) -> Option<u64> {
    match expr {
        Expr::Numeral(numeral) if numeral.is_whole() => {
            let base = u64::from(numeral.base.unwrap_or(context.base).get());
            Some(whole(&numeral.whole, base, digits))
        }
        Expr::Unary(operator, operand) => {
            let operand = residue(operand, digits, context)?;
            operator.residue?(operand, operand, PRIME)
        }
        Expr::Chain(chain) if chain.tier() > Tier::Relation => {
            let first = residue(&chain.first, digits, context)?;
            chain.rest.iter().try_fold(first, |left, (operator, operand)| {
                operator.residue?(left, residue(operand, digits, context)?, PRIME)
            })
        }
        _ => None,
    }
}

fn whole(elements: &[Element], base: u64, digits: &[Digit]) -> u64 {
    // At most 2^61 times 64 and a digit: it fits twice the width.
    let next = |n: u64, element: &Element| {
        ((u128::from(n) * u128::from(base) + u128::from(element.digit(digits))) % u128::from(PRIME)) as u64
    };
    elements.iter().fold(0, next)
}
