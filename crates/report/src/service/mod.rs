//! Requests of other programs, in JSON, and their answers, for the page and any other client of it or of a server.
//!
//! A request is an object with the field `do`, such as `{"do": "solve", "text": "SEND+MORE=MONEY"}`. [`REQUESTS`] has a row
//! for each; the file of each lists its fields. All that read a puzzle have `text` and `rules`, an object of settings by
//! their names, whose values are those of the table of settings. The answer is an object. An [`Event`] comes before it:
//! progress, puzzles that were made, rows of solutions.
//!
//! Rows are bytes, a digit for each cell, because puzzles may have a hundred thousand solutions; an object before them gives
//! the number of rows that follow.

mod client;
mod draw;
mod explain;
pub mod explaining;
mod list;
mod make;
mod parse;
mod plan;
mod request;
mod request_error;
mod rows;
mod solve;

pub use client::{Client, Event, Listener};

use serde_json::Value;

use fukumen_language::message::message;
use request::Request;
use request_error::RequestError;

/// One kind of request.
#[derive(Debug)]
#[non_exhaustive]
pub struct Kind {
    /// The value of `do`.
    pub name: &'static str,
    answer: fn(&Request, &Client) -> Result<Value, RequestError>,
}

/// Every kind of request.
pub static REQUESTS: &[Kind] = &[
    Kind { name: "parse", answer: parse::parse },
    Kind { name: "plan", answer: plan::plan },
    Kind { name: "solve", answer: solve::solve },
    Kind { name: "draw", answer: draw::draw },
    Kind { name: "explain", answer: explain::explain },
    Kind { name: "hint", answer: explain::hint },
    Kind { name: "rate", answer: explain::rate },
    Kind { name: "check", answer: explain::check },
    Kind { name: "why", answer: explain::why },
    Kind { name: "make", answer: make::make },
    Kind { name: "list", answer: list::list },
];

/// Answers a request.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_generate as generate; pub use fukumen_language::*; pub use fukumen_report as report; pub use fukumen_report::service; }
/// use std::ops::ControlFlow;
/// use fukumen::service::{self, Client};
///
/// let client = Client::new(|_| ControlFlow::Continue(()));
/// let answer = service::answer(r#"{"do": "solve", "text": "SEND+MORE=MONEY"}"#, &client);
/// assert_eq!((&answer["count"], &answer["unique"]), (&1.into(), &true.into()));
/// let answer = service::answer(r#"{"do": "parse", "text": "SEND + + = MONEY"}"#, &client);
/// assert_eq!(answer["error"]["key"], "missing-operand");
/// ```
#[must_use]
pub fn answer(request: &str, client: &Client) -> Value {
    match answered(request, client) {
        Ok(answer) | Err(RequestError(answer)) => answer,
    }
}

fn answered(request: &str, client: &Client) -> Result<Value, RequestError> {
    let request = Request::read(request)?;
    let name = request.text("do")?;
    let kind = REQUESTS.iter().find(|kind| kind.name == name);
    let kind = kind.ok_or_else(|| RequestError::from(message!("request-unknown", name = name)))?;
    (kind.answer)(&request, client)
}

#[cfg(test)]
mod tests;
