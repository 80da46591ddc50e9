//! Tables whose cells are between bars: each row of a drawing, or of a grid, in its columns.

use std::ops::Range;

use super::marks::lines_of;
use fukumen_language::text::Edit;

const BARS: &[char] = &['|', '│', '┃', '║'];

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

/// Puts the cells of tables under each other without bars.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    if !text.contains(BARS) {
        return Vec::new();
    }
    let lines = lines_of(text);
    let has_bars = |at: &Range<usize>| {
        let line = text[at.clone()].trim();
        is_border(line) || line.matches(BARS).count() > 1
    };
    let is_of_table = |at: &Range<usize>| {
        let line = text[at.clone()].trim();
        let is_framed = line.len() > 1 && line.starts_with(BARS) && line.ends_with(BARS);
        let is_beside = |at: &Range<usize>| {
            lines
                .iter()
                .any(|other| has_bars(other) && (other.start == at.end + 1 || other.end + 1 == at.start))
        };
        is_framed || is_border(line) || has_bars(at) && is_beside(at)
    };
    let mut edits = Vec::new();
    let mut next = 0;
    while let Some(first) = (next..lines.len()).find(|i| is_of_table(&lines[*i])) {
        let is_blank = |at: &Range<usize>| text[at.clone()].trim().is_empty();
        next = (first..lines.len())
            .find(|i| !is_of_table(&lines[*i]) && !is_blank(&lines[*i]))
            .unwrap_or(lines.len());
        let table: Vec<Range<usize>> =
            lines[first..next].iter().filter(|at| !is_blank(at)).cloned().collect();
        edits.extend(laid_out(text, &table));
    }
    if edits.is_empty() { bars_at_ends(text, &lines) } else { edits }
}

/// Takes a bar off the beginning or the end of lines, where all lines have one.
fn bars_at_ends(text: &str, lines: &[Range<usize>]) -> Vec<Edit> {
    let rows: Vec<(usize, &str)> = lines
        .iter()
        .map(|at| (at.start, &text[at.clone()]))
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let mut edits = Vec::new();
    for (start, line) in &rows {
        let body = line.trim();
        let at = start + line.len() - line.trim_start().len();
        if rows.iter().all(|(_, line)| line.trim().starts_with(BARS) && line.trim().len() > 1) {
            let bar = body.chars().next().map_or(0, char::len_utf8);
            edits.push(Edit::new(at..at + bar, " "));
        } else if rows.iter().all(|(_, line)| line.trim().ends_with(BARS)) && line.matches(BARS).count() == 1
        {
            let bar = body.chars().next_back().map_or(0, char::len_utf8);
            edits.push(Edit::cut(at + body.len() - bar..at + body.len()));
        }
    }
    edits
}

/// Whether a line is a border of a table: dashes and crosses.
fn is_border(line: &str) -> bool {
    line.contains(['-', '=', '─', '━', '═'])
        && line.contains(|c| "+|┼├┤┌┐└┘┬┴╔╗╚╝".contains(c))
        && line.chars().all(|c| "-=─━═+:| ┼├┤┌┐└┘┬┴│╔╗╚╝╠╣╦╩╬║".contains(c))
        && !is_of_operators(line)
}

/// Whether it is a row of operators between equations: `| + |   | - |`.
fn is_of_operators(line: &str) -> bool {
    let cells: Vec<&str> = line.trim_matches(BARS).split(BARS).map(str::trim).collect();
    let filled: Vec<&&str> = cells.iter().filter(|cell| !cell.is_empty()).collect();
    cells.iter().all(|cell| cell.chars().count() <= 1)
        && (filled.len() < cells.len() || filled.iter().any(|cell| *cell != filled[0]))
}

fn row(text: &str, at: &Range<usize>, i: usize, count: usize, is_doubled: bool) -> Row {
    let line = text[at.clone()].trim();
    if is_border(line) {
        // The line below the head of a table in Markdown, and the frame.
        let is_head = i == 1 && !line.contains('=');
        return if is_head || i == 0 || i + 1 == count { Row::Nothing } else { Row::Rule };
    }
    let line = trimmed(text, at.clone());
    // Some write two bars for one.
    let bar_of = |text: &str| {
        if is_doubled {
            text.find("||").map(|i| (i, 2))
        } else {
            text.find(BARS).map(|i| (i, width(&text[i..])))
        }
    };
    let mut cells = Vec::new();
    let mut start = line.start;
    while let Some((bar, width)) = bar_of(&text[start..line.end]) {
        cells.push(trimmed(text, start..start + bar));
        start += bar + width;
    }
    cells.push(trimmed(text, start..line.end));
    // A row has bars around it, not cells.
    let is_framed = !is_doubled && text[line.clone()].starts_with(BARS);
    if is_framed {
        cells.remove(0);
    }
    if !is_doubled && text[line].ends_with(BARS) {
        cells.pop();
    }
    if cells.iter().all(Range::is_empty) { Row::Nothing } else { Row::Cells(cells) }
}

/// How many bytes the first character has.
fn width(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let part = &text[at.clone()];
    let start = at.start + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}

/// The edits that leave the cells in their columns, those of shorter rows at the right, and rules between them.
fn laid_out(text: &str, lines: &[Range<usize>]) -> Vec<Edit> {
    let is_doubled = lines.iter().all(|line| text[line.clone()].contains("||"));
    let row = |(i, line)| row(text, line, i, lines.len(), is_doubled);
    let mut rows: Vec<Row> = lines.iter().enumerate().map(row).collect();
    let cells = || rows.iter().filter_map(|row| if let Row::Cells(cells) = row { Some(cells) } else { None });
    let Some(count) = cells().map(Vec::len).max() else { return Vec::new() };
    let mut widths = vec![0; count];
    for row in cells() {
        for (cell, width) in row.iter().rev().zip(widths.iter_mut().rev()) {
            *width = size(text, cell).max(*width);
        }
    }
    let gap = usize::from(widths.iter().any(|width| *width > 1));
    let is_line = cells().count() == 1;
    let total: usize = widths.iter().map(|width| width.max(&1) + gap).sum();
    if total.saturating_mul(lines.len()) > MOST_PLACES {
        return Vec::new();
    }
    if is_line {
        rows.iter_mut().filter(|row| matches!(row, Row::Rule)).for_each(|row| *row = Row::Nothing);
    }
    let mut edits = Vec::new();
    for (line, row) in lines.iter().zip(&rows) {
        match row {
            Row::Nothing => edits.push(Edit::cut(line.clone())),
            Row::Rule => edits.push(Edit::new(line.clone(), "-".repeat(total.max(2)))),
            Row::Cells(cells) => {
                let mut done = line.start;
                let first = count - cells.len();
                let mut space: usize = widths[..first].iter().map(|width| width.max(&1) + gap).sum();
                for (cell, width) in cells.iter().zip(&widths[first..]) {
                    space += width.max(&1) - size(text, cell) + gap;
                    for digit in digits(text, cell) {
                        edits.push(Edit::new(
                            done..digit.start,
                            " ".repeat(if is_line && gap == 0 { 0 } else { space }),
                        ));
                        (done, space) = (digit.end, 0);
                    }
                }
                edits.push(Edit::cut(done..line.end));
            }
        }
    }
    edits
}

/// The parts of a cell that stand side by side: digits that all have spaces between them, or the whole cell.
fn digits(text: &str, cell: &Range<usize>) -> Vec<Range<usize>> {
    let part = &text[cell.clone()];
    if part.contains(' ') && part.split_whitespace().all(|word| word.chars().count() == 1) {
        let signs = part.char_indices().filter(|(_, c)| !c.is_whitespace());
        return signs.map(|(i, c)| cell.start + i..cell.start + i + c.len_utf8()).collect();
    }
    if cell.is_empty() { Vec::new() } else { vec![cell.clone()] }
}

/// How many characters of a cell are left.
fn size(text: &str, cell: &Range<usize>) -> usize {
    digits(text, cell).into_iter().map(|at| text[at].chars().count()).sum()
}
