//! Whether rules are right, found before there is a puzzle.

use crate::error::GenerateError;
use fukumen_language::puzzle::{PuzzleError, Rules};
use fukumen_language::text::{Mistake, Origin, ParseError, conditions};

/// Checks rules without a puzzle. The letters that they may name are checked when there is one.
pub(super) fn check(rules: &Rules) -> Result<(), GenerateError> {
    let Err(error) = probed("A+B=C", rules) else { return Ok(()) };
    match &error.mistake {
        Mistake::NoSuchSymbol(_) | Mistake::Puzzle(PuzzleError::NoSuchSymbol { .. }) => Ok(()),
        _ => Err(rules_error(error)),
    }
}

/// Checks that rules name only letters that may be in a puzzle.
pub(super) fn check_letters<'l>(
    rules: &Rules,
    letters: impl Iterator<Item = &'l str>,
) -> Result<(), GenerateError> {
    let letters: Vec<&str> = letters.take(MOST_PROBED).collect();
    if letters.len() == MOST_PROBED {
        return Ok(());
    }
    probed(&format!("{}=0", letters.join("+")), rules).map_err(rules_error)
}

/// The most letters that are searched for the sake of a message.
const MOST_PROBED: usize = 4000;

/// Checks a text under rules, and ignores errors that another text with the same letters may not have.
fn probed(text: &str, rules: &Rules) -> Result<(), ParseError> {
    match conditions::puzzle(text, &Rules { layout: None, ..rules.clone() }) {
        Err(error) => match &error.mistake {
            Mistake::Puzzle(PuzzleError::NothingLeft { .. } | PuzzleError::SameDigit { .. }) => Ok(()),
            _ => Err(error),
        },
        Ok(_) => Ok(()),
    }
}

/// Returns an error about rules. A text that the user did not write is not shown.
fn rules_error(error: ParseError) -> GenerateError {
    match error.origin {
        Origin::Puzzle => GenerateError::Rules(error.message()),
        _ => GenerateError::Text(error),
    }
}
