//! A drawing as rows of numbers, signs and rules, each in its columns.

use std::ops::Range;

use crate::digits::Digit;
use crate::puzzle::Builder;
use crate::spelling::Spelt;
use crate::text::error::Slip;
use crate::text::flaw::Flaw;
use crate::vocabulary::signs;

/// What a star means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stars {
    /// A blank, but for one alone before a factor.
    Blanks,
    /// A times sign, as between the numbers of a grid; there dashes are operators, too, and draw no rules.
    Operators,
}

/// One digit of a number, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub column: usize,
    /// The bytes of the text.
    pub at: Range<usize>,
    pub sign: char,
    pub shown: Spelt,
    /// The digit that certainly stands here: one that is shown, and neither a blank nor wrong by the rules.
    pub given: Option<Digit>,
}

/// A number, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub marks: Vec<Mark>,
    /// How many digits stand before the point, where there is one.
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

/// A line on which something is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The bytes of the text from its first visible character to its last.
    pub at: Range<usize>,
    /// The column of its first visible character.
    pub start: usize,
    pub pieces: Vec<Piece>,
}

/// A drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub rows: Vec<Row>,
}

impl Mark {
    /// Whether it hides a digit of its own.
    pub fn is_blank(&self, builder: &Builder) -> bool {
        signs::is_drawn_blank(self.sign) || builder.is_blank(&self.shown)
    }
}

impl Number {
    /// The bytes of the text that it takes.
    pub fn at(&self) -> Range<usize> {
        let end = self.marks.last().map_or(0, |mark| mark.at.end);
        self.marks.first().map_or(0, |mark| mark.at.start)..end
    }

    /// How many digits it has.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// How many digits stand before the point.
    pub fn whole(&self) -> usize {
        self.point.unwrap_or(self.len())
    }

    /// The column of its units digit.
    pub fn units(&self) -> usize {
        match self.whole().checked_sub(1).and_then(|i| self.marks.get(i)) {
            Some(mark) => mark.column,
            None => self.first().saturating_sub(1),
        }
    }

    /// Whether no point needs a column between its digits: it has none, or other rows have digits in that column, so
    /// that it was not taken out.
    pub fn has_room_for_point(&self) -> bool {
        let next = self.point.and_then(|whole| self.marks.get(whole));
        next.is_none_or(|next| next.column > self.units() + 1)
    }

    /// The column of its first digit.
    pub fn first(&self) -> usize {
        self.marks.first().map_or(0, |mark| mark.column)
    }

    /// The column of its last digit.
    pub fn last(&self) -> usize {
        self.marks.last().map_or(0, |mark| mark.column)
    }

    /// Some of its digits, as a whole number.
    pub fn part(&self, range: Range<usize>) -> Self {
        Self { marks: self.marks.get(range).unwrap_or_default().to_vec(), point: None }
    }

    /// Whether it is certainly zero, because it shows nothing but zeros.
    pub fn is_zero(&self) -> bool {
        self.marks.iter().all(|mark| mark.given == Some(0))
    }
}

impl Row {
    /// Its number, where it has one alone.
    pub fn number(&self) -> Option<&Number> {
        let mut numbers = self.numbers();
        numbers.next().filter(|_| numbers.next().is_none())
    }

    /// Its numbers.
    pub fn numbers(&self) -> impl Iterator<Item = &Number> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Number(number) => Some(number),
            _ => None,
        })
    }

    /// Its signs, each with its place.
    pub fn signs(&self) -> impl Iterator<Item = (char, &Range<usize>)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Sign { sign, at, .. } => Some((*sign, at)),
            _ => None,
        })
    }

    /// Whether it has a sign.
    pub fn has(&self, wanted: &str) -> bool {
        self.signs().any(|(sign, _)| wanted.contains(sign))
    }

    /// Whether it is a rule, perhaps with an operator behind it.
    pub fn is_rule(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Rule { .. }))
    }
}

impl Drawing {
    /// The place of a row, or of the end of the drawing.
    pub fn at(&self, row: usize) -> Range<usize> {
        match self.rows.get(row) {
            Some(row) => row.at.clone(),
            None => self.rows.last().map_or(0..0, |row| row.at.end..row.at.end),
        }
    }
}

/// Refuses numbers whose digits do not stand side by side; a point may part them.
pub(super) fn check_gaps(drawing: &Drawing) -> Result<(), Slip> {
    for number in drawing.rows.iter().flat_map(Row::numbers) {
        let pairs = number.marks.windows(2).enumerate();
        for (i, pair) in pairs.filter(|(_, pair)| pair[1].column != pair[0].column + 1) {
            if number.point != Some(i + 1) {
                return Err(Slip::new(Flaw::Gap, pair[0].at.start..pair[1].at.end));
            }
        }
    }
    Ok(())
}
