//! Python functions that a search calls: functions of the language, conditions on whole solutions, and who watches.
//!
//! They are called attached to the interpreter, on the thread that searches. An exception of one ends the search and is raised by the
//! call that began it, unchanged. [`Calls`] belongs to one search and holds what was raised.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use fukumen::compile::Problem;
use fukumen::digits::Digit;
use fukumen::eval::{Evaluator, Prepared, Verdict};
use fukumen::number::{Exact, Undefined};
use fukumen::solve::Standing;
use fukumen::vocabulary::{Function, Kind, Vocabulary};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyTuple};

use crate::convert;
use crate::convert::Returned;
use crate::errors;
use crate::options;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// A function of the language that is a Python function.
#[derive(Clone)]
pub struct Own {
    /// Its name in puzzles.
    pub name: String,
    /// The function. Only this holds it, so that Python can find out who no longer needs it.
    pub callable: Arc<Py<PyAny>>,
    least: usize,
    most: usize,
    kind: Kind,
}

impl Own {
    /// The functions of a mapping from names.
    pub fn all(value: &Bound<PyAny>) -> PyResult<Vec<Self>> {
        let py = value.py();
        let mapping = value.cast::<PyMapping>().map_err(|_| {
            let kind = value.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
            PyTypeError::new_err(format!("functions must be a mapping from names to functions, not {kind}"))
        })?;
        let mut all = Vec::new();
        for item in mapping.items()?.iter() {
            let (name, callable): (Bound<PyAny>, Bound<PyAny>) = item.extract()?;
            let name = options::text("the name of a function", &name)?;
            let wrong = |message: String| Err(errors::setting(py, "functions", &message, None));
            if !is_name(&name) {
                return wrong(format!(
                    "'{name}' cannot be the name of a function: a name has small letters, digits and '_', and \
                     begins with a letter"
                ));
            }
            if Vocabulary::default().function(&name).is_some() {
                return wrong(format!("the language has a function '{name}' already: use another name"));
            }
            if !callable.is_callable() {
                return wrong(format!("'{name}' is {}, which cannot be called", callable.repr()?));
            }
            let (least, most, kind) = signature(&callable)?;
            all.push(Self { name, callable: Arc::new(callable.unbind()), least, most, kind });
        }
        Ok(all)
    }

    /// The same, as a function whose value is a condition: it holds or it does not.
    pub fn into_condition(self) -> Self {
        Self { kind: Kind::Condition, ..self }
    }

    /// Whether its value is a number.
    pub fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }
}

fn is_name(name: &str) -> bool {
    let is_first = name.starts_with(|c: char| c.is_ascii_lowercase());
    is_first && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// How many arguments a Python function takes, and whether it is annotated to return a `bool`.
fn signature(callable: &Bound<PyAny>) -> PyResult<(usize, usize, Kind)> {
    let py = callable.py();
    let inspect = py.import("inspect")?;
    let Ok(signature) = inspect.call_method1("signature", (callable,)) else {
        // Some functions that are written in C do not say.
        return Ok((1, usize::MAX, Kind::Number));
    };
    let (mut least, mut most) = (0, 0);
    let parameter = inspect.getattr("Parameter")?;
    for item in signature.getattr("parameters")?.call_method0("values")?.try_iter()? {
        let item = item?;
        let kind = item.getattr("kind")?;
        if kind.eq(parameter.getattr("VAR_POSITIONAL")?)? {
            most = usize::MAX;
        } else if kind.eq(parameter.getattr("POSITIONAL_ONLY")?)?
            || kind.eq(parameter.getattr("POSITIONAL_OR_KEYWORD")?)?
        {
            least += usize::from(item.getattr("default")?.is(parameter.getattr("empty")?));
            most += usize::from(most < usize::MAX);
        }
    }
    let annotation = signature.getattr("return_annotation")?;
    let is_condition = annotation.is(py.get_type::<pyo3::types::PyBool>()) || annotation.eq("bool")?;
    Ok((least, most, if is_condition { Kind::Condition } else { Kind::Number }))
}

/// The state that a search and its Python functions share.
#[derive(Default)]
pub struct Calls {
    /// Ends the search.
    pub stop: Arc<AtomicBool>,
    raised: Mutex<Option<PyErr>>,
}

impl Calls {
    /// Of a search that ends with others.
    pub fn ending(stop: &Arc<AtomicBool>) -> Self {
        Self { stop: Arc::clone(stop), raised: Mutex::default() }
    }

    /// Calls Python, unless the search is ending. An exception ends the search.
    fn call<T>(&self, body: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        // Nothing can be called while the interpreter ends.
        let result = Python::try_attach(body);
        match result {
            Some(Ok(value)) => Some(value),
            Some(Err(error)) => {
                // If the search was ended meanwhile, this may only be what came of it.
                if !self.stop.load(Ordering::Relaxed) {
                    self.raise(error);
                }
                None
            }
            None => {
                self.stop.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// Ends the search with an exception; the first counts.
    pub fn raise(&self, error: PyErr) {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The exception, once.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The language with these functions, called for one search.
pub fn vocabulary(functions: &[Own], calls: &Arc<Calls>) -> Vocabulary {
    functions.iter().fold(Vocabulary::default(), |vocabulary, own| vocabulary.with(function(own, calls)))
}

fn function(own: &Own, calls: &Arc<Calls>) -> Function {
    // The puzzle that is searched for keeps it.
    let (callable, name) = (Arc::downgrade(&own.callable), own.name.clone());
    let calls = Arc::clone(calls);
    let is_condition = own.kind == Kind::Condition;
    let mut function = Function::number(own.name.clone(), own.least..=own.most, move |arguments, context| {
        let callable = callable.upgrade().ok_or(Undefined::NoValue)?;
        let value = calls.call(|py| called(callable.bind(py), &name, arguments, context.limit));
        match value {
            Some(Returned::Number(number)) if is_condition => Ok((!number.is_zero()).into()),
            Some(Returned::Number(number)) => number.within(context.limit),
            Some(Returned::TooLarge) => Err(Undefined::Unknown),
            Some(Returned::Nothing) | None => Err(Undefined::NoValue),
        }
    });
    function.kind = own.kind;
    function
}

fn called(callable: &Bound<PyAny>, name: &str, arguments: &[Exact], limit: u64) -> PyResult<Returned> {
    let py = callable.py();
    let result = match arguments {
        [one] => callable.call1((convert::number(py, one)?,))?,
        several => {
            let numbers: Vec<_> =
                several.iter().map(|number| convert::number(py, number)).collect::<PyResult<_>>()?;
            callable.call1(PyTuple::new(py, numbers)?)?
        }
    };
    convert::returned(&result, limit, name)
}

/// An evaluator that asks a Python function about each whole assignment, after another evaluator.
pub struct Asking {
    pub inner: &'static dyn Evaluator,
    pub accept: Arc<Py<PyAny>>,
    pub puzzle: Arc<Py<Puzzle>>,
    pub calls: Arc<Calls>,
}

impl Evaluator for Asking {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn summary(&self) -> &str {
        "another evaluator, and a Python function"
    }

    fn prepare(&self, problem: &Arc<Problem>) -> Box<dyn Prepared> {
        Box::new(Ready {
            inner: self.inner.prepare(problem),
            accept: Arc::clone(&self.accept),
            puzzle: Arc::clone(&self.puzzle),
            calls: Arc::clone(&self.calls),
        })
    }
}

struct Ready {
    inner: Box<dyn Prepared>,
    accept: Arc<Py<PyAny>>,
    puzzle: Arc<Py<Puzzle>>,
    calls: Arc<Calls>,
}

impl Prepared for Ready {
    fn test(&self, condition: usize, digits: &[Digit]) -> Verdict {
        self.inner.test(condition, digits)
    }

    fn accept(&self, digits: &[Digit]) -> Verdict {
        if self.inner.accept(digits) == Verdict::No {
            return Verdict::No;
        }
        let is_accepted = self.calls.call(|py| {
            let core = fukumen::Solution::new(&self.puzzle.get().core, digits.to_vec());
            let solution = Bound::new(py, Solution::new(core, self.puzzle.clone_ref(py)))?;
            self.accept.bind(py).call1((solution,))?.is_truthy()
        });
        if is_accepted == Some(true) { Verdict::Yes } else { Verdict::No }
    }
}

/// How far a search has come.
#[pyclass(frozen, get_all, module = "fukumen")]
pub struct Progress {
    /// Parts of the space that were searched.
    done: u64,
    /// Parts in all; 0 as long as it is not known.
    total: u64,
    /// Solutions found.
    found: u64,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        format!("Progress(done={}, total={}, found={})", self.done, self.total, self.found)
    }
}

/// Calls a Python function that watches.
pub fn watch(calls: &Calls, watcher: &Py<PyAny>, standing: Standing) -> ControlFlow<()> {
    let Standing { done, total, found, .. } = standing;
    let told = calls.call(|py| watcher.bind(py).call1((Progress { done, total, found },)).map(drop));
    if told.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}
