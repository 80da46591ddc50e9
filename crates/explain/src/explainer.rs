//! The front door: what is asked, within what limits.

use std::fmt;

use super::{Claim, Explanation};
use fukumen_engine::solve::clock::Watch;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::Interrupted;
use fukumen_language::puzzle::Puzzle;

/// Explains a puzzle; each limit has its method.
#[derive(Clone)]
pub struct Explainer {
    pub(super) puzzle: Puzzle,
    pub(super) depth: usize,
    pub(super) tries: Option<usize>,
    pub(super) work: u64,
    /// How many steps in cases are told before a tree of cases is given up.
    pub(super) told: usize,
    /// How many changes of steps are tested to leave out what they do not need.
    pub(super) tests: usize,
    /// Whether it is for a rating: each step is the cheapest that there is, however little it says, and of several solutions only
    /// what is certain is told.
    pub(super) takes_cheapest: bool,
    pub(super) techniques: Vec<&'static str>,
    pub(super) goal: Option<Claim>,
    pub(super) watch: Watch,
}

impl fmt::Debug for Explainer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Explainer").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}

impl Explainer {
    /// An explainer with all techniques, sixteen tries and cases nested two deep. It takes the puzzle as it is printed,
    /// even if the rules say that letters are printed wrongly.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            puzzle: puzzle.clone(),
            depth: 2,
            tries: None,
            work: 40_000_000,
            told: 250,
            tests: 5_000,
            takes_cheapest: false,
            techniques: Vec::new(),
            goal: None,
            watch: Watch::default(),
        }
    }

    /// The most that cases are nested.
    #[must_use]
    pub fn depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// How many times the search is repeated with other weights. The explanation is kept whose least natural steps are the most natural.
    #[must_use]
    pub fn tries(self, tries: usize) -> Self {
        Self { tries: Some(tries), ..self }
    }

    /// The most units of work, about one for each look at a column or row. What goes beyond is not found.
    #[must_use]
    pub fn work(self, work: u64) -> Self {
        Self { work, ..self }
    }

    /// The only techniques that may be used, by their names in [`TECHNIQUES`](crate::TECHNIQUES). Other names are those
    /// of no technique: with them alone, nothing is explained.
    #[must_use]
    pub fn techniques(self, techniques: Vec<&'static str>) -> Self {
        Self { techniques, ..self }
    }

    /// Digits that are known already.
    #[must_use]
    pub fn known(self, known: &[(Cell, Digit)]) -> Self {
        Self { puzzle: self.puzzle.with_known(known), ..self }
    }

    /// Asks for one fact instead of the whole answer. Its places are those of [`Explanation::names`].
    #[must_use]
    pub fn goal(self, goal: Claim) -> Self {
        Self { goal: Some(goal), ..self }
    }

    /// What may stop the work.
    #[must_use]
    pub fn watch(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// Whether a technique may be used.
    pub(super) fn may(&self, name: &str) -> bool {
        self.techniques.is_empty() || self.techniques.contains(&name)
    }

    /// Explains. What was proved until the watch stopped the work is returned, as not complete.
    ///
    /// # Errors
    /// [`Interrupted`] if the puzzle could not even be solved.
    pub fn explain(&self) -> Result<Explanation, Interrupted> {
        super::search::explain(self)
    }

    /// The first step from what is known, or nothing if all is known or no technique helps.
    ///
    /// # Errors
    /// [`Interrupted`] if the puzzle could not even be solved.
    pub fn hint(&self) -> Result<Explanation, Interrupted> {
        super::search::hint(self)
    }
}
