//! Several puzzles at once, and their answers in the order of the puzzles.
//!
//! One thread reads ahead; others solve, each its own puzzle; the caller's thread receives the events of all puzzles in their
//! order and writes them. A window limits how far the reader may be ahead of the writer, and how many solutions of one puzzle
//! may wait to be written, so the memory of a long stream is limited too. The writer is woken when the puzzle it waits for is
//! answered; if that takes long, the writer polls it. If a puzzle is the only one, it gets the threads of all.

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
/// The number of puzzles that may be read and not yet written, for each thread.
const WINDOW: usize = 64;
/// The number of events of one puzzle that may wait to be written.
const ROOM: usize = 4096;
/// How long written output may wait for the next events.
const MOMENT: Duration = Duration::from_millis(1);
/// How often the writer polls a puzzle that takes long.
const PERIOD: Duration = Duration::from_millis(10);

/// Solves work on a number of threads, and reports what happens as events.
pub type Solve<'a, E> = dyn Fn(Work, usize, &mut dyn FnMut(E) -> ControlFlow<()>) + Sync + 'a;

/// Writes answers.
pub trait Writer<E> {
    /// Writes all events of a puzzle.
    fn write(&mut self, story: Story<E>) -> anyhow::Result<ControlFlow<()>>;

    /// Called when nothing more is ready: shows what was written.
    fn rest(&mut self) -> anyhow::Result<()>;
}

/// Solves puzzles on a number of threads and writes them in their order.
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
            // The answers of the running searches are no longer needed.
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

/// Work, and the slot for its events.
type Job<E> = (Work, Ending<E>);

/// The slot of a running story. The story ends when this is dropped, for whatever reason.
struct Ending<E>(Arc<Slot<E>>);

impl<E> Drop for Ending<E> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The threads that solve.
struct Crew<'a, E> {
    threads: usize,
    interrupt: &'a Interrupt,
    solve: &'a Solve<'a, E>,
    /// The number of puzzles that were read and are not solved.
    waiting: AtomicUsize,
    /// Set when nothing more will be written.
    is_over: AtomicBool,
}

impl<E: Send> Crew<'_, E> {
    /// Reads ahead, and starts as many threads as there is work for.
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
            let ending = Ending(Arc::default());
            // In this order, so that the writer knows every story before its first event. After an interrupt the last story
            // ends before it begins.
            if stories.send(Arc::clone(&ending.0)).is_err() || interrupt::is_set(self.interrupt) {
                return;
            }
            let waiting = self.waiting.fetch_add(1, Ordering::Relaxed) + 1;
            if waiting > called && called < self.threads {
                called += 1;
                scope.spawn(|| self.work(taken));
            }
            if jobs.send((work, ending)).is_err() {
                return;
            }
        }
    }

    fn work(&self, jobs: &Mutex<Receiver<Job<E>>>) {
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        while let Ok((work, ending)) = next() {
            let share = self.threads / self.waiting.load(Ordering::Relaxed).max(1);
            if !interrupt::is_set(self.interrupt) {
                (self.solve)(work, share.max(1), &mut |event| ending.0.tell(event, &self.is_over));
            }
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The place where a puzzle's events wait for the writer.
struct Slot<E> {
    queue: Mutex<Queue<E>>,
    changed: Condvar,
}

struct Queue<E> {
    events: VecDeque<E>,
    is_over: bool,
}

impl<E> Default for Slot<E> {
    fn default() -> Self {
        let queue = Queue { events: VecDeque::new(), is_over: false };
        Self { queue: Mutex::new(queue), changed: Condvar::new() }
    }
}

impl<E> Slot<E> {
    /// Adds an event, as soon as there is room for it.
    fn tell(&self, event: E, is_vain: &AtomicBool) -> ControlFlow<()> {
        let mut queue = self.lock();
        while queue.events.len() >= ROOM && !is_vain.load(Ordering::Relaxed) {
            queue = self.wait(queue, PERIOD);
        }
        queue.events.push_back(event);
        if is_vain.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    fn is_over_within(&self, patience: Duration) -> bool {
        let queue = self.lock();
        queue.is_over || self.wait(queue, patience).is_over
    }

    /// Returns the waiting events, as soon as there are any; none if there will be no more.
    fn take(&self) -> VecDeque<E> {
        let mut queue = self.lock();
        while queue.events.is_empty() && !queue.is_over {
            queue = self.wait(queue, PERIOD);
        }
        let is_full = queue.events.len() >= ROOM;
        let events = std::mem::take(&mut queue.events);
        drop(queue);
        if is_full {
            self.changed.notify_all();
        }
        events
    }

    /// Locks the slot. Nothing here panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, Queue<E>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, queue: MutexGuard<'g, Queue<E>>, patience: Duration) -> MutexGuard<'g, Queue<E>> {
        self.changed.wait_timeout(queue, patience).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The events of the puzzles of one entry, as they happen.
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
