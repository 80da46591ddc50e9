//! Redraws a drawing tidily, without columns that it does not need, so that answers look like the puzzle and read back to the
//! same.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::drawing::{Drawing, DrawnRow, Mark, Number, Piece};
use crate::arrange::Arrange;
use crate::expr::Element;
use crate::puzzle::{Builder, Role, Sheet};
use crate::spelling::{Width, is_wide};

/// The columns of a digit in brackets: `[37]`.
const BRACKETED: usize = 4;

/// The room for the digits of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// The columns of each digit.
    pub columns: usize,
    /// The way to count columns.
    pub width: Width,
}

impl Room {
    /// Returns the room for the digits of a drawing in answers.
    pub fn of(drawing: &Drawing, builder: &Builder) -> Self {
        let marks = || drawing.rows.iter().flat_map(DrawnRow::numbers).flat_map(|number| &number.marks);
        // A symbol is drawn as first typed.
        let mut seen = HashSet::new();
        let mut firsts = marks().filter(|mark| seen.insert(builder.spelling().key(&mark.shown)));
        let is_wide = firsts.any(|mark| mark.shown.starts_with(is_wide) && !is_plain_digit(mark, builder));
        let width = if is_wide { Width::EastAsian } else { Width::One };
        let is_bracketed = builder.rules().base.get() > 36 || marks().any(|mark| mark.sign == '[');
        let columns = if is_bracketed { BRACKETED } else { 1 + usize::from(is_wide) };
        Self { columns, width }
    }
}

/// Returns whether it is a shown digit, in whatever width it was typed.
fn is_plain_digit(mark: &Mark, builder: &Builder) -> bool {
    mark.sign.is_ascii_digit() && !builder.is_blank(&mark.shown)
}

/// Draws on a sheet.
pub(super) struct Pen<'a> {
    sheet: Sheet,
    room: Room,
    builder: &'a Builder,
    element: &'a dyn Fn(&Mark) -> Element,
    /// The role of each digit's number, by the byte where the digit stands.
    roles: HashMap<usize, Role>,
    is_begun: bool,
}

impl<'a> Pen<'a> {
    /// Makes a pen with an empty sheet.
    pub fn new(
        room: Room,
        builder: &'a Builder,
        element: &'a dyn Fn(&Mark) -> Element,
        names: &[(Role, Number)],
    ) -> Self {
        let roles =
            names.iter().flat_map(|(role, number)| number.marks.iter().map(|mark| (mark.at.start, *role)));
        let sheet = Sheet::new(room.columns, room.width);
        Self { sheet, room, builder, element, roles: roles.collect(), is_begun: false }
    }

    /// Returns the finished sheet.
    pub fn sheet(self) -> Sheet {
        self.sheet
    }

    /// Returns the columns of each digit.
    pub fn room(&self) -> usize {
        self.room.columns
    }

    /// Returns how many columns a text takes.
    pub fn width_of(&self, text: &str) -> usize {
        self.sheet.width_of(text)
    }

    /// Begins a row.
    pub fn row(&mut self) {
        if std::mem::replace(&mut self.is_begun, true) {
            self.sheet.break_row();
        }
    }

    /// Adds text to the last row.
    pub fn text(&mut self, text: &str) {
        self.sheet.text(text, None);
    }

    /// Leaves columns free.
    pub fn space(&mut self, columns: usize) {
        self.sheet.space(columns);
    }

    /// Adds a number to the last row, right-aligned in the room of `digits` digits.
    pub fn number(&mut self, number: &Number, digits: usize) {
        let point = usize::from(number.point.is_some());
        let room = digits.saturating_sub(number.len()) * self.room.columns;
        self.space(room.saturating_sub(point));
        for (i, mark) in number.marks.iter().enumerate() {
            self.point(number, i);
            self.digit(mark);
        }
    }

    /// Adds the point of a number, if it is before this digit.
    fn point(&mut self, number: &Number, digit: usize) {
        if number.point == Some(digit) {
            let role = number.marks.first().and_then(|mark| self.roles.get(&mark.at.start)).copied();
            self.sheet.text(".", role);
        }
    }

    /// Adds a digit, hidden or not, right-aligned in the room of one.
    fn digit(&mut self, mark: &Mark) {
        let role = self.roles.get(&mark.at.start).copied();
        match (self.element)(mark) {
            Element::Hidden(cell) => self.sheet.place(cell, self.builder.shown(cell, &mark.shown), role),
            Element::Shown(_) if mark.sign.is_ascii_digit() => {
                self.sheet.digit(mark.sign.encode_utf8(&mut [0; 4]), role);
            }
            Element::Shown(_) => self.sheet.digit(&mark.shown, role),
        }
    }

    /// Draws everything, each piece in its columns.
    pub fn in_columns(&mut self, drawing: &Drawing) {
        let columns = Columns::new(drawing, self.room);
        for row in &drawing.rows {
            self.row();
            self.row_in_columns(row, &columns, false);
        }
    }

    /// Draws everything, each piece in its columns, with the signs beside the bars of fractions.
    pub fn with_bars(&mut self, drawing: &Drawing) {
        let columns = Columns::new(drawing, self.room);
        for row in &drawing.rows {
            self.row();
            self.row_in_columns(row, &columns, true);
        }
    }

    fn row_in_columns(&mut self, row: &DrawnRow, columns: &Columns, has_bars: bool) {
        let mut dashes = 0;
        for (piece, start) in row.pieces.iter().zip(columns.starts(row)) {
            self.go_to(start);
            match piece {
                // After a single dash, a sign would keep the row from being a rule.
                Piece::Sign { .. } if row.is_rule() && dashes < 2 && !has_bars => {}
                Piece::Sign { sign, .. } => self.text(drawn(*sign)),
                Piece::Rule { columns: Range { end, .. }, sign, .. } => {
                    dashes = (columns.end(*end) - start).max(0) as usize;
                    self.sheet.rule(dash(*sign), dashes);
                }
                Piece::Number(number) => self.number_in_columns(number, columns),
            }
        }
    }

    fn number_in_columns(&mut self, number: &Number, columns: &Columns) {
        for (i, mark) in number.marks.iter().enumerate() {
            self.point(number, i);
            self.go_to(columns.start(mark.column));
            self.digit(mark);
        }
    }

    fn go_to(&mut self, column: isize) {
        let free = column - self.sheet.column() as isize;
        self.space(usize::try_from(free).unwrap_or(0));
    }
}

/// The columns of a redrawn drawing.
struct Columns {
    room: Room,
    /// The columns after which some number has its point, if the drawing has no column for the point.
    points: Vec<usize>,
    /// The number added to all columns, so that the first is 0.
    offset: isize,
}

impl Columns {
    fn new(drawing: &Drawing, room: Room) -> Self {
        let numbers = drawing.rows.iter().flat_map(DrawnRow::numbers);
        let mut points: Vec<usize> =
            numbers.filter(|number| !number.has_room_for_point()).map(Number::units).collect();
        points.arrange();
        points.dedup();
        let mut columns = Self { room, points, offset: 0 };
        let starts = drawing.rows.iter().flat_map(|row| columns.starts(row).into_iter().min());
        columns.offset = -starts.min().unwrap_or(0);
        columns
    }

    /// Returns the column after the digit that is in this column of the drawing.
    fn end(&self, column: usize) -> isize {
        let points = self.points.partition_point(|point| *point < column);
        ((column + 1) * self.room.columns + points) as isize + self.offset
    }

    /// Returns the first column of the digit that is in this column of the drawing.
    fn start(&self, column: usize) -> isize {
        self.end(column) - self.room.columns as isize
    }

    /// Returns the first column of each piece of a row. A sign does not touch the number after it.
    fn starts(&self, row: &DrawnRow) -> Vec<isize> {
        let mut limit = isize::MAX;
        let mut starts: Vec<isize> = row
            .pieces
            .iter()
            .rev()
            .map(|piece| {
                let start = match piece {
                    Piece::Number(number) => self.start(number.first()),
                    Piece::Rule { columns, .. } => self.start(columns.start),
                    Piece::Sign { sign, column, .. } => {
                        let width = self.room.width.of(drawn(*sign)) as isize;
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
}

/// Returns a sign as it is drawn.
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
        ('∜', "∜"),
        ('²', "²"),
        ('³', "³"),
        ('⁴', "⁴"),
        ('⁵', "⁵"),
        ('⁶', "⁶"),
        ('⁷', "⁷"),
        ('⁸', "⁸"),
        ('⁹', "⁹"),
        (';', ";"),
        ('…', "…"),
    ];
    DRAWN.iter().find(|(known, _)| *known == sign).map_or("", |(_, drawn)| drawn)
}

/// Returns the sign of a rule: one with the same width everywhere.
fn dash(sign: char) -> char {
    match sign {
        '=' | '═' => '=',
        '_' => '_',
        _ => '-',
    }
}
