//! Whether rules are right, found before there is a puzzle.

use crate::error::GenerateError;
use fukumen_language::puzzle::{PuzzleError, Rules};
use fukumen_language::text::{Mistake, Origin, ParseError, conditions};

/// What is wrong with rules, whatever the puzzle. Which letters they may speak of is seen when there is one.
pub(super) fn check(rules: &Rules) -> Result<(), GenerateError> {
    let Err(error) = probed("A+B=C", rules) else { return Ok(()) };
    match &error.mistake {
        Mistake::NoSuchSymbol(_) | Mistake::Puzzle(PuzzleError::NoSuchSymbol { .. }) => Ok(()),
        _ => Err(told(error)),
    }
}

/// Whether rules speak of letters only that may be in a puzzle.
pub(super) fn check_letters<'l>(
    rules: &Rules,
    letters: impl Iterator<Item = &'l str>,
) -> Result<(), GenerateError> {
    let letters: Vec<&str> = letters.take(MOST_PROBED).collect();
    if letters.len() == MOST_PROBED {
        return Ok(());
    }
    probed(&format!("{}=0", letters.join("+")), rules).map_err(told)
}

/// More letters than this are not looked through for the sake of a message.
const MOST_PROBED: usize = 4000;

/// What is wrong with a text under rules, but for what may be right of another text with the same letters.
fn probed(text: &str, rules: &Rules) -> Result<(), ParseError> {
    match conditions::puzzle(text, &Rules { layout: None, ..rules.clone() }) {
        Err(error) => match &error.mistake {
            Mistake::Puzzle(PuzzleError::NothingLeft { .. } | PuzzleError::SameDigit { .. }) => Ok(()),
            _ => Err(error),
        },
        Ok(_) => Ok(()),
    }
}

/// What is wrong with rules, where it is. A text that nobody has written is not shown.
fn told(error: ParseError) -> GenerateError {
    match error.origin {
        Origin::Puzzle => GenerateError::Rules(error.message()),
        _ => GenerateError::Text(error),
    }
}
