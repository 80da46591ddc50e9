//! Conventions of paper and keyboard: what people write for a sign of the language that can mean nothing else.
//!
//! Each convention is a function in a file of its own, and a row of `CONVENTIONS`. It decides by the signs of the text whether
//! it applies, and changes the draft; one that is not quite certain leaves a note. A text without their signs is read as it
//! stands: `look.rs` sees this in one pass.

mod chains;
mod change;
mod copied;
mod end_marks;
mod functions;
mod hashes;
mod headings;
mod lines;
mod look;
mod numbers;
mod remainders;
mod sets;
mod shapes;
mod stars;
mod times;
mod view;

#[cfg(test)]
mod law;
#[cfg(test)]
mod tests;

use change::Change;
use view::View;

use crate::puzzle::{Puzzle, Rules};
use crate::text::aids::Aids;
use crate::text::draft::Draft;
use crate::text::error::{Mistake, ParseError};
use crate::text::heading::Heading;
use crate::text::literal::read_written_out;

/// A convention.
struct Convention {
    /// The signs without which it does nothing, as [`look`](look::look) finds them.
    signs: u16,
    apply: fn(&View) -> Option<Change>,
}

/// Every convention, in the order in which they apply. Adding one means adding a row.
static CONVENTIONS: &[Convention] = &[
    Convention { signs: look::HASH, apply: hashes::blanks },
    Convention { signs: look::APART, apply: headings::colon },
    Convention { signs: look::APART, apply: headings::dash },
    Convention { signs: look::STAR, apply: stars::list_mark },
    Convention { signs: look::END, apply: end_marks::end_mark },
    Convention { signs: look::WIDE, apply: copied::unequal },
    Convention { signs: look::MODULO, apply: copied::modulo },
    Convention { signs: look::BRACKET, apply: functions::named },
    Convention { signs: look::GAP, apply: remainders::words },
    Convention { signs: look::SET, apply: sets::membership },
    Convention { signs: look::CHAIN, apply: chains::steps },
    Convention { signs: look::LINES, apply: lines::continued },
    Convention { signs: look::COMMA | look::GAP, apply: numbers::groups },
    Convention { signs: look::WIDE, apply: shapes::squares },
    Convention { signs: look::STAR, apply: stars::blanks },
    Convention { signs: look::CROSS, apply: times::apart },
    Convention { signs: look::CROSS, apply: times::glued },
    Convention { signs: look::CROSS, apply: times::in_head },
    Convention { signs: look::GAP, apply: numbers::mixed },
    Convention { signs: look::GAP, apply: numbers::spaced },
];

/// Reads a text in which [`write_out`](crate::text::write_out) has already replaced characters with their symbols. The notes of the
/// puzzle point into the text as typed.
///
/// # Errors
/// The error of the text as it stands, in bytes of the draft, and the draft, unchanged.
pub fn read<'a>(draft: Draft<'a>, rules: &Rules, aids: Aids) -> Result<Puzzle, (ParseError, Draft<'a>)> {
    if let Some(changed) = applied(&draft, rules, aids) {
        match read_written_out(changed.text(), rules, aids) {
            Ok(puzzle) => return Ok(changed.finished(puzzle)),
            Err(error) if error.mistake == Mistake::Interrupted => return Err((error, draft)),
            Err(_) => {}
        }
    }
    match read_written_out(draft.text(), rules, aids) {
        Ok(puzzle) => Ok(draft.finished(puzzle)),
        Err(error) => Err((error, draft)),
    }
}

/// Returns the draft after all conventions that apply, if any does.
fn applied<'a>(draft: &Draft<'a>, rules: &Rules, aids: Aids) -> Option<Draft<'a>> {
    let signs = look::look(draft.text());
    if signs == 0 {
        return None;
    }
    let mut changed: Option<Draft> = None;
    let mut next = 0;
    while let Some((at, change)) = first(changed.as_ref().unwrap_or(draft).text(), next, signs, rules, aids) {
        changed.get_or_insert_with(|| draft.clone()).change(change);
        next = at + 1;
    }
    changed
}

/// Returns the first convention from a place on that applies to a text, and what it changes.
fn first(text: &str, from: usize, signs: u16, rules: &Rules, aids: Aids) -> Option<(usize, Change)> {
    let mut rows = (from..CONVENTIONS.len()).filter(|at| CONVENTIONS[*at].signs & signs != 0).peekable();
    rows.peek()?;
    // Mistakes in the settings are reported by the reader.
    let heading = Heading::read(text, rules).ok()?;
    let view = View::new(text, &heading, aids);
    rows.find_map(|at| Some((at, (CONVENTIONS[at].apply)(&view)?)))
}
