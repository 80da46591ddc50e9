//! The class `Puzzle`: a text that was read, with its rules. It never changes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use fukumen::report::json;
use fukumen::{Ask, text};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3::{IntoPyObjectExt, PyTraverseError, PyVisit};

use crate::answer::Answer;
use crate::callbacks;
use crate::callbacks::{Calls, Own};
use crate::convert;
use crate::display;
use crate::errors;
use crate::explaining;
use crate::options;
use crate::options::{Allowed, Options};
use crate::search;
use crate::search::{Patience, Question};
use crate::source::{Source, Words};

/// The text of a puzzle.
pub fn text_of(text: &Bound<PyAny>) -> PyResult<String> {
    let py = text.py();
    let text = text.cast::<PyString>().map_err(|_| {
        let kind = text.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
        PyTypeError::new_err(format!("a puzzle must be a str, not {kind}"))
    })?;
    text.to_str().map(String::from).map_err(|error| {
        let start = error.value(py).getattr("start").and_then(|start| start.extract()).unwrap_or(0);
        // As many characters as before, with marks of replacement.
        let shown =
            text.call_method1("encode", ("utf-8", "replace")).and_then(|bytes| bytes.extract::<Vec<u8>>());
        errors::surrogate(py, &String::from_utf8_lossy(&shown.unwrap_or_default()), start)
    })
}

/// A digit puzzle: a text with its rules.
#[pyclass(frozen, module = "fukumen")]
pub struct Puzzle {
    pub core: fukumen::Puzzle,
    pub source: Arc<Source>,
}

impl Puzzle {
    /// Reads a puzzle on the caller's thread.
    fn read(py: Python<'_>, source: Source) -> PyResult<Self> {
        let calls = Arc::new(Calls::default());
        let patience = Patience::new(&calls);
        let read = py.detach(|| source.read(&source.rules, &calls, &patience));
        if let Some(raised) = calls.raised() {
            return Err(raised);
        }
        let core = read.map_err(|error| errors::text(py, &error))?;
        if core.rules().has_several_bases() {
            return Err(options::several_bases(py));
        }
        Ok(Self { core, source: Arc::new(source) })
    }

    /// The puzzle that the library made of another, as of one whose letters are printed wrongly.
    pub fn of_core(core: &fukumen::Puzzle) -> Self {
        let source = Source { text: core.to_string(), ..Source::default() };
        Self { core: core.clone(), source: Arc::new(source) }
    }
}

const HOW: Allowed = Allowed { settings: false, search: true, wanted: false };

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (text, *, functions = None, **settings))]
    fn new(
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        functions: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut options = Options::read(settings, Allowed { settings: true, search: false, wanted: false })?;
        if let Some(functions) = functions {
            options.functions = Own::all(functions)?;
        }
        Self::read(py, Source::new(text, &mut options)?)
    }

    /// The text as it was given.
    #[getter]
    fn text(&self) -> &str {
        &self.source.text
    }

    /// The rules in force, by the names of their settings.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::read_only(py, &convert::json(py, &json::rules(self.core.rules()))?)
    }

    /// The symbols in the order of their first appearance.
    #[getter]
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.core.symbols().map(|(_, hidden)| &*hidden.name).collect::<Vec<_>>())
    }

    /// Remarks on the text.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.core.notes().iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    /// The words around it that were not understood: each with its text and whether it may change the answer.
    #[getter]
    fn unread<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.core.unread().iter().map(|piece| (&*piece.text, piece.may)).collect::<Vec<_>>())
    }

    /// Whether it is drawn in two dimensions.
    #[getter]
    fn is_drawn(&self) -> bool {
        self.core.is_drawn()
    }

    /// Finds all solutions.
    #[pyo3(signature = (**how))]
    fn solve(slf: &Bound<'_, Self>, how: Option<&Bound<'_, PyDict>>) -> PyResult<Answer> {
        let options = Options::read(how, Allowed { wanted: true, ..HOW })?;
        search::of_puzzle(slf, options, Question::new(Ask::All))
    }

    /// Finds the first solutions, in the order of the engine.
    #[pyo3(signature = (n = None, **how), text_signature = "($self, n=1, **how)")]
    fn first(
        slf: &Bound<'_, Self>,
        n: Option<&Bound<'_, PyAny>>,
        how: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        let number = n.map_or(Ok(1), |n| options::whole("n", n, 1, u64::MAX))?;
        search::of_puzzle(slf, Options::read(how, HOW)?, Question::new(Ask::First(number)))
    }

    /// Counts the solutions. Raises `Stopped` if a limit comes first.
    #[pyo3(signature = (**how))]
    fn count<'py>(slf: &Bound<'py, Self>, how: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let answer = search::of_puzzle(slf, Options::read(how, HOW)?, Question::new(Ask::Count))?;
        answer.certain_count(slf.py())?.into_bound_py_any(slf.py())
    }

    /// Counts the solutions by the value of an expression. Raises `Stopped` if a limit comes first.
    #[pyo3(signature = (expr, **how))]
    fn groups<'py>(
        slf: &Bound<'py, Self>,
        expr: &Bound<'py, PyAny>,
        how: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let expr = options::text("expr", expr)?;
        // A symbol that the puzzle has not would be one more to search.
        let (py, inner) = (slf.py(), slf.get());
        let vocabulary = callbacks::vocabulary(&inner.source.functions, &Arc::new(Calls::default()));
        text::expression(&expr, &inner.core, &vocabulary).map_err(|error| errors::text(py, &error))?;
        let question = Question { by: Some(expr), ..Question::new(Ask::Count) };
        search::of_puzzle(slf, Options::read(how, HOW)?, question)?.certain_groups(slf.py())
    }

    /// Says whether there is exactly one solution. Raises `Stopped` if a limit comes first.
    #[pyo3(signature = (**how))]
    fn is_unique(slf: &Bound<'_, Self>, how: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
        let answer = search::of_puzzle(slf, Options::read(how, HOW)?, Question::new(Ask::Unique))?;
        answer.certain_uniqueness(slf.py())
    }

    /// Says how it would be searched: the engine, its estimate, and what the others said.
    fn plan<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let calls = Arc::new(Calls::default());
        let patience = Patience::new(&calls);
        let (core, stop) = (self.core.clone(), Arc::clone(&calls.stop));
        let plan = py.detach(|| {
            let watcher = move |_| patience.look();
            fukumen::Solver::new(&core).interrupt(stop).watcher(watcher).plan()
        });
        if let Some(raised) = calls.raised() {
            return Err(raised);
        }
        let plan = plan.map_err(|error| errors::solving(py, &error))?;
        let outline = plan.outline();
        let told = convert::json(py, &json::plan(Some(outline)))?;
        let told = told.cast_into::<PyDict>()?;
        told.set_item("engine", outline.engine)?;
        told.set_item("evaluator", &outline.evaluator)?;
        told.set_item("reason", outline.reason.to_string())?;
        Ok(told.into_any())
    }

    /// Explains how a person finds the answer.
    #[pyo3(signature = (**options))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        explaining::answer(py, &self.source, "explain", &[], options)
    }

    /// Gives the next step after some digits are known.
    #[pyo3(signature = (**options))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        explaining::answer(py, &self.source, "hint", &[], options)
    }

    /// Says how hard it is for a person.
    #[pyo3(signature = (**options))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        explaining::answer(py, &self.source, "rate", &[], options)
    }

    /// Says whether someone's answer is right, and if not, where it goes wrong.
    #[pyo3(signature = (answer, **options))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        answer: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = explaining::assigned("answer", answer)?;
        explaining::answer(py, &self.source, "check", &[("answer", Some(answer.into()))], options)
    }

    /// Says why a fact holds, or why there is one solution, several or none.
    #[pyo3(signature = (fact = None, **options))]
    fn why<'py>(
        &self,
        py: Python<'py>,
        fact: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let fact = fact.map(|fact| options::text("fact", fact)).transpose()?;
        explaining::answer(py, &self.source, "why", &[("fact", fact.map(Into::into))], options)
    }

    /// Draws the puzzle as text, Markdown, HTML, LaTeX or SVG.
    #[pyo3(signature = (format = "text"))]
    fn draw(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        display::drawn(py, &self.core, None, format)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        display::in_html(py, &self.core, None, &self.source.text)
    }

    fn _repr_markdown_(&self, py: Python<'_>) -> PyResult<String> {
        display::drawn(py, &self.core, None, "markdown")
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        display::drawn(py, &self.core, None, "latex")
    }

    /// As text that Python reads back to an equal puzzle.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let maker = if self.source.words == Words::None { "Puzzle" } else { "read" };
        let mut text = format!("{maker}({}", PyString::new(py, &self.source.text).repr()?);
        for (name, values) in by_name(&self.source.given) {
            text += &format!(", {}={}", name.replace('-', "_"), display::values(py, &values)?);
        }
        if !self.source.functions.is_empty() {
            let functions = PyDict::new(py);
            for own in &self.source.functions {
                functions.set_item(&own.name, &*own.callable)?;
            }
            text += &format!(", functions={}", functions.repr()?);
        }
        Ok(text + ")")
    }

    fn __str__(&self) -> String {
        self.core.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let equal = self.core == other.core || self.source.is_like(&other.source, py)?;
        equal.into_py_any(py)
    }

    /// Equal puzzles have the same symbols in the same base, so these are enough.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.core.rules().base.get().hash(&mut hasher);
        for hidden in self.core.hidden() {
            hidden.name.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Its functions may know the puzzle. Those that it shares with others are not its own to count.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let is_own = Arc::strong_count(&self.source) == 1;
        let mut functions =
            self.source.functions.iter().filter(|own| is_own && Arc::strong_count(&own.callable) == 1);
        functions.try_for_each(|own| visit.call(&*own.callable))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<search::Solutions> {
        search::streamed(slf, Options::default())
    }

    /// Finds solutions one after the other, in the order of the engine.
    #[pyo3(signature = (**how))]
    fn solutions(slf: &Bound<'_, Self>, how: Option<&Bound<'_, PyDict>>) -> PyResult<search::Solutions> {
        search::streamed(slf, Options::read(how, HOW)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let functions = PyDict::new(py);
        for own in &self.source.functions {
            functions.set_item(&own.name, &*own.callable)?;
        }
        let given = PyList::new(py, self.source.given.iter().map(|(name, value)| (*name, value.clone())))?;
        let has_words = self.source.words != Words::None;
        let arguments = (&self.source.text, given, functions, has_words).into_pyobject(py)?;
        Ok((py.import("fukumen._fukumen")?.getattr("_puzzle")?, arguments))
    }
}

/// The values of each setting, in the order in which they were given.
fn by_name<'s>(given: &'s [(&'static str, Option<String>)]) -> Vec<(&'static str, Vec<Option<&'s str>>)> {
    let mut names: Vec<(&'static str, Vec<Option<&'s str>>)> = Vec::new();
    for (name, value) in given {
        let value = value.as_deref();
        match names.iter_mut().find(|(other, _)| other == name) {
            Some((_, values)) => values.push(value),
            None => names.push((name, vec![value])),
        }
    }
    names
}

/// Reads a puzzle as people type it, with words around it.
#[pyfunction]
#[pyo3(signature = (text, *, strict = false, **settings))]
pub fn read(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    strict: bool,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Puzzle> {
    let mut options = Options::read(settings, Allowed { settings: true, search: false, wanted: false })?;
    let words = if strict { Words::Understood } else { Words::Any };
    Puzzle::read(py, Source { words, ..Source::new(text, &mut options)? })
}

/// A puzzle as it was pickled.
#[pyfunction]
pub fn _puzzle(
    py: Python<'_>,
    text: String,
    given: Vec<(String, Option<String>)>,
    functions: &Bound<'_, PyAny>,
    has_words: bool,
) -> PyResult<Puzzle> {
    let options = Options::again(py, given)?;
    let functions = Own::all(functions)?;
    let words = if has_words { Words::Any } else { Words::None };
    Puzzle::read(py, Source { text, words, rules: options.rules, given: options.given, functions })
}
