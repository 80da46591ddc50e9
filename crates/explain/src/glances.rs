//! Reads the clock only now and then: that costs more than most of the work between two readings.

use fukumen_engine::solve::clock::Watch;
use fukumen_language::interrupt::Interrupt;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many units of work, of some microseconds each, are done between two readings.
const UNITS: u64 = 32;

/// Asks a watch once every few units of work. Once raised, it stays raised.
pub(super) struct Glances<'a> {
    watch: &'a Watch,
    /// The units until the next look. Where several threads ask, one may look more or less often: nothing depends on it.
    left: AtomicU64,
}

impl<'a> Glances<'a> {
    /// The first question is a look.
    pub fn at(watch: &'a Watch) -> Self {
        Self { watch, left: AtomicU64::new(0) }
    }

    /// Whether the watch is raised, after this much work.
    pub fn is_raised_after(&self, units: u64) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        if units < left {
            self.left.store(left - units, Ordering::Relaxed);
            return false;
        }
        let raised = self.watch.is_raised();
        self.left.store(if raised { 0 } else { UNITS }, Ordering::Relaxed);
        raised
    }
}

impl Interrupt for Glances<'_> {
    fn is_raised(&self) -> bool {
        self.is_raised_after(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watch_is_asked_once_in_so_many_units_and_stays_raised() {
        let watch = Watch::default().asked_at_most(2);
        let glances = Glances::at(&watch);
        let raised = (0..4 * UNITS).position(|_| glances.is_raised());
        assert_eq!(raised, Some(2 * usize::try_from(UNITS).expect("it is small")));
        assert!(glances.is_raised(), "it stays raised");
        let (watch, long) = (Watch::default().asked_at_most(2), 10 * UNITS);
        let glances = Glances::at(&watch);
        let asked = [long, long, long].map(|units| glances.is_raised_after(units));
        assert_eq!(asked, [false, false, true], "long work is followed by a look");
    }
}
