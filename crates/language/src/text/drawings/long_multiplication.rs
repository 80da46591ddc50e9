//! Long multiplication: two factors, a rule, the partial products, a rule, the product.
//!
//! Each partial product ends in the column of its digit of the multiplier, in any order; one that shows its zeros may end further
//! to the right. A digit without a row is zero. Without a second rule there are no partial products or, if several rows remain,
//! no product. Missing factors are blanks (`topless`).

use super::drawing::{Drawing, DrawnRow, Number, check_gaps};
use super::figure::{Figure, Value};
use super::layout::Layout;
use super::staircase::misaligned;
use super::topless::{is_topless, with_factors};
use crate::message::message;
use crate::puzzle::{Role, RoleKind};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

/// Long multiplications.
pub(super) struct LongMultiplication;

impl Layout for LongMultiplication {
    fn name(&self) -> &'static str {
        "long-multiplication"
    }

    fn help(&self) -> &'static str {
        "two factors, partial products in their columns, the product"
    }

    fn example(&self) -> &'static str {
        "  SEE\n×  ME\n-----\n HHOM\nLTHL\n-----\nKKOLM"
    }

    fn recognises(&self, drawing: &Drawing) -> bool {
        let is_plain = drawing.rows.iter().all(|row| !row.has(")|√∛∜/:÷("));
        is_plain
            && (drawing.rows.iter().take(3).any(|row| row.has("×"))
                || is_bare(drawing)
                || is_topless(drawing))
    }

    fn complete(&self, drawing: Drawing) -> Result<Drawing, TextError> {
        if is_topless(&drawing) { with_factors(drawing) } else { Ok(drawing) }
    }

    fn read(&self, drawing: &Drawing) -> Result<Figure, TextError> {
        check_gaps(drawing)?;
        let multiplication = Multiplication::read(drawing)?;
        multiplication.check_zeros()?;
        Ok(multiplication.figure())
    }
}

/// Returns whether it may be a multiplication without a sign: two rows, a rule, others, a rule, one row.
pub(super) fn is_bare(drawing: &Drawing) -> bool {
    let parts: Vec<usize> = drawing.rows.split(DrawnRow::is_rule).map(<[DrawnRow]>::len).collect();
    let has_signs = drawing.rows.iter().any(|row| row.signs().next().is_some());
    !has_signs && matches!(parts.as_slice(), [2, middle, 1] | [2, middle, 1, 0] if *middle > 0)
}

/// A multiplication, with its rows in their places.
pub(super) struct Multiplication<'a> {
    pub multiplicand: &'a Number,
    pub multiplier: &'a Number,
    /// The partial products, each with the number of places by which it is shifted.
    pub partials: Vec<(Number, usize)>,
    pub product: Option<&'a Number>,
}

impl<'a> Multiplication<'a> {
    fn read(drawing: &'a Drawing) -> Result<Self, TextError> {
        let rules: Vec<usize> = (0..drawing.rows.len()).filter(|i| drawing.rows[*i].is_rule()).collect();
        let first = rules.first().copied().unwrap_or(drawing.rows.len());
        let (multiplicand, multiplier, is_beside) = factors(drawing, first)?;
        if rules.is_empty() {
            return Err(TextError::new(
                DrawingError::Missing(message!("missing-rule-below")),
                drawing.at(first - 1),
            ));
        }
        let second = rules.get(1).copied().unwrap_or(drawing.rows.len());
        let mut middle = numbers(drawing, first + 1, second)?;
        let mut below = numbers(drawing, second + 1, drawing.rows.len())?;
        if below.is_empty() && (middle.len() == 1 || second == drawing.rows.len() && returns(&middle)) {
            if middle.len() > 1 {
                let at = middle[middle.len() - 1].at();
                return Err(TextError::new(DrawingError::Missing(message!("missing-rule-above")), at));
            }
            below.append(&mut middle);
        }
        if let Some(stray) = below.get(1) {
            return Err(TextError::new(DrawingError::Stray(message!("line-below-product")), stray.at()));
        }
        let product = below.first().copied();
        let end = match (is_beside, product) {
            (false, _) => multiplicand.last(),
            (true, Some(product)) => product.last(),
            (true, None) => middle.first().map_or(0, |first| first.last()),
        };
        if !is_beside && multiplier.last() != end {
            return Err(misaligned(
                multiplier,
                message!("misaligned-factor", found = multiplier.last() + 1, expected = end + 1),
            ));
        }
        if let Some(product) = product.filter(|product| product.last() != end) {
            return Err(misaligned(
                product,
                message!("misaligned-result", found = product.last() + 1, expected = end + 1),
            ));
        }
        let partials = shifted(&middle, end, multiplier)?;
        Ok(Self { multiplicand, multiplier, partials, product })
    }

    /// Checks that a digit without a row may be zero.
    fn check_zeros(&self) -> Result<(), TextError> {
        let is_wrong =
            |i: &usize| self.is_zero(*i) && self.multiplier.marks[*i].given.is_some_and(|digit| digit != 0);
        match (0..self.multiplier.len()).find(is_wrong) {
            Some(i) => {
                let mark = &self.multiplier.marks[i];
                Err(TextError::new(DrawingError::NoPartial(mark.sign.into()), mark.at.clone()))
            }
            None => Ok(()),
        }
    }

    /// Returns whether a digit of the multiplier has no row although others do.
    fn is_zero(&self, digit: usize) -> bool {
        let shift = self.multiplier.len() - 1 - digit;
        !self.partials.is_empty() && self.partials.iter().all(|(_, other)| *other != shift)
    }

    /// Returns the conditions of its rows.
    pub fn figure(&self) -> Figure {
        let mut figure = Figure::default();
        let whole = |number: &Number| Value::Number(number.part(0..number.len()));
        let multiplier = |digit: usize| Role::only(RoleKind::Multiplier).digit(digit + 1);
        for (row, (partial, shift)) in self.partials.iter().enumerate() {
            let place = self.multiplier.len() - 1 - shift;
            let digit = &self.multiplier.marks[place];
            let role = Role::nth(RoleKind::PartialProduct, row + 1);
            figure.equal(role, whole(self.multiplicand).times(Value::digit(digit)), whole(partial));
            figure.has_line(multiplier(place), digit, partial);
            figure.name(role, partial);
        }
        for i in (0..self.multiplier.len()).filter(|i| self.is_zero(*i)) {
            figure.zero(multiplier(i), &self.multiplier.marks[i]);
        }
        figure.name(Role::only(RoleKind::Multiplicand), self.multiplicand);
        figure.name(Role::only(RoleKind::Multiplier), self.multiplier);
        let Some(product) = self.product else { return figure };
        // Every digit of the multiplier has a row or is zero, so the product is the sum of the rows. This way each digit of the
        // rows is used only once.
        let value = |number: &Number| Value::Number(number.clone());
        let role = Role::only(RoleKind::Product);
        figure.name(role, product);
        figure.equal(role, value(self.multiplicand).times(value(self.multiplier)), value(product));
        figure
    }
}

/// Returns the factors, and whether they are on one line.
fn factors(drawing: &Drawing, end: usize) -> Result<(&Number, &Number, bool), TextError> {
    let rows = &drawing.rows[..end];
    let stray = rows.iter().flat_map(DrawnRow::signs).find(|(sign, _)| *sign != '×');
    if let Some((sign, at)) = stray {
        return Err(TextError::new(DrawingError::StraySign(sign.into()), at.clone()));
    }
    let all: Vec<&Number> = rows.iter().flat_map(DrawnRow::numbers).collect();
    match (rows.len(), all.as_slice()) {
        (1, [multiplicand, multiplier]) => Ok((multiplicand, multiplier, true)),
        (2, [multiplicand, multiplier]) => Ok((multiplicand, multiplier, false)),
        (0..=1, _) => Err(TextError::new(DrawingError::Missing(message!("missing-factor")), drawing.at(end))),
        (2, _) => Err(TextError::new(
            DrawingError::Stray(message!("factor-lines")),
            rows[0].at.start..rows[1].at.end,
        )),
        _ => Err(TextError::new(DrawingError::Missing(message!("missing-rule-above")), rows[2].at.clone())),
    }
}

/// Returns the numbers of some rows, one in each.
fn numbers(drawing: &Drawing, from: usize, to: usize) -> Result<Vec<&Number>, TextError> {
    let rows = drawing.rows.iter().enumerate().take(to).skip(from);
    // A rule below the last row means nothing.
    let rows = rows.filter(|(i, row)| !row.is_rule() || i + 1 < drawing.rows.len());
    rows.map(|(_, row)| {
        if let Some((sign, at)) = row.signs().find(|(sign, _)| !matches!(sign, '+' | '=')) {
            return Err(TextError::new(DrawingError::StraySign(sign.into()), at.clone()));
        }
        row.number()
            .ok_or_else(|| TextError::new(DrawingError::Stray(message!("not-one-number")), row.at.clone()))
    })
    .collect()
}

/// Returns whether the last of these rows goes back to the right, as the product does below its parts.
fn returns(rows: &[&Number]) -> bool {
    matches!(rows, [.., before, last] if last.last() >= before.last())
}

/// Returns the partial products with their shifts, to the left of the column `end`.
fn shifted(rows: &[&Number], end: usize, multiplier: &Number) -> Result<Vec<(Number, usize)>, TextError> {
    let mut partials: Vec<(Number, usize)> = Vec::new();
    for row in rows {
        let misplaced = || misaligned(row, message!("misaligned-partial", found = row.last() + 1));
        let mut shift = end.checked_sub(row.last()).ok_or_else(misplaced)?;
        let mut partial = row.part(0..row.len());
        let digit =
            |shift: usize| multiplier.len().checked_sub(shift + 1).and_then(|i| multiplier.marks[i].given);
        let is_free = |shift: usize| {
            partials.iter().all(|(_, other)| *other != shift) && (digit(shift) != Some(0) || row.is_zero())
        };
        // A row that shows the zeros of its shift ends further to the right.
        while !is_free(shift) && partial.len() > 1 && partial.marks[partial.len() - 1].given == Some(0) {
            partial = partial.part(0..partial.len() - 1);
            shift += 1;
        }
        if shift >= multiplier.len() {
            return Err(TextError::new(DrawingError::TooManyPartials, row.at()));
        }
        if partials.iter().any(|(_, other)| *other == shift) {
            let is_full = rows.len() > multiplier.len();
            return Err(if is_full {
                TextError::new(DrawingError::TooManyPartials, row.at())
            } else {
                misplaced()
            });
        }
        partials.push((partial, shift));
    }
    Ok(partials)
}
