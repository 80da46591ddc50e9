//! The finds of a part: proposals are solved, and those with the right number of solutions are kept.
//!
//! A kind may be wrong about its proposals; such proposals are dropped, and counted. If the rules refuse every proposal, that
//! is an error: at the end, or soon if the parts never end. Rules that are wrong for every puzzle are reported before the
//! search.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::find::Find;
use crate::measures::Comparison;
use crate::part::{Part, Progress, Tally};
use fukumen_engine::solve::clock::Watch;
use fukumen_engine::solve::{Answer, Ask, Lookout, SolveError, Solver, Times};
use fukumen_explain::Explainer;
use fukumen_language::message::{Message, Note};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::solution::Solution;
use fukumen_language::text::{ParseError, conditions};

/// Takes the proposals of a part.
#[derive(Debug)]
pub struct Finds<'a> {
    found: Vec<Find>,
    pub(super) tally: Tally,
    refusal: Option<Message>,
    failure: Option<SolveError>,
    solutions: u64,
    interrupt: &'a Arc<AtomicBool>,
    lookout: Option<&'a Lookout>,
    progress: Option<&'a Progress>,
    /// How often the search checked whether to end.
    asked: Cell<u32>,
    /// The candidates that the progress has already.
    told: Cell<u64>,
    /// The best puzzle so far, if a part looks for one that is better than all others.
    best: Option<Best>,
}

/// The best puzzle so far, and its rank; the lowest rank is the best.
#[derive(Debug, Default)]
struct Best {
    rank: u32,
    find: Option<Box<Find>>,
}

/// The checks whether to end between two reports to watchers.
const BREATH: u32 = 256;

impl<'a> Finds<'a> {
    /// Starts the finds of one part; stops when `interrupt` is set.
    #[must_use]
    pub fn new(interrupt: &'a Arc<AtomicBool>) -> Self {
        let (found, tally) = (Vec::new(), Tally::default());
        let (lookout, progress) = (None, None);
        Self {
            found,
            tally,
            refusal: None,
            failure: None,
            solutions: 1,
            interrupt,
            lookout,
            progress,
            asked: Cell::default(),
            told: Cell::default(),
            best: None,
        }
    }

    /// Starts finds that are not counted: they have the same purpose and stop with the others.
    #[must_use]
    pub fn aside(other: &Self) -> Self {
        let Self { lookout, progress, .. } = *other;
        Self { lookout, progress, ..Self::new(other.interrupt).with_solutions(other.solutions) }
    }

    /// Adds watchers.
    pub(crate) fn watched(self, lookout: Option<&'a Lookout>, progress: &'a Progress) -> Self {
        Self { lookout, progress: Some(progress), ..self }
    }

    /// Requires exactly this number of solutions of a puzzle instead of one.
    #[must_use]
    pub fn with_solutions(self, solutions: u64) -> Self {
        Self { solutions, ..self }
    }

    /// Returns how many solutions each puzzle must have.
    #[must_use]
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Keeps the best puzzle from now on, for a search that is interrupted before it knows that there is no better one.
    pub(super) fn seek_best(&mut self) {
        self.best = Some(Best::default());
    }

    /// Keeps a puzzle that the ordinary solver has solved, if it is the best so far.
    pub(super) fn keep_best(&mut self, rank: u32, find: impl FnOnce() -> Find) {
        if let Some(best) = self.best.as_mut().filter(|best| best.find.is_none() || rank < best.rank) {
            *best = Best { rank, find: Some(Box::new(find())) };
        }
    }

    /// Returns the best puzzle of a part that was interrupted.
    pub(super) fn best(self) -> Option<Box<Find>> {
        self.best?.find
    }

    /// Keeps the puzzles for which all comparisons hold. The remaining ones are rated, if that is requested, and comparisons
    /// of ratings come last.
    pub(super) fn choose(&mut self, comparisons: &[Comparison], is_rated: bool) {
        let mut found = std::mem::take(&mut self.found);
        found.retain_mut(|find| self.is_chosen(find, comparisons, is_rated));
        self.found = found;
        let mut best = self.best.take();
        if let Some(best) = &mut best {
            best.find.take_if(|find| !self.is_chosen(find, comparisons, is_rated));
        }
        self.best = best;
    }

    fn is_chosen(&self, find: &mut Find, comparisons: &[Comparison], is_rated: bool) -> bool {
        let (last, first): (Vec<_>, Vec<_>) =
            comparisons.iter().partition(|comparison| comparison.needs_rating());
        if !first.iter().all(|comparison| comparison.holds(find)) {
            return false;
        }
        if is_rated || !last.is_empty() {
            find.rating = Explainer::new(&find.puzzle).watch(self.watch()).rate();
        }
        last.iter().all(|comparison| comparison.holds(find))
    }

    /// Counts the candidates examined, and breaks if the search must end.
    pub fn looked_at(&mut self, candidates: u64) -> ControlFlow<()> {
        self.tally.candidates = self.tally.candidates.saturating_add(candidates);
        if self.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns whether the search must end.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        if let Some(progress) = self.progress {
            self.asked.set((self.asked.get() + 1) % BREATH);
            if self.asked.get() == 1 {
                // A part may take all the time there is, and a watcher sees it move.
                self.tell_candidates(progress);
                self.lookout.iter().for_each(|lookout| lookout.look(|| progress.standing()));
            }
        }
        self.is_ended() || self.interrupt.load(Ordering::Relaxed)
    }

    fn tell_candidates(&self, progress: &Progress) {
        let examined = self.tally.candidates;
        progress.examined(examined - self.told.replace(examined));
    }

    /// Returns whether a watcher has ended the search.
    fn is_ended(&self) -> bool {
        self.lookout.is_some_and(Lookout::is_ended)
    }

    /// Returns the ordinary solver, on this thread. It stops with the search.
    #[must_use]
    pub fn solver(&self, puzzle: &Puzzle) -> Solver {
        Solver::new(puzzle).zero_lines(false).threads(1).watch(self.watch())
    }

    /// Returns a watch that is raised when the search must end.
    #[must_use]
    pub fn watch(&self) -> Watch {
        let flag = if self.is_ended() { Arc::new(true.into()) } else { Arc::clone(self.interrupt) };
        Watch::on(flag)
    }

    /// Solves a puzzle with the ordinary solver, on this thread, and keeps it if it has exactly the wanted number of
    /// solutions: one, by default. Returns whether it has.
    pub fn propose(&mut self, puzzle: Puzzle) -> bool {
        self.propose_with(puzzle, None)
    }

    /// Does the same, with a note.
    pub fn propose_with(&mut self, puzzle: Puzzle, note: Option<String>) -> bool {
        let text = puzzle.sheet().to_string();
        self.try_out(puzzle, text, note)
    }

    /// Does the same for a text, which is kept as it is spelt. A text that is not a puzzle under these rules is refused.
    pub fn propose_text(&mut self, text: &str, rules: &Rules) -> bool {
        match conditions::puzzle(text, rules) {
            Ok(puzzle) => self.try_out(puzzle, text.into(), None),
            Err(error) => self.refuse(error.message()),
        }
    }

    /// Does the same for a text that was already read.
    pub fn propose_read(&mut self, read: Result<Puzzle, ParseError>, note: Option<String>) -> bool {
        match read {
            Ok(puzzle) => self.propose_with(puzzle, note),
            Err(error) => self.refuse(error.message()),
        }
    }

    /// Counts a proposal that is not a puzzle, with the reason. It is not kept.
    pub fn refuse(&mut self, why: Message) -> bool {
        self.tally.tested += 1;
        self.tally.refused += 1;
        self.refusal.get_or_insert(why);
        false
    }

    fn try_out(&mut self, puzzle: Puzzle, text: String, note: Option<String>) -> bool {
        self.tally.tested += 1;
        let Some((mut answer, mut solutions)) = self.solved(&puzzle) else { return false };
        if solutions.is_empty() {
            return false;
        }
        let solution = solutions.remove(0);
        self.tally.found += 1;
        answer.notes.extend(note.clone().map(Note::from));
        let nodes = answer.work.nodes;
        self.found.push(Find {
            puzzle,
            text,
            solution,
            others: solutions,
            nodes,
            note,
            answer,
            rating: None,
        });
        true
    }

    /// Returns the answer, if the puzzle certainly has the wanted number of solutions.
    fn solved(&mut self, puzzle: &Puzzle) -> Option<(Answer, Vec<Solution>)> {
        let ask =
            if self.solutions == 1 { Ask::Unique } else { Ask::First(self.solutions.saturating_add(1)) };
        let (mut answer, solutions) = match self.solver(puzzle).ask(ask).run() {
            Ok(solved) => solved,
            Err(error) => {
                self.failure.get_or_insert(error);
                return None;
            }
        };
        let count = answer.outcome.count;
        // More solutions than wanted are too many, whatever else is undecided.
        self.tally.undecided +=
            u64::from(answer.outcome.undecided > 0 && count <= u128::from(self.solutions));
        let is_right = answer.outcome.exhausted && count == u128::from(self.solutions);
        answer.work.times = Times::default();
        is_right.then_some((answer, solutions))
    }

    /// Returns the result of a part that was searched to its end.
    #[must_use]
    pub fn part(self, number: u64) -> Part {
        self.progress.iter().for_each(|progress| self.tell_candidates(progress));
        let Self { found: finds, tally, refusal, failure, .. } = self;
        Part { number, finds, tally, refusal, failure }
    }

    /// Returns the finds, in their order.
    #[must_use]
    pub fn found(self) -> Vec<Find> {
        self.found
    }
}
