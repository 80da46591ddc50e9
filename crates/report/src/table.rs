//! Solutions as a table drawn with lines.

use std::io;
use std::io::Write;

use comfy_table::Table as Drawing;
use comfy_table::presets::UTF8_FULL_CONDENSED;

use crate::Answers;
use crate::Document;
use crate::Question;
use crate::Shape;
use crate::columns;
use crate::words;
use fukumen_engine::solve::Answer;
use fukumen_language::solution::Solution;

/// A table drawn with lines for each puzzle.
pub(super) const ANSWERS: Answers = Answers::new(
    "a table for each puzzle, a row for each solution, a column for each symbol",
    |Shape { several, written, .. }| {
        Box::new(Tables { several, written, waiting: Vec::new(), row: 0, is_begun: false })
    },
);

/// The memory of a cell while its table is drawn, with its part of the drawn line.
const CELL: usize = 384;

/// The most rows that are drawn together, if the later ones are known to have the same widths.
const ROWS: usize = 10_000;

/// The document.
struct Tables {
    several: bool,
    written: usize,
    /// Solutions that are not drawn yet: all of them, unless the widths of later ones are known.
    waiting: Vec<Solution>,
    /// Approximately the memory of a row while it is drawn.
    row: usize,
    /// Whether the table has begun.
    is_begun: bool,
}

impl Tables {
    /// Draws the waiting rows, as the next part of the table.
    fn draw(&mut self, out: &mut dyn Write, asked: &Question, is_last: bool) -> io::Result<()> {
        // Each solution is dropped when its row is made.
        let rows = std::mem::take(&mut self.waiting).into_iter();
        let rows = rows.map(|solution| columns::cells(asked, &solution));
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        draw(out, columns::titles(asked), rows, is_first, is_last)
    }
}

impl Document for Tables {
    fn held(&self) -> u64 {
        (self.waiting.len() * self.row) as u64
    }

    fn begin(&mut self, out: &mut dyn Write, asked: &Question) -> io::Result<()> {
        self.waiting.clear();
        self.row = CELL * columns::titles(asked).len();
        self.is_begun = false;
        if self.written > 0 {
            writeln!(out)?;
        }
        if self.several { writeln!(out, "{}", words::heading(asked)) } else { Ok(()) }
    }

    fn solution(&mut self, out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()> {
        // One more row than is drawn stays, so that the last part is never empty.
        if self.waiting.len() >= ROWS && are_even(asked) {
            self.draw(out, asked, false)?;
        }
        self.waiting.push(solution);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        if !self.waiting.is_empty() {
            self.draw(out, asked, true)?;
        }
        if !answer.outcome.groups.is_empty() {
            let mut titles = columns::shown_expressions(asked.puzzle);
            titles.push("solutions".into());
            let groups = columns::groups(asked, answer).map(|(mut cells, count)| {
                cells.push(count.to_string());
                cells
            });
            draw(out, titles, groups, true, true)?;
        }
        self.written += 1;
        if let Some(line) = words::left_out(answer) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", words::closing(asked, answer))
    }
}

/// Returns whether the cells of a column have the same width in all solutions: every digit is one character, and no value is
/// shown.
fn are_even(asked: &Question) -> bool {
    asked.puzzle.shows().is_empty() && asked.puzzle.rules().base.get() <= 36
}

/// The lines above the rows: the border, the titles and the rule below them.
const HEAD: usize = 3;

/// Draws a part of a table. Parts with the same widths make one table: the first has its head, the last its end.
fn draw(
    out: &mut dyn Write,
    titles: Vec<String>,
    rows: impl Iterator<Item = Vec<String>>,
    is_first: bool,
    is_last: bool,
) -> io::Result<()> {
    let mut drawing = Drawing::new();
    drawing.load_style(UTF8_FULL_CONDENSED).set_header(titles).add_rows(rows);
    let lines: Vec<String> = drawing.lines().collect();
    let rows = if is_first { 0 } else { HEAD }..lines.len() - usize::from(!is_last);
    lines[rows].iter().try_for_each(|line| writeln!(out, "{line}"))
}
