//! Answers as JSON: the values, for any program, and the pretty document.
//!
//! Names, order and meaning of the fields are a contract; `schema/answer.schema.json` states it. Fields may be added; any
//! other change makes a new [`SCHEMA`].
//!
//! There may be millions of solutions: each is written straight from the find, without a value in memory, unless a program
//! asks for the whole answer as one value.

mod document;
mod fields;
mod sheet;
mod solution;

pub use document::Objects;
#[cfg(feature = "cli")]
pub use document::{HELD, Rewritten};
pub(super) use document::{LINES, OBJECTS};
pub(crate) use fields::amount;
pub use fields::{
    SCHEMA, count, note_key, params, plan, rules, seconds, stopped_by, unanswered, unread_words, within,
};
pub use sheet::{cells, groups, sheet};

use serde_json::Value;

use crate::Document;
use crate::Question;
use fukumen_engine::solve::Answer;
use fukumen_language::solution::Solution;

/// Returns an answer and its solutions as one object.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_generate as generate; pub use fukumen_language::*; pub use fukumen_report as report; pub use fukumen_report::service; }
/// use fukumen::report::{Question, json};
/// use fukumen::solve::Solver;
///
/// let text = "SEND+MORE=MONEY";
/// let puzzle = text.parse()?;
/// let (answer, solutions) = Solver::new(&puzzle).run()?;
/// let value = json::answer(&Question::new(text, &puzzle), &answer, &solutions);
/// assert_eq!(value["solutions"][0]["digits"]["M"], 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn answer(asked: &Question, answer: &Answer, solutions: &[Solution]) -> Value {
    let mut text = Vec::new();
    let mut writer = Objects::lines(false);
    let written =
        solutions.iter().try_for_each(|solution| writer.solution(&mut text, asked, solution.clone()));
    written.and_then(|()| writer.end(&mut text, asked, answer)).expect("memory takes what is written");
    serde_json::from_slice(&text).expect("what is written is JSON")
}
