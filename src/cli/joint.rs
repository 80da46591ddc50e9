//! How outputs of each format are joined.

use anyhow::Context;
use serde_json::Value;

use crate::puzzle::SETTINGS;
use crate::report::html;

/// How outputs of one format are joined.
pub struct Joint {
    /// The format.
    pub format: &'static str,
    /// The beginnings by which its outputs are recognised, if no other format's outputs begin so.
    pub marks: &'static [&'static str],
    /// The part that comes once in an output.
    pub frame: Frame,
    /// Whether puzzles are objects, which state their rules.
    pub is_json: bool,
}

/// The part that comes once in an output of several puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// Nothing.
    Bare,
    /// A head, which is the first line.
    Head,
    /// The brackets of a pretty array.
    Brackets,
    /// The head and the end of a page.
    Page,
}

/// Outputs that are joined unchanged.
const PLAIN: Joint = Joint { format: "", marks: &[], frame: Frame::Bare, is_json: false };

const OPEN: &str = "[\n  ";
/// The end of a pretty array.
pub const CLOSE: &str = "\n]\n";
/// An array without puzzles.
pub const EMPTY: &str = "[]\n";

impl Joint {
    /// Takes an output apart: what comes once before the puzzles, and the puzzles. `None` if it has another form.
    pub fn apart<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        match self.frame {
            Frame::Bare => Some(("", text)),
            Frame::Head => Some(text.split_at(text.find('\n').map_or(text.len(), |end| end + 1))),
            Frame::Brackets if text == EMPTY => Some((OPEN, "")),
            Frame::Brackets => Some((OPEN, text.strip_prefix(OPEN)?.strip_suffix(CLOSE)?)),
            Frame::Page => {
                let (head, puzzles) = text.split_at(text.find(html::MAIN)? + html::MAIN.len());
                Some((head, puzzles.strip_suffix(html::CLOSE)?))
            }
        }
    }

    /// Returns whether an output has puzzles.
    pub fn has_puzzles(&self, text: &str) -> bool {
        self.apart(text).is_none_or(|(_, puzzles)| !puzzles.is_empty())
    }
}

/// Every format that can be joined. Text begins with a puzzle, which has no mark.
pub static JOINTS: &[Joint] = &[
    Joint { format: "text", ..PLAIN },
    Joint { format: "jsonl", marks: &["{\"schema\":"], is_json: true, ..PLAIN },
    Joint { format: "json", marks: &["[\n  {\n", EMPTY], frame: Frame::Brackets, is_json: true },
    Joint { format: "csv", marks: &["line,puzzle,"], frame: Frame::Head, ..PLAIN },
    Joint { format: "markdown", marks: &["```\n", "````", "`@", "`` @"], ..PLAIN },
    Joint { format: "latex", marks: &["\\[ ", "% @"], ..PLAIN },
    Joint { format: "html", marks: &["<!DOCTYPE html>"], frame: Frame::Page, is_json: false },
    Joint { format: "svg", marks: &["<svg ", "<!-- @"], ..PLAIN },
];

/// Returns the rules that a puzzle shares with its search.
pub fn rules_of(puzzle: &Value) -> anyhow::Result<Value> {
    let mut rules = puzzle.get("rules").and_then(Value::as_object).context("a puzzle has no rules")?.clone();
    rules.retain(|name, _| !is_per_puzzle(name));
    Ok(Value::Object(rules))
}

/// Returns whether a rule, by its name in JSON, may differ within one search: the layout of a drawing, and what makes a
/// repaired puzzle unique.
fn is_per_puzzle(name: &str) -> bool {
    SETTINGS.iter().any(|row| row.affects.is_per_puzzle() && row.name.replace('-', "_") == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_a_search_are_all_but_those_of_each_puzzle() {
        let own = SETTINGS.iter().map(|row| row.name.replace('-', "_")).filter(|name| is_per_puzzle(name));
        assert_eq!(own.collect::<Vec<_>>(), ["assign", "layout", "where"]);
    }
}
