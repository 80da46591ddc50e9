//! Puzzles that are made: `generate`. A search in a thread of its own hands them over one by one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use fukumen::generate::{
    Amount, Choice, Choices, Find, GenerateError, Generator, KINDS, Kind, LONGEST_LIST, MEASURES, Order,
    Part, Space, Takes, Tally,
};
use fukumen::message::Message;
use fukumen::report::json;
use fukumen::solve::{SolveError, StoppedBy};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use crate::callbacks::Calls;
use crate::errors;
use crate::options;
use crate::options::{Allowed, Options};
use crate::puzzle::Puzzle;
use crate::search;
use crate::solution::Solution;
use crate::source::Source;

/// How many puzzles may wait to be taken.
const WAITING: usize = 64;

/// The options that all kinds have, besides the settings.
const OPTIONS: [&str; 6] = ["seed", "solutions", "most", "where_measure", "threads", "timeout"];

/// A puzzle that was made.
#[pyclass(frozen, module = "fukumen")]
pub struct Made {
    /// The puzzle.
    #[pyo3(get)]
    puzzle: Py<Puzzle>,
    /// Its solution; the first, where several were asked for.
    #[pyo3(get)]
    solution: Py<Solution>,
    /// Its other solutions.
    #[pyo3(get)]
    others: Py<PyTuple>,
    /// Numbers that say something about it.
    #[pyo3(get)]
    measures: Py<PyDict>,
    /// A note of its maker.
    #[pyo3(get)]
    note: Option<String>,
}

#[pymethods]
impl Made {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, &self.puzzle.get().source.text);
        Ok(format!("<Made {}>", text.repr()?))
    }
}

impl Made {
    fn new(py: Python<'_>, find: Find) -> PyResult<Self> {
        let measures = PyDict::new(py);
        for measure in MEASURES {
            match (measure.of)(&find) {
                Some(Amount::Whole(number)) => measures.set_item(measure.name, number)?,
                Some(Amount::Tenths(tenths)) => measures.set_item(measure.name, tenths as f64 / 10.0)?,
                None => {}
            }
        }
        let given = find.puzzle.rules().changes().into_iter().map(|(name, value)| (name, Some(value)));
        let source = Source {
            text: find.text.clone(),
            rules: find.puzzle.rules().clone(),
            given: given.collect(),
            ..Source::default()
        };
        let puzzle = Py::new(py, Puzzle { core: find.puzzle.clone(), source: Arc::new(source) })?;
        let solution = |core| Py::new(py, Solution::new(core, puzzle.clone_ref(py)));
        let others: Vec<_> = find.others.into_iter().map(solution).collect::<PyResult<_>>()?;
        Ok(Self {
            solution: solution(find.solution)?,
            others: PyTuple::new(py, others)?.unbind(),
            puzzle,
            measures: measures.unbind(),
            note: find.note,
        })
    }
}

/// The order, and how many puzzles are wanted.
struct Work {
    kind: &'static dyn Kind,
    order: Order,
    most: Option<u64>,
    threads: usize,
    timeout: Option<Duration>,
}

/// Why the making ended, if not with all puzzles.
enum Failure {
    Order(GenerateError),
    Solve(SolveError),
    Hopeless(String),
}

impl Work {
    /// Makes puzzles until all are made, enough are, the time is up or the receiver is gone.
    fn run(&self, sender: &SyncSender<Find>, calls: &Calls, is_late: &AtomicBool) -> Result<(), Failure> {
        let Some(timeout) = self.timeout else { return self.made(sender, calls) };
        let (over, is_over) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // Nothing is ever sent: what ends the waiting is the time, or the end of the making.
                if is_over.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                    is_late.store(true, Ordering::Relaxed);
                    calls.stop.store(true, Ordering::Relaxed);
                }
            });
            let result = self.made(sender, calls);
            drop(over);
            result
        })
    }

    fn made(&self, sender: &SyncSender<Find>, calls: &Calls) -> Result<(), Failure> {
        let space = self.kind.space(&self.order).map_err(Failure::Order)?;
        let enough = space.enough().into_iter().chain(self.most).min();
        let generator = Generator::new(&*space)
            .threads(self.threads)
            .solutions(self.order.solutions)
            .comparisons(self.order.measures.clone())
            .interrupt(Arc::clone(&calls.stop));
        let (mut made, mut tally, mut failure) = (0, Tally::default(), None);
        generator.run(&mut |part: Part| {
            tally = tally.plus(part.tally);
            failure = part.failure.map(Failure::Solve).or_else(|| hopeless(&*space, tally, part.refusal));
            if failure.is_some() || calls.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            for find in part.finds {
                if enough.is_some_and(|enough| made >= enough) || sender.send(find).is_err() {
                    return ControlFlow::Break(());
                }
                made += 1;
            }
            let is_enough = enough.is_some_and(|enough| made >= enough);
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        failure.map_or(Ok(()), Err)
    }
}

/// Why an endless search will never find anything, if that is so.
fn hopeless(space: &dyn Space, tally: Tally, refusal: Option<Message>) -> Option<Failure> {
    refusal
        .filter(|_| space.is_endless() && tally.is_hopeless())
        .map(|why| Failure::Hopeless(why.to_string()))
}

impl Failure {
    fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Order(GenerateError::Text(error)) => errors::text(py, &error),
            Self::Order(GenerateError::Value { option, found, expected }) => {
                let message = format!("{found}: {expected} is expected");
                errors::setting(py, &option.replace('-', "_"), &message, None)
            }
            Self::Order(error @ (GenerateError::NoSuchMeasure { .. } | GenerateError::Comparison(_))) => {
                errors::setting(py, "where_measure", &error.to_string(), None)
            }
            Self::Order(error) => {
                errors::error(py, &error.message_with(&|option| option.replace('-', "_")).to_string())
            }
            Self::Solve(error) => errors::solving(py, &error),
            Self::Hopeless(why) => {
                errors::error(py, &format!("nothing is a puzzle under these rules: {why}"))
            }
        }
    }
}

/// Puzzles that are being made.
#[pyclass(frozen, module = "fukumen")]
pub struct Making {
    state: Mutex<State>,
    calls: Arc<Calls>,
    /// Whether the time was up before all were made.
    is_late: Arc<AtomicBool>,
}

struct State {
    receiver: Option<Receiver<Find>>,
    thread: Option<JoinHandle<Result<(), Failure>>>,
    process: u32,
}

/// Makes puzzles: a kind, what it is made of, and the options of the kind with `_` for `-`.
#[pyfunction]
#[pyo3(signature = (kind, *args, **options))]
pub fn generate(
    kind: &Bound<'_, PyAny>,
    args: &Bound<'_, PyTuple>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Making> {
    let py = kind.py();
    let mut work = ordered(py, &options::text("kind", kind)?, args, options)?;
    search::check_process(py)?;
    let calls = Arc::<Calls>::default();
    work.order.interrupt = Arc::clone(&calls.stop);
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let is_late = Arc::<AtomicBool>::default();
    let of_thread = (Arc::clone(&calls), Arc::clone(&is_late));
    let thread = search::thread(py, false, move || work.run(&sender, &of_thread.0, &of_thread.1))?;
    search::register(&calls);
    let state = State { receiver: Some(receiver), thread: Some(thread), process: std::process::id() };
    Ok(Making { state: Mutex::new(state), calls, is_late })
}

/// Reads an order.
fn ordered(
    py: Python<'_>,
    name: &str,
    args: &Bound<PyTuple>,
    options: Option<&Bound<PyDict>>,
) -> PyResult<Work> {
    let kind = KINDS.iter().copied().find(|kind| kind.name() == name).ok_or_else(|| {
        let names: Vec<_> = KINDS.iter().map(|kind| kind.name()).collect();
        let message = format!("there is no kind '{name}'; the kinds are {}", names.join(", "));
        errors::setting(py, "kind", &message, None)
    })?;
    let mut order = Order::default();
    let mut work = (None, 0, None);
    let (mut given, settings) = (Vec::new(), PyDict::new(py));
    for (option, value) in options.into_iter().flat_map(|options| options.iter()) {
        let option: String = option.extract()?;
        let dashed = option.replace('_', "-");
        let choice = kind.choices().iter().find(|choice| choice.name == dashed);
        match (&*option, choice) {
            _ if value.is_none() => {}
            (_, Some(choice)) => given.extend(chosen(&option, choice, &value)?),
            ("seed", _) => order.seed = options::whole("seed", &value, 0, u64::MAX)?,
            ("solutions", _) => order.solutions = options::whole("solutions", &value, 1, u64::MAX)?,
            ("most", _) => work.0 = Some(options::whole("most", &value, 1, u64::MAX)?),
            ("threads", _) => {
                work.1 = usize::try_from(options::whole("threads", &value, 0, 1024)?).unwrap_or_default();
            }
            ("timeout", _) => work.2 = Some(options::duration(&value)?),
            ("where_measure", _) => {
                for text in options::texts("where_measure", &value)? {
                    let comparison = text.parse().map_err(|error| Failure::Order(error).raised(py))?;
                    order.measures.push(comparison);
                }
            }
            _ if options::is_setting(&option) => settings.set_item(option, value)?,
            _ => {
                let mut known: Vec<String> = OPTIONS.map(String::from).to_vec();
                known.extend(kind.choices().iter().map(|choice| choice.name.replace('-', "_")));
                known.extend(options::setting_names());
                return Err(options::unknown(py, &option, &known));
            }
        }
    }
    let allowed = Allowed { settings: true, search: false, wanted: false };
    order.rules = Options::read(Some(&settings), allowed)?.rules;
    let given = given.iter().map(|(name, value)| (*name, value.as_str()));
    order.choices = Choices::read(kind, given).map_err(|error| Failure::Order(error).raised(py))?;
    order.subject = subject(kind, args)?;
    Ok(Work { kind, order, most: work.0, threads: work.1, timeout: work.2 })
}

/// The order that it is made of.
fn subject(kind: &dyn Kind, args: &Bound<PyTuple>) -> PyResult<Option<String>> {
    let most = usize::from(kind.subject().is_some());
    if args.len() > most {
        let message = format!("{} takes {most} text, {} were given", kind.name(), args.len());
        return Err(errors::setting(args.py(), "args", &message, None));
    }
    args.iter().next().map(|subject| contents("args", &subject)).transpose()
}

/// The values of an option of a kind.
fn chosen(
    option: &str,
    choice: &'static Choice,
    value: &Bound<PyAny>,
) -> PyResult<Vec<(&'static str, String)>> {
    if let Takes::Flag = choice.takes {
        let flag = value
            .cast::<PyBool>()
            .map_err(|_| errors::setting(value.py(), option, "must be True or False", Some(choice.help)))?;
        return Ok(flag.is_true().then(|| (choice.name, String::new())).into_iter().collect());
    }
    if let Takes::File = choice.takes {
        return Ok(vec![(choice.name, contents(option, value)?)]);
    }
    if !value.is_instance_of::<PyString>()
        && let Ok(items) = value.try_iter()
    {
        return items.map(|item| Ok((choice.name, item?.str()?.to_string()))).collect();
    }
    Ok(vec![(choice.name, value.str()?.to_string())])
}

/// A text itself, the lines of a list, or what a file holds whose path is given as a path.
fn contents(option: &str, value: &Bound<PyAny>) -> PyResult<String> {
    let py = value.py();
    if value.is_instance_of::<PyString>() {
        return options::text(option, value);
    }
    if value.hasattr("__fspath__")? {
        let open = py.import("builtins")?.getattr("open")?;
        let keywords = PyDict::new(py);
        keywords.set_item("encoding", "utf-8")?;
        let file = open.call((value,), Some(&keywords))?;
        let text = file.call_method1("read", (LONGEST_LIST + 1,));
        file.call_method0("close")?;
        return text?.extract();
    }
    let items = value.try_iter().map_err(|_| {
        let help = Some("pathlib.Path(\"words.txt\") is a file, a list its lines, a str the text itself");
        errors::setting(py, option, "must be a str, a path or a list of lines", help)
    })?;
    let (mut text, mut is_first) = (String::new(), true);
    for item in items {
        if !std::mem::replace(&mut is_first, false) {
            text.push('\n');
        }
        text += &options::text(option, &item?)?;
        if text.len() > LONGEST_LIST {
            break;
        }
    }
    Ok(text)
}

impl State {
    fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        self.receiver = None;
        let Some(thread) = self.thread.take() else { return Ok(()) };
        if self.process != std::process::id() {
            std::mem::forget(thread);
            return Ok(());
        }
        search::joined(py.detach(|| thread.join())).map_err(|failure| failure.raised(py))
    }
}

#[pymethods]
impl Making {
    /// "timeout" if the time was up before all were made.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.is_late.load(Ordering::Relaxed).then(|| json::stopped_by(StoppedBy::Timeout))
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Made>> {
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let Some(receiver) = &mut state.receiver else { return Ok(None) };
        let mut signal = None;
        let next = search::wait(py, receiver, &self.calls, &mut signal);
        if signal.is_some() || next.is_none() {
            self.calls.stop.store(true, Ordering::Relaxed);
            state.end(py)?;
        }
        if let Some(signal) = signal {
            return Err(signal);
        }
        next.map(|find| Made::new(py, find)).transpose()
    }

    /// Stops the making, and returns when it has stopped.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.calls.stop.store(true, Ordering::Relaxed);
        self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).end(py)
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        self.calls.stop.store(true, Ordering::Relaxed);
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = Python::try_attach(|py| state.end(py));
    }
}
