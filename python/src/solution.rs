//! The class `Solution`: a mapping from symbols to digits.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use fukumen::digits::Digit;
use fukumen::number::Undefined;
use fukumen::puzzle::Kind;
use fukumen::solution::written;
use fukumen::{judge, text};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString, PyTuple};
use pyo3::{IntoPyObjectExt, PyTraverseError, PyVisit};

use crate::callbacks;
use crate::callbacks::Calls;
use crate::convert;
use crate::display;
use crate::errors;
use crate::options;
use crate::puzzle::Puzzle;

/// A solution: a digit for each symbol.
#[pyclass(frozen, mapping, module = "fukumen")]
pub struct Solution {
    pub core: fukumen::Solution,
    puzzle: Py<Puzzle>,
}

/// The values of the expressions that a puzzle shows, as text.
pub fn written_values(solution: &fukumen::Solution) -> impl Iterator<Item = Option<String>> {
    let base = solution.base();
    solution.shown.iter().map(move |value| value.as_ref().map(|value| written(value, base)))
}

impl Solution {
    /// A solution of a puzzle.
    pub fn new(core: fukumen::Solution, puzzle: Py<Puzzle>) -> Self {
        Self { core, puzzle }
    }

    /// Its symbols with their digits, as a mapping compares them: without regard to their order.
    /// The symbols in their order with their digits, and the digits of the blanks in that of the text.
    fn sorted(&self) -> (Vec<(&str, Digit)>, Vec<Digit>) {
        let mut pairs: Vec<_> = self.core.iter().collect();
        pairs.sort_unstable();
        (pairs, self.blank_digits())
    }

    fn blank_digits(&self) -> Vec<Digit> {
        let hidden = self.core.puzzle().hidden().iter().zip(self.core.digits());
        hidden.filter(|(hidden, _)| hidden.kind == Kind::Blank).map(|(_, digit)| *digit).collect()
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.core.iter().try_for_each(|(name, digit)| dict.set_item(name, digit))?;
        Ok(dict)
    }

    /// Values of the expressions to show, as text.
    fn shown(&self) -> Vec<Option<String>> {
        written_values(&self.core).collect()
    }

    /// A row of a table: the symbols with their digits, and the values that the puzzle shows.
    pub fn row<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let row = self.dict(py)?;
        let puzzle = &self.puzzle.get().core;
        for (expr, value) in puzzle.shows().iter().zip(&self.core.shown) {
            let name = puzzle.write(expr);
            if row.contains(&name)? {
                continue;
            }
            match value {
                Some(value) if value.is_integer() => row.set_item(name, convert::number(py, value)?)?,
                value => row.set_item(name, value.as_ref().map(|value| written(value, self.core.base())))?,
            }
        }
        Ok(row)
    }
}

#[pymethods]
impl Solution {
    /// The puzzle's text with the digits put in.
    #[getter]
    fn text(&self) -> String {
        self.core.to_string()
    }

    /// The puzzle that it solves: one with the right letters, if some were printed wrongly.
    #[getter]
    fn puzzle(&self, py: Python<'_>) -> PyResult<Py<Puzzle>> {
        if self.core.puzzle().misprints().is_empty() {
            return Ok(self.puzzle.clone_ref(py));
        }
        Py::new(py, Puzzle::of_core(self.core.puzzle()))
    }

    /// The value of the first expression that the puzzle shows.
    #[getter]
    fn show(&self) -> Option<String> {
        self.shown().into_iter().next().flatten()
    }

    /// The values of all expressions that the puzzle shows.
    #[getter]
    fn shows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shown())
    }

    /// The symbols in the order of their digits, where each digit has one.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(key) = self.core.key() else { return Ok(None) };
        let dict = PyDict::new(py);
        key.iter().try_for_each(|(name, letters)| dict.set_item(name, letters))?;
        Ok(Some(dict))
    }

    /// The digits of the blanks, in the order of the text.
    #[getter]
    fn blanks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.blank_digits().into_iter().map(u64::from).collect::<Vec<_>>())
    }

    /// The number of its class, from 1, where solutions are grouped by symmetry.
    #[getter]
    fn class_(&self) -> Option<u64> {
        self.core.class
    }

    /// The letters that were printed wrongly: numeral, place, printed and right letter.
    #[getter]
    fn misprints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, misprints_of(self.core.puzzle()))
    }

    /// The value of an expression in its symbols; None if it has none.
    fn value<'py>(&self, py: Python<'py>, expr: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let expr = options::text("expr", expr)?;
        let calls = Arc::new(Calls::default());
        let puzzle = self.core.puzzle();
        let vocabulary = callbacks::vocabulary(&self.puzzle.get().source.functions, &calls);
        let expr = text::expression(&expr, puzzle, &vocabulary).map_err(|error| errors::text(py, &error))?;
        let (digits, context) = (self.core.digits(), puzzle.context());
        let value = py.detach(|| judge::number(&expr, digits, &context));
        if let Some(raised) = calls.raised() {
            return Err(raised);
        }
        match value {
            Ok(value) => convert::fraction(py, &value).map(Some),
            Err(Undefined::NoValue) => Ok(None),
            Err(wrong) => Err(errors::error(py, &wrong.to_string())),
        }
    }

    /// Draws the puzzle with the digits in place.
    #[pyo3(signature = (format = "text"))]
    fn draw(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        display::drawn(py, self.core.puzzle(), Some(&self.core), format)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        display::in_html(py, self.core.puzzle(), Some(&self.core), &self.core.to_string())
    }

    fn _repr_markdown_(&self, py: Python<'_>) -> PyResult<String> {
        display::drawn(py, self.core.puzzle(), Some(&self.core), "markdown")
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        display::drawn(py, self.core.puzzle(), Some(&self.core), "latex")
    }

    fn __len__(&self) -> usize {
        self.core.iter().count()
    }

    fn __getitem__(&self, symbol: &Bound<'_, PyAny>) -> PyResult<Digit> {
        let name = symbol.extract::<String>();
        let digit = name.ok().and_then(|name| self.core.get(&name));
        digit.ok_or_else(|| PyKeyError::new_err(symbol.clone().unbind()))
    }

    fn __contains__(&self, symbol: &Bound<'_, PyAny>) -> bool {
        symbol.extract::<String>().is_ok_and(|name| self.core.get(&name).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.keys(py)?.try_iter().map(Bound::into_any)
    }

    /// The symbols.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("keys")
    }

    /// The digits.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("values")
    }

    /// The symbols with their digits.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("items")
    }

    /// The digit of a symbol, or something else if there is no such symbol.
    #[pyo3(signature = (symbol, default = None, /))]
    fn get<'py>(
        &self,
        symbol: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match symbol.extract::<String>().ok().and_then(|name| self.core.get(&name)) {
            Some(digit) => digit.into_bound_py_any(symbol.py()).map(Some),
            None => Ok(default),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<Self>() {
            return (self.sorted() == other.get().sorted()).into_py_any(py);
        }
        match other.cast::<PyMapping>() {
            Ok(other) => self.dict(py)?.eq(py.get_type::<PyDict>().call1((other,))?)?.into_py_any(py),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.sorted().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Solution {}>", PyString::new(py, &self.core.to_string()).repr()?))
    }

    fn __str__(&self) -> String {
        self.core.to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let digits: Vec<u64> = self.core.digits().iter().map(|digit| (*digit).into()).collect();
        let arguments = (self.puzzle.clone_ref(py), digits, self.core.class, self.misprints(py)?);
        let arguments = arguments.into_pyobject(py)?;
        Ok((py.import("fukumen._fukumen")?.getattr("_solution")?, arguments))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.puzzle)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A letter that was printed wrongly: numeral, place, printed and right letter.
type Misprint = (String, usize, String, String);

fn misprints_of(puzzle: &fukumen::Puzzle) -> Vec<Misprint> {
    let misprints = puzzle.misprints().iter();
    misprints.map(|one| (one.numeral.clone(), one.place, one.printed.clone(), one.right.clone())).collect()
}

/// A solution as it was pickled: its puzzle, its digits by cell, its class, and the letters that were printed wrongly.
#[pyfunction]
pub fn _solution(
    py: Python<'_>,
    puzzle: Py<Puzzle>,
    digits: Vec<Digit>,
    class: Option<u64>,
    misprints: Vec<Misprint>,
) -> PyResult<Solution> {
    let (mut core, base) = (puzzle.get().core.clone(), puzzle.get().core.rules().base.get());
    if !misprints.is_empty() {
        let wrong = || errors::error(py, "this puzzle is not printed wrongly like this");
        let right = core.misprinted().find(|other| misprints_of(other) == misprints);
        core = right.ok_or_else(wrong)?;
    }
    if digits.len() != core.hidden().len() || digits.iter().any(|digit| *digit >= base) {
        return Err(errors::error(py, "these digits are none of this puzzle"));
    }
    let context = core.context();
    let shown = core.shows().iter().map(|expr| judge::number(expr, &digits, &context).ok()).collect();
    let mut solution = fukumen::Solution::new(&core, digits);
    (solution.shown, solution.class) = (shown, class);
    Ok(Solution::new(solution, puzzle))
}
