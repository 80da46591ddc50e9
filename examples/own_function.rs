//! A function of one's own in the language: `cargo run --example own_function`.
//!
//! A number is narcissistic where it is the sum of its digits, each to the power of their number
//! (D. Morrow, 1959: 153 = 1³ + 5³ + 3³).

use fukumen::number::{Exact, Undefined};
use fukumen::solve::Solver;
use fukumen::text::Reader;
use fukumen::vocabulary::{Context, Function, Vocabulary};

/// The sum of the digits, each to the power of their number.
fn power_sum(arguments: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    let digits = arguments[0].digits(context.base.get()).ok_or(Undefined::NoValue)?;
    let exponent = Exact::from(digits.len() as i64);
    digits.iter().try_fold(Exact::ZERO, |sum, digit| {
        Ok(sum.plus(&Exact::from(i64::from(*digit)).power(&exponent, context.limit)?))
    })
}

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let vocabulary = Vocabulary::default().with(Function::number("power_sum", 1..=1, power_sum));
    let puzzle = Reader::new().vocabulary(&vocabulary).read("ABC = power_sum(ABC)")?;
    let (answer, solutions) = Solver::new(&puzzle).run()?;
    for solution in &solutions {
        println!("{solution}");
    }
    println!("{} numbers of three different digits", answer.outcome.count);
    assert_eq!(answer.outcome.count, 4);
    Ok(())
}
