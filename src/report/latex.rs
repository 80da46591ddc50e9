//! Puzzles and answers in LaTeX: a formula, or for a drawing an array with a column for each digit and `\cline` for
//! the rules. `\square`, for blanks, is of the package amssymb, `\text` of amsmath.

use std::io;
use std::io::Write;

use crate::puzzle::Glyph;
use crate::puzzle::Puzzle;
use crate::puzzle::Row;
use crate::puzzle::Rule;
use crate::report::Asked;
use crate::report::Document;
use crate::report::Format;
use crate::report::Line;
use crate::report::Shape;
use crate::report::has_bars;
use crate::report::line;
use crate::report::sheet;
use crate::report::words;
use crate::solution::Solution;
use crate::solve::Answer;

/// Formulas.
pub(super) struct Latex;

impl Format for Latex {
    fn name(&self) -> &'static str {
        "latex"
    }

    fn help(&self) -> &'static str {
        "a formula or an array in LaTeX for each solution"
    }

    fn document(&self, _shape: Shape) -> Box<dyn Document> {
        Box::new(Formulas)
    }
}

/// The document.
struct Formulas;

impl Document for Formulas {
    fn solution(&mut self, out: &mut dyn Write, asked: &Asked, solution: Solution) -> io::Result<()> {
        out.write_all(formula(asked.puzzle, Some(&solution)).as_bytes())
    }

    /// How many there are is a comment.
    fn end(&mut self, out: &mut dyn Write, asked: &Asked, answer: &Answer) -> io::Result<()> {
        if let Some(line) = words::left_out(answer) {
            writeln!(out, "% {line}")?;
        }
        writeln!(out, "% {}", words::closing(asked, answer))
    }
}

/// The formula of a puzzle, or of its solution.
pub(super) fn formula(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    let sheet = sheet(puzzle, solution);
    if has_bars(puzzle) {
        return format!("\\[ {} \\]\n", fractions(sheet.rows()));
    }
    let lines = sheet.rows().iter().map(line);
    if !puzzle.is_drawn() || sheet.rows().len() == 1 {
        let lines: Vec<String> = lines.map(|line| in_a_row(&line)).collect();
        return format!("\\[ {} \\]\n", lines.join(" \\quad "));
    }
    let columns = sheet.columns();
    let mut latex = format!("\\[ \\begin{{array}}{{@{{}}*{{{columns}}}{{c@{{\\,}}}}@{{}}}}\n");
    for line in lines {
        latex += &match line {
            Line::Rule(columns) => format!("\\cline{{{}-{}}}\n", columns.start + 1, columns.end),
            Line::Glyphs(glyphs) => in_columns(&glyphs) + " \\\\\n",
        };
    }
    latex + "\\end{array} \\]\n"
}

/// Rows of fractions: what stands above the bars, the bars with what is between them, and what stands below.
fn fractions(rows: &[Row]) -> String {
    let line = |rows: &[Row]| {
        let [above, middle, below] = rows else { return String::new() };
        let distance = |column: usize, bar: &Rule| {
            bar.columns.start.saturating_sub(column) + (column + 1).saturating_sub(bar.columns.end)
        };
        let of = |row: &Row, bar: &Rule| -> String {
            let is_nearest = |glyph: &&Glyph| {
                let nearest = middle.rules().iter().min_by_key(|bar| distance(glyph.column, bar));
                nearest.is_some_and(|nearest| nearest.columns == bar.columns)
            };
            row.glyphs().iter().filter(is_nearest).map(|glyph| in_mathematics(&glyph.text)).collect()
        };
        let bars = middle.rules().iter();
        let bars = bars
            .map(|bar| (bar.columns.start, format!("\\frac{{{}}}{{{}}}", of(above, bar), of(below, bar))));
        let signs = middle.glyphs().iter().map(|glyph| (glyph.column, in_mathematics(&glyph.text)));
        let mut parts: Vec<(usize, String)> = bars.chain(signs).collect();
        parts.sort_by_key(|(column, _)| *column);
        parts.into_iter().map(|(_, part)| part).collect::<String>()
    };
    rows.chunks(3).map(line).collect::<Vec<_>>().join(" \\quad ")
}

fn in_a_row(line: &Line) -> String {
    let Line::Glyphs(glyphs) = line else { return String::new() };
    let (mut row, mut exponent) = (String::new(), None);
    for glyph in glyphs {
        // An exponent goes as far as its bracket, or as its numeral.
        exponent = match (exponent, &*glyph.text) {
            (None, "^") => Some(0),
            (Some(depth), "(") => Some(depth + 1),
            (Some(depth), ")") if depth > 0 => Some(depth - 1),
            (Some(0), text) if !text.starts_with(char::is_alphanumeric) => {
                row.push('}');
                None
            }
            (exponent, _) => exponent,
        };
        row += &if glyph.text == "^" { "^{".into() } else { in_mathematics(&glyph.text) };
    }
    if exponent.is_some() { row + "}" } else { row }
}

/// The cells of a row; a bracket or a wide character stands in the first of its columns.
fn in_columns(glyphs: &[Glyph]) -> String {
    let (mut row, mut column) = (String::new(), 0);
    for glyph in glyphs {
        row += &"& ".repeat(glyph.column.saturating_sub(column));
        row += &in_mathematics(&glyph.text);
        row += " ";
        column = glyph.column;
    }
    row.trim_end().into()
}

/// A character as mathematics has it.
fn in_mathematics(text: &str) -> String {
    match text {
        "×" => "\\times ".into(),
        "÷" => "\\div ".into(),
        "·" | "⋅" | "∙" => "\\cdot ".into(),
        "√" => "\\surd ".into(),
        "∛" => "\\sqrt[3]{\\vphantom{0}} ".into(),
        "□" | "▢" => "\\square ".into(),
        "*" => "{*}".into(),
        "^" => "{\\wedge}".into(),
        "≠" => "\\ne ".into(),
        "≤" => "\\le ".into(),
        "≥" => "\\ge ".into(),
        "−" | "–" => "-".into(),
        "\\" => "\\backslash ".into(),
        "~" => "\\sim ".into(),
        "_" | "#" | "$" | "%" | "&" | "{" | "}" => format!("\\{text}"),
        _ if text.is_ascii() => text.into(),
        _ => format!("\\text{{{text}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_an_array_and_a_line_a_formula() {
        let puzzle: Puzzle = " A\n+B\n--\nBA".parse().expect("it is a sum");
        let array = "\\[ \\begin{array}{@{}*{2}{c@{\\,}}@{}}\n& A \\\\\n+ & B \\\\\n\\cline{1-2}\nB & A \\\\\n\\end{array} \\]\n";
        assert_eq!(formula(&puzzle, None), array);
        let puzzle: Puzzle =
            " A     C\n--- - --- = 1\nBE     D".parse().expect("it is a difference of fractions");
        assert_eq!(formula(&puzzle, None), "\\[ \\frac{A}{BE}-\\frac{C}{D}=1 \\]\n");
        let puzzle: Puzzle = "A_*B=C".parse().expect("it is a product");
        assert_eq!(formula(&puzzle, None), "\\[ A\\_{*}B=C \\]\n");
        let puzzle: Puzzle = "A^(1/B)=C^23".parse().expect("it is an equation");
        assert_eq!(formula(&puzzle, None), "\\[ A^{(1/B)}=C^{23} \\]\n");
    }
}
