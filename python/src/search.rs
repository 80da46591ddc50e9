//! Searches: each runs in a thread of its own with the interpreter detached, while the calling thread waits in short slices and
//! asks for signals. [`Solutions`] is one whose solutions are taken as they come.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fukumen::interrupt::Interrupt;
use fukumen::solve::clock::Watch;
use fukumen::solve::{Answer as CoreAnswer, Goal, Limits, SolveError, StoppedBy};
use fukumen::text::{Mistake, ParseError};
use fukumen::{Ask, Solver, eval, text};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::callbacks;
use crate::callbacks::{Asking, Calls};
use crate::errors;
use crate::options;
use crate::options::{Allowed, How, Options, Wanted};
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::source::Source;

/// How long the calling thread waits before it asks for signals.
const SLICE: Duration = Duration::from_millis(50);
/// How many solutions may wait to be taken.
const WAITING: usize = 256;
/// That of a program's first thread on most systems.
const STACK: usize = 8 << 20;
/// How long the end of the interpreter waits for searches that it ends.
const FAREWELL: Duration = Duration::from_secs(1);

thread_local! {
    /// The switch that ends the search on this thread, if one runs. A Python function that it calls may begin others.
    static OUTER: RefCell<Option<Arc<Calls>>> = const { RefCell::new(None) };
}

/// The process that has searched; 0 before any has.
static SEARCHED: AtomicU32 = AtomicU32::new(0);

/// Streams that run.
static RUNNING: Mutex<Vec<Weak<Calls>>> = Mutex::new(Vec::new());

/// The question about a puzzle.
pub struct Question {
    pub ask: Ask,
    /// The expression by whose values solutions are counted.
    pub by: Option<String>,
}

impl Question {
    pub fn new(ask: Ask) -> Self {
        Self { ask, by: None }
    }
}

/// An interrupt for work on the calling thread: it asks for signals now and then.
pub struct Patience {
    calls: Arc<Calls>,
    outer: Option<Arc<Calls>>,
    looked: Mutex<Instant>,
}

impl Patience {
    pub fn new(calls: &Arc<Calls>) -> Self {
        let outer = OUTER.with_borrow(Clone::clone);
        Self { calls: Arc::clone(calls), outer, looked: Mutex::new(Instant::now()) }
    }

    /// Asks for signals if it is time, and says whether to go on.
    pub fn look(&self) -> ControlFlow<()> {
        if let Ok(mut looked) = self.looked.try_lock()
            && looked.elapsed() >= SLICE
        {
            *looked = Instant::now();
            if let Some(Err(error)) = Python::try_attach(|py| py.check_signals()) {
                self.calls.raise(error);
            }
        }
        let is_outer_over = self.outer.as_ref().is_some_and(|outer| outer.stop.load(Ordering::Relaxed));
        if is_outer_over || self.calls.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Interrupt for Patience {
    fn is_raised(&self) -> bool {
        self.look().is_break()
    }
}

/// The result of a search, besides its solutions.
pub struct Found {
    /// The puzzle, unless the time was up before it was read.
    pub core: Option<fukumen::Puzzle>,
    pub answer: CoreAnswer,
    pub goal: Option<Goal>,
}

/// Why there is no answer.
pub enum Failure {
    Text(ParseError),
    Bases,
    /// Options that do not go together: one, and why not.
    Option(&'static str, &'static str),
    Solve(SolveError),
    Raised(PyErr),
}

impl Failure {
    pub fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Text(error) => errors::text(py, &error),
            Self::Bases => options::several_bases(py),
            Self::Option(name, why) => errors::setting(py, name, why, None),
            Self::Solve(error) => errors::solving(py, &error),
            Self::Raised(error) => error,
        }
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

/// A puzzle, what is asked of it, and how to search.
pub struct Job {
    pub source: Arc<Source>,
    /// The puzzle, if it is read already.
    pub core: Option<fukumen::Puzzle>,
    /// The same for Python, if it knows the puzzle.
    pub puzzle: Option<Arc<Py<Puzzle>>>,
    pub question: Question,
    pub wanted: Wanted,
    pub how: Arc<How>,
    pub stream: bool,
    pub calls: Arc<Calls>,
}

impl Job {
    fn has_functions(&self) -> bool {
        !self.source.functions.is_empty() || self.how.accept.is_some() || self.how.progress.is_some()
    }

    /// Reads the puzzle, searches, and hands over each solution. Runs on a thread that is detached from the interpreter.
    pub fn run(&self, found: &mut dyn FnMut(fukumen::Solution) -> ControlFlow<()>) -> Result<Found, Failure> {
        let result = self.searched(found);
        match self.calls.raised() {
            Some(raised) => Err(Failure::Raised(raised)),
            None => result,
        }
    }

    fn searched(
        &self,
        found: &mut dyn FnMut(fukumen::Solution) -> ControlFlow<()>,
    ) -> Result<Found, Failure> {
        let start = Instant::now();
        let watch = Watch::on(Arc::clone(&self.calls.stop)).within(self.how.timeout);
        let core = match self.read(&watch) {
            Ok(core) => core,
            Err(error) if error.mistake == Mistake::Interrupted => {
                let stopped_by = watch.stopped_by().unwrap_or(StoppedBy::Interrupt);
                let answer = CoreAnswer::unsearched(stopped_by, start.elapsed());
                return Ok(Found { core: None, answer, goal: None });
            }
            Err(error) => return Err(error.into()),
        };
        if core.rules().has_several_bases() {
            return Err(Failure::Bases);
        }
        let vocabulary = callbacks::vocabulary(&self.source.functions, &self.calls);
        let expression = |text: &String| text::expression(text, &core, &vocabulary);
        let largest = self.wanted.maximize.as_ref().map(expression).transpose()?.map(Goal::Maximize);
        let smallest = self.wanted.minimize.as_ref().map(expression).transpose()?.map(Goal::Minimize);
        let goal = largest.or(smallest);
        let lone = self.wanted.lone.iter().map(expression).collect::<Result<_, _>>()?;
        let reading = start.elapsed();
        let solver = self.solver(&core, watch)?.goal(goal.clone()).lone(lone);
        let mut answer = solver.run_with(found)?;
        answer.work.times.parse = reading;
        answer.work.times.total += reading;
        Ok(Found { core: Some(core), answer, goal })
    }

    /// The puzzle. One with functions is read anew, so that they belong to this search.
    fn read(&self, watch: &Watch) -> Result<fukumen::Puzzle, ParseError> {
        match (&self.core, &self.question.by) {
            (Some(core), None) if self.source.functions.is_empty() => Ok(core.clone()),
            (_, None) => self.source.read(&self.source.rules, &self.calls, watch),
            (_, Some(expression)) => {
                let mut rules = self.source.rules.clone();
                rules.shows.insert(0, expression.clone());
                self.source.read(&rules, &self.calls, watch)
            }
        }
    }

    fn solver(&self, core: &fukumen::Puzzle, watch: Watch) -> Result<Solver, Failure> {
        let how = &self.how;
        let calls_python = how.accept.is_some() || !self.source.functions.is_empty();
        let limits = Limits::default().max_solutions(how.max_solutions).max_memory(how.max_memory);
        let mut solver = Solver::new(core)
            .ask(self.question.ask)
            .essentially(self.wanted.essentially)
            .limits(limits)
            .threads(how.threads.unwrap_or(usize::from(calls_python)))
            .stream(self.stream)
            .watch(watch);
        if let Some(engine) = &how.engine {
            solver = solver.engine(engine);
        }
        if let Some(accept) = &how.accept {
            if core.rules().misprint.is_some() {
                return Err(Failure::Option(
                    "accept",
                    "this does not go with misprint: other letters are other puzzles",
                ));
            }
            solver = solver.own_evaluator(self.asking(core, accept)?);
        } else if let Some(evaluator) = &how.evaluator {
            solver = solver.evaluator(evaluator);
        }
        if let Some(progress) = &how.progress {
            let progress = Python::attach(|py| progress.clone_ref(py));
            let calls = Arc::clone(&self.calls);
            solver = solver.watcher(move |standing| callbacks::watch(&calls, &progress, standing));
        }
        Ok(solver)
    }

    /// An evaluator that asks `accept`.
    fn asking(&self, core: &fukumen::Puzzle, accept: &Py<PyAny>) -> Result<Asking, Failure> {
        let inner = match &self.how.evaluator {
            None => eval::EVALUATORS[0],
            Some(name) => eval::evaluator(name).ok_or_else(|| SolveError::NoSuchEvaluator {
                name: name.clone(),
                known: eval::EVALUATORS.iter().map(|evaluator| evaluator.name()).collect(),
            })?,
        };
        let (accept, puzzle) = Python::attach(|py| -> PyResult<_> {
            let puzzle = match &self.puzzle {
                Some(puzzle) => Arc::clone(puzzle),
                None => {
                    Arc::new(Py::new(py, Puzzle { core: core.clone(), source: Arc::clone(&self.source) })?)
                }
            };
            Ok((Arc::new(accept.clone_ref(py)), puzzle))
        })
        .map_err(Failure::Raised)?;
        Ok(Asking { inner, accept, puzzle, calls: Arc::clone(&self.calls) })
    }

    /// Runs on a new thread.
    fn spawned<T: Send + 'static>(
        self,
        py: Python<'_>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> PyResult<JoinHandle<T>> {
        check_process(py)?;
        thread(py, self.has_functions(), move || {
            set_outer(&self.calls);
            work(&self)
        })
    }
}

/// The search that runs on this thread from here on.
pub fn set_outer(calls: &Arc<Calls>) {
    OUTER.set(Some(Arc::clone(calls)));
}

/// Starts a thread. One that calls Python is known to the interpreter from its beginning to its end, which makes each call cheaper.
pub fn thread<T: Send + 'static>(
    py: Python<'_>,
    calls_python: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<JoinHandle<T>> {
    let body = move || {
        let mut work = Some(work);
        let mut run = || work.take().map(|work| work());
        let result = if calls_python { Python::try_attach(|py| py.detach(&mut run)).flatten() } else { None };
        result.or_else(run).expect("the work runs once")
    };
    std::thread::Builder::new()
        .name("fukumen".into())
        .stack_size(STACK)
        .spawn(body)
        .map_err(|error| errors::error(py, &format!("no thread for the search could be started: {error}")))
}

/// A child that was made by fork has none of the threads of its parent, so a search in it might wait forever.
pub fn check_process(py: Python<'_>) -> PyResult<()> {
    let own = std::process::id();
    match SEARCHED.compare_exchange(0, own, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => Ok(()),
        Err(process) if process == own => Ok(()),
        Err(_) => Err(errors::error(
            py,
            "this process was forked from one that had searched, and threads do not survive a fork: start processes by \
             multiprocessing.get_context(\"spawn\"), or fork before the first search",
        )),
    }
}

/// Continues the panic of another thread here.
pub fn joined<T>(result: std::thread::Result<T>) -> T {
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Waits for the messages of another thread, and asks for signals in between. An exception of a signal handler ends that thread's search, which is
/// waited for.
pub fn wait<T: Send>(
    py: Python<'_>,
    receiver: &mut Receiver<T>,
    calls: &Calls,
    signal: &mut Option<PyErr>,
) -> Option<T> {
    let outer = OUTER.with_borrow(Clone::clone);
    loop {
        // Lent whole: a receiver cannot be shared, even for a moment.
        let lent = &mut *receiver;
        let received = py.detach(move || lent.recv_timeout(SLICE));
        match received {
            Ok(value) => return Some(value),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(error) = py.check_signals() {
            calls.stop.store(true, Ordering::Relaxed);
            signal.get_or_insert(error);
        }
        if outer.as_ref().is_some_and(|outer| outer.stop.load(Ordering::Relaxed)) {
            calls.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The question, for the answer.
pub struct Subject {
    source: Arc<Source>,
    puzzle: Option<Arc<Py<Puzzle>>>,
    ask: Ask,
}

impl Subject {
    fn of(job: &Job) -> Self {
        Self { source: Arc::clone(&job.source), puzzle: job.puzzle.clone(), ask: job.question.ask }
    }

    pub fn answer(
        &self,
        py: Python<'_>,
        found: Found,
        solutions: Vec<fukumen::Solution>,
    ) -> PyResult<Answer> {
        Answer::new(
            py,
            found,
            solutions,
            &self.source,
            self.puzzle.as_ref().map(|it| it.clone_ref(py)),
            self.ask,
        )
    }
}

/// An exception that a signal raised, which tells what was found until then.
fn with_answer(py: Python<'_>, signal: PyErr, answer: Option<Bound<PyAny>>) -> PyErr {
    let answer = answer.unwrap_or_else(|| py.None().into_bound(py));
    match signal.value(py).setattr("answer", answer) {
        Ok(()) => signal,
        Err(error) => error,
    }
}

/// The result of a search that ran to its end.
pub struct Solved {
    pub subject: Subject,
    pub result: Result<Found, Failure>,
    pub solutions: Vec<fukumen::Solution>,
}

/// Searches on this thread, to the end.
pub fn solved(job: &Job) -> Solved {
    let mut solutions = Vec::new();
    let result = job.run(&mut |solution| {
        solutions.push(solution);
        ControlFlow::Continue(())
    });
    Solved { subject: Subject::of(job), result, solutions }
}

/// Searches to the end and returns the answer.
fn answered(py: Python<'_>, job: Job) -> PyResult<Answer> {
    let calls = Arc::clone(&job.calls);
    let (sender, mut receiver) = mpsc::sync_channel(1);
    // The receiver waits until it comes.
    let thread = job.spawned(py, move |job| drop(sender.send(solved(job))))?;
    let mut signal = None;
    let received = wait(py, &mut receiver, &calls, &mut signal);
    joined(py.detach(|| thread.join()));
    let Some(Solved { subject, result, solutions }) = received else {
        return Err(errors::error(py, "the search ended without an answer"));
    };
    match (signal, result) {
        (None, Ok(found)) => subject.answer(py, found, solutions),
        (None, Err(failure)) => Err(failure.raised(py)),
        (Some(signal), Ok(found)) => {
            let answer = subject.answer(py, found, solutions)?.into_bound_py_any(py)?;
            Err(with_answer(py, signal, Some(answer)))
        }
        (Some(signal), Err(_)) => Err(with_answer(py, signal, None)),
    }
}

/// Asks a question about a puzzle.
pub fn of_puzzle(puzzle: &Bound<Puzzle>, options: Options, question: Question) -> PyResult<Answer> {
    answered(puzzle.py(), job_of(puzzle, options, question, false))
}

fn job_of(puzzle: &Bound<Puzzle>, options: Options, question: Question, stream: bool) -> Job {
    let inner = puzzle.get();
    Job {
        source: Arc::clone(&inner.source),
        core: Some(inner.core.clone()),
        puzzle: Some(Arc::new(puzzle.clone().unbind())),
        question,
        wanted: options.wanted,
        how: Arc::new(options.how),
        stream,
        calls: Arc::default(),
    }
}

/// The question about a text, or about a puzzle, for which only options of the search are allowed.
fn of_text(text: &Bound<PyAny>, options: Option<&Bound<PyDict>>, ask: Ask, wanted: bool) -> PyResult<Answer> {
    let question = Question::new(ask);
    if let Ok(puzzle) = text.cast::<Puzzle>() {
        let options = Options::read(options, Allowed { settings: false, search: true, wanted })?;
        return of_puzzle(puzzle, options, question);
    }
    let mut options = Options::read(options, Allowed { settings: true, search: true, wanted })?;
    let source = Arc::new(Source::new(text, &mut options)?);
    let job = Job {
        source,
        core: None,
        puzzle: None,
        question,
        wanted: options.wanted,
        how: Arc::new(options.how),
        stream: false,
        calls: Arc::default(),
    };
    answered(text.py(), job)
}

/// Finds all solutions of a text.
#[pyfunction]
#[pyo3(signature = (text, **options))]
pub fn solve(text: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Answer> {
    of_text(text, options, Ask::All, true)
}

/// Finds the first solutions of a text, in the order of the engine.
#[pyfunction]
#[pyo3(signature = (text, n = None, **options), text_signature = "(text, n=1, **options)")]
pub fn first(
    text: &Bound<'_, PyAny>,
    n: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    let number = n.map_or(Ok(1), |n| options::whole("n", n, 1, u64::MAX))?;
    of_text(text, options, Ask::First(number), false)
}

/// Counts the solutions of a text. Raises `Stopped` if a limit comes first.
#[pyfunction]
#[pyo3(signature = (text, **options))]
pub fn count<'py>(
    text: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    of_text(text, options, Ask::Count, false)?.certain_count(text.py())?.into_bound_py_any(text.py())
}

/// Says whether a text has exactly one solution. Raises `Stopped` if a limit comes first.
#[pyfunction]
#[pyo3(signature = (text, **options))]
pub fn is_unique(text: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
    of_text(text, options, Ask::Unique, false)?.certain_uniqueness(text.py())
}

/// Solutions one after the other, as they are found.
#[pyclass(frozen, module = "fukumen")]
pub struct Solutions {
    stream: Mutex<Stream>,
    calls: Arc<Calls>,
    puzzle: Py<Puzzle>,
}

/// A search that goes on while its solutions are taken.
struct Stream {
    receiver: Option<Receiver<fukumen::Solution>>,
    thread: Option<JoinHandle<Result<Found, Failure>>>,
    subject: Subject,
    /// The process that has the thread.
    process: u32,
    answer: Option<Py<Answer>>,
}

/// Starts a search whose solutions are taken one by one.
pub fn streamed(puzzle: &Bound<Puzzle>, options: Options) -> PyResult<Solutions> {
    let py = puzzle.py();
    let job = job_of(puzzle, options, Question::new(Ask::All), true);
    let (calls, subject) = (Arc::clone(&job.calls), Subject::of(&job));
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let thread = job.spawned(py, move |job| {
        job.run(&mut |solution| match sender.send(solution) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        })
    })?;
    register(&calls);
    let stream = Stream {
        receiver: Some(receiver),
        thread: Some(thread),
        subject,
        process: std::process::id(),
        answer: None,
    };
    Ok(Solutions { stream: Mutex::new(stream), calls, puzzle: puzzle.clone().unbind() })
}

impl Stream {
    /// Waits for the end of the search and keeps its answer.
    fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        // The search that waits to hand a solution over sees that no one takes it.
        self.receiver = None;
        let Some(thread) = self.thread.take() else { return Ok(()) };
        if self.process != std::process::id() {
            // A child has no such thread, and would wait for it forever.
            std::mem::forget(thread);
            return Ok(());
        }
        let found = joined(py.detach(|| thread.join())).map_err(|failure| failure.raised(py))?;
        self.answer = Some(Py::new(py, self.subject.answer(py, found, Vec::new())?)?);
        Ok(())
    }
}

#[pymethods]
impl Solutions {
    /// The answer, when the search has ended; its solutions were handed over one by one.
    #[getter]
    fn answer(&self, py: Python<'_>) -> Option<Py<Answer>> {
        let stream = self.stream.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        stream.answer.as_ref().map(|answer| answer.clone_ref(py))
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let mut stream = self.stream.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let Some(receiver) = &mut stream.receiver else { return Ok(None) };
        let mut signal = None;
        let next = match receiver.try_recv() {
            Ok(solution) => Some(solution),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => wait(py, receiver, &self.calls, &mut signal),
        };
        if let Some(signal) = signal {
            self.calls.stop.store(true, Ordering::Relaxed);
            stream.end(py)?;
            let answer = stream.answer.as_ref().map(|answer| answer.clone_ref(py).into_bound(py).into_any());
            return Err(with_answer(py, signal, answer));
        }
        if next.is_none() {
            stream.end(py)?;
        }
        Ok(next.map(|solution| Solution::new(solution, self.puzzle.clone_ref(py))))
    }

    /// Stops the search, and returns when it has stopped.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.calls.stop.store(true, Ordering::Relaxed);
        self.stream.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).end(py)
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.calls.stop.store(true, Ordering::Relaxed);
        let stream = self.stream.get_mut().unwrap_or_else(PoisonError::into_inner);
        // Nobody could catch an exception that is raised now.
        let _ = Python::try_attach(|py| stream.end(py));
    }
}

/// Searches that run until Python ends are ended then.
pub fn register(calls: &Arc<Calls>) {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.retain(|calls| calls.strong_count() > 0);
    running.push(Arc::downgrade(calls));
}

/// Ends all streams. Python calls it before it ends itself, when nothing can be called any more.
#[pyfunction]
pub fn _end_all(py: Python<'_>) {
    let running = std::mem::take(&mut *RUNNING.lock().unwrap_or_else(PoisonError::into_inner));
    for calls in running.iter().filter_map(Weak::upgrade) {
        calls.stop.store(true, Ordering::Relaxed);
    }
    let start = Instant::now();
    // Solutions that Python holds count once.
    let is_over = |calls: &Weak<Calls>| calls.strong_count() <= 1;
    py.detach(|| {
        while start.elapsed() < FAREWELL && !running.iter().all(is_over) {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}
