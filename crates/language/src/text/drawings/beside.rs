//! Two drawings side by side. The person who typed them must say which of them is meant, or both.

use crate::interrupt::Interrupt;
use crate::message::message;
use crate::spelling::{Character, Width};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

/// The least number of empty columns between two drawings.
const GAP: usize = 2;
/// The most gaps that are tried.
const MOST_GAPS: usize = 8;
/// The longest text that is checked.
const LONGEST: usize = 10_000;

/// Returns the error of a text that is two drawings side by side, each of which can be read by itself.
pub(super) fn two(
    characters: &[Character],
    interrupt: &dyn Interrupt,
    can_be_read: &dyn Fn(&[Character]) -> bool,
) -> Result<Option<TextError>, TextError> {
    if characters.len() > LONGEST {
        return Ok(None);
    }
    for gap in gaps(characters) {
        interrupt.check()?;
        let halves = [true, false].map(|is_left| half(characters, gap, is_left));
        if halves.iter().all(|half| can_be_read(half)) {
            let seen = || characters.iter().filter(|c| !c.sign.is_whitespace());
            let at = seen().next().map_or(0, |c| c.span.start)..seen().next_back().map_or(0, |c| c.span.end);
            let error = TextError::new(DrawingError::Stray(message!("drawings-side-by-side")), at);
            return Ok(Some(error.help(message!("help-side-by-side"))));
        }
    }
    Ok(None)
}

/// Returns the columns followed by a gap in all lines, if most lines have something on both sides.
fn gaps(characters: &[Character]) -> Vec<usize> {
    let columns = columns(characters);
    let last = columns.iter().max().copied().unwrap_or(0);
    let mut is_filled = vec![false; last + 1];
    let seen = characters.iter().zip(&columns).filter(|(c, _)| !c.sign.is_whitespace());
    seen.for_each(|(_, column)| is_filled[*column] = true);
    let first = is_filled.iter().position(|filled| *filled).unwrap_or(0);
    let is_gap = |column: &usize| {
        is_filled[*column] && (1..=GAP).all(|i| is_filled.get(column + i).is_some_and(|filled| !filled))
    };
    (first..last).filter(is_gap).take(MOST_GAPS).collect()
}

/// Returns the column of each character.
fn columns(characters: &[Character]) -> Vec<usize> {
    let mut next = 0;
    let column = |c: &Character| {
        let column = next;
        next = if c.sign == '\n' { 0 } else { next + Width::EastAsian.of(&c.shown) };
        column
    };
    characters.iter().map(column).collect()
}

/// Returns the characters up to a column, or those after it.
fn half(characters: &[Character], gap: usize, is_left: bool) -> Vec<Character> {
    let is_kept = |(c, column): &(&Character, usize)| c.sign == '\n' || (*column <= gap) == is_left;
    characters.iter().zip(columns(characters)).filter(is_kept).map(|(c, _)| c.clone()).collect()
}
