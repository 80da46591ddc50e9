//! Any file of another solver is translated into a text that reads back to an equal puzzle, or refused at a place in it.

#![no_main]

use fukumen::Puzzle;
use fukumen::import::IMPORTS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, file) = input;
    let row = &IMPORTS[usize::from(choice) % IMPORTS.len()];
    match row.translate(file) {
        Ok(all) => {
            for translation in all {
                let puzzle = translation.text.parse::<Puzzle>().expect("what is translated can be read");
                let again = puzzle.to_string().parse::<Puzzle>();
                assert_eq!(again.as_ref(), Ok(&puzzle), "written as {puzzle}");
            }
        }
        Err(error) => assert!(error.text.get(error.span.clone()).is_some(), "{error} points outside of the file"),
    }
});
