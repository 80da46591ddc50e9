//! The order in which to take the cells, chosen by its expected nodes.
//!
//! After some cells, the search keeps this many states: the assignments of these cells, times the chance that later cells can
//! bring their sum to zero, times the chance that it is divisible as it must be. A sum of independent digits is nearly
//! normally distributed, and its mean and variance are known; the forecast needs no more. It depends only on the set of
//! cells, not on their order.
//!
//! There are three ways to find an order, each more expensive and better than the one before: by weight,
//! greedily, and with a beam of the best beginnings. The next is tried if it costs little compared with the
//! expected search.

use std::collections::HashSet;

use super::blocks::BLOCK;
use super::class::Class;
use super::lane::Lane;
use super::sums::{Equation, Sums};
use crate::engine::cost;
use crate::engine::plan::{Request, Wanted};
use crate::engine::search::levels::left;
use fukumen_language::arrange::Arrange;
use fukumen_language::interrupt::{Interrupt, Interrupted, Never};
use fukumen_language::vocabulary::Algebra;

/// An order and its expected cost.
#[derive(Clone)]
pub(super) struct Order {
    pub(super) classes: Vec<usize>,
    pub(super) nodes: f64,
}

/// How much of a search is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Until {
    /// The share of all solutions that is enough.
    share: f64,
    /// The nodes that are always visited: each level fills a block.
    least: f64,
    /// Whether the wanted solutions are few enough to be held together, as a dash does.
    are_few: bool,
    /// An estimate of the number of solutions, one for each arrangement of a class; 0 if it is not needed, or not known.
    pub(super) solutions: f64,
}

impl Until {
    /// Stops after this number of solutions, if the solutions of one sum are spread evenly over its search. With several
    /// sums, or other conditions, the whole search counts: nothing is known of their solutions.
    pub(super) fn of<L: Lane>(request: &Request, sums: &Sums<L>, classes: &[Class]) -> Self {
        let least = (classes.len() * BLOCK) as f64;
        let asks = request.enough.is_some() || request.wanted == Wanted::Count;
        if !asks || sums.equations.len() != 1 || !sums.others.is_empty() {
            return Self { share: 1.0, least, are_few: false, solutions: 0.0 };
        }
        let solutions = Forecast { sums, classes, interrupt: &Never }.solutions();
        let share = request.enough.map_or(1.0, |enough| (enough as f64 / solutions.max(1.0)).min(1.0));
        let are_few = request.enough.is_some_and(|enough| enough <= cost::linear::DASHED_SOLUTIONS);
        Self { share, least, are_few, solutions }
    }

    /// Returns the nodes to spend on a dash: half of the whole search, if solutions are many and the first are far away
    /// nevertheless. Otherwise the first in order are found.
    pub(super) fn dash(self, order: &Order) -> u64 {
        let is_far = order.nodes * self.share > cost::linear::FAR;
        if self.are_few && is_far && self.share < cost::linear::FEW {
            (order.nodes / 2.0).min(cost::linear::DASH) as u64
        } else {
            0
        }
    }

    /// Returns how many nodes of an order that is.
    pub(super) fn nodes(self, order: &Order) -> f64 {
        let nodes = order.nodes.min(order.nodes * self.share + self.least);
        // A dash usually finds enough long before its end.
        if self.dash(order) > 0 { nodes.min(cost::linear::DASHED) } else { nodes }
    }
}

/// The most beginnings that it keeps.
const WIDEST: f64 = 256.0;
/// The most cells that it examines: all of 26 classes with the widest beam, a tenth of a second.
const LONGEST: f64 = 2.25e6;

/// Returns the order to use.
pub(super) fn planned<L: Lane>(
    sums: &Sums<L>,
    classes: &[Class],
    until: Until,
    request: &Request,
) -> Result<Order, Interrupted> {
    let forecast = Forecast { sums, classes, interrupt: request.interrupt };
    let better = |a: Order, b: Order| if until.nodes(&b) < until.nodes(&a) { b } else { a };
    let mut best = forecast.by_weight()?;
    if until.nodes(&best) > cost::linear::GREEDY {
        best = better(best, forecast.greedily()?);
    }
    // If there are other conditions, the sums alone do not distinguish a good order from a bad one. If another plan costs
    // little, an order is worth no more than that.
    let nodes = until.nodes(&best).min(request.cost / cost::linear::NODE);
    if nodes > cost::linear::BEAM && sums.others.is_empty() {
        let count = classes.len() as f64;
        let steps = count * count / 2.0;
        let widest = WIDEST.min(LONGEST / (steps * count));
        let width = (nodes * cost::linear::SHARE / (steps * cost::linear::NODES_FOR_STEP))
            .clamp(2.0, widest.max(2.0));
        best = better(best, forecast.beam(width as usize)?);
    }
    Ok(best)
}

/// Predicts nodes.
pub(super) struct Forecast<'a, L> {
    pub(super) sums: &'a Sums<L>,
    pub(super) classes: &'a [Class],
    pub(super) interrupt: &'a dyn Interrupt,
}

/// The beginning of an order.
#[derive(Clone)]
struct Beginning<L> {
    is_taken: Vec<bool>,
    /// The classes taken, by their marks.
    set: u64,
    /// The contribution of the taken cells to each equation.
    parts: Vec<Part<L>>,
    /// The taken cells of each group.
    taken: Vec<usize>,
    /// The assignments of the taken cells, one for each arrangement of a class.
    assignments: f64,
    order: Order,
}

impl<L: Lane> Forecast<'_, L> {
    fn start(&self) -> Beginning<L> {
        Beginning {
            is_taken: vec![false; self.sums.problem.domains.len()],
            set: 0,
            parts: self.sums.equations.iter().map(|_| Part::nothing()).collect(),
            taken: vec![0; self.sums.pools.len()],
            assignments: 1.0,
            order: Order { classes: Vec::with_capacity(self.classes.len()), nodes: 0.0 },
        }
    }

    /// Returns an estimate of the solutions of the one sum: its assignments times the chance that they sum to zero.
    fn solutions(&self) -> f64 {
        let mut all = self.start();
        for cell in self.classes.iter().flat_map(|class| class.cells.iter().enumerate()) {
            self.know(&mut all, cell);
        }
        let (equation, part) = (&self.sums.equations[0], &all.parts[0]);
        let deviation = part.partial.variance().sqrt();
        let distance = (equation.constant.to_f64() + part.partial.mean) / deviation.max(1.0);
        let density =
            (-distance * distance / 2.0).exp() / (deviation.max(1.0) * std::f64::consts::TAU.sqrt());
        all.assignments * (density * part.divisor.to_f64().abs().max(1.0)).min(1.0)
    }

    /// Returns the order with the heaviest first: they bound the sum best.
    fn by_weight(&self) -> Result<Order, Interrupted> {
        let scales: Vec<f64> = self.sums.equations.iter().map(scale).collect();
        let weight = |class: &Class| {
            let weights = self.sums.equations.iter().zip(&scales);
            weights.map(|(e, scale)| e.weights[class.cells[0]].abs() * scale).fold(0.0, f64::max)
        };
        let mut order: Vec<(f64, usize)> = self.classes.iter().map(weight).zip(0..).collect();
        order.arrange_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut beginning = self.start();
        for (_, class) in order {
            self.interrupt.check()?;
            self.take(&mut beginning, class);
        }
        Ok(beginning.order)
    }

    /// Takes the class that leaves the fewest states each time, without looking further.
    fn greedily(&self) -> Result<Order, Interrupted> {
        let mut beginning = self.start();
        let mut left: Vec<usize> = (0..self.classes.len()).collect();
        while !left.is_empty() {
            let parts = beginning.parts.clone();
            let mut best = (f64::INFINITY, 0);
            for (i, class) in left.iter().enumerate() {
                self.interrupt.check()?;
                let nodes = self.tried(&mut beginning, *class, &parts);
                if nodes.total_cmp(&best.0).is_lt() {
                    best = (nodes, i);
                }
            }
            self.take(&mut beginning, left.swap_remove(best.1));
        }
        Ok(beginning.order)
    }

    /// Undoes the last [`take`](Self::take), except for the numbers.
    fn give_back(&self, beginning: &mut Beginning<L>, class: usize) {
        beginning.order.classes.pop();
        beginning.set ^= mark(class);
        for cell in &self.classes[class].cells {
            beginning.is_taken[*cell] = false;
            self.sums.groups[*cell].iter().for_each(|group| beginning.taken[*group] -= 1);
        }
    }

    /// Returns the best order found by keeping, class by class, the beginnings with the fewest nodes; of those with the same
    /// cells, the best.
    fn beam(&self, width: usize) -> Result<Order, Interrupted> {
        let mut kept = vec![self.start()];
        let mut steps: Vec<Step> = Vec::new();
        for _ in 0..self.classes.len() {
            steps.clear();
            for (from, beginning) in kept.iter_mut().enumerate() {
                self.interrupt.check()?;
                let parts = beginning.parts.clone();
                for (class, own) in self.classes.iter().enumerate() {
                    if !beginning.is_taken[own.cells[0]] {
                        let (nodes, set) =
                            (self.tried(beginning, class, &parts), beginning.set ^ mark(class));
                        steps.push(Step { nodes, set, from, class });
                    }
                }
            }
            steps.arrange_by(|a, b| a.nodes.total_cmp(&b.nodes));
            let mut seen = HashSet::new();
            let best = steps.iter().filter(|step| seen.insert(step.set)).take(width);
            let taken = best.map(|step| {
                let mut longer = kept[step.from].clone();
                self.take(&mut longer, step.class);
                longer
            });
            kept = taken.collect();
        }
        Ok(kept.swap_remove(0).order)
    }

    /// Returns the nodes with one more class, which is then given back. `parts` are those of the beginning.
    fn tried(&self, beginning: &mut Beginning<L>, class: usize, parts: &[Part<L>]) -> f64 {
        let (nodes, assignments) = (beginning.order.nodes, beginning.assignments);
        self.take(beginning, class);
        self.give_back(beginning, class);
        beginning.assignments = assignments;
        beginning.parts.clone_from_slice(parts);
        std::mem::replace(&mut beginning.order.nodes, nodes)
    }

    /// Takes a class of cells, one after the other.
    fn take(&self, beginning: &mut Beginning<L>, class: usize) {
        beginning.order.classes.push(class);
        beginning.set ^= mark(class);
        for cell in self.classes[class].cells.iter().enumerate() {
            self.know(beginning, cell);
            beginning.order.nodes += self.survivors(beginning);
        }
    }

    /// Adds one more cell, with its number in its class.
    fn know(&self, beginning: &mut Beginning<L>, (number, cell): (usize, &usize)) {
        let groups = &self.sums.groups[*cell];
        let domain = self.sums.problem.domains[*cell].len();
        let left = |group: &usize| left(domain, beginning.taken[*group], self.sums.pools[*group]);
        let choices = groups.iter().map(left).fold(domain as f64, f64::min);
        beginning.assignments *= choices / (number + 1) as f64;
        beginning.is_taken[*cell] = true;
        groups.iter().for_each(|group| beginning.taken[*group] += 1);
        let (mean, variance) = moments(self.sums.problem.domains[*cell].bits());
        for (equation, part) in self.sums.equations.iter().zip(&mut beginning.parts) {
            if !equation.coefficients[*cell].is_zero() {
                part.partial.add(equation.weights[*cell], mean, variance, !groups.is_empty());
                part.divisor = part.divisor.gcd(&equation.coefficients[*cell]);
            }
        }
    }

    /// Returns how many assignments of the taken cells may still lead to a solution.
    fn survivors(&self, beginning: &Beginning<L>) -> f64 {
        let equations = self.sums.equations.iter().zip(&beginning.parts);
        equations.fold(beginning.assignments, |n, (equation, part)| {
            n * self.chance(equation, part, &beginning.is_taken)
        })
    }

    /// Returns the chance that the taken digits leave an equation possible.
    fn chance(&self, equation: &Equation<L>, part: &Part<L>, is_taken: &[bool]) -> f64 {
        let partial = &part.partial;
        let (mut least, mut most) = (0.0, 0.0);
        self.sums.extremes(equation, is_taken, |cell, low, high| {
            least += equation.weights[cell] * f64::from(low);
            most += equation.weights[cell] * f64::from(high);
        });
        let mean = equation.constant.to_f64() + partial.mean;
        let (step, share) = lattice(equation, &part.divisor, is_taken);
        match equation.relation {
            Algebra::Equal => share * partial.between(-most - mean, -least - mean, step),
            Algebra::Less | Algebra::AtMost => partial.between(f64::NEG_INFINITY, -least - mean, step),
            Algebra::Greater | Algebra::AtLeast => partial.between(-most - mean, f64::INFINITY, step),
            _ => 1.0,
        }
    }
}

/// One more class after a beginning.
struct Step {
    nodes: f64,
    /// The classes taken after it.
    set: u64,
    from: usize,
    class: usize,
}

/// Returns random bits for a class: sets of classes are distinguished by combining those of their members.
fn mark(class: usize) -> u64 {
    let mixed = (class as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Returns one divided by the heaviest weight.
fn scale<L>(equation: &Equation<L>) -> f64 {
    equation.by_weight.first().map_or(1.0, |cell| equation.weights[*cell].abs().recip())
}

/// Returns mean and variance of a digit of a domain.
fn moments(domain: u64) -> (f64, f64) {
    let count = f64::from(domain.count_ones().max(1));
    let low = f64::from(domain.trailing_zeros().min(63));
    let high = f64::from(63 - domain.leading_zeros().min(63));
    // For a range of n digits the variance is (n² - 1)/12; with gaps it is a little less.
    let range = high - low + 1.0;
    ((low + high) / 2.0, if count > 1.0 { (range * range - 1.0) / 12.0 } else { 0.0 })
}

/// The contribution of the taken cells to an equation.
#[derive(Clone)]
struct Part<L> {
    partial: Partial,
    /// A divisor of it.
    divisor: L,
}

impl<L: Lane> Part<L> {
    fn nothing() -> Self {
        Self { partial: Partial::default(), divisor: L::zero() }
    }
}

/// The sum of the taken digits, times their coefficients, as a random number.
#[derive(Clone, Copy, Default)]
struct Partial {
    mean: f64,
    variance: f64,
    /// The sum of the coefficients of digits that differ, and the sum of their squares.
    sum: f64,
    squares: f64,
    /// The largest variance of a digit.
    digit: f64,
}

impl Partial {
    fn add(&mut self, coefficient: f64, mean: f64, variance: f64, differs: bool) {
        self.mean += coefficient * mean;
        self.variance += coefficient * coefficient * variance;
        if differs {
            self.sum += coefficient;
            self.squares += coefficient * coefficient;
            self.digit = self.digit.max(variance);
        }
    }

    /// Returns the variance. Digits that differ are negatively correlated: with n of them, by σ²/(n-1) for each pair, where
    /// the variance σ² of one is (n²-1)/12.
    fn variance(&self) -> f64 {
        let digits = (12.0 * self.digit + 1.0).sqrt().max(2.0);
        let pull = (self.sum * self.sum - self.squares) * self.digit / (digits - 1.0);
        (self.variance - pull).max(self.variance * 0.05)
    }

    /// Returns the chance to lie in a range of distances from the mean; sums are multiples of `step` apart.
    fn between(&self, low: f64, high: f64, step: f64) -> f64 {
        if low > high {
            return 0.0;
        }
        let variance = self.variance();
        if variance <= 0.0 {
            return if low <= 0.0 && high >= 0.0 { 1.0 } else { 0.0 };
        }
        let deviation = variance.sqrt();
        let below = |distance: f64| normal(distance / deviation);
        (below(high + step / 2.0) - below(low - step / 2.0)).max(1e-12)
    }
}

/// Returns the chance of a standard normal number to be at most `x`, right to 10^-6: formula 7.1.28 of Abramowitz and Stegun,
/// Handbook of Mathematical Functions, which needs no exponential.
fn normal(x: f64) -> f64 {
    let z = x.abs().min(8.0) * std::f64::consts::FRAC_1_SQRT_2;
    let polynomial = 1.0
        + z * (0.070_523_078_4
            + z * (0.042_282_012_3
                + z * (0.009_270_527_2
                    + z * (0.000_152_014_3 + z * (0.000_276_567_2 + z * 0.000_043_063_8)))));
    let power = polynomial.powi(16).recip() / 2.0;
    if x < 0.0 { power } else { 1.0 - power }
}

/// Returns the distance between the sums of the taken cells that are divisible as they must be, and their share of all sums.
fn lattice<L: Lane>(equation: &Equation<L>, taken: &L, is_taken: &[bool]) -> (f64, f64) {
    let mut left = L::zero();
    // The lightest first: usually their divisor is 1 at once.
    for cell in equation.by_weight.iter().rev().filter(|cell| !is_taken[**cell]) {
        left = left.gcd(&equation.coefficients[*cell]);
        if left.is_one() {
            break;
        }
    }
    if left.is_zero() || left.is_one() {
        return (taken.to_f64(), 1.0);
    }
    let share = taken.gcd(&left).to_f64() / left.to_f64();
    (taken.to_f64() / share, share)
}
