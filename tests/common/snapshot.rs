//! Files of texts and of what was found out about them, for tests that show what a change does to them all.

use std::fmt::Write as _;
use std::path::Path;

/// Compares what `tell` tells of each text in a file of `tests/puzzles` with what stands below the text there. If the
/// environment variable `update` is set, it writes the file anew instead.
pub fn compare(file: &str, update: &str, tell: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzles").join(file);
    let written = std::fs::read_to_string(&path).expect("the file is there");
    let blocks: Vec<&str> = written.split("\n\n").map(|block| block.trim_matches('\n')).collect();
    let now: Vec<String> = blocks.iter().map(|block| block_of(&text_of(block), &tell)).collect();
    if std::env::var_os(update).is_some() {
        std::fs::write(&path, now.join("\n")).expect("it can be written");
        return;
    }
    let mut changed = String::new();
    for (block, now) in blocks.iter().zip(&now).filter(|(block, now)| *block != &now.trim_end_matches('\n')) {
        let _ = writeln!(changed, "{block}\n-- is now\n{now}");
    }
    assert!(changed.is_empty(), "{update}=1 writes {file} anew:\n{changed}");
}

/// The text of a block: its lines that begin with `|`.
fn text_of(block: &str) -> String {
    let lines = block.lines().filter_map(|line| line.strip_prefix('|'));
    let lines: Vec<String> = lines.map(|line| from_visible(line.strip_prefix(' ').unwrap_or(line))).collect();
    lines.join("\n")
}

fn block_of(text: &str, tell: impl Fn(&str) -> String) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| format!("| {line}")).collect();
    let told = tell(text);
    lines.iter().map(String::as_str).chain(told.lines()).fold(String::new(), |mut block, line| {
        let _ = writeln!(block, "{}", visible(line));
        block
    })
}

/// A line whose invisible characters are escaped.
fn visible(line: &str) -> String {
    let is_invisible = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    line.chars()
        .map(|c| if is_invisible(c) { c.escape_unicode().to_string() } else { c.to_string() })
        .collect()
}

fn from_visible(line: &str) -> String {
    let mut parts = line.split("\\u{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (code, rest) = part.split_once('}').expect("an escape ends");
        let character = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        text + &character.expect("it is a character").to_string() + rest
    })
}
