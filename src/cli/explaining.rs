//! The common part of `explain`, `hint`, `rate`, `check` and `why`: the run over puzzles.

use std::error::Error;
use std::io::Write;
use std::num::NonZero;
use std::ops::{ControlFlow, Deref};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::{fmt, io};

use serde_json::{Value, json};

use crate::cli::command::{ExplainOptions, Rate, Techniques, Voice};
use crate::cli::feed::{Feed, Work};
use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Output, Target};
use crate::cli::parallel::{Story, Writer};
use crate::cli::status::Status;
use crate::cli::status::Tally;
use crate::cli::task::{Task, Timing};
use crate::cli::task_error::TaskError;
use crate::cli::{command, files, input, interrupt, message, parallel};
use crate::explain;
use crate::explain::Explainer;
use crate::explain::prose;
use crate::explain::prose::Language;
use crate::message::message;
use crate::puzzle::Puzzle;
use crate::report::explanation::{Page, Style};
use crate::report::{json as values, words};
use crate::service::explaining::{End, Explained, Subject};
use crate::solve::clock::{Moment, Watch};

/// Answers a puzzle for a command.
pub type Answer<'a> = dyn FnMut(&Query) -> anyhow::Result<(Explained, End)> + 'a;

/// Answers a puzzle for a command that answers several at once.
type AnswerAside<'a> = dyn Fn(&Query) -> (Explained, End) + Sync + 'a;

/// A puzzle that a command answers.
pub struct Query<'a> {
    subject: Subject<'a>,
    /// Whether it is the same puzzle as the previous one, in another base.
    pub is_again: bool,
}

impl<'a> Deref for Query<'a> {
    type Target = Subject<'a>;

    fn deref(&self) -> &Subject<'a> {
        &self.subject
    }
}

/// Makes an explainer with the limits and techniques of the options.
fn explainer(techniques: &Techniques, puzzle: &Puzzle, watch: &Watch) -> Explainer {
    let explainer = Explainer::new(puzzle).watch(watch.clone());
    let explainer = techniques.depth.into_iter().fold(explainer, Explainer::depth);
    let explainer = techniques.tries.into_iter().fold(explainer, Explainer::tries);
    techniques.names().into_iter().fold(explainer, Explainer::techniques)
}

fn status(end: End) -> Status {
    match end {
        End::Found => Status::Found,
        End::None => Status::None,
        End::Stopped => Status::Stopped,
    }
}

/// Answers every puzzle that the command line names.
pub fn run(options: &ExplainOptions, techniques: &Techniques, answer: &mut Answer) -> anyhow::Result<Status> {
    let sources = input::sources(&options.puzzles, &options.rules.0)?;
    run_on(options, techniques, sources, answer)
}

/// Answers every puzzle of these sources.
pub fn run_on(
    options: &ExplainOptions,
    techniques: &Techniques,
    sources: Vec<Source>,
    answer: &mut Answer,
) -> anyhow::Result<Status> {
    let (mut run, feed) = begun(options, techniques, sources)?;
    let result = run.all(feed, answer);
    run.ended(result)
}

/// Answers every puzzle that the command line names, as many at once as there are threads, and in their order.
pub fn run_at_once(options: &Rate, answer: &AnswerAside) -> anyhow::Result<Status> {
    let Rate { common, techniques, threads } = options;
    let sources = input::sources(&common.puzzles, &common.rules.0)?;
    let (mut run, feed) = begun(common, techniques, sources)?;
    let threads = match threads.count() {
        0 => available_parallelism().map_or(1, NonZero::get),
        threads => threads.min(parallel::MOST_THREADS),
    };
    let result = match threads {
        1 => run.all(feed, &mut |asked| Ok(answer(asked))),
        _ => run.aside(feed, threads, answer),
    };
    run.ended(result)
}

/// Begins a run, and reads the puzzles that it answers.
fn begun<'o>(
    options: &'o ExplainOptions,
    techniques: &'o Techniques,
    sources: Vec<Source>,
) -> anyhow::Result<(Run<'o>, Feed)> {
    let interrupt = interrupt::watched()?;
    let is_left = techniques.names().is_none_or(|left| !left.is_empty());
    anyhow::ensure!(is_left, "--without takes away every technique that --only allows");
    let rules = options.rules.0.clone();
    let path = command::output(&options.output.output);
    files::check(sources.iter().filter_map(Source::path), path.map(PathBuf::as_path), None)?;
    let output = Output::open(Target::of(path)?, 0)?;
    let entries = input::entries(sources, rules, options.puzzles.strict, Arc::clone(&interrupt));
    let timing = Timing::new(options.limit.timeout, &interrupt);
    let mut feed = Feed::new(Box::new(entries), timing.clone());
    // A single puzzle of a file is reported like one of the command line.
    let several = feed.left(2) > 1;
    let run = Run {
        options: &options.output,
        techniques,
        output,
        several,
        timing,
        written: 0,
        tally: Tally::default(),
        interrupt,
        lacks: false,
        pages: Vec::new(),
    };
    Ok((run, feed))
}

/// Returns the explanation object of a puzzle that was not read in time: nothing is known of it.
fn unread(puzzle: &Value) -> Value {
    let mut object = json!({
        "status": "stopped", "solutions": 0, "exhausted": false, "answers": [], "complete": false,
        "given": [], "steps": [], "check": null, "rating": null,
        "unrated": "unfinished",
    });
    ["schema", "puzzle", "line", "rules"].iter().for_each(|name| object[*name] = puzzle[*name].clone());
    object
}

/// Returns a task with its puzzle as it is solved: with lines that are 0, if only then it has solutions.
fn as_solved(mut task: Task) -> Task {
    let start = Moment::now();
    let solved =
        task.puzzle.as_ref().ok().and_then(|puzzle| explain::as_solved(puzzle, &task.budget.watch()));
    task.budget.spend(start.elapsed());
    if let Some(puzzle) = solved {
        task.puzzle = Ok(puzzle);
    }
    task
}

/// A wrong question about one puzzle: the answer to check, or the fact. The next puzzle is still answered.
#[derive(Debug)]
pub struct QuestionError(pub TaskError);

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.message().fmt(f)
    }
}

impl Error for QuestionError {}

/// A command's answer to a task, or what is wrong with the question.
type Reply = Result<(Explained, End), TaskError>;

/// Returns a command's answer to a task that is a puzzle.
fn answered(
    language: &'static Language,
    techniques: &Techniques,
    task: &Task,
    answer: &mut Answer,
) -> anyhow::Result<Option<Reply>> {
    let Ok(puzzle) = &task.puzzle else { return Ok(None) };
    if puzzle.rules().misprint.is_some() {
        return Ok(None);
    }
    let (start, watch) = (Moment::now(), task.budget.watch());
    let explainer = explainer(techniques, puzzle, &watch);
    let (line, base) = (task.entry.line, task.base);
    let last_word = task.budget.last_word().map_or_else(Watch::default, |end| Watch::default().until(end));
    let subject = Subject {
        line,
        base,
        language,
        watch,
        last_word,
        ..Subject::new(puzzle, &task.entry.text, explainer)
    };
    let told = answer(&Query { subject, is_again: task.is_again });
    task.budget.spend(start.elapsed());
    match told {
        Ok(told) => Ok(Some(Ok(told))),
        Err(error) => error.downcast().map(|QuestionError(error)| Some(Err(error))),
    }
}

/// A task and its answer, from another thread.
type Answered = Box<(Task, anyhow::Result<Option<Reply>>)>;

impl Writer<Answered> for Run<'_> {
    fn write(&mut self, story: Story<Answered>) -> anyhow::Result<ControlFlow<()>> {
        let mut is_begun = false;
        for answered in story {
            is_begun = true;
            let (task, told) = *answered;
            self.tell(&task, told?)?;
        }
        if is_begun {
            return Ok(ControlFlow::Continue(()));
        }
        self.note("interrupted: the puzzles from here on were not read");
        Ok(ControlFlow::Break(()))
    }

    fn rest(&mut self) -> anyhow::Result<()> {
        Ok(self.output.flush()?)
    }
}

/// A run over puzzles.
struct Run<'o> {
    options: &'o Voice,
    techniques: &'o Techniques,
    output: Output,
    several: bool,
    timing: Timing,
    written: usize,
    tally: Tally,
    interrupt: Interrupt,
    /// Whether the missing translation was reported.
    lacks: bool,
    /// Pages that wait for the others, if all together are one document.
    pages: Vec<String>,
}

impl Run<'_> {
    fn style(&self) -> &'static dyn Style {
        self.options.format.how
    }

    fn all(&mut self, tasks: Feed, answer: &mut Answer) -> anyhow::Result<()> {
        self.print(&self.style().opening(self.options.lang.code, self.several))?;
        for task in tasks.map(as_solved) {
            if interrupt::is_set(&self.interrupt) {
                self.note("interrupted: the puzzles from here on were not read");
                break;
            }
            let told = answered(self.options.lang, self.techniques, &task, answer)?;
            self.tell(&task, told)?;
        }
        self.close()
    }

    fn close(&mut self) -> anyhow::Result<()> {
        let together = match &self.pages[..] {
            [] => None,
            [page] => Some(page.clone()),
            pages => self.style().together(pages),
        };
        together.map_or(Ok(()), |text| self.print(&text))?;
        self.print(&self.style().closing(self.several))
    }

    /// Does the same on several threads.
    fn aside(&mut self, feed: Feed, threads: usize, answer: &AnswerAside) -> anyhow::Result<()> {
        self.print(&self.style().opening(self.options.lang.code, self.several))?;
        let (language, techniques) = (self.options.lang, self.techniques);
        let (timing, interrupt) = (self.timing.clone(), Arc::clone(&self.interrupt));
        let solve = |work: Work, _: usize, tell: &mut dyn FnMut(Answered) -> ControlFlow<()>| {
            for task in work.tasks(&timing).into_iter().map(as_solved) {
                let told = answered(language, techniques, &task, &mut |asked| Ok(answer(asked)));
                if tell(Box::new((task, told))).is_break() {
                    return;
                }
            }
        };
        parallel::each(feed.works(), threads, &interrupt, &solve, self)?;
        self.close()
    }

    /// Writes the answer to a task, or why it has none.
    fn tell(&mut self, task: &Task, told: Option<Reply>) -> anyhow::Result<()> {
        task.note.iter().for_each(|note| self.note(note));
        let status = match (&task.puzzle, told) {
            (Err(error), _) => self.refuse(task, error)?,
            (Ok(_), Some(Err(error))) => self.refuse(task, &error)?,
            (Ok(puzzle), Some(Ok((told, end)))) => {
                puzzle.notes().iter().for_each(|note| self.note(&note.to_string()));
                self.write(task, puzzle, &told)?;
                status(end)
            }
            (Ok(_), None) => self.refuse(task, &TaskError::Form(message!("misprint-not-explained")))?,
        };
        if task.is_again {
            self.tally.add_base(status)
        } else {
            self.tally.add(status)
        }
        Ok(())
    }

    fn write(&mut self, task: &Task, puzzle: &Puzzle, told: &Explained) -> anyhow::Result<()> {
        let (style, width) = (self.style(), self.output.width());
        let text = match told {
            Explained::Steps { explanation, told, rating } => {
                self.tell_of_missing(told);
                let page = Page::new(&task.entry.text, puzzle, explanation, told);
                let page = Page { line: task.entry.line, base: task.base, rating: rating.as_ref(), ..page }
                    .on(width);
                style.page(&page, self.several, self.written)
            }
            Explained::Line { text, object, steps } => {
                style.object(object, self.several, self.written).unwrap_or_else(|| {
                    let base = task.base.map_or(String::new(), |base| format!("base {base}: "));
                    let which = format!("{}: {base}", words::on_one_line(task.entry.title()));
                    let which = if self.several { which } else { String::new() };
                    let line = style.line(&format!("{which}{text}"), width);
                    let shown = steps.as_ref().map(|steps| {
                        let text = &task.entry.text;
                        let page = Page::new(text, &steps.puzzle, &steps.explanation, &steps.told);
                        style.page(&page.on(width), false, 0)
                    });
                    match (style.together(&[]), shown) {
                        (Some(_), Some(shown)) => style.together(&[line, shown]).unwrap_or_default(),
                        (_, shown) => line + &shown.unwrap_or_default(),
                    }
                })
            }
        };
        self.written += 1;
        self.print_page(text)
    }

    /// Writes a page, if pages are written one after the other.
    fn print_page(&mut self, text: String) -> anyhow::Result<()> {
        if self.style().together(&[]).is_some() {
            self.pages.push(text);
            return Ok(());
        }
        self.print(&text)
    }

    /// Reports once that a part is in English.
    fn tell_of_missing(&mut self, told: &prose::Telling) {
        if !told.missing.is_empty() && !std::mem::replace(&mut self.lacks, true) {
            let keys: Vec<&str> = told.missing.iter().map(String::as_str).collect();
            self.note(&format!(
                "this language has no text for some sentences, which are in English: {}",
                keys.join(", ")
            ));
        }
    }

    fn refuse(&mut self, task: &Task, error: &TaskError) -> anyhow::Result<Status> {
        message::task_error(error, &task.entry.source, "");
        let mut object = values::unanswered(&task.unanswered(error));
        if error.stopped_by().is_some() {
            object = unread(&object);
        }
        if let Some(text) = self.style().object(&object, self.several, self.written) {
            self.written += 1;
            self.print(&text)?;
        }
        Ok(if error.stopped_by().is_some() { Status::Stopped } else { Status::Wrong })
    }

    fn note(&self, text: &str) {
        if !self.options.messages.quiet {
            message::note(text);
        }
    }

    fn print(&mut self, text: &str) -> anyhow::Result<()> {
        self.output.write_all(text.as_bytes())?;
        Ok(self.output.flush()?)
    }

    fn ended(self, result: anyhow::Result<()>) -> anyhow::Result<Status> {
        let is_closed = |error: &anyhow::Error| {
            error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
        };
        match result {
            // The reader has read enough.
            Err(error) if is_closed(&error) => Ok(self.tally.total().unwrap_or(Status::Found)),
            Err(error) if error.is::<io::Error>() => Err(error.context("cannot write the answers")),
            Err(error) => Err(error),
            Ok(()) if interrupt::is_set(&self.interrupt) => Ok(Status::Stopped),
            Ok(()) => self.tally.total().ok_or_else(|| anyhow::anyhow!("there is no puzzle")),
        }
    }
}
