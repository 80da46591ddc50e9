//! `fukumen solve`, which is also what `fukumen` does without a command.

use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::ArgMatches;

use crate::cli::command;
use crate::cli::input;
use crate::cli::interrupt;
use crate::cli::interrupt::Interrupt;
use crate::cli::message;
use crate::cli::output::Output;
use crate::cli::progress::Watch;
use crate::cli::request::Request;
use crate::cli::status::Status;
use crate::cli::status::Tally;
use crate::cli::task;
use crate::cli::task::Task;
use crate::cli::trouble::Trouble;
use crate::puzzle::Puzzle;
use crate::report::Asked;
use crate::report::Document;
use crate::report::Shape;
use crate::report::words;
use crate::solution::Solution;
use crate::solve::Answer;
use crate::solve::Ask;
use crate::solve::Goal;
use crate::solve::Progress;
use crate::solve::StoppedBy;

/// So many solutions take a while to write, of which a reader who has pressed Ctrl-C should know.
const MANY: u64 = 100_000;

/// Solves what the command line names.
pub fn solve(matches: &ArgMatches, arguments: &[OsString]) -> anyhow::Result<Status> {
    let request = Request::read(matches);
    let sources = input::sources(matches)?;
    let interrupt = interrupt::watched()?;
    let looks_ahead = request.format.needs_number() || input::are_arguments(&sources);
    let entries = input::entries(sources, request.rules.clone(), Arc::clone(&interrupt));
    let tasks: Box<dyn Iterator<Item = Task>> = Box::new(entries.flat_map(task::tasks));
    let (output, mut tasks) = match matches.get_one::<PathBuf>("output") {
        Some(path) => Output::file(path, arguments, tasks)?,
        None => (Output::standard(), tasks),
    };
    // Where puzzles may be long in coming, the first is answered before there is a second.
    let ahead: Vec<Task> = tasks.by_ref().take(if looks_ahead { 2 } else { 0 }).collect();
    let is_range = request.rules.last_base.is_some();
    let several = !looks_ahead || is_range || output.written() + ahead.len() != 1;
    let shape = Shape { ask: request.ask, several, written: output.written(), colour: output.colour() };
    let document = request.format.document(shape);
    let (tally, watch) = (output.tally(), Watch::default());
    Run { request, output, document, several, tally, interrupt, watch }
        .carry_out(ahead.into_iter().chain(tasks))
}

/// A run over several tasks.
struct Run {
    request: Request,
    output: Output,
    document: Box<dyn Document>,
    /// Whether messages say which puzzle they are about.
    several: bool,
    tally: Tally,
    interrupt: Interrupt,
    watch: Watch,
}

impl Run {
    fn carry_out(mut self, tasks: impl Iterator<Item = Task>) -> anyhow::Result<Status> {
        match self.answer_all(tasks) {
            // Whoever reads has read enough.
            Err(error) if is_closed_pipe(&error) => Ok(self.tally.total().unwrap_or(Status::Found)),
            Err(error) if error.is::<io::Error>() => Err(error.context("cannot write the answers")),
            Err(error) => Err(error),
            Ok(()) if interrupt::is_set(&self.interrupt) => Ok(Status::Stopped),
            Ok(()) => self.tally.total().ok_or_else(|| anyhow::anyhow!("there is no puzzle to solve")),
        }
    }

    fn answer_all(&mut self, tasks: impl Iterator<Item = Task>) -> anyhow::Result<()> {
        for task in tasks {
            if interrupt::is_set(&self.interrupt) {
                self.note("interrupted: the puzzles from here on were not solved");
                break;
            }
            self.answer(&task)?;
        }
        self.document.close(&mut self.output)?;
        self.output.finish(!interrupt::is_set(&self.interrupt))?;
        Ok(())
    }

    fn answer(&mut self, task: &Task) -> anyhow::Result<()> {
        task.note.iter().for_each(|note| self.note(note));
        let put = task.puzzle.as_ref().map_err(Trouble::clone);
        match put.and_then(|puzzle| Ok((puzzle, self.request.goal(puzzle)?))) {
            Ok((puzzle, goal)) => self.search(task, puzzle, goal),
            Err(trouble) => self.refuse(task, &trouble),
        }
    }

    /// Searches, and writes what is found as it is found.
    fn search(&mut self, task: &Task, puzzle: &Puzzle, goal: Option<Goal>) -> anyhow::Result<()> {
        let progress = Arc::new(Progress::default());
        let solver = self.request.solver(puzzle, goal.clone(), &self.interrupt, &progress);
        let counter = Arc::clone(&progress);
        let asked = self.asked(task, puzzle, goal.as_ref());
        self.document.begin(&mut self.output, &asked)?;
        if !self.request.quiet {
            self.watch.start(progress);
        }
        let mut printer = Printer { run: self, asked, counter, printed: 0, told: false, failure: None };
        let searched = solver.run_with(&mut |solution| printer.take(solution));
        let failure = printer.failure;
        self.watch.stop();
        failure.map_or(Ok(()), Err)?;
        match searched {
            Ok(answer) => self.finish(task, &asked, answer),
            Err(error) => self.refuse(task, &error.into()),
        }
    }

    fn asked<'t>(&self, task: &'t Task, puzzle: &'t Puzzle, goal: Option<&'t Goal>) -> Asked<'t> {
        let (text, line) = (&task.entry.text, task.entry.line);
        Asked { text, line, base: task.base, puzzle, ask: self.request.ask, goal }
    }

    fn finish(&mut self, task: &Task, asked: &Asked, mut answer: Answer) -> anyhow::Result<()> {
        answer.times.parse = task.parsing;
        answer.times.total += task.parsing;
        if self.request.format.waits() && interrupt::is_set(&self.interrupt) && asked.ask != Ask::Count {
            self.tell_of_writing(u64::try_from(answer.count).unwrap_or(u64::MAX));
        }
        self.document.end(&mut self.output, asked, &answer)?;
        self.tell(task, &answer);
        self.add(task, Status::of(&answer, self.request.ask));
        // An interrupted answer is not the one that a run taken up again should keep.
        if answer.stopped_by == Some(StoppedBy::Interrupt) {
            self.output.show()?
        } else {
            self.commit(task)?
        }
        Ok(())
    }

    /// A puzzle without an answer: the others are solved all the same, unless the command is wrong.
    fn refuse(&mut self, task: &Task, trouble: &Trouble) -> anyhow::Result<()> {
        if trouble.is_of_the_command() {
            anyhow::bail!(trouble.message());
        }
        message::trouble(trouble, &task.entry.source, &self.which(task));
        if let Some(name) = command::similar(&task.entry.text) {
            self.note(&format!("there is a command '{name}'"));
        }
        self.document.fault(&mut self.output, &task.fault(trouble, &trouble.message()))?;
        self.add(task, Status::Wrong);
        self.commit(task)
    }

    /// After Ctrl-C: says that there is still much to be written.
    fn tell_of_writing(&self, solutions: u64) {
        if solutions > MANY {
            let note = || self.note(&format!("writing {solutions} solutions; Ctrl-C again stops at once"));
            self.watch.aside(note);
        }
    }

    fn add(&mut self, task: &Task, status: Status) {
        if task.is_again { self.tally.add_base(status) } else { self.tally.add(status) }
    }

    fn commit(&mut self, task: &Task) -> anyhow::Result<()> {
        Ok(self.output.commit(task, self.tally)?)
    }

    fn note(&self, text: &str) {
        if !self.request.quiet {
            message::note(text);
        }
    }

    /// What is said of an answer on standard error.
    fn tell(&self, task: &Task, answer: &Answer) {
        let which = self.which(task);
        answer.notes.iter().for_each(|note| self.note(&format!("{which}{note}")));
        let doubts = words::doubts(answer);
        if !self.request.format.tells_certainty(self.request.ask) && !doubts.is_empty() {
            self.note(&format!("{which}{}", doubts.trim_start_matches("; ")));
        }
        if self.request.why {
            message::plain(&format!("{which}{}", plan(answer)));
        }
        if self.request.stats {
            message::plain(&format!("{which}{}", cost(answer)));
        }
    }

    /// The puzzle that a message is about, where there are several.
    fn which(&self, task: &Task) -> String {
        let base = task.base.map_or(String::new(), |base| format!("base {base}: "));
        match &*task.entry.source {
            _ if !self.several => String::new(),
            input::ARGUMENT => format!("{}: {base}", words::on_one_line(&task.entry.text)),
            source => format!("{source}:{}: {base}", task.entry.line),
        }
    }
}

/// Writes solutions as the search hands them over.
struct Printer<'r, 'a> {
    run: &'r mut Run,
    asked: Asked<'a>,
    counter: Arc<Progress>,
    printed: u64,
    /// Whether the reader knows how much there is to be written after an interrupt.
    told: bool,
    failure: Option<io::Error>,
}

impl Printer<'_, '_> {
    fn take(&mut self, solution: Solution) -> ControlFlow<()> {
        // Two witnesses show that a puzzle is not unique.
        let is_enough = self.asked.ask == Ask::Unique && self.printed == 2;
        if !self.told && interrupt::is_set(&self.run.interrupt) {
            self.told = true;
            self.tell();
        }
        if self.failure.is_none() && !is_enough {
            self.printed += 1;
            self.failure = self.print(solution).err();
        }
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Says how many solutions there are left to write, where they are written as they come.
    fn tell(&self) {
        if !self.run.request.format.waits() {
            let found = self.counter.found.load(Ordering::Relaxed);
            self.run.tell_of_writing(found.saturating_sub(self.printed));
        }
    }

    fn print(&mut self, solution: Solution) -> io::Result<()> {
        let Run { output, document, watch, .. } = &mut *self.run;
        let is_terminal = output.is_terminal;
        let write = || {
            document.solution(output, &self.asked, solution)?;
            output.show()
        };
        if is_terminal { watch.aside(write) } else { write() }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Which engine ran, and why.
fn plan(answer: &Answer) -> String {
    format!(
        "engine {}, evaluator {}: {}\norder {}\nabout {:.0} nodes expected",
        answer.engine,
        answer.evaluator,
        answer.reason,
        answer.symbols.join(" "),
        answer.estimate
    )
}

/// What the answer has cost.
fn cost(answer: &Answer) -> String {
    let times = &answer.times;
    format!(
        "{}, {}, {}; {:?}: parse {:?}, plan {:?}, search {:?}, confirm {:?}",
        words::plural(answer.nodes.into(), "node"),
        words::plural(answer.evaluations.into(), "evaluation"),
        words::plural(answer.threads as u128, "thread"),
        times.total,
        times.parse,
        times.plan,
        times.search,
        times.confirm
    )
}
