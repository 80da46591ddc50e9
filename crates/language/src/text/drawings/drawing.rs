//! A drawing as rows of numbers, signs and rules, each in its columns.

use std::ops::Range;

use crate::digits::Digit;
use crate::puzzle::Builder;
use crate::spelling::Spelt;
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;
use crate::vocabulary::signs;

/// The meaning of a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stars {
    /// A blank, except a star alone before a factor.
    Blanks,
    /// A times sign, as between the numbers of a grid. There, dashes are operators as well and not rules.
    Operators,
}

/// One digit of a number, as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub column: usize,
    /// Its bytes in the text.
    pub at: Range<usize>,
    pub sign: char,
    pub shown: Spelt,
    /// The digit that is certain here: a shown one that is neither a blank nor wrong by the rules.
    pub given: Option<Digit>,
}

/// A number, as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub marks: Vec<Mark>,
    /// The number of digits before the point, if it has one.
    pub point: Option<usize>,
}

/// A piece of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Number(Number),
    /// A sign, in its plain spelling.
    Sign {
        sign: char,
        column: usize,
        at: Range<usize>,
    },
    /// A rule, with its first and its last column.
    Rule {
        columns: Range<usize>,
        at: Range<usize>,
        sign: char,
    },
}

/// A line with something visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DrawnRow {
    /// The bytes of the text from its first visible character to its last.
    pub at: Range<usize>,
    /// The column of its first visible character.
    pub start: usize,
    pub pieces: Vec<Piece>,
}

/// The text is a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub rows: Vec<DrawnRow>,
}

impl Mark {
    /// Returns whether it hides its own digit.
    pub fn is_blank(&self, builder: &Builder) -> bool {
        signs::is_drawn_blank(self.sign) || builder.is_blank(&self.shown)
    }
}

impl Number {
    /// Returns its bytes in the text.
    pub fn at(&self) -> Range<usize> {
        let end = self.marks.last().map_or(0, |mark| mark.at.end);
        self.marks.first().map_or(0, |mark| mark.at.start)..end
    }

    /// Returns the number of its digits.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Returns the number of digits before the point.
    pub fn whole(&self) -> usize {
        self.point.unwrap_or(self.len())
    }

    /// Returns the column of its units digit.
    pub fn units(&self) -> usize {
        match self.whole().checked_sub(1).and_then(|i| self.marks.get(i)) {
            Some(mark) => mark.column,
            None => self.first().saturating_sub(1),
        }
    }

    /// Returns whether it needs no column for a point between its digits: it has no point, or other rows have digits in that
    /// column, which was therefore kept.
    pub fn has_room_for_point(&self) -> bool {
        let next = self.point.and_then(|whole| self.marks.get(whole));
        next.is_none_or(|next| next.column > self.units() + 1)
    }

    /// Returns the column of its first digit.
    pub fn first(&self) -> usize {
        self.marks.first().map_or(0, |mark| mark.column)
    }

    /// Returns the column of its last digit.
    pub fn last(&self) -> usize {
        self.marks.last().map_or(0, |mark| mark.column)
    }

    /// Returns some of its digits, as a whole number.
    pub fn part(&self, range: Range<usize>) -> Self {
        Self { marks: self.marks.get(range).unwrap_or_default().to_vec(), point: None }
    }

    /// Returns whether it is certainly zero, because it shows only zeros.
    pub fn is_zero(&self) -> bool {
        self.marks.iter().all(|mark| mark.given == Some(0))
    }
}

impl DrawnRow {
    /// Returns its number, if it has exactly one.
    pub fn number(&self) -> Option<&Number> {
        let mut numbers = self.numbers();
        numbers.next().filter(|_| numbers.next().is_none())
    }

    /// Iterates over its numbers.
    pub fn numbers(&self) -> impl Iterator<Item = &Number> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Number(number) => Some(number),
            _ => None,
        })
    }

    /// Iterates over its signs, each with its place.
    pub fn signs(&self) -> impl Iterator<Item = (char, &Range<usize>)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Sign { sign, at, .. } => Some((*sign, at)),
            _ => None,
        })
    }

    /// Returns whether it has one of these signs.
    pub fn has(&self, wanted: &str) -> bool {
        self.signs().any(|(sign, _)| wanted.contains(sign))
    }

    /// Returns whether it is a rule, perhaps with an operator after it.
    pub fn is_rule(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Rule { .. }))
    }
}

impl Drawing {
    /// Returns the place of a row, or of the end of the drawing.
    pub fn at(&self, row: usize) -> Range<usize> {
        match self.rows.get(row) {
            Some(row) => row.at.clone(),
            None => self.rows.last().map_or(0..0, |row| row.at.end..row.at.end),
        }
    }
}

/// Refuses numbers whose digits are not side by side; a point may separate them.
pub(super) fn check_gaps(drawing: &Drawing) -> Result<(), TextError> {
    for number in drawing.rows.iter().flat_map(DrawnRow::numbers) {
        let pairs = number.marks.windows(2).enumerate();
        for (i, pair) in pairs.filter(|(_, pair)| pair[1].column != pair[0].column + 1) {
            if number.point != Some(i + 1) {
                return Err(TextError::new(DrawingError::Gap, pair[0].at.start..pair[1].at.end));
            }
        }
    }
    Ok(())
}
