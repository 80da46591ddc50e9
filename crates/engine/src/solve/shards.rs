//! Shards: a search cut into pieces for several machines, and the questions that are asked once all are complete.

use std::ops::ControlFlow;

use super::answer::{Answer, Ask, Goal, Outline, Piece, Times, Work};
use super::clock::Moment;
use super::collect::Collector;
use super::error::SolveError;
use super::solver::Solver;
use crate::engine::{Ended, Shard, Stop, Tally};
use fukumen_language::digits::Digit;
use fukumen_language::expr::Expr;

/// Stands for the evaluator in errors about known solutions.
const CALLER: &str = "of the caller";

impl Solver {
    /// Searches one shard only. The shards are the same on every machine, whatever its threads and processors: they depend on
    /// the puzzle, its rules, the question, the engine and the version of this crate. Each solution is in exactly one of them;
    /// an empty one has the count 0. Solutions come in the engine's order, and [`unique`](super::Outcome::unique) is not known.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::{Ask, Puzzle, Solve, Solver, solve::Shard};
    ///
    /// let puzzle = Puzzle::parse("AB+CD=EF")?;
    /// let mut count = 0;
    /// for number in 1..=3 {
    ///     let solver = Solver::new(&puzzle).ask(Ask::Count).shard(Shard::new(number, 3));
    ///     let (answer, _) = solver.run()?;
    ///     assert_eq!((answer.outcome.exhausted, answer.outcome.unique), (true, None));
    ///     count += answer.outcome.count;
    /// }
    /// assert_eq!(count, puzzle.count()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shard(self, shard: Option<Shard>) -> Self {
        Self { shard, ..self }
    }

    /// Takes known solutions, in their order, as if a search had found all of them: those of all shards, to group or to
    /// choose among them. Each is confirmed first. The work of the answer is that of this call alone.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::{Puzzle, Solver, solve::{Essentially, Shard}};
    ///
    /// let puzzle = Puzzle::parse("AB+CD=EF, A+B+C+D=E*F")?;
    /// let mut all = Vec::new();
    /// for number in 1..=4 {
    ///     let (_, solutions) = Solver::new(&puzzle).shard(Shard::new(number, 4)).run()?;
    ///     all.extend(solutions.iter().map(|solution| solution.digits().to_vec()));
    /// }
    /// let solver = Solver::new(&puzzle).essentially(Some(Essentially::Terms));
    /// let (merged, _) = solver.run_known(all)?;
    /// let (whole, _) = solver.run()?;
    /// assert_eq!(merged.outcome.essentially, whole.outcome.essentially);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`plan`](Self::plan), and [`SolveError::Disagreement`] if one of them is not a solution.
    pub fn run_known(
        &self,
        solutions: impl IntoIterator<Item = Vec<Digit>>,
    ) -> Result<(Answer, Vec<fukumen_language::solution::Solution>), SolveError> {
        let start = Moment::now();
        let plan = self.plan()?;
        let mut kept = Vec::new();
        let mut keep = |solution| {
            kept.push(solution);
            ControlFlow::Continue(())
        };
        let mut collector = Collector::new(self, &mut keep);
        for digits in solutions {
            if digits.len() != self.puzzle.hidden().len() {
                let assignment = format!("{} digits", digits.len());
                return Err(SolveError::Disagreement { evaluator: CALLER.into(), assignment });
            }
            if collector.take(&digits, self.confirm(&digits)).is_break() {
                break;
            }
        }
        let outline = plan.outline();
        let summary = collector.finish(None, CALLER, &self.guard(self.limits.timeout))?;
        let ended = Ended::new(Stop::Exhausted, Tally::default());
        let mut answer = plan.answer(&ended, summary, Times::default());
        answer.plan = Some(outline.clone());
        answer.work = Work { times: Times { total: start.elapsed(), ..answer.work.times }, ..answer.work };
        Ok((answer, kept))
    }

    /// Refuses questions about all solutions together, which a shard cannot answer, and about the cells of another puzzle.
    pub(super) fn check_question(&self) -> Result<(), SolveError> {
        let goal = self.goal.iter().map(|(Goal::Maximize(expr) | Goal::Minimize(expr))| expr);
        let mut cells = goal.chain(&self.lone).flat_map(Expr::cells);
        if cells.any(|cell| cell.index() >= self.puzzle.hidden().len()) {
            return Err(SolveError::OtherPuzzle);
        }
        if self.shard.is_none() {
            return Ok(());
        }
        let question = match (&self.goal, self.ask) {
            _ if !self.lone.is_empty() => "lone",
            _ if self.essentially.is_some() => "essentially",
            (Some(Goal::Maximize(_)), _) => "maximize",
            (Some(Goal::Minimize(_)), _) => "minimize",
            (None, Ask::First(_)) => "first",
            _ => return Ok(()),
        };
        Err(SolveError::NotInShards { question })
    }

    /// Returns the answer of a shard, if it is one, which belongs to those with the same plan. A shard that was stopped may
    /// not know which engine takes over.
    pub(super) fn as_shard(&self, mut answer: Answer, plan: Option<&Outline>) -> Answer {
        let Some(shard) = self.shard else { return answer };
        // Another shard may have another solution, or the only one.
        answer.outcome.unique = None;
        if answer.shard.is_none() {
            let fingerprint = plan.map(|plan| self.fingerprint(plan.engine, &plan.symbols));
            answer.shard = Some(Piece { shard, fingerprint });
        }
        answer
    }

    fn fingerprint(&self, engine: &str, symbols: &[String]) -> String {
        // Tables must fit the allowed memory, and their contents determine the ranks.
        let memory = self.limits.max_memory;
        let mut hash = Hash::default();
        hash.add(env!("CARGO_PKG_VERSION"));
        hash.add(&self.puzzle.to_string());
        hash.add(&format!("{:?}", self.puzzle.rules()));
        hash.add(&format!("{:?} {memory:?} {} {}", self.ask, self.stream, self.zero_lines));
        hash.add(engine);
        symbols.iter().for_each(|symbol| hash.add(symbol));
        hash.written()
    }
}

/// A hash of texts: FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo, 1991) of 128 bits. It protects against mistakes, not against
/// malice.
struct Hash(u128);

impl Default for Hash {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Hash {
    /// Adds a text. The length separates texts that follow each other.
    fn add(&mut self, text: &str) {
        let length = (text.len() as u64).to_le_bytes();
        for byte in length.iter().chain(text.as_bytes()) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    fn written(&self) -> String {
        format!("{:032x}", self.0)
    }
}
