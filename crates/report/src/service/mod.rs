//! Requests of other programs, in JSON, and their answers: what the page asks, and whoever else speaks to it or to a server.
//!
//! A request is an object with the field `do`, such as `{"do": "solve", "text": "SEND+MORE=MONEY"}`. [`REQUESTS`] has a row for
//! each; the file of each says what fields it has. All that read a puzzle have `text` and `rules`, an object of settings by their
//! names, whose values are those of the table of settings. The answer is an object. What comes on the way is an [`Event`]:
//! progress, puzzles that were made, rows of solutions.
//!
//! Rows are bytes, a digit for each cell, since puzzles may have a hundred thousand solutions; an object that says how many rows
//! follow stands before them.

mod draw;
mod explain;
mod list;
mod make;
mod parse;
mod plan;
mod request;
mod rows;
mod solve;
pub mod telling;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::json;
use fukumen_engine::solve::SolveError;
use fukumen_engine::solve::clock::Watch;
use fukumen_language::message::{Message, message};
use request::{Refusal, Request};

/// What comes before the answer.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// An object with the field `event`.
    Told(&'e Value),
    /// Rows: a byte for each cell, in the order of the cells.
    Rows(&'e [u8]),
}

/// Takes events, on any thread. The work ends soon after it breaks.
pub type Listener = dyn Fn(Event) -> ControlFlow<()> + Send + Sync;

/// Who asks: what may be used to answer, and where events go.
#[derive(Clone)]
#[non_exhaustive]
pub struct Client {
    /// Threads to use at most; 0 is one for each processor.
    pub threads: usize,
    /// Ends the work.
    pub watch: Watch,
    listener: Arc<Listener>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Client").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Client {
    /// Someone who listens.
    #[must_use]
    pub fn new(listener: impl Fn(Event) -> ControlFlow<()> + Send + Sync + 'static) -> Self {
        Self { threads: 0, watch: Watch::default(), listener: Arc::new(listener) }
    }

    /// With this number of threads; 0 is one for each processor.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Ends the work soon after the watch is raised.
    #[must_use]
    pub fn watch(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    fn tell(&self, event: &Value) -> ControlFlow<()> {
        (self.listener)(Event::Told(event))
    }

    fn hand_over(&self, rows: &[u8]) -> ControlFlow<()> {
        (self.listener)(Event::Rows(rows))
    }
}

/// One kind of request.
#[derive(Debug)]
#[non_exhaustive]
pub struct Kind {
    /// What stands in `do`.
    pub name: &'static str,
    answer: fn(&Request, &Client) -> Result<Value, Refusal>,
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
        Ok(answer) | Err(Refusal(answer)) => answer,
    }
}

fn answered(request: &str, client: &Client) -> Result<Value, Refusal> {
    let request = Request::read(request)?;
    let name = request.text("do")?;
    let kind = REQUESTS.iter().find(|kind| kind.name == name);
    let kind = kind.ok_or_else(|| Refusal::from(message!("request-unknown", name = name)))?;
    (kind.answer)(&request, client)
}

/// An answer that is an error alone.
fn error(message: &Message) -> Value {
    let mut error = data(message);
    error["message"] = message.to_string().into();
    json!({"status": "error", "error": error})
}

/// A message as data, which a page can say in another language.
fn data(message: &Message) -> Value {
    let mut data = json!({"key": message.key(), "params": json::params(message)});
    if let Some(within) = json::within(message) {
        data["within"] = within;
    }
    data
}

impl From<SolveError> for Refusal {
    /// Planning that was stopped is no error of the request.
    fn from(wrong: SolveError) -> Self {
        match wrong {
            SolveError::Interrupted { stopped_by } => {
                Self(json!({"status": "stopped", "stopped_by": json::stopped_by(stopped_by)}))
            }
            wrong => wrong.message().into(),
        }
    }
}

#[cfg(test)]
mod tests;
