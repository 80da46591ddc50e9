//! Depth-first assignment: one cell after the other, in a planned order. Each condition is tested as soon as its digits are
//! known.
//!
//! The condition with the smallest space of unknown digits comes first. Orders and inequalities never come first. In a linear
//! condition, the heaviest digits come first. Linear conditions are tested early: while some digits are unknown, the smallest
//! and largest sum that they can add, and the divisor of everything they can add, may already exclude a solution.
//!
//! This engine fits every problem: groups that share digits, pairs that differ, blanks and balanced keys.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::cost;
use super::cost::depth_first::{DEAR, TEST};
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::reason;
use super::search::levels::{Depths, Place, choices, constant, places};
use super::search::order::{planned, strength};
use super::search::ranks::Ranks;
use super::search::split::{Enumerator, Visitor};
use super::search::taken::Taken;
use super::search::walk;
use super::search::walk::Walk;
use crate::compile::linear::LinearRelation;
use crate::compile::{Condition, Problem};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::Interrupted;
use fukumen_language::number::gcd;
use fukumen_language::vocabulary::Algebra;

/// Depth-first assignment.
pub struct DepthFirst;

impl Engine for DepthFirst {
    fn name(&self) -> &'static str {
        "depth-first"
    }

    fn summary(&self) -> &'static str {
        "digit by digit, each condition tested as soon as its symbols are known"
    }

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        let order = planned(problem, request.interrupt)?;
        let tree = Tree::of(problem, &order);
        let (nodes, tests) = tree.size();
        Ok(Fit::Yes(Plan {
            nodes,
            cost: nodes * cost::depth_first::NODE + tests,
            reason: reason!("why-depth-first"),
            run: Arc::new(tree),
            order,
        }))
    }
}

/// Returns the least share that an equation leaves: one of the possible values of its sum is right.
fn narrowest(problem: &Problem, condition: &Condition) -> f64 {
    let Some(linear) = condition.linear.as_ref().filter(|linear| linear.relation == Algebra::Equal) else {
        return 0.0;
    };
    let divisor = linear.form.terms.iter().fold(0, |divisor, (_, c)| gcd(divisor, c.abs())).max(1);
    let width = |(cell, coefficient): &(Cell, i64)| {
        let domain = problem.domains[cell.index()];
        let ends = [domain.min(), domain.max()].map(|digit| f64::from(digit.unwrap_or(0)));
        (ends[1] - ends[0]) * (coefficient.abs() as f64)
    };
    let width = linear.form.terms.iter().map(width).sum::<f64>();
    (width / divisor as f64 + 1.0).recip()
}

/// The steps at one depth of the tree.
struct Level {
    place: Place,
    /// Conditions whose last digit is this one.
    complete: Vec<usize>,
    /// Linear conditions that contain it.
    sums: Vec<Term>,
}

/// The effect of a digit on one linear condition.
struct Term {
    sum: usize,
    coefficient: i64,
    /// The least and the most that later digits can add.
    least: i64,
    most: i64,
    /// A divisor of every sum of later digits; 0 if there are none.
    divisor: i64,
    relation: Algebra,
}

impl Term {
    /// Returns whether later digits may make the relation hold.
    #[inline]
    fn may_hold(&self, sum: i64) -> bool {
        let (least, most) = (sum + self.least, sum + self.most);
        match self.relation {
            Algebra::Equal => least <= 0 && most >= 0 && (self.divisor <= 1 || sum % self.divisor == 0),
            Algebra::Unequal => least != 0 || most != 0,
            Algebra::Less => least < 0,
            Algebra::AtMost => least <= 0,
            Algebra::Greater => most > 0,
            _ => most >= 0,
        }
    }
}

/// The tree of assignments in a fixed order of the cells.
struct Tree {
    problem: Arc<Problem>,
    levels: Vec<Level>,
    /// Conditions without a cell.
    constant: Vec<usize>,
    /// The constants of the linear conditions.
    sums: Vec<i64>,
    ranks: Ranks,
}

/// The number of ranks to cut the tree into, if it has that many.
const RANKS: u64 = 1 << 14;

impl Tree {
    fn of(problem: &Arc<Problem>, order: &[Cell]) -> Self {
        let linear: Vec<&LinearRelation> =
            problem.conditions.iter().filter_map(|c| c.linear.as_ref()).collect();
        let mut levels = levels(problem, order);
        for (sum, relation) in linear.iter().enumerate() {
            add_terms(sum, relation, &mut levels);
        }
        Self {
            problem: Arc::clone(problem),
            ranks: Ranks::of(levels.iter().map(|level| (level.place.domain, true)), RANKS),
            levels,
            constant: constant(problem).collect(),
            sums: linear.iter().map(|relation| relation.form.constant).collect(),
        }
    }

    /// Returns the expected nodes: the assignments that the distinctness rules leave, times the share that tested conditions
    /// are guessed to leave, without the early bounds of sums; and the nanoseconds of the tests.
    fn size(&self) -> (f64, f64) {
        let (mut paths, mut nodes, mut tests) = (1.0f64, 0.0, 0.0);
        for (level, choices) in
            self.levels.iter().zip(choices(&self.problem, self.levels.iter().map(|l| &l.place)))
        {
            paths *= choices;
            nodes += paths;
            let conditions = level.complete.iter().map(|condition| &self.problem.conditions[*condition]);
            let share = |condition: &Condition| strength(condition).max(narrowest(&self.problem, condition));
            for condition in conditions {
                if condition.linear.is_none() {
                    tests += paths * if condition.is_expensive() { DEAR } else { TEST };
                }
                paths *= share(condition);
            }
            // Conditions are less independent than this assumes: one path goes on to the end.
            paths = paths.max(1.0);
        }
        (nodes.max(1.0), tests)
    }
}

/// Returns the levels, without the effects of their digits on sums.
fn levels(problem: &Problem, order: &[Cell]) -> Vec<Level> {
    let order = || order.iter().map(|cell| cell.index());
    let depths = Depths::of(problem, order());
    let places = places(problem, order(), &depths).into_iter();
    let mut levels: Vec<Level> =
        places.map(|place| Level { place, complete: Vec::new(), sums: Vec::new() }).collect();
    for (i, condition) in problem.conditions.iter().enumerate() {
        if let Some(last) = depths.complete(condition) {
            levels[last].complete.push(i);
        }
    }
    levels
}

/// Adds to each level the effect of its digit on one sum, from the last level upwards.
fn add_terms(sum: usize, linear: &LinearRelation, levels: &mut [Level]) {
    let coefficients: HashMap<usize, i64> =
        linear.form.terms.iter().map(|(cell, c)| (cell.index(), *c)).collect();
    let (mut least, mut most, mut divisor) = (0, 0, 0);
    for level in levels.iter_mut().rev() {
        let Some(coefficient) = coefficients.get(&level.place.cell).copied() else { continue };
        level.sums.push(Term { sum, coefficient, least, most, divisor, relation: linear.relation });
        let ends = [level.place.domain.min(), level.place.domain.max()]
            .map(|digit| coefficient * i64::from(digit.unwrap_or(0)));
        least += ends[0].min(ends[1]);
        most += ends[0].max(ends[1]);
        divisor = gcd(divisor, coefficient.abs());
    }
}

impl Enumerator for Tree {
    fn ranks(&self) -> u64 {
        self.ranks.count()
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        walk::visit(&self.ranks, &ranks, &mut Nodes::new(self), visitor)
    }
}

/// The digits and sums at the current node of the tree.
struct Nodes<'t> {
    tree: &'t Tree,
    digits: Vec<Digit>,
    sums: Vec<i64>,
    groups: Vec<Taken>,
}

impl<'t> Nodes<'t> {
    fn new(tree: &'t Tree) -> Self {
        Self {
            tree,
            digits: vec![0; tree.problem.domains.len()],
            sums: tree.sums.clone(),
            groups: tree.problem.groups.iter().map(Taken::none).collect(),
        }
    }
}

impl Walk for Nodes<'_> {
    fn may_begin(&mut self, visitor: &mut Visitor) -> bool {
        self.tree.constant.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
    }

    #[inline]
    fn open(&mut self, depth: usize) -> DigitSet {
        self.tree.levels[depth].place.free(|group| self.groups[group].full(), &self.digits)
    }

    #[inline]
    fn assign(&mut self, depth: usize, digit: Digit) {
        let level = &self.tree.levels[depth];
        self.digits[level.place.cell] = digit;
        for group in &level.place.groups {
            self.groups[*group].take(digit);
        }
        for term in &level.sums {
            self.sums[term.sum] += term.coefficient * i64::from(digit);
        }
    }

    #[inline]
    fn retreat(&mut self, depth: usize) {
        let level = &self.tree.levels[depth];
        let digit = self.digits[level.place.cell];
        for group in &level.place.groups {
            self.groups[*group].give_back(digit);
        }
        for term in &level.sums {
            self.sums[term.sum] -= term.coefficient * i64::from(digit);
        }
    }

    /// Returns whether the digits so far satisfy every bound and condition.
    #[inline]
    fn may_go_on(&mut self, depth: usize, visitor: &mut Visitor) -> bool {
        let level = &self.tree.levels[depth];
        level.sums.iter().all(|term| term.may_hold(self.sums[term.sum]))
            && level.place.groups.iter().all(|group| self.groups[*group].can_fill())
            && level.complete.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
    }

    fn complete(&self, visitor: &mut Visitor) -> ControlFlow<()> {
        visitor.complete(&self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::linear::holds;

    /// The bounds of the later part, and its divisor.
    const LATER: [(i64, i64, i64); 5] = [(0, 0, 0), (-2, 4, 2), (0, 6, 3), (-6, 0, 3), (1, 3, 1)];

    #[test]
    fn a_relation_may_hold_where_later_digits_can_make_it_hold() {
        use Algebra::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
        for relation in [Equal, Unequal, Less, AtMost, Greater, AtLeast] {
            for (least, most, divisor) in LATER {
                let term = Term { sum: 0, coefficient: 1, least, most, divisor, relation };
                for sum in -9..=9 {
                    let can_hold = (least..=most)
                        .filter(|later| divisor == 0 || later % divisor == 0)
                        .any(|later| holds(relation, sum + later));
                    assert_eq!(term.may_hold(sum), can_hold, "{sum} + {least}..={most} {relation:?} 0");
                }
            }
        }
    }
}
