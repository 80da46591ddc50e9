//! Errors of the library as Python exceptions, which `fukumen/_errors.py` defines.

use fukumen::solve::SolveError;
use fukumen::text::{Origin, ParseError, Reader};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

macro_rules! class {
    ($function:ident, $name:literal) => {
        fn $function(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            CLASS.import(py, "fukumen._errors", $name)
        }
    };
}

class!(fukumen_error, "FukumenError");
class!(puzzle_error, "PuzzleError");
class!(setting_error, "SettingError");
class!(stopped_error, "Stopped");

/// The exception that the call of a class returns, or the error of that call.
fn exception(made: PyResult<Bound<PyAny>>) -> PyErr {
    made.map_or_else(|error| error, PyErr::from_value)
}

/// `FukumenError` in these words.
pub fn error(py: Python<'_>, message: &str) -> PyErr {
    exception(fukumen_error(py).and_then(|class| class.call1((message,))))
}

/// `SettingError`: what is wrong with an option, and what may help.
pub fn setting(py: Python<'_>, name: &str, message: &str, help: Option<&str>) -> PyErr {
    exception(setting_error(py).and_then(|class| class.call1((message, name, help))))
}

/// `Stopped`: a limit came before certainty.
pub fn stopped(py: Python<'_>, answer: Bound<'_, PyAny>) -> PyErr {
    exception(stopped_error(py).and_then(|class| class.call1((answer,))))
}

/// `PuzzleError` at its place, counted in code points from 1.
pub fn text(py: Python<'_>, error: &ParseError) -> PyErr {
    let may_have_words = error.origin == Origin::Puzzle && error.message().key() != "unread";
    let has_puzzle = may_have_words && Reader::new().read(&error.text).is_ok();
    let help =
        has_puzzle.then(|| "use fukumen.read(text), which finds the puzzle among the words".to_owned());
    let (text, span) = (&error.text, &error.span);
    let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].split('\n').next().unwrap_or_default();
    let end = span.end.min(start + line.len()).max(span.start);
    let offset = text[start..span.start].chars().count() + 1;
    let length = text[span.start..end].chars().count().max(1);
    let place = Place {
        message: error.message().to_string(),
        origin: error.origin.to_string(),
        line: error.line,
        offset,
        end: offset + length,
        text: line,
        label: Some(error.label()).filter(|label| !label.is_empty()),
        help: help.or_else(|| error.help.as_ref().map(ToString::to_string)),
    };
    place.raised(py)
}

struct Place<'t> {
    message: String,
    origin: String,
    line: usize,
    offset: usize,
    end: usize,
    text: &'t str,
    label: Option<String>,
    help: Option<String>,
}

impl Place<'_> {
    fn raised(self, py: Python<'_>) -> PyErr {
        let made = || {
            let fields = PyDict::new(py);
            fields.set_item("origin", self.origin)?;
            fields.set_item("lineno", self.line)?;
            fields.set_item("offset", self.offset)?;
            fields.set_item("end_offset", self.end)?;
            fields.set_item("text", self.text)?;
            fields.set_item("label", self.label)?;
            fields.set_item("help", self.help)?;
            puzzle_error(py)?.call((self.message,), Some(&fields))
        };
        exception(made())
    }
}

/// Whether an exception is a `PuzzleError`.
pub fn is_puzzle_error(py: Python<'_>, error: &PyErr) -> bool {
    puzzle_error(py).is_ok_and(|class| error.is_instance(py, class))
}

/// `PuzzleError` about a text, with its line, column and length only.
pub fn located(py: Python<'_>, message: &str, origin: &str, place: [usize; 3], help: Option<&str>) -> PyErr {
    let [line, column, length] = place;
    let place = Place {
        message: message.into(),
        origin: origin.into(),
        line,
        offset: column,
        end: column + length,
        text: "",
        label: None,
        help: help.map(Into::into),
    };
    place.raised(py)
}

/// A text that asks for several bases, among others.
pub fn several_bases(py: Python<'_>) -> PyErr {
    let place = Place {
        message: "a puzzle has one base".into(),
        origin: "setting".into(),
        line: 1,
        offset: 1,
        end: 2,
        text: "",
        label: None,
        help: Some("fukumen.bases(text, low, high) solves a puzzle in each base".into()),
    };
    place.raised(py)
}

/// A text that Python holds and no other program can: it has half of a pair of surrogates, the code point at this index.
pub fn surrogate(py: Python<'_>, text: &str, index: usize) -> PyErr {
    let before: String = text.chars().take(index).collect();
    let line = before.rsplit('\n').next().unwrap_or_default().chars().count();
    let place = Place {
        message: "this is half of a character: a surrogate without its other half".into(),
        origin: "puzzle".into(),
        line: before.matches('\n').count() + 1,
        offset: line + 1,
        end: line + 2,
        text: text.split('\n').nth(before.matches('\n').count()).unwrap_or_default(),
        label: None,
        help: Some("read the file with the encoding that it has, such as encoding=\"utf-8\"".into()),
    };
    place.raised(py)
}

/// Why a puzzle was not solved.
pub fn solving(py: Python<'_>, wrong: &SolveError) -> PyErr {
    let message = wrong.message().to_string();
    match wrong {
        SolveError::NoSuchEngine { .. } | SolveError::Unfit { .. } => setting(py, "engine", &message, None),
        SolveError::NoSuchEvaluator { .. } => setting(py, "evaluator", &message, None),
        SolveError::Disagreement { .. } => {
            let help =
                "if the puzzle has functions of its own, one may answer differently for the same numbers";
            error(py, &format!("{message}\nhelp: {help}"))
        }
        _ => error(py, &message),
    }
}
