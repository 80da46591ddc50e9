//! The trait of an engine, and the plans it makes.

use std::fmt;
use std::sync::Arc;

use super::cost;
use super::reason::Reason;
use super::run::Run;
use crate::compile::Problem;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted, Never};

/// The wanted result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// The digits of every solution.
    Solutions,
    /// The number of solutions; an engine may count them without finding each.
    Count,
}

/// The purpose of a plan, and the limits of planning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// The wanted result of the search.
    pub wanted: Wanted,
    /// The cost of the best plan so far, in nanoseconds. Planning may end early if it clearly cannot find a better one.
    pub cost: f64,
    /// The number of solutions after which the search ends: the time until then counts.
    pub enough: Option<u64>,
    /// Whether the search must keep to a portion of its ranks.
    pub in_shards: bool,
    /// Checked now and then. It can only end the planning: no plan depends on when it is raised.
    pub interrupt: &'a dyn Interrupt,
}

impl Request<'static> {
    /// Makes a request without limits.
    #[must_use]
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, cost: f64::INFINITY, enough: None, in_shards: false, interrupt: &Never }
    }
}

impl<'a> Request<'a> {
    /// Lets this interrupt the planning.
    #[must_use]
    pub fn interrupt(self, interrupt: &'a dyn Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Ends the search as soon as it has found this number of solutions.
    #[must_use]
    pub fn enough(self, enough: Option<u64>) -> Self {
        Self { enough, ..self }
    }

    /// Requires the search to keep to a portion of its ranks.
    #[must_use]
    pub fn in_shards(self, in_shards: bool) -> Self {
        Self { in_shards, ..self }
    }

    /// Sets the cost of an available plan, in nanoseconds.
    #[must_use]
    pub fn cost(self, cost: f64) -> Self {
        Self { cost, ..self }
    }
}

/// Whether an engine can solve a problem, and how.
#[derive(Clone, Debug)]
pub enum Fit {
    /// It cannot, for this reason.
    No(Reason),
    /// It can, with this plan.
    Yes(Plan),
}

/// The plan of an engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The nodes it expects to visit.
    pub nodes: f64,
    /// The nanoseconds it expects to take on one thread, of the machine on which it was measured.
    pub cost: f64,
    /// Why it suits the problem.
    pub reason: Reason,
    /// The order in which it takes the cells.
    pub order: Vec<Cell>,
    /// The search, ready to run.
    pub run: Arc<dyn Run>,
}

impl Plan {
    /// Makes a plan from the order of the cells and the search alone.
    #[must_use]
    pub fn new(order: Vec<Cell>, run: impl Run + 'static) -> Self {
        Self { nodes: 0.0, cost: 0.0, reason: "".into(), order, run: Arc::new(run) }
    }
}

/// A complete search: it reports every solution exactly once.
pub trait Engine: Send + Sync {
    /// Returns the name, as written after `--engine`.
    fn name(&self) -> &'static str;

    /// Returns one line for the list of engines.
    fn summary(&self) -> &'static str;

    /// Returns the least nanoseconds that planning takes in this engine, as far as can be estimated at once.
    fn planning(&self, problem: &Problem) -> f64 {
        let (cells, more) = (problem.domains.len(), problem.conditions.len().saturating_sub(1));
        cost::planning::CELL * cells as f64 + cost::planning::CONDITION * more as f64
    }

    /// Returns whether this engine can find the wanted result of `problem`, and how.
    ///
    /// # Errors
    /// [`Interrupted`] if the planning was stopped.
    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted>;
}

impl fmt::Debug for dyn Engine + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
