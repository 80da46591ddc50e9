//! What becomes of the answers to one puzzle, and what is read from each.

use clap::ArgMatches;
use serde_json::{Map, Value};

use super::super::read::Told;
use crate::cli::request;
use crate::report::json::Rewritten;
use crate::solve::Ask;

/// A row of a table, behind the digits of its solution.
pub(super) type Row = (String, Vec<String>);

/// A puzzle of the result.
pub(super) struct Merged {
    pub object: Rewritten,
    /// The rows of a table, each with the digits of its solution.
    pub rows: Vec<Row>,
    /// What its shards say of themselves.
    pub part: Map<String, Value>,
    pub ask: Ask,
    /// Whether it is the same puzzle as the one before, in another base.
    pub is_again: bool,
}

/// What is wanted of all solutions.
pub(super) struct Wanted<'m> {
    pub essentially: Option<&'m String>,
    pub goal: Option<(&'static str, String)>,
}

impl Wanted<'_> {
    pub fn read(matches: &ArgMatches) -> Wanted<'_> {
        Wanted { essentially: matches.get_one::<String>("essentially"), goal: request::goal(matches) }
    }

    pub fn is_nothing(&self) -> bool {
        self.essentially.is_none() && self.goal.is_none()
    }
}

/// What to do about a missing shard.
pub(super) const ADVICE: &str = "; --partial joins what there is";

/// The base that an answer is about.
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

/// A count, which is a string past 2^53.
pub(super) fn number(value: Option<&Value>) -> u128 {
    match value {
        Some(Value::String(text)) => text.parse().unwrap_or_default(),
        Some(value) => value.as_u64().unwrap_or_default().into(),
        None => 0,
    }
}
