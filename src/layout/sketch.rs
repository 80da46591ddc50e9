//! A drawing drawn anew: tidy, without what its columns do not need, so that answers look like the puzzle and what
//! is drawn reads back to the same.

use std::collections::HashSet;

use super::drawing::Drawing;
use super::drawing::Mark;
use super::drawing::Number;
use super::drawing::Piece;
use super::drawing::Row;
use crate::puzzle::Builder;
use crate::spelling::Width;
use crate::spelling::is_wide;

/// How many columns a digit in brackets takes: `[37]`.
const BRACKETED: usize = 4;

/// What is put on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Text as it is.
    Text(String),
    /// A digit, hidden or not, right-aligned in the room of one.
    Digit(Mark),
}

/// A tidy drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sketch {
    pub lines: Vec<Vec<Ink>>,
    /// How many columns each digit takes.
    pub room: usize,
    /// How columns are counted.
    pub width: Width,
}

impl Sketch {
    /// An empty one, with the room that the digits of a drawing take in answers.
    pub fn new(drawing: &Drawing, builder: &Builder) -> Self {
        let marks = || drawing.rows.iter().flat_map(Row::numbers).flat_map(|number| &number.marks);
        // A symbol is drawn as it was first typed.
        let mut seen = HashSet::new();
        let mut firsts = marks().filter(|mark| seen.insert(builder.spelling().key(&mark.shown)));
        let is_wide = firsts.any(|mark| mark.shown.starts_with(is_wide) && !is_plain_digit(mark, builder));
        let width = if is_wide { Width::EastAsian } else { Width::One };
        let is_bracketed = builder.rules().base.get() > 36 || marks().any(|mark| mark.sign == '[');
        let room = if is_bracketed { BRACKETED } else { 1 + usize::from(is_wide) };
        Self { lines: Vec::new(), room, width }
    }

    /// A drawing whose pieces keep their columns.
    pub fn in_columns(drawing: &Drawing, builder: &Builder) -> Self {
        let mut sketch = Self::new(drawing, builder);
        let pen = Pen::new(drawing, sketch.room, sketch.width);
        sketch.lines = drawing.rows.iter().map(|row| pen.line(row)).collect();
        sketch
    }

    /// Adds text to the last line.
    pub fn text(&mut self, text: &str) {
        self.push(Ink::Text(text.into()));
    }

    /// Adds a number to the last line, right-aligned in the room of so many digits.
    pub fn number(&mut self, number: &Number, digits: usize) {
        let point = usize::from(number.point.is_some());
        let room = digits.saturating_sub(number.len()) * self.room;
        self.text(&" ".repeat(room.saturating_sub(point)));
        for (i, mark) in number.marks.iter().enumerate() {
            if number.point == Some(i) {
                self.text(".");
            }
            self.push(Ink::Digit(mark.clone()));
        }
    }

    fn push(&mut self, ink: Ink) {
        match self.lines.last_mut() {
            Some(line) => line.push(ink),
            None => self.lines.push(vec![ink]),
        }
    }
}

/// Whether it is a digit that is shown, in whatever width it was typed.
fn is_plain_digit(mark: &Mark, builder: &Builder) -> bool {
    mark.sign.is_ascii_digit() && !builder.is_blank(&mark.shown)
}

/// Where things are put.
struct Pen {
    room: usize,
    width: Width,
    /// The columns behind which some number has its point, for which the drawing leaves no column of its own.
    points: Vec<usize>,
    /// What is added to all columns, so that none is negative, and the first is 0.
    offset: isize,
}

impl Pen {
    fn new(drawing: &Drawing, room: usize, width: Width) -> Self {
        let numbers = drawing.rows.iter().flat_map(Row::numbers);
        let mut points: Vec<usize> =
            numbers.filter(|number| !number.has_room_for_point()).map(Number::units).collect();
        points.sort_unstable();
        points.dedup();
        let mut pen = Self { room, width, points, offset: 0 };
        let starts = drawing.rows.iter().flat_map(|row| pen.starts(row).into_iter().min());
        pen.offset = -starts.min().unwrap_or(0);
        pen
    }

    /// The column behind the digit that stands in this one of the drawing.
    fn end(&self, column: usize) -> isize {
        let points = self.points.partition_point(|point| *point < column);
        ((column + 1) * self.room + points) as isize + self.offset
    }

    /// Where each piece of a row begins. A sign keeps clear of the number behind it.
    fn starts(&self, row: &Row) -> Vec<isize> {
        let mut limit = isize::MAX;
        let mut starts: Vec<isize> = row
            .pieces
            .iter()
            .rev()
            .map(|piece| {
                let start = match piece {
                    Piece::Number(number) => self.end(number.first()) - self.room as isize,
                    Piece::Rule { columns, .. } => self.end(columns.start) - self.room as isize,
                    Piece::Sign { sign, column, .. } => {
                        let width = self.width.of(drawn(*sign)) as isize;
                        (self.end(*column) - width).min(limit.saturating_sub(width))
                    }
                };
                limit = start;
                start
            })
            .collect();
        starts.reverse();
        starts
    }

    fn line(&self, row: &Row) -> Vec<Ink> {
        let mut line = Line { ink: Vec::new(), at: 0, width: self.width };
        let mut dashes = 0;
        for (piece, start) in row.pieces.iter().zip(self.starts(row)) {
            line.go_to(start);
            match piece {
                // Behind one dash a sign would make a row of the rule.
                Piece::Sign { .. } if row.is_rule() && dashes < 2 => {}
                Piece::Sign { sign, .. } => line.text(drawn(*sign)),
                Piece::Rule { columns, sign, .. } => {
                    dashes = (self.end(columns.end) - start).max(0) as usize;
                    line.text(&dash(*sign).repeat(dashes));
                }
                Piece::Number(number) => self.number(number, &mut line),
            }
        }
        line.ink
    }

    fn number(&self, number: &Number, line: &mut Line) {
        for (i, mark) in number.marks.iter().enumerate() {
            if number.point == Some(i) {
                line.text(".");
            }
            line.go_to(self.end(mark.column) - self.room as isize);
            line.ink.push(Ink::Digit(mark.clone()));
            line.at += self.room as isize;
        }
    }
}

/// A line as it is being drawn.
struct Line {
    ink: Vec<Ink>,
    at: isize,
    width: Width,
}

impl Line {
    fn go_to(&mut self, column: isize) {
        if column > self.at {
            self.text(&" ".repeat((column - self.at) as usize));
        }
    }

    fn text(&mut self, text: &str) {
        self.at += self.width.of(text) as isize;
        self.ink.push(Ink::Text(text.into()));
    }
}

/// A sign as it is drawn.
pub(super) fn drawn(sign: char) -> &'static str {
    const DRAWN: &[(char, &str)] = &[
        ('+', "+"),
        ('-', "-"),
        ('×', "×"),
        ('/', "/"),
        ('÷', "÷"),
        (':', ":"),
        ('=', "="),
        ('≠', "≠"),
        ('<', "<"),
        ('>', ">"),
        ('≤', "≤"),
        ('≥', "≥"),
        ('^', "^"),
        (')', ")"),
        ('(', "("),
        ('|', "|"),
        ('√', "√"),
        ('∛', "∛"),
        (';', ";"),
    ];
    DRAWN.iter().find(|(known, _)| *known == sign).map_or("", |(_, drawn)| drawn)
}

/// What a rule is drawn of: signs that are as wide everywhere.
fn dash(sign: char) -> &'static str {
    match sign {
        '=' | '═' => "=",
        '_' => "_",
        _ => "-",
    }
}
