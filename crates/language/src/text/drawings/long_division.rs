//! Long division: the quotient above the dividend or beside it, and products and remainders below, in their columns.
//!
//! The first line with a divisor is `divisor ) dividend`, `divisor ) dividend ( quotient`, or `dividend : divisor = quotient`.
//! After the quotient there may be a remainder, with `…` before it.
//!
//! A short division has no products: below its line are a rule and the quotient.

use super::drawing::{Drawing, DrawnRow, Number, Piece};
use super::figure::{Figure, Nonzero, Value};
use super::layout::Layout;
use super::periods;
use super::staircase::{Staircase, Step, misaligned};
use crate::message::message;
use crate::puzzle::{Role, RoleKind};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

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
        let has_bracket = |row: &DrawnRow| row.has(")|") && row.numbers().next().is_some();
        let is_written_out = |row: &DrawnRow| row.has("/:÷") && row.has("=") && row.numbers().count() == 3;
        drawing.rows.iter().any(has_bracket) || drawing.rows.first().is_some_and(is_written_out)
    }

    fn read(&self, drawing: &Drawing) -> Result<Figure, TextError> {
        if let Some(figure) = short(drawing) {
            return Ok(figure);
        }
        let Head { row: head, division, remainder } = division(drawing)?;
        let period = periods::start(&drawing.rows[..head], &division.stairs.result);
        division.stairs.check()?;
        super::drawing::check_gaps(drawing)?;
        let mut steps = match division.stairs.rests(drawing, head + 1) {
            Some(steps) => steps,
            None => division.stairs.steps(drawing, head + 1)?,
        };
        if steps.is_empty() {
            return Err(TextError::new(
                DrawingError::Missing(message!("missing-first-product")),
                drawing.at(drawing.rows.len()),
            ));
        }
        let drawn = steps.last_mut().map(|last| &mut last.rest);
        let twin = remainder.clone().zip(drawn.as_ref().and_then(|rest| rest.as_ref()).cloned());
        if let Some(rest) = drawn.filter(|rest| rest.is_none()) {
            rest.clone_from(&remainder);
        }
        let mut figure = division.figure(&steps)?;
        if let Some(period) = period {
            division.stairs.repeats(&steps, period, &mut figure)?;
        }
        if let Some((beside, below)) = twin {
            let role = Role::only(RoleKind::Remainder);
            figure.equal(role, Value::Number(beside), Value::Number(below));
        }
        Ok(figure)
    }
}

/// The division line of a drawing.
struct Head {
    /// Its row.
    row: usize,
    division: Division,
    /// The remainder, if it is after the quotient.
    remainder: Option<Number>,
}

/// Returns the conditions of a short division: below the dividend are only a rule, the quotient and perhaps a remainder.
fn short(drawing: &Drawing) -> Option<Figure> {
    let (head, below) = drawing.rows.split_first()?;
    let [Piece::Number(divisor), Piece::Sign { sign: sign @ (')' | '|'), .. }, Piece::Number(whole)] =
        head.pieces.as_slice()
    else {
        return None;
    };
    if *sign == '|' && divisor.len() >= whole.len() {
        // The dividend may be before the bar.
        return None;
    }
    let [rule, result, last @ ..] = below else { return None };
    if !rule.is_rule() || last.len() > 1 {
        return None;
    }
    let pieces: Vec<&Piece> = result.pieces.iter().chain(last.iter().flat_map(|row| &row.pieces)).collect();
    let (quotient, rest) = match pieces.as_slice() {
        [Piece::Number(quotient)] => (quotient, None),
        [Piece::Number(quotient), Piece::Sign { sign: '…', .. }, Piece::Number(rest)] => {
            (quotient, Some(rest))
        }
        _ => return None,
    };
    // A remainder of decimals may be in any place.
    if rest.is_some() && [divisor, whole, quotient].iter().any(|number| number.point.is_some()) {
        return None;
    }
    let number = |number: &Number| Value::Number(number.clone());
    let mut figure = Figure::default();
    figure.name(Role::only(RoleKind::Dividend), whole);
    figure.name(Role::only(RoleKind::Divisor), divisor);
    figure.name(Role::only(RoleKind::Quotient), quotient);
    let product = number(divisor).times(number(quotient));
    let total = match rest {
        Some(rest) => {
            figure.name(Role::only(RoleKind::Remainder), rest);
            figure.claim(Role::only(RoleKind::Remainder), number(rest).relate("<", number(divisor)));
            product.plus(number(rest))
        }
        None => product,
    };
    figure.equal(Role::only(RoleKind::Dividend), total, number(whole));
    if rest.is_none() {
        figure.nonzero.push(Nonzero {
            role: Role::only(RoleKind::Divisor),
            number: divisor.clone(),
            multiples: vec![whole.clone()],
        });
    }
    Some(figure)
}

/// A division by a number.
pub(super) struct Division {
    pub divisor: Number,
    pub stairs: Staircase,
}

impl Division {
    /// Returns the conditions of the steps: each product is the divisor times its digit, and the last remainder is less than the
    /// divisor. If that is 0 or not drawn, the divisor must only be nonzero.
    pub fn figure(&self, steps: &[Step]) -> Result<Figure, TextError> {
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

/// Returns the division, with the row of the divisor.
fn division(drawing: &Drawing) -> Result<Head, TextError> {
    let is_head = |row: &DrawnRow| row.numbers().count() >= 2 && row.has(")|:/÷");
    let head =
        drawing.rows.iter().position(is_head).ok_or_else(|| {
            TextError::new(DrawingError::Missing(message!("missing-division")), drawing.at(0))
        })?;
    let row = &drawing.rows[head];
    let numbers: Vec<&Number> = row.numbers().collect();
    let (divisor, whole, beside, mut remainder) = match (signs(row).as_slice(), numbers.as_slice()) {
        ([')' | '|'], [divisor, whole]) => (divisor, whole, None, None),
        ([')' | '|', '(' | '|' | ')'], [divisor, whole, result]) => (divisor, whole, Some(*result), None),
        ([')' | '|', '(' | '|' | ')', '…'], [divisor, whole, result, rest]) => {
            (divisor, whole, Some(*result), Some(*rest))
        }
        ([':' | '/' | '÷', '='], [whole, divisor, result]) => (divisor, whole, Some(*result), None),
        ([':' | '/' | '÷', '=', '…'], [whole, divisor, result, rest]) => {
            (divisor, whole, Some(*result), Some(*rest))
        }
        _ => {
            let error = TextError::new(DrawingError::Stray(message!("division-line")), row.at.clone());
            return Err(error.help(message!("help-division-line")));
        }
    };
    let quotient = above_with_rest(drawing, head)?;
    let above = quotient.map(|(above, _)| above);
    remainder = remainder.or(quotient.and_then(|(_, rest)| rest));
    let result = match (above, beside) {
        (Some(above), None) => above,
        (None, Some(beside)) => beside,
        (None, None) => {
            return Err(TextError::new(DrawingError::Missing(message!("missing-quotient")), row.at.clone()));
        }
        (Some(above), Some(_)) => {
            return Err(TextError::new(DrawingError::Stray(message!("second-quotient")), above.at()));
        }
    };
    let (divisor, moved) = whole_divisor(divisor);
    let stairs = Staircase::division(whole, result).moved(moved);
    if let Some(units) = stairs.units_column()
        && above.is_some()
        && result.units() != units
    {
        let digits = result.part(0..result.whole());
        let (found, expected) = (digits.last() + 1, units + 1);
        return Err(misaligned(&digits, message!("misaligned-quotient", found = found, expected = expected)));
    }
    let division = Division { divisor, stairs };
    Ok(Head { row: head, division, remainder: remainder.cloned() })
}

/// Returns a divisor without its point, and the number of places by which the points move.
fn whole_divisor(divisor: &Number) -> (Number, usize) {
    (divisor.part(0..divisor.len()), divisor.len() - divisor.whole())
}

/// Returns the quotient above the line of the dividend, if it is there, perhaps with a remainder after it.
fn above_with_rest(drawing: &Drawing, head: usize) -> Result<Option<(&Number, Option<&Number>)>, TextError> {
    let mut rows = drawing.rows[..head].iter().filter(|row| !row.is_rule());
    if let Some([Piece::Number(number), Piece::Sign { sign: '…', .. }, Piece::Number(rest)]) =
        rows.next().map(|row| row.pieces.as_slice())
        && rows.next().is_none()
    {
        return Ok(Some((number, Some(rest))));
    }
    Ok(above(drawing, head)?.map(|number| (number, None)))
}

fn signs(row: &DrawnRow) -> Vec<char> {
    row.signs().map(|(sign, _)| sign).collect()
}

/// Returns the quotient above the line of the dividend, if it is there.
pub(super) fn above(drawing: &Drawing, head: usize) -> Result<Option<&Number>, TextError> {
    let mut rows = drawing.rows[..head].iter().filter(|row| !row.is_rule());
    let Some(row) = rows.next() else { return Ok(None) };
    if let Some(second) = rows.next() {
        return Err(TextError::new(DrawingError::Stray(message!("line-above-result")), second.at.clone()));
    }
    match row.pieces.as_slice() {
        [Piece::Number(number)] => Ok(Some(number)),
        _ => Err(TextError::new(DrawingError::Stray(message!("result-line")), row.at.clone())),
    }
}
