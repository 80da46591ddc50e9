//! Reads the outputs of shards of `solve`: JSON, JSON lines, CSV. Solutions stay as they are written, because there may be
//! millions.

use std::fmt;

use anyhow::Context;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Piece;
use crate::digits::Digit;
use crate::report::csv::SHARD;
use crate::report::json::{Rewritten, Written};
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

/// An answer of a shard.
#[derive(Clone, Debug)]
pub struct Told {
    /// The file.
    pub name: String,
    /// The shard.
    pub shard: Shard,
    /// The shard's other fields about itself.
    pub part: Map<String, Value>,
    /// The fields of the answer, without those of shards, and where the solutions occur among them.
    pub object: Rewritten,
    /// The rows of a table, each with the digits of the solution.
    pub rows: Vec<(String, Vec<String>)>,
}

impl Told {
    /// Returns a field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.object.fields.get(name)
    }

    /// Returns the number of the puzzle in its list, from 1; `None` if it is alone.
    pub fn number(&self) -> Option<u64> {
        self.part.get("number")?.as_u64()
    }
}

/// The contents of a file.
pub struct File {
    /// The form of the file.
    pub form: Form,
    /// The head of a table, without the column of shards.
    pub head: Option<Vec<String>>,
    /// Its answers.
    pub answers: Vec<Told>,
}

/// Reads a file of `solve`; `None` if it is not one of a shard.
pub fn file(piece: &Piece) -> anyhow::Result<Option<File>> {
    let cannot = || format!("cannot read '{}'", piece.name);
    let text = &piece.text;
    let is_table = text.starts_with(&format!("{SHARD},"))
        || text.starts_with(&format!("{SHARD}\n"))
        // A table of puzzles that cannot be read has no head.
        || text.starts_with("\"{\"\"schema\"\":");
    if is_table {
        return table(piece).map(Some);
    }
    if !text.contains("\"part\":") {
        return Ok(None);
    }
    let (form, objects) = if text.starts_with("{\"") {
        (Form::Lines, text.lines().map(serde_json::from_str).collect::<Result<Vec<Object>, _>>())
    } else if text.starts_with('[') {
        (Form::Array, serde_json::from_str(text))
    } else if text.starts_with('{') {
        (Form::Object, serde_json::from_str(text).map(|object: Object| vec![object]))
    } else {
        return Ok(None);
    };
    let objects = match objects {
        Ok(objects) => objects,
        // The word may occur in a puzzle of 'generate'.
        Err(_) if form != Form::Lines || !text.contains("\"shard\":\"") => return Ok(None),
        Err(error) => return Err(error).with_context(cannot),
    };
    if !objects.iter().any(|object| object.0.fields.contains_key("part")) {
        return Ok(None);
    }
    let answers = objects.into_iter().map(|Object(object)| told(&piece.name, object));
    Ok(Some(File { form, head: None, answers: answers.collect::<anyhow::Result<_>>()? }))
}

/// Makes an answer, without the fields of shards.
fn told(name: &str, mut object: Rewritten) -> anyhow::Result<Told> {
    let wrong = || format!("'{name}' has an answer that is not one of a shard");
    let shard = object.fields.shift_remove("shard").with_context(wrong)?;
    let shard = shard.as_str().and_then(|shard| shard.parse().ok()).with_context(wrong)?;
    let print = object.fields.shift_remove("fingerprint").with_context(wrong)?;
    let Some(Value::Object(mut part)) = object.fields.shift_remove("part") else {
        anyhow::bail!(wrong());
    };
    part.insert("fingerprint".into(), print);
    Ok(Told { name: name.into(), shard, part, object, rows: Vec::new() })
}

fn table(piece: &Piece) -> anyhow::Result<File> {
    let name = &piece.name;
    let cannot = || format!("cannot read '{name}'");
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(piece.text.as_bytes());
    let (mut head, mut answers, mut rows) = (None, Vec::new(), Vec::new());
    for record in reader.records() {
        let record = record.with_context(cannot)?;
        let mut cells = record.iter().map(String::from);
        let first = cells.next().unwrap_or_default();
        if head.is_none() && answers.is_empty() && first == SHARD {
            head = Some(cells.collect());
        } else if first.starts_with('{') {
            let Object(mut object) = serde_json::from_str(&first).with_context(cannot)?;
            object.solutions = None;
            answers.push(Told { rows: std::mem::take(&mut rows), ..told(name, object)? });
        } else if head.is_none() && first == SHARD {
            // The puzzles before could not be read, so the head comes late.
            head = Some(cells.collect());
        } else {
            rows.push((first, cells.collect()));
        }
    }
    anyhow::ensure!(rows.is_empty(), "'{name}' ends within an answer: it is incomplete");
    Ok(File { form: Form::Table, head, answers })
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
                        let texts = map.next_value::<Vec<Box<RawValue>>>()?;
                        let written = texts.into_iter().map(Written::Text).collect();
                        object.solutions = Some((object.fields.len(), written));
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

/// Returns the digits of a solution in the order by which solutions are sorted: symbols, wrong digits, blanks.
pub fn digits(solution: &Written) -> Option<Vec<Digit>> {
    let value = value(solution)?;
    let digit = |value: &Value| value.as_u64().and_then(|digit| Digit::try_from(digit).ok());
    let list = |name: &str| value.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let symbols = value.get("digits")?.as_object()?.values().map(digit);
    let wrong = list("wrong").iter().map(|pair| digit(pair.get(1)?));
    symbols.chain(wrong).chain(list("blanks").iter().map(digit)).collect()
}

/// Returns the misprinted letters of a solution.
pub fn misprints(solution: &Written) -> Option<Value> {
    value(solution)?.get("misprints").cloned()
}

fn value(solution: &Written) -> Option<Value> {
    match solution {
        Written::Text(text) => serde_json::from_str(text.get()).ok(),
        Written::Value(value) => Some(value.clone()),
    }
}

/// Returns the digits of a row of a table.
pub fn digits_of_row(cell: &str) -> Option<Vec<Digit>> {
    cell.split_whitespace().map(|digit| digit.parse().ok()).collect()
}
