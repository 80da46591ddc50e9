//! Multiplications without their factors: a rule, partial products, a rule, the product. The factors are added above as blanks,
//! as many as the partial products imply, and then it is a multiplication like any other.

use super::drawing::{Drawing, DrawnRow, Mark, Number, Piece};
use super::staircase::misaligned;
use crate::message::message;
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

/// Returns whether a drawing begins with a rule, and below it has rows that go to the left.
pub(super) fn is_topless(drawing: &Drawing) -> bool {
    let parts: Vec<&[DrawnRow]> = drawing.rows.split(DrawnRow::is_rule).collect();
    let is_staircase = |rows: &[DrawnRow]| {
        let ends: Vec<Option<usize>> = rows.iter().map(|row| row.number().map(Number::last)).collect();
        ends.len() > 1 && ends.windows(2).all(|pair| pair[1].is_some() && pair[1] < pair[0])
    };
    matches!(parts.as_slice(), [[], middle, [_], rest @ ..] if is_staircase(middle) && rest.iter().all(|row| row.is_empty()))
}

/// Returns the same drawing with blanks for the factors.
pub(super) fn with_factors(mut drawing: Drawing) -> Result<Drawing, TextError> {
    let middle = drawing.rows.iter().skip(1).take_while(|row| !row.is_rule());
    let partials: Vec<&Number> = middle.filter_map(DrawnRow::number).collect();
    let product = drawing.rows.iter().skip(2 + partials.len()).find_map(DrawnRow::number);
    let (Some(first), Some(last), Some(product)) = (partials.first(), partials.last(), product) else {
        return Ok(drawing);
    };
    let end = product.last();
    if first.last() > end {
        return Err(misaligned(
            first,
            message!("misaligned-first-partial", found = first.last() + 1, expected = end + 1),
        ));
    }
    let (multiplicand, multiplier) = (multiplicand(&partials)?, end + 1 - last.last());
    let rows = [blanks(multiplicand, end, false), blanks(multiplier, end, true)];
    drawing.rows.splice(0..0, rows);
    Ok(drawing)
}

/// Returns how many digits the multiplicand has. Its product with a digit has at most one more.
fn multiplicand(partials: &[&Number]) -> Result<usize, TextError> {
    let lengths = || partials.iter().map(|partial| partial.len());
    let (least, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    match most - least {
        0 if least > 1 => {
            let help = message!("help-draw-factors");
            Err(TextError::new(DrawingError::UncertainFactor(least - 1, least), partials[0].at()).help(help))
        }
        0 | 1 => Ok(least),
        _ => {
            let long = partials.iter().find(|partial| partial.len() == most);
            let at = long.map_or(0..0, |long| long.at());
            Err(TextError::new(DrawingError::Stray(message!("long-partial")), at)
                .help(message!("help-long-partial")))
        }
    }
}

/// Returns a row of N blanks that ends in a column, perhaps with a times sign before it. It has no place in the text; its digits
/// get different places after the end of any text.
fn blanks(digits: usize, end: usize, is_multiplier: bool) -> DrawnRow {
    let start = end + 1 - digits;
    let place = usize::MAX / 2 + usize::from(is_multiplier) * (usize::MAX / 4);
    let marks = (0..digits).map(|i| Mark {
        column: start + i,
        at: place + i..place + i + 1,
        sign: '□',
        shown: "□".into(),
        given: None,
    });
    let number = Piece::Number(Number { marks: marks.collect(), point: None });
    let sign = is_multiplier.then_some(Piece::Sign { sign: '×', column: start.saturating_sub(2), at: 0..0 });
    DrawnRow { at: 0..0, start, pieces: sign.into_iter().chain([number]).collect() }
}
