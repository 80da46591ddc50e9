//! One puzzle in one base, read from an entry and ready to be solved.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cli::checkpoint::Fingerprint;
use crate::cli::input::Entry;
use crate::cli::interrupt::Interrupt;
use crate::cli::message;
use crate::cli::task_error::TaskError;
use crate::digits::Base;
use crate::expr::Expr;
use crate::puzzle::{Puzzle, Rules};
use crate::report::Unanswered;
use crate::solve::clock::{Moment, Watch};
use crate::solve::{Ask, Goal, Limits, Solver, Status, StoppedBy};
use crate::text::{Mistake, Reader};

/// The time limit for all answers to one entry: from the first byte read to the last solution written, in all bases together.
#[derive(Clone)]
pub struct Timing {
    limit: Option<Duration>,
    interrupt: Interrupt,
    /// The memory that the search for the smallest base may take.
    memory: Option<u64>,
}

impl Timing {
    /// Makes a limit, if there is one, that the interrupt ends early.
    pub fn new(limit: Option<Duration>, interrupt: &Interrupt) -> Self {
        Self { limit, interrupt: Arc::clone(interrupt), memory: None }
    }

    /// Limits the memory to this number of bytes, if there is a limit.
    pub fn within_memory(self, memory: Option<u64>) -> Self {
        Self { memory, ..self }
    }
}

/// The time left for the answers to one entry.
pub struct Budget {
    timing: Timing,
    state: Mutex<Spent>,
}

#[derive(Default)]
struct Spent {
    time: Duration,
    /// When the current step must end.
    deadline: Option<Moment>,
}

impl Budget {
    fn new(timing: &Timing) -> Self {
        Self { timing: timing.clone(), state: Mutex::default() }
    }

    /// Returns a watch that is raised once the time left has passed from now on.
    pub fn watch(&self) -> Watch {
        let mut state = self.lock();
        let left = self.timing.limit.map(|limit| limit.saturating_sub(state.time));
        let watch = Watch::on(Arc::clone(&self.timing.interrupt)).within(left);
        state.deadline = watch.deadline();
        watch
    }

    /// Returns the moment until which solutions may be written: a tenth of the limit after the search must end, and at least
    /// that much time from now on, because an answer may have waited for those before it.
    pub fn last_word(&self) -> Option<Moment> {
        Some(self.lock().deadline?.max(Moment::now()).after(self.timing.limit? / 10))
    }

    /// Counts the time that an answer has taken.
    pub fn spend(&self, time: Duration) {
        self.lock().time += time;
    }

    fn lock(&self) -> MutexGuard<'_, Spent> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A puzzle in one base, or why it cannot be read.
pub struct Task {
    /// Its source and its rules.
    pub entry: Arc<Entry>,
    /// The base, if several are tried.
    pub base: Option<Base>,
    /// Whether it is the same puzzle as that of the previous task, in another base.
    pub is_again: bool,
    /// The puzzle.
    pub puzzle: Result<Puzzle, TaskError>,
    /// Which of its solutions are wanted, if not all.
    pub goal: Option<Goal>,
    /// Expressions whose values must differ from those of every other solution.
    pub lone: Vec<Expr>,
    /// A message before its answer.
    pub note: Option<String>,
    /// How long it took to read.
    pub parsing: Duration,
    /// The time left for it and the other bases of its entry.
    pub budget: Arc<Budget>,
}

impl Task {
    /// Adds everything that decides the answer, except the options, to a fingerprint.
    pub fn identify(&self, print: &mut Fingerprint) {
        print.pair(&self.entry.text, &self.entry.line.to_string());
        print.pair(&format!("{:?}", self.base), &format!("{:?}", self.entry.rules));
    }

    /// Returns the report for a puzzle that has no answer.
    pub fn unanswered<'f>(&'f self, error: &'f TaskError) -> Unanswered<'f> {
        let known = match error {
            TaskError::Text(error) => Unanswered { help: message::help(error), ..Unanswered::of(error) },
            other => {
                Unanswered { place: other.place(), ..Unanswered::new(&self.entry.text, other.message()) }
            }
        };
        Unanswered {
            text: &self.entry.text,
            line: self.entry.line,
            rules: self.entry.rules.as_ref().ok(),
            stopped_by: error.stopped_by(),
            part: self.entry.part.as_deref(),
            ..known
        }
    }
}

/// Returns the tasks of an entry: one, or one for each base of a range in which it can be read.
pub fn tasks(entry: Entry, timing: &Timing) -> Vec<Task> {
    let (entry, budget) = (Arc::new(entry), Arc::new(Budget::new(timing)));
    let rules = match &entry.rules {
        Ok(rules) => rules.clone(),
        Err(error) => return vec![unreadable(&entry, error.clone(), &budget)],
    };
    if !rules.has_several_bases() {
        return vec![task(&entry, &rules, None, &budget)];
    }
    let of_base = |base: Base| task(&entry, &rules.clone().with_base(base), Some(base), &budget);
    let (mut tasks, mut stopped) = (Vec::new(), None);
    for base in rules.bases() {
        let task = of_base(base);
        if matches!(task.puzzle, Err(TaskError::Stopped(_))) {
            stopped = Some(task);
            break;
        }
        tasks.push(task);
    }
    let (mut readable, mut wrong): (Vec<Task>, Vec<Task>) =
        tasks.into_iter().partition(|task| task.puzzle.is_ok());
    if readable.is_empty() && stopped.is_none() {
        // The largest base has the most digits, so its error is least likely to be about them.
        return wrong.pop().into_iter().collect();
    }
    // Bases that were not read any more are one answer, which says so.
    readable.extend(stopped);
    if rules.smallest_base {
        return smallest(readable, &wrong).into_iter().collect();
    }
    readable[0].note = skipped(&wrong);
    readable[1..].iter_mut().for_each(|task| task.is_again = true);
    readable
}

/// Returns the first task that has a solution, or whose search does not end. If none has one, returns the last, with a note
/// about all.
fn smallest(tasks: Vec<Task>, wrong: &[Task]) -> Option<Task> {
    let first = tasks.first()?.base;
    let mut last = None;
    for task in tasks {
        if may_have_solution(&task) {
            return Some(Task { note: skipped(wrong), ..task });
        }
        last = Some(task);
    }
    let last = last?;
    let note = match (first, last.base) {
        (Some(first), Some(last)) => Some(format!("no base from {first} to {last} has a solution")),
        _ => None,
    };
    Some(Task { note, ..last })
}

/// Returns whether a puzzle may have a solution, by one search for the first. It takes time from the budget.
fn may_have_solution(task: &Task) -> bool {
    let Ok(puzzle) = &task.puzzle else { return true };
    let start = Moment::now();
    let limits = Limits { max_memory: task.budget.timing.memory, ..Limits::default() };
    let solver = Solver::new(puzzle).ask(Ask::First(1)).limits(limits).watch(task.budget.watch());
    let answer = solver.run();
    task.budget.spend(start.elapsed());
    answer.map_or(true, |(answer, _)| answer.outcome.status != Status::None || !answer.outcome.exhausted)
}

fn task(entry: &Arc<Entry>, rules: &Rules, base: Option<Base>, budget: &Arc<Budget>) -> Task {
    let (start, watch) = (Moment::now(), budget.watch());
    let reader = Reader::new().rules(rules).interrupt(&watch);
    let reader = if entry.is_strict { reader.strict() } else { reader };
    // The other puzzles of the text are entries of their own.
    let puzzle = match reader.read_all(&entry.text) {
        Ok(mut puzzles) => Ok(puzzles.swap_remove(0).with_notes(&entry.notes)),
        Err(error) if error.mistake == Mistake::Interrupted => {
            Err(TaskError::Stopped(watch.stopped_by().unwrap_or(StoppedBy::Interrupt)))
        }
        Err(error) => Err(TaskError::Text(error.in_file(entry.line))),
    };
    let parsing = start.elapsed();
    budget.spend(parsing);
    Task {
        entry: Arc::clone(entry),
        base,
        is_again: false,
        puzzle,
        goal: None,
        lone: Vec::new(),
        note: None,
        parsing,
        budget: Arc::clone(budget),
    }
}

fn unreadable(entry: &Arc<Entry>, error: TaskError, budget: &Arc<Budget>) -> Task {
    let (entry, parsing, budget) = (Arc::clone(entry), Duration::ZERO, Arc::clone(budget));
    let (goal, lone, note) = (None, Vec::new(), None);
    Task { entry, base: None, is_again: false, puzzle: Err(error), goal, lone, note, parsing, budget }
}

/// Returns a note about bases that are too small for a puzzle's digits. They are no error if other bases fit.
fn skipped(wrong: &[Task]) -> Option<String> {
    let first = wrong.first()?.puzzle.as_ref().err()?;
    let bases: Vec<String> = wrong.iter().filter_map(|task| task.base).map(|b| b.to_string()).collect();
    Some(format!("skipped base {}: {}", bases.join(", "), first.message()))
}
