//! An evaluator of one's own: `cargo run --example own_evaluator`.
//!
//! It computes in doubles and says no where two sides of an equation are far apart, else maybe. Since an
//! evaluator may abstain and the exact judge confirms every solution, rounding cannot spoil the answer.

use std::sync::Arc;

use fukumen::compile::Problem;
use fukumen::digits::Digit;
use fukumen::eval::{Evaluator, Prepared, Verdict};
use fukumen::{Puzzle, Solver};

struct Doubles;

struct Ready(Arc<Problem>);

impl Evaluator for Doubles {
    fn name(&self) -> &str {
        "doubles"
    }

    fn summary(&self) -> &str {
        "linear conditions in floating point"
    }

    fn prepare(&self, problem: &Arc<Problem>) -> Box<dyn Prepared> {
        Box::new(Ready(Arc::clone(problem)))
    }
}

impl Prepared for Ready {
    fn test(&self, condition: usize, digits: &[Digit]) -> Verdict {
        let Some(linear) = &self.0.conditions[condition].linear else { return Verdict::Maybe };
        let term =
            |(cell, factor): &(fukumen::expr::Cell, i64)| *factor as f64 * f64::from(digits[cell.index()]);
        let difference = linear.form.terms.iter().map(term).sum::<f64>() + linear.form.constant as f64;
        let equals = linear.relation == fukumen::vocabulary::Algebra::Equal;
        if equals && difference.abs() > 0.5 { Verdict::No } else { Verdict::Maybe }
    }
}

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "DONALD+GERALD=ROBERT".parse()?;
    let (answer, solutions) = Solver::new(&puzzle).own_evaluator(Doubles).run()?;
    println!("{} by {}", solutions[0], answer.plan.expect("it was searched").evaluator);
    assert_eq!(answer.outcome.count, 1);
    Ok(())
}
