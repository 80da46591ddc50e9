//! `solve`: finds all solutions of a puzzle, the first, their number, or whether there is exactly one.
//!
//! `ask` is `all`, `count`, `unique` or `first` (with `first`, their number); `essentially` is `terms` or `digits`; `goal` is
//! an object with `maximize` or `minimize`; `limits` has `seconds`, `solutions`, `memory` in bytes, and `rows`, the number of
//! rows to hand over. `engine` and `evaluator` name them.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::client::Client;
use super::request::Request;
use super::request_error::{RequestError, data};
use super::rows::Rows;
use crate::Question;
use crate::json;
use crate::words;
use fukumen_engine::solve::{Ask, Essentially, Goal, Limits, Outline, Plan, Solver};
use fukumen_language::message::message;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::text;
use fukumen_language::vocabulary::Vocabulary;

/// The number of rows that are handed over by default.
const MOST_ROWS: u64 = 100_000;

/// Returns the answer without the solutions, which come as rows.
pub(super) fn solve(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let puzzle = request.puzzle(client)?;
    let (ask, goal) = (ask(request)?, goal(request, &puzzle)?);
    let most = request.object("limits")?.number("rows")?.unwrap_or(MOST_ROWS);
    let rows = Rows::new(client, &puzzle, usize::try_from(most).unwrap_or(usize::MAX));
    let rows = Arc::new(Mutex::new(rows));
    let of_watcher = (client.clone(), Arc::clone(&rows));
    let solver = solver(request, client, &puzzle)?.stream(true).watcher(move |standing| {
        let (client, rows) = &of_watcher;
        // If the lock is taken, another thread is handing a row over.
        if let Ok(mut rows) = rows.try_lock() {
            rows.flush()?;
        }
        client.tell(&json!({
            "event": "progress",
            "done": standing.done,
            "total": standing.total,
            "found": standing.found,
        }))
    });
    let lock = || rows.lock().unwrap_or_else(PoisonError::into_inner);
    let answer =
        solver.run_looking(&mut |plan| tell(client, plan), &mut |solution| lock().take(&solution))?;
    let is_sorted = lock().end();
    let asked = Question { ask, goal: goal.as_ref(), ..Question::new("", &puzzle) };
    let mut object = json::answer(&asked, &answer, &[]);
    if let Value::Object(fields) = &mut object {
        fields.retain(|name, _| !matches!(&**name, "puzzle" | "line" | "solutions"));
    }
    object["reason_key"] = data(&words::reason(&answer));
    object["plan"] = expected(answer.plan.as_ref());
    if is_sorted {
        object["order"] = "sorted".into();
    }
    object["rows"] = lock().stored().into();
    Ok(object)
}

/// Reports the estimates, before the search.
fn tell(client: &Client, plan: &Plan) {
    let mut event = expected(Some(plan.outline()));
    event["event"] = "plan".into();
    event["engine"] = plan.outline().engine.into();
    // The search will notice that the client no longer listens.
    let _ = client.tell(&event);
}

/// Returns the estimates, with the reasons of the engines that were asked as data, too.
pub(super) fn expected(outline: Option<&Outline>) -> Value {
    let mut expected = json::plan(outline);
    for (index, asked) in outline.iter().flat_map(|outline| outline.asked.iter().enumerate()) {
        if let Err(reason) = &asked.answer {
            expected["asked"][index]["why_not_key"] = data(&reason.message());
        }
    }
    expected
}

/// Makes the solver for the request.
pub(super) fn solver(request: &Request, client: &Client, puzzle: &Puzzle) -> Result<Solver, RequestError> {
    let limits = request.object("limits")?;
    let limits = Limits {
        max_solutions: limits.number("solutions")?,
        max_memory: limits.number("memory")?,
        ..Limits::default()
    };
    let essentially = match request.get("essentially") {
        None => None,
        Some(_) if request.one_of("essentially", &["terms", "digits"])? == "terms" => {
            Some(Essentially::Terms)
        }
        Some(_) => Some(Essentially::Digits),
    };
    let solver = Solver::new(puzzle)
        .ask(ask(request)?)
        .essentially(essentially)
        .goal(goal(request, puzzle)?)
        .limits(limits)
        .threads(client.threads)
        .watch(request.watch(client)?);
    let solver = request.optional_text("engine")?.into_iter().fold(solver, Solver::engine);
    Ok(request.optional_text("evaluator")?.into_iter().fold(solver, Solver::evaluator))
}

fn ask(request: &Request) -> Result<Ask, RequestError> {
    Ok(match request.one_of("ask", &["all", "count", "unique", "first"])? {
        "count" => Ask::Count,
        "unique" => Ask::Unique,
        "first" => Ask::First(request.number("first")?.unwrap_or(1).max(1)),
        _ => Ask::All,
    })
}

fn goal(request: &Request, puzzle: &Puzzle) -> Result<Option<Goal>, RequestError> {
    let goal = request.object("goal")?;
    let read = |name: &str| -> Result<_, RequestError> {
        let text = goal.optional_text(name)?;
        let expression = text.map(|text| text::expression(text, puzzle, &Vocabulary::default()));
        Ok(expression.transpose()?)
    };
    match (read("maximize")?, read("minimize")?) {
        (Some(_), Some(_)) => {
            Err(message!("request-wrong", field = "goal", expected = "maximize or minimize").into())
        }
        (Some(largest), None) => Ok(Some(Goal::Maximize(largest))),
        (None, smallest) => Ok(smallest.map(Goal::Minimize)),
    }
}
