//! The outcome of reading any text.

use fukumen::puzzle::Puzzle;
use fukumen::text::{ParseError, Reader};
use proptest::prelude::*;

/// That it is a puzzle which is written so that it reads back, or an error that points into its text. It reads back by the language
/// alone: the generous rules may take a word of it for a remark, as they do in what people type.
pub fn check(text: &str, read: &Result<Puzzle, ParseError>) -> Result<(), TestCaseError> {
    match read {
        Ok(puzzle) => {
            let again = Reader::new().literal().read(&puzzle.to_string());
            prop_assert_eq!(again.as_ref(), Ok(puzzle), "{:?} written as\n{}", text, puzzle);
        }
        Err(error) => {
            prop_assert!(error.text.get(error.span.clone()).is_some(), "{error} points into the text");
            prop_assert!(error.line > 0 && error.column > 0 && error.length > 0);
        }
    }
    Ok(())
}
