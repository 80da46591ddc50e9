//! The texts that need each row of `messages/said` and each rule of the surface:
//! `cargo run --release -p fukumen-reading --example ablation [--thin] [SET…]`.
//!
//! The reader does without one row or rule after the other. It is needed by the texts of the sets that are then read as another
//! puzzle, with other settings, or with a warning that comes or goes, and by the sayings that say something; their names are printed
//! beside it. A row without any can be deleted. Two rows may be good for the same text: with `--thin`, a row that no text needs stays
//! away while the others are tried, and those that can go together are printed; one of each group stays.

mod measure;

use fukumen_language::puzzle::Puzzle;
use fukumen_reading::{Reader, rows};
use measure::{lines, text_of};
use serde_json::Value;

/// The sets of texts that people wrote with the words around their puzzles.
const SETS: &[&str] = &["told", "sayings", "asked", "copied"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_thin = arguments.iter().any(|argument| argument == "--thin");
    let mut sets: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|name| !name.starts_with("--")).collect();
    if sets.is_empty() {
        sets = SETS.to_vec();
    }
    let texts: Vec<Text> = sets.iter().flat_map(|set| lines(set)).map(|line| Text::of(&line)).collect();
    let whole = readings(&texts, &[]);
    let mut without: Vec<&str> = Vec::new();
    for group in rows() {
        let mut left = group.len();
        // Those that come first are the usual ones.
        for (name, pattern) in group.into_iter().rev() {
            if is_thin && left == 1 {
                break;
            }
            without.push(name);
            let lost = lost(&texts, &whole, &without);
            if !is_thin {
                println!("{name} {}: {pattern}", lost.join(" "));
            } else if lost.is_empty() {
                println!("{name} can go: {pattern}");
                left -= 1;
                continue;
            }
            without.pop();
        }
    }
}

/// A text, with its name.
struct Text {
    name: String,
    text: String,
    /// Whether it is a sentence that says something about its puzzle, even what would hold anyway.
    is_said: bool,
}

impl Text {
    fn of(line: &Value) -> Self {
        let of = |name: &str| line[name].as_str().unwrap_or_default();
        let is_said = matches!(of("kind"), "rule" | "property");
        Self { name: of("id").to_owned(), text: text_of(line), is_said }
    }

    /// Reads it without some rows: its puzzles, with the demands on them, and whether there is a warning.
    fn reading(&self, without: &[&str]) -> Vec<String> {
        let puzzles = Reader::new().without(without).read_all(&self.text).unwrap_or_default();
        let told = |puzzle: &Puzzle| {
            let notes = puzzle.notes().iter().map(|note| match note.message.key() {
                "note-read" => String::new(),
                "note-unread" if !self.is_said => String::new(),
                "note-unread-may" => "warned".to_owned(),
                _ => note.to_string(),
            });
            format!("{puzzle} {}", notes.collect::<String>())
        };
        puzzles.iter().map(told).collect()
    }
}

/// Reads each text.
fn readings(texts: &[Text], without: &[&str]) -> Vec<Vec<String>> {
    texts.iter().map(|text| text.reading(without)).collect()
}

/// The names of the texts that are read as something else.
fn lost<'a>(texts: &'a [Text], whole: &[Vec<String>], without: &[&str]) -> Vec<&'a str> {
    let pairs = texts.iter().zip(whole);
    let changed = pairs.filter(|(text, whole)| text.reading(without) != **whole);
    changed.map(|(text, _)| text.name.as_str()).collect()
}
