//! Published texts in neighbouring forms: whatever was changed, a text that can be read has the count of the published one, or
//! a note says how it was read; and all that the reader says points into the text as it was typed.

#![no_main]

use fukumen::Puzzle;
use fukumen::puzzle::Rules;
use fukumen::text::other_readings;
use libfuzzer_sys::fuzz_target;

/// What may be put around a text, or in place of a part of it.
const CHANGES: &[(&str, &str)] = &[
    ("", "\""), ("", "'"), ("", "$"), ("", "> "), ("", "1. "), ("", "- "), ("", "."), ("", " ?"), ("+", " plus "), ("=", " equals "), ("=", "=="),
    ("*", "x"), ("*", " X "), ("*", "×"), ("*", "•"), ("+", "\\+"), ("-", "—"), ("\n", " "), (" ", ""), ("", " "), ("", "|"), ("", "\\\\"), ("+", "&plus;"),
];

const TEXTS: &str = include_str!("../../tests/puzzles/unique.txt");

fuzz_target!(|data: &[u8]| {
    let [first, second, changes @ ..] = data else { return };
    let lines: Vec<&str> = TEXTS.lines().filter(|line| !line.is_empty()).collect();
    let mut text = lines[(usize::from(*first) * 256 + usize::from(*second)) % lines.len()].to_string();
    for change in changes.chunks_exact(2).take(8) {
        let (from, to) = CHANGES[usize::from(change[0]) % CHANGES.len()];
        let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).filter(|at| text.is_char_boundary(*at)).collect();
        if let Some(at) = places.get(usize::from(change[1]) % places.len().max(1)) {
            text.replace_range(*at..at + from.len(), to);
        }
    }
    match Puzzle::parse(&text) {
        Ok(puzzle) => {
            for note in puzzle.notes() {
                assert!(note.span.as_ref().is_none_or(|span| text.get(span.clone()).is_some()), "{text}");
            }
            for reading in other_readings(&text, &Rules::default()) {
                assert!(reading.texts.iter().all(|other| Puzzle::parse(other).is_ok()), "{text}");
            }
        }
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{text}"),
    }
});
