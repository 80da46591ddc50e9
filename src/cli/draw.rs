//! `fukumen draw`: draws puzzles, or their solutions, on paper.

use std::io;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use crate::cli::command::{Draw, Drawn};
use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Output, Target};
use crate::cli::settings::Given;
use crate::cli::status::Status;
use crate::cli::status::Tally;
use crate::cli::task::{Task, Timing};
use crate::cli::task_error::TaskError;
use crate::cli::{command, files, input, interrupt, message, task};
use crate::puzzle::Puzzle;
use crate::report::{Drawing, Page};
use crate::solution::Solution;
use crate::solve::{Ask, Solver};

/// Draws the puzzles that the command line names.
pub fn draw(options: Draw) -> anyhow::Result<Status> {
    let interrupt = interrupt::watched()?;
    let Draw { puzzles, rules: Given(rules), paper: options } = options;
    let sources = input::sources(&puzzles, &rules)?;
    let path = command::output(&options.output);
    files::check(sources.iter().filter_map(Source::path), path.map(PathBuf::as_path), None)?;
    let output = Output::open(Target::of(path)?, 0)?;
    let entries = input::entries(sources, rules, puzzles.strict, Arc::clone(&interrupt));
    let timing = Timing::new(None, &interrupt);
    let mut tally = Tally::default();
    let mut paper = Paper { drawing: options.format.how, output, pages: Vec::new(), drawn: 0 };
    for task in entries.flat_map(|entry| task::tasks(entry, &timing)) {
        tally.add(draw_one(&task, &options, &mut paper, &interrupt)?);
    }
    paper.end()?;
    tally.total().ok_or_else(|| anyhow::anyhow!("there is no puzzle to draw"))
}

/// The output on which pages are drawn.
struct Paper {
    drawing: Drawing,
    output: Output,
    /// Pages that wait for the others, if all must be drawn at once.
    pages: Vec<Page>,
    /// The number of pages, including those that wait.
    drawn: usize,
}

impl Paper {
    fn add(&mut self, page: Page) -> anyhow::Result<()> {
        self.drawn += 1;
        if self.drawing.is_one_piece {
            self.pages.push(page);
            return Ok(());
        }
        let gap = if self.drawn > 1 { "\n" } else { "" };
        self.write(&format!("{gap}{}", (self.drawing.pages)(&[page])))
    }

    fn end(&mut self) -> anyhow::Result<()> {
        let pages = std::mem::take(&mut self.pages);
        if pages.is_empty() { Ok(()) } else { self.write(&(self.drawing.pages)(&pages)) }
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()) {
            // A reader that closes the pipe has read enough.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(anyhow::Error::from(error).context("cannot write the drawing"))
            }
            _ => Ok(()),
        }
    }
}

fn draw_one(
    task: &Task,
    options: &Drawn,
    paper: &mut Paper,
    interrupt: &Interrupt,
) -> anyhow::Result<Status> {
    let reformed = |puzzle: &Puzzle| options.form.map_or_else(|| Ok(puzzle.clone()), |form| form.of(puzzle));
    let puzzle = match &task.puzzle {
        Ok(puzzle) => reformed(puzzle).map_err(TaskError::Form),
        Err(error) => Err(error.clone()),
    };
    let puzzle = match puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return Ok(refused(&error, task)),
    };
    let (solution, status) = if options.solution {
        match solution(&puzzle, options, interrupt) {
            Ok((Some(solution), _)) => (Some(solution), Status::Found),
            Ok((None, status)) => {
                message::note("there is no solution to draw");
                return Ok(status);
            }
            Err(error) => return Ok(refused(&error, task)),
        }
    } else {
        (None, Status::Found)
    };
    let page = Page::new(&puzzle, solution.as_ref());
    let number = paper.drawn + 1;
    paper.add(if options.blank_sheet { page.work_sheet(number) } else { page })?;
    Ok(status)
}

fn refused(error: &TaskError, task: &Task) -> Status {
    message::task_error(error, &task.entry.source, "");
    Status::Wrong
}

/// Returns the first solution and the status of the search.
fn solution(
    puzzle: &Puzzle,
    options: &Drawn,
    interrupt: &Interrupt,
) -> Result<(Option<Solution>, Status), TaskError> {
    let ask = Ask::First(1);
    let solver = Solver::new(puzzle).ask(ask).threads(options.threads.count());
    let (answer, mut solutions) = solver.interrupt(Arc::clone(interrupt)).run()?;
    Ok((solutions.pop(), Status::of(&answer, ask)))
}
