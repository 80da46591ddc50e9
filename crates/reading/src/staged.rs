//! Reading in stages: the text as it stands, then without what is wrapped around it, then the puzzle among words.

use crate::{Aids, passage, read_plainly, surface};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::{Draft, ParseError};

/// Reads a text by one stage after the other; the first that reads it decides. The puzzle that is asked for is first.
pub(super) fn read(text: &str, draft: Draft, rules: &Rules, aids: Aids) -> Result<Vec<Puzzle>, ParseError> {
    let error = match read_plainly(draft.text(), rules, aids) {
        Ok(puzzle) => return Ok(vec![draft.finished(puzzle)]),
        Err(error) => draft.located(error, text),
    };
    let mut bare = draft;
    if surface::unwrap(&mut bare)
        && let Ok(puzzle) = read_plainly(bare.text(), rules, aids)
    {
        return Ok(vec![bare.finished(puzzle)]);
    }
    for copied in surface::copied(&bare) {
        if let Ok(puzzle) = read_plainly(copied.text(), rules, aids) {
            return Ok(vec![copied.finished(puzzle)]);
        }
    }
    let puzzles = passage::read(&bare, rules, aids);
    if puzzles.is_empty() { Err(error) } else { Ok(puzzles) }
}
