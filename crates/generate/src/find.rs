//! A puzzle that was found.

use fukumen_engine::solve::Answer;
use fukumen_explain::Rating;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;

/// A puzzle that was found, solved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Find {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its text, without the rules.
    pub text: String,
    /// Its solution; the first, if several were requested.
    pub solution: Solution,
    /// Its other solutions, if several were requested.
    pub others: Vec<Solution>,
    /// The nodes of the ordinary search.
    pub nodes: u64,
    /// A remark of its maker: where it was found, or whether it is the best of its kind.
    pub note: Option<String>,
    /// The whole answer of the ordinary solver, except for the times, which are never the same twice.
    pub answer: Answer,
    /// Its difficulty for a person, if it was rated.
    pub rating: Option<Rating>,
}

impl Find {
    /// Returns the lines `@name value` that the puzzle needs.
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.puzzle.rules().changes().iter().map(|(name, value)| format!("@{name} {value}")).collect();
        if self.text.contains('\n') && !self.puzzle.is_drawn() {
            // Otherwise each line would be a puzzle.
            lines.insert(0, "@one".into());
        }
        lines
    }

    /// Returns the text of the puzzle below its rules.
    #[must_use]
    pub fn with_rules(&self) -> String {
        let mut lines = self.rules();
        lines.push(self.text.clone());
        lines.join("\n")
    }
}
