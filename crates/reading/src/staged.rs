//! Reading in stages: the text as it stands, then without what is wrapped around it.

use crate::{Aids, read_plainly, surface};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::{Draft, ParseError};

/// Reads a text by one stage after the other; the first that reads it decides.
pub(super) fn read(text: &str, draft: Draft, rules: &Rules, aids: Aids) -> Result<Puzzle, ParseError> {
    let error = match read_plainly(draft.text(), rules, aids) {
        Ok(puzzle) => return Ok(draft.finished(puzzle)),
        Err(error) => draft.located(error, text),
    };
    let mut bare = draft;
    if surface::unwrap(&mut bare)
        && let Ok(puzzle) = read_plainly(bare.text(), rules, aids)
    {
        return Ok(bare.finished(puzzle));
    }
    for copied in surface::copied(&bare) {
        if let Ok(puzzle) = read_plainly(copied.text(), rules, aids) {
            return Ok(copied.finished(puzzle));
        }
    }
    Err(error)
}
