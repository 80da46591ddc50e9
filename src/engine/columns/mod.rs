//! Column by column with carries, as it is done on paper.
//!
//! Sums and differences are taken from the right: the digits of a column are guessed, but the last one,
//! which follows from the others and from the carry into the column; and the carry out of it goes to the next. Dudeney solves
//! his puzzles so (Amusements in Mathematics, 1917), and Newell and Simon watched people do it (Human Problem
//! Solving, 1972). Other engines are faster; this one is there to be followed.

mod plan;
mod sum;
mod walk;

use super::Engine;
use super::Fit;
use super::Plan;
use super::Request;
use crate::compile::Problem;
use crate::expr::Cell;
use crate::interrupt::Interrupted;
use plan::Steps;

/// Columns with carries.
pub struct Columns;

impl Engine for Columns {
    fn name(&self) -> &'static str {
        "columns"
    }

    fn summary(&self) -> &'static str {
        "sums from right to left, column by column, with carries, as on paper"
    }

    fn fit<'p>(&self, problem: &'p Problem, request: &Request) -> Result<Fit<'p>, Interrupted> {
        let sums = sum::written(problem);
        if sums.iter().all(Option::is_none) {
            let reason = "no condition is an equation of sums and differences of whole numerals";
            return Ok(Fit::No(reason.into()));
        }
        let steps = Steps::of(problem, &sums, request.interrupt)?;
        let nodes = steps.nodes();
        Ok(Fit::Yes(Plan {
            nodes,
            cost: nodes * NODE,
            reason: "goes from column to column as on paper".into(),
            order: steps.levels.iter().map(|level| Cell::new(level.cell)).collect(),
            run: Box::new(steps),
        }))
    }
}

/// Nanoseconds a node, about.
const NODE: f64 = 12.0;
