//! How outputs of each format are joined.

use anyhow::Context;
use serde_json::Value;

use crate::puzzle::SETTINGS;

/// How outputs of one format are joined.
pub struct Joint {
    /// The format.
    pub format: &'static str,
    /// The beginnings by which its outputs are recognised, if no other format's outputs begin so.
    pub marks: &'static [&'static str],
    /// What stands around puzzles, if anything does.
    pub brackets: Option<Brackets>,
    /// Whether the first line is a head.
    pub has_head: bool,
    /// Reads the rules that each puzzle of an output states, if it states any.
    pub rules: fn(&str) -> anyhow::Result<Vec<Value>>,
}

/// What stands around the puzzles of an output.
pub struct Brackets {
    /// Before the first puzzle.
    pub open: &'static str,
    /// Between two puzzles.
    pub between: &'static str,
    /// After the last puzzle.
    pub close: &'static str,
    /// The whole output if there are no puzzles.
    pub empty: &'static str,
}

/// Outputs that are joined unchanged.
const PLAIN: Joint =
    Joint { format: "", marks: &[], brackets: None, has_head: false, rules: |_| Ok(Vec::new()) };

impl Joint {
    /// Returns whether an output has puzzles.
    pub fn has_puzzles(&self, text: &str) -> bool {
        let is_empty = self.brackets.as_ref().is_some_and(|brackets| text == brackets.empty);
        let is_head = self.has_head && text.lines().count() < 2;
        !text.is_empty() && !is_empty && !is_head
    }
}

/// Every format that can be joined. Text begins with a puzzle, which has no mark.
pub static JOINTS: &[Joint] = &[
    Joint { format: "text", ..PLAIN },
    Joint {
        format: "jsonl",
        marks: &["{\"schema\":"],
        rules: |text| text.lines().map(rules_of_line).collect(),
        ..PLAIN
    },
    Joint {
        format: "json",
        marks: &["[\n  {\n", "[]\n"],
        brackets: Some(Brackets { open: "[\n  ", between: ",\n  ", close: "\n]\n", empty: "[]\n" }),
        rules: rules_of_array,
        ..PLAIN
    },
    Joint { format: "csv", marks: &["line,puzzle,"], has_head: true, ..PLAIN },
    Joint { format: "markdown", marks: &["```\n", "````", "`@", "`` @"], ..PLAIN },
    Joint { format: "latex", marks: &["\\[ ", "% @"], ..PLAIN },
    Joint { format: "svg", marks: &["<svg ", "<!-- @"], ..PLAIN },
];

fn rules_of_line(line: &str) -> anyhow::Result<Value> {
    rules_of(&serde_json::from_str(line)?)
}

fn rules_of_array(text: &str) -> anyhow::Result<Vec<Value>> {
    let puzzles: Vec<Value> = serde_json::from_str(text)?;
    puzzles.iter().map(rules_of).collect()
}

/// Returns the rules that a puzzle shares with its search.
fn rules_of(puzzle: &Value) -> anyhow::Result<Value> {
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
