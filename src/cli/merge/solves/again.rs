//! Symmetries and best solutions, which must be computed from the solutions of all shards.

use anyhow::Context;
use serde_json::{Map, Value, json};

use super::super::Piece;
use super::super::read;
use super::super::read::{File, Form};
use super::merged::{Merged, after};
use crate::cli::command::{MAXIMIZE, OfAll};
use crate::digits::Digit;
use crate::puzzle::{Puzzle, Rules};
use crate::report;
use crate::report::json::HELD;
use crate::report::{Letters, Question, Shape, ShardPart};
use crate::solve::{Ask, Goal, Solver};
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
    let found = found(merged, &puzzle, goal(wanted, &puzzle)?, wanted, form, several)?;
    let head = found.head;
    let object = found.answers.into_iter().next().context("there is no answer")?.object;
    add_fields(&mut merged.object.fields, object.fields);
    if merged.object.solutions.is_some() {
        merged.set_solutions(object.solutions.map_or_else(Vec::new, |(_, all)| all), HELD);
    }
    Ok(head)
}

/// Reads what is to be maximized or minimized.
fn goal(wanted: &OfAll, puzzle: &Puzzle) -> anyhow::Result<Option<Goal>> {
    let Some((option, expr)) = wanted.goal() else { return Ok(None) };
    let expr = text::expression(&expr, puzzle, &Vocabulary::default());
    let expr = expr.map_err(|error| anyhow::anyhow!("--{option}: {error}"))?;
    Ok(Some(if option == MAXIMIZE { Goal::Maximize(expr) } else { Goal::Minimize(expr) }))
}

/// Returns what one run would write of all solutions, as if it were the only shard.
fn found(
    merged: &Merged,
    puzzle: &Puzzle,
    goal: Option<Goal>,
    wanted: &OfAll,
    form: Form,
    several: bool,
) -> anyhow::Result<File> {
    let field = |name: &str| merged.object.fields.get(name);
    let told = |name: &str| merged.part.get(name).and_then(Value::as_str).map(String::from);
    let letters = Letters { key: told("key"), decode: told("decode"), ..Letters::default() };
    let mut solver = Solver::new(puzzle).ask(merged.ask).goal(goal.clone()).essentially(wanted.essentially);
    let engine = field("engine").and_then(Value::as_str);
    if let Some(name) = engine.filter(|name| crate::engine::engine(name).is_some()) {
        solver = solver.engine(name);
    }
    let (answer, solutions) = solver.run_known(known(merged, puzzle).context("a solution has no digits")?)?;
    let part = ShardPart::new("1/1".parse()?);
    let asked = Question {
        line: field("line").and_then(Value::as_u64).unwrap_or(1) as usize,
        goal: goal.as_ref(),
        letters: Some(&letters),
        ask: merged.ask,
        part: Some(&part),
        ..Question::new(field("puzzle").and_then(Value::as_str).unwrap_or_default(), puzzle)
    };
    let format =
        report::format(form.format()).and_then(|format| format.answers).context("there is no such format")?;
    let several = several || form == Form::Array;
    let mut document = (format.document)(Shape { several, ..Shape::new(merged.ask) });
    let mut out = Vec::new();
    document.begin(&mut out, &asked)?;
    for solution in solutions {
        document.solution(&mut out, &asked, solution)?;
    }
    document.end(&mut out, &asked, &answer)?;
    document.close(&mut out)?;
    let piece = Piece { name: "merged".into(), text: String::from_utf8(out)? };
    read::file(&piece)?.context("what was written is not an answer")
}

/// Returns the digits of all cells in each solution of the shards.
fn known(merged: &Merged, puzzle: &Puzzle) -> Option<Vec<Vec<Digit>>> {
    let order = puzzle.order();
    let (_, all) = merged.object.solutions.as_ref()?;
    all.iter()
        .map(|solution| {
            let digits = read::digits(solution).filter(|digits| digits.len() == order.len())?;
            let mut cells = vec![0; order.len()];
            order.iter().zip(digits).for_each(|(cell, digit)| cells[cell.index()] = digit);
            Some(cells)
        })
        .collect()
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

/// Puts what was found about all solutions together into the fields of the answer.
fn add_fields(fields: &mut Map<String, Value>, mut found: Map<String, Value>) {
    let is_exhausted = fields.get("exhausted") == Some(&Value::Bool(true));
    let names = ["count", "essentially", "order"].into_iter();
    for name in names.chain(is_exhausted.then_some("unique")) {
        fields.extend(found.shift_remove(name).map(|value| (name.to_string(), value)));
    }
    if let Some(best) = found.shift_remove("best") {
        fields.shift_remove("best");
        fields.shift_insert(after(fields, "undecided"), "best".into(), best);
    }
    add_notes(fields, &found);
}

/// Adds the notes about groups to those of the shards.
fn add_notes(fields: &mut Map<String, Value>, found: &Map<String, Value>) {
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
