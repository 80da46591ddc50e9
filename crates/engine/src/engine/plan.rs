//! What an engine is, and what it plans.

use std::fmt;
use std::sync::Arc;

use super::cost;
use super::reason::Reason;
use super::run::Run;
use crate::compile::Problem;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted, Never};

/// What is wanted of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// The digits of every solution.
    Solutions,
    /// Their number; an engine that can count them without having each may do so.
    Count,
}

/// What a plan is asked for, and what bounds the planning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// What is wanted of the search.
    pub wanted: Wanted,
    /// Nanoseconds that the best plan so far costs. Planning may end early if it is clear that nothing better will come
    /// of it.
    pub cost: f64,
    /// Solutions after which the search ends: what counts is the time until then.
    pub enough: Option<u64>,
    /// Whether the search must keep to a portion of its ranks.
    pub in_shards: bool,
    /// Checked now and then. It can only end the planning: no plan depends on when it is raised.
    pub interrupt: &'a dyn Interrupt,
}

impl Request<'static> {
    /// A request that nothing bounds.
    #[must_use]
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, cost: f64::INFINITY, enough: None, in_shards: false, interrupt: &Never }
    }
}

impl<'a> Request<'a> {
    /// The same, which this may interrupt.
    #[must_use]
    pub fn interrupt(self, interrupt: &'a dyn Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// The same, for a search that ends as soon as it has found this number of solutions.
    #[must_use]
    pub fn enough(self, enough: Option<u64>) -> Self {
        Self { enough, ..self }
    }

    /// The same, for a search that must keep to a portion of its ranks.
    #[must_use]
    pub fn in_shards(self, in_shards: bool) -> Self {
        Self { in_shards, ..self }
    }

    /// The same, with a plan at hand that costs this many nanoseconds.
    #[must_use]
    pub fn cost(self, cost: f64) -> Self {
        Self { cost, ..self }
    }
}

/// Whether an engine can solve a problem, and how it would.
#[derive(Clone, Debug)]
pub enum Fit {
    /// It cannot, for this reason.
    No(Reason),
    /// It can.
    Yes(Plan),
}

/// What an engine means to do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// Nodes it expects to look at.
    pub nodes: f64,
    /// Nanoseconds it expects to take on one thread, of the machine on which it was measured.
    pub cost: f64,
    /// Why it suits the problem.
    pub reason: Reason,
    /// The order in which it takes the cells.
    pub order: Vec<Cell>,
    /// The search, ready to run.
    pub run: Arc<dyn Run>,
}

impl Plan {
    /// A plan of which nothing is known but the order of the cells and the search.
    #[must_use]
    pub fn new(order: Vec<Cell>, run: impl Run + 'static) -> Self {
        Self { nodes: 0.0, cost: 0.0, reason: "".into(), order, run: Arc::new(run) }
    }
}

/// A complete search: it reports every solution exactly once.
pub trait Engine: Send + Sync {
    /// As written after `--engine`.
    fn name(&self) -> &'static str;

    /// One line for the list of engines.
    fn summary(&self) -> &'static str;

    /// Nanoseconds that asking this engine for a plan takes at least, as far as can be told at once.
    fn planning(&self, problem: &Problem) -> f64 {
        let (cells, more) = (problem.domains.len(), problem.conditions.len().saturating_sub(1));
        cost::planning::CELL * cells as f64 + cost::planning::CONDITION * more as f64
    }

    /// Returns whether this engine can find what is wanted of `problem`, and how.
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
