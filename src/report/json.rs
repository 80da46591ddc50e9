//! Answers as JSON: the values, which any program can have, and the pretty document.
//!
//! Names, order and meaning of the fields are a contract; `schema/answer.schema.json` states it.
//! Fields may be added; whatever else changes makes a new [`SCHEMA`].
//!
//! Solutions may be millions: each is written straight from what was found, and none is ever a value
//! in memory, unless a program asks for the whole answer as one.

use std::io;
use std::io::Write;
use std::ops::Range;
use std::time::Duration;

use serde::Serialize;
use serde::Serializer;
use serde::ser::SerializeMap;
use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use crate::digits::Digit;
use crate::expr::Cell;
use crate::message::Message;
use crate::message::Note;
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
use crate::report::words;
use crate::solution::Solution;
use crate::solution::written;
use crate::solve::Answer;
use crate::solve::Ask;
use crate::solve::Order;
use crate::solve::Outline;
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
    let mut text = Vec::new();
    let mut writer = Objects::lines(false);
    let written =
        solutions.iter().try_for_each(|solution| writer.solution(&mut text, asked, solution.clone()));
    written.and_then(|()| writer.end(&mut text, asked, answer)).expect("memory takes what is written");
    serde_json::from_slice(&text).expect("what is written is JSON")
}

/// A puzzle without an answer as one object.
#[must_use]
pub fn fault(fault: &Fault) -> Value {
    let mut object = opening(fault.text, fault.line);
    object.extend(fault.rules.map(|known| ("rules".to_string(), rules(known))));
    if let Some(limit) = fault.stopped_by {
        unread(&mut object, limit);
        return Value::Object(object);
    }
    object.insert("status".into(), "error".into());
    let error = json!({
        "message": fault.message.to_string(),
        "key": fault.message.key(),
        "params": params(&fault.message),
        "origin": fault.place.map(|place| place.origin.to_string()),
        "line": fault.place.map(|place| place.line),
        "column": fault.place.map(|place| place.column),
        "length": fault.place.map(|place| place.length),
        "span": fault.span.as_ref().map(span),
        "label": fault.label,
        "help": fault.help,
        "repair": fault.repair.as_ref().map(|repair| json!({"span": span(&repair.span), "text": repair.text})),
    });
    object.insert("error".into(), error);
    Value::Object(object)
}

/// What there is to say of a puzzle that was not read in time: nothing is known of its solutions.
fn unread(object: &mut Map<String, Value>, limit: StoppedBy) {
    let answer = Answer::unsearched(limit, Duration::ZERO);
    outcome(object, &answer);
    object.insert("solutions".into(), json!([]));
    order_and_notes(object, &answer);
    course(object, &answer);
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
    let status = match answer.outcome.status {
        Status::Solved => "solved",
        Status::None => "none",
        Status::Stopped => "stopped",
    };
    object.insert("status".into(), status.into());
    object.insert("exhausted".into(), answer.outcome.exhausted.into());
    object.insert("count".into(), count(answer.outcome.count));
    if let Some(written) = answer.outcome.written {
        object.insert("written".into(), written.into());
    }
    object.insert("unique".into(), answer.outcome.unique.into());
    object.insert("essentially".into(), answer.outcome.essentially.into());
    object.insert("undecided".into(), answer.outcome.undecided.into());
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

/// A solution, to be written.
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
        object.serialize_entry("text", &format_args!("{solution}"))?;
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
        if let Some(key) = solution.key() {
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
        object.insert("best".into(), columns::best(asked, answer).into());
    }
    if asked.puzzle.show().is_some() && asked.ask == Ask::Count {
        let group = |(value, number)| json!({"show": value, "count": count(u128::from(number))});
        object.insert("groups".into(), columns::groups(asked, answer).map(group).collect());
    }
    order_and_notes(object, answer);
    if !asked.measures.is_empty() {
        let measures = asked.measures.iter().map(|(name, value)| (name.to_string(), Value::from(*value)));
        object.insert("measures".into(), measures.collect());
    }
}

/// A note as data: a program need not read its text.
fn note_key(note: &Note) -> Value {
    json!({
        "key": note.message.key(),
        "params": params(&note.message),
        "span": note.span.as_ref().map(span),
    })
}

fn params(message: &Message) -> Value {
    let values = message.params().iter().map(|(name, value)| ((*name).to_string(), value.as_str().into()));
    Value::Object(values.collect())
}

fn span(bytes: &Range<usize>) -> Value {
    json!([bytes.start, bytes.end])
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

/// How the answer was found.
fn course(object: &mut Map<String, Value>, answer: &Answer) {
    object.insert("engine".into(), words::engine(answer).into());
    object.insert("evaluator".into(), words::evaluator(answer).into());
    object.insert("reason".into(), words::reason(answer).into());
    object.insert("plan".into(), plan(answer.plan.as_ref()));
    object.insert("threads".into(), answer.work.threads.into());
    object.insert("stopped_by".into(), answer.outcome.stopped_by.map(stopped_by).into());
    object.insert("nodes".into(), answer.work.nodes.into());
    object.insert("evaluations".into(), answer.work.evaluations.into());
    object.insert("seconds".into(), seconds(answer.work.times.total));
    object.insert("times".into(), times(&answer.work.times));
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
        Box::new(Objects::pretty(shape.several, shape.written, shape.streams))
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn tells_rules(&self) -> bool {
        true
    }
}

/// Solutions that wait for their count, which then stands before them. If there are more, they are written first and the
/// count comes behind them, so that none are held in memory.
const HELD: usize = 1000;

/// A line break with the deepest indentation behind it: that of a solution among several puzzles.
const BREAK: &[u8] = b"\n      ";

/// How objects are laid out.
#[derive(Clone, Copy)]
enum Layout {
    /// Each on a line of its own.
    Lines,
    /// Over many lines; several are an array.
    Pretty { several: bool },
}

/// The document, for both layouts.
pub(super) struct Objects {
    layout: Layout,
    /// How many objects are written.
    written: usize,
    /// How many solutions may wait.
    room: usize,
    waiting: Vec<Solution>,
    /// How many solutions of the object at hand are written, if it is open.
    streamed: Option<u64>,
    /// The value that is being written.
    buffer: Vec<u8>,
}

impl Objects {
    /// A line for each answer.
    pub fn lines(streams: bool) -> Self {
        Self::new(Layout::Lines, 0, streams)
    }

    fn pretty(several: bool, written: usize, streams: bool) -> Self {
        Self::new(Layout::Pretty { several }, written, streams)
    }

    fn new(layout: Layout, written: usize, streams: bool) -> Self {
        let room = if streams { 0 } else { HELD };
        Self { layout, written, room, waiting: Vec::new(), streamed: None, buffer: Vec::new() }
    }

    /// Opens an object with what is known before its search.
    fn open(&mut self, out: &mut dyn Write, head: &Map<String, Value>) -> io::Result<()> {
        if let Layout::Pretty { several: true } = self.layout {
            write!(out, "{}", if self.written == 0 { "[\n  " } else { ",\n  " })?;
        }
        write!(out, "{{")?;
        self.fields(out, head, true)
    }

    fn fields(&mut self, out: &mut dyn Write, fields: &Map<String, Value>, is_first: bool) -> io::Result<()> {
        for (i, (name, value)) in fields.iter().enumerate() {
            self.name(out, name, is_first && i == 0)?;
            self.value(out, value, 1)?;
        }
        Ok(())
    }

    /// Writes the name of a field.
    fn name(&self, out: &mut dyn Write, name: &str, is_first: bool) -> io::Result<()> {
        self.next(out, is_first, 1)?;
        serde_json::to_writer(&mut *out, name)?;
        write!(out, "{}", if let Layout::Lines = self.layout { ":" } else { ": " })
    }

    /// Goes on to the next item at this depth.
    fn next(&self, out: &mut dyn Write, is_first: bool, depth: usize) -> io::Result<()> {
        write!(out, "{}", if is_first { "" } else { "," })?;
        self.line(out, depth)
    }

    /// Begins a line at this depth, where there are lines.
    fn line(&self, out: &mut dyn Write, depth: usize) -> io::Result<()> {
        match self.layout {
            Layout::Lines => Ok(()),
            Layout::Pretty { .. } => out.write_all(&BREAK[..=self.indent(depth)]),
        }
    }

    fn indent(&self, depth: usize) -> usize {
        2 * (depth + usize::from(matches!(self.layout, Layout::Pretty { several: true })))
    }

    /// Writes a value at this depth. It is put together in memory first: the writer is called once.
    fn value(&mut self, out: &mut dyn Write, value: &impl Serialize, depth: usize) -> io::Result<()> {
        let by = self.indent(depth);
        self.buffer.clear();
        match self.layout {
            Layout::Lines => serde_json::to_writer(&mut self.buffer, value)?,
            Layout::Pretty { .. } => {
                serde_json::to_writer_pretty(Indented { text: &mut self.buffer, by }, value)?;
            }
        }
        out.write_all(&self.buffer)
    }

    /// Opens an object whose count is not known yet, down to its solutions.
    fn stream(&mut self, out: &mut dyn Write, asked: &Asked) -> io::Result<()> {
        self.open(out, &head(asked))?;
        self.begin_solutions(out)?;
        let waiting = std::mem::take(&mut self.waiting);
        self.streamed = Some(waiting.len() as u64);
        self.solutions(out, asked, &waiting, 0)
    }

    fn begin_solutions(&self, out: &mut dyn Write) -> io::Result<()> {
        self.name(out, "solutions", false)?;
        write!(out, "[")
    }

    /// Writes solutions behind this many others.
    fn solutions(
        &mut self,
        out: &mut dyn Write,
        asked: &Asked,
        solutions: &[Solution],
        before: u64,
    ) -> io::Result<()> {
        let form = Form::of(asked.puzzle);
        for (i, solution) in solutions.iter().enumerate() {
            self.next(out, before == 0 && i == 0, 2)?;
            self.value(out, &Row { form: &form, solution }, 2)?;
        }
        Ok(())
    }

    fn end_solutions(&self, out: &mut dyn Write, count: u64) -> io::Result<()> {
        if count > 0 {
            self.line(out, 1)?;
        }
        write!(out, "]")
    }

    fn close_object(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.line(out, 0)?;
        self.written += 1;
        let is_among_others = matches!(self.layout, Layout::Pretty { several: true });
        write!(out, "}}{}", if is_among_others { "" } else { "\n" })
    }
}

/// What is known of an answer before its search.
fn head(asked: &Asked) -> Map<String, Value> {
    let mut head = opening(asked.text, asked.line);
    head.insert("rules".into(), rules(asked.puzzle.rules()));
    head
}

/// Moves lines to the right. Strings in JSON hold no line breaks, so every break is one of the layout.
struct Indented<'t> {
    text: &'t mut Vec<u8>,
    by: usize,
}

impl Write for Indented<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.text.extend_from_slice(line);
            if line.ends_with(b"\n") {
                self.text.resize(self.text.len() + self.by, b' ');
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Document for Objects {
    fn solution(&mut self, out: &mut dyn Write, asked: &Asked, solution: Solution) -> io::Result<()> {
        if let Some(before) = self.streamed {
            self.streamed = Some(before + 1);
            return self.solutions(out, asked, &[solution], before);
        }
        self.waiting.push(solution);
        if self.waiting.len() > self.room { self.stream(out, asked) } else { Ok(()) }
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Asked, answer: &Answer) -> io::Result<()> {
        let mut tail = Map::new();
        match self.streamed.take() {
            Some(count) => {
                self.end_solutions(out, count)?;
                outcome(&mut tail, answer);
            }
            None => {
                let mut head = head(asked);
                outcome(&mut head, answer);
                self.open(out, &head)?;
                if asked.ask != Ask::Count {
                    let waiting = std::mem::take(&mut self.waiting);
                    self.begin_solutions(out)?;
                    self.solutions(out, asked, &waiting, 0)?;
                    self.end_solutions(out, waiting.len() as u64)?;
                }
            }
        }
        extras(&mut tail, asked, answer);
        course(&mut tail, answer);
        self.fields(out, &tail, false)?;
        self.close_object(out)
    }

    fn fault(&mut self, out: &mut dyn Write, found: &Fault) -> io::Result<()> {
        self.waiting.clear();
        let Value::Object(mut object) = fault(found) else { return Ok(()) };
        match self.streamed.take() {
            Some(count) => {
                // Its head and its solutions so far are written.
                self.end_solutions(out, count)?;
                object.retain(|name, _| matches!(&**name, "status" | "error"));
                self.fields(out, &object, false)?;
            }
            None => self.open(out, &object)?,
        }
        self.close_object(out)
    }

    fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match (self.layout, self.written) {
            (Layout::Pretty { several: true }, 0) => writeln!(out, "[]"),
            (Layout::Pretty { several: true }, _) => writeln!(out, "\n]"),
            _ => Ok(()),
        }
    }
}

/// What was expected, and what the engines said that were asked.
fn plan(outline: Option<&Outline>) -> Value {
    let Some(outline) = outline else {
        return json!({"symbols": [], "estimate": 0.0, "seconds": 0.0, "asked": []});
    };
    let asked = outline.asked.iter().map(|asked| match &asked.answer {
        Ok(cost) => json!({"engine": asked.engine, "seconds": seconds_of(*cost), "why_not": null}),
        Err(reason) => json!({"engine": asked.engine, "seconds": null, "why_not": reason}),
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
