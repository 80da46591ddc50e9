//! The class `Answer`: the solutions that were found, and how certain that is.

use std::sync::Arc;
use std::time::Duration;

use fukumen::message::Note;
use fukumen::report::{Question, Unanswered, json, words};
use fukumen::solution::written;
use fukumen::solve::{Goal, SolveError, Status, StoppedBy};
use fukumen::{Ask, solve};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyTuple};
use serde_json::Value;

use crate::convert;
use crate::display;
use crate::errors;
use crate::frame;
use crate::puzzle::Puzzle;
use crate::search::Found;
use crate::solution::Solution;
use crate::source::Source;

/// The result, and how certain it is: a sequence of solutions.
#[pyclass(frozen, sequence, module = "fukumen")]
pub struct Answer {
    inner: Arc<Inner>,
}

struct Inner {
    core: solve::Answer,
    solutions: Vec<fukumen::Solution>,
    /// Nothing if the time was up before it was read.
    puzzle: Option<Py<Puzzle>>,
    source: Arc<Source>,
    /// The puzzle as it was searched, which may show another expression.
    searched: Option<fukumen::Puzzle>,
    ask: Ask,
    goal: Option<Goal>,
    told: Option<Pickled>,
}

/// The fields of an answer that was pickled.
struct Pickled {
    /// As the command line writes it, without its solutions.
    json: Value,
    best: Option<String>,
    summary: String,
}

/// All that may end a search.
const STOPS: [StoppedBy; 6] = [
    StoppedBy::Timeout,
    StoppedBy::MaxSolutions,
    StoppedBy::MaxMemory,
    StoppedBy::Interrupt,
    StoppedBy::First,
    StoppedBy::Unique,
];

impl Answer {
    /// The answer to what was asked of a puzzle.
    pub fn new(
        py: Python<'_>,
        found: Found,
        solutions: Vec<fukumen::Solution>,
        source: &Arc<Source>,
        puzzle: Option<Py<Puzzle>>,
        ask: Ask,
    ) -> PyResult<Self> {
        let Found { core: searched, answer: core, goal } = found;
        let puzzle = match (puzzle, &searched) {
            (Some(puzzle), _) => Some(puzzle),
            (None, Some(core)) => {
                Some(Py::new(py, Puzzle { core: core.clone(), source: Arc::clone(source) })?)
            }
            (None, None) => None,
        };
        let source = Arc::clone(source);
        let told = None;
        Ok(Self { inner: Arc::new(Inner { core, solutions, puzzle, source, searched, ask, goal, told }) })
    }

    /// The same, if it is certain; otherwise an exception.
    fn certain<'s, T>(&'s self, py: Python<'_>, value: impl FnOnce(&'s Inner) -> Option<T>) -> PyResult<T> {
        match value(&self.inner) {
            Some(value) => Ok(value),
            None => {
                let answer = Self { inner: Arc::clone(&self.inner) };
                Err(errors::stopped(py, answer.into_bound_py_any(py)?))
            }
        }
    }

    /// How many solutions there are.
    pub fn certain_count(&self, py: Python<'_>) -> PyResult<u128> {
        self.certain(py, |inner| inner.core.outcome.exhausted.then_some(inner.core.outcome.count))
    }

    /// Whether there is exactly one solution.
    pub fn certain_uniqueness(&self, py: Python<'_>) -> PyResult<bool> {
        self.certain(py, |inner| inner.core.outcome.unique)
    }

    /// How many solutions there are for each value of the first expression that is shown.
    pub fn certain_groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.certain_count(py)?;
        let base = self.inner.searched.as_ref().map(|puzzle| puzzle.rules().base);
        let groups = PyDict::new(py);
        for (values, count) in &self.inner.core.outcome.groups {
            let (Some(value), Some(base)) = (values.first(), base) else { continue };
            let name = value.as_ref().map_or_else(|| "no value".into(), |value| written(value, base));
            let before: u64 = groups.get_item(&name)?.map_or(Ok(0), |count| count.extract())?;
            groups.set_item(name, before + count)?;
        }
        Ok(groups)
    }

    /// A field of the JSON of an answer that was pickled.
    fn pickled(&self, name: &str) -> Option<&Value> {
        self.inner.told.as_ref()?.json.get(name)
    }

    /// The answer as the command line writes it in JSON.
    fn json(&self, solutions: &[fukumen::Solution]) -> Value {
        let inner = &self.inner;
        let mut value = match &inner.searched {
            Some(puzzle) => {
                let mut asked = Question::new(&inner.source.text, puzzle);
                (asked.ask, asked.goal) = (inner.ask, inner.goal.as_ref());
                json::answer(&asked, &inner.core, solutions)
            }
            None => {
                let stopped_by = inner.core.outcome.stopped_by.unwrap_or(StoppedBy::Interrupt);
                let message = SolveError::Interrupted { stopped_by }.message();
                let mut unanswered = Unanswered::new(&inner.source.text, message);
                (unanswered.rules, unanswered.stopped_by) = (Some(&inner.source.rules), Some(stopped_by));
                json::unanswered(&unanswered)
            }
        };
        if let Some(told) = &inner.told {
            let mut all = told.json.clone();
            all.get_mut("solutions").into_iter().for_each(|all| *all = value["solutions"].take());
            value = all;
        }
        value
    }

    /// The puzzle of a table of its solutions.
    fn tabled(&self, py: Python<'_>) -> PyResult<&fukumen::Puzzle> {
        let puzzle = self.inner.searched.as_ref();
        puzzle.ok_or_else(|| errors::error(py, "the search was stopped before the puzzle was read"))
    }

    fn solution(&self, py: Python<'_>, index: usize) -> Option<Solution> {
        let puzzle = self.inner.puzzle.as_ref()?;
        Some(Solution::new(self.inner.solutions.get(index)?.clone(), puzzle.clone_ref(py)))
    }

    fn solutions<'a>(&'a self, py: Python<'a>) -> impl Iterator<Item = Solution> + 'a {
        (0..self.inner.solutions.len()).filter_map(move |i| self.solution(py, i))
    }
}

#[pymethods]
impl Answer {
    /// "solved", "none" or "stopped".
    #[getter]
    fn status(&self) -> &'static str {
        match self.inner.core.outcome.status {
            Status::Solved => "solved",
            Status::None => "none",
            Status::Stopped => "stopped",
        }
    }

    /// Whether the whole space was searched.
    #[getter]
    fn exhausted(&self) -> bool {
        self.inner.core.outcome.exhausted
    }

    /// How many solutions were found.
    #[getter]
    fn count(&self) -> u128 {
        self.inner.core.outcome.count
    }

    /// Whether there is exactly one solution; None if that is not known.
    #[getter]
    fn unique(&self) -> Option<bool> {
        self.inner.core.outcome.unique
    }

    /// How many solutions there are up to symmetry, if they are grouped.
    #[getter]
    fn essentially(&self) -> Option<u64> {
        self.inner.core.outcome.essentially
    }

    /// How many assignments could not be decided.
    #[getter]
    fn undecided(&self) -> u64 {
        self.inner.core.outcome.undecided
    }

    /// The largest or smallest value, if one was wanted.
    #[getter]
    fn best(&self) -> Option<String> {
        if let Some(told) = &self.inner.told {
            return told.best.clone();
        }
        let base = self.inner.searched.as_ref()?.rules().base;
        self.inner.core.outcome.best.as_ref().map(|value| written(value, base))
    }

    /// The engine that searched.
    #[getter]
    fn engine(&self) -> &str {
        self.pickled("engine")
            .map_or_else(|| words::engine(&self.inner.core), |it| it.as_str().unwrap_or_default())
    }

    /// Why this engine searched.
    #[getter]
    fn reason(&self) -> String {
        let told = self.pickled("reason").and_then(Value::as_str).map(String::from);
        told.unwrap_or_else(|| words::reason(&self.inner.core).to_string())
    }

    /// The reason why the search stopped early.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.inner.core.outcome.stopped_by.map(json::stopped_by)
    }

    /// Steps of the search.
    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.core.work.nodes
    }

    /// How long it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.inner.core.work.times.total.as_secs_f64()
    }

    /// The rules in force.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = self.inner.searched.as_ref().map_or(&self.inner.source.rules, |puzzle| puzzle.rules());
        let rules = self.pickled("rules").cloned().unwrap_or_else(|| json::rules(rules));
        convert::read_only(py, &convert::json(py, &rules)?)
    }

    /// Remarks on the puzzle.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.core.notes.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    /// The answer as the command line writes it in JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::json(py, &self.json(&self.inner.solutions))
    }

    /// A row for each solution, with a column for each symbol and each value that is shown.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows: Vec<_> = self.solutions(py).map(|solution| solution.row(py)).collect::<PyResult<_>>()?;
        PyList::new(py, rows)
    }

    /// The same as a `pandas.DataFrame`.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frame::pandas(py, self.tabled(py)?, &self.inner.solutions)
    }

    /// The same as a `polars.DataFrame`.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frame::polars(py, self.tabled(py)?, &self.inner.solutions)
    }

    fn __len__(&self) -> usize {
        self.inner.solutions.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let length = self.inner.solutions.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let slice = slice.indices(isize::try_from(length).unwrap_or(isize::MAX))?;
            let place = |i: usize| slice.start + slice.step * isize::try_from(i).unwrap_or(isize::MAX);
            let places = (0..slice.slicelength).filter_map(|i| usize::try_from(place(i)).ok());
            let solutions: Vec<Solution> = places.filter_map(|i| self.solution(py, i)).collect();
            return solutions.into_bound_py_any(py);
        }
        // A number that is too large for the machine is no place either.
        let given: isize = match index.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => isize::MAX,
            given => given?,
        };
        let place = if given < 0 { given.checked_add_unsigned(length) } else { Some(given) };
        let solution = place.and_then(|i| self.solution(py, usize::try_from(i).ok()?));
        let found =
            if length == 1 { "there is 1 solution".into() } else { format!("there are {length} solutions") };
        solution.ok_or_else(|| PyIndexError::new_err(found))?.into_bound_py_any(py)
    }

    fn __iter__(slf: Py<Self>) -> Each {
        Each { answer: slf, next: std::sync::atomic::AtomicUsize::new(0) }
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut solutions: Vec<Solution> = self.solutions(py).collect();
        solutions.reverse();
        Ok(solutions.into_bound_py_any(py)?.try_iter()?.into_any())
    }

    fn __contains__(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        for solution in self.solutions(py) {
            if solution.into_bound_py_any(py)?.eq(value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The place of a solution.
    #[pyo3(signature = (value, start = 0, stop = isize::MAX, /))]
    fn index<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        start: isize,
        stop: isize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        let list = self.solutions(py).collect::<Vec<_>>().into_bound_py_any(py)?;
        list.call_method1("index", (value, start, stop))
    }

    fn _repr_html_(&self) -> String {
        let rows: Vec<_> = self.inner.solutions.iter().take(display::MOST).collect();
        display::table(&self.summary(), &rows, self.inner.solutions.len(), display::Markup::Html)
    }

    fn _repr_markdown_(&self) -> String {
        let rows: Vec<_> = self.inner.solutions.iter().take(display::MOST).collect();
        display::table(&self.summary(), &rows, self.inner.solutions.len(), display::Markup::Markdown)
    }

    fn __repr__(&self) -> String {
        format!("<Answer: {}>", self.summary())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let puzzle = self.inner.puzzle.as_ref().map(|puzzle| puzzle.clone_ref(py));
        let solutions: Vec<Solution> = self.solutions(py).collect();
        let json = self.json(&[]).to_string();
        let arguments =
            (puzzle, json, self.seconds(), self.best(), self.summary(), solutions).into_pyobject(py)?;
        Ok((py.import("fukumen._fukumen")?.getattr("_answer")?, arguments))
    }
}

impl Answer {
    /// The answer in a few words, as the command line says it.
    fn summary(&self) -> String {
        let inner = &self.inner;
        match (&inner.told, &inner.searched) {
            (Some(told), _) => told.summary.clone(),
            (None, Some(puzzle)) => {
                let mut asked = Question::new(&inner.source.text, puzzle);
                (asked.ask, asked.goal) = (inner.ask, inner.goal.as_ref());
                words::closing(&asked, &inner.core)
            }
            (None, None) => "stopped before the puzzle was read".into(),
        }
    }
}

/// An answer as it was pickled: its puzzle, what it said in JSON and besides, and its solutions.
#[pyfunction]
pub fn _answer(
    py: Python<'_>,
    puzzle: Option<Py<Puzzle>>,
    json: &str,
    seconds: f64,
    best: Option<String>,
    summary: String,
    solutions: Vec<Py<Solution>>,
) -> PyResult<Answer> {
    let json: Value = serde_json::from_str(json)
        .map_err(|error| errors::error(py, &format!("this is no answer: {error}")))?;
    let stopped_by = STOPS.into_iter().find(|by| json["stopped_by"] == json::stopped_by(*by));
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let mut core = solve::Answer::unsearched(stopped_by.unwrap_or(StoppedBy::Interrupt), time);
    let outcome = &mut core.outcome;
    outcome.status = match json["status"].as_str() {
        Some("solved") => Status::Solved,
        Some("none") => Status::None,
        _ => Status::Stopped,
    };
    // A large number is a text.
    let number = |name: &str| match &json[name] {
        Value::String(text) => text.parse().unwrap_or_default(),
        value => value.as_u64().map_or(0, u128::from),
    };
    (outcome.count, outcome.undecided) = (number("count"), json["undecided"].as_u64().unwrap_or_default());
    (outcome.exhausted, outcome.unique) = (json["exhausted"] == true, json["unique"].as_bool());
    (outcome.essentially, outcome.stopped_by) = (json["essentially"].as_u64(), stopped_by);
    core.work.nodes = u64::try_from(number("nodes")).unwrap_or(u64::MAX);
    let notes = json["notes"].as_array().map_or(&[][..], Vec::as_slice);
    core.notes = notes.iter().filter_map(Value::as_str).map(|text| Note::from(text.to_owned())).collect();
    let source = puzzle.as_ref().map_or_else(Arc::default, |puzzle| Arc::clone(&puzzle.get().source));
    let searched = puzzle.as_ref().map(|puzzle| puzzle.get().core.clone());
    let solutions = solutions.iter().map(|solution| solution.get().core.clone()).collect();
    let told = Some(Pickled { json, best, summary });
    let (ask, goal) = (Ask::All, None);
    Ok(Answer { inner: Arc::new(Inner { core, solutions, puzzle, source, searched, ask, goal, told }) })
}

/// Walks over the solutions of an answer.
#[pyclass(frozen)]
pub struct Each {
    answer: Py<Answer>,
    next: std::sync::atomic::AtomicUsize,
}

#[pymethods]
impl Each {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<Solution> {
        let next = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.answer.get().solution(py, next)
    }
}
