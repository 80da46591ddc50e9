//! A drawing as it stands, read by the layouts that may know it.

use super::drawing::{Drawing, Stars};
use super::figure::Figure;
use super::layout::Layout;
use super::long_division::LongDivision;
use super::measure;
use crate::interrupt::Interrupt;
use crate::message::{Note, message};
use crate::puzzle::{Builder, PuzzleError, Wrong};
use crate::spelling::{Character, Width};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

/// The reading of a drawing by a layout.
pub(super) struct Reading {
    pub layout: &'static dyn Layout,
    pub drawing: Drawing,
    pub figure: Figure,
    /// Notes on how it was read.
    pub notes: Vec<Note>,
}

/// Reads a drawing, with the first way to count its columns or else with the second.
pub(super) fn read(
    characters: &[Character],
    builder: &Builder,
    candidates: &[&'static dyn Layout],
    interrupt: &dyn Interrupt,
) -> Result<Reading, TextError> {
    let mut first = None;
    for width in measure::widths(characters) {
        match read_as(characters, builder, candidates, *width, interrupt) {
            Ok(reading) => return Ok(reading),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| TextError::new(PuzzleError::Empty, 0..0)))
}

fn read_as(
    characters: &[Character],
    builder: &Builder,
    candidates: &[&'static dyn Layout],
    width: Width,
    interrupt: &dyn Interrupt,
) -> Result<Reading, TextError> {
    let as_drawn = |stars| Drawing::read(characters, builder, stars, width);
    let (blanks, operators) = (as_drawn(Stars::Blanks), as_drawn(Stars::Operators));
    let of = |stars| if stars == Stars::Blanks { &blanks } else { &operators };
    let mut failure = None;
    let mut readings: Vec<Reading> = Vec::new();
    for layout in candidates {
        interrupt.check()?;
        let read = of(layout.stars()).clone().and_then(|drawing| {
            let is_known = candidates.len() == 1 || layout.recognises(&drawing);
            is_known
                .then(|| {
                    let mut drawing = layout.complete(drawing)?;
                    let figure = figure(*layout, &mut drawing, builder)?;
                    Ok(Reading { layout: *layout, drawing, figure, notes: Vec::new() })
                })
                .transpose()
        });
        match read {
            Ok(reading) => readings.extend(reading),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    match (readings.len(), failure) {
        (2.., _) => Err(several_layouts(&readings)),
        (1, _) => Ok(readings.remove(0)),
        (_, Some(error)) => Err(error),
        _ => Err(unrecognised(of(Stars::Blanks), of(Stars::Operators))),
    }
}

/// Returns the figure of a drawing by this layout. The zero below an exact division then is not a wrong digit.
pub(super) fn figure(
    layout: &dyn Layout,
    drawing: &mut Drawing,
    builder: &Builder,
) -> Result<Figure, TextError> {
    if drawing.rows.is_empty() {
        return Err(TextError::new(PuzzleError::Empty, 0..0));
    }
    let divides = layout.name() == LongDivision.name() || drawing.rows.iter().any(|row| row.has(")√∛∜"));
    if divides && builder.rules().wrong == Wrong::Each {
        drawing.keep_last_zero();
    }
    layout.read(drawing)
}

fn several_layouts(readings: &[Reading]) -> TextError {
    let names: Vec<&str> = readings.iter().map(|reading| reading.layout.name()).collect();
    let help = message!("help-name-layout", layout = names[0]);
    TextError::new(DrawingError::Several(names.join(", ")), readings[0].drawing.at(0)).help(help)
}

/// Returns the error of a drawing that no layout recognises. The cause may be a character without meaning.
fn unrecognised(blanks: &Result<Drawing, TextError>, operators: &Result<Drawing, TextError>) -> TextError {
    match (blanks, operators) {
        (Ok(drawing), _) | (_, Ok(drawing)) => {
            TextError::new(DrawingError::Unrecognised, drawing.at(0)).help(message!("help-unrecognised"))
        }
        (Err(error), _) => error.clone(),
    }
}
