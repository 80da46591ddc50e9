//! Reads the outputs of shards of `solve`: JSON, JSON lines, CSV. Solutions stay as they are written, because there may be
//! millions.

use std::fmt;

use anyhow::Context;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::Piece;
use crate::digits::Digit;
use crate::report::csv::SHARD;
use crate::report::json::Rewritten;
use crate::solve::Shard;

/// The form of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One line of JSON for each answer.
    Lines,
    /// One object, over many lines.
    Object,
    /// An array of objects.
    Array,
    /// A table.
    Table,
}

impl Form {
    /// Returns the name of the format.
    pub fn format(self) -> &'static str {
        match self {
            Self::Lines => "jsonl",
            Self::Object | Self::Array => "json",
            Self::Table => "csv",
        }
    }
}

/// An answer of a shard.
#[derive(Clone, Debug)]
pub struct ShardAnswer {
    /// The file.
    pub name: String,
    /// The shard.
    pub shard: Shard,
    /// The shard's other fields about itself.
    pub part: Map<String, Value>,
    /// The fields of the answer, without those of shards, and its solutions. Those of a table are its rows, each an array of
    /// its cells, the first of which has the digits.
    pub object: Rewritten,
}

impl ShardAnswer {
    /// Returns a field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.object.fields.get(name)
    }

    /// Returns the number of the puzzle in its list, from 1; `None` if it is alone.
    pub fn number(&self) -> Option<u64> {
        self.part.get("number")?.as_u64()
    }

    /// Returns the solutions, as they are written.
    pub fn solutions(&self) -> &[Box<RawValue>] {
        self.object.solutions.as_ref().map_or(&[], |(_, all)| all)
    }
}

/// The contents of a file.
pub struct File {
    /// The form of the file.
    pub form: Form,
    /// The head of a table, without the column of shards.
    pub head: Option<Vec<String>>,
    /// Its answers.
    pub answers: Vec<ShardAnswer>,
}

/// Reads a file of `solve`; `None` if it is not one of a shard.
pub fn file(Piece { name, text }: &Piece) -> anyhow::Result<Option<File>> {
    let is_table = text.starts_with(&format!("{SHARD},"))
        || text.starts_with(&format!("{SHARD}\n"))
        // A table of puzzles that cannot be read has no head.
        || text.starts_with("\"{\"\"schema\"\":");
    let form = match text.as_bytes() {
        _ if is_table => Form::Table,
        _ if !text.contains("\"part\":") => return Ok(None),
        [b'{', b'"', ..] => Form::Lines,
        [b'{', ..] => Form::Object,
        [b'[', ..] => Form::Array,
        _ => return Ok(None),
    };
    let (head, objects) = match form {
        Form::Table => table(name, text)?,
        _ => match objects::<Object>(text) {
            Ok(objects) => (None, objects.into_iter().map(|Object(object)| object).collect()),
            // The word may occur in a puzzle of 'generate'.
            Err(_) if form != Form::Lines || !text.contains("\"shard\":\"") => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read '{name}'")),
        },
    };
    if form != Form::Table && !objects.iter().any(|object| object.fields.contains_key("part")) {
        return Ok(None);
    }
    let answers =
        objects.into_iter().map(|object| shard_answer(name, object)).collect::<anyhow::Result<_>>()?;
    Ok(Some(File { form, head, answers }))
}

/// Reads the objects of a text: of an array, the only one over many lines, or one on each line.
pub fn objects<T: DeserializeOwned>(text: &str) -> serde_json::Result<Vec<T>> {
    match text.as_bytes() {
        [b'[', ..] => serde_json::from_str(text),
        [b'{', next, ..] if *next != b'"' => Ok(vec![serde_json::from_str(text)?]),
        _ => text.lines().map(serde_json::from_str).collect(),
    }
}

/// Makes an answer, without the fields of shards.
fn shard_answer(name: &str, mut object: Rewritten) -> anyhow::Result<ShardAnswer> {
    let wrong = || format!("'{name}' has an answer that is not one of a shard");
    let shard = object.fields.shift_remove("shard").with_context(wrong)?;
    let shard = shard.as_str().and_then(|shard| shard.parse().ok()).with_context(wrong)?;
    let print = object.fields.shift_remove("fingerprint").with_context(wrong)?;
    let Some(Value::Object(mut part)) = object.fields.shift_remove("part") else {
        anyhow::bail!(wrong());
    };
    part.insert("fingerprint".into(), print);
    Ok(ShardAnswer { name: name.into(), shard, part, object })
}

/// Reads the head of a table, and its answers with the rows above each as its solutions.
fn table(name: &str, text: &str) -> anyhow::Result<(Option<Vec<String>>, Vec<Rewritten>)> {
    let cannot = || format!("cannot read '{name}'");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let (mut head, mut answers, mut rows) = (None, Vec::new(), Vec::new());
    for record in reader.records() {
        let record = record.with_context(cannot)?;
        let mut cells = record.iter();
        let first = cells.next().unwrap_or_default();
        if first.starts_with('{') {
            let Object(mut object) = serde_json::from_str(first).with_context(cannot)?;
            object.solutions = Some((0, std::mem::take(&mut rows)));
            answers.push(object);
        } else if head.is_none() && first == SHARD {
            // If the first puzzles could not be read, the head comes after them.
            head = Some(cells.map(String::from).collect());
        } else {
            rows.push(to_raw_value(&record.iter().collect::<Vec<_>>())?);
        }
    }
    anyhow::ensure!(rows.is_empty(), "'{name}' ends within an answer: it is incomplete");
    Ok((head, answers))
}

/// An object whose solutions are kept unread.
struct Object(Rewritten);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an answer")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut object = Rewritten::default();
                while let Some(name) = map.next_key::<String>()? {
                    if name == "solutions" {
                        object.solutions = Some((object.fields.len(), map.next_value()?));
                    } else {
                        object.fields.insert(name, map.next_value()?);
                    }
                }
                Ok(Object(object))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// Returns the cells of a row that is kept as a solution, without the first.
pub fn cells(row: &RawValue) -> serde_json::Result<Vec<String>> {
    let cells: Vec<String> = serde_json::from_str(row.get())?;
    Ok(cells.into_iter().skip(1).collect())
}

/// Returns the digits of a solution in the order by which solutions are sorted: symbols, wrong digits, blanks.
pub fn digits(solution: &RawValue) -> Option<Vec<Digit>> {
    let value: Value = serde_json::from_str(solution.get()).ok()?;
    if let Some(row) = value.as_array() {
        return row.first()?.as_str()?.split_whitespace().map(|digit| digit.parse().ok()).collect();
    }
    let digit = |value: &Value| value.as_u64().and_then(|digit| Digit::try_from(digit).ok());
    let list = |name: &str| value.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let symbols = value.get("digits")?.as_object()?.values().map(digit);
    let wrong = list("wrong").iter().map(|pair| digit(pair.get(1)?));
    symbols.chain(wrong).chain(list("blanks").iter().map(digit)).collect()
}

/// Returns the misprinted letters of a solution.
pub fn misprints(solution: &RawValue) -> Option<Value> {
    serde_json::from_str::<Value>(solution.get()).ok()?.get("misprints").cloned()
}
