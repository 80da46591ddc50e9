//! The flag that all long work polls: reading, planning, searching, writing.
//!
//! Work that may take longer than some 50 ms checks its interrupt now and then, and ends early if it is raised. This module uses
//! no clock: a time limit is an interrupt that `solve::clock` raises. A plan made before an interrupt never depends on when the
//! interrupt came: work is abandoned, not shortened.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells long work whether to stop.
///
/// ```
/// # use fukumen_language as fukumen;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use fukumen::interrupt::{Interrupt, Interrupted, Never};
///
/// let flag = AtomicBool::new(false);
/// assert_eq!(flag.check(), Ok(()));
/// flag.store(true, Ordering::Relaxed);
/// assert_eq!(flag.check(), Err(Interrupted));
/// assert!(!Never.is_raised());
/// ```
pub trait Interrupt: Sync {
    /// Returns whether the work should stop.
    fn is_raised(&self) -> bool;

    /// Returns an error if the work should stop, for use with `?`.
    ///
    /// # Errors
    /// [`Interrupted`] if the work should stop.
    fn check(&self) -> Result<(), Interrupted> {
        if self.is_raised() { Err(Interrupted) } else { Ok(()) }
    }
}

impl fmt::Debug for dyn Interrupt + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Interrupt")
    }
}

/// The error of work that was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// An interrupt that is never raised.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl Interrupt for Never {
    fn is_raised(&self) -> bool {
        false
    }
}

impl Interrupt for AtomicBool {
    fn is_raised(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
