//! The expected cost of a search.
//!
//! The cost of making the tables is known: their assignments are counted. The nodes are first guessed from the shares of
//! assignments that conditions leave. If another plan costs so much that the tables are nothing beside it, they are made, and
//! random descents give the estimate (D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of
//! Computation 29, 1975).

use super::model::Model;
use super::rows::bits;
use super::state::{Empty, State};
use super::walk::Path;
use super::{Tables, rows};
use crate::compile::crossing::{Block, Crossing};
use crate::compile::{Condition, Problem, crossing};
use crate::engine::cost;
use crate::engine::plan::Request;
use crate::engine::search::levels::{Depths, choices, places};
use crate::engine::search::order::strength;
use crate::engine::search::random::Random;
use crate::eval::{EVALUATORS, Verdict};
use fukumen_language::arrange::Arrange;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};

/// The random descents of a sample.
const DESCENTS: usize = 24;

/// The expected cost of a search.
#[derive(Clone, Copy)]
pub(super) struct Forecast {
    pub nodes: f64,
    /// In nanoseconds.
    pub cost: f64,
}

impl Tables {
    pub(super) fn forecast(&self, order: &[Cell], request: &Request) -> Result<Forecast, Interrupted> {
        let tables = self.cost_of_tables();
        let nodes = guess(&self.problem, &self.crossing, order);
        let guess = Forecast { nodes, cost: tables + nodes * cost::narrow::NODE };
        let at_stake =
            if request.cost.is_finite() { cost::narrow::SHARE * request.cost } else { cost::narrow::ALONE };
        let is_worth_it = at_stake.min(guess.cost) >= cost::narrow::WORTH_A_SAMPLE && at_stake >= tables;
        if !is_worth_it || crossing::calls_back(&self.problem) {
            return Ok(guess);
        }
        let model = self.model(request.interrupt)?;
        let sampled = sample(model, at_stake, request.interrupt)?;
        Ok(Forecast { cost: sampled.cost + tables, ..sampled })
    }

    /// Returns the nanoseconds that its tables take.
    fn cost_of_tables(&self) -> f64 {
        let shapes = self.crossing.shapes.iter();
        let steps = shapes.map(|shape| shape.steps() * cost::narrow::STEP).sum::<f64>();
        let space = |cells: Vec<Cell>| {
            cells.iter().map(|cell| self.problem.domains[cell.index()].len() as f64).product::<f64>()
        };
        let values = self.crossing.distincts.iter().flat_map(|distinct| &distinct.values);
        let values = values.map(|value| space(value.cells())).filter(|space| *space <= rows::MOST as f64);
        cost::narrow::START + steps + values.sum::<f64>() * cost::narrow::VALUE
    }
}

/// Returns the expected nodes in a fixed order of the cells, if conditions leave their average share.
fn guess(problem: &Problem, crossing: &Crossing, order: &[Cell]) -> f64 {
    let order = || order.iter().map(|cell| cell.index());
    let depths = Depths::of(problem, order());
    let places = places(problem, order(), &depths);
    // Tables leave only what is tried; what sums and tests leave is tried before.
    let (mut tried, mut left) = (vec![1.0; places.len()], vec![1.0; places.len()]);
    let put = |shares: &mut [f64], depth: Option<usize>, share: f64| {
        if let Some(depth) = depth {
            shares[depth] *= share;
        }
    };
    for block in &crossing.blocks {
        let mut before = 1.0;
        for (depth, share) in left_by(problem, crossing, block, &depths) {
            put(&mut tried, Some(depth), share / before);
            before = share;
        }
    }
    for distinct in &crossing.distincts {
        let count = distinct.values.len() as f64;
        let values = count.max(1.5 * f64::from(problem.context.base.get()));
        let mut known: Vec<Option<usize>> = distinct
            .values
            .iter()
            .map(|value| depths.last(value.cells().into_iter().map(Cell::index)))
            .collect();
        known.arrange();
        for (i, depth) in known.into_iter().enumerate() {
            put(&mut tried, depth, 1.0 - i as f64 / values);
        }
    }
    for number in crossing.sums.iter().chain(&crossing.tests) {
        let condition = &problem.conditions[*number];
        put(&mut left, depths.complete(condition), strength(condition));
    }
    let (mut paths, mut nodes) = (1.0f64, 0.0);
    for ((tried, left), choices) in tried.iter().zip(left).zip(choices(problem, places.iter())) {
        paths = (paths * choices * tried).max(1.0);
        nodes += paths;
        paths = (paths * left).max(1.0);
    }
    nodes.max(1.0)
}

/// Returns the share of beginnings that a table leaves, by the depth of the last known cell.
fn left_by(problem: &Problem, crossing: &Crossing, block: &Block, depths: &Depths) -> Vec<(usize, f64)> {
    let shape = &crossing.shapes[block.shape];
    let share = |condition: &Condition| strength(condition);
    let own = |number: &usize| share(&problem.conditions[*number]);
    let share = match &shape.members {
        Some(members) => members.share(&problem.context),
        None => block.conditions.iter().map(own).product(),
    };
    let mut known: Vec<usize> = block.cells.iter().map(|cell| depths.get(*cell)).collect();
    known.arrange();
    let mut space = shape.space();
    let step = space.powf(1.0 / known.len() as f64);
    known
        .into_iter()
        .map(|depth| {
            space /= step;
            // Some row with this beginning exists unless all assignments that begin so fail.
            (depth, 1.0 - (1.0 - share).powf(space.max(1.0)))
        })
        .collect()
}

/// Estimates from random descents through the tree, as many as cost about this.
fn sample(model: &Model, most: f64, interrupt: &dyn Interrupt) -> Result<Forecast, Interrupted> {
    let evaluator = EVALUATORS[0].prepare(&model.problem);
    let ask = &mut |condition: usize, digits: &[u8]| evaluator.test(condition, digits) != Verdict::No;
    let cells = model.problem.domains.len();
    let mut state = State::new(model);
    let mut random = Random::new();
    if state.narrow(ask).is_err() {
        return Ok(Forecast { nodes: 1.0, cost: cost::narrow::START });
    }
    state.work = 0;
    let (mut nodes, mut work, mut done, mut spent) = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..DESCENTS {
        interrupt.check()?;
        let (mut weight, mut depth) = (1.0, 0);
        while let Some(cell) = Path::branching(&state.domains[..cells]) {
            let domain = state.domains[cell];
            weight *= f64::from(domain.count_ones());
            let chosen = bits(domain).nth(random.below(domain.count_ones()) as usize).unwrap_or(0);
            state.mark();
            depth += 1;
            let narrowed: Result<(), Empty> = state.keep(cell, 1 << chosen).and_then(|()| state.narrow(ask));
            let steps = std::mem::take(&mut state.work) as f64 + 1.0;
            nodes += weight;
            work += weight * steps;
            spent += steps * cost::narrow::WORK;
            if narrowed.is_err() {
                break;
            }
        }
        (0..depth).for_each(|_| state.undo());
        done += 1.0;
        if spent > most {
            break;
        }
    }
    Ok(Forecast {
        nodes: (nodes / done).max(1.0),
        cost: cost::narrow::START + work / done * cost::narrow::WORK,
    })
}
