//! The staircase below a division or a root: the numbers subtracted, and the remainders with the next digits brought down.
//!
//! A digit of the result belongs to a place of the dividend or radicand: the last of the digits brought down for it. A digit
//! without lines is zero. Each line gives one equation. If the last remainder is small enough, so are all others.

use std::ops::Range;

use super::drawing::{Drawing, DrawnRow, Mark, Number};
use super::figure::{Figure, Twin, Value};
use crate::message::{Message, message};
use crate::puzzle::{Role, RoleKind};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

/// The dividend or radicand, and the result, digit by digit.
#[derive(Clone, Debug)]
pub(super) struct Staircase {
    /// The dividend, or the radicand.
    pub whole: Number,
    /// The quotient, or the root.
    pub result: Number,
    /// The number of digits brought down for each digit of the result.
    pub group: usize,
    /// The number of places by which the point of the dividend is moved, because the divisor has a point.
    moved: usize,
    /// The roles of its numbers.
    kinds: Kinds,
}

/// The roles of the numbers in a staircase.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    whole: RoleKind,
    result: RoleKind,
    /// The role of the numbers subtracted.
    product: RoleKind,
}

/// The lines for one digit of the result.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The index of the digit.
    pub digit: usize,
    /// The number subtracted; empty if it is not drawn.
    pub product: Number,
    /// The remainder, with the digits for the next step brought down; `None` if it is not drawn.
    pub rest: Option<Number>,
}

impl Staircase {
    /// Returns the staircase of a division.
    pub fn division(dividend: &Number, quotient: &Number) -> Self {
        let kinds = Kinds {
            whole: RoleKind::Dividend,
            result: RoleKind::Quotient,
            product: RoleKind::PartialProduct,
        };
        Self { whole: dividend.clone(), result: quotient.clone(), group: 1, moved: 0, kinds }
    }

    /// Moves the point to the right, as much as the point of the divisor.
    pub fn moved(self, moved: usize) -> Self {
        Self { moved, ..self }
    }

    /// Returns the column of the dividend for the units of a quotient.
    pub fn units_column(&self) -> Option<usize> {
        Some(self.column(self.units()?))
    }

    /// Returns the place whose digit is brought down for the units of the result.
    fn units(&self) -> Option<usize> {
        Some(self.whole.whole().checked_sub(1)? + self.moved)
    }

    /// Returns the staircase of a root with an exponent.
    pub fn root(radicand: &Number, root: &Number, exponent: usize) -> Self {
        let kinds =
            Kinds { whole: RoleKind::Radicand, result: RoleKind::Root, product: RoleKind::Subtrahend };
        Self { whole: radicand.clone(), result: root.clone(), group: exponent, moved: 0, kinds }
    }

    /// Returns the role of one digit of the result.
    fn result_digit(&self, digit: usize) -> Role {
        Role::only(self.kinds.result).digit(digit + 1)
    }

    /// Returns the place of the last digit brought down for a digit of the result; past the end there are zeros.
    pub fn place(&self, digit: usize) -> Option<usize> {
        (self.units()? + self.group * (digit + 1)).checked_sub(self.group * self.result.whole())
    }

    /// Returns the column of a place.
    fn column(&self, place: usize) -> usize {
        match self.whole.marks.get(place) {
            Some(mark) => mark.column,
            None => self.whole.last() + place + 1 - self.whole.len(),
        }
    }

    /// Returns the last place that is brought down.
    fn last(&self) -> Option<usize> {
        self.place(self.result.len().checked_sub(1)?)
    }

    /// Checks that the result has a place for each of its digits, above the number.
    pub fn check(&self) -> Result<(), TextError> {
        match self.place(0) {
            Some(_) => Ok(()),
            None => Err(TextError::new(DrawingError::Stray(message!("long-result")), self.result.at())),
        }
    }

    /// Reads the lines from `from` on: products, each above a rule, and remainders in turn.
    pub fn steps(&self, drawing: &Drawing, from: usize) -> Result<Vec<Step>, TextError> {
        let mut steps: Vec<Step> = Vec::new();
        let has_rules = drawing.rows.iter().skip(from).any(|row| row.is_rule());
        let mut is_ruled = true;
        for (i, row) in drawing.rows.iter().enumerate().skip(from) {
            let awaits_rest = steps.last().is_some_and(|step| step.rest.is_none());
            if row.is_rule() {
                if is_ruled || !awaits_rest {
                    return Err(TextError::new(
                        DrawingError::Stray(message!("needless-rule")),
                        row.at.clone(),
                    ));
                }
                is_ruled = true;
                continue;
            }
            let number = lone_number(drawing, i)?;
            if awaits_rest && has_rules && !is_ruled {
                return Err(TextError::new(
                    DrawingError::Missing(message!("missing-rule-above")),
                    row.at.clone(),
                ));
            }
            match steps.last_mut() {
                Some(step) if awaits_rest => step.rest = Some(number.clone()),
                _ => {
                    let digit = self.digit_above(number, steps.last())?;
                    steps.push(Step { digit, product: number.clone(), rest: None });
                    is_ruled = false;
                }
            }
        }
        self.check_steps(&steps)?;
        Ok(steps)
    }

    /// Reads the steps of a division that shows only remainders, as in France or Spain. Its first line cannot be a product,
    /// because it ends below a digit brought down for a later digit of the quotient than the first.
    pub fn rests(&self, drawing: &Drawing, from: usize) -> Option<Vec<Step>> {
        let rows = drawing.rows.get(from..).filter(|rows| !rows.is_empty())?;
        let is_plain = |row: &DrawnRow| row.pieces.len() == 1 && row.number().is_some();
        let may_begin_with_zero = self.result.point.is_some_and(|point| point < 2);
        let is_shown_zero = self.result.marks.first()?.given == Some(0);
        if may_begin_with_zero || is_shown_zero || !rows.iter().all(is_plain) {
            return None;
        }
        let digit_below = |number: &Number, after: usize| {
            let mut digits = after + 1..self.result.len();
            digits.find(|digit| self.place(*digit).is_some_and(|place| self.column(place) == number.last()))
        };
        let last = self.column(self.last()?);
        let (mut steps, mut digit) = (Vec::new(), 0);
        for (i, number) in rows.iter().filter_map(DrawnRow::number).enumerate() {
            steps.push(Step { digit, product: number.part(0..0), rest: Some(number.clone()) });
            if i > 0 && i + 1 == rows.len() && number.last() == last {
                return Some(steps);
            }
            digit = digit_below(number, digit)?;
        }
        None
    }

    /// Returns the digit of the result in whose column a product ends.
    fn digit_above(&self, product: &Number, before: Option<&Step>) -> Result<usize, TextError> {
        let next = before.map_or(0, |step| step.digit + 1);
        let is_above =
            |digit: &usize| self.place(*digit).is_some_and(|place| self.column(place) == product.last());
        (next..self.result.len()).find(is_above).ok_or_else(|| {
            let digits: Vec<usize> = (next..self.result.len()).collect();
            if digits.is_empty() {
                return TextError::new(DrawingError::Stray(message!("needless-line")), product.at());
            }
            misaligned(product, message!("misaligned-product", found = product.last() + 1))
        })
    }

    /// Checks that each remainder ends where the next product does, or in the last place.
    fn check_steps(&self, steps: &[Step]) -> Result<(), TextError> {
        for (i, step) in steps.iter().enumerate() {
            let Some(rest) = &step.rest else { continue };
            let next = steps.get(i + 1).map(|next| next.product.last());
            let end = next.unwrap_or_else(|| self.last().map_or(0, |place| self.column(place)));
            if rest.last() != end {
                let (found, expected) = (rest.last() + 1, end + 1);
                return Err(misaligned(
                    rest,
                    match next {
                        Some(_) => message!("misaligned-remainder", found = found, expected = expected),
                        None => message!("misaligned-last-remainder", found = found, expected = expected),
                    },
                ));
            }
        }
        Ok(())
    }

    /// Returns the conditions of the steps. `product` gives the product of a digit, `longest` the most digits of the remainder
    /// after the step for a digit.
    pub fn figure(
        &self,
        steps: &[Step],
        product: &dyn Fn(usize) -> Value,
        longest: &dyn Fn(usize) -> usize,
    ) -> Result<Figure, TextError> {
        let mut figure = Figure::default();
        let Some(first) = steps.first() else { return Ok(figure) };
        let mut above = self.beginning(first.digit);
        for (i, step) in steps.iter().enumerate() {
            let role = Role::nth(self.kinds.product, i + 1);
            let (digit, is_drawn) = (&self.result.marks[step.digit], step.product.len() > 0);
            if is_drawn {
                figure.equal(role, product(step.digit), Value::Number(step.product.clone()));
                figure.has_line(self.result_digit(step.digit), digit, &step.product);
            } else if digit.given.is_none_or(|digit| digit == 0) {
                let is_used = Value::digit(digit).relate("≠", Value::Constant(0));
                figure.claim(self.result_digit(step.digit), is_used);
            }
            let next = steps.get(i + 1).map_or(self.result.len() - 1, |next| next.digit);
            let left = self.left(step, next, &mut figure);
            if let Some(left) = left.as_ref().filter(|left| left.len() > longest(step.digit)) {
                return Err(TextError::new(DrawingError::LongRemainder, left.at()));
            }
            let role = Role::nth(RoleKind::Difference, i + 1);
            let product = if is_drawn { Value::Number(step.product.clone()) } else { product(step.digit) };
            match left {
                Some(left) => figure.equal(role, above.minus(product), Value::Number(left)),
                None => figure.equal(role, above, product),
            }
            above = step.rest.clone().map_or(Value::Constant(0), Value::Number);
        }
        self.zeros(steps, &mut figure);
        self.names(steps, &mut figure);
        Ok(figure)
    }

    /// Adds the conditions of a period that begins with a digit of the result: the remainder after its last digit equals the one
    /// before its first, and only zeros are brought down for it.
    pub fn repeats(&self, steps: &[Step], digit: usize, figure: &mut Figure) -> Result<(), TextError> {
        let at = self.result.part(digit..self.result.len()).at();
        let missing =
            || TextError::new(DrawingError::Missing(message!("missing-period-remainder")), at.clone());
        let place = self.place(digit).ok_or_else(missing)?;
        let rest = steps.last().and_then(|step| step.rest.clone()).ok_or_else(missing)?;
        let before = self.before(steps, digit, place).ok_or_else(missing)?;
        figure.equal(Role::only(RoleKind::Remainder), before, Value::Number(rest));
        let whole = self.whole.len();
        for (role, mark) in self.brought(place.min(whole)..whole) {
            mark.into_iter().for_each(|mark| figure.zero(role, mark));
        }
        Ok(())
    }

    /// Returns the remainder before the digit of a place was brought down.
    fn before(&self, steps: &[Step], digit: usize, place: usize) -> Option<Value> {
        let Some(last) = steps.iter().rposition(|step| step.digit < digit) else {
            let shown = place.min(self.whole.len());
            let first = self.whole.part(0..shown);
            return (place > 0).then_some(Value::Shifted(first, place - shown));
        };
        let rest = steps[last].rest.as_ref()?;
        let next = steps.get(last + 1).map_or(self.result.len() - 1, |next| next.digit);
        let behind = self.place(next)? + 1 - place;
        let length = rest.len().checked_sub(behind).filter(|length| *length > 0)?;
        Some(Value::Number(rest.part(0..length)))
    }

    /// Names the numbers.
    fn names(&self, steps: &[Step], figure: &mut Figure) {
        figure.name(Role::only(self.kinds.whole), &self.whole);
        figure.name(Role::only(self.kinds.result), &self.result);
        for (i, step) in steps.iter().enumerate() {
            if step.product.len() > 0 {
                figure.name(Role::nth(self.kinds.product, i + 1), &step.product);
            }
            let is_last = i + 1 == steps.len();
            let role = if is_last {
                Role::only(RoleKind::Remainder)
            } else {
                Role::nth(RoleKind::Difference, i + 1)
            };
            step.rest.iter().for_each(|rest| figure.name(role, rest));
        }
    }

    /// Returns the first number worked on: the digits up to the first place, with zeros past their end.
    fn beginning(&self, digit: usize) -> Value {
        let end = self.place(digit).map_or(0, |place| place + 1);
        match end.checked_sub(self.whole.len()) {
            None | Some(0) => Value::Number(self.whole.part(0..end)),
            Some(more) => Value::Shifted(self.whole.part(0..self.whole.len()), more),
        }
    }

    /// Returns the remainder of a step: the line below it without the digits brought down for the digit `next`, which are those
    /// of the number above. Returns `None` if the whole line was brought down.
    fn left(&self, step: &Step, next: usize, figure: &mut Figure) -> Option<Number> {
        let (from, to) = (self.place(step.digit)? + 1, self.place(next)? + 1);
        let length = step.rest.as_ref().map_or(0, Number::len);
        let shown = length.min(to.saturating_sub(from));
        // Leading zeros are not written.
        self.brought(from..to - shown)
            .for_each(|(role, mark)| mark.into_iter().for_each(|mark| figure.zero(role, mark)));
        let rest = step.rest.as_ref()?;
        let left = length - shown;
        for (below, (role, above)) in rest.marks[left..].iter().zip(self.brought(to - shown..to)) {
            match above {
                Some(above) => figure.twins.push(Twin { role, above: above.clone(), below: below.clone() }),
                None => figure.zero(role, below),
            }
        }
        (left > 0).then(|| rest.part(0..left))
    }

    /// Returns the digits at some places, `None` past the end, with their roles.
    fn brought(&self, places: Range<usize>) -> impl Iterator<Item = (Role, Option<&Mark>)> {
        let role = |place: usize| Role::only(self.kinds.whole).digit(place + 1);
        places.map(move |place| (role(place), self.whole.marks.get(place)))
    }

    /// Makes digits of the result without lines zero.
    fn zeros(&self, steps: &[Step], figure: &mut Figure) {
        for (i, mark) in self.result.marks.iter().enumerate() {
            if steps.iter().all(|step| step.digit != i) {
                figure.zero(self.result_digit(i), mark);
            }
        }
    }
}

/// Returns the number of a row that has only one, perhaps with a minus sign.
fn lone_number(drawing: &Drawing, row: usize) -> Result<&Number, TextError> {
    let row = &drawing.rows[row];
    if let Some((sign, at)) = row.signs().find(|(sign, _)| *sign != '-') {
        return Err(TextError::new(DrawingError::StraySign(sign.into()), at.clone()));
    }
    row.number()
        .ok_or_else(|| TextError::new(DrawingError::Stray(message!("not-one-number")), row.at.clone()))
}

/// Returns the mistake of a number that ends in the wrong column.
pub(super) fn misaligned(number: &Number, message: Message) -> TextError {
    let at = number.marks.last().map_or(0..0, |mark| mark.at.clone());
    TextError::new(DrawingError::Misaligned(message), at)
}
