//! Many puzzles at once: `solve_many`. Texts are taken from an iterator as they are needed, some ahead; worker threads read and solve
//! one puzzle each; answers come in the order of the texts, or as they are found.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc};
use std::thread::JoinHandle;

use fukumen::Ask;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyIterator, PyString};

use crate::callbacks::Calls;
use crate::errors;
use crate::options::{Allowed, How, Options, Wanted};
use crate::puzzle;
use crate::puzzle::Puzzle;
use crate::search;
use crate::search::{Failure, Job, Question, Solved};
use crate::source::Source;

/// Texts that are taken ahead, for each worker.
const AHEAD: u64 = 32;

/// Answers to many puzzles, one after the other.
#[pyclass(frozen, module = "fukumen")]
pub struct Answers {
    state: Mutex<State>,
    calls: Arc<Calls>,
}

struct State {
    texts: Option<Py<PyIterator>>,
    source: Arc<Source>,
    wanted: Wanted,
    how: Arc<How>,
    is_ordered: bool,
    jobs: Option<Sender<(u64, Job)>>,
    answers: Receiver<(u64, Solved)>,
    workers: Vec<JoinHandle<()>>,
    process: u32,
    /// Texts that were taken.
    taken: u64,
    /// Answers that were handed over.
    given: u64,
    ready: BTreeMap<u64, Ready>,
}

/// An answer that waits for its turn.
enum Ready {
    Solved(Box<Solved>),
    /// A text that is no puzzle.
    Refused(PyErr),
}

/// Solves many puzzles: yields an answer for each, or a `PuzzleError`.
#[pyfunction]
#[pyo3(signature = (texts, *, ordered = true, **options))]
pub fn solve_many(
    texts: &Bound<'_, PyAny>,
    ordered: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answers> {
    let py = texts.py();
    if texts.is_instance_of::<PyString>() {
        let message = "many puzzles are expected, not one text: give a list, or the lines of a file";
        return Err(pyo3::exceptions::PyTypeError::new_err(message));
    }
    let options = Options::read(options, Allowed { settings: true, search: true, wanted: true })?;
    search::check_process(py)?;
    let Options { rules, given, functions, how, wanted } = options;
    let calls_python = how.accept.is_some() || !functions.is_empty();
    let source = Arc::new(Source { rules, given, functions, ..Source::default() });
    let number = match how.threads {
        Some(0) | None if !calls_python => std::thread::available_parallelism().map_or(1, usize::from),
        Some(0) | None => 1,
        Some(number) => number,
    };
    let how = Arc::new(How { threads: Some(1), ..how });
    let (calls, (sender, receiver)) = (Arc::<Calls>::default(), mpsc::channel());
    let (jobs, waiting) = mpsc::channel();
    let waiting = Arc::new(Mutex::new(waiting));
    let mut workers = Vec::new();
    for _ in 0..number {
        // Who waits for work does not count as one who works.
        let (waiting, sender, calls) = (Arc::clone(&waiting), sender.clone(), Arc::downgrade(&calls));
        workers.push(search::thread(py, calls_python, move || work(&waiting, &sender, &calls))?);
    }
    search::register(&calls);
    let state = State {
        texts: Some(texts.try_iter()?.unbind()),
        source,
        wanted,
        how,
        is_ordered: ordered,
        jobs: Some(jobs),
        answers: receiver,
        workers,
        process: std::process::id(),
        taken: 0,
        given: 0,
        ready: BTreeMap::new(),
    };
    Ok(Answers { state: Mutex::new(state), calls })
}

/// Solves one puzzle after the other.
fn work(waiting: &Mutex<Receiver<(u64, Job)>>, sender: &Sender<(u64, Solved)>, calls: &Weak<Calls>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, job)) = next else { return };
        let Some(calls) = calls.upgrade() else { return };
        if calls.stop.load(Ordering::Relaxed) {
            return;
        }
        search::set_outer(&job.calls);
        if sender.send((number, search::solved(&job))).is_err() {
            return;
        }
    }
}

impl State {
    /// Hands the next text to the workers, if there is one.
    fn take(&mut self, py: Python<'_>, calls: &Arc<Calls>) -> PyResult<()> {
        let Some(texts) = &self.texts else { return Ok(()) };
        let mut texts = texts.bind(py).clone();
        let Some(text) = texts.next() else {
            self.texts = None;
            return Ok(());
        };
        let text = text?;
        let number = self.taken;
        self.taken += 1;
        let mut job = Job {
            source: Arc::clone(&self.source),
            core: None,
            puzzle: None,
            question: Question::new(Ask::All),
            wanted: self.wanted.clone(),
            how: Arc::clone(&self.how),
            stream: false,
            // One that raises ends them all.
            calls: Arc::new(Calls::ending(&calls.stop)),
        };
        if let Ok(puzzle) = text.cast::<Puzzle>() {
            job.source = Arc::clone(&puzzle.get().source);
            job.core = Some(puzzle.get().core.clone());
            job.puzzle = Some(Arc::new(puzzle.clone().unbind()));
        } else {
            match puzzle::text_of(&text) {
                Ok(text) => job.source = Arc::new(self.source.with_text(text)),
                Err(error) if errors::is_puzzle_error(py, &error) => {
                    self.ready.insert(number, Ready::Refused(error));
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        if let Some(jobs) = &self.jobs {
            // The workers are there as long as jobs can be sent.
            let _ = jobs.send((number, job));
        }
        Ok(())
    }

    /// The answer whose turn it is, if it is there.
    fn turn(&mut self) -> Option<Ready> {
        while let Ok((number, solved)) = self.answers.try_recv() {
            self.ready.insert(number, Ready::Solved(Box::new(solved)));
        }
        let number = if self.is_ordered { self.given } else { *self.ready.keys().next()? };
        self.ready.remove(&number)
    }

    fn end(&mut self, py: Python<'_>) {
        (self.texts, self.jobs) = (None, None);
        let workers = std::mem::take(&mut self.workers);
        if self.process == std::process::id() {
            py.detach(|| workers.into_iter().for_each(|worker| search::joined(worker.join())));
        } else {
            // A child has no such threads, and would wait for them forever.
            std::mem::forget(workers);
        }
        // Answers that nobody has asked for yet are dropped, even if they are ready.
        while self.answers.try_recv().is_ok() {}
        self.ready.clear();
        self.taken = self.given;
    }
}

#[pymethods]
impl Answers {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let result = self.next(py, &mut state);
        if !matches!(result, Ok(Some(_))) {
            self.calls.stop.store(true, Ordering::Relaxed);
            state.end(py);
        }
        result
    }

    /// Stops all searches, and returns when they have stopped.
    fn close(&self, py: Python<'_>) {
        self.calls.stop.store(true, Ordering::Relaxed);
        self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).end(py);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.close(py);
    }
}

impl Answers {
    fn next<'py>(&self, py: Python<'py>, state: &mut State) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut signal = None;
        loop {
            if let Some(ready) = state.turn() {
                state.given += 1;
                return match ready {
                    Ready::Refused(error) => Ok(Some(error.into_value(py).into_bound(py).into_any())),
                    Ready::Solved(solved) => solved_puzzle(py, *solved).map(Some),
                };
            }
            let is_far = state.taken - state.given >= AHEAD * state.workers.len() as u64;
            if state.texts.is_some() && !is_far {
                state.take(py, &self.calls)?;
                continue;
            }
            if state.jobs.is_none() || state.taken == state.given {
                return Ok(None);
            }
            match search::wait(py, &mut state.answers, &self.calls, &mut signal) {
                Some((number, solved)) => drop(state.ready.insert(number, Ready::Solved(Box::new(solved)))),
                None => return Err(errors::error(py, "the searches ended without their answers")),
            }
            if let Some(signal) = signal {
                return Err(signal);
            }
        }
    }
}

/// The answer to a puzzle, or the error that its text is.
fn solved_puzzle(py: Python<'_>, solved: Solved) -> PyResult<Bound<'_, PyAny>> {
    match solved.result {
        Ok(found) => solved.subject.answer(py, found, solved.solutions)?.into_bound_py_any(py),
        Err(Failure::Text(error)) => Ok(errors::text(py, &error).into_value(py).into_bound(py).into_any()),
        Err(Failure::Bases) => Ok(errors::several_bases(py).into_value(py).into_bound(py).into_any()),
        Err(failure) => Err(failure.raised(py)),
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.calls.stop.store(true, Ordering::Relaxed);
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = Python::try_attach(|py| state.end(py));
    }
}
