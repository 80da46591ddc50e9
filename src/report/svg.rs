//! Puzzles and answers as pictures in SVG: every character in its place, rules as lines.

use std::io;
use std::io::Write;

use crate::puzzle::Glyph;
use crate::puzzle::Puzzle;
use crate::report::Asked;
use crate::report::Document;
use crate::report::Format;
use crate::report::Line;
use crate::report::Shape;
use crate::report::bars_and_glyphs;
use crate::report::has_bars;
use crate::report::line;
use crate::report::sheet;
use crate::solution::Solution;
use crate::solve::Answer;

/// How wide a column and how high a line is, and how far from the edge the drawing begins, in pixels.
const COLUMN: usize = 14;
const LINE: usize = 26;
const EDGE: usize = 12;

/// Pictures.
pub(super) struct Svg;

impl Format for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn help(&self) -> &'static str {
        "a picture in SVG for each solution"
    }

    fn document(&self, _shape: Shape) -> Box<dyn Document> {
        Box::new(Pictures)
    }

    fn tells_certainty(&self, _ask: crate::solve::Ask) -> bool {
        false
    }
}

/// The document.
struct Pictures;

impl Document for Pictures {
    fn solution(&mut self, out: &mut dyn Write, asked: &Asked, solution: Solution) -> io::Result<()> {
        out.write_all(picture(asked.puzzle, Some(&solution)).as_bytes())
    }

    fn end(&mut self, _out: &mut dyn Write, _asked: &Asked, _answer: &Answer) -> io::Result<()> {
        Ok(())
    }
}

/// A line beside a picture. Two dashes would end it.
pub(super) fn comment(line: &str) -> String {
    let apart = line.replace("--", "- -").replace("--", "- -");
    format!("<!-- {apart} -->")
}

/// The picture of a puzzle, or of its solution.
pub(super) fn picture(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    let sheet = sheet(puzzle, solution);
    let width = sheet.columns() * COLUMN + 2 * EDGE;
    let height = sheet.rows().len() * LINE + 2 * EDGE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"20\" text-anchor=\"middle\">\n"
    );
    for (i, row) in sheet.rows().iter().enumerate() {
        let lines = if has_bars(puzzle) { bars_and_glyphs(row) } else { vec![line(row)] };
        for line in lines {
            svg += &drawn(&line, solution.is_some(), EDGE + i * LINE);
        }
    }
    svg + "</svg>\n"
}

fn drawn(line: &Line, is_solved: bool, top: usize) -> String {
    match line {
        Line::Rule(columns) => {
            let (from, to, y) = (EDGE + columns.start * COLUMN, EDGE + columns.end * COLUMN, top + LINE / 2);
            format!("<path d=\"M{from} {y}H{to}\" stroke=\"black\"/>\n")
        }
        Line::Glyphs(glyphs) => {
            let glyph = |glyph: &Glyph| {
                let (x, y) = (EDGE + glyph.column * COLUMN + COLUMN / 2, top + LINE - 7);
                let fill = if is_solved && glyph.cell.is_some() { " fill=\"#06c\"" } else { "" };
                format!("<text x=\"{x}\" y=\"{y}\"{fill}>{}</text>\n", escaped(&glyph.text))
            };
            glyphs.iter().map(glyph).collect()
        }
    }
}

/// What XML would read as more than text.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '&' => "&amp;".into(),
        '"' => "&quot;".into(),
        c if c.is_control() => String::new(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_characters_and_a_line() {
        let puzzle: Puzzle = " A\n+B\n--\nBA".parse().expect("it is a sum");
        let svg = picture(&puzzle, None);
        assert_eq!((svg.matches("<text").count(), svg.matches("<path").count()), (5, 1));
        let puzzle: Puzzle = "A     C\n-- + -- = 1\nB     D".parse().expect("it is a sum of fractions");
        let svg = picture(&puzzle, None);
        assert_eq!((svg.matches("<text").count(), svg.matches("<path").count()), (7, 2));
        assert_eq!(escaped("A<B&C"), "A&lt;B&amp;C");
    }
}
