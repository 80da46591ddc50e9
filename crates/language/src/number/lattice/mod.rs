//! Integer solutions of linear equations near a point: a lattice with a short basis, and its points in a ball.

mod ball;
mod reduce;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::Exact;
use crate::interrupt::{Interrupt, Interrupted};
pub use ball::Ball;
use reduce::BasisRow;

/// A linear equation with integer coefficients: the sum, with the constant, is 0.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The coefficient of each unknown.
    pub coefficients: Vec<Exact>,
    /// The constant term.
    pub constant: Exact,
}

/// The result of a search for solutions near a point.
#[derive(Debug)]
pub enum Nearby {
    /// The equations have no integer solution, or none in the ball.
    None,
    /// The numbers are too large.
    TooLarge,
    /// The solutions form a lattice.
    Lattice(Lattice),
}

/// The integer solutions of equations, and a ball.
#[derive(Debug)]
pub struct Lattice {
    /// The ball that is searched.
    pub ball: Ball,
    /// A basis: its integer combinations lead from each solution to all others.
    pub basis: Vec<Vec<i64>>,
    /// Twice a solution, minus twice the centre of the ball.
    pub vector: Vec<i64>,
}

/// Returns the integer solutions in a ball, given twice its centre and four times the square of its radius.
pub fn nearby(
    equations: &[Equation],
    middle: &[i64],
    radius: i64,
    interrupt: &dyn Interrupt,
) -> Result<Nearby, Interrupted> {
    let unknowns = middle.len();
    let unit = |at: usize| (0..unknowns).map(|i| i64::from(i == at)).collect();
    let mut rows: Vec<BasisRow> =
        (0..unknowns).map(|at| BasisRow { vector: unit(at), value: BigInt::zero() }).collect();
    let mut solution = vec![BigInt::zero(); unknowns];
    for equation in equations {
        let whole = |number: &Exact| number.to_integer();
        let Some(coefficients) = equation.coefficients.iter().map(whole).collect::<Option<Vec<BigInt>>>()
        else {
            return Ok(Nearby::TooLarge);
        };
        let Some(constant) = whole(&equation.constant) else { return Ok(Nearby::TooLarge) };
        for row in &mut rows {
            row.value = row.vector.iter().zip(&coefficients).map(|(element, c)| c * element).sum();
        }
        let rest = constant + solution.iter().zip(&coefficients).map(|(x, c)| x * c).sum::<BigInt>();
        let Some((kernel, other)) = reduce::kernel(rows, interrupt)? else { return Ok(Nearby::TooLarge) };
        rows = kernel;
        let Some(other) = other else {
            // The equation holds for all points so far, or for none.
            if rest.is_zero() {
                continue;
            }
            return Ok(Nearby::None);
        };
        let (times, left) = rest.div_rem(&other.value);
        if !left.is_zero() {
            return Ok(Nearby::None);
        }
        solution.iter_mut().zip(&other.vector).for_each(|(x, element)| *x -= &times * element);
    }
    let basis: Vec<Vec<i64>> =
        rows.into_iter().map(|row| row.vector.iter().map(|e| 2 * e).collect()).collect();
    let mut vector: Vec<BigInt> = solution.iter().zip(middle).map(|(x, middle)| x * 2 - middle).collect();
    let Some(ball) = Ball::of(&basis, &mut vector, radius, interrupt)? else { return Ok(Nearby::TooLarge) };
    let Some(vector) = vector.iter().map(ToPrimitive::to_i64).collect() else { return Ok(Nearby::TooLarge) };
    Ok(Nearby::Lattice(Lattice { ball, basis, vector }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::Never;

    fn equation(coefficients: &[i64], constant: i64) -> Equation {
        Equation {
            coefficients: coefficients.iter().map(|c| Exact::from(*c)).collect(),
            constant: constant.into(),
        }
    }

    #[test]
    fn equations_without_whole_solutions_are_told() {
        let near = |equations: &[Equation]| {
            nearby(equations, &[9, 9, 9], 400, &Never).expect("nothing interrupts it")
        };
        assert!(matches!(near(&[equation(&[2, 4, 6], 1)]), Nearby::None));
        assert!(matches!(near(&[equation(&[1, 1, 0], 0), equation(&[2, 2, 0], 1)]), Nearby::None));
        assert!(matches!(near(&[equation(&[0, 0, 0], 1)]), Nearby::None));
        assert!(matches!(near(&[equation(&[1, 1, 0], -3), equation(&[2, 2, 0], -6)]), Nearby::Lattice(_)));
    }

    #[test]
    fn the_vector_and_the_rows_solve_the_equations() {
        let equations = [equation(&[100, 10, 1, -7], -315), equation(&[3, 5, 7, 1], -40)];
        let Nearby::Lattice(lattice) =
            nearby(&equations, &[9; 4], 800, &Never).expect("nothing interrupts it")
        else {
            panic!("there are solutions");
        };
        for Equation { coefficients, constant } in &equations {
            let value = |vector: &[i64]| {
                vector
                    .iter()
                    .zip(coefficients)
                    .map(|(x, c)| x * c.to_i64().expect("it is small"))
                    .sum::<i64>()
            };
            let solution: Vec<i64> = lattice.vector.iter().map(|x| (x + 9) / 2).collect();
            assert_eq!(value(&solution) + constant.to_i64().expect("it is small"), 0);
            assert!(lattice.basis.len() == 2 && lattice.basis.iter().all(|row| value(row) == 0));
        }
    }
}
