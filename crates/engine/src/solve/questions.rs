//! The questions that most programs ask of a puzzle, each in one call.

use super::answer::{Answer, Ask};
use super::error::SolveError;
use super::solver::Solver;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;

/// The questions that most programs ask of a puzzle.
pub trait Solve {
    /// Finds all solutions, in the order of their digits. A [`Solver`] has limits and other settings.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::{Puzzle, Solve};
    /// let puzzle = Puzzle::parse("AB=B^2")?;
    /// let texts: Vec<String> = puzzle.solve()?.iter().map(ToString::to_string).collect();
    /// assert_eq!(texts, ["25=5^2", "36=6^2"]);
    /// assert_eq!((puzzle.count()?, puzzle.is_unique()?), (2, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError::Undecided`] if something is too large to be decided.
    fn solve(&self) -> Result<Vec<Solution>, SolveError>;

    /// Counts the solutions.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn count(&self) -> Result<u128, SolveError>;

    /// Returns whether there is exactly one solution. The search ends at the second.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), unless two solutions are certain.
    fn is_unique(&self) -> Result<bool, SolveError>;
}

impl Solve for Puzzle {
    fn solve(&self) -> Result<Vec<Solution>, SolveError> {
        let (answer, solutions) = Solver::new(self).run()?;
        certain(&answer)?;
        Ok(solutions)
    }

    fn count(&self) -> Result<u128, SolveError> {
        let (answer, _) = Solver::new(self).ask(Ask::Count).run()?;
        certain(&answer)?;
        Ok(answer.outcome.count)
    }

    fn is_unique(&self) -> Result<bool, SolveError> {
        let (answer, _) = Solver::new(self).ask(Ask::Unique).run()?;
        answer.outcome.unique.ok_or(SolveError::Undecided { assignments: answer.outcome.undecided })
    }
}

impl Solver {
    /// Solves, and returns the solutions one after the other. All are found first; [`run_with`](Self::run_with) hands them
    /// over as they are found, and reports how certain the answer is.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::{Ask, Puzzle, Solver};
    /// let puzzle = Puzzle::parse("A+B=C")?;
    /// let first = Solver::new(&puzzle).ask(Ask::First(3)).solutions()?;
    /// assert_eq!(first.count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn solutions(&self) -> Result<impl Iterator<Item = Solution> + use<>, SolveError> {
        self.run().map(|(_, solutions)| solutions.into_iter())
    }
}

fn certain(answer: &Answer) -> Result<(), SolveError> {
    match answer.outcome.undecided {
        0 => Ok(()),
        assignments => Err(SolveError::Undecided { assignments }),
    }
}
