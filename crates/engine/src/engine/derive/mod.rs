//! Derive and check: digits are computed from known ones wherever an equation allows it, and the rest are tried.
//!
//! Conditions become whole polynomials that must be zero. Quotients are cleared by multiplying through. A function, or a
//! power with an unknown exponent, is a value that becomes known once its digits are. Every word is a running sum.
//!
//! # One level for each cell
//!
//! The cells have a fixed order. At each level, the digits of one cell are found as a set of bits: the digits
//! that the distinctness rules leave, reduced by three kinds of solver. So only survivors are visited.
//!
//! * *Columns.* The part that unknown digits can add to an equation is divisible by `b^k`. So the next digit solves a
//!   congruence `u·x ≡ r (mod b)`, which a table answers.
//! * *Numbers.* If all unknown digits of an equation form one word, the value of the word is computed (by a
//!   division, if necessary) and its digits are read off, heaviest first.
//! * *Ranges.* The smallest and the largest value of the polynomial are linear in the next digit, so two
//!   divisions leave an interval of digits.
//!
//! `ABC*DE=FGHIJ` takes 0.16 ms; testing complete products takes 15 ms.
//!
//! # Free digits
//!
//! A blank that occurs in only one equation, such as one of a partial product, is a *free digit* (module `free`). No order
//! has to place it. Free digits come last. Until then, all free digits of an equation together are one number with a pattern
//! (`□□7□` is a number from 1070 to 9979 whose tens digit is 7), and it is tested as soon as the rest of its equation is
//! known. Berwick's division with seven sevens has 70 cells; 18 of them are left to order. Its last digits are tested as soon
//! as the columns below are complete: those of `□□□□□□□□□^2=1□2□3□4□5□6□7□8□9` from the right.
//!
//! # Hidden quotients
//!
//! `x%y=r` is planned as it stands, and as `x=y*q+r`, where q is a number of hidden cells after those of the puzzle. The
//! condition itself is still tested, and only the puzzle's own digits are handed on. `gcd(x,y)=z` divides x and y, and
//! `lcm(x,y)=z` is a multiple of both: `gcd(ABC,DEF)=GH` takes 17,587 nodes instead of 555,024.
//!
//! Answers to questions that are added up, as in `(A%3=0)+(B%3=0)=1`, count as 0 or 1 until they are known. So ranges show
//! early when too many have the answer no.
//!
//! # The order of the cells
//!
//! A wrong order can cost ten thousand times as much. How many assignments the conditions leave depends only
//! on the *set* of known cells: one in `b` for each complete column, and the width of the range compared with
//! the width at the start. So an order is a path through sets, and each step takes the cell after which least
//! is left. Some beginnings pay only later and are tried as well: all but one word of an equation; column by
//! column; the factor of many products, such as the divisor of a long division.
//!
//! An estimate is corrected if a sample of the tree's nodes contradicts it (module `sample`; from a fixed
//! seed). If four thousand nodes are expected, all orders are compared by samples: by small ones at first,
//! then the one that looks best by larger ones, until it stays the best. The seven sevens are planned in 4 ms for a search of 1 ms.

mod build;
mod congruence;
mod estimate;
mod free;
mod level;
mod nodes;
mod number;
mod opaque;
mod pattern;
mod plain_order;
mod route;
mod sample;
mod seeds;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;

use super::cost;
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::reason;
use super::search::whole::Whole;
use crate::compile::polynomial::{Equation, Opaque, Slot, System};
use crate::compile::quotients::Extended;
use crate::compile::{Problem, polynomial, quotients};
use estimate::{Cells, Estimate, Trust};
use free::FreeDigits;
use fukumen_language::arrange::Arrange;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use route::{Map, Route};
use sample::Sampler;
use tree::Tree;

/// Derive and check.
pub struct Derive;

impl Engine for Derive {
    fn name(&self) -> &'static str {
        "derive"
    }

    fn summary(&self) -> &'static str {
        "digits computed from known ones, by columns, quotients and bounds"
    }

    fn planning(&self, problem: &Problem) -> f64 {
        let cells = free::cells_to_order(problem) as f64;
        let ordered = cells * cells * cells.min(cost::derive::PLANNING_CELLS);
        cost::derive::PLANNING * ordered + cost::derive::PLANNING_A_CELL * problem.domains.len() as f64
    }

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        if problem.groups.iter().any(|group| group.most != 1 || group.least != 0) {
            return Ok(Fit::No(reason!("why-not-even")));
        }
        let system = Arc::new(polynomial::read(problem, request.interrupt)?);
        let plan = plan_of(problem, &system, request)?;
        let Some(extended) = quotients::with_hidden_quotients(problem) else { return Ok(Fit::Yes(plan)) };
        let cells = problem.domains.len();
        let Some((problem, mut system)) = with_hidden(extended, request.interrupt)? else {
            return Ok(Fit::Yes(plan));
        };
        system.cells = cells;
        let system = Arc::new(system);
        let mut other = plan_of(&problem, &system, &request.cost(request.cost.min(plan.cost)))?;
        other.order.retain(|cell| cell.index() < cells);
        Ok(Fit::Yes(if other.cost < plan.cost { other } else { plan }))
    }
}

/// Returns the cheaper of the plans with free digits that are whole numbers and with those that may be parts of one: of a
/// drawn multiplication, the second took 16 times the nodes.
fn plan_of(problem: &Arc<Problem>, system: &Arc<System>, request: &Request) -> Result<Plan, Interrupted> {
    let [whole, parts] =
        [false, true].map(|partly| FreeDigits::of(problem, system, partly, request.interrupt));
    let (whole, parts) = (whole?, parts?);
    let plan = plan_with(problem, system, &whole, request)?;
    if whole.are(&parts) {
        return Ok(plan);
    }
    let other = plan_with(problem, system, &parts, &request.cost(request.cost.min(plan.cost)))?;
    Ok(if other.cost < plan.cost { other } else { plan })
}

/// Returns the plan in the numbers that are wide enough.
fn plan_with(
    problem: &Arc<Problem>,
    system: &Arc<System>,
    free: &FreeDigits,
    request: &Request,
) -> Result<Plan, Interrupted> {
    let fits = system.equations.iter().all(|equation| equation.bound < NARROW);
    if fits {
        plan::<i64>(problem, system, free, request)
    } else {
        plan::<i128>(problem, system, free, request)
    }
}

/// Returns the system of a problem with hidden quotients, unless one of them is not determined: an equation is not used while
/// a value in it cannot be computed.
fn with_hidden(
    extended: Extended,
    interrupt: &dyn Interrupt,
) -> Result<Option<(Arc<Problem>, System)>, Interrupted> {
    let Extended { problem, changed, more } = extended;
    let mut system = polynomial::read(&problem, interrupt)?;
    let first = problem.conditions.len() - more.len();
    let is_used = |number: usize| {
        let equation = system.equations.iter().find(|equation| equation.condition == number);
        equation
            .is_some_and(|equation| system.slots_of(equation).iter().all(|slot| system.form(*slot).is_some()))
    };
    if !changed.iter().copied().chain(first..problem.conditions.len()).all(is_used) {
        return Ok(None);
    }
    system.tested.retain(|number| *number < first);
    for equation in &mut system.equations {
        if let Some(own) = equation.condition.checked_sub(first) {
            equation.condition = more[own];
        }
        equation.is_whole &= !changed.contains(&equation.condition);
    }
    Ok(Some((Arc::new(problem), system)))
}

/// Numbers of 64-bit searches stay below this, so that two of them can be added; those of 128-bit searches stay below the
/// limit of polynomials.
const NARROW: i128 = 1 << 61;

/// The nodes of each level in the smallest sample.
const KEPT: usize = 16;

/// Returns the best plan found; the search for one stops if another plan costs much less.
fn plan<T: Whole + 'static>(
    problem: &Arc<Problem>,
    system: &Arc<System>,
    free: &FreeDigits,
    request: &Request,
) -> Result<Plan, Interrupted> {
    let interrupt = request.interrupt;
    if problem.domains.len() > Cells::BITS as usize || problem.conditions.len() > MANY {
        let order = plain_order::order(problem, interrupt)?;
        let order = route::read_off_early(problem, system, free, &order, interrupt)?;
        let tree = build::tree::<T>(problem, system, None, free, &order, interrupt)?;
        return Ok(planned(tree, order, cost::derive::NO_ESTIMATE));
    }
    let estimates = &estimates(problem, system, free);
    let careful = Map::new(problem, estimates, free, Trust::Columns, interrupt);
    let hopeful = Map::new(problem, estimates, free, Trust::Ranges, interrupt);
    let mut planning = Planning {
        problem,
        system,
        free,
        estimates,
        routes: [vec![careful.beginning(&[])?], vec![hopeful.beginning(&[])?]],
        cost: request.cost,
        interrupt,
        sampler: Sampler::<T>::default(),
    };
    if planning.least() * cost::derive::NODE > cost::derive::HOPELESS * request.cost {
        let order = planning.order(planning.likely())?;
        return Ok(planned(planning.tree(&order)?, order, planning.least()));
    }
    planning.explore([&careful, &hopeful])?;
    planning.best()
}

/// A plan that is being made.
struct Planning<'a, T> {
    problem: &'a Arc<Problem>,
    system: &'a Arc<System>,
    free: &'a FreeDigits,
    estimates: &'a [Estimate],
    /// Routes by careful and by optimistic estimates, the best first.
    routes: [Vec<Route>; 2],
    /// The nanoseconds of an available plan.
    cost: f64,
    interrupt: &'a dyn Interrupt,
    sampler: Sampler<T>,
}

impl<T: Whole + 'static> Planning<'_, T> {
    /// Returns the expected nodes of the best route.
    fn least(&self) -> f64 {
        self.routes[0][0].nodes.min(self.routes[1][0].nodes)
    }

    /// Returns the most nodes that a better plan can save: planning takes a share of their time.
    fn stake(&self, nodes: f64) -> f64 {
        nodes.min(self.cost / cost::derive::NODE)
    }

    fn order(&self, route: &Route) -> Result<Vec<Cell>, Interrupted> {
        route::read_off_early(self.problem, self.system, self.free, &route.order, self.interrupt)
    }

    fn tree(&self, order: &[Cell]) -> Result<Tree<T>, Interrupted> {
        build::tree::<T>(self.problem, self.system, Some(self.estimates), self.free, order, self.interrupt)
    }

    /// Looks for routes from other beginnings, if many nodes are expected.
    fn explore(&mut self, maps: [&Map; 2]) -> Result<(), Interrupted> {
        if self.stake(self.least()) <= cost::derive::WORTH_SEEDS {
            return Ok(());
        }
        let seeds = seeds::by_columns(self.system, i64::from(self.problem.context.base.get()));
        for (map, routes) in maps.into_iter().zip(&mut self.routes) {
            for seed in &seeds {
                routes.push(map.beginning(seed)?);
            }
            sort(routes);
        }
        Ok(())
    }

    /// Returns the best route, if the estimates are right.
    fn likely(&self) -> &Route {
        let [careful, hopeful] = &self.routes;
        if self.is_doubtful() { &hopeful[0] } else { &careful[0] }
    }

    /// Returns whether ranges promise far more than columns.
    fn is_doubtful(&self) -> bool {
        let doubt = if self.system.equations.iter().all(is_linear) { 1.0 } else { cost::derive::DOUBT };
        let [careful, hopeful] = &self.routes;
        careful[0].nodes > doubt * hopeful[0].nodes
    }

    fn best(mut self) -> Result<Plan, Interrupted> {
        let likely = self.likely();
        let order = self.order(likely)?;
        let tree = self.tree(&order)?;
        let mut nodes = likely.nodes;
        if nodes >= cost::derive::WORTH_SEEDS && !has_dear_values(self.system) {
            // A sample shows whether the estimate is far off; a larger one is used if the two kinds of estimates are far
            // apart.
            let more = if self.is_doubtful() { (nodes / cost::derive::NODES_FOR_KEPT) as usize } else { 0 };
            let kept = more.clamp(KEPT, 8 * KEPT);
            let sampled = self.sampler.nodes(&tree, kept, self.interrupt)?;
            nodes = nodes.max(sampled / 2.0);
            if self.stake(nodes) >= 2.0 * cost::derive::WORTH_A_SAMPLE {
                return self.best_of_samples(nodes, Sampled { nodes: sampled, kept, tree, order });
            }
        }
        Ok(planned(tree, order, nodes))
    }

    /// Samples many trees a little, and the best of them more. The first one is already sampled.
    fn best_of_samples(mut self, nodes: f64, first: Sampled<T>) -> Result<Plan, Interrupted> {
        let stake = self.stake(nodes);
        let most = (stake / cost::derive::WORTH_A_SAMPLE) as usize;
        let others = self.candidates(most)?;
        let mut trees = vec![first];
        for order in others {
            if order != trees[0].order {
                trees.push(Sampled { nodes: 0.0, kept: 0, tree: self.tree(&order)?, order });
            }
        }
        let width = |stake: f64| {
            let widths = cost::derive::SAMPLES.map(|(nodes, most)| (stake / nodes).min(most) as usize);
            widths.into_iter().fold(KEPT, usize::max)
        };
        for sampled in trees.iter_mut().filter(|sampled| sampled.kept == 0) {
            sampled.nodes = self.sampler.nodes(&sampled.tree, KEPT, self.interrupt)?;
            sampled.kept = KEPT;
        }
        // The best one is sampled with four times the width, until it stays the best.
        loop {
            trees.arrange_by(|a, b| a.nodes.total_cmp(&b.nodes));
            let wanted = width(self.stake(trees[0].nodes.max(nodes)));
            let best = &mut trees[0];
            if best.kept >= wanted {
                break;
            }
            best.kept = (best.kept * 4).min(wanted);
            best.nodes = self.sampler.nodes(&best.tree, best.kept, self.interrupt)?;
        }
        let Sampled { nodes, tree, order, .. } = trees.swap_remove(0);
        Ok(planned(tree, order, nodes))
    }

    /// Returns the orders to sample: the likely one, then the best by either estimate.
    fn candidates(&self, most: usize) -> Result<Vec<Vec<Cell>>, Interrupted> {
        let mut orders: Vec<Vec<Cell>> = Vec::new();
        for route in std::iter::once(self.likely()).chain(self.routes.iter().flatten()) {
            let order = self.order(route)?;
            if orders.len() < most && !orders.contains(&order) {
                orders.push(order);
            }
        }
        Ok(orders)
    }
}

/// A tree, and its nodes by a sample that kept a number of them on each level.
struct Sampled<T> {
    nodes: f64,
    kept: usize,
    tree: Tree<T>,
    order: Vec<Cell>,
}

/// Sorts the best routes first, and keeps each once.
fn sort(routes: &mut Vec<Route>) {
    routes.arrange_by(|a, b| a.nodes.total_cmp(&b.nodes));
    routes.dedup_by(|a, b| a.order == b.order);
}

fn is_linear(equation: &Equation) -> bool {
    equation.products.iter().all(|product| product.slots.len() <= 1)
}

/// More conditions than this are not examined one by one.
const MANY: usize = 200;

fn estimates(problem: &Problem, system: &System, free: &FreeDigits) -> Vec<Estimate> {
    let base = i64::from(problem.context.base.get());
    let given = |number: usize| {
        let digits = free.sign(system, number).map_or(&[][..], |_| &free.of_equations[number]);
        let digits = digits.iter().map(|digit| {
            (seeds::column(digit.place, base), (problem.domains[digit.cell].len().max(1) as f64).ln())
        });
        digits.collect()
    };
    let equations = (0..)
        .zip(&system.equations)
        .map(|(number, equation)| Estimate::of_equation(problem, system, equation, free, given(number)));
    let tests = system.tested.iter().map(|number| Estimate::of_test(problem, *number));
    equations.chain(tests).collect()
}

/// Returns whether a value may take too long to compute for a sample.
fn has_dear_values(system: &System) -> bool {
    let is_expensive = |what: &Opaque| matches!(what, Opaque::Judged(value) if value.is_expensive());
    system.slots.iter().any(|slot| matches!(slot, Slot::Opaque { what, .. } if is_expensive(what)))
}

fn planned<T: Whole + 'static>(tree: Tree<T>, order: Vec<Cell>, nodes: f64) -> Plan {
    Plan {
        nodes,
        cost: nodes * cost::derive::NODE,
        reason: reason!("why-derive"),
        order,
        run: Arc::new(tree),
    }
}
