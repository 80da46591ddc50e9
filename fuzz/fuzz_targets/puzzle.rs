//! Any text is a puzzle or an error, and a puzzle's text reads back to an equal puzzle.
#![no_main]

use fukumen::puzzle::Puzzle;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Puzzle>() {
        Ok(puzzle) => {
            let again = puzzle.to_string().parse::<Puzzle>();
            assert_eq!(again.as_ref(), Ok(&puzzle), "written as {puzzle}");
        }
        Err(error) => {
            assert!(error.span.end <= error.text.len(), "{error} points outside of the text");
            assert!(error.text.is_char_boundary(error.span.start) && error.text.is_char_boundary(error.span.end));
        }
    }
});
