//! Columns: the places of the characters in a drawing.
//!
//! A tab leads to the next column that is a multiple of eight. Wide characters, as in East Asian scripts, take two columns, and
//! then so do those that their fonts make wide, `□` and `×`. If the drawing then contradicts itself, it is read once more with
//! one column for every character. Spaces may separate digits: a column inside some number in which no row has a digit is removed
//! from the drawing.

use std::ops::Range;

use super::drawing::{Drawing, DrawnRow, Piece};
use crate::arrange::Arrange;
use crate::spelling::{Character, Width, is_wide};

/// The distance between tab stops.
const TAB: usize = 8;

/// A character in its column.
#[derive(Clone, Debug)]
pub(super) struct Glyph<'a> {
    pub character: &'a Character,
    /// The last column that it takes.
    pub column: usize,
    /// Whether there is white space or nothing before it, and after it.
    space: (bool, bool),
}

/// The visible characters of a line; there is at least one.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub glyphs: Vec<Glyph<'a>>,
}

impl Line<'_> {
    /// Returns the bytes of the text from the first visible character to the last.
    pub fn at(&self) -> Range<usize> {
        let end = self.glyphs.last().map_or(0, |glyph| glyph.character.span.end);
        self.glyphs.first().map_or(0, |glyph| glyph.character.span.start)..end
    }

    /// Returns whether a glyph is separate from others.
    pub fn has_space_around(&self, i: usize) -> bool {
        self.glyphs[i].space == (true, true)
    }

    /// Returns whether a sign is separate at one end of a line with other characters.
    pub fn is_alone(&self, sign: char) -> bool {
        let last = self.glyphs.len() - 1;
        let mut ends = [0, last].into_iter().filter(|i| self.glyphs[*i].character.sign == sign);
        last > 0 && ends.any(|i| self.has_space_around(i))
    }
}

/// Returns the ways to measure these characters, the likelier first: two if some of them are wide.
pub(super) fn widths(characters: &[Character]) -> &'static [Width] {
    let is_uneven = characters.iter().any(|character| character.shown.starts_with(is_wide));
    if is_uneven { &[Width::EastAsian, Width::One] } else { &[Width::One] }
}

/// Returns the lines with something visible.
pub(super) fn lines(characters: &[Character], width: Width) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for line in characters.split(|character| character.sign == '\n') {
        let glyphs = glyphs(line, width);
        if !glyphs.is_empty() {
            lines.push(Line { glyphs });
        }
    }
    lines
}

fn glyphs(line: &[Character], width: Width) -> Vec<Glyph<'_>> {
    let is_space =
        |i: Option<usize>| i.and_then(|i| line.get(i)).is_none_or(|character| character.sign.is_whitespace());
    let (mut glyphs, mut next) = (Vec::new(), 0);
    for (i, character) in line.iter().enumerate() {
        next = match character.sign {
            '\t' => (next / TAB + 1) * TAB,
            '\r' | '\u{FEFF}' => next,
            _ => next + width.of(&character.shown),
        };
        if !character.sign.is_whitespace() {
            let space = (is_space(i.checked_sub(1)), is_space(Some(i + 1)));
            glyphs.push(Glyph { character, column: next - 1, space });
        }
    }
    glyphs
}

/// Removes the columns that only separate digits. The digits of a root, which may be anywhere above their groups, do not count.
pub(super) fn close_gaps(drawing: &mut Drawing) {
    let head = drawing.rows.iter().position(|row| row.has("√∛∜")).unwrap_or(0);
    let numbers = || drawing.rows[head..].iter().flat_map(DrawnRow::numbers);
    let digits = numbers().flat_map(|number| &number.marks).map(|mark| mark.column);
    let mut filled: Vec<usize> = digits.chain(drawing.rows.iter().flat_map(between_numbers)).collect();
    filled.arrange();
    filled.dedup();
    // Columns without digits are between neighbouring columns with digits. Those inside a number are removed.
    let mut gaps: Vec<Range<usize>> = Vec::new();
    for pair in numbers().flat_map(|number| number.marks.windows(2)) {
        let (left, right) = (pair[0].column, pair[1].column);
        let from = filled.partition_point(|column| *column < left);
        let inside = filled[from..].windows(2).take_while(|pair| pair[0] < right);
        gaps.extend(inside.map(|pair| pair[0] + 1..pair[1]).filter(|gap| !gap.is_empty()));
    }
    gaps.arrange_by_key(|gap| gap.start);
    gaps.dedup();
    let shifts: Vec<(usize, usize)> = gaps
        .iter()
        .scan(0, |total, gap| {
            *total += gap.len();
            Some((gap.end, *total))
        })
        .collect();
    let moved = |column: usize| {
        let before = shifts.partition_point(|(end, _)| *end <= column);
        let taken = before.checked_sub(1).map_or(0, |i| shifts[i].1);
        // A sign inside a gap moves to its left edge.
        let edge = gaps.get(before).filter(|gap| gap.contains(&column)).map_or(column, |gap| gap.start);
        edge.saturating_sub(taken)
    };
    drawing.rows.iter_mut().for_each(|row| shift(row, &moved));
}

/// Returns the columns of the signs between two numbers; no number covers them.
fn between_numbers(row: &DrawnRow) -> impl Iterator<Item = usize> {
    row.pieces.windows(3).filter_map(|three| match three {
        [Piece::Number(_), Piece::Sign { column, .. }, Piece::Number(_)] => Some(*column),
        _ => None,
    })
}

fn shift(row: &mut DrawnRow, moved: &dyn Fn(usize) -> usize) {
    for piece in &mut row.pieces {
        match piece {
            Piece::Number(number) => {
                number.marks.iter_mut().for_each(|mark| mark.column = moved(mark.column));
            }
            Piece::Sign { column, .. } => *column = moved(*column),
            Piece::Rule { columns, .. } => *columns = moved(columns.start)..moved(columns.end),
        }
    }
}
