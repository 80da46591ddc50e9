//! The time limit of a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use clap::ArgMatches;

use crate::cli::interrupt;
use crate::cli::interrupt::Interrupt;

/// Sets the interrupt when the time is over, unless the alarm is dropped first.
pub struct Alarm {
    /// Whether the time is over.
    is_late: Arc<AtomicBool>,
    _waiting: Option<mpsc::Sender<()>>,
}

impl Alarm {
    /// Sets the alarm for the limit of the command line, if there is one.
    pub fn set(matches: &ArgMatches, interrupt: &Interrupt) -> Self {
        let is_late = Arc::<AtomicBool>::default();
        let waiting = matches.get_one::<Duration>("timeout").map(|limit| {
            let (sender, receiver) = mpsc::channel::<()>();
            let (interrupt, is_late, limit) = (Arc::clone(interrupt), Arc::clone(&is_late), *limit);
            std::thread::spawn(move || {
                if receiver.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                    is_late.store(true, Ordering::Relaxed);
                    interrupt::raise(&interrupt);
                }
            });
            sender
        });
        Self { is_late, _waiting: waiting }
    }

    /// Returns why the search ended early.
    pub fn reason(&self) -> &'static str {
        if self.is_late.load(Ordering::Relaxed) { "stopped by the time limit" } else { "interrupted" }
    }
}
