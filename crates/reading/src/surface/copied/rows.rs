//! Drawings that have lost their columns or their rules.

use super::expression::{Expression, is_digit, is_operator};
use super::lines::{Line, signs};
use super::stacked::rows as rows_of_table;

/// Rows at the right below each other, with a rule above the last.
pub(super) fn drawing(rows: &[Expression]) -> Option<Expression> {
    let width = rows.iter().map(Expression::length).max()? + 1;
    let (last, first) = rows.split_last()?;
    let has_sign = first.iter().any(|row| row.begins_with(is_operator));
    let is_row = |row: &Expression| !row.relates() && row.text().contains(is_digit);
    if rows.len() < 3 || !has_sign || !rows.iter().all(is_row) {
        return None;
    }
    let placed = |row: &Expression| {
        // A sign is before the whole row, whatever is below it.
        let text: String = row.text().split_whitespace().collect();
        let number = text.trim_start_matches(is_operator);
        let sign = &text[..text.len() - number.len()];
        Expression::new(format!("{sign}{}{number}", " ".repeat(width - row.length())), row.place())
    };
    let mut all = Expression::joined(first.iter().map(placed), "\n");
    all = all.with("\n").with(&"-".repeat(width)).with("\n");
    Some(all.then(placed(last)))
}

/// A table as browsers copy it: cells between tabs, of which the empty ones at the left are lost.
pub(super) fn tabs(lines: &[Line]) -> Vec<Expression> {
    let lines = signs(lines);
    let cells =
        |line: &&Line| -> Vec<String> { line.row.split('\t').map(|cell| cell.trim().to_owned()).collect() };
    let all: Vec<Vec<String>> = lines.iter().map(cells).collect();
    let Some(width) = all.iter().map(Vec::len).max().filter(|width| *width > 2) else { return Vec::new() };
    if all.iter().flatten().any(|cell| cell.chars().count() > 1) {
        return Vec::new();
    }
    let row = |(cells, line): (&Vec<String>, &&Line)| {
        // The trailing tabs of a row are empty cells.
        let has_sign = cells[0].starts_with(is_operator);
        let (sign, digits) = if has_sign { cells.split_at(1) } else { cells.split_at(0) };
        let digits: String = digits.iter().map(|cell| if cell.is_empty() { " " } else { cell }).collect();
        let missing = " ".repeat(width - cells.len());
        Expression::new(format!("{missing}{}{digits}", sign.concat()), line.at.clone())
    };
    let rows: Vec<Expression> = all.iter().zip(&lines).map(row).collect();
    vec![Expression::joined(rows, "\n")]
}

/// The lines between the rules of a table, if it has such rules.
pub(super) fn unframed(lines: &[Line]) -> Option<Vec<Line>> {
    let is_frame = |line: &&Line| {
        let mut signs = line.text.chars();
        signs.all(|c| c == '-' || c.is_whitespace()) && line.text.split_whitespace().count() > 1
    };
    let inner: Vec<Line> = lines.iter().filter(|line| !is_frame(line)).cloned().collect();
    (inner.len() < lines.len()).then_some(inner)
}

/// The lines as they are.
pub(super) fn plain(lines: &[Line]) -> Expression {
    let rows = signs(lines).into_iter().map(|line| Expression::new(&*line.row, line.at.clone()));
    Expression::joined(rows, "\n")
}

fn glue(row: &[&Line]) -> Expression {
    Expression::joined(row.iter().map(|line| line.expression()), "")
}

/// The cells of a drawing, one a line, with gaps between rows.
pub(super) fn cells(lines: &[Line]) -> Vec<Expression> {
    let all = rows_of_table(lines);
    let is_cell = |line: &&Line| line.text.chars().count() == 1;
    if all.len() < 3 || !all.iter().flatten().all(is_cell) || !all.iter().any(|row| row.len() > 1) {
        return Vec::new();
    }
    let rows: Vec<Expression> = all.iter().map(|row| glue(row)).collect();
    drawing(&rows).into_iter().collect()
}

/// The cells of a drawing, one a line, without gaps: the lengths of a sum or product tell where rows end.
pub(super) fn cells_without_gaps(lines: &[Line]) -> Vec<Expression> {
    let tokens = signs(lines);
    if tokens.len() < 4 || !tokens.iter().all(|line| line.text.chars().count() == 1) {
        return Vec::new();
    }
    let mut rows: Vec<Vec<&Line>> = vec![Vec::new()];
    for token in tokens {
        if token.text.starts_with(is_operator) {
            rows.push(Vec::new());
        }
        if let Some(row) = rows.last_mut() {
            row.push(token);
        }
    }
    let Some(last) = rows.pop().filter(|last| !rows.is_empty() && !last.is_empty()) else {
        return Vec::new();
    };
    let digits = |row: &Vec<&Line>| row.iter().filter(|line| !line.text.starts_with(is_operator)).count();
    let longest = rows.iter().map(digits).max().unwrap_or_default();
    let sign = &*last[0].text;
    let fits = |split: &usize| {
        let (operand, result) = (split - 1, last.len() - split);
        match sign {
            "×" | "*" | "·" | "⋅" => result == longest + operand || result + 1 == longest + operand,
            "-" | "−" | "–" => operand <= longest && result <= longest,
            _ => result == longest.max(operand) || result == longest.max(operand) + 1,
        }
    };
    let splits: Vec<usize> = (2..last.len()).filter(fits).collect();
    let build = |split: usize| {
        let parts = rows.iter().map(|row| glue(row)).chain([glue(&last[..split]), glue(&last[split..])]);
        drawing(&parts.collect::<Vec<_>>())
    };
    splits.into_iter().filter_map(build).collect()
}
