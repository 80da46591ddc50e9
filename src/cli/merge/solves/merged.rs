//! The merged answer to one puzzle, and the fields that are read from each of its parts.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::read::ShardAnswer;
use crate::report::json::Rewritten;
use crate::solve::Ask;

/// A puzzle of the result.
pub(super) struct Merged {
    pub object: Rewritten,
    /// The fields of its shards about themselves.
    pub part: Map<String, Value>,
    pub ask: Ask,
    /// Whether it is the same puzzle as the previous one, in another base.
    pub is_again: bool,
}

impl Merged {
    /// Takes an answer over as it is.
    pub fn of(told: &ShardAnswer) -> Self {
        Self { object: told.object.clone(), part: told.part.clone(), ask: ask(told), is_again: false }
    }

    /// Puts the solutions among the fields: after the rules if more came than may wait for their count.
    pub fn set_solutions(&mut self, all: Vec<Box<RawValue>>, room: usize) {
        let last = if all.len() > room { "rules" } else { "undecided" };
        self.object.solutions = Some((after(&self.object.fields, last), all));
    }
}

/// Returns the place after a field; the first if there is no such field.
pub(super) fn after(fields: &Map<String, Value>, name: &str) -> usize {
    fields.keys().position(|field| field == name).map_or(0, |place| place + 1)
}

/// The advice about a missing shard.
pub(super) const ADVICE: &str = "; --partial joins what there is";

/// Returns the base of an answer.
pub(super) fn base(told: &ShardAnswer) -> Option<&Value> {
    told.get("rules").and_then(|rules| rules.get("base"))
}

pub(super) fn ask(told: &ShardAnswer) -> Ask {
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
