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
//! known. Berwick's division with seven sevens has 70 cells; 18 of them are left to order.
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
mod tree;

use std::sync::Arc;

use super::cost;
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::reason;
use super::search::whole::Whole;
use crate::compile::polynomial::{Equation, Opaque, Slot, System};
use crate::compile::{Problem, polynomial};
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
        let fits = system.equations.iter().all(|equation| equation.bound < NARROW);
        Ok(Fit::Yes(if fits {
            plan::<i64>(problem, &system, request)?
        } else {
            plan::<i128>(problem, &system, request)?
        }))
    }
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
    request: &Request,
) -> Result<Plan, Interrupted> {
    let interrupt = request.interrupt;
    let free = &FreeDigits::of(problem, system, interrupt)?;
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
    let equations =
        system.equations.iter().map(|equation| Estimate::of_equation(problem, system, equation, free));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Wanted;
    use fukumen_language::digits::Digit;
    use fukumen_language::interrupt::Never;
    use fukumen_language::judge;
    use fukumen_language::judge::Truth;
    use fukumen_language::puzzle::Puzzle;

    fn problem(text: &str) -> Arc<Problem> {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        Problem::of(&puzzle)
    }

    /// Returns the value of a polynomial, straight from its slots.
    fn value(system: &System, equation: &Equation, digits: &[Digit]) -> i128 {
        let slot = |slot: &usize| {
            let form = system.form(*slot).expect("these have only forms");
            let terms = form.terms.iter().map(|(cell, c)| i128::from(*c) * i128::from(digits[cell.index()]));
            terms.sum::<i128>() + i128::from(form.constant)
        };
        let product =
            |product: &polynomial::Product| product.factor * product.slots.iter().map(slot).product::<i128>();
        equation.products.iter().map(product).sum()
    }

    #[test]
    fn polynomials_say_what_the_judge_says() -> Result<(), Interrupted> {
        for text in [
            "AB*C=DA",
            "(A+BC)^2-D=ABC",
            "A/BC+D/AB=1",
            "A.B*C=D.A",
            "A/(B-C)=D/A",
            "AB@7*C=DA@5",
            "A*(B+C*(D-A))=-BC+3",
            "AB*C<DA+7",
            "0.(AB)*C=D/9",
        ] {
            let problem = problem(text);
            let system = polynomial::read(&problem, &Never)?;
            let [equation] = &system.equations[..] else { panic!("{text} is one equation") };
            let mut random = 1u64;
            for _ in 0..3000 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let digits: Vec<Digit> = (0..4).map(|i| (random >> (33 + 5 * i) & 31) as u8 % 5).collect();
                let value = value(&system, equation, &digits);
                assert!(value.abs() <= equation.bound, "{text}");
                let says = crate::compile::linear::holds(equation.relation, value.signum() as i64);
                let truth = judge::truth(&problem.conditions[0].expr, &digits, &problem.context);
                if equation.is_whole {
                    assert_eq!(Truth::from(says), truth, "{text} with {digits:?}");
                } else {
                    assert!(says || truth != Truth::Yes, "{text} with {digits:?}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn what_unknown_digits_add_is_divisible() -> Result<(), Interrupted> {
        let problem = problem("ABC*DE=FGHIJ");
        let system = polynomial::read(&problem, &Never)?;
        let unknown =
            |unknown: &'static str| move |cell: usize| unknown.contains(char::from(b'A' + cell as u8));
        let modulus = |cells| system.modulus(&system.equations[0], &unknown(cells));
        assert_eq!(modulus("ABDFGHI"), 10);
        assert_eq!(modulus("AFGH"), 100);
        assert_eq!(modulus("FG"), 1000);
        assert_eq!(modulus("J"), 1);
        assert_eq!(modulus(""), 0);
        Ok(())
    }

    #[test]
    fn every_order_has_each_cell_once() {
        let many: Vec<String> = (0..300).map(|i| format!("AB+C<D+{i}")).collect();
        for text in
            ["AB*C=DA", "A^B=CDE", "A/BC+D/EF+G/HI=1", "A+B+C=D, gcd(A,E)=F", "A!=B || C>D", &many.join(", ")]
        {
            let problem = problem(text);
            let Ok(Fit::Yes(plan)) = Derive.fit(&problem, &Request::new(Wanted::Solutions)) else {
                panic!("it fits")
            };
            let mut order = plan.order.clone();
            order.sort_unstable();
            assert_eq!(order, (0..problem.domains.len()).map(Cell::new).collect::<Vec<_>>(), "{text}");
        }
    }

    /// The orders that a wrong estimate would miss: ten thousand times the nodes, on the seven sevens.
    #[test]
    fn planned_orders_take_few_nodes() -> Result<(), Interrupted> {
        for (text, most) in [
            ("ABC*DE=FGHIJ", 12_000.0),
            ("A^B=CDE", 800.0),
            ("AB^C=DEFGH", 5_000.0),
            ("TWO*TWO=THREE", 200.0),
            ("D*IEI=GIC, IJ+EAC=EGC, BEJ+CJ=FHJ, EGC+BEJ=GIC, D*IJ=CJ, IEI+EAC=FHJ", 300.0),
        ] {
            let problem = problem(text);
            let Ok(Fit::Yes(plan)) = Derive.fit(&problem, &Request::new(Wanted::Solutions)) else {
                panic!("it fits")
            };
            let order: Vec<Cell> = plan.order.clone();
            let system = Arc::new(polynomial::read(&problem, &Never)?);
            let free = FreeDigits::of(&problem, &system, &Never)?;
            let estimates = estimates(&problem, &system, &free);
            let tree = build::tree::<i64>(&problem, &system, Some(&estimates), &free, &order, &Never)?;
            let nodes = Sampler::default().nodes(&tree, 5_000, &Never)?;
            assert!(nodes < most, "{text}: {nodes}");
        }
        Ok(())
    }

    #[test]
    fn samples_are_right_on_average() -> Result<(), Interrupted> {
        let problem = problem("ABC*DE=FGHIJ");
        let system = Arc::new(polynomial::read(&problem, &Never)?);
        let order: Vec<Cell> = (0..10).map(Cell::new).collect();
        let free = FreeDigits::of(&problem, &system, &Never)?;
        let tree = build::tree::<i64>(&problem, &system, None, &free, &order, &Never)?;
        let (few, many) = (
            Sampler::default().nodes(&tree, 2_000, &Never)?,
            Sampler::default().nodes(&tree, 50_000, &Never)?,
        );
        assert!((few / many - 1.0).abs() < 0.2, "{few} against {many}");
        let Ok(Fit::Yes(plan)) = Derive.fit(&problem, &Request::new(Wanted::Solutions)) else {
            panic!("it fits")
        };
        assert!(plan.nodes < many, "the planned order is better than that of the text");
        Ok(())
    }

    #[test]
    fn samples_are_near_if_few_branches_go_deep() -> Result<(), Interrupted> {
        // The forecast of its best order, by random descents, was fifty times too low.
        let problem = problem("@base 12\nAB^2+CD^2+EF^2=GHI^2");
        let system = Arc::new(polynomial::read(&problem, &Never)?);
        let free = FreeDigits::of(&problem, &system, &Never)?;
        let order: Vec<Cell> = [6, 7, 0, 2, 4, 8, 1, 3, 5].map(Cell::new).into();
        let tree = build::tree::<i64>(&problem, &system, None, &free, &order, &Never)?;
        let all = Sampler::default().nodes(&tree, usize::MAX, &Never)?;
        assert!((200_000.0..300_000.0).contains(&all), "{all}");
        for kept in [32, 128] {
            let some = Sampler::default().nodes(&tree, kept, &Never)?;
            assert!((0.3..3.0).contains(&(some / all)), "{some} of {all}, {kept} kept");
        }
        Ok(())
    }
}
