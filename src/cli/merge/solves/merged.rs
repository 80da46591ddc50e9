//! What becomes of the answers to one puzzle, and what is read from each.

use serde_json::{Map, Value};

use super::super::read::Told;
use crate::report::json::Rewritten;
use crate::solve::Ask;

/// A row of a table, and the digits of its solution.
pub(super) type Row = (String, Vec<String>);

/// A puzzle of the result.
pub(super) struct Merged {
    pub object: Rewritten,
    /// The rows of a table, each with the digits of its solution.
    pub rows: Vec<Row>,
    /// The fields of its shards about themselves.
    pub part: Map<String, Value>,
    pub ask: Ask,
    /// Whether it is the same puzzle as the previous one, in another base.
    pub is_again: bool,
}

/// The advice about a missing shard.
pub(super) const ADVICE: &str = "; --partial joins what there is";

/// Returns the base of an answer.
pub(super) fn base(told: &Told) -> Option<&Value> {
    told.get("rules").and_then(|rules| rules.get("base"))
}

pub(super) fn ask(told: &Told) -> Ask {
    match told.part.get("ask").and_then(Value::as_str) {
        Some("count") => Ask::Count,
        Some("unique") => Ask::Unique,
        _ => Ask::All,
    }
}

/// Reads a count, which is a string above 2^53.
pub(super) fn number(value: Option<&Value>) -> u128 {
    match value {
        Some(Value::String(text)) => text.parse().unwrap_or_default(),
        Some(value) => value.as_u64().unwrap_or_default().into(),
        None => 0,
    }
}
