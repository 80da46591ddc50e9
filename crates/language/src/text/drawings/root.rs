//! Roots of any order: the radicand in groups of two, three or more digits, the root above or beside it, and below it the number
//! subtracted for each digit of the root.
//!
//! For the first digit `a` this number is `a²`. For each further digit it is `(10a+b)² - (10a)²`, where `a` is the root so far.
//! Cubes are similar.

use super::drawing::{Drawing, DrawnRow, Number, check_gaps};
use super::figure::{Figure, Value};
use super::layout::Layout;
use super::long_division::above;
use super::staircase::{Staircase, Step};
use crate::message::message;
use crate::puzzle::{Role, RoleKind};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

/// The exponents before a root sign, from 2 on.
pub(super) const EXPONENTS: &str = "²³⁴⁵⁶⁷⁸⁹";

/// Roots.
pub(super) struct Root;

impl Layout for Root {
    fn name(&self) -> &'static str {
        "root"
    }

    fn help(&self) -> &'static str {
        "a square, a cube or a higher root with what is taken off for each digit"
    }

    fn example(&self) -> &'static str {
        "   3 □\n  ----\n√ □□□5\n   9\n  --\n   □□5\n   □□5\n   ---\n     0"
    }

    fn recognises(&self, drawing: &Drawing) -> bool {
        let is_radicand = |row: &DrawnRow| {
            let mut signs = row.signs().filter(|(sign, _)| !EXPONENTS.contains(*sign));
            signs.next().is_some_and(|(sign, _)| "√∛∜".contains(sign))
        };
        drawing.rows.iter().any(is_radicand)
    }

    fn read(&self, drawing: &Drawing) -> Result<Figure, TextError> {
        let (head, root) = root(drawing)?;
        root.check()?;
        check_gaps_below(drawing, head)?;
        let steps = root.stairs.steps(drawing, head + 1)?;
        if steps.is_empty() {
            return Err(TextError::new(
                DrawingError::Missing(message!("missing-subtrahend")),
                drawing.at(drawing.rows.len()),
            ));
        }
        root.figure(&steps)
    }
}

/// Refuses gaps. The digits of the root may be anywhere above their groups.
fn check_gaps_below(drawing: &Drawing, head: usize) -> Result<(), TextError> {
    check_gaps(&Drawing { rows: drawing.rows[head..].to_vec() })
}

/// A root with its exponent.
pub(super) struct Extraction {
    pub exponent: usize,
    pub stairs: Staircase,
}

impl Extraction {
    /// Checks that the root has a digit for each group.
    pub fn check(&self) -> Result<(), TextError> {
        self.stairs.check()?;
        let groups = self.stairs.whole.whole().div_ceil(self.exponent);
        if self.stairs.result.whole() == groups {
            return Ok(());
        }
        let message = message!("wrong-root-length", found = self.stairs.result.whole(), expected = groups);
        let help = message!("help-root-length", digits = self.stairs.whole.whole(), expected = groups);
        Err(TextError::new(DrawingError::Stray(message), self.stairs.result.at()).help(help))
    }

    /// Returns the conditions of the steps, and the condition that the next larger root would be too large.
    pub fn figure(&self, steps: &[Step]) -> Result<Figure, TextError> {
        let exponent = self.exponent as i64;
        let root = &self.stairs.result;
        let product = |i: usize| {
            let through = Value::Number(root.part(0..i + 1)).power(exponent);
            match i {
                0 => through,
                _ => through.minus(Value::Shifted(root.part(0..i), 1).power(exponent)),
            }
        };
        // (a+1)^n - a^n has at most this many digits, because n has fewer than n digits in any base.
        let longest = |i: usize| (self.exponent - 1) * (i + 1) + self.exponent - 1;
        let mut figure = self.stairs.figure(steps, &product, &longest)?;
        let rest = steps.last().and_then(|step| step.rest.as_ref()).filter(|rest| !rest.is_zero());
        if let Some(rest) = rest {
            let whole = || Value::Number(root.part(0..root.len()));
            let next = whole().plus(Value::Constant(1)).power(exponent);
            let rest = Value::Number(rest.clone()).plus(whole().power(exponent));
            figure.claim(Role::only(RoleKind::Remainder), rest.relate("<", next));
        }
        Ok(figure)
    }
}

/// Returns the root, and the row with the radicand.
pub(super) fn root(drawing: &Drawing) -> Result<(usize, Extraction), TextError> {
    let is_head = |row: &DrawnRow| row.has("√∛∜");
    let missing = || TextError::new(DrawingError::Missing(message!("missing-radicand")), drawing.at(0));
    let head = drawing.rows.iter().position(is_head).ok_or_else(missing)?;
    let row = &drawing.rows[head];
    let numbers: Vec<&Number> = row.numbers().collect();
    let signs: Vec<char> = row.signs().map(|(sign, _)| sign).collect();
    let above = above(drawing, head)?;
    let (exponent, signs) = exponent(&signs);
    let (whole, result) = match (signs, numbers.as_slice(), above) {
        ([_], [whole], Some(above)) => (whole, above),
        ([_, '=' | '(' | '|' | ')'], [whole, beside], None) => (whole, *beside),
        ([_], [_], None) => {
            return Err(TextError::new(DrawingError::Missing(message!("missing-root")), row.at.clone()));
        }
        _ => {
            let error = TextError::new(DrawingError::Stray(message!("root-line")), row.at.clone());
            return Err(error.help(message!("help-root-line")));
        }
    };
    let stairs = Staircase::root(whole, result, exponent);
    Ok((head, Extraction { exponent, stairs }))
}

/// Returns the exponent of a root, and its signs without the exponent before them.
fn exponent(signs: &[char]) -> (usize, &[char]) {
    match signs {
        [first, rest @ ..] if rest.first() == Some(&'√') && EXPONENTS.contains(*first) => {
            (EXPONENTS.chars().take_while(|c| c != first).count() + 2, rest)
        }
        ['∛', ..] => (3, signs),
        ['∜', ..] => (4, signs),
        _ => (2, signs),
    }
}
