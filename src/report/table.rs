//! Solutions as a table drawn with lines.

use std::io;
use std::io::Write;

use comfy_table::Table as Drawing;
use comfy_table::presets::UTF8_FULL_CONDENSED;

use crate::report::Asked;
use crate::report::Document;
use crate::report::Format;
use crate::report::Shape;
use crate::report::columns;
use crate::report::words;
use crate::solution::Solution;
use crate::solve::Answer;

/// A table drawn with lines for each puzzle.
pub(super) struct Table;

impl Format for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn help(&self) -> &'static str {
        "a table for each puzzle, a row for each solution, a column for each symbol"
    }

    fn document(&self, shape: Shape) -> Box<dyn Document> {
        Box::new(Tables { several: shape.several, written: shape.written, solutions: Vec::new() })
    }

    fn waits(&self) -> bool {
        true
    }
}

/// The document; solutions wait until the widths of all are known.
struct Tables {
    several: bool,
    written: usize,
    solutions: Vec<Solution>,
}

impl Document for Tables {
    fn begin(&mut self, out: &mut dyn Write, asked: &Asked) -> io::Result<()> {
        self.solutions.clear();
        if self.written > 0 {
            writeln!(out)?;
        }
        if self.several { writeln!(out, "{}", words::heading(asked)) } else { Ok(()) }
    }

    fn solution(&mut self, _out: &mut dyn Write, _asked: &Asked, solution: Solution) -> io::Result<()> {
        self.solutions.push(solution);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Asked, answer: &Answer) -> io::Result<()> {
        let solutions = std::mem::take(&mut self.solutions);
        if !solutions.is_empty() {
            // Each solution is gone when its row is there.
            let rows = solutions.into_iter().map(|solution| columns::cells(asked, &solution));
            draw(out, columns::titles(asked), rows)?;
        }
        if !answer.groups.is_empty() {
            let title = asked.puzzle.show().map_or(String::new(), |expr| asked.puzzle.write(expr));
            let groups = answer.groups.iter().map(|(value, count)| vec![value.clone(), count.to_string()]);
            draw(out, vec![title, "solutions".into()], groups)?;
        }
        self.written += 1;
        writeln!(out, "{}", words::closing(asked, answer))
    }
}

fn draw(out: &mut dyn Write, titles: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> io::Result<()> {
    let mut drawing = Drawing::new();
    drawing.load_style(UTF8_FULL_CONDENSED).set_header(titles).add_rows(rows);
    writeln!(out, "{drawing}")
}
