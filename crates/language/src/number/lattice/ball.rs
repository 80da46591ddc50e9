//! Enumerates the points of a lattice in a ball, as by U. Fincke and M. Pohst (Mathematics of Computation 44, 1985).
//!
//! The data of the basis are computed in whole numbers and rounded once. Bounds are widened by the greatest error that sums of
//! these numbers can have, so no point is missed. Points a little outside do no harm.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::interrupt::{Interrupt, Interrupted};

/// The greatest error allowed in a squared length. The squared lengths of the wanted points are whole numbers.
const MOST_SLACK: f64 = 0.25;

/// A shifted lattice, and a ball around the origin.
#[derive(Debug)]
pub struct Ball {
    /// For each row, its coefficient for each row before it.
    parts: Vec<Vec<f64>>,
    /// The squared lengths of the rows' orthogonal parts, and the reciprocals of the lengths.
    squares: Vec<f64>,
    shares: Vec<f64>,
    /// The coefficient of the shift for each row's orthogonal part.
    moved: Vec<f64>,
    /// The square of the radius, minus that of the part of the shift orthogonal to all rows.
    radius: f64,
    /// The greatest errors of a squared length and of a middle.
    slack: f64,
    error: f64,
}

impl Ball {
    /// Takes a basis, the shift, and the square of the radius. Shortens the shift by an integer combination of rows as far as is
    /// easy. Returns `None` if the numbers are too large.
    pub fn of(
        basis: &[Vec<i64>],
        vector: &mut [BigInt],
        radius: i64,
        interrupt: &dyn Interrupt,
    ) -> Result<Option<Self>, Interrupted> {
        let count = basis.len();
        let wide: Vec<Vec<BigInt>> =
            basis.iter().map(|row| row.iter().map(|element| BigInt::from(*element)).collect()).collect();
        // The Gram determinants of the first rows, and the same with another row in place of the last (Cohen, A Course in
        // Computational Algebraic Number Theory, 2.6.7). All are integers.
        let (mut dets, mut mixed) = (vec![BigInt::one()], Vec::<Vec<BigInt>>::new());
        for row in &wide {
            interrupt.check()?;
            let mut line = line(row, &wide, &dets, &mixed);
            let det = own(row, &line, &dets);
            if det.is_zero() {
                return Ok(None);
            }
            line.push(det.clone());
            mixed.push(line);
            dets.push(det);
        }
        for at in (0..count).rev() {
            interrupt.check()?;
            let of_vector = line(vector, &wide[..=at], &dets, &mixed);
            let twice: BigInt = &of_vector[at] * 2 + &dets[at + 1];
            let times = twice.div_floor(&(&dets[at + 1] * 2));
            vector.iter_mut().zip(&wide[at]).for_each(|(element, row)| *element -= &times * row);
        }
        let of_vector = line(vector, &wide, &dets, &mixed);
        let apart = ratio(&own(vector, &of_vector, &dets), &dets[count]);
        let squares: Vec<f64> = (0..count).map(|i| ratio(&dets[i + 1], &dets[i])).collect();
        let mut ball = Self {
            parts: mixed
                .iter()
                .enumerate()
                .map(|(i, line)| (0..i).map(|j| ratio(&line[j], &dets[j + 1])).collect())
                .collect(),
            shares: squares.iter().map(|square| square.sqrt().recip()).collect(),
            squares,
            moved: (0..count).map(|i| ratio(&of_vector[i], &dets[i + 1])).collect(),
            radius: radius as f64 - apart,
            slack: 0.0,
            error: 0.0,
        };
        let (error, slack) = ball.rounding();
        (ball.error, ball.slack) = (error, slack);
        // NaN does not pass this test either.
        Ok(if slack < MOST_SLACK { Some(ball) } else { None })
    }

    /// Returns the greatest errors of a middle and of a squared length. Each term of a sum is rounded once or twice, and so is
    /// each sum.
    fn rounding(&self) -> (f64, f64) {
        let unit = (self.rows() + 4) as f64 * f64::EPSILON;
        let (mut bounds, mut error, mut slack) = (vec![0.0; self.rows()], 0.0, unit * self.radius.abs());
        for row in (0..self.rows()).rev() {
            let later = |j: usize| f64::abs(bounds[j] * self.parts[j][row]);
            let middle = self.moved[row].abs() + (row + 1..self.rows()).map(later).sum::<f64>();
            let (widest, own) = (self.widest(row) as f64 + 1.0, unit * middle);
            bounds[row] = middle + widest;
            slack += (2.0 * widest * own + own * own) * self.squares[row];
            error = own.max(error);
        }
        (error, slack)
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.squares.len()
    }

    /// Returns the middles of the rows before any multiple is chosen.
    pub fn middles(&self) -> impl Iterator<Item = f64> {
        self.moved.iter().map(|moved| -moved)
    }

    /// Returns the middle of a row after a multiple of the next one is chosen, given the middle before.
    #[inline]
    pub fn middle(&self, row: usize, times: i64, before: f64) -> f64 {
        before - times as f64 * self.parts[row + 1][row]
    }

    /// Updates the middles of all rows before this one.
    #[inline]
    pub fn follow(&self, row: usize, times: i64, before: &[f64], after: &mut [f64]) {
        let times = times as f64;
        for ((after, before), part) in after.iter_mut().zip(before).zip(&self.parts[row]) {
            *after = before - times * part;
        }
    }

    /// Returns the multiples of a row to try: the least, and how many there are. `used` is the squared length that the later rows
    /// take.
    #[inline]
    pub fn multiples(&self, row: usize, middle: f64, used: f64) -> (i64, u64) {
        let left = self.radius - used + self.slack;
        if left < 0.0 {
            return (0, 0);
        }
        let reach = self.reach(row, left);
        let (least, most) = (ceil(middle - reach), ceil(-(middle + reach)).saturating_neg());
        (least, if most < least { 0 } else { most.abs_diff(least) + 1 })
    }

    #[inline]
    fn reach(&self, row: usize, left: f64) -> f64 {
        left.sqrt() * self.shares[row] * (1.0 + 8.0 * f64::EPSILON) + self.error
    }

    /// Returns the squared length that is used after a multiple of a row is chosen.
    #[inline]
    pub fn used(&self, row: usize, times: i64, middle: f64, used: f64) -> f64 {
        used + (times as f64 - middle).powi(2) * self.squares[row]
    }

    /// Returns whether a point with this squared length may lie on the sphere around the ball.
    #[inline]
    pub fn is_on_sphere(&self, used: f64) -> bool {
        (self.radius - used).abs() <= self.slack
    }

    /// Returns the most multiples of one row that are tried, whatever the choices for the later ones.
    pub fn widest(&self, row: usize) -> u64 {
        let left = self.radius + self.slack;
        if left < 0.0 { 0 } else { (2.0 * self.reach(row, left)) as u64 + 1 }
    }

    /// Estimates the nodes: for each row, the volume of the ball in the later rows' orthogonal parts over that of the cell.
    pub fn nodes(&self) -> f64 {
        if self.radius < 0.0 {
            return 1.0;
        }
        let (mut nodes, mut cell, mut volume) = (1.0, 1.0, vec![1.0, 2.0]);
        for (size, square) in (1..).zip(self.squares.iter().rev()) {
            cell *= square.sqrt();
            if size > 1 {
                let before: f64 = volume[size - 2];
                volume.push(before * std::f64::consts::TAU / size as f64);
            }
            nodes += volume[size] * self.radius.sqrt().powi(size as i32) / cell;
        }
        nodes
    }
}

/// Rounds up. The standard library's function is a call in a plain build, which may not use SSE 4.1.
#[inline]
fn ceil(x: f64) -> i64 {
    let whole = x as i64;
    whole.saturating_add(i64::from((whole as f64) < x))
}

/// Returns the integers that determine the coefficient of a vector for each row.
fn line(vector: &[BigInt], rows: &[Vec<BigInt>], dets: &[BigInt], mixed: &[Vec<BigInt>]) -> Vec<BigInt> {
    let mut line: Vec<BigInt> = Vec::with_capacity(rows.len());
    for (j, row) in rows.iter().enumerate().take(mixed.len()) {
        let mut number = product(vector, row);
        for k in 0..j {
            number = (&dets[k + 1] * number - &line[k] * &mixed[j][k]) / &dets[k];
        }
        line.push(number);
    }
    line
}

/// Returns the determinant with the vector as one more row.
fn own(vector: &[BigInt], line: &[BigInt], dets: &[BigInt]) -> BigInt {
    let mut number = product(vector, vector);
    for (k, part) in line.iter().enumerate() {
        number = (&dets[k + 1] * number - part * part) / &dets[k];
    }
    number
}

fn product(a: &[BigInt], b: &[BigInt]) -> BigInt {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn ratio(numer: &BigInt, denom: &BigInt) -> f64 {
    BigRational::new_raw(numer.clone(), denom.clone()).to_f64().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::Never;

    /// Compares the points found in the shifted lattice with all small multiples.
    fn compared(basis: &[Vec<i64>], vector: &[i64], radius: i64) -> usize {
        let mut moved: Vec<BigInt> = vector.iter().map(|element| BigInt::from(*element)).collect();
        let ball =
            Ball::of(basis, &mut moved, radius, &Never).expect("nothing interrupts it").expect("it is small");
        let moved: Vec<i64> = moved.iter().map(|element| element.to_i64().expect("it is small")).collect();
        let point = |times: &[i64]| -> Vec<i64> {
            let element =
                |i: usize| moved[i] + times.iter().zip(basis).map(|(t, row)| t * row[i]).sum::<i64>();
            (0..moved.len()).map(element).collect()
        };
        let is_inside = |point: &[i64]| point.iter().map(|e| e * e).sum::<i64>() <= radius;
        let mut walked = Vec::new();
        let mut chosen = vec![0; basis.len()];
        let middles: Vec<f64> = ball.middles().collect();
        walk(&ball, basis.len(), &middles, &mut chosen, 0.0, &mut |times, is_on_sphere| {
            let point = point(times);
            assert!(is_on_sphere || point.iter().map(|e| e * e).sum::<i64>() != radius);
            walked.push(point);
        });
        walked.retain(|point| is_inside(point));
        let mut all = vec![Vec::new()];
        for _ in basis {
            all = all.iter().flat_map(|t| (-12..=12).map(move |n| [t.clone(), vec![n]].concat())).collect();
        }
        let mut all: Vec<Vec<i64>> = all.iter().map(|t| point(t)).filter(|p| is_inside(p)).collect();
        walked.sort();
        all.sort();
        assert_eq!(walked, all);
        all.len()
    }

    fn walk(
        ball: &Ball,
        rows: usize,
        middles: &[f64],
        chosen: &mut [i64],
        used: f64,
        found: &mut dyn FnMut(&[i64], bool),
    ) {
        let Some(row) = rows.checked_sub(1) else { return found(chosen, ball.is_on_sphere(used)) };
        let (least, count) = ball.multiples(row, middles[row], used);
        for times in least..least + count as i64 {
            chosen[row] = times;
            let mut lower = vec![0.0; row];
            ball.follow(row, times, middles, &mut lower);
            walk(ball, row, &lower, chosen, ball.used(row, times, middles[row], used), found);
        }
    }

    #[test]
    fn every_point_in_the_ball_is_found() {
        let plane = vec![vec![3, 1, 0], vec![-1, 4, 2]];
        assert_eq!(compared(&plane, &[0, 0, 0], 0), 1);
        assert!(compared(&plane, &[1, 2, 5], 120) > 5);
        assert_eq!(compared(&plane, &[1, 2, 50], 120), 0);
        let space = vec![vec![2, 0, 1], vec![0, 3, 0], vec![1, 1, -4]];
        for radius in [0, 1, 25, 60] {
            compared(&space, &[100, -77, 31], radius);
        }
    }
}
