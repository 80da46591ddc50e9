//! Watching a search from the thread that searches, because there may be no other.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::answer::{Progress, StoppedBy};
use super::clock::{Moment, Watch};
use fukumen_language::interrupt::Interrupt;

/// The least time between two calls of a watcher.
const PERIOD: Duration = Duration::from_millis(100);

/// The progress of the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Parts that were searched.
    pub done: u64,
    /// All parts; 0 until the search begins, and if they have no end.
    pub total: u64,
    /// The number of solutions found.
    pub found: u64,
}

/// Observes the work now and then, and may end it.
pub type Watcher = dyn Fn(Standing) -> ControlFlow<()> + Send + Sync;

/// A watcher, when it was last called, and whether it has ended the work.
pub struct Lookout {
    watcher: Arc<Watcher>,
    called: Mutex<Moment>,
    is_ended: AtomicBool,
}

impl fmt::Debug for Lookout {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Lookout").field("called", &self.called).finish_non_exhaustive()
    }
}

impl Lookout {
    /// Calls the watcher from now on.
    pub fn new(watcher: Arc<Watcher>) -> Self {
        Self { watcher, called: Mutex::new(Moment::now()), is_ended: AtomicBool::new(false) }
    }

    /// Calls the watcher if it is time. Only one thread at a time does.
    pub fn look(&self, standing: impl FnOnce() -> Standing) {
        let Ok(mut called) = self.called.try_lock() else { return };
        if called.elapsed() < PERIOD {
            return;
        }
        *called = Moment::now();
        if (self.watcher)(standing()).is_break() {
            self.is_ended.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether the watcher has ended the work.
    pub fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }

    /// Starts again for other work.
    pub fn restart(&self) {
        self.is_ended.store(false, Ordering::Relaxed);
    }
}

/// An interrupt that calls a watcher when it is checked and the time has come.
pub(super) struct Guard<'g> {
    watch: Watch,
    lookout: Option<Lookout>,
    progress: &'g Progress,
}

impl<'g> Guard<'g> {
    pub(super) fn new(watch: Watch, watcher: Option<Arc<Watcher>>, progress: &'g Progress) -> Self {
        Self { watch, lookout: watcher.map(Lookout::new), progress }
    }

    /// Returns what ended the work, if anything did.
    pub(super) fn stopped_by(&self) -> Option<StoppedBy> {
        let is_ended = self.lookout.as_ref().is_some_and(Lookout::is_ended);
        is_ended.then_some(StoppedBy::Interrupt).or_else(|| self.watch.stopped_by())
    }

    fn standing(&self) -> Standing {
        let Progress { done, total, found } = self.progress;
        let [done, total, found] = [done, total, found].map(|number| number.load(Ordering::Relaxed));
        Standing { done, total, found }
    }
}

impl Interrupt for Guard<'_> {
    fn is_raised(&self) -> bool {
        self.lookout.iter().for_each(|lookout| lookout.look(|| self.standing()));
        self.stopped_by().is_some() || self.watch.is_raised()
    }
}
