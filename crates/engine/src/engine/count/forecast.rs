//! The expected cost of an order of the cells, and the places where states are merged.
//!
//! The assignments that survive at a place are those that different digits leave, times the share of sums that later cells
//! can still balance: sums are assumed to be normally distributed, and their residues evenly. Between two merges, digits are
//! tried depth first; the best places to merge are a shortest path through the places.

use super::space::{Area, Space};
use super::sum::{Kind, Place, Sum};
use crate::engine::cost;
use fukumen_language::digits::DigitSet;
use fukumen_language::number::gcd;

/// How to count: an order of the cells, and the places in it where states are merged.
#[derive(Clone)]
pub(super) struct Course {
    pub(super) order: Vec<usize>,
    /// The places, the last one after the last cell.
    pub(super) merges: Vec<usize>,
    /// The digits tried.
    pub(super) nodes: f64,
    /// In nanoseconds.
    pub(super) cost: f64,
    pub(super) forecast: Forecast,
    /// The place of each sum at each position in the order.
    pub(super) places: Vec<Vec<Place>>,
}

/// The most cells between two merges.
const LONGEST: usize = 8;
/// The most bits of a state.
pub(super) const MOST_KEY_BITS: u32 = 128;

/// Returns the cheapest course through one order; `None` if states would be too large to hold.
pub(super) fn course(space: &Space, order: Vec<usize>) -> Option<Course> {
    let places: Vec<Vec<Place>> =
        space.sums.iter().map(|sum| sum.places(&order, &space.domains, &space.areas_of)).collect();
    let forecast = Forecast::of(space, &order, &places);
    let mut best: Vec<Option<Path>> = vec![None; order.len() + 1];
    best[0] = Some(Path { cost: cost::count::PASS, nodes: 1.0, from: 0 });
    for to in 1..=order.len() {
        let bits = space.area_bits + places.iter().map(|places| places[to].bits()).sum::<u32>();
        if bits > MOST_KEY_BITS && to < order.len() {
            continue;
        }
        for from in to.saturating_sub(LONGEST)..to {
            let Some(before) = best[from].clone() else { continue };
            let (nodes, cost) = forecast.between(space, &order, from, to);
            let path = Path { cost: before.cost + cost, nodes: before.nodes + nodes, from };
            if best[to].as_ref().is_none_or(|best| path.cost < best.cost) {
                best[to] = Some(path);
            }
        }
    }
    let Path { cost, nodes, .. } = best[order.len()].clone()?;
    let mut merges = vec![order.len()];
    while let Some(path) = merges.last().and_then(|last| best[*last].clone()).filter(|path| path.from > 0) {
        merges.push(path.from);
    }
    merges.reverse();
    Some(Course { order, merges, nodes, cost, forecast, places })
}

impl Course {
    /// Returns the most states at a merge.
    pub(super) fn most_states(&self) -> f64 {
        self.merges.iter().map(|place| self.forecast.states[*place]).fold(1.0, f64::max)
    }
}

/// The cheapest way to a place.
#[derive(Clone)]
struct Path {
    cost: f64,
    nodes: f64,
    from: usize,
}

/// Expected numbers at each place of an order.
#[derive(Clone)]
pub(super) struct Forecast {
    /// Assignments that no sum rules out.
    survivors: Vec<f64>,
    /// The states that they merge into.
    pub(super) states: Vec<f64>,
    /// The digits that the cell after a place tries.
    tries: Vec<f64>,
}

impl Forecast {
    fn of(space: &Space, order: &[usize], places: &[Vec<Place>]) -> Self {
        let choices = space.choices(order);
        let spreads: Vec<Vec<Spread>> =
            space.sums.iter().map(|sum| Spread::along(sum, order, space)).collect();
        let mut all = 1.0;
        let (mut survivors, mut states, mut tries) = (Vec::new(), Vec::new(), Vec::new());
        for place in 0..=order.len() {
            let mut shares = 1.0;
            let mut kinds = masks(space, &order[..place]);
            for (spreads, places) in spreads.iter().zip(places) {
                shares *= spreads[place].share(&places[place]);
                kinds *= spreads[place].values(&places[place]);
            }
            let surviving = f64::max(all * shares, 1.0);
            survivors.push(surviving);
            // The expected number of kinds that occur if assignments are distributed over them at random.
            states.push((kinds * (1.0 - (-surviving / kinds).exp())).max(1.0));
            let Some(cell) = order.get(place) else { break };
            let solved: f64 =
                space.sums.iter().zip(places).map(|(sum, p)| solved(sum, *cell, p, place)).product();
            tries.push(choices[place] / solved);
            all *= choices[place];
        }
        Self { survivors, states, tries }
    }

    /// Returns the nodes and nanoseconds from one merge to the next.
    fn between(&self, space: &Space, order: &[usize], from: usize, to: usize) -> (f64, f64) {
        let mut paths = self.states[from];
        let mut nodes = 0.0;
        let mut cost = cost::count::PASS;
        let mut run = 1.0;
        for place in from..to {
            nodes += paths * self.tries[place];
            cost += paths * (cost::count::OPEN + self.tries[place] * cost::count::TRY);
            // Interchangeable cells are tried in one order only.
            let is_interchangeable = place > from
                && space.interchangeable[order[place]] == space.interchangeable[order[place - 1]];
            run = if is_interchangeable { run + 1.0 } else { 1.0 };
            paths *= self.survivors[place + 1] / self.survivors[place] / run;
        }
        let put = cost::count::PUT + cost::count::FAR * (self.states[to] / cost::count::CACHED).min(1.0);
        (nodes, cost + paths * put)
    }

    /// Returns the digits that each state tries from one merge to the next.
    pub(super) fn tries_each(&self, space: &Space, order: &[usize], from: usize, to: usize) -> f64 {
        self.between(space, order, from, to).0 / self.states[from]
    }
}

/// Returns how many sets of digits the areas may have taken.
fn masks(space: &Space, known: &[usize]) -> f64 {
    let of_area = |area: &Area| {
        let taken = area.cells.iter().filter(|cell| known.contains(cell)).count();
        if taken == area.cells.len() {
            return 1.0;
        }
        let digits = area.cells.iter().fold(DigitSet::EMPTY, |all, cell| all | space.domains[*cell]);
        binomial(digits.len(), taken)
    };
    space.areas.iter().map(of_area).product()
}

fn binomial(n: usize, k: usize) -> f64 {
    if k > n { 1.0 } else { (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product() }
}

/// Returns the factor by which the residue of an equation lowers the number of digits tried.
fn solved(sum: &Sum, cell: usize, places: &[Place], place: usize) -> f64 {
    let divisor = sum.divisor(cell);
    if sum.kind != Kind::Equal || divisor == 0 {
        return 1.0;
    }
    let (unit, larger) = (places[place].unit, places[place + 1].unit);
    let ratio = larger / unit;
    (ratio / gcd(ratio, divisor / unit)) as f64
}

/// Mean, variance and common divisor of the part of a sum that its known cells add.
#[derive(Clone, Copy)]
struct Spread {
    mean: f64,
    variance: f64,
    divisor: i64,
}

impl Spread {
    /// Returns the spread at each place of an order.
    fn along(sum: &Sum, order: &[usize], space: &Space) -> Vec<Self> {
        let mut spread = Self { mean: sum.constant as f64, variance: 0.0, divisor: 0 };
        let mut all = vec![spread];
        for cell in order {
            let digits = space.domains[*cell];
            let amounts = || digits.iter().map(|digit| sum.adds(*cell, digit) as f64);
            let count = digits.len().max(1) as f64;
            let mean = amounts().sum::<f64>() / count;
            spread.mean += mean;
            spread.variance += amounts().map(|adds| (adds - mean).powi(2)).sum::<f64>() / count;
            spread.divisor = gcd(spread.divisor, sum.divisor(*cell));
            all.push(spread);
        }
        all
    }

    /// Returns the share of assignments that later cells may still complete.
    fn share(&self, place: &Place) -> f64 {
        let (least, most) = (-place.rest.1 as f64, -place.rest.0 as f64);
        match place.kind() {
            Kind::Unequal => 1.0,
            Kind::Less => self.below(most),
            Kind::Equal if self.divisor == 0 => 1.0,
            Kind::Equal => {
                let unit = if place.is_last { self.divisor } else { place.unit };
                let half = unit as f64 / 2.0;
                let share = gcd(unit, self.divisor) as f64 / unit as f64;
                share * (self.below(most + half) - self.below(least - half)).max(0.0)
            }
        }
    }

    /// Returns how many values of the sum states hold.
    fn values(&self, place: &Place) -> f64 {
        if place.is_last || self.divisor == 0 {
            return 1.0;
        }
        let step = place.unit as f64 * (self.divisor / gcd(place.unit, self.divisor)) as f64;
        let window = (place.hi - place.lo).max(0) as f64 * place.unit as f64;
        window.min(4.0 * self.variance.sqrt()) / step + 1.0
    }

    /// Returns the share of sums below a value (Page 1977, A note on the normal distribution).
    fn below(&self, value: f64) -> f64 {
        let x = ((value - self.mean) / self.variance.sqrt().max(1e-9)).clamp(-30.0, 30.0);
        1.0 / (1.0 + (-(1.5976 * x + 0.07056 * x.powi(3))).exp())
    }
}
