//! Sums of long words: a lattice of short vectors, and its points in a ball.
//!
//! The whole solutions of a linear equation are a lattice, shifted by one of them. If words are about as long as there are
//! letters, its points are so far apart that a ball around the middle of all digits has few of them, although the digits of
//! every solution lie in that ball: for different digits its radius is known exactly. So the basis is made of short rows
//! (`number::lattice`), and all points in the ball are listed; their digits are then tested. Brute force would try 36!
//! assignments; this examines a few thousand points. J. C. Lagarias and A. M. Odlyzko broke knapsack ciphers in this way
//! (Journal of the ACM 32, 1985).
//!
//! If a group takes all its digits, their sum is known, which is one more equation and makes the lattice smaller by one
//! dimension.
//!
//! Points are ranked by the multiples of the last rows, so a search can be divided.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::cost;
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::reason;
use super::search::bits::{coefficient_bits, domain_bits, equations};
use super::search::group::{only_group, values_of};
use super::search::random::Random;
use super::search::split::{Enumerator, Visitor};
use crate::compile::{Condition, Problem};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::Interrupted;
use fukumen_language::number::Exact;
use fukumen_language::number::lattice::{Equation, Lattice as Points, Nearby, nearby};

/// A lattice of short vectors.
pub struct Lattice;

/// The most cells and equations: the time to shorten vectors grows with a power of their number.
const MOST_CELLS: usize = 128;
const MOST_EQUATIONS: usize = 4;

/// The random descents for a forecast.
const DESCENTS: u32 = 128;

/// The least share of the bits of all digits that coefficients must have. With fewer, the ball has far too many points.
const LEAST_BITS: f64 = 0.35;

/// The number of ranks to cut the points into, if there are enough.
const RANKS: u64 = 256;

impl Engine for Lattice {
    fn name(&self) -> &'static str {
        "lattice"
    }

    fn summary(&self) -> &'static str {
        "sums of long words: points of a lattice in a ball"
    }

    fn planning(&self, problem: &Problem) -> f64 {
        cost::lattice::PLANNING * problem.domains.len() as f64 * coefficient_bits(problem)
    }

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        let (cells, count) = (problem.domains.len(), equations(problem).count());
        if count == 0 {
            return Ok(Fit::No(reason!("why-not-equation")));
        }
        if cells > MOST_CELLS || count > MOST_EQUATIONS {
            return Ok(Fit::No(reason!("why-not-lattice-size")));
        }
        if coefficient_bits(problem) < LEAST_BITS * domain_bits(problem) {
            return Ok(Fit::No(reason!("why-not-lattice-words")));
        }
        let group = match only_group(problem) {
            Ok(group) => group,
            Err(reason) => return Ok(Fit::No(reason)),
        };
        Ok(match Space::of(problem, &group, request)? {
            None => Fit::No(reason!("why-not-size")),
            Some(space) => {
                let nodes = space.points.as_ref().map_or(1.0, nodes);
                Fit::Yes(Plan {
                    nodes,
                    cost: nodes * space.node_cost(),
                    reason: reason!("why-lattice"),
                    order: (0..cells).map(Cell::new).collect(),
                    run: Arc::new(space),
                })
            }
        })
    }
}

fn equation(condition: &Condition, cells: usize) -> Equation {
    let mut coefficients = vec![Exact::ZERO; cells];
    if let Some(wide) = &condition.wide {
        wide.terms.iter().for_each(|(cell, c)| coefficients[cell.index()] = c.clone());
        return Equation { coefficients, constant: wide.constant.clone() };
    }
    let Some(linear) = &condition.linear else { return Equation { coefficients, constant: Exact::ZERO } };
    linear.form.terms.iter().for_each(|(cell, c)| coefficients[cell.index()] = (*c).into());
    Equation { coefficients, constant: linear.form.constant.into() }
}

/// Returns the expected nodes: the larger of the estimate from the volume of the ball, and the mean of some random descents,
/// each of which stands for all that branched off (Knuth, Estimating the efficiency of backtrack programs, 1975). Rows of
/// several sums are far from the random lattices for which the volume is right.
fn nodes(points: &Points) -> f64 {
    let mut random = Random::new();
    let mut total = 0.0;
    for _ in 0..DESCENTS {
        let (mut used, mut branches) = (0.0, 1.0);
        let mut middles: Vec<f64> = points.ball.middles().collect();
        for row in (0..points.basis.len()).rev() {
            let (least, count) = points.ball.multiples(row, middles[row], used);
            branches *= count as f64;
            total += branches;
            if count == 0 {
                break;
            }
            let place = random.below(u32::try_from(count).unwrap_or(u32::MAX));
            let times = least.saturating_add_unsigned(place.into());
            used = points.ball.used(row, times, middles[row], used);
            let before = middles.clone();
            points.ball.follow(row, times, &before, &mut middles);
        }
    }
    points.ball.nodes().max(total / f64::from(DESCENTS))
}

/// The points in the ball; `None` inside if the equations have no whole solution.
struct Space {
    problem: Arc<Problem>,
    points: Option<Points>,
    /// Cells whose digits differ.
    group: Vec<Cell>,
    /// For each cell, twice the middle of the digits.
    middle: Vec<i64>,
    /// Whether the digits of all solutions are at the greatest distance from the middle: all cells differ, and take all
    /// digits.
    is_sphere: bool,
    /// The numbers of multiples to try of the last rows, starting with the very last.
    widths: Vec<u64>,
}

impl Space {
    /// Returns `None` if its numbers are too large.
    fn of(problem: &Arc<Problem>, group: &[Cell], request: &Request) -> Result<Option<Self>, Interrupted> {
        let cells = problem.domains.len();
        let mut equations: Vec<Equation> = equations(problem).map(|c| equation(c, cells)).collect();
        let ends = |digits: &[Digit]| {
            [digits.first(), digits.last()].map(|digit| i64::from(digit.copied().unwrap_or(0)))
        };
        let mut middle = Vec::with_capacity(cells);
        let mut radius = 0;
        for domain in &problem.domains {
            let [least, most] = ends(&domain.iter().collect::<Vec<_>>());
            middle.push(least + most);
            radius += (most - least).pow(2);
        }
        let values = values_of(problem, group);
        if !group.is_empty() {
            let [least, most] = ends(&values);
            let from_middle = |digit: &Digit| (2 * i64::from(*digit) - least - most).pow(2);
            for cell in group {
                let [least, most] = ends(&problem.domains[cell.index()].iter().collect::<Vec<_>>());
                radius -= (most - least).pow(2);
            }
            group.iter().for_each(|cell| middle[cell.index()] = least + most);
            // Different digits are at most as far from the middle as the farthest different digits.
            let mut squares: Vec<i64> = values.iter().map(from_middle).collect();
            squares.sort_unstable_by(|a, b| b.cmp(a));
            radius += squares.iter().take(group.len()).sum::<i64>();
        }
        let takes_all = group.len() == values.len() && !group.is_empty();
        if takes_all {
            let mut coefficients = vec![Exact::ZERO; cells];
            group.iter().for_each(|cell| coefficients[cell.index()] = Exact::ONE);
            let sum = values.iter().map(|digit| i64::from(*digit)).sum::<i64>();
            equations.push(Equation { coefficients, constant: (-sum).into() });
        }
        let points = match nearby(&equations, &middle, radius, request.interrupt)? {
            Nearby::TooLarge => return Ok(None),
            Nearby::None => None,
            Nearby::Lattice(points) => Some(points),
        };
        let mut widths = Vec::new();
        if let Some(points) = &points {
            let mut ranks = 1u64;
            for row in (0..points.basis.len()).rev() {
                let width = points.ball.widest(row);
                match ranks.checked_mul(width).filter(|_| ranks < RANKS && width > 0) {
                    Some(product) => ranks = product,
                    None => break,
                }
                widths.push(width);
            }
        }
        let (problem, group) = (Arc::clone(problem), group.to_vec());
        let is_sphere = takes_all && group.len() == cells;
        Ok(Some(Self { problem, points, group, middle, is_sphere, widths }))
    }

    /// Continues with a row, after the multiples of the later rows are chosen.
    fn walk(&self, rows: usize, used: f64, state: &mut State, visitor: &mut Visitor) -> ControlFlow<()> {
        let Some(row) = rows.checked_sub(1) else { return self.look(state, visitor) };
        let (middle, least, count) = state.multiples(row, used);
        visitor.nodes(count.max(1))?;
        for times in least..least.saturating_add_unsigned(count) {
            let used = state.points.ball.used(row, times, middle, used);
            if row > 0 || !self.is_sphere || state.points.ball.is_on_sphere(used) {
                state.choose(row, times);
                self.walk(row, used, state, visitor)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tests a point.
    fn look(&self, state: &mut State, visitor: &mut Visitor) -> ControlFlow<()> {
        if !state.has_digits(&self.problem.domains) {
            return ControlFlow::Continue(());
        }
        let digits = &state.digits;
        let taken = self.group.iter().fold(DigitSet::EMPTY, |taken, cell| taken.with(digits[cell.index()]));
        let differ = taken.len() == self.group.len()
            && self.problem.differ.iter().all(|(a, b)| digits[a.index()] != digits[b.index()]);
        if differ && visitor.all_may_hold(digits) {
            visitor.complete(digits)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Visits the points of one rank.
    fn rank(&self, mut rank: u64, state: &mut State, visitor: &mut Visitor) -> ControlFlow<()> {
        let (mut rows, mut used) = (state.points.basis.len(), 0.0);
        let mut left = self.ranks();
        for width in &self.widths {
            left /= width;
            let (middle, least, count) = state.multiples(rows - 1, used);
            let place = rank / left;
            rank %= left;
            if place >= count {
                return visitor.node();
            }
            rows -= 1;
            let times = least.saturating_add_unsigned(place);
            state.choose(rows, times);
            used = state.points.ball.used(rows, times, middle, used);
        }
        self.walk(rows, used, state, visitor)
    }
}

/// The chosen multiples of rows, and the digits of a point.
struct State<'s> {
    points: &'s Points,
    chosen: Vec<i64>,
    /// The first row from which the sums match the chosen multiples.
    summed: usize,
    /// The sum of each row and all later ones with the chosen multiples, plus the shift: twice the digits of each cell.
    sums: Vec<Vec<i64>>,
    /// For each row, the middles of the rows before it.
    middles: Vec<Vec<f64>>,
    digits: Vec<Digit>,
}

impl<'s> State<'s> {
    fn new(points: &'s Points, middle: &[i64]) -> Self {
        let (rows, cells) = (points.basis.len(), middle.len());
        let mut sums = vec![vec![0; cells]; rows];
        sums.push(
            points.vector.iter().zip(middle).map(|(element, middle)| element.wrapping_add(*middle)).collect(),
        );
        let mut middles: Vec<Vec<f64>> = (0..rows).map(|row| vec![0.0; row]).collect();
        middles.push(points.ball.middles().collect());
        Self { points, chosen: vec![0; rows], summed: rows, sums, middles, digits: vec![0; cells] }
    }

    /// Returns the middle of a row, and which multiples of it to try, as
    /// [`Ball::multiples`](fukumen_language::number::lattice::Ball::multiples) does.
    #[inline]
    fn multiples(&mut self, row: usize, used: f64) -> (f64, i64, u64) {
        let (ball, next) = (&self.points.ball, row + 1);
        let is_last = next == self.chosen.len();
        let middle = if is_last {
            self.middles[next][row]
        } else {
            ball.middle(row, self.chosen[next], self.middles[next + 1][row])
        };
        let (least, count) = ball.multiples(row, middle, used);
        if count > 0 && !is_last {
            // The middles of the rows before it are needed only now.
            let (lower, upper) = self.middles.split_at_mut(next + 1);
            ball.follow(next, self.chosen[next], &upper[0], &mut lower[next]);
        }
        (middle, least, count)
    }

    #[inline]
    fn choose(&mut self, row: usize, times: i64) {
        self.chosen[row] = times;
        self.summed = self.summed.max(row + 1);
    }

    /// Returns whether each cell has a digit of its domain. Numbers overflow only at points that are far outside.
    fn has_digits(&mut self, domains: &[DigitSet]) -> bool {
        let plus = |element: i64, row: usize, cell: usize| {
            element.wrapping_add(self.chosen[row].wrapping_mul(self.points.basis[row][cell]))
        };
        for row in (1..self.summed).rev() {
            let (lower, upper) = self.sums.split_at_mut(row + 1);
            for (cell, (sum, before)) in lower[row].iter_mut().zip(&upper[0]).enumerate() {
                *sum = plus(*before, row, cell);
            }
        }
        self.summed = 1;
        let before = &self.sums[self.chosen.len().min(1)];
        for (cell, domain) in domains.iter().enumerate() {
            let twice = if self.chosen.is_empty() { before[cell] } else { plus(before[cell], 0, cell) };
            let digit =
                Digit::try_from(twice / 2).ok().filter(|digit| *digit < 64 && domain.contains(*digit));
            let Some(digit) = digit.filter(|_| twice >= 0) else { return false };
            self.digits[cell] = digit;
        }
        true
    }
}

impl Enumerator for Space {
    fn ranks(&self) -> u64 {
        if self.points.is_none() { 0 } else { self.widths.iter().product() }
    }

    fn node_cost(&self) -> f64 {
        cost::lattice::NODE + cost::lattice::ROW * self.problem.domains.len() as f64
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let Some(points) = &self.points else { return ranks.end };
        let mut state = State::new(points, &self.middle);
        for rank in ranks.clone() {
            if visitor.rests() || self.rank(rank, &mut state, visitor).is_break() {
                return rank;
            }
        }
        ranks.end
    }
}
