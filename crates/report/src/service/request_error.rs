//! Answers to requests that cannot be carried out, and messages as data.

use serde_json::{Value, json};

use crate::Unanswered;
use crate::json;
use fukumen_engine::solve::SolveError;
use fukumen_language::message::Message;
use fukumen_language::text::ParseError;

/// The answer to a request that cannot be carried out.
pub(super) struct RequestError(pub Value);

impl From<Message> for RequestError {
    fn from(message: Message) -> Self {
        Self(error(&message))
    }
}

impl From<ParseError> for RequestError {
    fn from(error: ParseError) -> Self {
        let mut object = json::unanswered(&Unanswered::of(&error));
        // The client knows the text, which may be long.
        if let Value::Object(fields) = &mut object {
            fields.retain(|name, _| name != "puzzle");
        }
        // Also as data, so that a page can show it in another language.
        if let Some(help) = &error.help {
            object["error"]["help_key"] = help.key().into();
            object["error"]["help_params"] = json::params(help);
        }
        Self(object)
    }
}

impl From<SolveError> for RequestError {
    /// Planning that was stopped is not an error of the request.
    fn from(wrong: SolveError) -> Self {
        match wrong {
            SolveError::Interrupted { stopped_by } => {
                Self(json!({"status": "stopped", "stopped_by": json::stopped_by(stopped_by)}))
            }
            wrong => wrong.message().into(),
        }
    }
}

/// Returns an answer that is only an error.
fn error(message: &Message) -> Value {
    let mut error = data(message);
    error["message"] = message.to_string().into();
    json!({"status": "error", "error": error})
}

/// Returns a message as data, which a page can show in another language.
pub(super) fn data(message: &Message) -> Value {
    let mut data = json!({"key": message.key(), "params": json::params(message)});
    if let Some(within) = json::within(message) {
        data["within"] = within;
    }
    data
}
