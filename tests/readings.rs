//! The readings of texts: the puzzle, the notes, the errors with their places and repairs, other readings, and what files of
//! these lines hold.
//!
//! `tests/puzzles/readings.txt` has a block for each text. Its lines begin with `|`; below them stands what it is read as:
//! the puzzle (`=`) with its notes (`~`), or the error with its help and its repair (`!`); other readings (`?`); and if a file
//! of these lines is something else, what it holds line by line (`-`), and as a whole (`+`).
//! To add a text, write its lines and run `UPDATE_READINGS=1 cargo test --test all readings::`. That also shows what a change of
//! the rules does to texts that it was not made for.

use fukumen::puzzle::{Puzzle, Rules};
use fukumen::text::{Blocks, Entry, ParseError, Reader, other_readings};
use fukumen::vocabulary::Vocabulary;

use crate::common::snapshot;

/// Several lines as one.
const BREAK: &str = "⏎";

fn on_one_line(text: &str) -> String {
    text.replace('\n', BREAK)
}

/// A puzzle or an error, a line for each of its parts.
fn outcome(text: &str, read: &Result<Puzzle, ParseError>) -> Vec<String> {
    let puzzle = match read {
        Ok(puzzle) => puzzle,
        Err(error) => {
            let place = format!("{}:{}+{}", error.line, error.column, error.length);
            let mut lines = vec![format!("! {place} {}", on_one_line(&error.message().to_string()))];
            lines.extend(error.help.as_ref().map(|help| format!("! {}", on_one_line(&help.to_string()))));
            lines.extend(error.repair.as_ref().map(|repair| {
                let replaced = error.text.get(repair.span.clone()).unwrap_or("?");
                on_one_line(&format!("! write '{}' for '{replaced}'", repair.text))
            }));
            return lines;
        }
    };
    let mut lines: Vec<String> = puzzle.to_string().lines().map(|line| format!("= {line}")).collect();
    for note in puzzle.notes() {
        let place = note.span.clone().and_then(|span| text.get(span));
        let place = place.map_or(String::new(), |place| format!("at '{}': ", on_one_line(place)));
        lines.push(format!("~ {place}{}", on_one_line(&note.to_string())));
    }
    lines
}

/// The puzzles of a file with these lines.
fn entries(text: &str, is_whole: bool) -> Vec<Entry> {
    let blocks = Blocks::new(text.lines().map(|line| Ok(line.to_owned())), Rules::default());
    let blocks = if is_whole { blocks.whole() } else { blocks };
    blocks.map(|entry| entry.expect("nothing fails to be read")).collect()
}

/// Each entry on a line.
fn file(text: &str, is_whole: bool) -> Vec<String> {
    let written = |entry: Entry| {
        let read = entry.puzzle(&Vocabulary::default());
        format!("line {}: {}", entry.line, outcome(&entry.text, &read).join(BREAK))
    };
    entries(text, is_whole).into_iter().map(written).collect()
}

/// All notes and errors about a text.
fn reading(text: &str) -> String {
    let read = Reader::new().read(text);
    let direct = outcome(text, &read);
    let mut lines = direct.clone();
    for other in other_readings(text, &Rules::default()) {
        lines.push(format!("? {}", on_one_line(&other.texts.join(" ¦ "))));
    }
    if text.contains('\n') {
        let (each, whole) = (file(text, false), file(text, true));
        let alone = [format!("line 1: {}", direct.join(BREAK))];
        if each != alone {
            lines.extend(each.iter().map(|entry| format!("- {entry}")));
        }
        if whole != each {
            lines.extend(whole.iter().map(|entry| format!("+ {entry}")));
        }
    }
    lines.join("\n")
}

#[test]
fn texts_are_read_as_they_were() {
    snapshot::compare("readings.txt", "UPDATE_READINGS", reading);
}
