//! Reports how many solutions a puzzle has if it is not the wanted number. If one puzzle is ordered and fails, its maker
//! wants to know this.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::GenerateError;
use crate::order::Order;
use fukumen_engine::solve::{Answer, Ask, Solver};
use fukumen_language::puzzle::Puzzle;

/// More solutions than this are not counted, unless more are wanted.
pub(super) const MOST: u64 = 1000;

/// Returns how many solutions a puzzle has; `None` if it is not certain.
pub(super) fn counted(puzzle: &Puzzle, order: &Order) -> Result<Option<u64>, GenerateError> {
    let most = MOST.max(order.solutions.saturating_add(1));
    let solver = Solver::new(puzzle).zero_lines(false).threads(1).interrupt(Arc::clone(&order.interrupt));
    let asked = solver.ask(Ask::First(most)).run();
    if order.interrupt.load(Ordering::Relaxed) {
        return Err(GenerateError::Interrupted);
    }
    let is_certain = |answer: &Answer| answer.outcome.exhausted || answer.outcome.count >= u128::from(most);
    let answer = asked.ok().map(|(answer, _)| answer).filter(is_certain);
    Ok(answer.map(|answer| u64::try_from(answer.outcome.count).unwrap_or(most)))
}

/// Returns the note about a puzzle, called `what`, whose number of solutions is not the wanted one.
pub(super) fn note(what: &str, solutions: Option<u64>, wanted: u64) -> Option<String> {
    let solutions = solutions.filter(|solutions| *solutions != wanted)?;
    Some(match solutions {
        0 => format!("{what} has no solution under these rules"),
        1 => format!("{what} has 1 solution; ask for puzzles with 1 solution to get it"),
        MOST.. => format!("{what} has {MOST} solutions or more"),
        _ => {
            format!("{what} has {solutions} solutions; ask for puzzles with {solutions} solutions to get it")
        }
    })
}
