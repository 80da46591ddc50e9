//! Rows of a drawing, whose columns are below each other, and the characters in them.

use std::ops::Range;

use super::{FEW_MARKS, FOUND, MARKS_HEIGHT, MARKS_TOP, PLACE, PLACE_HEIGHT, STROKE, escaped};
use crate::formula::superscript;
use crate::lines::Line;
use crate::page::{Filling, Written};
use crate::spacing::{self, Spacing};
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::{Glyph, Kind, Puzzle};

/// The extent of a line of text above and below its base line, and of a line with places to write in.
pub(super) const TEXT: [usize; 2] = [19, 7];
pub(super) const PLACES: [usize; 2] = [38, 16];
/// The width of a blank's box.
const BOX: usize = 12;
/// The size of text, then of exponents, and of exponents in exponents.
pub(super) const SIZES: [usize; 3] = [20, 13, 10];

/// Returns a length at another size of text.
pub(super) fn scaled(length: usize, level: usize) -> usize {
    length * SIZES[level.min(2)] / SIZES[0]
}

/// Draws rows.
pub(super) struct Hand<'p> {
    pub puzzle: &'p Puzzle,
    pub filling: Filling<'p>,
    pub body: String,
    pub width: usize,
    /// The top of the next row.
    pub top: usize,
    /// The height of the rule of the row above, which brackets and roots reach.
    pub rule_above: Option<usize>,
}

impl Hand<'_> {
    pub fn row(&mut self, lines: &[Line], spacing: &Spacing) {
        self.width = self.width.max(spacing.width());
        let has_place = |line: &Line| match line {
            Line::Glyphs(glyphs) => glyphs.iter().any(|glyph| self.written(glyph).is_some()),
            Line::Rule(_) => false,
        };
        let [above, below] = if lines.iter().any(has_place) { PLACES } else { TEXT };
        let (row, middle) = (self.top..self.top + above + below, self.top + (above + below) / 2);
        let mut rule = None;
        for line in lines {
            match line {
                Line::Rule(columns) => {
                    let (line, y) = (spacing.line(columns), middle);
                    self.body += &bar(line, y);
                    rule = Some(y);
                }
                Line::Glyphs(glyphs) => {
                    for glyph in glyphs {
                        let x = spacing.middle(glyph, self.width_of(glyph));
                        self.body +=
                            &match self.bracket(&glyph.text, x, row.start..row.start + above + TEXT[1]) {
                                Some(path) => drawn(&path),
                                None => self.glyph(glyph, x, row.start + above, 0),
                            };
                    }
                }
            }
        }
        self.top = row.end;
        self.rule_above = rule;
    }

    /// Returns the entry in the place of a character, if it is one and has an entry to draw.
    pub fn written(&self, glyph: &Glyph) -> Option<Written> {
        match (self.filling, glyph.cell) {
            (Filling::Written(all), Some(cell)) => all.get(cell.index()).copied(),
            _ => None,
        }
    }

    pub fn width_of(&self, glyph: &Glyph) -> usize {
        // A shown digit is in the middle of its column, between the places above and below.
        let is_column = self.puzzle.is_drawn() && glyph.text.starts_with(char::is_numeric);
        let is_wide =
            self.written(glyph).is_some() || is_column && matches!(self.filling, Filling::Written(_));
        if is_wide { PLACE + 4 } else { spacing::width(&glyph.text) }
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

    /// Draws a character with its middle and its base line here, at a size of text.
    pub fn glyph(&self, glyph: &Glyph, x: usize, base: usize, level: usize) -> String {
        if let Some(written) = self.written(glyph) {
            // Its box is a little smaller than its room.
            return self.place(glyph, written, x - PLACE / 2, (base + 9).saturating_sub(PLACES[0]));
        }
        if glyph.cell.is_some_and(|cell| self.is_box(cell)) {
            let side = scaled(BOX, level);
            let (left, y) = (x - side / 2, base.saturating_sub(side + 2));
            return format!(
                "<rect x=\"{left}\" y=\"{y}\" width=\"{side}\" height=\"{}\" {STROKE}/>\n",
                side + 4
            );
        }
        let fill =
            if matches!(self.filling, Filling::Digits(_)) && glyph.cell.is_some() { FOUND } else { "" };
        let size = match SIZES[level.min(2)] {
            20 => String::new(),
            size => format!(" font-size=\"{size}\""),
        };
        let digit = superscript(&glyph.text).filter(|_| level > 0).map(String::from);
        let text = match &*glyph.text {
            // A slash would be through its column.
            "/" if glyph.cell.is_none() && self.puzzle.is_drawn() => "÷",
            text => digit.as_deref().unwrap_or(text),
        };
        format!("<text x=\"{x}\" y=\"{base}\"{size}{fill}>{}</text>\n", escaped(text))
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

/// Returns a curve or the sign of a root.
pub(super) fn drawn(path: &str) -> String {
    format!("<path class=\"rule\" d=\"{path}\" fill=\"none\" stroke=\"currentColor\"/>\n")
}

/// Returns a line.
pub(super) fn bar(columns: Range<usize>, y: usize) -> String {
    format!("<path class=\"rule\" d=\"M{} {y}H{}\" stroke=\"currentColor\"/>\n", columns.start, columns.end)
}
