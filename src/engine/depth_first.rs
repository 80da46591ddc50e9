//! Depth-first assignment: one cell after the other, in a planned order, and each condition tested as soon as
//! its digits are known.
//!
//! The condition with the smallest space of unknown digits comes first. Orders and inequalities never come
//! first. In a linear condition, the heaviest digits come first. Linear conditions are tested early: while
//! some digits are unknown, the smallest and largest sum that they can add, and the divisor of all they can
//! add, may already exclude a solution.
//!
//! This engine fits every problem: groups that share digits, pairs that differ, blanks and balanced keys.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::ops::Range;

use super::Ended;
use super::Engine;
use super::Fit;
use super::Found;
use super::Plan;
use super::Request;
use super::Run;
use super::Search;
use super::cost;
use super::search::order::planned;
use super::search::order::strength;
use super::search::split;
use super::search::split::Enumerator;
use super::search::split::Visitor;
use crate::compile::Condition;
use crate::compile::Problem;
use crate::compile::linear::LinearRelation;
use crate::digits::Digit;
use crate::digits::DigitSet;
use crate::expr::Cell;
use crate::interrupt::Interrupted;
use crate::number::gcd;
use crate::puzzle::Group;
use crate::vocabulary::Algebra;

/// Depth-first assignment.
pub struct DepthFirst;

impl Engine for DepthFirst {
    fn name(&self) -> &'static str {
        "depth-first"
    }

    fn summary(&self) -> &'static str {
        "digit by digit, each condition tested as soon as its symbols are known"
    }

    fn fit<'p>(&self, problem: &'p Problem, request: &Request) -> Result<Fit<'p>, Interrupted> {
        let order = planned(problem, request.interrupt)?;
        let nodes = size(problem, &order);
        Ok(Fit::Yes(Plan {
            nodes,
            cost: nodes * cost::depth_first::NODE,
            reason: "tests each condition as soon as its symbols are known".into(),
            run: Box::new(Tree::of(problem, &order)),
            order,
        }))
    }
}

impl Run for Tree<'_> {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        split::run(self, search, found)
    }
}

/// The nodes to be expected: as many as the distinctness rules leave, and of those the share that tested
/// conditions are guessed to leave. That sums are bounded earlier is not counted.
fn size(problem: &Problem, order: &[Cell]) -> f64 {
    let groups = groups_of_cells(problem);
    let shares = shares(problem, order);
    let mut cells_before = vec![0; problem.groups.len()];
    let (mut paths, mut nodes) = (1.0, 0.0);
    for (cell, share) in order.iter().zip(shares) {
        let own = &groups[cell.index()];
        let taken = own.iter().map(|group| cells_before[*group] / problem.groups[*group].most.max(1)).max();
        paths *= problem.domains[cell.index()].len().saturating_sub(taken.unwrap_or(0)).max(1) as f64;
        own.iter().for_each(|group| cells_before[*group] += 1);
        nodes += paths;
        // Conditions are not as independent as this takes them to be: one path goes on to the end.
        paths = (paths * share).max(1.0);
    }
    nodes.max(1.0)
}

/// What the conditions whose last cell it is are guessed to leave, for each cell of an order.
fn shares(problem: &Problem, order: &[Cell]) -> Vec<f64> {
    let mut depths = vec![0; problem.domains.len()];
    order.iter().enumerate().for_each(|(depth, cell)| depths[cell.index()] = depth);
    let mut shares = vec![1.0; order.len()];
    for condition in &problem.conditions {
        if let Some(last) = condition.cells.iter().map(|cell| depths[cell.index()]).max() {
            shares[last] *= strength(&condition.expr).max(narrowest(problem, condition));
        }
    }
    shares
}

/// The least share that an equation leaves: of the values that its sum can come to, one is right.
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

/// The groups that each cell belongs to.
pub(super) fn groups_of_cells(problem: &Problem) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); problem.domains.len()];
    for (i, group) in problem.groups.iter().enumerate() {
        group.cells.iter().for_each(|cell| groups[cell.index()].push(i));
    }
    groups
}

/// What is done at one depth of the tree.
struct Level {
    cell: usize,
    domain: DigitSet,
    /// The groups it belongs to.
    groups: Vec<usize>,
    /// Earlier cells that it must differ from, besides those of its groups.
    differ: Vec<usize>,
    /// Conditions whose last digit it is.
    complete: Vec<usize>,
    /// Linear conditions that it is part of.
    sums: Vec<Term>,
}

/// What a digit does to one linear condition.
struct Term {
    sum: usize,
    coefficient: i64,
    /// The least and the most that later digits can add.
    least: i64,
    most: i64,
    /// What divides every sum of later digits; 0 where there are none.
    divisor: i64,
    relation: Algebra,
}

impl Term {
    /// Whether later digits may make the relation hold.
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
struct Tree<'a> {
    problem: &'a Problem,
    levels: Vec<Level>,
    /// Conditions without a cell.
    constant: Vec<usize>,
    /// The constants of the linear conditions.
    sums: Vec<i64>,
    /// How many ranks there are below a node of each depth; ranks end where this is 1.
    strides: Vec<u64>,
    ranks: u64,
}

/// Ranks to cut the tree into, if it has so many.
const RANKS: u64 = 1 << 14;

impl<'a> Tree<'a> {
    fn of(problem: &'a Problem, order: &[Cell]) -> Self {
        let linear: Vec<&LinearRelation> =
            problem.conditions.iter().filter_map(|c| c.linear.as_ref()).collect();
        let mut levels = levels(problem, order);
        for (sum, relation) in linear.iter().enumerate() {
            add_terms(sum, relation, &mut levels);
        }
        let (strides, ranks) = strides(&levels);
        let is_constant = |condition: &usize| problem.conditions[*condition].cells.is_empty();
        Self {
            problem,
            levels,
            constant: (0..problem.conditions.len()).filter(is_constant).collect(),
            sums: linear.iter().map(|relation| relation.form.constant).collect(),
            strides,
            ranks,
        }
    }
}

/// The levels, but for what their digits do to sums.
fn levels(problem: &Problem, order: &[Cell]) -> Vec<Level> {
    let mut depths = vec![0; problem.domains.len()];
    for (depth, cell) in order.iter().enumerate() {
        depths[cell.index()] = depth;
    }
    let groups = groups_of_cells(problem);
    let mut levels: Vec<Level> = order
        .iter()
        .map(|cell| Level {
            cell: cell.index(),
            domain: problem.domains[cell.index()],
            groups: groups[cell.index()].clone(),
            differ: Vec::new(),
            complete: Vec::new(),
            sums: Vec::new(),
        })
        .collect();
    for (a, b) in problem.differ.iter().map(|(a, b)| (a.index(), b.index())) {
        let (earlier, later) = if depths[a] < depths[b] { (a, b) } else { (b, a) };
        levels[depths[later]].differ.push(earlier);
    }
    for (i, condition) in problem.conditions.iter().enumerate() {
        if let Some(last) = condition.cells.iter().map(|cell| depths[cell.index()]).max() {
            levels[last].complete.push(i);
        }
    }
    levels
}

/// Adds to each level what its digit does to one sum, from the last level upwards.
fn add_terms(sum: usize, linear: &LinearRelation, levels: &mut [Level]) {
    let coefficients: HashMap<usize, i64> =
        linear.form.terms.iter().map(|(cell, c)| (cell.index(), *c)).collect();
    let (mut least, mut most, mut divisor) = (0, 0, 0);
    for level in levels.iter_mut().rev() {
        let Some(coefficient) = coefficients.get(&level.cell).copied() else { continue };
        level.sums.push(Term { sum, coefficient, least, most, divisor, relation: linear.relation });
        let ends =
            [level.domain.min(), level.domain.max()].map(|digit| coefficient * i64::from(digit.unwrap_or(0)));
        least += ends[0].min(ends[1]);
        most += ends[0].max(ends[1]);
        divisor = gcd(divisor, coefficient.abs());
    }
}

/// The ranks below each depth: the first few levels make the ranks, as a mixed number whose places
/// are the digits that each may take.
fn strides(levels: &[Level]) -> (Vec<u64>, u64) {
    let mut ranks = 1;
    let mut sizes = Vec::new();
    for level in levels {
        if ranks < RANKS {
            ranks *= level.domain.len() as u64;
            sizes.push(level.domain.len() as u64);
        }
    }
    let mut strides = vec![1; levels.len()];
    for depth in (1..sizes.len()).rev() {
        strides[depth - 1] = strides[depth] * sizes[depth];
    }
    (strides, ranks)
}

impl Enumerator for Tree<'_> {
    fn ranks(&self) -> u64 {
        self.ranks
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        if ranks.is_empty() || self.problem.domains.iter().any(|domain| domain.is_empty()) {
            return ranks.end;
        }
        let end = ranks.end;
        let mut walk = Walk::new(self, ranks);
        if self.constant.iter().any(|condition| !visitor.may_hold(*condition, &walk.digits)) {
            return end;
        }
        if self.levels.is_empty() {
            let _ = visitor.complete(&walk.digits);
            return end;
        }
        match walk.run(visitor) {
            ControlFlow::Break(rank) => rank,
            ControlFlow::Continue(()) => end,
        }
    }
}

/// One walk through a part of the tree.
struct Walk<'t> {
    tree: &'t Tree<'t>,
    ranks: Range<u64>,
    digits: Vec<Digit>,
    /// The digits still to be tried at each depth.
    untried: Vec<DigitSet>,
    /// The rank of the first leaf below the node above each depth.
    bases: Vec<u64>,
    sums: Vec<i64>,
    groups: Vec<Taken>,
}

/// The digits that a group has taken.
pub(super) struct Taken {
    /// Those that were taken as often as may be.
    full: DigitSet,
    /// How often each was taken; kept only where digits are shared.
    counts: Option<Box<[usize; 64]>>,
    least: usize,
    most: usize,
    digits: DigitSet,
    left: usize,
}

impl Taken {
    /// Nothing of this group is taken yet.
    pub(super) fn none(group: &Group) -> Self {
        Self {
            full: DigitSet::EMPTY,
            counts: (group.most > 1).then(|| Box::new([0; 64])),
            least: group.least,
            most: group.most,
            digits: group.digits,
            left: group.cells.len(),
        }
    }

    /// The digits that were taken as often as may be.
    #[inline]
    pub(super) fn full(&self) -> DigitSet {
        self.full
    }

    pub(super) fn take(&mut self, digit: Digit) {
        self.left -= 1;
        match &mut self.counts {
            None => self.full = self.full.with(digit),
            Some(counts) => {
                counts[usize::from(digit)] += 1;
                if counts[usize::from(digit)] >= self.most {
                    self.full = self.full.with(digit);
                }
            }
        }
    }

    pub(super) fn give_back(&mut self, digit: Digit) {
        self.left += 1;
        self.full = self.full.without(digit);
        if let Some(counts) = &mut self.counts {
            counts[usize::from(digit)] -= 1;
        }
    }

    /// Whether the cells that are left can still take every digit as often as they must.
    pub(super) fn can_fill(&self) -> bool {
        let Some(counts) = &self.counts else { return true };
        let missing = self.digits.iter().map(|digit| self.least.saturating_sub(counts[usize::from(digit)]));
        missing.sum::<usize>() <= self.left
    }
}

impl<'t> Walk<'t> {
    fn new(tree: &'t Tree<'t>, ranks: Range<u64>) -> Self {
        Self {
            tree,
            ranks,
            digits: vec![0; tree.problem.domains.len()],
            untried: vec![DigitSet::EMPTY; tree.levels.len()],
            bases: vec![0; tree.levels.len()],
            sums: tree.sums.clone(),
            groups: tree.problem.groups.iter().map(Taken::none).collect(),
        }
    }

    /// Walks through its ranks; breaks at the rank where the visitor wants to stop.
    fn run(&mut self, visitor: &mut Visitor) -> ControlFlow<u64> {
        let last = self.tree.levels.len() - 1;
        let mut depth = 0;
        self.open(0);
        loop {
            let Some(digit) = self.untried[depth].min() else {
                if depth == 0 {
                    return ControlFlow::Continue(());
                }
                depth -= 1;
                self.retreat(depth);
                continue;
            };
            self.untried[depth] = self.untried[depth].without(digit);
            let Some(rank) = self.rank(depth, digit) else { continue };
            if visitor.rests() && self.tree.strides[depth] == 1 && self.is_new_rank(depth, rank) {
                return ControlFlow::Break(rank);
            }
            if visitor.node().is_break() {
                return ControlFlow::Break(rank);
            }
            self.assign(depth, digit);
            if !self.may_go_on(depth, visitor) {
                self.retreat(depth);
            } else if depth < last {
                depth += 1;
                self.bases[depth] = rank;
                self.open(depth);
            } else {
                if visitor.complete(&self.digits).is_break() {
                    return ControlFlow::Break(rank);
                }
                self.retreat(depth);
            }
        }
    }

    /// Finds the digits to try at a depth.
    #[inline]
    fn open(&mut self, depth: usize) {
        let level = &self.tree.levels[depth];
        let mut digits = level.domain;
        for group in &level.groups {
            digits = digits.minus(self.groups[*group].full);
        }
        for other in &level.differ {
            digits = digits.without(self.digits[*other]);
        }
        self.untried[depth] = digits;
    }

    /// The first rank below a digit, where one of its ranks is to be visited.
    #[inline]
    fn rank(&self, depth: usize, digit: Digit) -> Option<u64> {
        let base = self.bases[depth];
        if !self.makes_ranks(depth) {
            return Some(base);
        }
        let below = DigitSet::from_bits((1 << digit) - 1) & self.tree.levels[depth].domain;
        let stride = self.tree.strides[depth];
        let rank = base + below.len() as u64 * stride;
        (rank < self.ranks.end && rank + stride > self.ranks.start).then_some(rank)
    }

    /// Whether this depth is one of those whose digits make the rank.
    #[inline]
    fn makes_ranks(&self, depth: usize) -> bool {
        self.tree.strides[depth] > 1 || depth == 0 || self.tree.strides[depth - 1] > 1
    }

    /// Whether a node is the first of its rank, so that a walk may end before it.
    fn is_new_rank(&self, depth: usize, rank: u64) -> bool {
        self.makes_ranks(depth) && rank > self.ranks.start
    }

    #[inline]
    fn assign(&mut self, depth: usize, digit: Digit) {
        let level = &self.tree.levels[depth];
        self.digits[level.cell] = digit;
        for group in &level.groups {
            self.groups[*group].take(digit);
        }
        for term in &level.sums {
            self.sums[term.sum] += term.coefficient * i64::from(digit);
        }
    }

    #[inline]
    fn retreat(&mut self, depth: usize) {
        let level = &self.tree.levels[depth];
        let digit = self.digits[level.cell];
        for group in &level.groups {
            self.groups[*group].give_back(digit);
        }
        for term in &level.sums {
            self.sums[term.sum] -= term.coefficient * i64::from(digit);
        }
    }

    /// Whether no bound and no condition speaks against the digits so far.
    #[inline]
    fn may_go_on(&self, depth: usize, visitor: &mut Visitor) -> bool {
        let level = &self.tree.levels[depth];
        level.sums.iter().all(|term| term.may_hold(self.sums[term.sum]))
            && level.groups.iter().all(|group| self.groups[*group].can_fill())
            && level.complete.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::linear::holds;

    /// What is still to be added, and what it is divisible by.
    const LATER: [(i64, i64, i64); 5] = [(0, 0, 0), (-2, 4, 2), (0, 6, 3), (-6, 0, 3), (1, 3, 1)];

    #[test]
    fn a_relation_may_hold_where_later_digits_can_make_it_hold() {
        use Algebra::AtLeast;
        use Algebra::AtMost;
        use Algebra::Equal;
        use Algebra::Greater;
        use Algebra::Less;
        use Algebra::Unequal;
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
