//! Column sums: addends below each other, a rule, the result. Further rules make a running sum.
//!
//! A step of a running sum may multiply: `AB × C = DE`, and below it `+ FG = HI`.
//!
//! A row without a sign is added. Units are below units, or all lines begin in the same column. In that case the drawing has lost
//! its indentation, but each line is still a number.

use super::drawing::{Drawing, DrawnRow, Number, Piece, check_gaps};
use super::figure::{Figure, Value};
use super::layout::Layout;
use super::pen::Pen;
use super::staircase::misaligned;
use crate::message::message;
use crate::puzzle::{Role, RoleKind};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

/// Column sums.
pub(super) struct ColumnSum;

impl Layout for ColumnSum {
    fn name(&self) -> &'static str {
        "column-sum"
    }

    fn help(&self) -> &'static str {
        "numbers under each other, added or subtracted; several rules make a running sum, which may multiply"
    }

    fn example(&self) -> &'static str {
        "  SEND\n+ MORE\n------\n MONEY"
    }

    fn recognises(&self, drawing: &Drawing) -> bool {
        let is_one =
            |row: &DrawnRow| row.numbers().count() <= 1 && row.signs().all(|(sign, _)| "+-=×".contains(sign));
        let multiplies = drawing.rows.iter().any(|row| row.has("×"));
        drawing.rows.len() > 1
            && drawing.rows.iter().all(is_one)
            && (!multiplies || multiplies_in_steps(drawing))
    }

    fn read(&self, drawing: &Drawing) -> Result<Figure, TextError> {
        check_gaps(drawing)?;
        let figure = figure(drawing)?;
        check_columns(drawing)?;
        Ok(figure)
    }

    fn draw(&self, drawing: &Drawing, pen: &mut Pen) {
        pen.in_columns(&aligned(drawing));
    }
}

/// Returns whether a running sum multiplies in some steps, each by one number, and is not a long multiplication. That has a
/// factor of several digits above its rows, or nothing below its product.
fn multiplies_in_steps(drawing: &Drawing) -> bool {
    let blocks: Vec<&[DrawnRow]> =
        drawing.rows.split(DrawnRow::is_rule).filter(|block| !block.is_empty()).collect();
    let [steps @ .., [_]] = &blocks[..] else { return false };
    let multiplies = |block: &[DrawnRow]| matches!(block, [_, factor] if factor.has("×"));
    let is_step = |(i, block): (usize, &&[DrawnRow])| match block {
        [_, factor] if factor.has("×") => i > 0 || factor.number().is_some_and(|number| number.len() == 1),
        [_, _, ..] => !block.iter().any(|row| row.has("×")),
        _ => false,
    };
    steps.len() > 1 && steps.iter().any(|block| multiplies(block)) && steps.iter().enumerate().all(is_step)
}

/// Aligns the units, if the drawing lost its indentation.
fn aligned(drawing: &Drawing) -> Drawing {
    let units = |row: &DrawnRow| row.number().map(Number::units);
    let end = drawing.rows.iter().filter_map(units).max().unwrap_or(0);
    let mut aligned = drawing.clone();
    for row in &mut aligned.rows {
        let shift = units(row).map_or(0, |units| end - units);
        for piece in &mut row.pieces {
            match piece {
                Piece::Number(number) => number.marks.iter_mut().for_each(|mark| mark.column += shift),
                Piece::Sign { column, .. } => *column += shift,
                Piece::Rule { columns, .. } => columns.end = columns.end.max(end),
            }
        }
    }
    aligned
}

/// Checks that units are below units, unless the drawing lost its indentation.
fn check_columns(drawing: &Drawing) -> Result<(), TextError> {
    let mut rows = drawing.rows.iter().filter(|row| !row.is_rule());
    let is_flush = rows.clone().all(|row| row.start == drawing.rows[0].start);
    let has_points = drawing.rows.iter().flat_map(DrawnRow::numbers).any(|number| number.point.is_some());
    let Some(last) = drawing.rows.iter().rev().flat_map(DrawnRow::numbers).next() else { return Ok(()) };
    let wrong = rows.find_map(|row| row.number().filter(|number| number.units() != last.units()));
    match wrong {
        Some(number) if !is_flush || has_points => {
            let whole = number.part(0..number.whole());
            let (found, expected) = (whole.last() + 1, last.units() + 1);
            Err(misaligned(&whole, message!("misaligned-addend", found = found, expected = expected)))
        }
        _ => Ok(()),
    }
}

/// A running sum, with the rows read so far.
#[derive(Default)]
struct Running {
    figure: Figure,
    sum: Option<Value>,
    addends: usize,
    /// Whether the sum is a product.
    is_product: bool,
    /// Whether the row before was a rule, so that the result comes next.
    is_ruled: bool,
}

/// Returns the conditions. Above each rule is a sum; below it is its result, which begins the next sum.
fn figure(drawing: &Drawing) -> Result<Figure, TextError> {
    let mut running = Running::default();
    for (i, row) in drawing.rows.iter().enumerate() {
        if row.is_rule() {
            running.rule(row, i + 1 == drawing.rows.len())?;
        } else if running.is_ruled {
            running.result(row)?;
        } else {
            running.addend(row)?;
        }
    }
    running.end(drawing)
}

impl Running {
    /// Handles a rule. One at the end only closes the drawing.
    fn rule(&mut self, row: &DrawnRow, is_last: bool) -> Result<(), TextError> {
        let is_closing =
            is_last && matches!(self.sum, Some(Value::Number(_))) && !self.figure.claims.is_empty();
        if self.sum.is_none() || self.is_ruled {
            return Err(TextError::new(DrawingError::Stray(message!("needless-rule")), row.at.clone()));
        }
        if !is_closing && matches!(self.sum, Some(Value::Number(_))) {
            return Err(TextError::new(DrawingError::Missing(message!("missing-addend")), row.at.clone()));
        }
        self.is_ruled = !is_closing;
        Ok(())
    }

    fn result(&mut self, row: &DrawnRow) -> Result<(), TextError> {
        let result = number(row)?;
        let number = Value::Number(result.clone());
        if let Some((sign, at)) = row.signs().find(|(sign, _)| *sign != '=') {
            let error = TextError::new(DrawingError::StraySign(sign.into()), at.clone());
            return Err(error.help(message!("help-sum-result")));
        }
        if let Some(sum) = self.sum.replace(number.clone()) {
            let kind = if self.is_product { RoleKind::Product } else { RoleKind::Sum };
            let role = Role::nth(kind, self.figure.claims.len() + 1);
            self.figure.name(role, result);
            self.figure.equal(role, sum, number);
        }
        (self.is_ruled, self.is_product) = (false, false);
        Ok(())
    }

    fn addend(&mut self, row: &DrawnRow) -> Result<(), TextError> {
        let addend = number(row)?;
        let number = Value::Number(addend.clone());
        let signs: Vec<_> = row.signs().collect();
        if let ([('×', _)], Some(Value::Number(_))) = (signs.as_slice(), &self.sum) {
            self.figure.name(Role::nth(RoleKind::Multiplier, self.figure.claims.len() + 1), addend);
            self.sum = self.sum.take().map(|factor| factor.times(number));
            self.is_product = true;
            return Ok(());
        }
        self.addends += 1;
        self.figure.name(Role::nth(RoleKind::Addend, self.addends), addend);
        let is_subtracted = match signs.as_slice() {
            [] | [('+', _)] => false,
            [('-', _)] => true,
            [.., (sign, at)] => {
                return Err(TextError::new(DrawingError::StraySign((*sign).into()), (*at).clone()));
            }
        };
        self.sum = Some(match (self.sum.take(), is_subtracted) {
            (None, false) => number,
            (None, true) => Value::Constant(0).minus(number),
            (Some(sum), false) => sum.plus(number),
            (Some(sum), true) => sum.minus(number),
        });
        Ok(())
    }

    fn end(mut self, drawing: &Drawing) -> Result<Figure, TextError> {
        let last = drawing.at(drawing.rows.len() - 1);
        if self.is_ruled {
            return Err(TextError::new(DrawingError::Missing(message!("missing-sum-result")), last));
        }
        match self.sum {
            _ if self.figure.claims.is_empty() => {
                Err(TextError::new(DrawingError::Missing(message!("missing-rule-above")), last))
            }
            Some(Value::Number(_)) => {
                if let [sum] = self.figure.claims.as_mut_slice() {
                    let first = std::mem::replace(&mut sum.role, Role::only(RoleKind::Sum));
                    let names = self.figure.names.iter_mut().filter(|(role, _)| *role == first);
                    names.for_each(|(role, _)| *role = Role::only(RoleKind::Sum));
                }
                Ok(self.figure)
            }
            _ => Err(TextError::new(DrawingError::Missing(message!("missing-rule-and-result")), last)),
        }
    }
}

fn number(row: &DrawnRow) -> Result<&Number, TextError> {
    row.number()
        .ok_or_else(|| TextError::new(DrawingError::Stray(message!("not-one-number")), row.at.clone()))
}
