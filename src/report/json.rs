//! Answers as JSON: the values, which any program can have, and the pretty document.
//!
//! Names, order and meaning of the fields are a contract; `schema/answer.schema.json` states it.
//! Fields may be added; whatever else changes makes a new [`SCHEMA`].

use std::io;
use std::io::Write;
use std::time::Duration;

use serde_json::Map;
use serde_json::Value;
use serde_json::json;

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
    let mut object = opening(asked.text, asked.line);
    object.insert("rules".into(), rules(asked.puzzle.rules()));
    outcome(&mut object, answer);
    if asked.ask != Ask::Count {
        let solutions = solutions.iter().map(|found| solution(asked.puzzle, found));
        object.insert("solutions".into(), solutions.collect());
    }
    extras(&mut object, asked, answer);
    course(&mut object, answer);
    Value::Object(object)
}

/// A puzzle without an answer as one object.
#[must_use]
pub fn fault(fault: &Fault) -> Value {
    let mut object = opening(fault.text, fault.line);
    object.extend(fault.rules.map(|known| ("rules".to_string(), rules(known))));
    object.insert("status".into(), "error".into());
    let error = json!({
        "message": fault.message,
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

fn solution(puzzle: &Puzzle, solution: &Solution) -> Value {
    let base = puzzle.rules().base;
    let digit = |cell: Cell| Value::from(solution.digit(cell));
    let digits: Map<String, Value> =
        puzzle.symbols().map(|(cell, hidden)| (hidden.name.clone(), digit(cell))).collect();
    let mut object = Map::new();
    object.insert("digits".into(), digits.into());
    object.insert("text".into(), solution.text(puzzle).into());
    object.insert("show".into(), solution.shown.as_ref().map(|value| written(value, base)).into());
    object.insert("class".into(), solution.class.into());
    let blanks = columns::blanks(puzzle);
    if !blanks.is_empty() {
        object.insert("blanks".into(), blanks.into_iter().map(digit).collect());
    }
    let wrong = columns::wrong(puzzle);
    if !wrong.is_empty() {
        let pairs = wrong.into_iter().map(|(shown, cell)| json!([shown, digit(cell)]));
        object.insert("wrong".into(), pairs.collect());
    }
    Value::Object(object)
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
}

/// How the answer was found.
fn course(object: &mut Map<String, Value>, answer: &Answer) {
    object.insert("engine".into(), answer.engine.into());
    object.insert("evaluator".into(), answer.evaluator.clone().into());
    object.insert("reason".into(), answer.reason.clone().into());
    object.insert("plan".into(), json!({"symbols": answer.symbols, "estimate": answer.estimate}));
    object.insert("threads".into(), answer.threads.into());
    object.insert("stopped_by".into(), answer.stopped_by.map(stopped_by).into());
    object.insert("nodes".into(), answer.nodes.into());
    object.insert("evaluations".into(), answer.evaluations.into());
    object.insert("seconds".into(), seconds(answer.times.total));
    object.insert("times".into(), times(&answer.times));
}

fn stopped_by(stopped: StoppedBy) -> &'static str {
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
}

/// The document; solutions wait for their count, which stands before them.
struct Pretty {
    several: bool,
    written: usize,
    solutions: Vec<Solution>,
}

impl Pretty {
    fn item(&mut self, out: &mut dyn Write, value: &Value) -> io::Result<()> {
        let text = format!("{value:#}");
        if self.several {
            // Strings in JSON hold no line breaks, so every break is one of the layout.
            let lead = if self.written == 0 { "[\n  " } else { ",\n  " };
            write!(out, "{lead}{}", text.replace('\n', "\n  "))?;
        } else {
            writeln!(out, "{text}")?;
        }
        self.written += 1;
        Ok(())
    }
}

impl Document for Pretty {
    fn solution(&mut self, _out: &mut dyn Write, _asked: &Asked, solution: Solution) -> io::Result<()> {
        self.solutions.push(solution);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Asked, found: &Answer) -> io::Result<()> {
        let solutions = std::mem::take(&mut self.solutions);
        self.item(out, &answer(asked, found, &solutions))
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
