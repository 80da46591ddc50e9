//! What each row of `messages/said` is good for: `cargo run --release -p fukumen-reading --example ablation [--thin] [SET…]`.
//!
//! The reader does without one row after the other. A row is needed by the texts of the sets that are then read as another
//! puzzle, with other settings, or with a warning that comes or goes; their names are printed beside it. A row without any can
//! be deleted. Two rows may be good for the same text: with `--thin`, a row that no text needs stays away while the others are
//! tried, and those that can go together are printed.

mod measure;

use std::collections::BTreeSet;

use fukumen_language::puzzle::Puzzle;
use fukumen_reading::{Reader, rows};
use measure::{lines, text_of};

/// The sets of texts that people wrote with the words around their puzzles.
const SETS: &[&str] = &["told", "sayings"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_thin = arguments.iter().any(|argument| argument == "--thin");
    let mut sets: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|name| !name.starts_with("--")).collect();
    if sets.is_empty() {
        sets = SETS.to_vec();
    }
    let texts: Vec<(String, String)> =
        sets.iter().flat_map(|set| lines(set)).map(|line| named(&line)).collect();
    let mut without: Vec<String> = Vec::new();
    let whole = readings(&texts, &without);
    for (name, pattern) in rows() {
        without.push(name.clone());
        let lost = lost(&texts, &whole, &without);
        match (is_thin, lost.is_empty()) {
            (true, true) => {
                println!("{name} can go: {pattern}");
                continue;
            }
            (false, _) => println!("{name} {}: {pattern}", lost.into_iter().collect::<Vec<_>>().join(" ")),
            (true, false) => {}
        }
        without.pop();
    }
}

/// The name of a text, and the text.
fn named(line: &serde_json::Value) -> (String, String) {
    (line["id"].as_str().unwrap_or("?").to_owned(), text_of(line))
}

/// What each text is read as.
fn readings(texts: &[(String, String)], without: &[String]) -> Vec<Vec<String>> {
    texts.iter().map(|(_, text)| reading(text, without)).collect()
}

/// The puzzles of a text without some rows, with what is asked for and whether there is a warning.
fn reading(text: &str, without: &[String]) -> Vec<String> {
    let without: Vec<&str> = without.iter().map(String::as_str).collect();
    let puzzles = Reader::new().without(&without).read_all(text).unwrap_or_default();
    let told = |puzzle: &Puzzle| {
        let notes = puzzle.notes().iter().map(|note| match note.message.key() {
            "note-read" | "note-unread" => String::new(),
            "note-unread-may" => "warned".to_owned(),
            _ => note.to_string(),
        });
        format!("{puzzle} {}", notes.collect::<String>())
    };
    puzzles.iter().map(told).collect()
}

/// The names of the texts that are read as something else.
fn lost<'a>(texts: &'a [(String, String)], whole: &[Vec<String>], without: &[String]) -> BTreeSet<&'a str> {
    let pairs = texts.iter().zip(whole);
    pairs
        .filter(|((_, text), whole)| reading(text, without) != **whole)
        .map(|((name, _), _)| name.as_str())
        .collect()
}
