//! Two laws of reading. A text that the language reads as it stands keeps its meaning and its notes. A published text among words
//! keeps its conditions, or a piece of it is quoted as unread; and all that the reader says points into the text as it was typed.

#![no_main]

use fukumen::Puzzle;
use fukumen::text::Reader;
use libfuzzer_sys::fuzz_target;

/// Words and signs that may be put before and after a text.
const AROUND: &[&str] = &[
    "solve ", "my uncle wrote ", "the sum ", "in ", ", please", ". ", " is a puzzle", " (1924)", "\n", "\n\n", "**", "\"", "$", "> ", "1) ",
    "求", "を解け。", " — ", " - ", ": ", "A ", "I ", " of 7 letters", "<b>", "</b>", " holds", "\t", "¿", "?", "!",
];

const TEXTS: &str = include_str!("../../tests/puzzles/unique.txt");

fuzz_target!(|data: (&str, Vec<(bool, u8)>, u16)| {
    let (any, around, which) = data;
    keeps_its_meaning(any);
    let lines: Vec<&str> = TEXTS.lines().filter(|line| !line.is_empty()).collect();
    let clean = lines[usize::from(which) % lines.len()];
    keeps_its_meaning(clean);
    let mut text = clean.to_string();
    for (is_before, word) in around.into_iter().take(6) {
        let word = AROUND[usize::from(word) % AROUND.len()];
        text = if is_before { format!("{word}{text}") } else { format!("{text}{word}") };
    }
    let Ok(clean) = Puzzle::parse(clean) else { return };
    match Reader::new().read_all(&text) {
        Ok(puzzles) => {
            let is_there = puzzles.iter().any(|puzzle| {
                let all: Vec<String> = puzzle.conditions().iter().map(|one| puzzle.write(one)).collect();
                clean.conditions().iter().all(|one| all.contains(&clean.write(one)))
            });
            let is_said = puzzles.iter().any(|puzzle| !puzzle.unread().is_empty() || !puzzle.notes().is_empty());
            assert!(is_there || is_said, "{text}");
            for puzzle in puzzles {
                assert!(puzzle.unread().iter().all(|piece| text.get(piece.span.clone()).is_some()), "{text}");
            }
        }
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{text}"),
    }
});

/// A text that the language reads without its conventions is read so by every reader, but for a mark at its end.
fn keeps_its_meaning(text: &str) {
    let Ok(literal) = Reader::new().literal().read(text) else { return };
    if text.trim_end().ends_with(['.', '。', '?', '？', '!', '！']) {
        return;
    }
    let read = Reader::new().read(text).expect("the language reads it");
    let is_several = read.notes().iter().any(|note| note.message.key() == "note-several");
    assert!(is_several || read == literal, "{text}");
}
