//! `plan`: returns how a puzzle would be searched, and how long that should take.

use serde_json::{Value, json};

use super::client::Client;
use super::request::Request;
use super::request_error::{RequestError, data};
use super::solve::{expected, solver};

/// Returns the engine, why it was chosen, and the estimates of it and of the others.
pub(super) fn plan(request: &Request, client: &Client) -> Result<Value, RequestError> {
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
