//! One puzzle in one base: what is read from an entry, ready to be solved.

use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

use crate::cli::checkpoint::Fingerprint;
use crate::cli::input::Entry;
use crate::cli::trouble::Trouble;
use crate::digits::Base;
use crate::layout;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::report::Fault;
use crate::solve::Goal;

/// A puzzle in one base, or why it cannot be read.
pub struct Task {
    /// Where it stands, and its rules.
    pub entry: Arc<Entry>,
    /// The base, if several are tried.
    pub base: Option<Base>,
    /// Whether it is the same puzzle as that of the task before, in another base.
    pub is_again: bool,
    /// The puzzle.
    pub puzzle: Result<Puzzle, Trouble>,
    /// Which of its solutions are wanted, if not all.
    pub goal: Option<Goal>,
    /// A message before its answer.
    pub note: Option<String>,
    /// How long it took to read.
    pub parsing: Duration,
}

impl Task {
    /// Adds all that decides the answer, except the options, to a fingerprint.
    pub fn identify(&self, print: &mut Fingerprint) {
        print.pair(&self.entry.text, &self.entry.line.to_string());
        print.pair(&format!("{:?}", self.base), &format!("{:?}", self.entry.rules));
    }

    /// What is reported if it has no answer. The message is that of the trouble.
    pub fn fault<'a>(&'a self, trouble: &'a Trouble, message: &'a str) -> Fault<'a> {
        Fault {
            text: &self.entry.text,
            line: self.entry.line,
            rules: self.entry.rules.as_ref().ok(),
            message,
            place: trouble.place(),
            help: trouble.help(),
        }
    }
}

/// The tasks of an entry: one, or one for each base of a range in which it can be read.
pub fn tasks(entry: Entry) -> Vec<Task> {
    let entry = Arc::new(entry);
    let rules = match &entry.rules {
        Ok(rules) => rules.clone(),
        Err(error) => return vec![unreadable(&entry, error.clone())],
    };
    if rules.last_base.is_none() {
        return vec![task(&entry, &rules, None)];
    }
    let of_base = |base: Base| task(&entry, &rules.clone().with_base(base), Some(base));
    let (mut readable, mut wrong): (Vec<Task>, Vec<Task>) =
        rules.bases().map(of_base).partition(|task| task.puzzle.is_ok());
    if readable.is_empty() {
        // The largest base has the most digits, so its error is least likely to be about them.
        return wrong.pop().into_iter().collect();
    }
    readable[0].note = skipped(&wrong);
    readable[1..].iter_mut().for_each(|task| task.is_again = true);
    readable
}

fn task(entry: &Arc<Entry>, rules: &Rules, base: Option<Base>) -> Task {
    let start = Instant::now();
    let puzzle = layout::puzzle(&entry.text, rules).map_err(|error| Trouble::Text(error.in_file(entry.line)));
    Task {
        entry: Arc::clone(entry),
        base,
        is_again: false,
        puzzle,
        goal: None,
        note: None,
        parsing: start.elapsed(),
    }
}

fn unreadable(entry: &Arc<Entry>, trouble: Trouble) -> Task {
    let (entry, parsing) = (Arc::clone(entry), Duration::ZERO);
    Task { entry, base: None, is_again: false, puzzle: Err(trouble), goal: None, note: None, parsing }
}

/// Bases too small for the digits of a puzzle are no error among others that fit.
fn skipped(wrong: &[Task]) -> Option<String> {
    let first = wrong.first()?.puzzle.as_ref().err()?;
    let bases: Vec<String> = wrong.iter().filter_map(|task| task.base).map(|b| b.to_string()).collect();
    Some(format!("skipped base {}: {}", bases.join(", "), first.message()))
}
