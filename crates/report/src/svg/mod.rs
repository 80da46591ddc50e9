//! Puzzles and answers as pictures in SVG: every character in its place, rules as lines, boxes for blanks.
//!
//! All solutions of all puzzles are one picture, below each other. The picture begins with its size, so it is written after
//! the last solution.

mod hand;
mod line;

use std::io;
use std::io::Write;

use crate::Answers;
use crate::Document;
use crate::Drawing;
use crate::Question;
use crate::Unanswered;
use crate::lines::{Line, bars_and_glyphs, has_bars, line};
use crate::page::{Filling, Page};
use crate::spacing;
use crate::spacing::Spacing;
use crate::visible;
use crate::words;
use fukumen_engine::solve::{Answer, Ask};
use fukumen_language::puzzle::{Puzzle, Row, Sheet};
use fukumen_language::solution::Solution;
use hand::Hand;

/// The height of a line, and the margin of the drawing, in pixels.
const LINE: usize = 26;
const EDGE: usize = 12;
/// The greatest width and height: librsvg refuses pictures of more than 32,767 pixels. More drawings stand in columns.
const TALLEST: usize = 32_000;
/// The width of a place with pencil marks, and its height: it has its name, and a digit or a grid of marks.
const PLACE: usize = 32;
const PLACE_HEIGHT: usize = 44;
/// The top of the marks, and their room.
const MARKS_TOP: usize = 13;
const MARKS_HEIGHT: usize = PLACE_HEIGHT - MARKS_TOP - 2;
/// Up to this many digits, marks are four in a line; more are eight in a line.
const FEW_MARKS: usize = 16;
/// The ink is that of the page around the picture, so that it is also visible on a dark one. Styles of that page may change
/// elements with a class.
const STROKE: &str = "class=\"blank\" fill=\"none\" stroke=\"currentColor\"";
const FOUND: &str = " class=\"found\" fill=\"#06c\"";

/// Pictures.
pub(super) const ANSWERS: Answers = Answers {
    tells_certainty: |ask| ask == Ask::Count,
    is_one_piece: true,
    ..Answers::new("a picture in SVG with the solutions below each other", |shape| {
        Box::new(Pictures { several: shape.several, ..Pictures::default() })
    })
};

/// Drawings as pictures.
pub(super) const DRAWING: Drawing = Drawing {
    draw: |puzzle, solution| pages(&[Page::new(puzzle, solution)]),
    pages,
    is_one_piece: true,
    aside: comment,
};

/// The document: all drawings.
#[derive(Default)]
struct Pictures {
    several: bool,
    drawings: Vec<Drawn>,
    /// Approximately their memory.
    bytes: usize,
    /// The number of drawings before the current puzzle, and their memory.
    before: (usize, usize),
}

impl Pictures {
    fn add(&mut self, drawn: Drawn) {
        self.bytes += size_of::<Drawn>() + drawn.spoken.capacity() + drawn.body.capacity();
        self.drawings.push(drawn);
    }

    /// Removes the drawings of the current puzzle.
    fn forget(&mut self) {
        self.drawings.truncate(self.before.0);
        self.bytes = self.before.1;
    }
}

impl Document for Pictures {
    fn held(&self) -> u64 {
        self.bytes as u64
    }

    fn begin(&mut self, _out: &mut dyn Write, asked: &Question) -> io::Result<()> {
        if self.several {
            words::heading(asked).lines().for_each(|line| self.add(Drawn::text(line)));
        }
        Ok(())
    }

    fn solution(&mut self, _out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()> {
        self.add(Drawn::of(asked.puzzle, Filling::Digits(&solution)));
        asked.lines_about(&solution).iter().for_each(|line| self.add(Drawn::text(line)));
        Ok(())
    }

    fn end(&mut self, _out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        if asked.ask == Ask::Count {
            self.add(Drawn::text(&words::closing(asked, answer)));
        } else if answer.outcome.count == 0 {
            // A puzzle without a solution has no picture.
            self.forget();
        }
        self.before = (self.drawings.len(), self.bytes);
        Ok(())
    }

    fn unanswered(&mut self, _out: &mut dyn Write, _fault: &Unanswered) -> io::Result<()> {
        self.forget();
        Ok(())
    }

    fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let drawings = std::mem::take(&mut self.drawings);
        if drawings.is_empty() { Ok(()) } else { write_together(out, &drawings) }
    }
}

/// Returns a line as a comment in a picture. Two dashes would end it.
fn comment(line: &str) -> String {
    let apart = visible::shown(line).replace("--", "- -").replace("--", "- -");
    format!("<!-- {apart} -->")
}

/// Returns the picture of puzzles or solutions below each other; a work sheet has its number above and a table of its symbols
/// below.
fn pages(pages: &[Page]) -> String {
    let drawn = pages.iter().flat_map(|page| {
        let heading =
            page.heading().map(|(number, rules)| Drawn::text(format!("{number} {rules}").trim_end()));
        let drawings = page.fillings().into_iter().map(|filling| Drawn::of(&page.puzzle, filling));
        heading.into_iter().chain(drawings).chain(Drawn::table(&page.table())).collect::<Vec<_>>()
    });
    together(&drawn.collect::<Vec<_>>())
}

/// Returns one picture of drawings below each other.
fn together(drawings: &[Drawn]) -> String {
    let mut svg = Vec::new();
    write_together(&mut svg, drawings).expect("a vector takes all that is written");
    String::from_utf8(svg).expect("all parts are texts")
}

/// Writes the same picture part by part, because the whole may be as large as its drawings.
fn write_together(out: &mut dyn Write, drawings: &[Drawn]) -> io::Result<()> {
    let mut columns: Vec<(&[Drawn], usize)> = Vec::new();
    let mut rest = drawings;
    while !rest.is_empty() {
        let mut height = EDGE;
        let fits = |drawn: &&Drawn| {
            height += drawn.height + EDGE;
            height <= TALLEST
        };
        let (column, others) = rest.split_at(rest.iter().take_while(fits).count().max(1));
        columns.push((column, column.iter().map(|drawn| drawn.width).max().unwrap_or(0)));
        rest = others;
    }
    let width = columns.iter().map(|(_, width)| width + EDGE).sum::<usize>() + EDGE;
    let height_of = |column: &[Drawn]| column.iter().map(|drawn| drawn.height + EDGE).sum::<usize>() + EDGE;
    let height = columns.iter().map(|(column, _)| height_of(column)).max().unwrap_or(EDGE);
    // Wider or higher ones are shown smaller.
    let largest = width.max(height).max(TALLEST);
    let [shown_width, shown_height] = [width, height].map(|length| length * TALLEST / largest);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" height=\"{shown_height}\" viewBox=\"0 0 {width} {height}\"\n \
         role=\"img\" fill=\"currentColor\" font-family=\"monospace\" font-size=\"20\" text-anchor=\"middle\">"
    )?;
    write!(out, "<title>")?;
    let spoken = drawings.iter().map(|drawn| &*drawn.spoken).filter(|text| !text.is_empty());
    for (i, text) in spoken.enumerate() {
        write!(out, "{}{}", if i > 0 { "; " } else { "" }, escaped(text))?;
    }
    writeln!(out, "</title>")?;
    let mut left = EDGE;
    for (column, width) in columns {
        let mut top = EDGE;
        for drawn in column {
            write!(out, "<g transform=\"translate({left} {top})\">\n{}</g>\n", drawn.body)?;
            top += drawn.height + EDGE;
        }
        left += width + EDGE;
    }
    writeln!(out, "</svg>")
}

/// Returns the picture of a puzzle, if there is one to draw, with lines of text below it.
pub(super) fn told(drawn: Option<(&Puzzle, Filling)>, text: &str) -> String {
    let drawing = drawn.map(|(puzzle, filling)| Drawn::of(puzzle, filling));
    let drawings: Vec<Drawn> = drawing.into_iter().chain([Drawn::lines(text)]).collect();
    together(&drawings)
}

/// Returns one picture of pictures that were made here, below each other.
pub(super) fn below_each_other(pictures: &[String]) -> String {
    let size = |picture: &str, name: &str| {
        let (_, rest) = picture.split_once(&format!(" {name}=\""))?;
        rest.split_once('"')?.0.parse::<usize>().ok()
    };
    let (mut body, mut width, mut top) = (String::new(), 0, 0);
    for picture in pictures {
        body += &picture.replacen("<svg ", &format!("<svg y=\"{top}\" "), 1);
        width = width.max(size(picture, "width").unwrap_or(0));
        top += size(picture, "height").unwrap_or(0);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{top}\" viewBox=\"0 0 {width} {top}\">\n{body}</svg>\n"
    )
}

/// A puzzle or a solution, drawn from the origin.
struct Drawn {
    /// The text for screen readers.
    spoken: String,
    body: String,
    width: usize,
    height: usize,
}

impl Drawn {
    fn of(puzzle: &Puzzle, filling: Filling) -> Self {
        let sheet = filling.sheet(puzzle);
        let of_row = |row| if has_bars(puzzle) { bars_and_glyphs(row) } else { vec![line(row)] };
        let rows: Vec<Vec<Line>> = sheet.rows().iter().map(of_row).collect();
        let mut hand = Hand { puzzle, filling, body: String::new(), width: 0, top: 0, rule_above: None };
        if puzzle.is_drawn() && rows.len() > 1 {
            let ends: Vec<usize> = rows.iter().map(Vec::len).collect();
            let lines: Vec<Line> = rows.into_iter().flatten().collect();
            let spacing = Spacing::of(&lines, sheet.room(), |glyph| hand.width_of(glyph));
            let mut lines = &lines[..];
            for count in ends {
                let (row, others) = lines.split_at(count);
                hand.row(row, &spacing);
                lines = others;
            }
        } else {
            // Lines of text do not share columns.
            for line in rows.iter().flatten() {
                match line {
                    Line::Glyphs(glyphs) => hand.line(glyphs, sheet.room()),
                    Line::Rule(_) => {
                        let line = std::slice::from_ref(line);
                        hand.row(line, &Spacing::of(line, sheet.room(), |_| 0));
                    }
                }
            }
        }
        Self { spoken: spoken(&sheet), body: hand.body, width: hand.width, height: hand.top }
    }

    /// Draws a line of text.
    fn text(line: &str) -> Self {
        Self::lines(line)
    }

    /// Draws lines of text, whose spaces keep their width.
    fn lines(text: &str) -> Self {
        let (mut body, mut width, mut height) = (String::new(), 0, 0);
        for line in text.lines() {
            let (y, shown) = (height + LINE - 7, escaped(line).replace("  ", "\u{A0}\u{A0}"));
            body += &format!("<text x=\"0\" y=\"{y}\" text-anchor=\"start\">{shown}</text>\n");
            (width, height) = (width.max(spacing::width(line)), height + LINE);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        Self { spoken: words.join(" "), body, width, height }
    }

    /// Draws the symbols above the places for their digits.
    fn table(symbols: &[(String, Option<String>)]) -> Option<Self> {
        let (mut body, mut left) = (String::new(), 0);
        for (name, digit) in symbols {
            let width = spacing::width(name).max(digit.as_ref().map_or(0, |it| spacing::width(it))).max(LINE);
            let x = left + width / 2;
            body += &format!("<text x=\"{x}\" y=\"{}\">{}</text>\n", LINE - 7, escaped(name));
            body +=
                &format!("<rect x=\"{left}\" y=\"{LINE}\" width=\"{width}\" height=\"{LINE}\" {STROKE}/>\n");
            if let Some(digit) = digit {
                body += &format!("<text x=\"{x}\" y=\"{}\"{FOUND}>{}</text>\n", 2 * LINE - 7, escaped(digit));
            }
            left += width;
        }
        (!symbols.is_empty()).then_some(Self { spoken: String::new(), body, width: left, height: 2 * LINE })
    }
}

/// Returns the numbers and signs of all rows; rules are not read aloud.
fn spoken(sheet: &Sheet) -> String {
    let of_row = |row: &Row| {
        let (mut text, mut end) = (String::new(), 0);
        for glyph in row.glyphs() {
            text += if glyph.column > end && !text.is_empty() { " " } else { "" };
            text += &glyph.text;
            end = glyph.column + glyph.width;
        }
        text
    };
    let rows: Vec<String> = sheet.rows().iter().map(of_row).filter(|text| !text.is_empty()).collect();
    rows.join("; ")
}

/// Escapes characters that XML reads as more than text.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible::shown(text).chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            // Lines in a picture do not contain line breaks.
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
