//! `plan`: how a puzzle would be searched, and how long that should take.

use serde_json::{Value, json};

use super::solve::solver;
use super::{Client, Refusal, Request, data};
use crate::json;
use fukumen_engine::solve::Outline;

/// The engine, why it was chosen, and what was expected of it and of the others.
pub(super) fn plan(request: &Request, client: &Client) -> Result<Value, Refusal> {
    let puzzle = request.puzzle(client)?;
    let plan = solver(request, client, &puzzle)?.plan()?;
    let outline = plan.outline();
    let mut object = json!({
        "engine": outline.engine,
        "evaluator": outline.evaluator,
        "reason": outline.reason.to_string(),
        "reason_key": data(&outline.reason.message()),
        "nodes": outline.nodes,
    });
    if let (Value::Object(object), Value::Object(expected)) = (&mut object, expected(Some(outline))) {
        object.extend(expected);
    }
    Ok(object)
}

/// What was expected, with the reasons of the engines that were asked as data, too.
pub(super) fn expected(outline: Option<&Outline>) -> Value {
    let mut expected = json::plan(outline);
    for (index, asked) in outline.iter().flat_map(|outline| outline.asked.iter().enumerate()) {
        if let Err(reason) = &asked.answer {
            expected["asked"][index]["why_not_key"] = data(&reason.message());
        }
    }
    expected
}
