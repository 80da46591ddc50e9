//! Solutions as comma-separated values, for spreadsheets.
//!
//! One puzzle has a column for each symbol. Several puzzles share no symbols, so each row names its
//! puzzle and holds its digits in one cell.

use std::io;
use std::io::Write;

use crate::expr::Cell;
use crate::puzzle::Puzzle;
use crate::report::Asked;
use crate::report::Document;
use crate::report::Format;
use crate::report::Shape;
use crate::report::columns;
use crate::solution::Solution;
use crate::solve::Answer;
use crate::solve::Ask;

/// Comma-separated values.
pub(super) struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn help(&self) -> &'static str {
        "comma-separated values: a row for each solution, or for each count"
    }

    fn document(&self, shape: Shape) -> Box<dyn Document> {
        Box::new(Rows { several: shape.several, headed: shape.written > 0, ask: shape.ask })
    }

    fn tells_certainty(&self, _ask: Ask) -> bool {
        false
    }
}

/// The document.
struct Rows {
    several: bool,
    headed: bool,
    ask: Ask,
}

impl Document for Rows {
    fn begin(&mut self, out: &mut dyn Write, asked: &Asked) -> io::Result<()> {
        if std::mem::replace(&mut self.headed, true) {
            return Ok(());
        }
        let mut titles = self.leading(["line", "puzzle", "base"].map(String::from));
        match self.ask {
            Ask::Count => {
                titles.extend(values(columns::shows(asked.puzzle)));
                titles.push("count".into());
            }
            _ if self.several => {
                titles.extend(["solution", "digits", "blanks", "show"].map(String::from));
                titles.extend(columns::asked_of_letters(asked));
            }
            _ => titles.extend(columns::titles(asked)),
        }
        row(out, &titles)
    }

    fn solution(&mut self, out: &mut dyn Write, asked: &Asked, solution: Solution) -> io::Result<()> {
        let mut cells = self.leading(puzzle(asked));
        if self.several {
            cells.push(solution.to_string());
            cells.push(key(asked.puzzle, &solution));
            cells.push(columns::blank_digits(asked.puzzle, &solution));
            let shown: Vec<String> = columns::shown(&solution, asked.puzzle.rules().base).collect();
            cells.push(shown.join(" "));
            cells.extend(columns::letters(asked, &solution));
        } else {
            cells.extend(columns::cells(asked, &solution));
        }
        row(out, &cells)
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Asked, answer: &Answer) -> io::Result<()> {
        if self.ask != Ask::Count {
            return Ok(());
        }
        let groups = columns::groups(asked, answer).map(|(values, count)| (values, count.to_string()));
        let empty = values(columns::shows(asked.puzzle)).iter().map(|_| String::new()).collect();
        let total = (empty, answer.outcome.count.to_string());
        let totals = answer.outcome.groups.is_empty().then_some(total);
        for (values, count) in groups.chain(totals) {
            let mut cells = self.leading(puzzle(asked));
            cells.extend(values);
            cells.push(count);
            row(out, &cells)?;
        }
        Ok(())
    }
}

impl Rows {
    /// The cells that name the puzzle, where there are several.
    fn leading(&self, cells: [String; 3]) -> Vec<String> {
        if self.several { cells.into() } else { Vec::new() }
    }
}

/// The columns of the values that are counted: at least one, which is empty if nothing is shown.
fn values(titles: impl Iterator<Item = String>) -> Vec<String> {
    let titles: Vec<String> = titles.collect();
    if titles.is_empty() { vec!["show".into()] } else { titles }
}

fn puzzle(asked: &Asked) -> [String; 3] {
    [asked.line.to_string(), asked.text.into(), asked.puzzle.rules().base.to_string()]
}

/// The symbols with their digits in one cell: `S=9 E=5`.
fn key(puzzle: &Puzzle, solution: &Solution) -> String {
    let base = puzzle.rules().base;
    let pair = |(cell, name): (Cell, &str)| format!("{name}={}", base.name(solution.digit(cell)));
    let pairs: Vec<String> = puzzle.symbols().map(|(cell, hidden)| pair((cell, &hidden.name))).collect();
    pairs.join(" ")
}

fn row(out: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    // A writer a row costs little, and nothing of the document stays in a buffer of its own.
    let mut writer = csv::WriterBuilder::new().buffer_capacity(256).from_writer(out);
    writer.write_record(cells)?;
    writer.flush()
}
