//! `fukumen solve`, which also runs when `fukumen` has no command.

use std::io;
use std::io::Write;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;

use crate::certify::CertifyError;
use crate::cli::command::Solve;
use crate::cli::feed::{Feed, Work};
use crate::cli::input::{Entry, Source};
use crate::cli::interrupt::Interrupt;
use crate::cli::journal::Journal;
use crate::cli::other_readings::Together;
use crate::cli::output::{Output, Target};
use crate::cli::parallel::{Story, Writer};
use crate::cli::progress::Watch;
use crate::cli::proofs::{Proofs, Proven};
use crate::cli::request::Request;
use crate::cli::status::{Status, Tally};
use crate::cli::task::Task;
use crate::cli::task_error::TaskError;
use crate::cli::{
    command, files, input, interrupt, journal, message, other_readings, parallel, sharding, similar,
};
use crate::message::Note;
use crate::puzzle::Puzzle;
use crate::report::{Certificate, Document, Question, Shape, words};
use crate::solution::Solution;
use crate::solve;
use crate::solve::clock::Moment;
use crate::solve::{Answer, Ask, Outline, Plan, Progress, SolveError, StoppedBy};

/// Writing more solutions than this takes a while, so a person who pressed Ctrl-C gets a message.
const MANY: u64 = 100_000;
/// How many solutions of each puzzle a terminal shows, without `--all`.
const MOST_ON_TERMINAL: u64 = 20;

/// Solves the puzzles that the command line names.
pub fn solve(options: Solve) -> anyhow::Result<Status> {
    let mut request = Request::new(options);
    let sources = input::sources(&request.puzzles, &request.rules.0)?;
    if let [source] = sources.as_slice()
        && request.question.asked.ask().is_none()
    {
        request.ask = source.first().map_or(request.ask, Ask::First);
    }
    request.check_shard()?;
    request.check_bom()?;
    let interrupt = interrupt::watched()?;
    let path = command::output(&request.output.output);
    let kept = path.map(|path| journal::path(path));
    let proven = request.certificate.as_ref().map(|wish| &*wish.path);
    files::check(
        sources.iter().filter_map(Source::path),
        path.map(PathBuf::as_path).or(proven),
        kept.as_deref(),
    )?;
    let target = Target::of(path)?;
    // If puzzles may take long to arrive, the first is answered before the second arrives.
    let looks_ahead = request.output.format.how.needs_number || input::are_arguments(&sources);
    let entries =
        input::entries(sources, request.rules.0.clone(), request.puzzles.strict, Arc::clone(&interrupt));
    let (entries, is_list) = sharding::cut(entries, &request);
    let mut feed = Feed::new(entries, request.timing(&interrupt));
    let ahead = looks_ahead.then(|| feed.left(2));
    let several = is_list || request.rules.0.has_several_bases() || ahead != Some(1);
    let proofs = request.certificate.as_ref().map(Proofs::open).transpose()?;
    let (output, journal) = Journal::open(target, || request.fingerprint(several), &mut feed)?;
    let (written, tally) = journal.as_ref().map_or((0, Tally::default()), Journal::written);
    let (colour, streams, bom) = (output.colour(), request.search.stream, request.output.bom);
    let shape = Shape { ask: request.ask, several, written, colour, streams, bom };
    let document = (request.output.format.how.document)(shape);
    let watch = Watch::default();
    let report = Report {
        request: &request,
        output,
        journal,
        document,
        several,
        is_list,
        tally,
        interrupt: &interrupt,
        watch,
        is_cut: false,
        proofs,
        together: Together::default(),
    };
    if ahead.is_some_and(|ahead| ahead < 2) { report.of_each(feed) } else { report.of_all(feed) }
}

/// An event of a puzzle, in this order: it begins; solutions are found; it is solved. A text that is not a puzzle only
/// begins.
enum Event {
    /// A puzzle was read, and its search, if there is one, can be watched.
    Begun(Arc<Task>, Arc<Progress>),
    /// A solution was found.
    Found(Solution),
    /// The search has ended.
    Ended(Box<Result<Answer, SolveError>>),
}

/// Writes the answers of a run.
struct Report<'r> {
    request: &'r Request,
    output: Output,
    journal: Option<Journal>,
    document: Box<dyn Document>,
    /// Whether messages say which puzzle they are about.
    several: bool,
    /// Whether this run solves only a shard of a list.
    is_list: bool,
    tally: Tally,
    interrupt: &'r Interrupt,
    watch: Watch,
    /// Whether the last answer was interrupted.
    is_cut: bool,
    /// The proofs, if they are wanted.
    proofs: Option<Proofs>,
    /// Lines that may be one puzzle.
    together: Together,
}

impl Report<'_> {
    /// Solves one puzzle after the other.
    fn of_each(mut self, feed: Feed) -> anyhow::Result<Status> {
        let answered = self.answer_each(feed);
        self.end(answered)
    }

    /// Solves as many puzzles at once as there are threads.
    fn of_all(mut self, feed: Feed) -> anyhow::Result<Status> {
        let threads = match self.request.search.threads.count() {
            0 => available_parallelism().map_or(1, NonZero::get),
            threads => threads.min(parallel::MOST_THREADS),
        };
        if threads == 1 {
            return self.of_each(feed);
        }
        let (request, interrupt) = (self.request, self.interrupt);
        let solve = |work: Work, threads: usize, tell: &mut dyn FnMut(Event) -> ControlFlow<()>| {
            let tasks = work.tasks(&request.timing(interrupt)).into_iter();
            // After a break, the writer no longer listens.
            let _ = tasks.map(|task| solve_aside(request, task, threads, tell)).find(ControlFlow::is_break);
        };
        let answered = parallel::each(feed.works(), threads, interrupt, &solve, &mut self);
        self.end(answered)
    }

    fn end(mut self, answered: anyhow::Result<()>) -> anyhow::Result<Status> {
        let closed = answered.and_then(|()| self.close());
        let watch = solve::clock::Watch::on(Arc::clone(self.interrupt));
        if !self.request.leaves_out()
            && closed.is_ok()
            && let Some(message) = self.together.note(&watch)
        {
            self.note(&message.to_string());
        }
        match closed {
            // The reader has read enough.
            Err(error) if is_closed_pipe(&error) => Ok(self.tally.total().unwrap_or(Status::Found)),
            Err(error) if error.is::<io::Error>() => Err(error.context("cannot write the answers")),
            Err(error) => Err(error),
            Ok(()) if interrupt::is_set(self.interrupt) => Ok(Status::Stopped),
            // There may be fewer puzzles than shards.
            Ok(()) if self.is_list => Ok(self.tally.total().unwrap_or(Status::Found)),
            Ok(()) => self.tally.total().ok_or_else(|| anyhow::anyhow!("there is no puzzle to solve")),
        }
    }

    fn close(&mut self) -> anyhow::Result<()> {
        self.document.close(&mut self.output)?;
        if self.is_list && self.tally.total().is_none() {
            // A shard without puzzles is complete.
            self.output.begin()?;
        }
        self.output.flush()?;
        if let Some(older) = self.proofs.take().map_or(Ok(None), Proofs::finish)? {
            self.note(&format!("'{}' is an older file, and no proof of this answer", older.display()));
        }
        let is_complete = !interrupt::is_set(self.interrupt);
        self.journal.as_mut().map_or(Ok(()), |journal| journal.finish(is_complete))
    }

    fn answer_each(&mut self, feed: Feed) -> anyhow::Result<()> {
        for task in feed {
            if interrupt::is_set(self.interrupt) {
                self.tell_of_the_rest();
                break;
            }
            self.answer_alone(self.request.posed(task))?;
            self.output.flush()?;
        }
        Ok(())
    }

    /// Searches on this thread, and writes solutions as they are found.
    fn answer_alone(&mut self, task: Task) -> anyhow::Result<()> {
        let request = self.request;
        let progress = Arc::new(Progress::default());
        let (start, watch) = (Moment::now(), task.budget.watch());
        self.answer(&task, &Arc::clone(&progress), |puzzle, found| {
            let solver = request.solver(puzzle, &task, request.search.threads.count(), watch, &progress);
            let mut look = |plan: &Plan| {
                if request.search.why {
                    message::plain(&outline(plan.outline()));
                }
            };
            let searched = solver.run_looking(&mut look, found);
            // Before the proof is written, which may take the rest of the time.
            task.budget.spend(start.elapsed());
            Some(searched)
        })
    }

    /// Writes what is known of a puzzle, and what `search` finds. A search without an end belongs to a thread that panicked,
    /// which is reported elsewhere.
    fn answer(
        &mut self,
        task: &Task,
        progress: &Arc<Progress>,
        search: impl FnOnce(
            &Puzzle,
            &mut dyn FnMut(Solution) -> ControlFlow<()>,
        ) -> Option<Result<Answer, SolveError>>,
    ) -> anyhow::Result<()> {
        task.note.iter().for_each(|note| self.note(note));
        let puzzle = match &task.puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return self.refuse(task, error),
        };
        let which = self.which(task);
        let warnings = puzzle.notes().iter().filter(|note| is_warning(note));
        warnings.for_each(|note| self.note(&message::of_puzzle(&which, note)));
        let asked = Self::question(self.request, task, puzzle);
        self.document.begin(&mut self.output, &asked)?;
        self.proofs.iter_mut().for_each(Proofs::begin);
        if self.request.search.why {
            // The plan is printed while the search begins.
            self.output.flush()?;
        }
        let is_cut =
            self.output.is_terminal && self.request.ask == Ask::All && !self.request.question.asked.all;
        if !self.request.output.messages.quiet {
            let watched: Arc<Progress> = Arc::clone(progress);
            self.watch.start(watched);
        }
        let last_word = task.budget.last_word();
        let mut printer = Printer {
            report: self,
            asked,
            counter: progress,
            printed: 0,
            most: is_cut.then_some(MOST_ON_TERMINAL),
            left_out: 0,
            is_full: false,
            last_word,
            is_late: false,
            told: false,
            failure: None,
        };
        let searched = search(puzzle, &mut |solution| printer.take(solution));
        let Printer { failure, is_late, is_full, printed, left_out, .. } = printer;
        self.watch.stop();
        failure.map_or(Ok(()), Err)?;
        match searched {
            Some(Ok(mut answer)) => {
                answer.outcome.written = (is_late || left_out > 0).then_some(printed);
                let option = if is_full { "a larger --max-memory" } else { "--all" };
                answer.outcome.left_out = (left_out > 0).then_some((left_out, option));
                self.finish(task, &asked, answer, is_full)
            }
            Some(Err(error)) => self.refuse(task, &error.into()),
            None => Ok(()),
        }
    }

    fn question<'t>(request: &'t Request, task: &'t Task, puzzle: &'t Puzzle) -> Question<'t> {
        let (line, base, goal, letters) =
            (task.entry.line, task.base, task.goal.as_ref(), Some(&request.letters));
        let part = task.entry.part.as_deref();
        Question {
            line,
            base,
            ask: request.ask,
            goal,
            letters,
            part,
            title: task.entry.title(),
            ..Question::new(&task.entry.text, puzzle)
        }
    }

    fn finish(
        &mut self,
        task: &Task,
        asked: &Question,
        mut answer: Answer,
        is_full: bool,
    ) -> anyhow::Result<()> {
        let is_none = answer.outcome.status == solve::Status::None && answer.outcome.exhausted;
        let mut part = task.entry.part.clone();
        let is_other = part.as_ref().is_some_and(|part| part.place.is_none() && part.shard.number() > 1);
        if !self.request.output.messages.quiet && is_none && !is_other && !self.request.leaves_out() {
            let watch = task.budget.watch();
            let rules = task.entry.rules.as_ref().ok().cloned().unwrap_or_default();
            let rules = task.base.map_or(rules.clone(), |base| rules.with_base(base));
            let notes = other_readings::notes(&task.entry.text, &rules, &watch);
            match &mut part {
                // For an empty shard that is no news. The first shard reports it for all.
                Some(part) if part.place.is_none() => part.if_none = notes,
                _ => answer.notes.extend(notes),
            }
        }
        self.together.add(task, &answer);
        answer.work.times.parse = task.parsing;
        answer.work.times.total += task.parsing;
        let proof = self.prove(task, asked.puzzle, &answer);
        if let Some(Err(error @ CertifyError::Disagreement(_))) = &proof {
            // After this failure, no proof of this run is valid.
            self.proofs = None;
            anyhow::bail!(error.message());
        }
        let certificate = proof.as_ref().map(|proof| proof.as_ref().ok());
        self.document.end(
            &mut self.output,
            &Question { certificate, part: part.as_deref(), ..*asked },
            &answer,
        )?;
        self.tell(task, &answer);
        let mut status = Status::of(&answer, self.request.ask);
        if is_full {
            status = status.max(Status::Stopped);
        }
        if let Some(Err(error)) = &proof {
            status = status.max(Status::Stopped);
            self.note(&format!("{}{error}", self.which(task)));
        }
        self.add(task, status);
        self.keep(task, answer.outcome.stopped_by)
    }

    /// Writes the proof of an answer, if proofs are wanted.
    fn prove(
        &mut self,
        task: &Task,
        puzzle: &Puzzle,
        answer: &Answer,
    ) -> Option<Result<Certificate, CertifyError>> {
        let proofs = self.proofs.as_mut()?;
        let (start, watch) = (Moment::now(), task.budget.watch());
        let (ask, is_grouped) = (self.request.ask, self.request.is_grouped());
        let proof = proofs.add(&Proven { task, puzzle, answer, ask, is_grouped }, &watch);
        task.budget.spend(start.elapsed());
        Some(proof)
    }

    /// Records an answer for the next run, which repeats it only if it was interrupted.
    fn keep(&mut self, task: &Task, stopped_by: Option<StoppedBy>) -> anyhow::Result<()> {
        self.is_cut = stopped_by == Some(StoppedBy::Interrupt);
        if self.is_cut { Ok(self.output.show()?) } else { self.commit(task) }
    }

    /// Reports a puzzle without an answer. The others are still solved, unless the command is wrong.
    fn refuse(&mut self, task: &Task, error: &TaskError) -> anyhow::Result<()> {
        if error.is_of_the_command() {
            anyhow::bail!(error.message());
        }
        self.flush();
        message::task_error(error, &task.entry.source, &self.which(task));
        if error.stopped_by().is_none()
            && let Some(name) = similar::similar(&task.entry.text)
        {
            self.note(&format!("there is a command '{name}'"));
        }
        if error.stopped_by().is_none() && is_file(&task.entry) {
            self.note(&format!("there is a file '{0}': fukumen -f {0}", task.entry.text));
        }
        self.together.end();
        self.document.unanswered(&mut self.output, &task.unanswered(error))?;
        self.add(task, if error.stopped_by().is_some() { Status::Stopped } else { Status::Wrong });
        self.keep(task, error.stopped_by())
    }

    /// Reports after Ctrl-C that much is still to be written.
    fn tell_of_writing(&mut self, solutions: u64) {
        if solutions > MANY && !self.request.output.messages.quiet {
            let text = format!("writing {solutions} solutions; Ctrl-C again stops at once");
            self.flush();
            self.watch.aside(|| message::note(&text));
        }
    }

    /// Flushes the output before a message, which would otherwise appear in the middle of it. If that fails, the next write
    /// fails as well, and reports the error.
    fn flush(&mut self) {
        let _ = self.output.flush();
    }

    fn add(&mut self, task: &Task, status: Status) {
        if task.is_again { self.tally.add_base(status) } else { self.tally.add(status) }
    }

    fn commit(&mut self, task: &Task) -> anyhow::Result<()> {
        // The next run must solve again whatever is not written yet.
        if self.request.output.format.how.is_one_piece {
            return Ok(());
        }
        let (tally, output) = (self.tally, &mut self.output);
        self.journal.as_mut().map_or(Ok(()), |journal| journal.add(task, tally, output))
    }

    fn tell_of_the_rest(&mut self) {
        self.note("interrupted: the puzzles from here on were not solved");
    }

    fn note(&mut self, text: &str) {
        if !self.request.output.messages.quiet {
            self.flush();
            message::note(text);
        }
    }

    /// Reports an answer on standard error.
    fn tell(&mut self, task: &Task, answer: &Answer) {
        let which = self.which(task);
        let notes = answer.notes.iter().filter(|note| !is_warning(note));
        notes.for_each(|note| self.note(&message::of_puzzle(&which, note)));
        let doubts = words::doubts(answer);
        if !(self.request.output.format.how.tells_certainty)(self.request.ask) && !doubts.is_empty() {
            self.note(&format!("{which}{}", doubts.trim_start_matches("; ")));
        }
        if let Some(line) = words::left_out(answer)
            && !(self.request.output.format.how.tells_certainty)(self.request.ask)
        {
            self.note(&format!("{which}{line}"));
        }
        if self.request.search.why || self.request.search.stats {
            self.flush();
        }
        if self.request.search.why {
            message::plain(&format!("{which}{}", outcome(answer)));
        }
        if self.request.search.stats {
            message::plain(&format!("{which}{}", cost(answer)));
        }
    }

    /// Returns the puzzle that a message is about, if there are several.
    fn which(&self, task: &Task) -> String {
        let base = task.base.map_or(String::new(), |base| format!("base {base}: "));
        match &*task.entry.source {
            _ if !self.several => String::new(),
            input::ARGUMENT => format!("{}: {base}", words::on_one_line(task.entry.title())),
            source => format!("{source}:{}: {base}", task.entry.line),
        }
    }
}

/// Writes answers that were found on other threads.
impl Writer<Event> for Report<'_> {
    fn write(&mut self, mut story: Story<Event>) -> anyhow::Result<ControlFlow<()>> {
        let mut is_begun = false;
        while let Some(Event::Begun(task, progress)) = story.next() {
            if self.is_cut {
                break;
            }
            is_begun = true;
            self.answer(&task, &progress, |_, found| retold(&mut story, found))?;
        }
        if is_begun {
            return Ok(ControlFlow::Continue(()));
        }
        // This puzzle was not begun; or an earlier one was interrupted, and more may be missing than that answer could say.
        self.tell_of_the_rest();
        Ok(ControlFlow::Break(()))
    }

    fn rest(&mut self) -> anyhow::Result<()> {
        Ok(self.output.flush()?)
    }
}

/// Solves a task, and reports what happens.
fn solve_aside(
    request: &Request,
    task: Task,
    threads: usize,
    tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (task, progress) = (Arc::new(request.posed(task)), Arc::new(Progress::default()));
    let (start, watch) = (Moment::now(), task.budget.watch());
    tell(Event::Begun(Arc::clone(&task), Arc::clone(&progress)))?;
    let Ok(puzzle) = &task.puzzle else { return ControlFlow::Continue(()) };
    let solver = request.solver(puzzle, &task, threads, watch, &progress);
    let answer = solver.run_with(&mut |solution| tell(Event::Found(solution)));
    task.budget.spend(start.elapsed());
    tell(Event::Ended(Box::new(answer)))
}

/// Repeats the events of a search on another thread as if it ran here.
fn retold(
    story: &mut Story<Event>,
    found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Option<Result<Answer, SolveError>> {
    for event in story {
        match event {
            Event::Found(solution) => {
                if found(solution).is_break() {
                    return None;
                }
            }
            Event::Ended(answer) => return Some(*answer),
            Event::Begun(..) => return None,
        }
    }
    None
}

/// Writes solutions as the search finds them.
struct Printer<'p, 'r, 'a> {
    report: &'p mut Report<'r>,
    asked: Question<'a>,
    counter: &'a Progress,
    printed: u64,
    /// How many are shown at most, and how many were found beyond that.
    most: Option<u64>,
    left_out: u64,
    /// Whether the solutions that the document cannot write yet have reached the memory limit.
    is_full: bool,
    /// The moment when writing must end, and whether solutions have arrived since.
    last_word: Option<Moment>,
    is_late: bool,
    /// Whether the message about writing after an interrupt was printed.
    told: bool,
    failure: Option<io::Error>,
}

impl Printer<'_, '_, '_> {
    fn take(&mut self, solution: Solution) -> ControlFlow<()> {
        // Two witnesses show that a puzzle is not unique.
        let is_enough = self.asked.ask == Ask::Unique && self.printed == 2;
        if !self.told && interrupt::is_set(self.report.interrupt) {
            self.told = true;
            self.tell();
        }
        self.report.proofs.iter_mut().for_each(|proofs| proofs.keep(&solution));
        self.is_full =
            self.is_full || !is_enough && self.report.document.held() >= self.report.request.most_memory();
        if self.is_full || self.most.is_some_and(|most| self.printed >= most) {
            self.left_out += 1;
            return ControlFlow::Continue(());
        }
        self.is_late = self.is_late || !is_enough && self.last_word.is_some_and(Moment::has_passed);
        if self.failure.is_none() && !is_enough && !self.is_late {
            self.printed += 1;
            self.failure = self.print(solution).err();
        }
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Reports how many solutions are left to write.
    fn tell(&mut self) {
        // Omitted solutions take no time.
        if self.most.is_some() {
            return;
        }
        let found = self.counter.found.load(Ordering::Relaxed);
        self.report.tell_of_writing(found.saturating_sub(self.printed));
    }

    fn print(&mut self, solution: Solution) -> io::Result<()> {
        let Report { output, document, watch, .. } = &mut *self.report;
        let is_terminal = output.is_terminal;
        let write = || {
            document.solution(output, &self.asked, solution)?;
            output.show()
        };
        if is_terminal { watch.aside(write) } else { write() }
    }
}

/// Returns whether an argument is spelled like an existing file.
fn is_file(entry: &Entry) -> bool {
    entry.source == input::ARGUMENT && !entry.text.contains('\n') && Path::new(&entry.text).is_file()
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Describes which engine will run, and why, and what the others said.
fn outline(plan: &Outline) -> String {
    let asked = plan.asked.iter().map(|asked| match &asked.answer {
        Ok(cost) => format!("\n  {}: about {}", asked.engine, words::nanoseconds(*cost)),
        Err(reason) => format!("\n  {}: no, {reason}", asked.engine),
    });
    format!(
        "engine {}: {}{}\norder {}\nabout {:.0} nodes expected",
        plan.engine,
        plan.reason,
        asked.collect::<String>(),
        plan.symbols.join(" "),
        plan.nodes
    )
}

/// Whether a note comes before the answer: words that may change it were not read.
fn is_warning(note: &Note) -> bool {
    note.message.key() == "note-unread-may"
}

/// Describes which engine ran, and how the work compared with the estimate.
fn outcome(answer: &Answer) -> String {
    let (engine, evaluator, reason) =
        (words::engine(answer), words::evaluator(answer), words::reason(answer));
    let (nodes, estimate) = (answer.work.nodes, answer.plan.as_ref().map_or(0.0, |plan| plan.nodes));
    format!("engine {engine}, evaluator {evaluator}: {reason}; {nodes} nodes, about {estimate:.0} expected")
}

/// Describes the cost of the answer.
fn cost(answer: &Answer) -> String {
    let times = &answer.work.times;
    format!(
        "{}, {}, {}; {:?}: parse {:?}, plan {:?}, search {:?}, confirm {:?}",
        words::plural(answer.work.nodes.into(), "node"),
        words::plural(answer.work.evaluations.into(), "evaluation"),
        words::plural(answer.work.threads as u128, "thread"),
        times.total,
        times.parse,
        times.plan,
        times.search,
        times.confirm
    )
}
