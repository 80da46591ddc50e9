//! Short lattice bases of integer vectors, reduced as by A. K. Lenstra, H. W. Lenstra and L. Lovász (Mathematische Annalen 261,
//! 1982), with the floating-point numbers of C. P. Schnorr and M. Euchner (Mathematical Programming 66, 1994).
//!
//! Rounding cannot change the lattice: the only operations add integer multiples of rows to other rows, and swap rows. Only the
//! length of the rows depends on it.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::interrupt::{Interrupt, Interrupted};

/// The Lovász factor: how much shorter a row must become to be swapped with the one before it. Near 1, rows get shorter and it
/// takes longer. Rounds before the last need not have the shortest rows.
const DELTA: f64 = 0.99;
const DELTA_OF_ROUNDS: f64 = 0.75;

/// The bits of the values used in one round. More bits need more exact floating-point numbers, fewer bits more rounds.
const ROUND: u64 = 14;

/// Elements of rows stay below this. The shortest rows have elements of two or three digits.
const MOST: i64 = 1 << 40;

/// The number of changes of a basis, for each row, after which it is given up: far more than was ever seen.
const PATIENCE: usize = 20_000;

/// A row of a basis, and the value of an equation for it.
#[derive(Clone, Debug)]
pub(super) struct BasisRow {
    pub vector: Vec<i64>,
    pub value: BigInt,
}

/// Rows that generate all vectors of value 0, and a row whose value divides all others.
type Parted = (Vec<BasisRow>, Option<BasisRow>);

/// Splits a basis into short rows that generate all vectors of value 0, and one row whose value divides all others, if some value
/// is not 0. Returns `None` if elements of rows get too large.
pub(super) fn kernel(
    mut rows: Vec<BasisRow>,
    interrupt: &dyn Interrupt,
) -> Result<Option<Parted>, Interrupted> {
    let bits = rows.iter().map(|row| row.value.bits()).max().unwrap_or(0);
    let mut shift = bits.saturating_sub(ROUND);
    loop {
        let scaled = rows.iter().map(|row| shifted(&row.value, shift)).collect();
        if !reduce(&mut rows, Some(scaled), interrupt)? {
            return Ok(None);
        }
        if shift == 0 {
            break;
        }
        shift = shift.saturating_sub(ROUND);
    }
    // Few rows have a value now, and the values are small. Euclid's algorithm leaves one.
    loop {
        interrupt.check()?;
        let least = rows.iter().enumerate().filter(|(_, row)| !row.value.is_zero());
        let Some((least, _)) = least.min_by_key(|(_, row)| row.value.abs()) else { break };
        let pivot = rows[least].clone();
        let mut is_done = true;
        for row in rows
            .iter_mut()
            .enumerate()
            .filter(|(at, row)| *at != least && !row.value.is_zero())
            .map(|(_, row)| row)
        {
            let Some(()) = row.subtract(&row.value.div_floor(&pivot.value), &pivot) else { return Ok(None) };
            is_done &= row.value.is_zero();
        }
        if is_done {
            break;
        }
    }
    let (mut kernel, others): (Vec<BasisRow>, Vec<BasisRow>) =
        rows.into_iter().partition(|row| row.value.is_zero());
    let is_reduced = reduce(&mut kernel, None, interrupt)?;
    Ok(is_reduced.then(|| (kernel, others.into_iter().next())))
}

impl BasisRow {
    /// Subtracts a multiple of another row. Returns `None` if an element gets too large.
    pub fn subtract(&mut self, times: &BigInt, other: &Self) -> Option<()> {
        let small = times.to_i64()?;
        for (element, other) in self.vector.iter_mut().zip(&other.vector) {
            let new = element.checked_sub(other.checked_mul(small)?)?;
            *element = Some(new).filter(|new| new.abs() < MOST)?;
        }
        self.value -= times * &other.value;
        Some(())
    }
}

/// Returns the value without its lowest bits, as a floating-point number.
fn shifted(value: &BigInt, bits: u64) -> f64 {
    let magnitude = (value.magnitude() >> bits).to_f64().unwrap_or(f64::INFINITY);
    if value.sign() == Sign::Minus { -magnitude } else { magnitude }
}

/// The Gram–Schmidt data of the rows, in floating-point numbers. Each row has its scaled value as one more element, and a part
/// that is orthogonal to the rows before it.
struct Gram {
    scaled: Option<Vec<f64>>,
    /// For each row, its coefficient for each row before it.
    parts: Vec<Vec<f64>>,
    /// The squared lengths of the orthogonal parts.
    squares: Vec<f64>,
}

impl Gram {
    fn product(&self, rows: &[BasisRow], a: usize, b: usize) -> f64 {
        let elements = rows[a].vector.iter().zip(&rows[b].vector);
        let own: f64 = elements.map(|(a, b)| *a as f64 * *b as f64).sum();
        own + self.scaled.as_ref().map_or(0.0, |scaled| scaled[a] * scaled[b])
    }

    /// Recomputes the data of a row.
    fn look(&mut self, rows: &[BasisRow], at: usize) {
        let mut products = Vec::with_capacity(at + 1);
        for other in 0..at {
            let inner = (0..other).map(|k| self.parts[other][k] * products[k]).sum::<f64>();
            products.push(self.product(rows, at, other) - inner);
        }
        let parts: Vec<f64> =
            products.iter().zip(&self.squares).map(|(product, square)| product / square).collect();
        let within: f64 = parts.iter().zip(&products).map(|(part, product)| part * product).sum();
        self.squares[at] = (self.product(rows, at, at) - within).max(f64::MIN_POSITIVE);
        self.parts[at] = parts;
    }
}

/// Makes the rows short. `scaled` has their values as elements. Returns false if elements get too large, or if it takes too long.
fn reduce(
    rows: &mut [BasisRow],
    scaled: Option<Vec<f64>>,
    interrupt: &dyn Interrupt,
) -> Result<bool, Interrupted> {
    let count = rows.len();
    let delta = if scaled.is_some() { DELTA_OF_ROUNDS } else { DELTA };
    let mut gram = Gram { scaled, parts: vec![Vec::new(); count], squares: vec![0.0; count] };
    let mut at = 0;
    let mut patience = PATIENCE * count.max(1);
    while at < count {
        interrupt.check()?;
        gram.look(rows, at);
        let mut is_changed = false;
        for other in (0..at).rev() {
            let part = gram.parts[at][other].round();
            if part == 0.0 {
                continue;
            }
            is_changed = true;
            let Some(times) = num_traits::FromPrimitive::from_f64(part) else { return Ok(false) };
            let (before, from) = rows.split_at_mut(at);
            if from[0].subtract(&times, &before[other]).is_none() {
                return Ok(false);
            }
            if let Some(scaled) = &mut gram.scaled {
                scaled[at] -= part * scaled[other];
            }
            for k in 0..other {
                gram.parts[at][k] -= part * gram.parts[other][k];
            }
        }
        patience = patience.saturating_sub(1);
        if patience == 0 {
            return Ok(false);
        }
        if is_changed {
            // Large multiples leave rounding errors, so the row is recomputed.
            gram.look(rows, at);
            if gram.parts[at].iter().any(|part| part.abs() > 0.6) {
                continue;
            }
        }
        let is_shorter = at > 0 && {
            let part = gram.parts[at][at - 1];
            gram.squares[at] < (delta - part * part) * gram.squares[at - 1]
        };
        if is_shorter {
            rows.swap(at, at - 1);
            if let Some(scaled) = &mut gram.scaled {
                scaled.swap(at, at - 1);
            }
            at -= 1;
        } else {
            at += 1;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::Never;

    fn unit(values: &[i128]) -> Vec<BasisRow> {
        let vector = |at: usize| (0..values.len()).map(|i| i64::from(i == at)).collect();
        values
            .iter()
            .enumerate()
            .map(|(at, value)| BasisRow { vector: vector(at), value: (*value).into() })
            .collect()
    }

    #[test]
    fn the_kernel_of_an_equation_has_short_rows_and_a_row_of_the_greatest_common_divisor() {
        let values = [1_000_007, 91_000_000_123, -9_000_000_000_457, 24, -900_001, 6_000_000_000_000_018];
        let (kernel, other) =
            kernel(unit(&values), &Never).expect("nothing interrupts it").expect("they are small");
        let value =
            |row: &BasisRow| row.vector.iter().zip(values).map(|(e, v)| i128::from(*e) * v).sum::<i128>();
        assert_eq!(kernel.len(), 5);
        // The determinant is about 6·10^15, so rows are about 10^(15.8/5) long.
        assert!(kernel.iter().all(|row| value(row) == 0 && row.vector.iter().all(|e| e.abs() < 10_000)));
        let other = other.expect("a value is not 0");
        assert_eq!((other.value.abs(), value(&other).abs()), (1.into(), 1));
    }

    #[test]
    fn the_row_that_is_left_has_the_common_divisor() {
        let (kernel, other) =
            kernel(unit(&[60, -84, 132]), &Never).expect("nothing interrupts it").expect("small");
        assert_eq!((kernel.len(), other.expect("a value is not 0").value.abs()), (2, 12.into()));
        let (kernel, other) =
            super::kernel(unit(&[0, 0]), &Never).expect("nothing interrupts it").expect("small");
        assert!(kernel.len() == 2 && other.is_none());
    }
}
