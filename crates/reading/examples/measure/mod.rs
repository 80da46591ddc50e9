//! Texts that people wrote: for the programs that measure the reader.

use serde_json::Value;

/// The lines of a set: a file of `tests/puzzles`, or a path that ends in `.jsonl`.
pub fn lines(set: &str) -> Vec<Value> {
    let path = match set.ends_with(".jsonl") {
        true => set.to_owned(),
        false => format!("{}/../../tests/puzzles/{set}.jsonl", env!("CARGO_MANIFEST_DIR")),
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

/// The text of a line; a sentence stands around its puzzle, or above it.
pub fn text_of(line: &Value) -> String {
    let of = |name: &str| line[name].as_str().unwrap_or_default();
    let (sentence, puzzle) = (of("sentence"), of("puzzle"));
    match () {
        () if sentence.is_empty() => of("text").to_owned(),
        () if sentence.contains("{puzzle}") => sentence.replace("{puzzle}", puzzle),
        () => format!("{sentence}\n\n{puzzle}"),
    }
}
