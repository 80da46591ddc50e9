//! Counts the solutions of sums without listing them: dynamic programming over sets of digits (Bellman, 1962;
//! Held and Karp, 1962, for the travelling salesman).
//!
//! Two partial assignments that used the same digits, and left the same rest of each sum, have the same completions. So they
//! are merged into one state with the number of ways to reach it. For `ABCDEF+GHIJKL=MNOPQR` in base 18 there are 8·10^9
//! partial assignments, but 10^5 states.
//!
//! A term may be any function of one digit, such as the square in `A^2+B^2=C+30`: then a table has what each digit adds.
//!
//! The rest of a sum is kept in units of the common divisor of all later terms (`sum`). To the left of a column, only its
//! carry is left. Orders of the cells, from the right and from the left, are estimated; the best places to merge in an order
//! are a shortest path (`forecast`). Between two merges, digits are tried depth-first, and the last digit of a column follows
//! from its residue; if there are many states, the moves of a column are listed once for each carry (`moves`). One order
//! stands for all if letters may change places, as A and C in `AB+CD=EF`.
//!
//! States are in hash tables, one for each thread and merge. A count is a sum over the states of any merge, so a full table
//! is carried to the end, counted and emptied. Memory is therefore bounded for every puzzle. Half of it is shared equally,
//! and half in proportion to the forecast of states. Ways are counted in 64 bits, and again in 128 if some overflow.
//!
//! Shards of a count differ in the digits that the first cells take (`pieces`). They have some states in common, so all of them
//! together take longer than one count.
//!
//! `ABCDEF+GHIJKL=MNOPQR` has 64,187,904 solutions in base 18 (0.06 s) and 6,932,952,320 in base 20 (0.27 s of
//! processor time, one thread). `ABCDEFGH+IJKLMNOP=QRSTUVWX` has 2,024,593,075,200 in
//! base 24 (10 s, 240 MB). The tests compare counts with engines that list solutions.

mod bounds;
mod descent;
mod forecast;
mod merging;
mod moves;
mod order;
mod pieces;
mod space;
mod steps;
mod sum;
mod table;

use std::sync::Arc;

use super::cost;
use super::plan::{Engine, Fit, Plan, Request, Wanted};
use super::reason::{Reason, reason};
use crate::compile::Problem;
use forecast::{Course, course};
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use pieces::Planned;
use space::Space;

/// Counting by merging.
pub struct Count;

impl Engine for Count {
    fn name(&self) -> &'static str {
        "count"
    }

    fn summary(&self) -> &'static str {
        "the number of solutions of sums: what has used the same digits and leaves the same rest is merged"
    }

    fn planning(&self, problem: &Problem) -> f64 {
        let cells = problem.domains.len() as f64;
        let pairs = cells * cells * problem.conditions.len().max(1) as f64;
        cost::count::PLANNING + cost::count::PLANNING_A_PAIR * pairs
    }

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        if request.wanted != Wanted::Count {
            return Ok(Fit::No(reason!("why-not-digits")));
        }
        let space = match Space::of(problem) {
            Ok(space) => space,
            Err(reason) => return Ok(Fit::No(reason)),
        };
        Ok(match best(&space, problem, request.interrupt)? {
            Some(course) => Fit::Yes(plan(space, course)),
            None => Fit::No(reason!("why-not-held")),
        })
    }
}

/// Returns the cheapest course.
fn best(space: &Space, problem: &Problem, interrupt: &dyn Interrupt) -> Result<Option<Course>, Interrupted> {
    let mut courses = Vec::new();
    for order in order::candidates(space, i64::from(problem.context.base.get())) {
        interrupt.check()?;
        courses.extend(course(space, order));
    }
    Ok(courses.into_iter().min_by(|a, b| a.cost.total_cmp(&b.cost)))
}

fn plan(space: Space, course: Course) -> Plan {
    Plan {
        nodes: course.nodes,
        cost: course.cost,
        reason: reason(course.most_states()),
        order: course.order.iter().copied().map(Cell::new).collect(),
        run: Arc::new(Planned::of(space, course)),
    }
}

/// Returns the forecast of the states as a reason: it is less precise than its two figures.
fn reason(states: f64) -> Reason {
    match states {
        n if n < 1e3 => reason!("why-count", states = n),
        n if n < 1e6 => reason!("why-count-thousands", thousands = n / 1e3),
        n if n < 1e9 => reason!("why-count-millions", millions = n / 1e6),
        n => reason!("why-count", states = n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_told_in_thousands_and_millions() {
        let keys = [999.0, 1e3, 999_999.0, 1e6, 999_999_999.0, 1e9].map(|states| reason(states).key());
        let (few, thousands, millions) = ("why-count", "why-count-thousands", "why-count-millions");
        assert_eq!(keys, [few, thousands, thousands, millions, millions, few]);
        let told = [5.0, 2e3, 3e6].map(|states| reason(states).to_string());
        for (text, number) in told.iter().zip(["5 ", "2 ", "3 "]) {
            assert!(text.contains(number), "{text}");
        }
    }
}
