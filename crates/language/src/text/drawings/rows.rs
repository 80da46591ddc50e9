//! From characters to the rows of a drawing.
//!
//! The meaning of a character depends on its line alone, with three exceptions. A line of dashes is a rule. A star is a blank,
//! but if it stands alone before a factor it is the times sign. A dot is a blank if some number has several, or begins or ends
//! with one; otherwise it is the point of a decimal fraction.

use std::cell::Cell;

use super::drawing::{Drawing, DrawnRow, Mark, Number, Piece, Stars};
use super::{fraction, measure};
use crate::digits::Digit;
use crate::puzzle::{Builder, Wrong};
use crate::spelling::{Character, Width};
use crate::text::conditions::grammar::is_symbol;
use crate::text::drawing_error::DrawingError;
use crate::text::error::{Mistake, TextError};
use crate::text::heading::Heading;
use crate::vocabulary::signs;
use crate::vocabulary::signs::{DASHES, RULES};

/// The most lines of a drawing.
const MOST_LINES: usize = 2000;
/// The most digits of a number.
const MOST_DIGITS: usize = 10_000;

/// The times signs that need no space around them.
const TIMES: &str = "×·⋅∙✕✖";
/// Other signs before, between or after numbers.
const SIGNS: &str = "+÷∕⁄/:=≠<>≤≥^)(|│┃√∛∜²³⁴⁵⁶⁷⁸⁹⟌;…";
/// Those of them that never occur in a multiplication.
const NO_PRODUCT: &str = ")(|│┃⟌√∛∜/÷∕⁄:;";
/// The most lines of factors: two, and perhaps one in front of them.
const MOST_FACTOR_LINES: usize = 3;
/// The signs that separate the groups of a radicand, without further meaning.
const TICKS: &str = "'’′`";

impl Drawing {
    /// Reads the rows of a text, given its characters without those of special lines.
    pub fn read(
        characters: &[Character],
        builder: &Builder,
        stars: Stars,
        width: Width,
    ) -> Result<Self, TextError> {
        let mut lines = measure::lines(characters, width);
        lines.iter_mut().for_each(|line| line.glyphs.retain(|glyph| !TICKS.contains(glyph.character.sign)));
        lines.retain(|line| !line.glyphs.is_empty());
        if lines.len() > MOST_LINES {
            return Err(TextError::new(DrawingError::TooManyLines(MOST_LINES), lines[MOST_LINES].at()));
        }
        let is_odd = Cell::new(false);
        let has_blank_rows = has_blank_rows(&lines);
        let mut reader =
            RowReader { builder, stars, is_point: true, is_odd, is_times: false, has_blank_rows };
        reader.is_times = reader.is_star_times(&lines);
        let mut drawing = reader.drawing(&lines)?;
        if reader.is_odd.get() {
            reader.is_point = false;
            drawing = reader.drawing(&lines)?;
        }
        drawing.check_size()?;
        // Spaces between fraction bars separate the numbers above them.
        if !fraction::has_bars(&drawing.rows) {
            measure::close_gaps(&mut drawing);
        }
        Ok(drawing)
    }

    /// Keeps the single 0 below a division or a root from being a wrong digit: it says that the calculation is exact.
    pub fn keep_last_zero(&mut self) {
        let pieces = self.rows.iter_mut().rev().flat_map(|row| row.pieces.iter_mut().rev());
        if let Some(Piece::Number(number)) =
            pieces.into_iter().find(|piece| matches!(piece, Piece::Number(_)))
            && let [mark] = number.marks.as_mut_slice()
            && mark.sign == '0'
        {
            mark.given = Some(0);
        }
    }

    fn check_size(&self) -> Result<(), TextError> {
        let mut numbers = self.rows.iter().flat_map(DrawnRow::numbers);
        match numbers.find(|number| number.len() > MOST_DIGITS) {
            Some(number) => Err(TextError::new(DrawingError::TooManyDigits(MOST_DIGITS), number.at())),
            None => Ok(()),
        }
    }
}

/// Returns the characters of a text without settings and comments.
pub(super) fn characters(text: &str, heading: &Heading, builder: &Builder) -> Vec<Character> {
    let mut characters = builder.spelling().characters(text);
    let mut skipped = heading.lines.iter().peekable();
    characters.retain(|character| {
        while skipped.next_if(|line| line.end <= character.span.start).is_some() {}
        skipped.peek().is_none_or(|line| character.span.start < line.start)
    });
    characters
}

struct RowReader<'a> {
    builder: &'a Builder,
    stars: Stars,
    /// Whether a dot is a point.
    is_point: bool,
    /// Whether some dot is in a place where no point can be, so that none of them is one.
    is_odd: Cell<bool>,
    /// Whether a star is the times sign.
    is_times: bool,
    /// Whether lines of underscores are numbers of blanks, not rules.
    has_blank_rows: bool,
}

/// The kind of a character.
enum Sort {
    Digit,
    Point,
    Sign(char),
}

impl RowReader<'_> {
    /// Returns whether a star is the times sign. On one line, a division, a root, or a product that has its sign already does not
    /// need one.
    fn is_star_times(&self, lines: &[measure::Line]) -> bool {
        match self.stars {
            Stars::Blanks => self.has_lone_star(lines),
            Stars::Operators => count(lines, ";") == 0 || count(lines, TIMES) + count(lines, ")√∛∜") == 0,
        }
    }

    /// Returns whether there is only one star, it stands alone before or after a factor, and a multiplication needs nothing else:
    /// there is no other sign among the factors, and no sign of a division or a root anywhere.
    fn has_lone_star(&self, lines: &[measure::Line]) -> bool {
        let count = |signs| count(lines, signs);
        let factors = || lines.iter().take(MOST_FACTOR_LINES).take_while(|line| self.rule(line).is_none());
        let is_other_sign = |line: &measure::Line, i: usize| match line.glyphs[i].character.sign {
            '=' => false,
            'x' => self.is_times_sign(line, i),
            c => is_sign(c),
        };
        let has_other_sign = |line: &measure::Line| (0..line.glyphs.len()).any(|i| is_other_sign(line, i));
        count("*") == 1
            && count(TIMES) + count(NO_PRODUCT) == 0
            && factors().any(|line| line.is_alone('*'))
            && !factors().any(has_other_sign)
    }

    fn drawing(&self, lines: &[measure::Line]) -> Result<Drawing, TextError> {
        let rows = lines.iter().map(|line| self.row(line)).collect::<Result<Vec<_>, _>>()?;
        Ok(Drawing { rows })
    }

    fn row(&self, line: &measure::Line) -> Result<DrawnRow, TextError> {
        let start = line.glyphs.first().map_or(0, |glyph| glyph.column);
        let pieces = match self.rule(line) {
            Some(pieces) => pieces,
            None => self.pieces(line)?,
        };
        Ok(DrawnRow { at: line.at(), start, pieces })
    }

    /// Reads a line of dashes, which may have one operator before or after it.
    fn rule(&self, line: &measure::Line) -> Option<Vec<Piece>> {
        if self.stars == Stars::Operators {
            return None;
        }
        let dash = |glyph: &measure::Glyph| RULES.contains(glyph.character.sign);
        let first = line.glyphs.iter().position(dash)?;
        let last = line.glyphs.iter().rposition(dash)?;
        if self.has_blank_rows && line.glyphs[first..=last].iter().any(|glyph| glyph.character.sign == '_') {
            return None;
        }
        // After a letter, a single dash is a minus sign.
        let is_sign = |glyph: &measure::Glyph| match glyph.character.sign {
            '+' | '×' | '*' => true,
            'x' | 'X' => last > first,
            c => TIMES.contains(c),
        };
        let (before, behind) = (&line.glyphs[..first], &line.glyphs[last + 1..]);
        let others = before.len() + behind.len();
        if is_equation_of_bars(line) {
            return None;
        }
        let is_whole = line.glyphs[first..=last].iter().all(dash) && (others == 0 || last > first);
        if !is_whole || others > 1 || !before.iter().chain(behind).all(is_sign) {
            return None;
        }
        let (from, to) = (&line.glyphs[first], &line.glyphs[last]);
        let rule = Piece::Rule {
            columns: from.column..to.column,
            at: from.character.span.start..to.character.span.end,
            sign: from.character.sign,
        };
        let sign = before.iter().chain(behind).map(|glyph| match glyph.character.sign {
            '+' => sign(glyph, '+'),
            _ => sign(glyph, '×'),
        });
        Some(std::iter::once(rule).chain(sign).collect())
    }

    fn pieces(&self, line: &measure::Line) -> Result<Vec<Piece>, TextError> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut i = 0;
        while let Some(glyph) = line.glyphs.get(i) {
            let end = self.end(line, i)?;
            match self.sort(line, i) {
                Sort::Sign(c) => pieces.push(sign(glyph, c)),
                Sort::Point => self.point(&mut pieces, line, i),
                Sort::Digit => {
                    let mark = self.mark(&line.glyphs[i..end]);
                    match pieces.last_mut() {
                        Some(Piece::Number(number)) => number.marks.push(mark),
                        _ => pieces.push(Piece::Number(Number { marks: vec![mark], point: None })),
                    }
                }
            }
            i = end;
        }
        Ok(pieces)
    }

    /// Marks the point of a number, which is between two of its digits.
    fn point(&self, pieces: &mut [Piece], line: &measure::Line, i: usize) {
        let is_before_digit = i + 1 < line.glyphs.len() && matches!(self.sort(line, i + 1), Sort::Digit);
        match pieces.last_mut() {
            Some(Piece::Number(number)) if number.point.is_none() && is_before_digit => {
                number.point = Some(number.len());
            }
            _ => self.is_odd.set(true),
        }
    }

    /// Returns the end of the piece that begins here: a bracket, or one character.
    fn end(&self, line: &measure::Line, i: usize) -> Result<usize, TextError> {
        let glyph = &line.glyphs[i];
        if glyph.character.sign == '[' {
            let close = line.glyphs[i..].iter().position(|glyph| glyph.character.sign == ']');
            return close
                .map(|length| i + length + 1)
                .ok_or_else(|| TextError::new(Mistake::Unclosed('['), glyph.character.span.clone()));
        }
        if let Sort::Sign('\0') = self.sort(line, i) {
            let shown = glyph.character.shown.to_string();
            return Err(TextError::new(Mistake::UnknownCharacter(shown), glyph.character.span.clone()));
        }
        Ok(i + 1)
    }

    /// Returns the kind of a character in a line; `\0` is a character without meaning.
    fn sort(&self, line: &measure::Line, i: usize) -> Sort {
        let Character { sign, shown, .. } = line.glyphs[i].character;
        match *sign {
            _ if self.builder.is_blank(shown) => Sort::Digit,
            '0'..='9' | '[' => Sort::Digit,
            c if signs::is_blank(c) => Sort::Digit,
            'x' if self.is_times_sign(line, i) => Sort::Sign('×'),
            '*' if self.is_times => Sort::Sign('×'),
            '*' => Sort::Digit,
            '.' if self.is_point => Sort::Point,
            '.' => Sort::Digit,
            c if TIMES.contains(c) => Sort::Sign('×'),
            c if SIGNS.contains(c) || DASHES.contains(c) => Sort::Sign(plain(c)),
            c if is_symbol(c) => Sort::Digit,
            _ => Sort::Sign('\0'),
        }
    }

    /// Reads one digit: a character, or a bracket with its content, which takes the column of its end.
    fn mark(&self, glyphs: &[measure::Glyph]) -> Mark {
        let (first, last) = (&glyphs[0], &glyphs[glyphs.len() - 1]);
        let at = first.character.span.start..last.character.span.end;
        let shown = match glyphs {
            [glyph] => glyph.character.shown.clone(),
            // A digit in a bracket, in plain characters.
            _ => glyphs.iter().map(|glyph| glyph.character.sign).collect::<String>().into(),
        };
        let sign = first.character.sign;
        let is_certain = self.builder.rules().wrong == Wrong::No && !self.builder.is_blank(&shown);
        let given = sign.to_digit(10).filter(|_| is_certain).map(|digit| digit as Digit);
        Mark { column: last.column, at, sign, shown, given }
    }

    /// Returns whether an `x` stands alone: at an end of its row, or between the numbers of a grid.
    fn is_times_sign(&self, line: &measure::Line, i: usize) -> bool {
        let is_digit = |i: usize| line.glyphs.get(i).is_none_or(|glyph| !is_sign(glyph.character.sign));
        let is_operator =
            |glyph: &measure::Glyph| is_sign(glyph.character.sign) || "x*".contains(glyph.character.sign);
        if self.stars == Stars::Operators && line.glyphs.iter().all(is_operator) {
            return line.glyphs.len() > 1;
        }
        let is_end = i == 0 || i + 1 == line.glyphs.len();
        line.glyphs.len() > 1
            && line.has_space_around(i)
            && (is_end || self.stars == Stars::Operators)
            && is_digit(i + 1)
            && (i == 0 || is_digit(i - 1))
    }
}

/// Returns whether lines of underscores, perhaps with an operator before or after them, are numbers of blanks. Then rules are
/// drawn with another sign, and one of these lines cannot be a part of a double rule or a frame. In divisions and roots, only the
/// last line can be such a number, below a rule.
fn has_blank_rows(lines: &[measure::Line]) -> bool {
    let others =
        |line: &measure::Line| line.glyphs.iter().filter(|glyph| glyph.character.sign != '_').count();
    let has_sign = |line: &measure::Line| line.glyphs.iter().any(|glyph| is_sign(glyph.character.sign));
    let is_blank = |line: &measure::Line| {
        line.glyphs.len() > others(line) && (others(line) == 0 || others(line) == 1 && has_sign(line))
    };
    let is_rule = |line: &measure::Line| {
        line.glyphs.iter().all(|glyph| glyph.character.sign != '_' && RULES.contains(glyph.character.sign))
    };
    if count(lines, NO_PRODUCT) > 0 {
        return matches!(lines, [.., rule, last] if is_rule(rule) && is_blank(last));
    }
    let is_number = |i: usize| match (i.checked_sub(1).map(|above| &lines[above]), lines.get(i + 1)) {
        // `__` above `+ AB`.
        (None, Some(below)) => has_sign(below) && !is_rule(below),
        // `+ __` above a rule.
        (Some(_), Some(below)) if is_rule(below) => has_sign(&lines[i]),
        (Some(above), None) => is_rule(above),
        // The first of several partial products.
        (Some(above), Some(below)) => is_rule(above) && is_blank(below),
        (None, None) => false,
    };
    lines.iter().any(is_rule) && (0..lines.len()).any(|i| is_blank(&lines[i]) && is_number(i))
}

/// Returns whether it has fraction bars on both sides of one equals sign, with spaces around it.
fn is_equation_of_bars(line: &measure::Line) -> bool {
    let is_equals = |i: &usize| line.glyphs[*i].character.sign == '=';
    let mut places = (0..line.glyphs.len()).filter(is_equals);
    let (Some(i), None) = (places.next(), places.next()) else { return false };
    i > 0 && i + 1 < line.glyphs.len() && line.has_space_around(i)
}

/// Counts the characters of some lines that are one of these signs.
fn count(lines: &[measure::Line], signs: &str) -> usize {
    let all = lines.iter().flat_map(|line| &line.glyphs);
    all.filter(|glyph| signs.contains(glyph.character.sign)).count()
}

fn sign(glyph: &measure::Glyph, sign: char) -> Piece {
    Piece::Sign { sign, column: glyph.column, at: glyph.character.span.clone() }
}

/// Returns whether it is a sign, not a digit of any kind.
fn is_sign(c: char) -> bool {
    SIGNS.contains(c) || DASHES.contains(c) || TIMES.contains(c)
}

/// Returns the one spelling of a sign that the layouts know.
fn plain(sign: char) -> char {
    match sign {
        c if DASHES.contains(c) => '-',
        '∕' | '⁄' => '/',
        '│' | '┃' | '⟌' => '|',
        '*' => '×',
        c => c,
    }
}
