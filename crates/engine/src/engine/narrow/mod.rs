//! Sets of digits: each cell has the set of its remaining digits, and every condition narrows the sets of its cells. The
//! smallest set is branched on first.
//!
//! `compile::crossing` sorts the conditions. Those with few assignments become tables: the rows that hold, as bits. Words
//! that cross share a table if they ask the same, so a cross-figure with twenty words may have two tables. A question such as
//! `is_square` is not tested on every number; instead its squares are enumerated. `distinct(…)` is a group of values, each
//! tied to its cells by a table. Sums have bounds. All other conditions are tested when all but one of their digits are
//! known.
//!
//! The next cell depends on the sets alone, so the ranks of the tree can be visited in any pieces: a rank is the digits of
//! the first cells that are branched on, whichever these are.
//!
//! Tables are made by the judge and its faster reading in machine words (`compile::program`). The evaluator of the search
//! tests each complete assignment, as always.

mod forecast;
mod model;
mod rows;
mod rules;
mod state;
mod walk;

use std::sync::{Arc, OnceLock};

use super::cost;
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::reason;
use super::run::{Ended, Found, Run, Search};
use super::search::order::planned;
use super::search::split;
use crate::compile::crossing::Crossing;
use crate::compile::{Problem, crossing};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use model::Model;
use state::State;
use walk::Tree;

/// Sets of digits, narrowed by tables.
pub struct Narrow;

impl Engine for Narrow {
    fn name(&self) -> &'static str {
        "narrow"
    }

    fn summary(&self) -> &'static str {
        "sets of digits that tables of the conditions make smaller, the smallest first"
    }

    /// Returns infinity for a problem that does not suit: planning would cost more than any plan, so it is skipped.
    fn planning(&self, problem: &Problem) -> f64 {
        if !crossing::suits(problem) {
            return f64::INFINITY;
        }
        let (cells, conditions) = (problem.domains.len() as f64, problem.conditions.len() as f64);
        cost::narrow::PLANNING_A_CELL * cells + cost::narrow::PLANNING_A_CONDITION * conditions
    }

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        if !crossing::suits(problem) {
            return Ok(Fit::No(reason!("why-not-narrow")));
        }
        let crossing = crossing::read(problem, request.interrupt)?;
        let order = planned(problem, request.interrupt)?;
        let search = Tables { problem: Arc::clone(problem), crossing, model: OnceLock::new() };
        let forecast = search.forecast(&order, request)?;
        Ok(Fit::Yes(Plan {
            nodes: forecast.nodes,
            cost: forecast.cost,
            reason: reason!("why-narrow"),
            order,
            run: Arc::new(search),
        }))
    }
}

/// The bytes of the tables and of a search's state of them, if no limit is given.
const MEMORY: u64 = 1 << 28;

/// A search whose tables are made when they are needed.
struct Tables {
    problem: Arc<Problem>,
    crossing: Crossing,
    /// Made for a forecast, if that paid.
    model: OnceLock<Model>,
}

impl Tables {
    /// Returns the tables within the usual memory.
    fn model(&self, interrupt: &dyn Interrupt) -> Result<&Model, Interrupted> {
        if let Some(model) = self.model.get() {
            return Ok(model);
        }
        let model = Model::build(&self.problem, &self.crossing, MEMORY, interrupt)?;
        Ok(self.model.get_or_init(|| model))
    }

    fn search(&self, search: &Search, found: &mut Found) -> Result<Ended, Interrupted> {
        let memory = search.memory.unwrap_or(MEMORY).min(MEMORY);
        let fits = |model: &&Model| memory == MEMORY || model.size + State::size(model) <= memory;
        let own;
        let model = match self.model.get().filter(fits) {
            Some(model) => model,
            None => {
                // A state takes about as much as the tables.
                let memory = if memory < MEMORY { memory / 2 } else { memory };
                own = Model::build(&self.problem, &self.crossing, memory, search.interrupt)?;
                &own
            }
        };
        Ok(split::run(&Tree::of(model), search, found))
    }
}

impl Run for Tables {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        self.search(search, found).unwrap_or_else(|Interrupted| Ended::interrupted())
    }

    fn has_ranks(&self) -> bool {
        true
    }
}
