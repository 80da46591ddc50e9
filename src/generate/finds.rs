//! What the search of a part finds: proposals are solved, and those that keep the promise stay.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solve::Ask;
use crate::solve::Solver;

/// A puzzle that was found, solved.
#[derive(Clone, Debug)]
pub struct Find {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
    /// How many nodes the ordinary search took.
    pub nodes: u64,
    /// What its maker has to say of it: where it was found, or whether it is the best of its kind.
    pub note: Option<String>,
}

/// Takes what the search of a part proposes.
pub struct Finds<'a> {
    found: Vec<Find>,
    looked_at: u64,
    tested: u64,
    interrupt: &'a Arc<AtomicBool>,
}

impl<'a> Finds<'a> {
    /// For one part; breaks off when `interrupt` is set.
    pub fn new(interrupt: &'a Arc<AtomicBool>) -> Self {
        Self { found: Vec::new(), looked_at: 0, tested: 0, interrupt }
    }

    /// Counts candidates that were looked at, and breaks off where the search is to end.
    pub fn looked_at(&mut self, candidates: u64) -> ControlFlow<()> {
        self.looked_at += candidates;
        if self.interrupt.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The ordinary solver, on this thread. It breaks off with the search.
    pub fn solver<'p>(&self, puzzle: &'p Puzzle) -> Solver<'p> {
        Solver::new(puzzle).threads(1).interrupt(Arc::clone(self.interrupt))
    }

    /// Solves a puzzle and keeps it where it has exactly one solution. Answers whether it has.
    pub fn propose(&mut self, puzzle: Puzzle) -> bool {
        self.propose_with(puzzle, None)
    }

    /// The same, with a note to go with it.
    pub fn propose_with(&mut self, puzzle: Puzzle, note: Option<String>) -> bool {
        self.tested += 1;
        let Ok((answer, mut solutions)) = self.solver(&puzzle).ask(Ask::Unique).run() else { return false };
        if answer.unique != Some(true) {
            return false;
        }
        let Some(solution) = solutions.pop() else { return false };
        let nodes = answer.nodes;
        self.found.push(Find { puzzle, solution, nodes, note });
        true
    }

    /// What was found, in its order.
    pub fn found(self) -> Vec<Find> {
        self.found
    }
}
