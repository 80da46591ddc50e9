//! The steps that a person would see and say: `explain`, `hint`, `rate`, `check` and `why`, by the requests that the library answers in JSON.

use std::ops::ControlFlow;
use std::sync::{Arc, mpsc};

use fukumen::service;
use fukumen::service::Client;
use fukumen::solve::clock::Watch;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use serde_json::{Map, Value, json};

use crate::callbacks::Calls;
use crate::convert;
use crate::errors;
use crate::options;
use crate::search;
use crate::source::{Source, Words};

/// The options of these questions.
const OPTIONS: [&str; 9] =
    ["lang", "detail", "style", "level", "known", "techniques", "depth", "tries", "timeout"];

/// Asks one of these questions about a puzzle. `more` has what is asked besides.
pub fn answer<'py>(
    py: Python<'py>,
    source: &Source,
    question: &str,
    more: &[(&str, Option<Value>)],
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if !source.functions.is_empty() {
        return Err(errors::error(py, "a puzzle with functions of its own cannot be explained"));
    }
    let mut request = request(source, question);
    for (name, value) in more {
        request.insert((*name).into(), value.clone().into());
    }
    for (name, value) in options.into_iter().flat_map(|options| options.iter()) {
        set(&mut request, &name.extract::<String>()?, &value)?;
    }
    let answer = answered(py, Value::Object(request).to_string(), source.words)?;
    if answer["status"] == "error" {
        return Err(refused(py, &answer["error"]));
    }
    convert::json(py, &answer)
}

/// The puzzle with its settings.
fn request(source: &Source, question: &str) -> Map<String, Value> {
    let mut rules: Map<String, Value> = Map::new();
    for (name, value) in &source.given {
        let values = rules.entry(*name).or_insert_with(|| json!([]));
        if let Value::Array(values) = values {
            values.push(value.clone().into());
        }
    }
    let mut request = Map::new();
    request.insert("do".into(), question.into());
    request.insert("text".into(), source.text.as_str().into());
    request.insert("rules".into(), Value::Object(rules));
    request
}

fn set(request: &mut Map<String, Value>, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    let field = match name {
        "timeout" => {
            let seconds = options::duration(value)?.as_secs_f64();
            request.insert("limits".into(), json!({"seconds": seconds}));
            return Ok(());
        }
        "known" => Value::from(assigned(name, value)?),
        "depth" | "tries" => options::whole(name, value, 0, u64::MAX)?.into(),
        "level" => options::whole(name, value, 1, 3)?.into(),
        "techniques" => options::texts(name, value)?.into(),
        "lang" | "detail" | "style" => Value::from(options::text(name, value)?),
        _ => return Err(options::unknown(value.py(), name, &OPTIONS.map(String::from))),
    };
    request.insert(name.into(), field);
    Ok(())
}

/// Digits by symbol: a text such as `S=9,M=1`, or a mapping.
pub fn assigned(name: &str, value: &Bound<PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return options::text(name, value);
    }
    let mapping = value.cast::<PyMapping>().map_err(|_| {
        errors::setting(value.py(), name, "must be a text such as 'S=9,M=1', or a mapping", None)
    })?;
    let mut parts = Vec::new();
    for item in mapping.items()?.iter() {
        let (symbol, digit): (String, u64) = item.extract()?;
        parts.push(format!("{symbol}={digit}"));
    }
    Ok(parts.join(","))
}

/// The answer of the library, from a thread of its own.
fn answered(py: Python<'_>, request: String, words: Words) -> PyResult<Value> {
    search::check_process(py)?;
    let calls = Arc::<Calls>::default();
    let client = Client::new(|_| ControlFlow::Continue(())).watch(Watch::on(Arc::clone(&calls.stop)));
    let client = if words == Words::None { client.alone() } else { client };
    let (sender, mut receiver) = mpsc::sync_channel(1);
    let thread = search::thread(py, false, move || drop(sender.send(service::answer(&request, &client))))?;
    let mut signal = None;
    let answer = search::wait(py, &mut receiver, &calls, &mut signal);
    search::joined(py.detach(|| thread.join()));
    match (signal, answer) {
        (Some(signal), _) => Err(signal),
        (None, Some(answer)) => Ok(answer),
        (None, None) => Err(errors::error(py, "there is no answer")),
    }
}

fn refused(py: Python<'_>, error: &Value) -> PyErr {
    let message = error["message"].as_str().unwrap_or_default();
    if let Some(origin) = error["origin"].as_str() {
        let number = |name: &str| error[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
        return errors::located(
            py,
            message,
            origin,
            [number("line"), number("column"), number("length")],
            error["help"].as_str(),
        );
    }
    let params = &error["params"];
    if error["key"] == "request-wrong"
        && let (Some(field), Some(expected)) = (params["field"].as_str(), params["expected"].as_str())
    {
        return errors::setting(py, field, &format!("must be {expected}"), None);
    }
    match error["help"].as_str() {
        Some(help) => errors::error(py, &format!("{message}\nhelp: {help}")),
        None => errors::error(py, message),
    }
}
