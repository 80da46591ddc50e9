//! Any text, read in any layout, is a puzzle or an error, and what is drawn reads back to an equal puzzle.
#![no_main]

use fukumen::layout;
use fukumen::puzzle::Puzzle;
use fukumen::puzzle::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let names: Vec<&str> = layout::known().map(|layout| layout.name).collect();
    let layout = names.get(usize::from(choice) % (names.len() + 1)).map(ToString::to_string);
    let rules = Rules { layout, ..Rules::default() };
    match layout::puzzle(text, &rules) {
        Ok(puzzle) => {
            let again = puzzle.to_string().parse::<Puzzle>();
            assert_eq!(again.as_ref(), Ok(&puzzle), "drawn as\n{puzzle}");
        }
        Err(error) => assert!(error.text.get(error.span.clone()).is_some(), "{error} points outside of the text"),
    }
});
