//! A condition that no text can say, as a closure over the assignment: `cargo run --example own_condition`.
//!
//! Sums AB+CD=EF in which every digit can be read on a clock face drawn with seven segments turned
//! upside down.

use fukumen::eval::Custom;
use fukumen::{Puzzle, Solver};

/// The seven-segment digits that are digits upside down as well.
const TURNS: [u8; 7] = [0, 1, 2, 5, 6, 8, 9];

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "AB+CD=EF".parse()?;
    // The closure gets the digits by cell, here by the symbols in their order.
    let evaluator = Custom::new(|digits: &[u8]| digits.iter().all(|digit| TURNS.contains(digit)));
    let (answer, solutions) = Solver::new(&puzzle).own_evaluator(evaluator).run()?;
    for solution in &solutions {
        println!("{solution}");
    }
    println!("{} sums can be turned", answer.outcome.count);
    assert!(solutions.iter().all(|solution| solution.digits().iter().all(|digit| TURNS.contains(digit))));
    Ok(())
}
