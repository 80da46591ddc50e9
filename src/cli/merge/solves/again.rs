//! Symmetries and best solutions, which must be computed from the solutions of all shards.

use anyhow::Context;
use serde_json::{Map, Value, json};

use super::super::read;
use super::super::read::Form;
use super::merged::{Merged, Row};
use crate::cli::command::{MAXIMIZE, OfAll};
use crate::digits::Digit;
use crate::puzzle::{Puzzle, Rules};
use crate::report;
use crate::report::json::{HELD, Rewritten, Written};
use crate::report::{Asked, Letters, Shape};
use crate::solution::Solution;
use crate::solve::{Answer, Ask, Goal, Solver};
use crate::text;
use crate::text::Reader;
use crate::vocabulary::Vocabulary;

/// Groups all solutions, or keeps the best. Returns the head of a table.
pub(super) fn again(
    merged: &mut Merged,
    wanted: &OfAll,
    form: Form,
    several: bool,
) -> anyhow::Result<Option<Vec<String>>> {
    let told = |name: &str| merged.part.get(name).and_then(Value::as_str).map(String::from);
    let letters = Letters { key: told("key"), decode: told("decode"), ..Letters::default() };
    let puzzle = puzzle(merged)?;
    anyhow::ensure!(
        puzzle.rules().misprint.is_none(),
        "letters that are printed wrongly make another puzzle of each solution: they have no symmetries or best ones in common"
    );
    anyhow::ensure!(
        merged.ask != Ask::Count,
        "the shards were only counted: search them without --count to group solutions or to choose among them"
    );
    let puzzle = match merged.object.fields.get("reading") {
        Some(_) => puzzle.with_zero_lines().unwrap_or(puzzle),
        None => puzzle,
    };
    let mut solver = Solver::new(&puzzle).ask(merged.ask);
    let named = merged.object.fields.get("engine").and_then(Value::as_str);
    if let Some(name) = named.filter(|name| crate::engine::engine(name).is_some()) {
        solver = solver.engine(name);
    }
    let goal = goal(wanted, &puzzle)?;
    let solver = solver.goal(goal.clone()).essentially(wanted.essentially);
    let (answer, solutions) =
        solver.run_known(known(merged, &puzzle).context("a solution has no digits")?)?;
    let text = merged.object.fields.get("puzzle").and_then(Value::as_str).unwrap_or_default().to_string();
    let line = merged.object.fields.get("line").and_then(Value::as_u64).unwrap_or(1) as usize;
    let asked = Asked {
        line,
        goal: goal.as_ref(),
        letters: Some(&letters),
        ask: merged.ask,
        ..Asked::new(&text, &puzzle)
    };
    let Value::Object(found) = report::json::answer(&asked, &answer, &solutions) else { return Ok(None) };
    replace(&mut merged.object, found);
    if form != Form::Table {
        return Ok(None);
    }
    let (head, rows) = table(&asked, &answer, solutions, several)?;
    merged.rows = rows;
    Ok(head)
}

/// Reads what is to be maximized or minimized.
fn goal(wanted: &OfAll, puzzle: &Puzzle) -> anyhow::Result<Option<Goal>> {
    let Some((option, expr)) = wanted.goal() else { return Ok(None) };
    let expr = text::expression(&expr, puzzle, &Vocabulary::default());
    let expr = expr.map_err(|error| anyhow::anyhow!("--{option}: {error}"))?;
    Ok(Some(if option == MAXIMIZE { Goal::Maximize(expr) } else { Goal::Minimize(expr) }))
}

/// Returns the solutions of the shards; `None` if one has no digits.
fn known(merged: &Merged, puzzle: &Puzzle) -> Option<Vec<Vec<Digit>>> {
    let order = puzzle.order();
    let cells = |digits: Vec<Digit>| -> Option<Vec<Digit>> {
        let mut cells = vec![0; order.len()];
        (digits.len() == order.len()).then_some(())?;
        order.iter().zip(digits).for_each(|(cell, digit)| cells[cell.index()] = digit);
        Some(cells)
    };
    match &merged.object.solutions {
        Some((_, all)) => all.iter().map(|one| cells(read::digits(one)?)).collect(),
        None => merged.rows.iter().map(|(digits, _)| cells(read::digits_of_row(digits)?)).collect(),
    }
}

/// Puts what was found in place of what the shards say.
fn replace(object: &mut Rewritten, mut found: Map<String, Value>) {
    let fields = &mut object.fields;
    let is_exhausted = fields.get("exhausted") == Some(&Value::Bool(true));
    let names = ["count", "essentially", "order"].into_iter();
    for name in names.chain(is_exhausted.then_some("unique")) {
        fields.extend(found.shift_remove(name).map(|value| (name.to_string(), value)));
    }
    let written = match found.shift_remove("solutions") {
        Some(Value::Array(all)) => all.into_iter().map(Written::Value).collect(),
        _ => Vec::new(),
    };
    if let Some(best) = found.shift_remove("best") {
        let place = fields.keys().position(|name| name == "order").unwrap_or(fields.len());
        fields.shift_insert(place, "best".into(), best);
    }
    add_notes(fields, found);
    if let Some((place, all)) = &mut object.solutions {
        let behind = |name: &str| fields.keys().position(|field| field == name).map_or(0, |place| place + 1);
        *place = if written.len() > HELD { behind("rules") } else { behind("undecided") };
        *all = written;
    }
}

/// Returns the head and the rows of a table.
fn table(
    asked: &Asked,
    answer: &Answer,
    solutions: Vec<Solution>,
    several: bool,
) -> anyhow::Result<(Option<Vec<String>>, Vec<Row>)> {
    let format = report::format("csv").context("there is no table")?;
    let mut document = format.document(Shape { several, ..Shape::new(asked.ask) });
    let mut out = Vec::new();
    document.begin(&mut out, asked)?;
    for solution in solutions {
        document.solution(&mut out, asked, solution)?;
    }
    document.end(&mut out, asked, answer)?;
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(out.as_slice());
    let mut rows = reader.records().map(|record| Ok(record?.iter().map(String::from).collect()));
    let head = rows.next().transpose().map_err(|error: ::csv::Error| error)?;
    let rows = rows.map(|cells| Ok((String::new(), cells?)));
    Ok((head, rows.collect::<Result<_, ::csv::Error>>()?))
}

/// Reads the puzzle of an answer again.
fn puzzle(merged: &Merged) -> anyhow::Result<Puzzle> {
    let settings = merged.part.get("settings").and_then(Value::as_array);
    let mut rules = Rules::default();
    for setting in settings.context("the settings of the puzzle are missing")? {
        let word = |place: usize| setting.get(place).and_then(Value::as_str).unwrap_or_default();
        rules.set(word(0), Some(word(1))).map_err(|error| anyhow::anyhow!("{error}"))?;
    }
    let text = merged.object.fields.get("puzzle").and_then(Value::as_str).unwrap_or_default();
    Reader::new()
        .rules(&rules)
        .read(text)
        .map_err(|error| anyhow::anyhow!("cannot read the puzzle '{text}' again: {error}"))
}

/// Adds the notes about groups to those of the shards.
fn add_notes(fields: &mut Map<String, Value>, found: Map<String, Value>) {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let (mut notes, mut keys) = (list(fields.get("notes")), list(fields.get("note_keys")));
    for (note, key) in list(found.get("notes")).into_iter().zip(list(found.get("note_keys"))) {
        if key.get("key") == Some(&json!("note-symmetries")) {
            notes.push(note);
            keys.push(key);
        }
    }
    fields.insert("notes".into(), notes.into());
    fields.insert("note_keys".into(), keys.into());
}
