//! Reads the fields of a request.

use std::time::Duration;

use serde_json::{Map, Value};

use super::client::Client;
use super::request_error::RequestError;
use crate::Unanswered;
use crate::json;
use fukumen_engine::solve::StoppedBy;
use fukumen_engine::solve::clock::Watch;
use fukumen_language::digits::Base;
use fukumen_language::message::message;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::Mistake;
use fukumen_reading::Reader;

/// The fields of a request.
pub(super) struct Request {
    fields: Map<String, Value>,
}

/// Refuses a field with a wrong value.
fn wrong(field: &str, expected: &str) -> RequestError {
    message!("request-wrong", field = field, expected = expected).into()
}

impl Request {
    pub(super) fn read(text: &str) -> Result<Self, RequestError> {
        let value =
            serde_json::from_str(text).map_err(|error| message!("request-not-json", reason = error))?;
        let Value::Object(fields) = value else { return Err(message!("request-not-object").into()) };
        Ok(Self { fields })
    }

    /// Returns a field that exists and is not null.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// Returns a required text.
    pub(super) fn text(&self, name: &str) -> Result<&str, RequestError> {
        self.optional_text(name)?.ok_or_else(|| message!("request-lacks", field = name).into())
    }

    pub(super) fn optional_text(&self, name: &str) -> Result<Option<&str>, RequestError> {
        let text = |value: &Value| value.as_str().map(|_| ()).ok_or_else(|| wrong(name, "a text"));
        self.get(name).map(text).transpose()?;
        Ok(self.get(name).and_then(Value::as_str))
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, RequestError> {
        let flag = |value: &Value| value.as_bool().ok_or_else(|| wrong(name, "true or false"));
        Ok(self.get(name).map(flag).transpose()?.unwrap_or(false))
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, RequestError> {
        let number = |value: &Value| value.as_u64().ok_or_else(|| wrong(name, "a whole number"));
        self.get(name).map(number).transpose()
    }

    /// Returns one of some words; the first word if the field is missing.
    pub(super) fn one_of<'w>(&self, name: &str, words: &[&'w str]) -> Result<&'w str, RequestError> {
        let expected = || wrong(name, &format!("one of {}", words.join(", ")));
        match self.optional_text(name)? {
            None => words.first().copied().ok_or_else(expected),
            Some(text) => words.iter().find(|word| **word == text).copied().ok_or_else(expected),
        }
    }

    /// Returns an object, which may be missing.
    pub(super) fn object(&self, name: &str) -> Result<Self, RequestError> {
        match self.get(name) {
            None => Ok(Self { fields: Map::new() }),
            Some(Value::Object(fields)) => Ok(Self { fields: fields.clone() }),
            Some(_) => Err(wrong(name, "an object")),
        }
    }

    /// Returns names with texts, from an object whose values are texts, numbers, flags, or lists of them.
    pub(super) fn values(&self, name: &str) -> Result<Vec<(String, Option<String>)>, RequestError> {
        let mut values = Vec::new();
        for (key, value) in &self.object(name)?.fields {
            let expected = || wrong(key, "a text, a number, a flag, or a list of them");
            match value {
                Value::Array(list) => {
                    for value in list {
                        values.push((key.clone(), written(value).map_err(|()| expected())?));
                    }
                }
                value => values.push((key.clone(), written(value).map_err(|()| expected())?)),
            }
        }
        Ok(values)
    }

    /// Returns the rules that the request sets.
    pub(super) fn rules(&self) -> Result<Rules, RequestError> {
        let mut rules = Rules::default();
        for (name, value) in self.values("rules")? {
            let set = rules.set(&name.replace('_', "-"), value.as_deref());
            set.map_err(|error| {
                let RequestError(mut object) = error.message().into();
                object["error"]["setting"] = name.into();
                RequestError(object)
            })?;
        }
        Ok(rules)
    }

    /// Returns the puzzle of the request.
    pub(super) fn puzzle(&self, client: &Client) -> Result<Puzzle, RequestError> {
        let (text, rules, watch) = (self.text("text")?, self.rules()?, self.watch(client)?);
        let reader = Reader::new().rules(&rules).interrupt(&watch);
        let reader = if self.flag("strict")? { reader.strict() } else { reader };
        let reader = if client.is_alone { reader.alone() } else { reader };
        let puzzle = reader.read(text).map_err(|error| match error.mistake {
            Mistake::Interrupted => {
                let stopped_by = Some(watch.stopped_by().unwrap_or(StoppedBy::Interrupt));
                RequestError(json::unanswered(&Unanswered {
                    stopped_by,
                    ..Unanswered::new("", error.message())
                }))
            }
            _ => error.into(),
        })?;
        if puzzle.rules().has_several_bases() {
            return Err(several_bases(puzzle.rules()));
        }
        Ok(puzzle)
    }

    /// Returns a watch that ends the work: the client's watch, or the time limit of the request.
    pub(super) fn watch(&self, client: &Client) -> Result<Watch, RequestError> {
        Ok(client.watch.clone().within(self.seconds()?))
    }

    /// Returns the time limit, in seconds.
    fn seconds(&self) -> Result<Option<Duration>, RequestError> {
        let limits = self.object("limits")?;
        let expected = || wrong("seconds", "a number from 0");
        let seconds = limits.get("seconds").map(|value| value.as_f64().ok_or_else(expected)).transpose()?;
        seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(|_| expected())).transpose()
    }
}

/// Refuses rules with several bases. The error names these, because each can be requested alone.
pub(super) fn several_bases(rules: &Rules) -> RequestError {
    let RequestError(mut object) = message!("request-several-bases").into();
    object["error"]["bases"] = rules.bases().map(Base::get).collect();
    object["error"]["smallest"] = rules.smallest_base.into();
    RequestError(object)
}

/// Returns a value as a setting reads it; `None` for null.
fn written(value: &Value) -> Result<Option<String>, ()> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        Value::Bool(_) | Value::Number(_) => Ok(Some(value.to_string())),
        Value::Array(_) | Value::Object(_) => Err(()),
    }
}
