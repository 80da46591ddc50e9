//! Tables, their cells between bars: each row of a drawing, or of a grid, in its columns.

use std::ops::Range;

use super::view::View;
use super::{Change, Edit};

const BARS: &str = "|│┃";
/// The most places that a table may have, with those of shorter rows.
const MOST_PLACES: usize = 1 << 20;

/// A row of a table.
enum Row {
    /// Its cells; an empty one holds no characters.
    Cells(Vec<Range<usize>>),
    /// A line between rows.
    Rule,
    /// A line that says nothing.
    Nothing,
}

pub(super) fn may_have_cells(text: &str) -> bool {
    text.contains('\n') && text.contains([',', ';'])
}

/// Puts bars between the cells of a sheet whose rows are lines with commas or semicolons, and whose cells hold one sign at most:
/// `S,E,N,D`.
pub(super) fn cells(view: &View) -> Option<Change> {
    let lines = view.lines();
    let separator = (0..view.len()).map(|i| view.sign(i)).find(|sign| ",;".contains(*sign))?;
    let mut edits = Vec::new();
    for line in &lines {
        let ends: Vec<usize> =
            line.clone().filter(|i| view.sign(*i) == separator).chain([line.end]).collect();
        let starts = std::iter::once(line.start).chain(ends.iter().map(|end| end + 1));
        let is_cell =
            |(start, end): (usize, &usize)| view.trimmed(start..*end).is_none_or(|cell| cell.len() == 1);
        if ends.len() < 3 || !starts.zip(&ends).all(is_cell) {
            return None;
        }
        edits.push(Edit::new(view.bytes(line.start..line.start), "|"));
        let inner = &ends[..ends.len() - 1];
        edits.extend(inner.iter().map(|at| Edit::new(view.bytes(*at..at + 1), " |")));
        let end = view.bytes(line.clone()).end;
        edits.push(Edit::new(end..end, "|"));
    }
    if lines.len() > 1 { Change::of(edits) } else { None }
}

/// Puts the cells of a table under each other without bars. Without a table, takes bars off the ends of lines.
pub(super) fn table(view: &View) -> Option<Change> {
    let lines = view.lines();
    let is_bar = |i: usize| BARS.contains(view.sign(i));
    let is_framed = |line: &Range<usize>| {
        is_bar(line.start) && is_bar(line.end - 1) && line.len() > 1 || is_border(view, line.clone())
    };
    let has_bar = |line: &Range<usize>| line.clone().any(is_bar) || is_border(view, line.clone());
    let is_doubled = lines.iter().all(|line| view.signs(line.clone()).contains("||"));
    if let [line] = lines.as_slice()
        && is_framed(line)
        && line.clone().collect::<Vec<_>>().windows(2).all(|pair| is_bar(pair[0]) || is_bar(pair[1]))
    {
        // A row of boxes, one for each character.
        let bars = line.clone().filter(|i| is_bar(*i));
        return Change::of(bars.map(|i| Edit::cut(view.bytes(i..i + 1))).collect());
    }
    if lines.len() < 2 || !lines.iter().all(has_bar) || !is_doubled && !lines.iter().any(is_framed) {
        // `C=|A-B|` is no end of a row: its bars are a pair.
        let is_closing = |line: &Range<usize>| {
            let opening = (line.start..line.end - 1).rev().find(|i| is_bar(*i));
            let before =
                opening.and_then(|at| (line.start..at).rev().map(|i| view.sign(i)).find(|sign| *sign != ' '));
            before.is_some_and(|sign| "=+-−*×/÷(<>≤≥≠".contains(sign))
        };
        let is_end =
            |line: &&Range<usize>| is_bar(line.end - 1) && lines.len() + line.len() > 2 && !is_closing(line);
        let ends = lines.iter().filter(is_end);
        return Change::of(ends.map(|line| Edit::cut(view.bytes(line.end - 1..line.end))).collect());
    }
    let rows: Vec<Row> = lines
        .iter()
        .enumerate()
        .map(|(i, line)| row(view, line.clone(), i, lines.len(), is_doubled))
        .collect();
    lay_out(view, &lines, &rows)
}

/// Whether a line is a border of a table: dashes and crosses.
fn is_border(view: &View, line: Range<usize>) -> bool {
    let text = view.signs(line);
    // A row of operators between equations: `| + |   | - |`.
    let is_bar = |c: char| BARS.contains(c);
    let cells: Vec<&str> = text.trim_matches(is_bar).split(is_bar).map(str::trim).collect();
    let (first, last) =
        (cells.iter().position(|cell| !cell.is_empty()), cells.iter().rposition(|cell| !cell.is_empty()));
    let is_of_operators = cells.iter().all(|cell| cell.chars().count() <= 1)
        && first
            .zip(last)
            .is_some_and(|(first, last)| cells[first..=last].iter().any(|cell| *cell != cells[first]));
    !is_of_operators
        && text.contains(['-', '=', '─', '━'])
        && text.chars().all(|c| "-=─━+:| ┼├┤┌┐└┘┬┴".contains(c))
}

fn row(view: &View, line: Range<usize>, i: usize, count: usize, is_doubled: bool) -> Row {
    if is_border(view, line.clone()) {
        // The line below the head of a table in Markdown, and the frame.
        let is_head = i == 1 && !view.signs(line).contains('=');
        return if is_head || i == 0 || i + 1 == count { Row::Nothing } else { Row::Rule };
    }
    let mut cells = Vec::new();
    let mut start = line.start;
    // Some write two bars for one.
    let is_second = |i: usize| i > line.start && is_doubled && BARS.contains(view.sign(i - 1));
    for end in line.clone().filter(|i| BARS.contains(view.sign(*i)) && !is_second(*i)).chain([line.end]) {
        cells.push(view.trimmed(start..end).unwrap_or(start..start));
        start = end + 1 + usize::from(is_doubled && end + 1 < line.end);
    }
    // A row has bars around it, not cells.
    if BARS.contains(view.sign(line.start)) && !is_doubled {
        cells.remove(0);
    }
    if BARS.contains(view.sign(line.end - 1)) && !is_doubled && !cells.is_empty() {
        cells.pop();
    }
    if cells.iter().all(Range::is_empty) { Row::Nothing } else { Row::Cells(cells) }
}

/// The edits that leave the cells in their columns, those of shorter rows at the right, and rules between them.
fn lay_out(view: &View, lines: &[Range<usize>], rows: &[Row]) -> Option<Change> {
    let cells = || rows.iter().filter_map(|row| if let Row::Cells(cells) = row { Some(cells) } else { None });
    let count = cells().map(Vec::len).max()?;
    let mut widths = vec![0; count];
    for row in cells() {
        for (cell, width) in row.iter().rev().zip(widths.iter_mut().rev()) {
            *width = size(view, cell).max(*width);
        }
    }
    let is_tight = widths.iter().all(|width| *width <= 1);
    let gap = usize::from(!is_tight);
    let total: usize = widths.iter().map(|width| width.max(&1) + gap).sum();
    if total.saturating_mul(lines.len()) > MOST_PLACES {
        return None;
    }
    let mut edits = Vec::new();
    for (line, row) in lines.iter().zip(rows) {
        match row {
            Row::Nothing => edits.push(Edit::cut(view.bytes(line.clone()))),
            Row::Rule => edits.push(Edit::new(view.bytes(line.clone()), "-".repeat(total.max(2)))),
            Row::Cells(cells) => {
                let mut done = line.start;
                let first = count - cells.len();
                let mut space: usize = widths[..first].iter().map(|width| width.max(&1) + gap).sum();
                for (cell, width) in cells.iter().zip(&widths[first..]) {
                    space += width.max(&1) - size(view, cell) + gap;
                    for digit in digits(view, cell) {
                        edits.push(Edit::new(view.bytes(done..digit.start), " ".repeat(space)));
                        (done, space) = (digit.end, 0);
                    }
                }
                edits.push(Edit::cut(view.bytes(done..line.end)));
            }
        }
    }
    Change::of(edits)
}

/// The parts of a cell that stand side by side: digits that all have spaces between them, or the whole cell.
fn digits(view: &View, cell: &Range<usize>) -> Vec<Range<usize>> {
    let words = view.words(cell.clone());
    if words.iter().all(|word| word.len() == 1) || cell.is_empty() { words } else { vec![cell.clone()] }
}

/// How many characters of a cell are left.
fn size(view: &View, cell: &Range<usize>) -> usize {
    digits(view, cell).iter().map(Range::len).sum()
}
