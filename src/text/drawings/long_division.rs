//! Long division: the quotient above the dividend, or beside it; products and remainders below, in their columns.
//!
//! The first line that has a divisor is `divisor ) dividend`, `divisor ) dividend ( quotient`, or
//! `dividend : divisor = quotient`.

use super::Layout;
use super::drawing::Drawing;
use super::drawing::Number;
use super::drawing::Piece;
use super::drawing::Row;
use super::figure::Figure;
use super::figure::Nonzero;
use super::figure::Value;
use super::staircase::Staircase;
use super::staircase::Step;
use super::staircase::misaligned;
use crate::message::message;
use crate::puzzle::Role;
use crate::puzzle::RoleKind;
use crate::text::Flaw;
use crate::text::Slip;

/// Long divisions.
pub(super) struct LongDivision;

impl Layout for LongDivision {
    fn name(&self) -> &'static str {
        "long-division"
    }

    fn help(&self) -> &'static str {
        "a division with its products and remainders"
    }

    fn example(&self) -> &'static str {
        "     1□2\n   -----\n□□)□□□64\n    □□\n    --\n    246\n    □□1\n    ---\n     □□4\n     □□4\n     ---\n       0"
    }

    fn recognises(&self, drawing: &Drawing) -> bool {
        let has_bracket = |row: &Row| row.has(")|") && row.numbers().next().is_some();
        let is_written_out = |row: &Row| row.has("/:÷") && row.has("=") && row.numbers().count() == 3;
        drawing.rows.iter().any(has_bracket) || drawing.rows.first().is_some_and(is_written_out)
    }

    fn read(&self, drawing: &Drawing) -> Result<Figure, Slip> {
        let (head, division) = division(drawing)?;
        division.stairs.check()?;
        super::drawing::check_gaps(drawing)?;
        let steps = division.stairs.steps(drawing, head + 1)?;
        if steps.is_empty() {
            return Err(Slip::new(
                Flaw::Missing(message!("missing-first-product")),
                drawing.at(drawing.rows.len()),
            ));
        }
        division.figure(&steps)
    }
}

/// A division by a number.
pub(super) struct Division {
    pub divisor: Number,
    pub stairs: Staircase,
}

impl Division {
    /// What its steps say: each product is the divisor times its digit; the last remainder is less than the divisor. One
    /// that is 0, or not drawn, is so of any divisor but 0.
    pub fn figure(&self, steps: &[Step]) -> Result<Figure, Slip> {
        let divisor = || Value::Number(self.divisor.clone());
        let digit = |i: usize| Value::digit(&self.stairs.result.marks[i]);
        let product = |i: usize| divisor().times(digit(i));
        let mut figure = self.stairs.figure(steps, &product, &|_| self.divisor.len())?;
        figure.name(Role::only(RoleKind::Divisor), &self.divisor);
        let rest = steps.last().and_then(|step| step.rest.as_ref());
        match rest.filter(|rest| !rest.is_zero()) {
            Some(rest) => figure
                .claim(Role::only(RoleKind::Remainder), Value::Number(rest.clone()).relate("<", divisor())),
            None => figure.nonzero.push(Nonzero {
                role: Role::only(RoleKind::Divisor),
                number: self.divisor.clone(),
                multiples: steps.iter().map(|step| step.product.clone()).collect(),
            }),
        }
        Ok(figure)
    }
}

/// The division, and the row that has the divisor.
fn division(drawing: &Drawing) -> Result<(usize, Division), Slip> {
    let is_head = |row: &Row| row.numbers().count() >= 2 && row.has(")|:/÷");
    let head = drawing
        .rows
        .iter()
        .position(is_head)
        .ok_or_else(|| Slip::new(Flaw::Missing(message!("missing-division")), drawing.at(0)))?;
    let row = &drawing.rows[head];
    let numbers: Vec<&Number> = row.numbers().collect();
    let (divisor, whole, beside) = match (signs(row).as_slice(), numbers.as_slice()) {
        ([')' | '|'], [divisor, whole]) => (divisor, whole, None),
        ([')' | '|', '(' | '|' | ')'], [divisor, whole, result]) => (divisor, whole, Some(*result)),
        ([':' | '/' | '÷', '='], [whole, divisor, result]) => (divisor, whole, Some(*result)),
        _ => {
            let slip = Slip::new(Flaw::Stray(message!("division-line")), row.at.clone());
            return Err(slip.help(message!("help-division-line")));
        }
    };
    let above = above(drawing, head)?;
    let result = match (above, beside) {
        (Some(above), None) => above,
        (None, Some(beside)) => beside,
        (None, None) => return Err(Slip::new(Flaw::Missing(message!("missing-quotient")), row.at.clone())),
        (Some(above), Some(_)) => {
            return Err(Slip::new(Flaw::Stray(message!("second-quotient")), above.at()));
        }
    };
    if above.is_some() && result.units() != whole.units() {
        let units = result.part(0..result.whole());
        let (found, expected) = (units.last() + 1, whole.units() + 1);
        return Err(misaligned(&units, message!("misaligned-quotient", found = found, expected = expected)));
    }
    if divisor.point.is_some() {
        return Err(Slip::new(Flaw::Stray(message!("divisor-point")), divisor.at()));
    }
    let stairs = Staircase::division(whole, result);
    Ok((head, Division { divisor: (*divisor).clone(), stairs }))
}

fn signs(row: &Row) -> Vec<char> {
    row.signs().map(|(sign, _)| sign).collect()
}

/// The quotient above the line of the dividend, where there is one.
pub(super) fn above(drawing: &Drawing, head: usize) -> Result<Option<&Number>, Slip> {
    let mut rows = drawing.rows[..head].iter().filter(|row| !row.is_rule());
    let Some(row) = rows.next() else { return Ok(None) };
    if let Some(second) = rows.next() {
        return Err(Slip::new(Flaw::Stray(message!("line-above-result")), second.at.clone()));
    }
    match row.pieces.as_slice() {
        [Piece::Number(number)] => Ok(Some(number)),
        _ => Err(Slip::new(Flaw::Stray(message!("result-line")), row.at.clone())),
    }
}
