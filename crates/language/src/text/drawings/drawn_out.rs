//! Draws the one-line forms of the societies in columns.

use super::drawing::{Drawing, DrawnRow, Number, Piece};
use super::figure::Figure;
use super::layout::Layout;
use super::long_division::LongDivision;
use super::long_multiplication::LongMultiplication;
use super::reading::Reading;
use super::root::Root;
use super::society::Society;
use super::staircase::Staircase;
use super::steps::Parts;
use super::{loose, one_line, open, reading, rows, sheet, society};
use crate::interrupt::Never;
use crate::puzzle::{Builder, Puzzle, Role, RoleKind, Rules};
use crate::text::aids::Aids;
use crate::text::conditions;
use crate::text::forms::unfit::Unfit;
use crate::text::heading::Heading;
use crate::vocabulary::Vocabulary;

/// Returns a one-line form as a drawing.
pub fn drawn_out(puzzle: &Puzzle) -> Result<Puzzle, Unfit> {
    let text = puzzle.sheet().to_string();
    let heading = Heading { rules: puzzle.rules().clone(), lines: Vec::new() };
    let mut builder = Builder::new(Rules { layout: None, ..heading.rules.clone() });
    let characters = one_line::tidied(rows::characters(&text, &heading, &builder), &heading.rules);
    let characters = society::joined(characters);
    let Reading { drawing, figure, .. } =
        reading::read(&characters, &builder, &[&Society], &Never).map_err(|_| Unfit::NoForm)?;
    let figures = open::possible(&figure, &drawing, &builder).map_err(|_| Unfit::Open)?;
    let [figure] = figures.as_slice() else { return Err(Unfit::Open) };
    let (layout, drawing) = in_columns(figure, &drawing).ok_or(Unfit::NoForm)?;
    let figure = layout.read(&drawing).map_err(|_| Unfit::NoForm)?;
    sheet::lay(layout, &drawing, &figure, &mut builder).map_err(|_| Unfit::NoForm)?;
    let aids = Aids { vocabulary: &Vocabulary::default(), interrupt: &Never };
    conditions::finish(builder, &text, &heading, &characters, aids).map_err(|_| Unfit::NoForm)
}

fn in_columns(figure: &Figure, line: &Drawing) -> Option<(&'static dyn Layout, Drawing)> {
    if named(figure, RoleKind::Multiplicand).is_some() {
        return Some((&LongMultiplication, product(figure)?));
    }
    if named(figure, RoleKind::Dividend).is_some() {
        return Some((&LongDivision, division(figure)?));
    }
    Some((&Root, root(figure, line)?))
}

/// Returns the first number of a kind.
fn named(figure: &Figure, kind: RoleKind) -> Option<&Number> {
    figure.names.iter().find(|(role, _)| role.kind == kind).map(|(_, number)| number)
}

/// Returns the digits of a number that have lines, in the order of the lines.
fn digits(figure: &Figure, number: &Number) -> Option<Vec<usize>> {
    let place = |start: usize| number.marks.iter().position(|mark| mark.at.start == start);
    figure.lines.iter().map(|line| place(line.digit.at.start)).collect()
}

/// Returns the products and their remainders, in turn.
fn below(figure: &Figure) -> Vec<Number> {
    let is_rest = |role: &Role| matches!(role.kind, RoleKind::Difference | RoleKind::Remainder);
    let mut rests = figure.names.iter().filter(|(role, _)| is_rest(role)).map(|(_, rest)| rest);
    let steps = figure.lines.iter().flat_map(|line| [Some(&line.product), rests.next()]);
    steps.flatten().cloned().collect()
}

fn division(figure: &Figure) -> Option<Drawing> {
    let quotient = named(figure, RoleKind::Quotient)?;
    let mut remainders = figure.names.iter().filter(|(role, _)| role.kind == RoleKind::Remainder);
    // The remainder of the last step comes first, then the one after the quotient.
    let beside = remainders.nth(1).map(|(_, rest)| rest.clone());
    let parts = Parts::new(
        named(figure, RoleKind::Divisor)?.clone(),
        named(figure, RoleKind::Dividend)?.clone(),
        quotient.clone(),
        beside,
        below(figure),
    );
    parts.drawn(quotient, &digits(figure, quotient)?)
}

fn product(figure: &Figure) -> Option<Drawing> {
    let [multiplicand, multiplier, product] =
        [RoleKind::Multiplicand, RoleKind::Multiplier, RoleKind::Product].map(|kind| named(figure, kind));
    let (multiplicand, multiplier, product) = (multiplicand?, multiplier?, product?);
    let shift = |digit: &usize| multiplier.len() - 1 - digit;
    let shifts: Vec<usize> = digits(figure, multiplier)?.iter().map(shift).collect();
    let partials = || figure.lines.iter().map(|line| &line.product).zip(&shifts);
    let lengths = partials().map(|(partial, shift)| partial.len() + shift);
    let end = lengths.chain([multiplicand.len(), multiplier.len() + 2, product.len()]).max()? - 1;
    let rule = |below: &Number| loose::rule_row(0..end, below.at().start..below.at().start);
    let mut rows = vec![loose::row(multiplicand, end, None), loose::row(multiplier, end, Some(('×', 0)))];
    rows.extend(partials().next().map(|(first, _)| rule(first)));
    rows.extend(partials().map(|(partial, shift)| loose::row(partial, end - shift, None)));
    rows.extend([rule(product), loose::row(product, end, None)]);
    Some(Drawing { rows })
}

fn root(figure: &Figure, line: &Drawing) -> Option<Drawing> {
    /// The column of the first digit, after the sign.
    const START: usize = 1;
    let (whole, result) = (named(figure, RoleKind::Radicand)?, named(figure, RoleKind::Root)?);
    let (sign, exponent) = if line.rows.iter().any(|row| row.has("∛")) { ('∛', 3) } else { ('√', 2) };
    let stairs = Staircase::root(whole, result, exponent);
    let column = |digit: usize| stairs.place(digit).map(|place| START + place);
    let end = column(result.len() - 1)?.max(START + whole.len() - 1);
    let mut above = result.clone();
    for (i, mark) in above.marks.iter_mut().enumerate() {
        mark.column = column(i)?;
    }
    let at = result.at();
    let number = |number: Number| DrawnRow {
        at: number.at(),
        start: number.first(),
        pieces: vec![Piece::Number(number)],
    };
    let mut rows = vec![number(above), loose::rule_row(START..end, at.end..at.end)];
    rows.push(loose::row(whole, START + whole.len() - 1, Some((sign, 0))));
    let digits = digits(figure, result)?;
    for (i, below) in below(figure).iter().enumerate() {
        let is_product = i % 2 == 0;
        let digit = match is_product {
            true => digits.get(i / 2).copied(),
            false => Some(digits.get(i / 2 + 1).copied().unwrap_or(result.len() - 1)),
        };
        let end = column(digit?)?;
        let first = (end + 1).checked_sub(below.len())?;
        rows.push(loose::row(below, end, None));
        if is_product {
            rows.push(loose::rule_row(first..end, below.at().end..below.at().end));
        }
    }
    Some(Drawing { rows })
}
