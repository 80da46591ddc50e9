//! The clock. No other module of the crate reads one.
//!
//! Other modules use [`Moment`]s, and [`Watch`]es that raise an interrupt when a moment has passed. A target without a clock
//! of its own (WebAssembly in a browser) [lends](lend) one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::answer::StoppedBy;
use fukumen_language::interrupt::Interrupt;

/// A clock that was lent.
static LENT: OnceLock<fn() -> Duration> = OnceLock::new();

/// Uses this function as the clock from now on: it returns the time since any fixed moment, and never goes back. Only the
/// first clock counts; returns whether this one was it.
pub fn lend(clock: fn() -> Duration) -> bool {
    LENT.set(clock).is_ok()
}

/// A moment, to measure from and to compare with.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
/// use fukumen::solve::clock::Moment;
/// let start = Moment::now();
/// assert!(start.elapsed().as_secs() < 3600 && start <= Moment::now());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// Returns the present moment.
    #[must_use]
    pub fn now() -> Self {
        Self(LENT.get().map_or_else(own, |clock| clock()))
    }

    /// Returns the time since then.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }

    /// Returns the moment this much later.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }

    /// Returns whether it has come.
    #[must_use]
    pub fn has_passed(self) -> bool {
        Self::now() >= self
    }
}

/// Returns the time since the system's clock was first read.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn own() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// This target has no clock: no time passes until one is lent.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn own() -> Duration {
    Duration::ZERO
}

/// A flag and a moment: an interrupt that is raised by the first of the two.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
/// use std::time::Duration;
/// use fukumen::interrupt::Interrupt;
/// use fukumen::solve::StoppedBy;
/// use fukumen::solve::clock::{Moment, Watch};
///
/// let watch = Watch::default().until(Moment::now().after(Duration::from_secs(3600)));
/// assert!(!watch.is_raised());
/// assert_eq!(watch.until(Moment::now()).stopped_by(), Some(StoppedBy::Timeout));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watch {
    flag: Arc<AtomicBool>,
    deadline: Option<Moment>,
    /// How many more checks each limit on checks allows.
    patience: Vec<Arc<AtomicU64>>,
}

impl Watch {
    /// Returns a watch that is raised by this flag.
    #[must_use]
    pub fn on(flag: Arc<AtomicBool>) -> Self {
        Self { flag, deadline: None, patience: Vec::new() }
    }

    /// Adds another flag.
    #[must_use]
    pub fn flagged(self, flag: Arc<AtomicBool>) -> Self {
        Self { flag, ..self }
    }

    /// Raises it at this moment at the latest.
    #[must_use]
    pub fn until(self, deadline: Moment) -> Self {
        Self { deadline: Some(self.deadline.map_or(deadline, |own| own.min(deadline))), ..self }
    }

    /// Raises it after this much time at the latest; without a time, changes nothing.
    #[must_use]
    pub fn within(self, time: Option<Duration>) -> Self {
        match time {
            Some(time) => self.until(Moment::now().after(time)),
            None => self,
        }
    }

    /// Raises it after this many checks at the latest: a search on one thread then ends at the same place on every machine.
    #[must_use]
    pub fn asked_at_most(mut self, times: u64) -> Self {
        self.patience.push(Arc::new(AtomicU64::new(times)));
        self
    }

    /// Returns the moment at which it is raised, if there is one.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        self.deadline
    }

    /// Returns what has raised it, if anything has. The flag comes first.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StoppedBy> {
        if self.flag.load(Ordering::Relaxed) {
            Some(StoppedBy::Interrupt)
        } else {
            self.deadline.is_some_and(Moment::has_passed).then_some(StoppedBy::Timeout)
        }
    }

    /// Uses up one of the checks; returns whether none was left.
    fn is_out_of_patience(&self) -> bool {
        let one_less = |left: u64| left.checked_sub(1);
        let is_out = |left: &Arc<AtomicU64>| {
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err()
        };
        // Each limit counts, even if another one has been reached.
        self.patience.iter().filter(|left| is_out(left)).count() > 0
    }
}

impl Interrupt for Watch {
    fn is_raised(&self) -> bool {
        self.stopped_by().is_some() || self.is_out_of_patience()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_limits_the_first_one_raises_the_watch_and_all_count() {
        let outer = Watch::default().asked_at_most(3);
        let inner = outer.clone().asked_at_most(1);
        assert_eq!([inner.is_raised(), inner.is_raised(), outer.is_raised()], [false, true, false]);
        assert!(outer.is_raised());
    }
}
