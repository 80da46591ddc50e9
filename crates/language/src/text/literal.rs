//! Reading a text exactly as it stands, without the conventions of paper and keyboard.

use super::{conditions, drawings, lines};
use crate::puzzle::{Puzzle, Rules};
use crate::text::aids::Aids;
use crate::text::error::{Origin, ParseError};
use crate::text::heading::Heading;
use crate::text::size::check_size;

/// Reads a text in which [`write_out`](crate::text::write_out) has already replaced characters with their symbols, as it stands: texts that programs
/// wrote.
///
/// # Errors
/// [`ParseError`] if the text is not a puzzle.
pub fn read_written_out(text: &str, rules: &Rules, aids: Aids) -> Result<Puzzle, ParseError> {
    check_size(text, Origin::Puzzle)?;
    let heading = Heading::read(text, rules)?;
    if is_drawn(text, &heading) {
        drawings::read_text(text, &heading, aids)
    } else {
        conditions::read_text(text, heading, aids)
    }
}

/// Returns whether a text below its heading is a drawing.
fn is_drawn(text: &str, heading: &Heading) -> bool {
    match heading.rules.layout.as_deref() {
        Some(name) => name != Rules::NO_LAYOUT,
        // Most puzzles are a single line of conditions.
        None if !text.contains(['\n', ';', '；', ',', '，']) => false,
        None => drawings::is_one_line(text) || lines::is_drawn(text, &heading.rules),
    }
}
