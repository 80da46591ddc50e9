//! Answers as Markdown: a table for each puzzle, written as its solutions are found.

use std::io;
use std::io::Write;

use crate::Answers;
use crate::Document;
use crate::Drawing;
use crate::Question;
use crate::Shape;
use crate::columns;
use crate::page::{Filling, Page};
use crate::plain;
use crate::words;
use fukumen_engine::solve::Answer;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;

/// A Markdown table for each puzzle.
pub(super) const ANSWERS: Answers =
    Answers::new("a Markdown table for each puzzle", |Shape { several, written, .. }| {
        Box::new(Tables { several, written, rows: 0 })
    });

/// Drawings in blocks of code.
pub(super) const DRAWING: Drawing =
    Drawing { draw: fenced, pages, is_one_piece: false, aside: |line| code(line) + "  " };

/// The document.
struct Tables {
    several: bool,
    written: usize,
    rows: u64,
}

impl Document for Tables {
    fn begin(&mut self, out: &mut dyn Write, asked: &Question) -> io::Result<()> {
        self.rows = 0;
        if self.written > 0 {
            writeln!(out)?;
        }
        if self.several {
            let lines: Vec<String> = words::heading(asked).lines().map(code).collect();
            writeln!(out, "## {}\n", lines.join(" "))?;
        }
        Ok(())
    }

    fn solution(&mut self, out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()> {
        if asked.puzzle.is_drawn() {
            self.rows += 1;
            let lines: String = asked.lines_about(&solution).iter().map(|line| format!("\n{line}")).collect();
            let drawing = plain::plain(asked.puzzle, Some(&solution));
            return write!(out, "{}", block(&format!("{}{lines}\n", drawing.trim_end())));
        }
        if self.rows == 0 {
            heads(out, &columns::titles(asked))?;
        }
        self.rows += 1;
        row(out, &columns::cells(asked, &solution))
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        if !answer.outcome.groups.is_empty() {
            let mut titles = columns::shown_expressions(asked.puzzle);
            titles.push("solutions".into());
            heads(out, &titles)?;
            for (mut cells, count) in columns::groups(asked, answer) {
                cells.push(count.to_string());
                row(out, &cells)?;
            }
        }
        let gap = if self.rows > 0 || !answer.outcome.groups.is_empty() { "\n" } else { "" };
        self.written += 1;
        let left_out = words::left_out(answer).map_or(String::new(), |line| line + "\n\n");
        writeln!(out, "{gap}{left_out}{}", words::closing(asked, answer))
    }
}

/// Writes a drawing in a block of code, which keeps its columns.
fn fenced(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    block(&plain::text(puzzle, Filling::of(solution)))
}

/// Returns lines as a block of code. Its fences are longer than any run of the same character in it.
pub(super) fn block(lines: &str) -> String {
    let fence = "`".repeat((most_backticks(lines) + 1).max(3));
    format!("{fence}\n{lines}{fence}\n")
}

/// Returns a line as code within a line.
fn code(line: &str) -> String {
    match most_backticks(line) {
        0 => format!("`{line}`"),
        most => {
            let mark = "`".repeat(most + 1);
            format!("{mark} {line} {mark}")
        }
    }
}

fn most_backticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Returns drawings below each other; a work sheet has its number above and a table of its symbols below.
fn pages(pages: &[Page]) -> String {
    let parts = pages.iter().flat_map(|page| {
        let heading = page.heading().map(|(number, rules)| match rules.as_str() {
            "" => format!("**{number}**\n"),
            rules => format!("**{number}** {}\n", escaped(rules)),
        });
        let drawings = page.fillings().into_iter().map(|filling| block(&plain::text(&page.puzzle, filling)));
        heading.into_iter().chain(drawings).chain(table(&page.table())).collect::<Vec<_>>()
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// Returns the symbols above the places for their digits.
fn table(symbols: &[(String, Option<String>)]) -> Option<String> {
    if symbols.is_empty() {
        return None;
    }
    let (names, digits): (Vec<String>, Vec<String>) =
        symbols.iter().map(|(name, digit)| (name.clone(), digit.clone().unwrap_or_default())).unzip();
    let mut table = Vec::new();
    // Writing to a vector cannot fail.
    let _ = heads(&mut table, &names).and_then(|()| row(&mut table, &digits));
    String::from_utf8(table).ok()
}

fn heads(out: &mut dyn Write, titles: &[String]) -> io::Result<()> {
    row(out, titles)?;
    writeln!(out, "|{}", " --- |".repeat(titles.len()))
}

fn row(out: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
    writeln!(out, "| {} |", cells.join(" | "))
}

/// Escapes characters that Markdown reads as more than text. In pandoc's, `^` and `~` raise and lower it.
pub(super) fn escaped(cell: &str) -> String {
    let escape = |c: char| match c {
        '\n' => "<br>".to_string(),
        '|' | '*' | '_' | '`' | '\\' | '<' | '>' | '[' | ']' | '^' | '~' | '$' => format!("\\{c}"),
        c => c.to_string(),
    };
    cell.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_with_a_meaning_in_markdown_are_escaped() {
        assert_eq!(escaped("1*2|3\n[11]"), "1\\*2\\|3<br>\\[11\\]");
        assert_eq!(escaped("3^2+2^3=17, ~$"), "3\\^2+2\\^3=17, \\~\\$");
    }

    #[test]
    fn no_row_of_backticks_ends_a_code() {
        assert_eq!(block("A\n"), "```\nA\n```\n");
        assert_eq!(block(" A`\n````\n"), "`````\n A`\n````\n`````\n");
        assert_eq!([code("A+B"), code("A``+`")], ["`A+B`", "``` A``+` ```"]);
    }
}
