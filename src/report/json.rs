//! Answers as JSON: the values, which any program can have, and the pretty document.
//!
//! Names, order and meaning of the fields are a contract; `schema/answer.schema.json` states it.
//! Fields may be added; whatever else changes makes a new [`SCHEMA`].
//!
//! Solutions may be millions: each is written straight from what was found, and none is ever a value
//! in memory, unless a program asks for the whole answer as one.

use std::io;
use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use serde::Serializer;
use serde::ser::SerializeMap;
use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use crate::digits::Digit;
use crate::expr::Cell;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::puzzle::SETTINGS;
use crate::puzzle::Shown;
use crate::report::Asked;
use crate::report::Document;
use crate::report::Fault;
use crate::report::Format;
use crate::report::Shape;
use crate::report::columns;
use crate::solution::Solution;
use crate::solution::written;
use crate::solve::Answer;
use crate::solve::Ask;
use crate::solve::Order;
use crate::solve::Status;
use crate::solve::StoppedBy;
use crate::solve::Times;

/// The number of this contract.
pub const SCHEMA: u64 = 1;

/// Numbers past this are not exact in programs that read JSON numbers as floating point.
const LARGEST_NUMBER: u128 = 1 << 53;

/// An answer and its solutions as one object.
///
/// ```
/// use fukumen::report::{Asked, json};
/// use fukumen::solve::Solver;
///
/// let text = "SEND+MORE=MONEY";
/// let puzzle = text.parse()?;
/// let (answer, solutions) = Solver::new(&puzzle).run()?;
/// let value = json::answer(&Asked::new(text, &puzzle), &answer, &solutions);
/// assert_eq!(value["solutions"][0]["digits"]["M"], 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn answer(asked: &Asked, answer: &Answer, solutions: &[Solution]) -> Value {
    let value = serde_json::to_value(Whole { asked, answer, solutions });
    value.expect("every name is a string, and every number one of JSON's")
}

/// An answer with its solutions, to be written.
pub(super) struct Whole<'a> {
    pub asked: &'a Asked<'a>,
    pub answer: &'a Answer,
    pub solutions: &'a [Solution],
}

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut head = opening(self.asked.text, self.asked.line);
        head.insert("rules".into(), rules(self.asked.puzzle.rules()));
        outcome(&mut head, self.answer);
        let mut tail = Map::new();
        extras(&mut tail, self.asked, self.answer);
        course(&mut tail, self.answer);
        let mut object = serializer.serialize_map(None)?;
        head.iter().try_for_each(|(name, value)| object.serialize_entry(name, value))?;
        if self.asked.ask != Ask::Count {
            let form = Form::of(self.asked.puzzle);
            object.serialize_entry("solutions", &Found { form: &form, solutions: self.solutions })?;
        }
        tail.iter().try_for_each(|(name, value)| object.serialize_entry(name, value))?;
        object.end()
    }
}

/// A puzzle without an answer as one object.
#[must_use]
pub fn fault(fault: &Fault) -> Value {
    let mut object = opening(fault.text, fault.line);
    object.extend(fault.rules.map(|known| ("rules".to_string(), rules(known))));
    object.insert("status".into(), "error".into());
    let error = json!({
        "message": fault.message,
        "origin": fault.place.map(|place| place.origin.to_string()),
        "line": fault.place.map(|place| place.line),
        "column": fault.place.map(|place| place.column),
        "length": fault.place.map(|place| place.length),
        "help": fault.help,
    });
    object.insert("error".into(), error);
    Value::Object(object)
}

/// The rules in force, by the names of their settings with `_` for `-`.
#[must_use]
pub fn rules(rules: &Rules) -> Value {
    let value = |shown| match shown {
        Shown::Flag(flag) => Value::from(flag),
        Shown::Number(number) => number.into(),
        Shown::Text(text) => text.into(),
        Shown::List(list) => list.into(),
        Shown::Nothing => Value::Null,
    };
    SETTINGS.iter().map(|row| (row.name.replace('-', "_"), value((row.shown)(rules)))).collect()
}

/// A number where every reader has it exactly, a string beyond.
#[must_use]
pub fn count(count: u128) -> Value {
    match u64::try_from(count) {
        Ok(small) if count <= LARGEST_NUMBER => small.into(),
        _ => count.to_string().into(),
    }
}

fn opening(text: &str, line: usize) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), SCHEMA.into());
    object.insert("puzzle".into(), text.into());
    object.insert("line".into(), line.into());
    object
}

/// What was found, and how certain that is.
fn outcome(object: &mut Map<String, Value>, answer: &Answer) {
    let status = match answer.status {
        Status::Solved => "solved",
        Status::None => "none",
        Status::Stopped => "stopped",
    };
    object.insert("status".into(), status.into());
    object.insert("exhausted".into(), answer.exhausted.into());
    object.insert("count".into(), count(answer.count));
    object.insert("unique".into(), answer.unique.into());
    object.insert("essentially".into(), answer.essentially.into());
    object.insert("undecided".into(), answer.undecided.into());
}

/// What all solutions of a puzzle share.
struct Form<'p> {
    puzzle: &'p Puzzle,
    symbols: Vec<(&'p str, Cell)>,
    blanks: Vec<Cell>,
    wrong: Vec<(Digit, Cell)>,
}

impl<'p> Form<'p> {
    fn of(puzzle: &'p Puzzle) -> Self {
        let symbols = puzzle.symbols().map(|(cell, hidden)| (hidden.name.as_str(), cell)).collect();
        Self { puzzle, symbols, blanks: columns::blanks(puzzle), wrong: columns::wrong(puzzle) }
    }
}

/// The solutions of a puzzle, to be written.
struct Found<'a> {
    form: &'a Form<'a>,
    solutions: &'a [Solution],
}

impl Serialize for Found<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.solutions.iter().map(|solution| Row { form: self.form, solution }))
    }
}

/// One of them.
struct Row<'a> {
    form: &'a Form<'a>,
    solution: &'a Solution,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { form, solution } = self;
        let base = form.puzzle.rules().base;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("digits", &Digits(self))?;
        object.serialize_entry("text", &solution.text(form.puzzle))?;
        object.serialize_entry("show", &solution.shown.as_ref().map(|value| written(value, base)))?;
        object.serialize_entry("class", &solution.class)?;
        if !form.blanks.is_empty() {
            let blanks: Vec<Digit> = form.blanks.iter().map(|cell| solution.digit(*cell)).collect();
            object.serialize_entry("blanks", &blanks)?;
        }
        if !form.wrong.is_empty() {
            let pair = |(shown, cell): &(Digit, Cell)| [*shown, solution.digit(*cell)];
            object.serialize_entry("wrong", &form.wrong.iter().map(pair).collect::<Vec<_>>())?;
        }
        if let Some(key) = solution.key(form.puzzle) {
            let key: Map<String, Value> =
                key.into_iter().map(|(name, letters)| (name, letters.into())).collect();
            object.serialize_entry("key", &key)?;
        }
        object.end()
    }
}

/// Its symbols with their digits.
struct Digits<'a>(&'a Row<'a>);

impl Serialize for Digits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { form, solution } = self.0;
        serializer.collect_map(form.symbols.iter().map(|(name, cell)| (name, solution.digit(*cell))))
    }
}

/// What only some answers have, and what came after the contract was written.
fn extras(object: &mut Map<String, Value>, asked: &Asked, answer: &Answer) {
    if asked.goal.is_some() {
        object.insert("best".into(), answer.best.clone().into());
    }
    if asked.puzzle.show().is_some() && asked.ask == Ask::Count {
        let group =
            |(value, number): &(String, u64)| json!({"show": value, "count": count((*number).into())});
        object.insert("groups".into(), answer.groups.iter().map(group).collect());
    }
    let order = match answer.order {
        Order::Sorted => "sorted",
        Order::Engine => "engine",
    };
    object.insert("order".into(), order.into());
    object.insert("notes".into(), answer.notes.clone().into());
    if !asked.measures.is_empty() {
        let measures = asked.measures.iter().map(|(name, value)| (name.to_string(), Value::from(*value)));
        object.insert("measures".into(), measures.collect());
    }
}

/// How the answer was found.
fn course(object: &mut Map<String, Value>, answer: &Answer) {
    object.insert("engine".into(), answer.engine.into());
    object.insert("evaluator".into(), answer.evaluator.clone().into());
    object.insert("reason".into(), answer.reason.clone().into());
    object.insert("plan".into(), plan(answer));
    object.insert("threads".into(), answer.threads.into());
    object.insert("stopped_by".into(), answer.stopped_by.map(stopped_by).into());
    object.insert("nodes".into(), answer.nodes.into());
    object.insert("evaluations".into(), answer.evaluations.into());
    object.insert("seconds".into(), seconds(answer.times.total));
    object.insert("times".into(), times(&answer.times));
}

/// What ended a search too early.
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

/// A duration in seconds.
#[must_use]
pub fn seconds(duration: Duration) -> Value {
    duration.as_secs_f64().into()
}

/// One object, or an array where there are several.
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn help(&self) -> &'static str {
        "one JSON object, or an array of them where there are several puzzles or bases"
    }

    fn document(&self, shape: Shape) -> Box<dyn Document> {
        Box::new(Pretty { several: shape.several, written: shape.written, solutions: Vec::new() })
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn tells_rules(&self) -> bool {
        true
    }

    fn waits(&self) -> bool {
        true
    }
}

/// The document; solutions wait for their count, which stands before them.
struct Pretty {
    several: bool,
    written: usize,
    solutions: Vec<Solution>,
}

impl Pretty {
    fn item(&mut self, out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
        if self.several {
            write!(out, "{}", if self.written == 0 { "[\n  " } else { ",\n  " })?;
            serde_json::to_writer_pretty(Indented(out), value)?;
        } else {
            serde_json::to_writer_pretty(&mut *out, value)?;
            writeln!(out)?;
        }
        self.written += 1;
        Ok(())
    }
}

/// Moves lines a little to the right. Strings in JSON hold no line breaks, so every break is one of
/// the layout.
struct Indented<'o>(&'o mut dyn Write);

impl Write for Indented<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.0.write_all(line)?;
            if line.ends_with(b"\n") {
                self.0.write_all(b"  ")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Document for Pretty {
    fn solution(&mut self, _out: &mut dyn Write, _asked: &Asked, solution: Solution) -> io::Result<()> {
        self.solutions.push(solution);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Asked, found: &Answer) -> io::Result<()> {
        let solutions = std::mem::take(&mut self.solutions);
        self.item(out, &Whole { asked, answer: found, solutions: &solutions })
    }

    fn fault(&mut self, out: &mut dyn Write, found: &Fault) -> io::Result<()> {
        self.solutions.clear();
        self.item(out, &fault(found))
    }

    fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match (self.several, self.written) {
            (false, _) => Ok(()),
            (true, 0) => writeln!(out, "[]"),
            (true, _) => writeln!(out, "\n]"),
        }
    }
}

/// What was expected, and what the engines said that were asked.
fn plan(answer: &Answer) -> Value {
    let asked = answer.asked.iter().map(|asked| match &asked.answer {
        Ok(cost) => json!({"engine": asked.engine, "seconds": seconds_of(*cost), "why_not": null}),
        Err(reason) => json!({"engine": asked.engine, "seconds": null, "why_not": reason}),
    });
    json!({
        "symbols": answer.symbols,
        "estimate": answer.estimate,
        "seconds": seconds_of(answer.cost),
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
