//! The points of a lattice in a ball: all of them, as U. Fincke and M. Pohst list them (Mathematics of Computation 44, 1985).
//!
//! What is known of the basis is computed in whole numbers and rounded once. Bounds are widened by more than what sums of these
//! numbers can be wrong by, so that no point is missed; points that are a little outside do no harm.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;
use num_traits::ToPrimitive;
use num_traits::Zero;

use crate::interrupt::Interrupt;
use crate::interrupt::Interrupted;

/// How much wider a bound is than computed, absolutely and as a share: sums of 64 products, rounded each time, of numbers that
/// are bounded by [`LARGEST`].
const SLACK: f64 = 1e-6;

/// The largest floating-point number of which a sum is made. Its last bit is worth less than 10^-8.
const LARGEST: f64 = 1e6;

/// A lattice moved by a vector, and a ball around the origin.
#[derive(Debug)]
pub(crate) struct Ball {
    /// For each row, how much of each row before it is in it.
    parts: Vec<Vec<f64>>,
    /// The squares of the lengths of the rows' orthogonal parts.
    squares: Vec<f64>,
    /// How much of each row's orthogonal part is in the vector by which the lattice is moved.
    moved: Vec<f64>,
    /// The square of the radius, less that of the part of the vector which is orthogonal to all rows.
    radius: f64,
}

impl Ball {
    /// A basis, the vector by which its points are moved, and the square of the radius. The vector becomes the shortest that a
    /// whole combination of rows can easily make of it. Nothing if the numbers are too large.
    pub fn of(
        basis: &[Vec<i64>],
        vector: &mut [BigInt],
        radius: i64,
        interrupt: &dyn Interrupt,
    ) -> Result<Option<Self>, Interrupted> {
        let count = basis.len();
        let wide: Vec<Vec<BigInt>> =
            basis.iter().map(|row| row.iter().map(|element| BigInt::from(*element)).collect()).collect();
        // Determinants of the first rows' products, and the same with a row in place of the last (Cohen, A Course in Computational
        // Algebraic Number Theory, 2.6.7): all whole.
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
        let ball = Self {
            parts: mixed
                .iter()
                .enumerate()
                .map(|(i, line)| (0..i).map(|j| ratio(&line[j], &dets[j + 1])).collect())
                .collect(),
            squares: (0..count).map(|i| ratio(&dets[i + 1], &dets[i])).collect(),
            moved: (0..count).map(|i| ratio(&of_vector[i], &dets[i + 1])).collect(),
            radius: radius as f64 - apart,
        };
        Ok(Some(ball).filter(Self::is_exact_enough))
    }

    /// Whether all sums are of numbers that are not too large.
    fn is_exact_enough(&self) -> bool {
        let mut bounds = vec![0.0; self.rows()];
        for row in (0..self.rows()).rev() {
            let later = |j: usize| f64::abs(bounds[j] * self.parts[j][row]);
            let middle = self.moved[row].abs() + (row + 1..self.rows()).map(later).sum::<f64>();
            bounds[row] = middle + self.widest(row) as f64 + 1.0;
            if bounds[row].is_nan() || bounds[row] > LARGEST {
                return false;
            }
        }
        true
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.squares.len()
    }

    /// Which multiples of a row to try, once those of the later rows are chosen: the least, and how many there are. `used` is the
    /// square of the length that the later rows have used up; the last number is where the middle lies.
    pub fn multiples(&self, row: usize, chosen: &[i64], used: f64) -> (i64, u64, f64) {
        let later = (row + 1..self.rows()).map(|j| chosen[j] as f64 * self.parts[j][row]).sum::<f64>();
        let middle = -(self.moved[row] + later);
        let left = (self.radius - used) * (1.0 + SLACK) + SLACK;
        if left < 0.0 {
            return (0, 0, middle);
        }
        let reach = (left / self.squares[row]).sqrt() * (1.0 + SLACK) + SLACK;
        let (least, most) = ((middle - reach).ceil(), (middle + reach).floor());
        (least as i64, if most < least { 0 } else { (most - least) as u64 + 1 }, middle)
    }

    /// The square of the length that is used up, with a multiple of a row.
    pub fn used(&self, row: usize, times: i64, middle: f64, used: f64) -> f64 {
        used + (times as f64 - middle).powi(2) * self.squares[row]
    }

    /// How many multiples are tried of one row at most, whatever is chosen of the later ones.
    pub fn widest(&self, row: usize) -> u64 {
        let left = self.radius * (1.0 + SLACK) + SLACK;
        if left < 0.0 {
            0
        } else {
            (2.0 * ((left / self.squares[row]).sqrt() * (1.0 + SLACK) + SLACK)) as u64 + 1
        }
    }

    /// The nodes to be expected: at each row, the volume of the ball of the later rows' orthogonal parts over that of the cell.
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

/// The whole numbers that say how much of each row is in a vector.
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

/// The determinant with the vector as one more row.
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

    /// All points of the moved lattice, by a walk, against all small multiples.
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
        walk(&ball, basis.len(), &mut chosen, 0.0, &mut |times| walked.push(point(times)));
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

    fn walk(ball: &Ball, row: usize, chosen: &mut [i64], used: f64, found: &mut dyn FnMut(&[i64])) {
        let Some(row) = row.checked_sub(1) else { return found(chosen) };
        let (least, count, middle) = ball.multiples(row, chosen, used);
        for times in least..least + count as i64 {
            chosen[row] = times;
            walk(ball, row, chosen, ball.used(row, times, middle, used), found);
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
