//! Searches the parts of a space on several threads.
//!
//! Parts are claimed in their order and searched at the same time. Their finds are handed over, on the caller's thread, in
//! the order of the parts, so the number of threads makes no difference. Searchers wait if they are too far ahead of the
//! parts handed over, in parts or in puzzles. This limits the memory to the finished parts, and one part for each thread. A
//! part that was interrupted is not handed over, so the output always ends between two parts. If such a part looks for the
//! best puzzle of all, the best so far is handed over by itself, at the end.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::find::Find;
use crate::finds::Finds;
use crate::measures::Comparison;
use crate::part::{Part, Progress};
use crate::space::Space;
use fukumen_engine::engine::Shard;
use fukumen_engine::solve::{Lookout, Standing};
use fukumen_engine::threads::Pool;

/// More threads than any machine has processors for would only take memory.
const MOST_THREADS: usize = 1024;
/// The parts that may be searched and not yet handed over, for each thread.
const WINDOW: u64 = 16;
/// The finished puzzles that may wait before the next part is claimed: some twenty megabytes of them.
const MOST_READY: usize = 4096;
/// How often a wait for a part checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(20);

/// A part that was searched to its end, or the best puzzle of one that was interrupted.
type Searched = Result<Box<Part>, Option<Box<Find>>>;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Everything was searched.
    Exhausted,
    /// The caller has enough puzzles.
    Enough,
    /// It was interrupted.
    Interrupted,
}

/// Searches a space; each setting has its method.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
/// use fukumen::generate::{Generator, Order};
/// use std::ops::ControlFlow;
///
/// let space = Order::numbers("9567+1085=10652").words("more\nless\nsend\nmoney\n").space()?;
/// let mut texts = Vec::new();
/// Generator::new(&*space).run(&mut |part| {
///     texts.extend(part.finds.into_iter().map(|find| find.text));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(texts, ["send+more=money"]);
/// # Ok::<(), fukumen::generate::GenerateError>(())
/// ```
#[derive(Debug)]
pub struct Generator<'s> {
    space: &'s dyn Space,
    parts: Range<u64>,
    threads: usize,
    solutions: u64,
    comparisons: Vec<Comparison>,
    is_rated: bool,
    interrupt: Arc<AtomicBool>,
    lookout: Option<Lookout>,
    progress: Arc<Progress>,
}

impl<'s> Generator<'s> {
    /// Makes a search of all parts, on all processors, for puzzles with one solution.
    #[must_use]
    pub fn new(space: &'s dyn Space) -> Self {
        Self {
            space,
            parts: Shard::WHOLE.of(space.parts()),
            threads: 0,
            solutions: 1,
            comparisons: Vec::new(),
            is_rated: false,
            interrupt: Arc::default(),
            lookout: None,
            progress: Arc::default(),
        }
    }

    /// Searches only these parts.
    #[must_use]
    pub fn parts(self, parts: Range<u64>) -> Self {
        Self { parts, ..self }
    }

    /// Sets the most threads to use; 0 is one for each processor. The finds are the same for any number.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets how many solutions each puzzle must have.
    #[must_use]
    pub fn solutions(self, solutions: u64) -> Self {
        Self { solutions, ..self }
    }

    /// Hands over only the puzzles for which these hold. Comparisons of ratings come last, because rating takes long.
    #[must_use]
    pub fn comparisons(self, comparisons: Vec<Comparison>) -> Self {
        Self { comparisons, ..self }
    }

    /// Sets whether all puzzles handed over are rated, even if no comparison needs it.
    #[must_use]
    pub fn rated(self, is_rated: bool) -> Self {
        Self { is_rated, ..self }
    }

    /// Stops the search soon after the flag is set. The unfinished parts are not handed over.
    #[must_use]
    pub fn interrupt(self, interrupt: Arc<AtomicBool>) -> Self {
        Self { interrupt, ..self }
    }

    /// Calls `watcher` at most ten times a second, on a thread that searches, with the parts that are done and the puzzles
    /// found. It may end the search, which then counts as interrupted.
    #[must_use]
    pub fn watcher(self, watcher: impl Fn(Standing) -> ControlFlow<()> + Send + Sync + 'static) -> Self {
        Self { lookout: Some(Lookout::new(Arc::new(watcher))), ..self }
    }

    /// Sets where the search reports its progress.
    #[must_use]
    pub fn progress(self, progress: Arc<Progress>) -> Self {
        Self { progress, ..self }
    }

    /// Searches, and hands over each part in turn, on this thread. The search stops if `take` breaks.
    pub fn run(&self, take: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Stop {
        self.run_with_best(take, &mut |_| ())
    }

    /// Does the same. If the search is interrupted in a part that looks for the best puzzle of all, `cut` gets the best so
    /// far. Which one that is depends on the time, so nothing else should depend on it.
    pub fn run_with_best(
        &self,
        take: &mut dyn FnMut(Part) -> ControlFlow<()>,
        cut: &mut dyn FnMut(Find),
    ) -> Stop {
        self.lookout.iter().for_each(Lookout::restart);
        let parts = self.parts.end.saturating_sub(self.parts.start);
        self.progress.total.store(if self.space.is_endless() { 0 } else { parts }, Ordering::Relaxed);
        let mut hand_on = |part: Part| {
            self.progress.add(part.tally);
            take(part)
        };
        match Pool::of(self.threads.min(MOST_THREADS)) {
            None => self.on_this_thread(&mut hand_on, cut),
            Some(pool) => self.together(&pool, &mut hand_on, cut),
        }
    }

    fn on_this_thread(
        &self,
        take: &mut dyn FnMut(Part) -> ControlFlow<()>,
        cut: &mut dyn FnMut(Find),
    ) -> Stop {
        for number in self.parts.clone() {
            match self.search(number, &self.interrupt) {
                Err(best) => {
                    best.into_iter().for_each(|best| cut(*best));
                    return Stop::Interrupted;
                }
                Ok(part) => {
                    if take(*part).is_break() {
                        return Stop::Enough;
                    }
                }
            }
        }
        Stop::Exhausted
    }

    fn search(&self, number: u64, interrupt: &Arc<AtomicBool>) -> Searched {
        if interrupt.load(Ordering::Relaxed) {
            return Err(None);
        }
        let finds = Finds::new(interrupt).with_solutions(self.solutions);
        let mut finds = finds.watched(self.lookout.as_ref(), &self.progress);
        let flow = self.space.search(number, &mut finds);
        finds.choose(&self.comparisons, self.is_rated);
        // A proof may have been cut short even if the part was searched to its end.
        let is_whole = flow.is_continue() && !finds.is_interrupted();
        if is_whole { Ok(Box::new(finds.part(number))) } else { Err(finds.best()) }
    }

    fn together(
        &self,
        pool: &Pool,
        take: &mut dyn FnMut(Part) -> ControlFlow<()>,
        cut: &mut dyn FnMut(Find),
    ) -> Stop {
        let crew = Crew::new(self, WINDOW * pool.threads() as u64);
        let workers = (0..pool.threads()).map(|_| || crew.work());
        let stop = pool.beside(workers, || {
            let _over = Over(&crew);
            crew.hand_on(take)
        });
        if stop == Stop::Interrupted {
            crew.best().into_iter().for_each(|best| cut(*best));
        }
        stop
    }
}

/// The threads that search.
struct Crew<'g> {
    generator: &'g Generator<'g>,
    window: u64,
    /// Set to stop all threads.
    stop: Arc<AtomicBool>,
    desk: Mutex<Desk>,
    changed: Condvar,
}

/// The state of the parts.
struct Desk {
    /// The next part to claim.
    next: u64,
    /// The next part to hand over.
    due: u64,
    /// Parts that were searched.
    ready: BTreeMap<u64, Searched>,
    /// The number of puzzles in them.
    puzzles: usize,
}

impl<'g> Crew<'g> {
    fn new(generator: &'g Generator<'g>, window: u64) -> Self {
        let first = generator.parts.start;
        let desk = Desk { next: first, due: first, ready: BTreeMap::new(), puzzles: 0 };
        Self { generator, window, stop: Arc::default(), desk: Mutex::new(desk), changed: Condvar::new() }
    }

    fn work(&self) {
        // After a panic in a search its part never arrives: no thread may wait for it.
        let panicked = Over(self);
        while let Some(number) = self.claim() {
            let part = self.generator.search(number, &self.stop);
            let mut desk = self.lock();
            desk.puzzles += puzzles(&part);
            desk.ready.insert(number, part);
            drop(desk);
            self.changed.notify_all();
        }
        std::mem::forget(panicked);
    }

    fn claim(&self) -> Option<u64> {
        let mut desk = self.lock();
        loop {
            if self.is_over() || desk.next >= self.generator.parts.end {
                return None;
            }
            let is_due = desk.next == desk.due;
            if is_due || desk.next < desk.due.saturating_add(self.window) && desk.puzzles < MOST_READY {
                desk.next += 1;
                return Some(desk.next - 1);
            }
            desk = self.changed.wait_timeout(desk, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn hand_on(&self, take: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Stop {
        for number in self.generator.parts.clone() {
            match self.awaited(number) {
                None => return Stop::Interrupted,
                Some(part) => {
                    if take(*part).is_break() {
                        return Stop::Enough;
                    }
                }
            }
        }
        Stop::Exhausted
    }

    /// Returns the part that is due, as soon as it is ready; `None` if it will not arrive.
    fn awaited(&self, number: u64) -> Option<Box<Part>> {
        let mut desk = self.lock();
        desk.due = number;
        self.changed.notify_all();
        loop {
            // Checked first: if handing over takes longer than searching, the next part is always ready.
            if self.is_over() || self.generator.interrupt.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(part) = desk.ready.remove(&number) {
                desk.puzzles -= puzzles(&part);
                return part.map_err(|best| desk.ready.insert(number, Err(best))).ok();
            }
            desk = self.changed.wait_timeout(desk, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Returns the best puzzle of the part that was due when all were stopped.
    fn best(&self) -> Option<Box<Find>> {
        let mut desk = self.lock();
        let due = desk.due;
        desk.ready.remove(&due)?.err()?
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Locks the state. Nothing here panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn puzzles(part: &Searched) -> usize {
    part.as_ref().map_or(0, |part| part.finds.len())
}

/// Ends the search when it is dropped, for whatever reason.
struct Over<'c, 'g>(&'c Crew<'g>);

impl Drop for Over<'_, '_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}
