//! Several puzzles at once, and their answers in the order of the puzzles.
//!
//! One thread reads ahead; others solve, each a puzzle of its own; the caller's thread hears the stories of
//! all puzzles in their order and writes them down. A window bounds how far the reader may be ahead of the
//! writer, and how many solutions of one puzzle may wait to be written, so that the memory of a long stream
//! is bounded too. The writer is woken when the puzzle it waits for is answered; into one that takes long it
//! looks now and then. A puzzle that has no others beside it is given their threads.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use crate::cli::feed::Work;
use crate::cli::interrupt;
use crate::cli::interrupt::Interrupt;

/// More threads than any machine has processors for would only take memory.
pub const MOST_THREADS: usize = 1024;
/// Puzzles that may be read and not yet written, for each thread.
const WINDOW: usize = 64;
/// Events of one puzzle that may wait to be written.
const ROOM: usize = 4096;
/// How long what is written may wait for what comes next.
const MOMENT: Duration = Duration::from_millis(1);
/// How often the writer looks into a puzzle that takes long.
const PERIOD: Duration = Duration::from_millis(10);

/// Solves what is given on a number of threads, and tells what happens as events.
pub type Solve<'a, E> = dyn Fn(Work, usize, &mut dyn FnMut(E) -> ControlFlow<()>) + Sync + 'a;

/// Writes answers down.
pub trait Writer<E> {
    /// Writes all that is told of a puzzle.
    fn write(&mut self, story: Story<E>) -> anyhow::Result<ControlFlow<()>>;

    /// Nothing more is ready: what was written should be seen.
    fn rest(&mut self) -> anyhow::Result<()>;
}

/// Solves puzzles on a number of threads and has them written in their order.
pub fn each<E: Send>(
    works: impl Iterator<Item = Work> + Send,
    threads: usize,
    interrupt: &Interrupt,
    solve: &Solve<E>,
    writer: &mut dyn Writer<E>,
) -> anyhow::Result<()> {
    let (sender, stories) = sync_channel(WINDOW * threads);
    let crew =
        Crew { threads, interrupt, solve, waiting: AtomicUsize::new(0), is_over: AtomicBool::new(false) };
    let (jobs, taken) = channel();
    let taken = Mutex::new(taken);
    std::thread::scope(|scope| {
        let (crew, taken) = (&crew, &taken);
        scope.spawn(move || crew.read(works, scope, &sender, jobs, taken));
        let written = write_all(&stories, writer);
        crew.is_over.store(true, Ordering::Relaxed);
        if written.is_err() {
            // Nobody hears the answers of the searches under way.
            interrupt::raise(interrupt);
        }
        drop(stories);
        written
    })
}

/// Writes the stories as they come, until one says that it should be the last.
fn write_all<E>(stories: &Receiver<Arc<Slot<E>>>, writer: &mut dyn Writer<E>) -> anyhow::Result<()> {
    loop {
        let slot = match stories.recv_timeout(MOMENT) {
            Ok(slot) => slot,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                writer.rest()?;
                let Ok(slot) = stories.recv() else { return Ok(()) };
                slot
            }
        };
        if !slot.is_over_within(MOMENT) {
            writer.rest()?;
        }
        if writer.write(Story { slot, events: VecDeque::new() })?.is_break() {
            return Ok(());
        }
    }
}

/// Something to solve, and where to tell of it.
type Job<E> = (Work, Telling<E>);

/// The place of a story that is being told. However it comes to be dropped, the story is over.
struct Telling<E>(Arc<Slot<E>>);

impl<E> Drop for Telling<E> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Those who solve.
struct Crew<'a, E> {
    threads: usize,
    interrupt: &'a Interrupt,
    solve: &'a Solve<'a, E>,
    /// Puzzles that were read and are not solved.
    waiting: AtomicUsize,
    /// Nothing will be written any more.
    is_over: AtomicBool,
}

impl<E: Send> Crew<'_, E> {
    /// Reads ahead, and calls as many to work as there is work for.
    fn read<'s>(
        &'s self,
        works: impl Iterator<Item = Work>,
        scope: &'s Scope<'s, '_>,
        stories: &SyncSender<Arc<Slot<E>>>,
        jobs: Sender<Job<E>>,
        taken: &'s Mutex<Receiver<Job<E>>>,
    ) {
        let mut called = 0;
        for work in works {
            let telling = Telling(Arc::default());
            // In this order, so that no story is told of which the writer does not know. After an interrupt
            // the last one is over before it begins.
            if stories.send(Arc::clone(&telling.0)).is_err() || interrupt::is_set(self.interrupt) {
                return;
            }
            let waiting = self.waiting.fetch_add(1, Ordering::Relaxed) + 1;
            if waiting > called && called < self.threads {
                called += 1;
                scope.spawn(|| self.work(taken));
            }
            if jobs.send((work, telling)).is_err() {
                return;
            }
        }
    }

    fn work(&self, jobs: &Mutex<Receiver<Job<E>>>) {
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        while let Ok((work, telling)) = next() {
            let share = self.threads / self.waiting.load(Ordering::Relaxed).max(1);
            if !interrupt::is_set(self.interrupt) {
                (self.solve)(work, share.max(1), &mut |event| telling.0.tell(event, &self.is_over));
            }
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Where a puzzle's events wait for the writer.
struct Slot<E> {
    told: Mutex<Told<E>>,
    changed: Condvar,
}

struct Told<E> {
    events: VecDeque<E>,
    is_over: bool,
}

impl<E> Default for Slot<E> {
    fn default() -> Self {
        let told = Told { events: VecDeque::new(), is_over: false };
        Self { told: Mutex::new(told), changed: Condvar::new() }
    }
}

impl<E> Slot<E> {
    /// Adds an event, once there is room for it.
    fn tell(&self, event: E, is_vain: &AtomicBool) -> ControlFlow<()> {
        let mut told = self.lock();
        while told.events.len() >= ROOM && !is_vain.load(Ordering::Relaxed) {
            told = self.wait(told, PERIOD);
        }
        told.events.push_back(event);
        if is_vain.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    fn is_over_within(&self, patience: Duration) -> bool {
        let told = self.lock();
        told.is_over || self.wait(told, patience).is_over
    }

    /// The events that wait, as soon as there are any; none where there will be none.
    fn take(&self) -> VecDeque<E> {
        let mut told = self.lock();
        while told.events.is_empty() && !told.is_over {
            told = self.wait(told, PERIOD);
        }
        let is_full = told.events.len() >= ROOM;
        let events = std::mem::take(&mut told.events);
        drop(told);
        if is_full {
            self.changed.notify_all();
        }
        events
    }

    /// Nothing here panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, Told<E>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, told: MutexGuard<'g, Told<E>>, patience: Duration) -> MutexGuard<'g, Told<E>> {
        self.changed.wait_timeout(told, patience).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// What happens to the puzzles of one entry, as it happens.
pub struct Story<E> {
    slot: Arc<Slot<E>>,
    events: VecDeque<E>,
}

impl<E> Iterator for Story<E> {
    type Item = E;

    fn next(&mut self) -> Option<E> {
        if self.events.is_empty() {
            self.events = self.slot.take();
        }
        self.events.pop_front()
    }
}
