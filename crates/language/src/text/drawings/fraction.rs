//! Stacked fractions: bars in a line, numbers above and below them, and operators, numbers and brackets between the bars.
//!
//! Several such groups of three lines below each other are one condition if a line begins with an operator, and separate
//! conditions otherwise.

use std::ops::Range;

use super::drawing::{Drawing, DrawnRow, Number, Piece};
use super::figure::{Figure, Value};
use super::grid::operator_of;
use super::layout::Layout;
use super::pen::Pen;
use crate::message::message;
use crate::puzzle::{Role, RoleKind};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;
use crate::vocabulary::{Operator, Tier};

/// Stacked fractions.
pub(super) struct Fraction;

/// The rows of a line of fractions: those above the bars, the bars, and those below.
const ROWS: usize = 3;
/// The most signs and digits of a row.
const MOST_PIECES: usize = 2000;
/// The greatest depth of brackets.
const MOST_DEEP: usize = 50;

impl Layout for Fraction {
    fn name(&self) -> &'static str {
        "fraction"
    }

    fn help(&self) -> &'static str {
        "stacked fractions, with numbers and operators between them"
    }

    fn example(&self) -> &'static str {
        " □     □     □\n--- + --- + --- = 1\n□□    □□    □□"
    }

    fn recognises(&self, drawing: &Drawing) -> bool {
        let is_short = |row: &DrawnRow| row.pieces.len() + digits(row).len() <= MOST_PIECES;
        drawing.rows.len() >= ROWS && has_bars(&drawing.rows) && drawing.rows.iter().all(is_short)
    }

    fn complete(&self, mut drawing: Drawing) -> Result<Drawing, TextError> {
        for i in 1..drawing.rows.len().saturating_sub(1) {
            if i % ROWS == 1 {
                let beside = [i - 1, i + 1].map(|i| digits(&drawing.rows[i]));
                let is_held = |column: usize| {
                    let is_near = |digits: &Vec<usize>| digits.iter().any(|digit| digit.abs_diff(column) < 2);
                    beside.iter().all(is_near)
                };
                let row = &mut drawing.rows[i];
                row.pieces = with_bars(&row.pieces, &is_held);
                let bars: Vec<Range<usize>> = row.pieces.iter().filter_map(bar).cloned().collect();
                for i in [i - 1, i + 1] {
                    center(&mut drawing.rows[i], &bars);
                    part(&mut drawing.rows[i], &bars);
                }
            }
        }
        Ok(drawing)
    }

    fn read(&self, drawing: &Drawing) -> Result<Figure, TextError> {
        let mut figure = Figure::default();
        let mut tokens: Vec<Token> = Vec::new();
        if !drawing.rows.len().is_multiple_of(ROWS) {
            return Err(TextError::new(
                DrawingError::Stray(message!("fraction-lines")),
                drawing.at(drawing.rows.len() - 1),
            ));
        }
        for (i, rows) in drawing.rows.chunks(ROWS).enumerate() {
            let line = line(rows)?;
            let goes_on =
                tokens.last().is_none_or(Token::is_open) || line.first().is_some_and(Token::is_sign);
            if !goes_on {
                claim(std::mem::take(&mut tokens), i, drawing, &mut figure)?;
            }
            tokens.extend(line);
        }
        let last = drawing.rows.len() / ROWS;
        claim(tokens, last, drawing, &mut figure)?;
        Ok(figure)
    }

    fn draw(&self, drawing: &Drawing, pen: &mut Pen) {
        pen.with_bars(drawing);
    }
}

/// Returns whether some rows have fraction bars.
pub(super) fn has_bars(rows: &[DrawnRow]) -> bool {
    rows.iter().any(has_long_bars) || has_short_bars(rows)
}

/// Returns whether three rows are fractions whose bars are single dashes, each between two digits.
fn has_short_bars(rows: &[DrawnRow]) -> bool {
    let [above, middle, below] = rows else { return false };
    let are_numbers = [above, below].iter().all(|row| matches!(row.pieces.as_slice(), [Piece::Number(_)]));
    if !are_numbers || middle.is_rule() || !middle.has("=") {
        return false;
    }
    let dashes =
        middle.pieces.iter().filter(|piece| matches!(piece, Piece::Sign { sign: '-', .. })).map(column);
    let dashes: Vec<usize> = dashes.collect();
    !dashes.is_empty() && [above, below].iter().all(|row| digits(row) == dashes)
}

/// Returns whether a row has fraction bars: dashes side by side, and something else.
fn has_long_bars(row: &DrawnRow) -> bool {
    let dashes = |piece: &Piece| matches!(piece, Piece::Sign { sign: '-', .. });
    let are_beside =
        |pair: &[Piece]| dashes(&pair[0]) && dashes(&pair[1]) && column(&pair[1]) == column(&pair[0]) + 1;
    let is_other = |piece: &Piece| !dashes(piece);
    row.pieces.windows(2).any(are_beside) && row.pieces.iter().any(is_other) && !row.has("|;√∛∜")
}

/// Returns the first column of a piece.
fn column(piece: &Piece) -> usize {
    match piece {
        Piece::Number(number) => number.first(),
        Piece::Sign { column, .. } => *column,
        Piece::Rule { columns, .. } => columns.start,
    }
}

/// Splits a row of digits: digits above different bars are different numbers.
fn part(row: &mut DrawnRow, bars: &[Range<usize>]) {
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in row.pieces.drain(..) {
        let Piece::Number(number) = piece else {
            pieces.push(piece);
            continue;
        };
        let of = |i: usize| nearest(bars, number.marks[i].column);
        // A point between two numbers belongs to neither. Its meaning is unclear, so the whole number stays and is an error.
        if number.point.is_some_and(|point| (1..number.len()).contains(&point) && of(point - 1) != of(point))
        {
            pieces.push(Piece::Number(number));
            continue;
        }
        let mut start = 0;
        for end in 1..=number.len() {
            if end == number.len() || of(end) != of(start) {
                let point = number.point.filter(|point| (start..end).contains(point));
                let marks = number.marks[start..end].to_vec();
                pieces.push(Piece::Number(Number { marks, point: point.map(|point| point - start) }));
                start = end;
            }
        }
    }
    row.pieces = pieces;
}

/// Returns the distance of a column from a bar.
fn distance(bar: &Range<usize>, column: usize) -> usize {
    bar.start.saturating_sub(column) + column.saturating_sub(bar.end)
}

/// Returns the bar above or below which a column is.
fn nearest(bars: &[Range<usize>], column: usize) -> Option<usize> {
    (0..bars.len()).min_by_key(|i| distance(&bars[*i], column)).filter(|i| distance(&bars[*i], column) < 2)
}

/// Centers the numbers above their bars, in turn, if there are as many numbers as bars.
fn center(row: &mut DrawnRow, bars: &[Range<usize>]) {
    let [Piece::Number(number)] = row.pieces.as_mut_slice() else { return };
    let is_end = |i: &usize| number.marks[*i].column + 1 < number.marks[*i + 1].column;
    let ends = (0..number.len() - 1).filter(is_end).map(|i| i + 1).chain([number.len()]);
    let mut start = 0;
    let numbers: Vec<Range<usize>> = ends.map(|end| std::mem::replace(&mut start, end)..end).collect();
    let is_beside = |(one, bar): (&Range<usize>, &Range<usize>)| {
        one.clone().all(|i| bar.start < number.marks[i].column + 2 && number.marks[i].column < bar.end + 2)
    };
    if numbers.len() != bars.len() || number.point.is_some() || numbers.iter().zip(bars).all(is_beside) {
        return;
    }
    for (one, bar) in numbers.into_iter().zip(bars) {
        let room = (bar.end + 1 - bar.start).saturating_sub(one.len());
        let first = bar.start + room.div_ceil(2);
        number.marks[one].iter_mut().enumerate().for_each(|(i, mark)| mark.column = first + i);
    }
}

/// Returns the columns in which a row has digits.
fn digits(row: &DrawnRow) -> Vec<usize> {
    row.numbers().flat_map(|number| &number.marks).map(|mark| mark.column).collect()
}

/// Replaces dashes with bars: several side by side, or one with digits above and below.
fn with_bars(pieces: &[Piece], is_held: &dyn Fn(usize) -> bool) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        let Piece::Sign { sign: '-', column, at } = piece else {
            joined.push(piece.clone());
            continue;
        };
        match joined.last_mut() {
            Some(Piece::Rule { columns, at: bar, .. }) if columns.end + 1 == *column => {
                columns.end = *column;
                bar.end = at.end;
            }
            _ => joined.push(Piece::Rule { columns: *column..*column, at: at.clone(), sign: '-' }),
        }
    }
    for piece in &mut joined {
        if let Piece::Rule { columns, at, .. } = piece
            && columns.start == columns.end
            && !is_held(columns.start)
        {
            *piece = Piece::Sign { sign: '-', column: columns.start, at: at.clone() };
        }
    }
    joined
}

/// A token of a condition.
#[derive(Debug)]
enum Token {
    Value(Value),
    Sign(char, Range<usize>),
}

impl Token {
    /// Returns whether an operand must follow.
    fn is_open(&self) -> bool {
        matches!(self, Self::Sign(sign, _) if *sign != ')')
    }

    /// Returns whether it cannot begin a condition.
    fn is_sign(&self) -> bool {
        matches!(self, Self::Sign(sign, _) if *sign != '(')
    }
}

/// Returns the tokens of three rows, from left to right.
fn line(rows: &[DrawnRow]) -> Result<Vec<Token>, TextError> {
    let [above, middle, below] = rows else {
        return Err(TextError::new(DrawingError::Stray(message!("fraction-lines")), rows[0].at.clone()));
    };
    let bars: Vec<Range<usize>> = middle.pieces.iter().filter_map(bar).cloned().collect();
    let (mut above, mut below) = (parts(above, &bars)?.into_iter(), parts(below, &bars)?.into_iter());
    let mut tokens = Vec::new();
    for piece in &middle.pieces {
        match piece {
            Piece::Number(number) => {
                check(number)?;
                tokens.push(Token::Value(Value::Number(number.clone())));
            }
            Piece::Sign { sign, at, .. } => tokens.push(Token::Sign(*sign, at.clone())),
            Piece::Rule { at, .. } => {
                let missing =
                    || TextError::new(DrawingError::Missing(message!("missing-fraction-number")), at.clone());
                let (Some(above), Some(below)) = (above.next(), below.next()) else { return Err(missing()) };
                if above.is_empty() || below.is_empty() {
                    return Err(missing());
                }
                let over = operator_of('/').ok_or_else(missing)?;
                let below = expression(&mut below.into_iter().peekable(), at, 0)?;
                let above = expression(&mut above.into_iter().peekable(), at, 0)?;
                tokens.push(Token::Value(above.with(over, below)));
            }
        }
    }
    Ok(tokens)
}

fn bar(piece: &Piece) -> Option<&Range<usize>> {
    if let Piece::Rule { columns, .. } = piece { Some(columns) } else { None }
}

/// Returns the tokens above, or below, each of some bars.
fn parts(row: &DrawnRow, bars: &[Range<usize>]) -> Result<Vec<Vec<Token>>, TextError> {
    let mut parts: Vec<Vec<Token>> = bars.iter().map(|_| Vec::new()).collect();
    for piece in &row.pieces {
        let (bar, token, error) = match piece {
            Piece::Number(number) => {
                check(number)?;
                let error = TextError::new(DrawingError::Stray(message!("fraction-stray")), number.at());
                (nearest(bars, number.first()), Token::Value(Value::Number(number.clone())), error)
            }
            Piece::Sign { sign, column, at } => {
                let error = TextError::new(DrawingError::StraySign((*sign).into()), at.clone());
                (nearest(bars, *column), Token::Sign(*sign, at.clone()), error)
            }
            Piece::Rule { at, .. } => {
                return Err(TextError::new(DrawingError::Stray(message!("fraction-lines")), at.clone()));
            }
        };
        parts[bar.ok_or(error)?].push(token);
    }
    Ok(parts)
}

/// Checks that the digits of a number are side by side.
fn check(number: &Number) -> Result<(), TextError> {
    for (i, pair) in number.marks.windows(2).enumerate() {
        if pair[1].column != pair[0].column + 1 && number.point != Some(i + 1) {
            return Err(TextError::new(DrawingError::Gap, pair[0].at.start..pair[1].at.end));
        }
    }
    Ok(())
}

/// Adds the condition that some tokens make.
fn claim(tokens: Vec<Token>, line: usize, drawing: &Drawing, figure: &mut Figure) -> Result<(), TextError> {
    let at = drawing.at(ROWS * line.saturating_sub(1) + 1);
    let has_relation = tokens.iter().any(|token| match token {
        Token::Sign(sign, _) => operator_of(*sign).is_some_and(|operator| operator.tier == Tier::Relation),
        Token::Value(_) => false,
    });
    if !has_relation {
        return Err(TextError::new(DrawingError::Missing(message!("missing-equals")), at));
    }
    let mut tokens = tokens.into_iter().peekable();
    let value = expression(&mut tokens, &at, 0)?;
    if let Some(Token::Sign(sign, at)) = tokens.next() {
        return Err(TextError::new(DrawingError::StraySign(sign.into()), at));
    }
    figure.claim(Role::nth(RoleKind::Row, line), value);
    Ok(())
}

type Tokens = std::iter::Peekable<std::vec::IntoIter<Token>>;

/// Builds operands with operators between them, up to the end or a closing bracket.
fn expression(tokens: &mut Tokens, at: &Range<usize>, depth: usize) -> Result<Value, TextError> {
    let mut operands = vec![operand(tokens, at, depth)?];
    let mut operators: Vec<&'static Operator> = Vec::new();
    while let Some(token) = tokens.next_if(|token| !matches!(token, Token::Sign(')', _))) {
        match token {
            Token::Sign(sign, at) => {
                let stray = || TextError::new(DrawingError::StraySign(sign.into()), at.clone());
                operators.push(operator_of(sign).ok_or_else(stray)?);
                operands.push(operand(tokens, &at, depth)?);
            }
            Token::Value(_) => {
                return Err(TextError::new(
                    DrawingError::Missing(message!("missing-fraction-sign")),
                    at.clone(),
                ));
            }
        }
    }
    Ok(joined(&operands, &operators, &[Tier::Relation, Tier::Sum, Tier::Product, Tier::Power]))
}

fn operand(tokens: &mut Tokens, at: &Range<usize>, depth: usize) -> Result<Value, TextError> {
    match tokens.next() {
        Some(Token::Value(value)) => Ok(value),
        Some(Token::Sign('-', at)) => Ok(Value::Constant(0).minus(operand(tokens, &at, depth)?)),
        Some(Token::Sign('(', at)) if depth < MOST_DEEP => {
            let inner = expression(tokens, &at, depth + 1)?;
            match tokens.next() {
                Some(Token::Sign(')', _)) => Ok(inner),
                _ => Err(TextError::new(DrawingError::StraySign('('.into()), at)),
            }
        }
        Some(Token::Sign(sign, at)) => Err(TextError::new(DrawingError::StraySign(sign.into()), at)),
        None => Err(TextError::new(DrawingError::Missing(message!("missing-fraction-number")), at.clone())),
    }
}

/// Joins operands by operators, the loosest first.
fn joined(operands: &[Value], operators: &[&'static Operator], tiers: &[Tier]) -> Value {
    let Some((tier, tighter)) = tiers.split_first() else { return operands[0].clone() };
    let ends: Vec<usize> = (0..operators.len()).filter(|i| operators[*i].tier == *tier).collect();
    let mut start = 0;
    let mut value: Option<(Value, &'static Operator)> = None;
    let add = |before: Option<(Value, &'static Operator)>, operand: Value| match before {
        Some((value, operator)) => value.with(operator, operand),
        None => operand,
    };
    for end in ends {
        let operand = joined(&operands[start..=end], &operators[start..end], tighter);
        value = Some((add(value, operand), operators[end]));
        start = end + 1;
    }
    add(value, joined(&operands[start..], &operators[start..], tighter))
}
