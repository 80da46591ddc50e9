//! Column by column with carries, as on paper.
//!
//! Sums and differences are searched from right to left, as Dudeney solves his puzzles (Amusements in Mathematics, 1917) and
//! as Newell and Simon saw people do it (Human Problem Solving, 1972).
//!
//! `compile::columns` reads the equations as columns of signed digits. All equations are searched together, units first. In
//! each column the unknown digits are guessed, except the last one, which is computed: it follows from the carry into the
//! column and the other digits, times the inverse of how often it occurs, in the last place. When all digits of a column are
//! known, the column is added up. The result must be a multiple of the base, the carry goes to the next column, and the last
//! column must leave no carry. Conditions of any other kind are tested as soon as their digits are known.
//!
//! On sums with many letters, this visits more nodes than `depth-first` with its bounds. It is here because people can follow
//! it.

mod plan;
mod walk;

use std::sync::Arc;

use super::cost;
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::reason;
use crate::compile::{Problem, columns};
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::Interrupted;
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

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        let sums = columns::written(problem);
        if sums.iter().all(Option::is_none) {
            return Ok(Fit::No(reason!("why-not-columns")));
        }
        let steps = Steps::of(problem, &sums, request.interrupt)?;
        let nodes = steps.nodes();
        // Sums that share digits are less independent than the forecast assumes.
        let sums = sums.iter().flatten().count() as f64;
        Ok(Fit::Yes(Plan {
            nodes,
            cost: nodes * cost::columns::NODE * sums,
            reason: reason!("why-columns"),
            order: steps.levels.iter().map(|level| Cell::new(level.place.cell)).collect(),
            run: Arc::new(steps),
        }))
    }
}
