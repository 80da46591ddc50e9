//! Puzzles and answers as pictures in SVG: every character in its place, rules as lines, boxes for blanks.
//!
//! All solutions of all puzzles are one picture, below each other. The picture begins with its size, so it is written after
//! the last solution.

use std::collections::HashSet;
use std::io;
use std::io::Write;
use std::ops::Range;

use crate::Answers;
use crate::Document;
use crate::Drawing;
use crate::Line;
use crate::Question;
use crate::Unanswered;
use crate::bars_and_glyphs;
use crate::has_bars;
use crate::line;
use crate::page::Page;
use crate::page::{Filling, Written};
use crate::spacing;
use crate::spacing::Spacing;
use crate::visible;
use crate::words;
use fukumen_engine::solve::{Answer, Ask};
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::{Glyph, Kind, Puzzle, Row, Sheet};
use fukumen_language::solution::Solution;

/// The height of a line, and the margin of the drawing, in pixels.
const LINE: usize = 26;
const EDGE: usize = 12;
/// The width of a superscript, its size, and how far it is raised.
const RAISED: usize = 9;
const RAISED_SIZE: usize = 13;
const RISE: usize = 8;
/// The width of a blank's box.
const BOX: usize = 12;
/// The width of a place with pencil marks, its height, and the extent of its row: it has its name, and a digit or a grid of
/// marks.
const PLACE: usize = 32;
const PLACE_HEIGHT: usize = 44;
const PLACE_ROW: usize = 54;
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
    let width = drawings.iter().map(|drawn| drawn.width).max().unwrap_or(0) + 2 * EDGE;
    let height = drawings.iter().map(|drawn| drawn.height + EDGE).sum::<usize>() + EDGE;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"\n \
         role=\"img\" fill=\"currentColor\" font-family=\"monospace\" font-size=\"20\" text-anchor=\"middle\">"
    )?;
    write!(out, "<title>")?;
    let spoken = drawings.iter().map(|drawn| &*drawn.spoken).filter(|text| !text.is_empty());
    for (i, text) in spoken.enumerate() {
        write!(out, "{}{}", if i > 0 { "; " } else { "" }, escaped(text))?;
    }
    writeln!(out, "</title>")?;
    let mut top = EDGE;
    for drawn in drawings {
        write!(out, "<g transform=\"translate({EDGE} {top})\">\n{}</g>\n", drawn.body)?;
        top += drawn.height + EDGE;
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
            let none = HashSet::new();
            let spacing = Spacing::of(&lines, sheet.room(), |glyph| hand.width_of(glyph, &none));
            let mut lines = &lines[..];
            for count in ends {
                let (row, others) = lines.split_at(count);
                hand.row(row, &spacing, &none);
                lines = others;
            }
        } else {
            // Lines of text do not share columns.
            for lines in rows {
                let raised = lines.iter().map(raised).fold(HashSet::new(), |all, some| &all | &some);
                let spacing = Spacing::of(&lines, sheet.room(), |glyph| hand.width_of(glyph, &raised));
                hand.row(&lines, &spacing, &raised);
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

/// Returns the columns of the exponents in a line, with their signs.
fn raised(line: &Line) -> HashSet<usize> {
    let Line::Glyphs(glyphs) = line else { return HashSet::new() };
    let (mut raised, mut depth, mut is_begun) = (HashSet::new(), None, false);
    for glyph in glyphs {
        // An exponent ends with its bracket, or with its numeral. It may begin with a sign.
        depth = match (depth, &*glyph.text) {
            (None | Some(0), "^") => {
                is_begun = false;
                Some(0)
            }
            (Some(0), "-" | "+") if !is_begun => depth,
            (Some(0), "(") if is_begun => None,
            (Some(depth), "(") => Some(depth + 1),
            (Some(depth), ")") if depth > 0 => Some(depth - 1),
            (Some(0), text) if glyph.cell.is_none() && !text.starts_with(char::is_alphanumeric) => None,
            (depth, _) => depth,
        };
        if depth.is_some() {
            is_begun |= &*glyph.text != "^";
            raised.insert(glyph.column);
        }
    }
    raised
}

fn width_in_line(glyph: &Glyph, raised: &HashSet<usize>) -> usize {
    match &*glyph.text {
        "^" if raised.contains(&glyph.column) => 0,
        text if raised.contains(&glyph.column) => RAISED * text.chars().count(),
        text => spacing::width(text),
    }
}

/// Draws rows.
struct Hand<'p> {
    puzzle: &'p Puzzle,
    filling: Filling<'p>,
    body: String,
    width: usize,
    /// The top of the next row.
    top: usize,
    /// The height of the rule of the row above, which brackets and roots reach.
    rule_above: Option<usize>,
}

impl Hand<'_> {
    fn row(&mut self, lines: &[Line], spacing: &Spacing, raised: &HashSet<usize>) {
        self.width = self.width.max(spacing.width());
        let has_place = |line: &Line| match line {
            Line::Glyphs(glyphs) => glyphs.iter().any(|glyph| self.written(glyph).is_some()),
            Line::Rule(_) => false,
        };
        let height = if lines.iter().any(has_place) { PLACE_ROW } else { LINE };
        let (top, middle) = (self.top, self.top + height / 2);
        let mut rule = None;
        for line in lines {
            match line {
                Line::Rule(columns) => {
                    let (line, y) = (spacing.line(columns), middle);
                    self.body += &format!(
                        "<path class=\"rule\" d=\"M{} {y}H{}\" stroke=\"currentColor\"/>\n",
                        line.start, line.end
                    );
                    rule = Some(y);
                }
                Line::Glyphs(glyphs) => {
                    for glyph in glyphs {
                        self.body += &self.glyph(glyph, spacing, top..top + height, raised);
                    }
                }
            }
        }
        self.top += height;
        self.rule_above = rule;
    }

    /// Returns the entry in the place of a character, if it is one and has an entry to draw.
    fn written(&self, glyph: &Glyph) -> Option<Written> {
        match (self.filling, glyph.cell) {
            (Filling::Written(all), Some(cell)) => all.get(cell.index()).copied(),
            _ => None,
        }
    }

    fn width_of(&self, glyph: &Glyph, raised: &HashSet<usize>) -> usize {
        // A shown digit is in the middle of its column, between the places above and below.
        let is_column = self.puzzle.is_drawn() && glyph.text.starts_with(char::is_numeric);
        let is_wide =
            self.written(glyph).is_some() || is_column && matches!(self.filling, Filling::Written(_));
        if is_wide { PLACE + 4 } else { width_in_line(glyph, raised) }
    }

    /// Draws a place for a player: the name or blank, and its digit or its marks, each of which has a spot of its own.
    fn place(&self, glyph: &Glyph, written: Written, left: usize, top: usize) -> String {
        let base = self.puzzle.rules().base;
        let mut body = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{PLACE}\" height=\"{PLACE_HEIGHT}\" {STROKE}/>\n"
        );
        if !glyph.cell.is_some_and(|cell| self.puzzle.hidden()[cell.index()].kind == Kind::Blank) {
            body += &format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"start\">{}</text>\n",
                left + 3,
                top + 11,
                escaped(&glyph.text)
            );
        }
        match written {
            Written::Digit(digit) => {
                let (x, y) = (left + PLACE / 2, top + PLACE_HEIGHT - 9);
                body += &format!("<text x=\"{x}\" y=\"{y}\"{FOUND}>{}</text>\n", base.name(digit));
            }
            Written::Marks(marks) => {
                let count = usize::from(base.get());
                let columns = if count > FEW_MARKS { 8 } else { 4 };
                let (wide, high) = (PLACE / columns, (MARKS_HEIGHT / count.div_ceil(columns)).min(9));
                for digit in marks.iter() {
                    let (row, column) = (usize::from(digit) / columns, usize::from(digit) % columns);
                    let (x, y) = (left + column * wide + wide / 2, top + MARKS_TOP + (row + 1) * high - 1);
                    let name = base.name(digit).to_string();
                    // A name of several characters gets no more room than others.
                    let narrowed = match name.chars().count() {
                        1 => String::new(),
                        _ => format!(" textLength=\"{wide}\" lengthAdjust=\"spacingAndGlyphs\""),
                    };
                    let size = high.min(wide + 1);
                    body += &format!(
                        "<text class=\"mark\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{narrowed}>{name}</text>\n"
                    );
                }
            }
        }
        body
    }

    fn glyph(
        &self,
        glyph: &Glyph,
        spacing: &Spacing,
        Range { start: top, end: bottom }: Range<usize>,
        raised: &HashSet<usize>,
    ) -> String {
        let is_raised = raised.contains(&glyph.column);
        if is_raised && &*glyph.text == "^" {
            return String::new();
        }
        let x = spacing.middle(glyph, self.width_of(glyph, raised));
        if let Some(written) = self.written(glyph) {
            let gap = PLACE_ROW - PLACE_HEIGHT - 1;
            let top = top + if is_raised { gap.saturating_sub(RISE) } else { gap };
            return self.place(glyph, written, x - PLACE / 2, top);
        }
        // Beside higher places, a character is in the middle of them.
        let bottom = bottom - (bottom - top - LINE) / 3;
        let top_of_line = bottom.saturating_sub(LINE);
        if let Some(path) = self.bracket(&glyph.text, x, top..bottom) {
            return format!("<path class=\"rule\" d=\"{path}\" fill=\"none\" stroke=\"currentColor\"/>\n");
        }
        if glyph.cell.is_some_and(|cell| self.is_box(cell)) {
            let (left, side, rise) =
                if is_raised { (x - RAISED / 2, RAISED - 1, RISE) } else { (x - BOX / 2, BOX, 0) };
            let y = bottom.saturating_sub(side + 9 + rise);
            return format!(
                "<rect x=\"{left}\" y=\"{y}\" width=\"{side}\" height=\"{}\" {STROKE}/>\n",
                side + 4
            );
        }
        let is_solved = matches!(self.filling, Filling::Digits(_));
        let fill = if is_solved && glyph.cell.is_some() { FOUND } else { "" };
        let (y, size) = match is_raised {
            true => (top_of_line + LINE - 7 - RISE, format!(" font-size=\"{RAISED_SIZE}\"")),
            false => (top_of_line + LINE - 7, String::new()),
        };
        format!("<text x=\"{x}\" y=\"{y}\"{size}{fill}>{}</text>\n", escaped(&glyph.text))
    }

    /// Returns whether a digit is to be written in.
    fn is_box(&self, cell: Cell) -> bool {
        match self.filling {
            Filling::Names => self.puzzle.hidden()[cell.index()].kind == Kind::Blank,
            Filling::Boxes => true,
            Filling::Digits(_) | Filling::Written(_) => false,
        }
    }

    /// Draws the bracket of a division, or the sign of a root, as high as its row, or up to the rule above.
    fn bracket(&self, text: &str, x: usize, row: Range<usize>) -> Option<String> {
        let (bottom, from) = (row.end - 3, self.rule_above.unwrap_or(row.start + 3));
        let middle = from.midpoint(bottom);
        let half = spacing::NARROW / 2;
        match (self.puzzle.rules().layout.as_deref()?, text) {
            ("long-division", ")") => {
                Some(format!("M{} {from}Q{} {middle} {} {bottom}", x - 4, x + 8, x - 4))
            }
            ("long-division", "(") => {
                Some(format!("M{} {from}Q{} {middle} {} {bottom}", x + 4, x - 8, x + 4))
            }
            ("root", "√") => {
                let knee = bottom - 9;
                Some(format!("M{} {knee}L{} {bottom}L{} {from}", x - half, x - 2, x + half))
            }
            _ => None,
        }
    }
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
mod tests {
    use super::*;
    use fukumen_language::digits::DigitSet;

    fn read(text: &str) -> Puzzle {
        text.parse().expect("it is a puzzle")
    }

    fn picture(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
        pages(&[Page::new(puzzle, solution)])
    }

    /// Counts these parts in a picture.
    fn counts<const N: usize>(svg: &str, parts: [&str; N]) -> [usize; N] {
        parts.map(|part| svg.matches(part).count())
    }

    #[test]
    fn the_ink_is_that_of_the_page_and_all_is_named() {
        let svg = picture(&read(" A\n+?\n--\nBA"), None);
        assert!(!svg.contains("black") && svg.contains("<title>A; +?; BA</title>"), "{svg}");
        assert_eq!(counts(&svg, ["class=\"rule\"", "class=\"blank\"", "fill=\"currentColor\""]), [1, 1, 1]);
        assert!(picture(&read("A<B"), None).contains("<title>A&lt;B</title>"));
    }

    #[test]
    fn a_sum_is_characters_and_a_line() {
        let svg = picture(&read(" A\n+B\n--\nBA"), None);
        assert_eq!(counts(&svg, ["<text", "<path", "<g "]), [5, 1, 1]);
        let svg = picture(&read("A     C\n-- + -- = 1\nB     D"), None);
        assert_eq!(counts(&svg, ["<text", "<path"]), [7, 2]);
        assert_eq!(escaped("A<B&C"), "A&lt;B&amp;C");
    }

    #[test]
    fn blanks_are_boxes_until_they_are_filled() {
        let puzzle = read("□+□=1□");
        assert_eq!(counts(&picture(&puzzle, None), ["<rect", "<text"]), [3, 3]);
        let solution = Solution::new(&puzzle, vec![4, 7, 1]);
        assert_eq!(
            counts(&picture(&puzzle, Some(&solution)), ["<rect", "class=\"found\"", "<text"]),
            [0, 3, 6]
        );
    }

    #[test]
    fn what_was_written_stands_in_its_places() {
        let puzzle = read("SEND+MO□E=MONEY");
        let mut written = vec![Written::Marks(DigitSet::EMPTY); puzzle.hidden().len()];
        written[0] = Written::Digit(9);
        written[1] = Written::Marks(DigitSet::one(5).with(6));
        let svg = pages(&[Page::new(&puzzle, None).written(written.clone())]);
        // 13 places, one of which is a blank without a name; E occurs three times.
        assert_eq!(
            counts(&svg, ["class=\"blank\"", "class=\"found\"", "class=\"mark\"", "font-size=\"11\""]),
            [13, 1, 6, 12]
        );
        assert!(svg.contains(" fill=\"#06c\">9</text>"), "{svg}");
        // Each mark has its spot: 6 is right of 5.
        let places: Vec<(usize, usize)> = svg.lines().filter(|line| line.contains("mark")).map(at).collect();
        assert_eq!((places[0].0 + PLACE / 4, places[0].1), places[1]);
        // Entries that do not fit the puzzle are not drawn.
        let other = pages(&[Page::new(&puzzle, None).written(written[1..].to_vec())]);
        assert_eq!(other, picture(&puzzle, None));
    }

    /// Returns the place of a text.
    fn at(line: &str) -> (usize, usize) {
        let value = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).expect("it has one");
            rest.split('"').next().and_then(|text| text.parse().ok()).expect("it is a number")
        };
        (value("x"), value("y"))
    }

    #[test]
    fn marks_of_every_base_stay_in_their_places() {
        for base in [2, 10, 16, 17, 40, 64] {
            let puzzle = read(&format!("@base {base}\n AB\n+CD\n---\n EF"));
            let marks = Written::Marks(DigitSet::all(puzzle.rules().base));
            let page = Page::new(&puzzle, None).written(vec![marks; puzzle.hidden().len()]);
            let svg = pages(&[page]);
            assert_eq!(counts(&svg, ["class=\"mark\""]), [6 * base]);
            let mut place = (0, 0);
            for line in svg.lines() {
                if line.contains("<rect") {
                    place = at(line);
                } else if line.contains("mark") {
                    let (x, y) = at(line);
                    assert!((place.0..=place.0 + PLACE).contains(&x), "{line}");
                    assert!((place.1 + MARKS_TOP..place.1 + PLACE_HEIGHT).contains(&y), "{line}");
                }
            }
        }
    }

    #[test]
    fn exponents_are_raised() {
        let svg = picture(&read("A^23=B^(C+D)*E"), None);
        assert_eq!(counts(&svg, ["font-size=\"13\"", ">^<"]), [7, 0]);
        assert!(
            svg.contains("<text x=\"7\" y=\"19\">A</text>\n<text x=\"18\" y=\"11\" font-size=\"13\">2<"),
            "{svg}"
        );
    }

    #[test]
    fn an_exponent_ends_with_its_numeral_or_bracket() {
        let columns = |text: &str| {
            let puzzle = read(text);
            let mut columns: Vec<usize> = raised(&line(&puzzle.sheet().rows()[0])).into_iter().collect();
            columns.sort_unstable();
            columns
        };
        assert_eq!(columns("A^2-B=(C^3)+1"), [1, 2, 8, 9]);
        assert_eq!(columns("A^-B=1/C"), [1, 2, 3]);
        assert_eq!(columns("A^(1/B)-C=D"), [1, 2, 3, 4, 5, 6]);
        assert_eq!(columns("A+B=C"), [0; 0]);
    }

    #[test]
    fn divisions_and_roots_have_brackets() {
        let division = "12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1";
        let svg = picture(&read(division), None);
        assert_eq!(counts(&svg, ["fill=\"none\"", ">)<", ">(<", "Q"]), [2, 0, 0, 2]);
        let svg = picture(&read("    AB\n  ----\n√ABCD\n   1\n --\n   B"), None);
        assert_eq!(counts(&svg, ["fill=\"none\"", ">√<"]), [1, 0]);
    }

    #[test]
    fn solutions_are_groups_below_each_other() {
        let puzzle = read("A=B^2");
        let drawn = [[4, 2], [9, 3]]
            .map(|digits| Drawn::of(&puzzle, Filling::Digits(&Solution::new(&puzzle, digits.into()))));
        let svg = together(&drawn);
        assert_eq!(counts(&svg, ["<svg", "</svg>", "<g ", "</g>"]), [1, 1, 2, 2]);
        assert!(svg.contains("translate(12 12)") && svg.contains("translate(12 50)"), "{svg}");
        assert!(svg.contains(" height=\"88\""), "{svg}");
    }
}
