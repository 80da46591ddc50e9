//! Drawings, and what notebooks show. Everything that comes from a puzzle is escaped.

use std::fmt::Write;

use fukumen::Solution;
use fukumen::report::formats_of;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::errors;

/// Solutions that a notebook shows.
pub const MOST: usize = 20;

/// A puzzle, or a solution of it, in a format.
pub fn drawn(
    py: Python<'_>,
    puzzle: &fukumen::Puzzle,
    solution: Option<&Solution>,
    format: &str,
) -> PyResult<String> {
    let drawings = formats_of(|format| format.drawing);
    let names = || drawings.iter().map(|drawing| drawing.name).collect::<Vec<_>>().join(", ");
    let drawing = drawings.iter().find(|drawing| drawing.name == format).ok_or_else(|| {
        let message = format!("there is no format '{format}'; the formats are {}", names());
        errors::setting(py, "format", &message, None)
    })?;
    Ok((drawing.how.draw)(puzzle, solution))
}

/// A puzzle, or a solution of it, as a notebook shows it: a picture if it is drawn. The picture is part of a page, because
/// nbconvert asks Inkscape for a PDF of every picture that is an output of its own, even beside LaTeX, and fails without it.
pub fn in_html(
    py: Python<'_>,
    puzzle: &fukumen::Puzzle,
    solution: Option<&Solution>,
    text: &str,
) -> PyResult<String> {
    match puzzle.is_drawn() {
        true => drawn(py, puzzle, solution, "svg"),
        false => Ok(format!("<code>{}</code>", escaped(text))),
    }
}

/// A text that means itself in HTML.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A text that means itself in a table of Markdown.
fn in_markdown(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => marked.push_str("<br>"),
            '<' => marked.push_str("&lt;"),
            '&' => marked.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '$' => {
                marked.push('\\');
                marked.push(c);
            }
            c => marked.push(c),
        }
    }
    marked
}

#[derive(Clone, Copy)]
pub enum Markup {
    Html,
    Markdown,
}

/// A table of solutions: the text of each, its symbols and the values that are shown.
pub fn table(summary: &str, rows: &[&Solution], all: usize, markup: Markup) -> String {
    let escape = match markup {
        Markup::Html => escaped,
        Markup::Markdown => in_markdown,
    };
    let mut text = match markup {
        Markup::Html => format!("<p>{}</p>", escape(summary)),
        Markup::Markdown => format!("{}\n", escape(summary)),
    };
    let Some(first) = rows.first() else { return text };
    let puzzle = first.puzzle();
    let mut titles: Vec<String> = first.iter().map(|(name, _)| name.into()).collect();
    titles.extend(puzzle.shows().iter().map(|expr| puzzle.write(expr)));
    titles.push("solution".into());
    let cells = |solution: &Solution| {
        let base = solution.base();
        let mut cells: Vec<String> = solution.iter().map(|(_, digit)| base.name(digit).to_string()).collect();
        let shown = solution.shown.iter();
        cells.extend(shown.map(|value| {
            value.as_ref().map_or_else(String::new, |value| fukumen::solution::written(value, base))
        }));
        cells.push(solution.to_string());
        cells
    };
    let more = (all > rows.len()).then(|| format!("… and {} more", all - rows.len()));
    match markup {
        Markup::Html => {
            let row = |tag: &str, cells: &[String]| {
                let cells: String =
                    cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", pre(&escape(cell)))).collect();
                format!("<tr>{cells}</tr>")
            };
            let _ = write!(text, "<table><thead>{}</thead><tbody>", row("th", &titles));
            rows.iter().for_each(|solution| text += &row("td", &cells(solution)));
            text += "</tbody></table>";
            text += &more.map_or_else(String::new, |more| format!("<p>{}</p>", escape(&more)));
        }
        Markup::Markdown => {
            let row = |cells: &[String]| {
                let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
                format!("\n| {} |", cells.join(" | "))
            };
            text += &row(&titles);
            let _ = write!(text, "\n|{}", " --- |".repeat(titles.len()));
            rows.iter().for_each(|solution| text += &row(&cells(solution)));
            text += &more.map_or_else(String::new, |more| format!("\n\n{}", escape(&more)));
            text.push('\n');
        }
    }
    text
}

/// A cell of several lines keeps its columns.
fn pre(text: &str) -> String {
    if text.contains('\n') { format!("<pre>{text}</pre>") } else { text.into() }
}

/// The values of a setting as a Python expression: one, or a list.
pub fn values(py: Python<'_>, values: &[Option<&str>]) -> PyResult<String> {
    let one = |value: &Option<&str>| match value {
        Some(value) => PyString::new(py, value).into_any(),
        None => pyo3::types::PyBool::new(py, true).to_owned().into_any(),
    };
    let shown = match values {
        [value] => one(value).repr()?,
        several => PyList::new(py, several.iter().map(one).collect::<Vec<_>>())?.repr()?,
    };
    Ok(shown.to_string())
}
