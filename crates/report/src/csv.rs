//! Solutions as comma-separated values, for spreadsheets.
//!
//! One puzzle has a column for each symbol. Several puzzles share no symbols, so each row names its puzzle and has its digits
//! in one cell.
//!
//! In a shard, a first column has the digits of each solution, by which `merge` sorts. After the rows of each puzzle, one row
//! has the answer as JSON in that column, without its solutions.

use std::io;
use std::io::Write;

use serde_json::Value;

use crate::Answers;
use crate::Document;
use crate::Question;
use crate::Shape;
use crate::Unanswered;
use crate::columns;
use crate::json;
use crate::visible;
use fukumen_engine::solve::{Answer, Ask};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;

/// The title of the column that shards have.
pub const SHARD: &str = "shard";

/// Comma-separated values.
pub(super) const ANSWERS: Answers = Answers {
    tells_certainty: |_| false,
    ..Answers::new("comma-separated values: a row for each solution, or for each count", |shape| {
        let Shape { several, ask, bom, .. } = shape;
        Box::new(Rows { several, headed: shape.written > 0, ask, bom, width: 1, row: CsvRow::new() })
    })
};

/// The document.
struct Rows {
    several: bool,
    headed: bool,
    ask: Ask,
    /// Whether a mark of the encoding comes first.
    bom: bool,
    /// The number of cells in a row.
    width: usize,
    /// The memory in which rows are made.
    row: CsvRow,
}

impl Document for Rows {
    fn begin(&mut self, out: &mut dyn Write, asked: &Question) -> io::Result<()> {
        if std::mem::replace(&mut self.headed, true) {
            return Ok(());
        }
        let mut titles: Vec<String> = asked.part.iter().map(|_| SHARD.to_string()).collect();
        titles.extend(self.leading(|| ["line", "puzzle", "base"].map(String::from)));
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
        self.width = titles.len();
        if self.bom {
            out.write_all("\u{feff}".as_bytes())?;
        }
        row(out, &titles)
    }

    fn solution(&mut self, out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()> {
        let mut cells: Vec<String> = asked.part.iter().map(|_| digits(asked.puzzle, &solution)).collect();
        cells.extend(self.leading(|| puzzle(asked)));
        if self.several {
            cells.push(solution.to_string());
            cells.push(key(asked, &solution));
            cells.push(columns::blank_digits(asked, &solution));
            let shown: Vec<String> = columns::shown(&solution, asked.puzzle.rules().base).collect();
            cells.push(shown.join(" "));
            cells.extend(columns::letters(asked, &solution));
        }
        cells.iter().for_each(|cell| self.row.add(cell));
        if !self.several {
            columns::each_cell(asked, &solution, &mut |cell| self.row.add(cell));
        }
        self.row.write(out)
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        if self.ask == Ask::Count {
            self.counts(out, asked, answer)?;
        }
        // A table does not describe the answer, and the parts of a table must be distinguished.
        if asked.part.is_some() { self.row_of_shard(out, &json::answer(asked, answer, &[])) } else { Ok(()) }
    }

    fn unanswered(&mut self, out: &mut dyn Write, puzzle: &Unanswered) -> io::Result<()> {
        if puzzle.part.is_some() { self.row_of_shard(out, &json::unanswered(puzzle)) } else { Ok(()) }
    }
}

impl Rows {
    fn counts(&self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        let groups = columns::groups(asked, answer).map(|(values, count)| (values, count.to_string()));
        let empty = values(columns::shows(asked.puzzle)).iter().map(|_| String::new()).collect();
        let total = (empty, answer.outcome.count.to_string());
        let totals = answer.outcome.groups.is_empty().then_some(total);
        for (values, count) in groups.chain(totals) {
            let mut cells: Vec<String> = asked.part.iter().map(|_| String::new()).collect();
            cells.extend(self.leading(|| puzzle(asked)));
            cells.extend(values);
            cells.push(count);
            row(out, &cells)?;
        }
        Ok(())
    }

    /// Writes the row of a shard after those of a puzzle.
    fn row_of_shard(&self, out: &mut dyn Write, answer: &Value) -> io::Result<()> {
        let mut cells = vec![String::new(); self.width];
        cells[0] = visible::in_json(&answer.to_string()).into();
        row(out, &cells)
    }

    /// Returns the cells that name the puzzle, if there are several.
    fn leading(&self, cells: impl FnOnce() -> [String; 3]) -> Vec<String> {
        if self.several { cells().into() } else { Vec::new() }
    }
}

/// Returns the columns of the values that are counted: at least one, which is empty if nothing is shown.
fn values(titles: impl Iterator<Item = String>) -> Vec<String> {
    let titles: Vec<String> = titles.collect();
    if titles.is_empty() { vec!["show".into()] } else { titles }
}

fn puzzle(asked: &Question) -> [String; 3] {
    [asked.line.to_string(), asked.text.into(), asked.puzzle.rules().base.to_string()]
}

/// Returns the digits of all cells in the order by which solutions are sorted.
fn digits(puzzle: &Puzzle, solution: &Solution) -> String {
    let digits: Vec<String> =
        puzzle.order().into_iter().map(|cell| solution.digit(cell).to_string()).collect();
    digits.join(" ")
}

/// Returns the symbols with their digits in one cell: `S=9 E=5`.
fn key(asked: &Question, solution: &Solution) -> String {
    let pairs: Vec<String> =
        solution.iter().map(|(name, digit)| format!("{name}={}", columns::digit_in(asked, digit))).collect();
    pairs.join(" ")
}

/// Writes a row. It does not flush the output: a table may have millions of rows.
pub fn row(out: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    let mut row = CsvRow::new();
    cells.iter().for_each(|cell| row.add(cell));
    row.write(out)
}

/// A row that is being made. It is made in memory, because a writer of tables flushes its output, and the memory serves all
/// rows.
struct CsvRow {
    writer: csv_core::Writer,
    /// The row, and free room after it.
    bytes: Vec<u8>,
    length: usize,
    has_cells: bool,
}

impl CsvRow {
    fn new() -> Self {
        Self { writer: csv_core::Writer::new(), bytes: Vec::new(), length: 0, has_cells: false }
    }

    fn add(&mut self, cell: &str) {
        if std::mem::replace(&mut self.has_cells, true) {
            self.put(2, |writer, room| writer.delimiter(room).1);
        }
        // Each character may be a quotation mark, which is doubled.
        self.put(2 * cell.len() + 2, |writer, room| writer.field(cell.as_bytes(), room).2);
    }

    /// Writes the row; the next one starts empty.
    fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.put(4, |writer, room| writer.terminator(room).1);
        self.has_cells = false;
        out.write_all(&self.bytes[..std::mem::take(&mut self.length)])
    }

    /// Appends the bytes that `write` puts into the given room.
    fn put(&mut self, room: usize, write: impl FnOnce(&mut csv_core::Writer, &mut [u8]) -> usize) {
        let end = self.length + room;
        if self.bytes.len() < end {
            self.bytes.resize(2 * end, 0);
        }
        self.length += write(&mut self.writer, &mut self.bytes[self.length..end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the rows with those of another writer.
    #[test]
    fn rows_are_those_of_any_writer_of_tables() {
        let mut rows: Vec<Vec<String>> = ["", "a", "\"", "a,b", "\"\"\"\"", "two\nlines", "×\r", " "]
            .iter()
            .flat_map(|cell| [vec![cell.to_string()], vec![String::new(), cell.to_string(), "1".into()]])
            .collect();
        rows.push(vec!["\"".repeat(1000), ",".repeat(500)]);
        let mut expected = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        let mut row = CsvRow::new();
        let mut out = Vec::new();
        for cells in &rows {
            cells.iter().for_each(|cell| expected.write_field(cell).expect("memory can be written to"));
            expected.write_record(None::<&[u8]>).expect("memory can be written to");
            cells.iter().for_each(|cell| row.add(cell));
            row.write(&mut out).expect("memory can be written to");
        }
        assert_eq!(out, expected.into_inner().expect("memory can be written to"));
    }
}
