//! For the tests of the kinds: carries out an order part by part, and proves every find again.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::GenerateError;
use super::find::Find;
use super::finds::Finds;
use super::kind::Kind;
use super::order::{Choices, Order};
use fukumen_engine::solve::Solver;

/// Makes an order with some choices; without a subject, if that is empty.
pub fn order(kind: &dyn Kind, subject: &str, choices: &[(&str, &str)]) -> Order {
    read(kind, subject, choices).unwrap_or_else(|error| panic!("{error}"))
}

fn read(kind: &dyn Kind, subject: &str, choices: &[(&str, &str)]) -> Result<Order, GenerateError> {
    let subject = (!subject.is_empty()).then(|| subject.into());
    let choices = Choices::read(kind, choices.iter().copied())?;
    Ok(Order { subject, choices, seed: 1, ..Order::default() })
}

/// Returns the finds of the first parts, or of all if there are no more.
pub fn finds(kind: &dyn Kind, order: &Order, most: u64) -> Vec<Find> {
    let space = kind.space(order).unwrap_or_else(|error| panic!("{error}"));
    (0..space.parts().min(most)).flat_map(|part| part_of(&*space, part)).collect()
}

fn part_of(space: &dyn super::space::Space, part: u64) -> Vec<Find> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let mut finds = Finds::new(&interrupt);
    assert!(space.search(part, &mut finds).is_continue(), "nothing breaks it off");
    finds.found()
}

/// Returns their texts, as in a file.
pub fn texts(finds: &[Find]) -> Vec<String> {
    finds.iter().map(|find| find.puzzle.to_string()).collect()
}

/// Returns their solutions in the text.
pub fn solutions(finds: &[Find]) -> Vec<String> {
    finds.iter().map(|find| find.solution.to_string()).collect()
}

/// Returns why an order cannot be carried out.
pub fn refusal(kind: &dyn Kind, order: &Order) -> GenerateError {
    kind.space(order).expect_err("it cannot be carried out")
}

/// Returns why there is no such order, or why it cannot be carried out.
pub fn refused(kind: &dyn Kind, subject: &str, choices: &[(&str, &str)]) -> GenerateError {
    read(kind, subject, choices).map_or_else(|error| error, |order| refusal(kind, &order))
}

/// Solves each puzzle anew, from its text, with an engine that tries everything.
pub fn prove(finds: &[Find], engine: &str) {
    for find in finds {
        let text = find.puzzle.to_string();
        let puzzle: fukumen_language::puzzle::Puzzle =
            text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (answer, solutions) = Solver::new(&puzzle).engine(engine).run().expect("the engine fits");
        assert_eq!((answer.outcome.count, answer.outcome.exhausted), (1, true), "{text}");
        assert_eq!(bare(&solutions[0].to_string()), bare(&find.solution.to_string()));
    }
}

/// Returns a text without its spaces, which are written anew.
fn bare(text: &str) -> String {
    text.chars().filter(|c| *c != ' ').collect()
}
