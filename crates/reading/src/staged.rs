//! Reading in stages: the text as it stands, then without what is wrapped around it, then the puzzle among words.

use crate::{Aids, passage, surface};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::{self, Draft, ParseError, conventions};

/// Reads a text by one stage after the other; the first that reads it decides. The puzzle that is asked for is first.
pub(super) fn read(text: &str, draft: Draft, rules: &Rules, aids: Aids) -> Result<Vec<Puzzle>, ParseError> {
    let of_language = text::Aids { vocabulary: aids.vocabulary, interrupt: aids.interrupt };
    let typed = draft.clone();
    let (error, mut bare) = match conventions::read(draft, rules, of_language) {
        Ok(puzzle) if runs_together(&puzzle, text) => {
            // Words of a script without spaces around a puzzle are numerals, too, but then there are too many symbols.
            let puzzles = passage::read(&typed, rules, aids);
            return Ok(if puzzles.is_empty() { vec![puzzle] } else { puzzles });
        }
        Ok(puzzle) => return Ok(vec![puzzle]),
        Err((error, draft)) => (draft.located(error, text), draft),
    };
    if surface::unwrap(&mut bare) {
        match conventions::read(bare, rules, of_language) {
            Ok(puzzle) => return Ok(vec![puzzle]),
            Err((_, draft)) => bare = draft,
        }
    }
    for copied in surface::copied(&bare) {
        if let Ok(puzzle) = conventions::read(copied, rules, of_language) {
            return Ok(vec![puzzle]);
        }
    }
    let puzzles = passage::read(&bare, rules, aids);
    if puzzles.is_empty() { Err(error) } else { Ok(puzzles) }
}

/// Whether a puzzle has more symbols than digits, and a script without capitals runs into capitals.
fn runs_together(puzzle: &Puzzle, text: &str) -> bool {
    let is_uncased = |c: char| c.is_alphabetic() && !c.is_uppercase() && !c.is_lowercase();
    let meet = |(left, right): (char, char)| {
        is_uncased(left) && right.is_uppercase() || left.is_uppercase() && is_uncased(right)
    };
    puzzle.crowded().is_some() && text.chars().zip(text.chars().skip(1)).any(meet)
}
