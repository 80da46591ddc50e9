//! An evaluator that computes with residues modulo a prime: `cargo run --example residues`.
//!
//! Two sides of an equation whose residues differ are not equal; residues that agree prove nothing.
//! The prime is 2^61 - 1: products of residues fit 128 bits, and a false agreement is a chance of
//! one in 10^18.

use std::sync::Arc;

use fukumen::compile::Problem;
use fukumen::digits::Digit;
use fukumen::eval::{Evaluator, Prepared, Verdict};
use fukumen::expr::{Chain, Element, Expr};
use fukumen::prelude::Solve;
use fukumen::vocabulary::{Algebra, Context, Tier};
use fukumen::{Puzzle, Solver};

const PRIME: u64 = (1 << 61) - 1;

/// Residues modulo 2^61 - 1.
struct Residue;

impl Evaluator for Residue {
    fn name(&self) -> &str {
        "residue"
    }

    fn summary(&self) -> &str {
        "residues modulo 2^61-1, which only say no; what they leave is decided exactly"
    }

    fn prepare(&self, problem: &Arc<Problem>) -> Box<dyn Prepared> {
        Box::new(Ready { problem: Arc::clone(problem) })
    }
}

struct Ready {
    problem: Arc<Problem>,
}

impl Prepared for Ready {
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
            (operator.algebra == Algebra::Minus).then_some((PRIME - operand) % PRIME)
        }
        Expr::Chain(chain) if chain.tier() > Tier::Relation => {
            let first = residue(&chain.first, digits, context)?;
            chain.rest.iter().try_fold(first, |left, (operator, operand)| {
                combined(operator.algebra, left, residue(operand, digits, context)?)
            })
        }
        _ => None,
    }
}

/// The result of an operator modulo the prime; `None` if residues cannot tell. A fraction has a residue if its denominator is
/// no multiple of the prime.
fn combined(operator: Algebra, a: u64, b: u64) -> Option<u64> {
    match operator {
        Algebra::Plus => Some((a + b) % PRIME),
        Algebra::Minus => Some((a + PRIME - b) % PRIME),
        Algebra::Times => Some(multiplied(a, b)),
        Algebra::Over => (b != 0).then(|| multiplied(a, inverse(b))),
        _ => None,
    }
}

fn multiplied(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// By Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut power, mut base, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiplied(power, base);
        }
        base = multiplied(base, base);
        exponent >>= 1;
    }
    power
}

fn whole(elements: &[Element], base: u64, digits: &[Digit]) -> u64 {
    // At most 2^61 times 64 and a digit: it fits twice the width.
    let next = |n: u64, element: &Element| {
        ((u128::from(n) * u128::from(base) + u128::from(element.digit(digits))) % u128::from(PRIME)) as u64
    };
    elements.iter().fold(0, next)
}

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (text, count) in
        [("DONALD+GERALD=ROBERT", 1), ("ABC*DE=FGHIJ", 9), ("@digits 1-9\nA/BC+D/EF+G/HI=1", 6)]
    {
        let puzzle = Puzzle::parse(text)?;
        let (answer, solutions) = Solver::new(&puzzle).own_evaluator(Residue).run()?;
        solutions.iter().for_each(|solution| {
            println!("{solution} by {}", answer.plan.as_ref().expect("it was searched").evaluator)
        });
        assert_eq!((answer.outcome.count, puzzle.count()?), (count, count));
    }
    Ok(())
}
