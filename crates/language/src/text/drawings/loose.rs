//! Rows without regard to their columns, and rows put into new columns.

use std::ops::Range;

use super::drawing::{DrawnRow, Mark, Number, Piece};

/// One line of a drawing, whatever its columns.
#[derive(Clone, Debug)]
pub(super) enum Line<'a> {
    /// A rule, with the operators beside it.
    Rule(Vec<char>),
    /// Only signs.
    Signs(Vec<char>),
    /// A number, with the signs before and after it.
    Number { before: Vec<char>, number: &'a Number, behind: Vec<char> },
    /// Anything else.
    Other(&'a DrawnRow),
}

impl<'a> Line<'a> {
    /// Returns the line of a row. A single dash is a minus sign, a single `=` an equals sign.
    pub fn of(row: &'a DrawnRow) -> Self {
        let signs = || row.signs().map(|(sign, _)| sign).collect::<Vec<char>>();
        if let Some((columns, sign)) = rule(row) {
            let is_one = columns.start == columns.end;
            return match sign {
                '=' if is_one => Self::Signs(vec!['=']),
                '-' | '−' | '–' if is_one => Self::Signs(vec!['-']),
                _ => Self::Rule(signs()),
            };
        }
        let mut numbers = row.pieces.iter().enumerate().filter_map(|(i, piece)| match piece {
            Piece::Number(number) => Some((i, number)),
            _ => None,
        });
        match (numbers.next(), numbers.next()) {
            (None, _) => Self::Signs(signs()),
            (Some((i, number)), None) => Self::Number {
                before: signs_of(&row.pieces[..i]),
                number,
                behind: signs_of(&row.pieces[i + 1..]),
            },
            _ => Self::Other(row),
        }
    }
}

/// Returns the rule of a row: its columns, and its sign.
fn rule(row: &DrawnRow) -> Option<(&Range<usize>, char)> {
    row.pieces.iter().find_map(|piece| match piece {
        Piece::Rule { columns, sign, .. } => Some((columns, *sign)),
        _ => None,
    })
}

fn signs_of(pieces: &[Piece]) -> Vec<char> {
    let sign = |piece: &Piece| if let Piece::Sign { sign, .. } = piece { Some(*sign) } else { None };
    pieces.iter().filter_map(sign).collect()
}

/// Returns the same number with its digits side by side, ending in a column.
pub(super) fn ending(number: &Number, end: usize) -> Number {
    let first = (end + 1).saturating_sub(number.len());
    let marks =
        number.marks.iter().enumerate().map(|(i, mark)| Mark { column: first + i, ..mark.clone() }).collect();
    Number { marks, point: number.point }
}

/// Returns a row with a number that ends in a column, with a sign before it at the left.
pub(super) fn row(number: &Number, end: usize, sign: Option<(char, usize)>) -> DrawnRow {
    let number = ending(number, end);
    let at = number.at();
    let sign = sign.map(|(sign, column)| Piece::Sign { sign, column, at: at.clone() });
    let start = sign.as_ref().map_or(number.first(), |_| 0);
    DrawnRow { at, start, pieces: sign.into_iter().chain([Piece::Number(number)]).collect() }
}

/// Returns a rule from one column to another, with `at` as its place in the text.
pub(super) fn rule_row(columns: Range<usize>, at: Range<usize>) -> DrawnRow {
    let pieces = vec![Piece::Rule { columns: columns.clone(), at: at.clone(), sign: '-' }];
    DrawnRow { at, start: columns.start, pieces }
}

/// Returns a number of blanks without a place in the text.
pub(super) fn blanks(digits: usize) -> Number {
    let place = usize::MAX / 2;
    let marks = (0..digits).map(|i| Mark {
        column: i,
        at: place + 4 * i..place + 4 * i + 1,
        sign: '□',
        shown: "□".into(),
        given: None,
    });
    Number { marks: marks.collect(), point: None }
}
