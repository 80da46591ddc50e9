//! Tabulate and join: an equation is split into terms with few symbols each; their values are tabulated, and the tables are
//! joined where they agree.
//!
//! `A/BC+D/EF+G/HI=1` has 362,880 assignments, but each fraction has only 504. Any two fractions leave one value for the
//! third, which is looked up. This is meeting in the middle, as E. Horowitz and S. Sahni solved knapsacks (Computing
//! partitions with applications to the knapsack problem, JACM 21, 1974), and as databases join tables by hashing.
//!
//! # Terms and factors
//!
//! An equation is a sum of terms (`A/BC + D/EF - G/HI = 0`; a word is one term for each digit) or a product
//! of factors (`AB · CD · EF⁻¹ · GH⁻¹ = 1`): its operands. Operands that share symbols become one part, or the shared digits
//! are fixed first in an outer loop, whichever is expected to cost less. More digits are fixed if the tables
//! would not fit the memory. If both sides of an equation share a factor (`ABC*D=ABC`), far more rows meet
//! than its range suggests; such an equation leads the search only if there is no other.
//!
//! # Residues
//!
//! Values are residues modulo 2^31 - 1. A fraction is its numerator times the inverse of its denominator, so
//! fractions add and compare like whole numbers. A residue only proposes: every hit is tested exactly, with
//! all conditions. Rows without a residue (a power too large to compute, a denominator that the prime
//! divides) are tried against everything.
//!
//! # The join
//!
//! One side of the equation is *built*: all combinations of its rows are stored in an index by their
//! residues. The other side is the *probe*: its combinations are looked up one by one. Rows are grouped by
//! the digits they use, and groups that share a digit never meet. If all digits are used, a group meets only rows that have
//! exactly the digits it leaves over, and these have an index of their own.
//!
//! Parts of the same shape share one table. Equal parts are combined only in the order of their smallest
//! digits, and if both sides consist of the same parts, only one of each pair of rows is looked up; hits are
//! then multiplied out. The three fractions need 10,080 lookups.
//!
//! A node, in estimates and tallies, is a row that is made or a row that is looked up.

mod draft;
mod equation;
mod finish;
mod images;
mod index;
mod interchange;
mod join;
mod layout;
mod part;
mod residue;
mod sizes;
mod stage;
mod table;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::{Arc, OnceLock};

use super::cost;
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::{Reason, reason};
use super::run::{Ended, Found, Run, Search};
use super::search::split;
use super::search::split::{Enumerator, Visitor};
use crate::compile::Problem;
use crate::compile::factors::have_common_factor;
use equation::Equation;
use finish::Finish;
use fukumen_language::digits::Digit;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use join::{Hit, Join};
use layout::Layout;
use sizes::Sizes;
use table::Ground;

/// Tables of terms, joined.
pub struct Tabulate;

/// The number of terms or factors that an equation may have.
const OPERANDS: RangeInclusive<usize> = 2..=64;
/// No arrangement of parts that are alike makes up for this many times the cost of another plan.
const HOPELESS: f64 = 100.0;
/// The bytes that tables may take if there is no limit: half a gibibyte.
const MEMORY: f64 = (512 << 20) as f64;

impl Engine for Tabulate {
    fn name(&self) -> &'static str {
        "tabulate"
    }

    fn summary(&self) -> &'static str {
        "tables of terms or factors with few symbols each, joined where their values agree"
    }

    fn planning(&self, problem: &Problem) -> f64 {
        let cells: usize = problem.conditions.iter().map(|condition| condition.cells.len()).sum();
        cost::tabulate::PLANNING + cost::tabulate::PLANNING_A_CELL * cells as f64
    }

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        if !(1..=64).contains(&problem.domains.len()) {
            return Ok(Fit::No(reason!("why-not-tabulate-digits")));
        }
        if at_least(problem) > HOPELESS * request.cost {
            return Ok(Fit::No(reason!("why-not-tabulate-rows")));
        }
        let Some(layout) = best(problem, MEMORY, request.interrupt)? else {
            return Ok(Fit::No(reason!("why-not-tabulate-equation")));
        };
        let estimate = layout.estimate;
        Ok(Fit::Yes(Plan {
            nodes: estimate.nodes,
            cost: estimate.cost,
            reason: reason(&layout),
            order: problem.order.clone(),
            run: Arc::new(Planned { problem: Arc::clone(problem), layout }),
        }))
    }
}

/// Returns the least nanoseconds of a join, unless parts are alike: all assignments are pairs of a row of either side.
fn at_least(problem: &Problem) -> f64 {
    Sizes::new(problem, 0, distinct(problem)).unread(0).sqrt() * cost::tabulate::PROBE
}

/// Returns the cheapest layout of any equation, within a number of bytes.
///
/// `ABC*D=ABC` says no more than `D=1`: far more rows meet than its range suggests. Such equations lead only if there is no
/// other.
fn best(problem: &Problem, memory: f64, interrupt: &dyn Interrupt) -> Result<Option<Layout>, Interrupted> {
    let is_plain = |lead: &usize| {
        problem.conditions.len() == 1 || !have_common_factor(&problem.conditions[*lead], &problem.context)
    };
    let (plain, others): (Vec<usize>, Vec<usize>) = (0..problem.conditions.len()).partition(is_plain);
    match cheapest(problem, memory, &plain, interrupt)? {
        None => cheapest(problem, memory, &others, interrupt),
        layout => Ok(layout),
    }
}

/// Returns the cheapest layout of some equations.
fn cheapest(
    problem: &Problem,
    memory: f64,
    leads: &[usize],
    interrupt: &dyn Interrupt,
) -> Result<Option<Layout>, Interrupted> {
    let distinct = distinct(problem);
    let mut best: Option<Layout> = None;
    for lead in leads {
        interrupt.check()?;
        let condition = &problem.conditions[*lead];
        for equation in Equation::readings(condition, &problem.domains, &problem.context) {
            if !OPERANDS.contains(&equation.operands.len()) {
                continue;
            }
            let layout = Layout::of(&equation, *lead, distinct, problem, memory);
            if best.as_ref().is_none_or(|best| layout.estimate.cost < best.estimate.cost) {
                best = Some(layout);
            }
        }
    }
    Ok(best)
}

/// Returns the cells of the largest group whose digits all differ, as bits. Other rules are tested on hits.
fn distinct(problem: &Problem) -> u64 {
    let groups = problem.groups.iter().filter(|group| group.most == 1);
    let largest = groups.max_by_key(|group| group.cells.len());
    largest.map_or(0, |group| group.cells.iter().fold(0, |bits, cell| bits | 1 << cell.index()))
}

fn reason(layout: &Layout) -> Reason {
    let parts = layout.parts.len();
    match layout.operation {
        equation::Operation::Sum => reason!("why-tabulate-sum", parts = parts),
        equation::Operation::Product => reason!("why-tabulate-product", parts = parts),
    }
}

/// A join that is ready to run.
struct Planned {
    problem: Arc<Problem>,
    layout: Layout,
}

impl Run for Planned {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        let memory = search.memory.map_or(f64::INFINITY, |memory| memory as f64);
        let is_too_large = self.layout.estimate.bytes > memory;
        let smaller = if is_too_large { best(&self.problem, memory, search.interrupt) } else { Ok(None) };
        let Ok(smaller) = smaller else { return Ended::interrupted() };
        let layout = smaller.as_ref().unwrap_or(&self.layout);
        split::run(&Tabulated::new(&self.problem, layout), search, found)
    }

    fn has_ranks(&self) -> bool {
        true
    }
}

/// The ranks: choices of the fixed digits, or, if none are fixed, shares of the probe.
struct Tabulated<'p> {
    problem: &'p Problem,
    layout: &'p Layout,
    finish: Finish<'p>,
    fixed: Vec<usize>,
    /// Conditions on fixed cells alone.
    conditions: Vec<usize>,
    ranks: u64,
    /// The tables, if nothing is fixed: made once, by the first thread that needs them.
    join: OnceLock<Join<'p>>,
}

/// The shares of a probe; the rank after them stands for the rows that are kept apart.
const SHARES: u64 = 4096;

impl<'p> Tabulated<'p> {
    fn new(problem: &'p Problem, layout: &'p Layout) -> Self {
        let fixed: Vec<usize> =
            (0..problem.domains.len()).filter(|cell| layout.fixed >> cell & 1 == 1).collect();
        let is_known = |condition: &usize| {
            problem.conditions[*condition].cells.iter().all(|cell| layout.fixed >> cell.index() & 1 == 1)
        };
        let choices = fixed.iter().map(|cell| problem.domains[*cell].len() as u64).product();
        Self {
            problem,
            layout,
            finish: Finish::new(layout, problem),
            ranks: if fixed.is_empty() { SHARES + 1 } else { choices },
            fixed,
            conditions: (0..problem.conditions.len()).filter(is_known).collect(),
            join: OnceLock::new(),
        }
    }

    /// Makes the tables for fixed digits.
    fn join(&self, digits: &[Digit], visitor: &mut Visitor) -> Option<Join<'p>> {
        let distinct = self.fixed.iter().filter(|cell| self.layout.distinct >> **cell & 1 == 1);
        let ground = Ground {
            problem: self.problem,
            operation: self.layout.operation,
            distinct: self.layout.distinct,
            digits,
            taken: distinct.fold(0, |taken, cell| taken | 1 << digits[*cell]),
        };
        Join::of(self.layout, &ground, visitor)
    }

    /// Sets the digits of the fixed cells for a rank; returns whether they obey the rules.
    fn fix(&self, mut rank: u64, digits: &mut [Digit], visitor: &mut Visitor) -> bool {
        let mut taken = 0u64;
        for cell in self.fixed.iter().rev() {
            let domain = self.problem.domains[*cell];
            let place = (rank % domain.len() as u64) as usize;
            rank /= domain.len() as u64;
            digits[*cell] = domain.iter().nth(place).unwrap_or_default();
            if self.layout.distinct >> *cell & 1 == 1 {
                if taken >> digits[*cell] & 1 == 1 {
                    return false;
                }
                taken |= 1 << digits[*cell];
            }
        }
        self.conditions.iter().all(|condition| visitor.may_hold(*condition, digits))
    }

    /// Looks up the tiles of a join, and tests every image of every hit.
    fn tiles(
        &self,
        join: &Join,
        tiles: Range<usize>,
        scratch: &mut Scratch,
        visitor: &mut Visitor,
    ) -> ControlFlow<usize> {
        for tile in tiles {
            scratch.hits.clear();
            let count = join.look_up(tile, &mut scratch.hits);
            if visitor.nodes(count).is_break() {
                return ControlFlow::Break(tile);
            }
            for i in 0..scratch.hits.len() {
                if self.hit(join, scratch.hits[i], scratch, visitor).is_break() {
                    return ControlFlow::Break(tile);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn hit(&self, join: &Join, hit: Hit, scratch: &mut Scratch, visitor: &mut Visitor) -> ControlFlow<()> {
        if !join.write(hit, &mut scratch.digits) {
            return ControlFlow::Continue(());
        }
        if !self.finish.agrees(&scratch.digits, visitor) {
            return visitor.nodes(0);
        }
        self.finish.offer(&mut scratch.digits, visitor)?;
        for map in self.layout.images.maps() {
            for (digit, from) in scratch.image.iter_mut().zip(map) {
                *digit = scratch.digits[usize::from(*from)];
            }
            self.finish.offer(&mut scratch.image, visitor)?;
        }
        ControlFlow::Continue(())
    }

    fn apart(&self, join: &Join, scratch: &mut Scratch, visitor: &mut Visitor) -> ControlFlow<()> {
        join.apart(&mut scratch.digits, &mut |digits| {
            visitor.node()?;
            if self.finish.agrees(digits, visitor) {
                self.finish.offer(digits, visitor)
            } else {
                visitor.nodes(0)
            }
        })
    }

    /// Visits a rank for each choice of the fixed digits.
    fn visit_choices(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let mut scratch = Scratch::new(self.problem);
        for rank in ranks.clone() {
            if visitor.rests() && rank > ranks.start || visitor.nodes(1).is_break() {
                return rank;
            }
            if !self.fix(rank, &mut scratch.digits, visitor) {
                continue;
            }
            let Some(join) = self.join(&scratch.digits, visitor) else { return rank };
            let is_done = self.tiles(&join, 0..join.tiles(), &mut scratch, visitor).is_continue()
                && self.apart(&join, &mut scratch, visitor).is_continue();
            if !is_done {
                return rank;
            }
        }
        ranks.end
    }

    /// Visits a rank for each share of the probe's tiles.
    fn visit_shares(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let mut scratch = Scratch::new(self.problem);
        let join = match self.join.get() {
            Some(join) => join,
            None if !self.fix(0, &mut scratch.digits, visitor) => return ranks.end,
            None => match self.join(&scratch.digits, visitor) {
                Some(join) => self.join.get_or_init(|| join),
                None => return ranks.start,
            },
        };
        let tiles = join.tiles() as u64;
        let first = |rank: u64| (rank.min(SHARES) * tiles).div_ceil(SHARES) as usize;
        let mut rank = ranks.start;
        while rank < ranks.end && rank < SHARES {
            // Continues at the rank with the next tile, past shares without one.
            let next =
                (first(rank) as u64 * SHARES / tiles.max(1) + 1).clamp(rank + 1, SHARES).min(ranks.end);
            if self.tiles(join, first(rank)..first(next), &mut scratch, visitor).is_break() {
                return rank;
            }
            rank = next;
            if visitor.rests() {
                return rank;
            }
        }
        if rank == SHARES && rank < ranks.end && self.apart(join, &mut scratch, visitor).is_break() {
            return rank;
        }
        ranks.end
    }
}

impl Enumerator for Tabulated<'_> {
    fn ranks(&self) -> u64 {
        self.ranks
    }

    fn node_cost(&self) -> f64 {
        cost::tabulate::NODE
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        if ranks.is_empty() || self.problem.domains.iter().any(|domain| domain.is_empty()) {
            return ranks.end;
        }
        if self.fixed.is_empty() {
            self.visit_shares(ranks, visitor)
        } else {
            self.visit_choices(ranks, visitor)
        }
    }
}

/// The memory that a visit writes to.
struct Scratch {
    hits: Vec<Hit>,
    digits: Vec<Digit>,
    image: Vec<Digit>,
}

impl Scratch {
    fn new(problem: &Problem) -> Self {
        let digits = vec![0; problem.domains.len()];
        Self { hits: Vec::new(), image: digits.clone(), digits }
    }
}
