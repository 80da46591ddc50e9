//! Any text, read in any layout, is a puzzle or an error, and what is drawn reads back to an equal puzzle.
#![no_main]

use fukumen::text::Reader;
use fukumen::puzzle::{Puzzle, Rules};
use fukumen::text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let names: Vec<&str> = text::layouts().map(|layout| layout.name).collect();
    let layout = names.get(usize::from(choice) % (names.len() + 1)).map(ToString::to_string);
    let rules = Rules::default().with_layout(layout);
    match Reader::new().rules(&rules).read(text) {
        Ok(puzzle) => {
            let again = puzzle.to_string().parse::<Puzzle>();
            assert_eq!(again.as_ref(), Ok(&puzzle), "drawn as\n{puzzle}");
        }
        Err(error) => assert!(error.text.get(error.span.clone()).is_some(), "{error} points outside of the text"),
    }
});
