//! Sums: each is one coefficient for each digit, and bounds and divisibility prune the search from the first digit on.
//!
//! `SEND+MORE=MONEY` is `1000·S + 91·E + D + 10·R - 9000·M - 900·O - 90·N - Y = 0`. This is branch and bound on a knapsack
//! equality. Three designs were tried and lost: recursion, an order chosen anew at each node, and tighter bounds at each
//! node.
//!
//! # Pruning
//!
//! The search takes the symbols in a fixed order and keeps the partial sum. Two things limit what the later
//! symbols can still add.
//!
//! * *Bounds.* The heaviest symbol gets the best digit of its group, the next one the best of the rest. If
//!   each cell may take any digit from its smallest upwards, this is the optimum (unit jobs with release
//!   times, heaviest first).
//! * *Divisibility.* The sum of the later symbols is divisible by the greatest common divisor of their
//!   coefficients. If only tens are left, the sum must end in 0. So this includes the columns of the
//!   textbooks, and it finds accidental divisors too.
//!
//! Both are used in reverse: from the partial sum, a multiplication by a reciprocal gives the range of
//! digits, and a small table gives the digits with the right residue. Only digits that survive are ever
//! visited. Bounds are widened by more than floating point can be wrong, and complete sums are compared
//! exactly.
//!
//! # States in blocks
//!
//! States lie in blocks of 256 and are extended breadth-first from level to level. A full block is followed to its end before
//! the next one is made. States of a block do not depend on each other, and no branch depends on their results, so the
//! processor works on several at a time. This is 2 to 3 times as fast as the same search as a recursion.
//!
//! Interchangeable symbols (the same coefficients, digits and groups) are taken in rising order, and each
//! solution stands for all their arrangements.
//!
//! # The order of the symbols
//!
//! A good order is ten to a hundred times as fast as a bad one. The number of states after a set of symbols is estimated:
//! assignments × the chance that a nearly normal sum lies between the bounds × the share that is divisible. On nearly all of
//! the corpus this is within a factor of ten. The order is by weight first; greedy if more than 200 nodes are expected (this
//! takes a few microseconds); and by a beam of the best beginnings if that costs less than a tenth of the search. If the
//! first few solutions are enough, the estimate counts only the nodes up to these: the same share of all nodes as of all
//! solutions. In base 24, with 10^10 solutions, that is a thousand nodes, and no beam is worth its time.
//!
//! If few of many solutions are enough, a *dash* comes first (`search::split`): short searches from states far apart, because
//! how soon a solution is met depends on where the search begins. In base 32 that was 400,000 nodes instead of 350 million.
//!
//! This estimate treats several sums as independent. In a skeleton that shows half of its digits they are
//! not, because many sums share the same few blanks: an estimate of 100 nodes became 700,000. So if there are
//! several sums, the nodes are counted by a thinned search, whose levels are cut down to 32 states that stand
//! for all (in the spirit of D. E. Knuth's descents and of R. Rubinstein's stochastic enumeration, 2013). A
//! search that is never wider than that is counted exactly. The thinned search takes no longer than the
//! search that it predicts.
//!
//! # Numbers and other conditions
//!
//! Sums are kept in 64 bits if they provably fit, else in 128 bits, else in exact numbers; one generic piece
//! of code does all three. Several sums, orders (`A<B`), blanks, several groups, and pairs that differ are
//! part of the search. Other conditions are tested as soon as their symbols are known.

mod blocks;
mod class;
mod lane;
mod levels;
mod order;
mod sums;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::cost;
use super::plan::{Engine, Fit, Plan, Request, Wanted};
use super::reason::reason;
use super::search::bits::{coefficient_bits, domain_bits};
use crate::compile::Problem;
use blocks::Tree;
use class::Class;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::number::Exact;
use fukumen_language::puzzle::Group;
use lane::Lane;
use order::Until;
use sums::Sums;

/// The most sums that are searched at once: a state has them all, and so has each of its children.
const MOST_SUMS: usize = 64;

/// The share of the bits of all digits that coefficients have if there are about as many values as arrangements of digits:
/// for 20 to 36 digits, `log(n!)` is 0.71 to 0.74 times `n·log(n)`.
const LONG: f64 = 0.7;

/// Blocked breadth-first search over partial sums.
pub struct Linear;

impl Engine for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn summary(&self) -> &'static str {
        "sums: the heaviest digits first, pruned by bounds and divisibility, in blocks of states"
    }

    fn planning(&self, problem: &Problem) -> f64 {
        // Sums of words so long that they have about one solution take more than can be searched, so finding a good order may
        // take long. Others are planned almost at once.
        let is_wide = problem.conditions.iter().any(|condition| condition.wide.is_some());
        if is_wide && coefficient_bits(problem) > LONG * domain_bits(problem) {
            cost::linear::PLANNING
        } else {
            0.0
        }
    }

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        if problem.conditions.iter().all(|condition| condition.linear.is_none() && condition.wide.is_none()) {
            return Ok(Fit::No(reason!("why-not-linear")));
        }
        let count = problem.conditions.iter().filter(|c| c.linear.is_some() || c.wide.is_some()).count();
        if count > MOST_SUMS {
            return Ok(Fit::No(reason!("why-not-sums", sums = count)));
        }
        if problem.groups.iter().any(|group| shares(problem, group)) {
            return Ok(Fit::No(reason!("why-not-linear-shared")));
        }
        let has_wide = problem.conditions.iter().any(|condition| condition.wide.is_some());
        let planned = if has_wide { plan::<i128>(problem, request)? } else { plan::<i64>(problem, request)? };
        let planned = match planned {
            None => plan::<Exact>(problem, request)?,
            planned => planned,
        };
        Ok(planned.map_or(Fit::No(reason!("why-not-size")), Fit::Yes))
    }
}

/// Returns whether a group restricts more than that its digits differ.
fn shares(problem: &Problem, group: &Group) -> bool {
    let is_within = |cell: &Cell| problem.domains[cell.index()].minus(group.digits).is_empty();
    let takes_all = || group.digits.len() == group.cells.len() && group.cells.iter().all(is_within);
    group.most != 1 || (group.least > 0 && !takes_all())
}

/// The states of each level that are followed for an estimate.
const WIDTH: usize = 32;

/// Makes the plan with sums in these numbers, if they fit.
fn plan<L: Lane + 'static>(problem: &Arc<Problem>, request: &Request) -> Result<Option<Plan>, Interrupted> {
    let interrupt = request.interrupt;
    let Some(sums) = Sums::<L>::of(problem, interrupt)? else { return Ok(None) };
    let classes = classes(&sums, interrupt)?;
    let until = Until::of(request, &sums, &classes);
    let order = order::planned(&sums, &classes, until, request)?;
    let levels = levels::levels(&sums, &classes, &order.classes, interrupt)?;
    let tree = Tree {
        dash: until.dash(&order),
        is_impossible: levels::is_impossible(&sums),
        sizes: order.classes.iter().map(|class| classes[*class].cells.len()).collect(),
        levels,
        sums,
    };
    // The forecast assumes that sums are independent. With several that share digits, it may be wrong by any factor.
    let (nodes, solutions) = if tree.sums.equations.len() > 1 {
        tree.thinned(WIDTH, interrupt)?
    } else {
        (until.nodes(&order), until.solutions * tree.arrangements())
    };
    // A count of solutions pays for their digits too.
    let digits = if request.wanted == Wanted::Count { solutions * cost::linear::SOLUTION } else { 0.0 };
    Ok(Some(Plan {
        nodes,
        cost: cost::linear::START + nodes * node_cost(&tree) + digits,
        reason: reason!("why-linear"),
        order: tree.levels.iter().map(|level| Cell::new(level.cell)).collect(),
        run: Arc::new(tree),
    }))
}

/// Returns the nanoseconds per node.
fn node_cost<L: Lane>(tree: &Tree<L>) -> f64 {
    let is_wide = size_of::<L>() > size_of::<i64>();
    let more_sums = tree.sums.equations.len().saturating_sub(1);
    cost::linear::NODE * if is_wide { cost::linear::WIDE } else { 1.0 }
        + if more_sums > 0 { cost::linear::MORE + cost::linear::SUM * more_sums as f64 } else { 0.0 }
}

/// Returns the cells, with interchangeable ones together.
fn classes<L: Lane>(sums: &Sums<L>, interrupt: &dyn Interrupt) -> Result<Vec<Class>, Interrupted> {
    let mut classes: Vec<Class> = Vec::new();
    for cell in 0..sums.problem.domains.len() {
        interrupt.check()?;
        let has_room = |class: &Class| class.cells.len() < blocks::MOST_CELLS;
        let known = classes
            .iter_mut()
            .find(|class| has_room(class) && are_interchangeable(sums, class.cells[0], cell));
        match known {
            Some(class) => class.cells.push(cell),
            None => classes.push(Class { cells: vec![cell], differ: !sums.groups[cell].is_empty() }),
        }
    }
    Ok(classes)
}

/// Returns whether two cells are interchangeable in every condition and rule.
fn are_interchangeable<L: Lane>(sums: &Sums<L>, a: usize, b: usize) -> bool {
    sums.equations.iter().all(|equation| equation.coefficients[a] == equation.coefficients[b])
        && sums.problem.domains[a] == sums.problem.domains[b]
        && sums.groups[a] == sums.groups[b]
        && !sums.is_tied[a]
        && !sums.is_tied[b]
}
