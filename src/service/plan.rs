//! `plan`: how a puzzle would be searched, and how long that should take.

use serde_json::Value;
use serde_json::json;

use super::Client;
use super::Refusal;
use super::Request;
use super::solve::solver;
use crate::report::json;

/// The engine, why it was chosen, and what was expected of it and of the others.
pub(super) fn plan(request: &Request, client: &Client) -> Result<Value, Refusal> {
    let puzzle = request.puzzle(client)?;
    let plan = solver(request, client, &puzzle)?.plan()?;
    let outline = plan.outline();
    let mut object = json!({
        "engine": outline.engine,
        "evaluator": outline.evaluator,
        "reason": outline.reason.to_string(),
        "nodes": outline.nodes,
    });
    if let (Value::Object(object), Value::Object(expected)) = (&mut object, json::plan(Some(outline))) {
        object.extend(expected);
    }
    Ok(object)
}
