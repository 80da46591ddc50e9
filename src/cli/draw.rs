//! `fukumen draw`: draws puzzles, or their solutions, on paper.

use std::io;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Output, Target};
use crate::cli::status::Status;
use crate::cli::status::Tally;
use crate::cli::task::{Task, Timing};
use crate::cli::trouble::Trouble;
use crate::cli::{input, interrupt, message, options, place, settings, task};
use crate::puzzle::Puzzle;
use crate::report::{DRAWINGS, Drawing, Page};
use crate::solution::Solution;
use crate::solve::{Ask, Solver};
use crate::text::Form;

const EXAMPLES: &str = "\
Examples:
  fukumen draw --format latex -f division.txt       a drawing for a paper
  fukumen draw --solution --format svg -f grid.txt -o grid.svg
                                                    its solution as a picture, in a file
  fukumen draw --as drawing SEND+MORE=MONEY         a sum under each other
  fukumen draw --blank-sheet -f puzzles.txt         a work sheet; with --solution its key";

/// Defines the command.
pub fn command() -> Command {
    Command::new("draw")
        .about("Draw puzzles or their solutions: text, Markdown, LaTeX, SVG")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    let solution = Arg::new("solution").long("solution").action(ArgAction::SetTrue);
    let format = Arg::new("format").long("format").value_name("FORMAT").default_value("text");
    let form = Arg::new("as").long("as").value_name("FORM");
    let names = DRAWINGS.iter().map(|drawing| drawing.name);
    definition
        .args(options::puzzles())
        .next_help_heading("Rules of the puzzle")
        .args(settings::options())
        .next_help_heading(None)
        .arg(solution.help("Draw the first solution instead of the puzzle"))
        .arg(
            form.value_parser(PossibleValuesParser::new(Form::ALL.map(Form::name)))
                .help("Write a drawing on one line, or draw a one-line puzzle"),
        )
        .arg(options::flag(
            "blank-sheet",
            "Draw a work sheet: puzzles with boxes for their digits; with --solution, its key",
        ))
        .arg(format.value_parser(PossibleValuesParser::new(names)).help("Output format"))
        .arg(options::output_file().help("Write to FILE instead of standard output"))
        .arg(options::threads())
        .arg(options::colour())
}

/// Draws the puzzles that the command line names.
pub fn draw(matches: &ArgMatches) -> anyhow::Result<Status> {
    let interrupt = interrupt::watched()?;
    let rules = settings::rules(matches);
    let sources = input::sources(matches, &rules)?;
    let path = options::output(matches);
    place::check(sources.iter().filter_map(Source::path), path.map(PathBuf::as_path), None)?;
    let output = Output::open(Target::of(path)?, 0)?;
    let entries = input::entries(sources, rules, Arc::clone(&interrupt));
    let timing = Timing::new(None, &interrupt);
    let name = matches.get_one::<String>("format");
    let drawing = name.and_then(|name| DRAWINGS.iter().find(|drawing| drawing.name == name));
    let drawing = drawing.expect("clap knows the names of the table only");
    let mut tally = Tally::default();
    let mut paper = Paper { drawing, output, pages: Vec::new(), drawn: 0 };
    for task in entries.flat_map(|entry| task::tasks(entry, &timing)) {
        tally.add(draw_one(&task, matches, &mut paper, &interrupt)?);
    }
    paper.end()?;
    tally.total().ok_or_else(|| anyhow::anyhow!("there is no puzzle to draw"))
}

/// The output on which pages are drawn.
struct Paper<'d> {
    drawing: &'d Drawing,
    output: Output,
    /// Pages that wait for the others, if all must be drawn at once.
    pages: Vec<Page>,
    /// The number of pages, including those that wait.
    drawn: usize,
}

impl Paper<'_> {
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
    matches: &ArgMatches,
    paper: &mut Paper,
    interrupt: &Interrupt,
) -> anyhow::Result<Status> {
    let form =
        matches.get_one::<String>("as").and_then(|name| Form::ALL.into_iter().find(|it| it.name() == name));
    let reformed = |puzzle: &Puzzle| form.map_or_else(|| Ok(puzzle.clone()), |form| form.of(puzzle));
    let puzzle = match &task.puzzle {
        Ok(puzzle) => reformed(puzzle).map_err(Trouble::Form),
        Err(trouble) => Err(trouble.clone()),
    };
    let puzzle = match puzzle {
        Ok(puzzle) => puzzle,
        Err(trouble) => return Ok(refused(&trouble, task)),
    };
    let (solution, status) = if matches.get_flag("solution") {
        match solution(&puzzle, matches, interrupt) {
            Ok((Some(solution), _)) => (Some(solution), Status::Found),
            Ok((None, status)) => {
                message::note("there is no solution to draw");
                return Ok(status);
            }
            Err(trouble) => return Ok(refused(&trouble, task)),
        }
    } else {
        (None, Status::Found)
    };
    let page = Page::new(&puzzle, solution.as_ref());
    let number = paper.drawn + 1;
    paper.add(if matches.get_flag("blank-sheet") { page.work_sheet(number) } else { page })?;
    Ok(status)
}

fn refused(trouble: &Trouble, task: &Task) -> Status {
    message::trouble(trouble, &task.entry.source, "");
    Status::Wrong
}

/// Returns the first solution and the status of the search.
fn solution(
    puzzle: &Puzzle,
    matches: &ArgMatches,
    interrupt: &Interrupt,
) -> Result<(Option<Solution>, Status), Trouble> {
    let ask = Ask::First(1);
    let solver = Solver::new(puzzle).ask(ask).threads(options::thread_count(matches));
    let (answer, mut solutions) = solver.interrupt(Arc::clone(interrupt)).run()?;
    Ok((solutions.pop(), Status::of(&answer, ask)))
}
