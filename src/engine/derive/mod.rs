//! Derive and check: digits are computed from what is known wherever an equation allows it.
//!
//! Conditions become whole polynomials against zero. In a fixed order of the cells each level finds the digits
//! of its cell as a set: what the distinctness rules leave, cut down by what the equations say. The lowest
//! column that is not complete leaves the solutions of a congruence `u·x ≡ r (mod b)`; a number all of whose
//! digits are still unknown is computed and read off; bounds and remainders are asked where the plan expects them
//! to pay. Orders are compared by estimates of what they leave, and by samples where much depends on it.

mod algebra;
mod build;
mod congruence;
mod level;
mod number;
mod opaque;
mod outlook;
mod reading;
mod route;
mod sample;
mod tree;
mod walk;
mod whole;

use super::Engine;
use super::Fit;
use super::Plan;
use super::Run;
use super::Wanted;
use super::order;
use crate::compile::Problem;
use crate::expr::Cell;
use algebra::Opaque;
use algebra::Slot;
use algebra::System;
use outlook::Cells;
use outlook::Sketch;
use route::Map;
use whole::NARROW;
use whole::Whole;

/// Derive and check.
pub struct Derive;

impl Engine for Derive {
    fn name(&self) -> &'static str {
        "derive"
    }

    fn summary(&self) -> &'static str {
        "digits computed from known ones, by columns, quotients and bounds"
    }

    fn fit<'p>(&self, problem: &'p Problem, _: Wanted) -> Fit<'p> {
        if problem.groups.iter().any(|group| group.most != 1 || group.least != 0) {
            return Fit::No("digits are shared evenly".into());
        }
        let system = reading::read(problem);
        let fits = system.equations.iter().all(|equation| equation.bound < NARROW);
        Fit::Yes(if fits { plan::<i64>(problem, &system) } else { plan::<i128>(problem, &system) })
    }
}

/// Nanoseconds a node, about.
const NODE: f64 = 12.0;
/// Nodes from which it pays to compare more orders: planning one takes as long as some hundred nodes.
const WORTH_A_BEAM: f64 = 1000.0;
/// Nodes from which it pays to sample.
const WORTH_SAMPLES: f64 = 3000.0;

fn plan<'p, T: Whole + 'p>(problem: &'p Problem, system: &System<'p>) -> Plan<'p> {
    if problem.domains.len() > Cells::BITS as usize || problem.conditions.len() > MANY {
        let order = order::planned(problem);
        let order: Vec<usize> = order.iter().map(|cell| cell.index()).collect();
        let order = route::read_off_early(problem, system, &order);
        return planned(build::tree::<T>(problem, system, None, &order), order, f64::MAX);
    }
    let sketches = sketches(problem, system);
    let map = Map::new(problem, &sketches);
    let mut routes = map.routes(1);
    if routes[0].nodes > WORTH_A_BEAM {
        routes = map.routes(8);
    }
    let order = route::read_off_early(problem, system, &routes[0].order);
    let tree = build::tree::<T>(problem, system, Some(&sketches), &order);
    let nodes = routes[0].nodes;
    if nodes < WORTH_SAMPLES || has_dear_values(system) {
        return planned(tree, order, nodes);
    }
    best_of_samples::<T>(problem, system, &sketches, &map, &routes)
}

/// More conditions than this are not looked at one by one.
const MANY: usize = 200;

fn sketches(problem: &Problem, system: &System) -> Vec<Sketch> {
    let equations = system.equations.iter().map(|equation| Sketch::of_equation(problem, system, equation));
    let tests = system.tested.iter().map(|number| Sketch::of_test(problem, *number));
    equations.chain(tests).collect()
}

fn has_dear_values(system: &System) -> bool {
    system.slots.iter().any(|slot| matches!(slot, Slot::Opaque { what: Opaque::Judged(_), .. }))
}

fn best_of_samples<'p, T: Whole + 'p>(
    problem: &'p Problem,
    system: &System<'p>,
    sketches: &[Sketch],
    map: &Map,
    routes: &[route::Route],
) -> Plan<'p> {
    let mut orders: Vec<Vec<Cell>> = Vec::new();
    let plain: Vec<usize> = order::planned(problem).iter().map(|cell| cell.index()).collect();
    let plain = map.along(&plain);
    for route in routes.iter().take(4).chain([&plain]) {
        let order = route::read_off_early(problem, system, &route.order);
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    let descents = ((routes[0].nodes / 200.0) as usize).clamp(16, 1000);
    let mut best: Option<(f64, tree::Tree<T>, Vec<Cell>)> = None;
    for order in orders {
        let tree = build::tree::<T>(problem, system, Some(sketches), &order);
        let nodes = sample::nodes(&tree, descents);
        if best.as_ref().is_none_or(|(least, ..)| nodes < *least) {
            best = Some((nodes, tree, order));
        }
    }
    let (nodes, tree, order) = best.expect("there is at least one route");
    planned(tree, order, nodes)
}

fn planned<'p, T: Whole + 'p>(tree: tree::Tree<'p, T>, order: Vec<Cell>, nodes: f64) -> Plan<'p> {
    let run: Box<dyn Run + 'p> = Box::new(tree);
    Plan { nodes, cost: nodes * NODE, reason: "derives digits from those that are known".into(), order, run }
}
