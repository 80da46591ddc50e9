//! The fields of objects.

use std::ops::Range;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::Question;
use crate::ShardPart;
use crate::Unanswered;
use crate::columns;
use crate::words;
use fukumen_engine::solve::{Answer, Ask, Order, Outline, Reading, Status, StoppedBy, Times};
use fukumen_generate::Amount;
use fukumen_language::message::{Message, Note};
use fukumen_language::puzzle::{Puzzle, Rules, SETTINGS, Shown, Unread};

/// The number of this contract.
pub const SCHEMA: u64 = 1;

/// The largest number that is exact in programs that read JSON numbers as floating point.
const LARGEST_NUMBER: u128 = 1 << 53;

/// Returns a puzzle without an answer as one object.
#[must_use]
pub fn unanswered(puzzle: &Unanswered) -> Value {
    let mut object = opening(puzzle.text, puzzle.line);
    object.extend(puzzle.rules.map(|known| ("rules".to_string(), rules(known))));
    if let Some(limit) = puzzle.stopped_by {
        unread(&mut object, limit);
        add_part(&mut object, puzzle);
        return Value::Object(object);
    }
    object.insert("status".into(), "error".into());
    let error = json!({
        "message": puzzle.message.to_string(),
        "key": puzzle.message.key(),
        "params": params(&puzzle.message),
        "origin": puzzle.place.map(|place| place.origin.to_string()),
        "line": puzzle.place.map(|place| place.line),
        "column": puzzle.place.map(|place| place.column),
        "length": puzzle.place.map(|place| place.length),
        "span": puzzle.span.as_ref().map(span),
        "label": puzzle.label,
        "help": puzzle.help,
        "repair": puzzle.repair.as_ref().map(|repair| json!({"span": span(&repair.span), "text": repair.text})),
    });
    object.insert("error".into(), error);
    add_part(&mut object, puzzle);
    Value::Object(object)
}

fn add_part(object: &mut Map<String, Value>, puzzle: &Unanswered) {
    if let Some(part) = puzzle.part {
        part_of(object, part, part.fingerprint.clone(), Map::new());
    }
}

/// Adds the fields of a puzzle that was not read in time: nothing is known of its solutions.
fn unread(object: &mut Map<String, Value>, limit: StoppedBy) {
    let answer = Answer::unsearched(limit, Duration::ZERO);
    outcome(object, &answer);
    object.insert("solutions".into(), json!([]));
    order_and_notes(object, &answer);
    course(object, &answer);
}

/// Returns the rules in force, by the names of their settings with `_` for `-`.
#[must_use]
pub fn rules(rules: &Rules) -> Value {
    let value = |shown| match shown {
        Shown::Flag(flag) => Value::from(flag),
        Shown::Number(number) => number.into(),
        Shown::Text(text) => text.into(),
        Shown::List(list) => list.into(),
        Shown::Nothing => Value::Null,
    };
    let mut all: Map<String, Value> =
        SETTINGS.iter().map(|row| (row.name.replace('-', "_"), value((row.shown)(rules)))).collect();
    // The contract has one text here. If there are several, `shows` has all of them.
    all.insert("show".into(), rules.shows.first().cloned().into());
    if rules.shows.len() > 1 {
        all.insert("shows".into(), rules.shows.clone().into());
    }
    all.into()
}

/// Writes a number if every reader has it exactly, else a string.
#[must_use]
pub fn count(count: u128) -> Value {
    match u64::try_from(count) {
        Ok(small) if count <= LARGEST_NUMBER => small.into(),
        _ => count.to_string().into(),
    }
}

pub(super) fn opening(text: &str, line: usize) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), SCHEMA.into());
    object.insert("puzzle".into(), text.into());
    object.insert("line".into(), line.into());
    object
}

/// Adds the result, and how certain it is.
pub(super) fn outcome(object: &mut Map<String, Value>, answer: &Answer) {
    let status = match answer.outcome.status {
        Status::Solved => "solved",
        Status::None => "none",
        Status::Stopped => "stopped",
    };
    object.insert("status".into(), status.into());
    if answer.outcome.reading == Reading::ZeroLines {
        object.insert("reading".into(), "zero-lines".into());
    }
    object.insert("exhausted".into(), answer.outcome.exhausted.into());
    object.insert("count".into(), count(answer.outcome.count));
    if let Some(written) = answer.outcome.written {
        object.insert("written".into(), written.into());
    }
    object.insert("unique".into(), answer.outcome.unique.into());
    object.insert("essentially".into(), answer.outcome.essentially.into());
    object.insert("undecided".into(), answer.outcome.undecided.into());
}

/// Adds fields that only some answers have, and those that were added to the contract later.
pub(super) fn extras(object: &mut Map<String, Value>, asked: &Question, answer: &Answer) {
    if asked.goal.is_some() {
        object.insert("best".into(), columns::best(asked, answer).into());
    }
    if !asked.puzzle.shows().is_empty() && asked.ask == Ask::Count {
        let group = |(values, number): (Vec<String>, u64)| {
            let mut group = json!({"show": values[0], "count": count(u128::from(number))});
            if values.len() > 1 {
                group["shows"] = values.into();
            }
            group
        };
        object.insert("groups".into(), columns::groups(asked, answer).map(group).collect());
    }
    order_and_notes(object, answer);
    if !asked.puzzle.unread().is_empty() {
        object.insert("unread".into(), unread_words(asked.puzzle));
    }
    if !asked.measures.is_empty() {
        let measures = asked.measures.iter().map(|(name, value)| (name.to_string(), amount(*value)));
        object.insert("measures".into(), measures.collect());
    }
    if let Some(proof) = asked.certificate {
        let proof = proof.map(|proof| {
            json!({
                "file": proof.file,
                "nodes": proof.nodes,
                "bytes": proof.bytes,
                "seconds": seconds(proof.seconds),
            })
        });
        object.insert("certificate".into(), proof.into());
    }
}

/// Adds the fields for merging shards, at the end of an object.
pub(super) fn shard(object: &mut Map<String, Value>, asked: &Question, answer: &Answer) {
    let Some(part) = asked.part else { return };
    let own = answer.shard.as_ref().and_then(|piece| piece.fingerprint.clone());
    let mut more = Map::new();
    more.insert("ask".into(), ask(asked.ask).into());
    let settings = asked.puzzle.rules().changes().into_iter().map(|(name, value)| json!([name, value]));
    more.insert("settings".into(), settings.collect());
    if let Some(letters) = asked.letters {
        let told = [("key", &letters.key), ("decode", &letters.decode)];
        more.extend(
            told.into_iter().filter_map(|(name, digits)| Some((name.into(), digits.clone()?.into()))),
        );
    }
    if !part.if_none.is_empty() {
        let notes: Value = part.if_none.iter().map(ToString::to_string).collect();
        let keys: Value = part.if_none.iter().map(note_key).collect();
        more.insert("if_none".into(), json!({"notes": notes, "note_keys": keys}));
    }
    part_of(object, part, part.fingerprint.clone().or(own), more);
}

fn part_of(
    object: &mut Map<String, Value>,
    part: &ShardPart,
    fingerprint: Option<String>,
    more: Map<String, Value>,
) {
    object.insert("shard".into(), part.shard.to_string().into());
    object.insert("fingerprint".into(), fingerprint.into());
    let mut fields = Map::new();
    fields.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    fields.insert("stream".into(), part.streams.into());
    if let Some((number, list)) = &part.place {
        fields.insert("number".into(), (*number).into());
        fields.insert("list".into(), list.clone().into());
    }
    fields.extend(more);
    object.insert("part".into(), fields.into());
}

fn ask(ask: Ask) -> &'static str {
    match ask {
        Ask::All => "all",
        Ask::First(_) => "first",
        Ask::Count => "count",
        Ask::Unique => "unique",
    }
}

/// Returns the value of a measure as a number.
pub(crate) fn amount(amount: Amount) -> Value {
    match amount {
        Amount::Whole(number) => number.into(),
        Amount::Tenths(tenths) => (tenths as f64 / 10.0).into(),
    }
}

/// Returns a note as data, so that a program need not read its text.
#[must_use]
pub fn note_key(note: &Note) -> Value {
    json!({
        "key": note.message.key(),
        "params": params(&note.message),
        "span": note.span.as_ref().map(span),
    })
}

/// Returns the values of a message, by name.
#[must_use]
pub fn params(message: &Message) -> Value {
    let values = message.params().iter().map(|(name, value)| ((*name).to_string(), value.as_str().into()));
    Value::Object(values.collect())
}

/// Returns the values of a message that are messages themselves, by name; `None` if there are none.
#[must_use]
pub fn within(message: &Message) -> Option<Value> {
    let said = |message: &Message| {
        let mut said = json!({"key": message.key(), "params": params(message)});
        if let Some(within) = within(message) {
            said["within"] = within;
        }
        said
    };
    let values = message.within().iter().map(|(name, value)| ((*name).to_string(), said(value)));
    let values: Map<String, Value> = values.collect();
    (!values.is_empty()).then_some(Value::Object(values))
}

fn span(bytes: &Range<usize>) -> Value {
    json!([bytes.start, bytes.end])
}

/// Returns the pieces of a text that were not read.
#[must_use]
pub fn unread_words(puzzle: &Puzzle) -> Value {
    let piece = |piece: &Unread| json!({"text": piece.text, "span": span(&piece.span), "may": piece.may});
    puzzle.unread().iter().map(piece).collect()
}

fn order_and_notes(object: &mut Map<String, Value>, answer: &Answer) {
    let order = match answer.outcome.order {
        Order::Sorted => "sorted",
        Order::Engine => "engine",
    };
    object.insert("order".into(), order.into());
    object.insert("notes".into(), answer.notes.iter().map(ToString::to_string).collect());
    object.insert("note_keys".into(), answer.notes.iter().map(note_key).collect());
}

/// Adds how the answer was found.
pub(super) fn course(object: &mut Map<String, Value>, answer: &Answer) {
    object.insert("engine".into(), words::engine(answer).into());
    object.insert("evaluator".into(), words::evaluator(answer).into());
    object.insert("reason".into(), words::reason(answer).to_string().into());
    object.insert("plan".into(), plan(answer.plan.as_ref()));
    object.insert("threads".into(), answer.work.threads.into());
    object.insert("stopped_by".into(), answer.outcome.stopped_by.map(stopped_by).into());
    object.insert("nodes".into(), answer.work.nodes.into());
    object.insert("evaluations".into(), answer.work.evaluations.into());
    object.insert("seconds".into(), seconds(answer.work.times.total));
    object.insert("times".into(), times(&answer.work.times));
}

/// Returns the reason why a search ended early.
#[must_use]
pub fn stopped_by(stopped: StoppedBy) -> &'static str {
    match stopped {
        StoppedBy::Timeout => "timeout",
        StoppedBy::MaxSolutions => "max-solutions",
        StoppedBy::MaxMemory => "max-memory",
        StoppedBy::Interrupt => "interrupt",
        StoppedBy::First => "first",
        StoppedBy::Unique => "unique",
    }
}

fn times(times: &Times) -> Value {
    json!({
        "parse": seconds(times.parse),
        "plan": seconds(times.plan),
        "search": seconds(times.search),
        "confirm": seconds(times.confirm),
    })
}

/// Returns a duration in seconds.
#[must_use]
pub fn seconds(duration: Duration) -> Value {
    duration.as_secs_f64().into()
}

/// Returns the estimate, and the answers of the engines that were asked.
#[must_use]
pub fn plan(outline: Option<&Outline>) -> Value {
    let Some(outline) = outline else {
        return json!({"symbols": [], "estimate": 0.0, "seconds": 0.0, "asked": []});
    };
    let asked = outline.asked.iter().map(|asked| match &asked.answer {
        Ok(cost) => json!({"engine": asked.engine, "seconds": seconds_of(*cost), "why_not": null}),
        Err(reason) => json!({"engine": asked.engine, "seconds": null, "why_not": reason.to_string()}),
    });
    json!({
        "symbols": outline.symbols,
        "estimate": outline.nodes,
        "seconds": seconds_of(outline.cost),
        "asked": asked.collect::<Vec<Value>>(),
    })
}

fn seconds_of(nanoseconds: f64) -> f64 {
    nanoseconds / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_past_what_a_double_holds_is_a_string() {
        assert_eq!(count(1 << 53), json!(9_007_199_254_740_992_u64));
        assert_eq!(count((1 << 53) + 1), json!("9007199254740993"));
        assert_eq!(count(u128::MAX), json!(u128::MAX.to_string()));
    }

    #[test]
    fn the_rules_have_the_names_of_their_settings() {
        let rules = rules(&Rules::default());
        assert_eq!(rules["base"], 10);
        assert_eq!(rules["digits"], "0-9");
        assert_eq!(rules["leading_zeros"], "forbidden");
        assert_eq!(rules["distinct"], "all");
    }
}
