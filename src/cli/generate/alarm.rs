//! The time limit of a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use crate::cli::interrupt;
use crate::cli::interrupt::Interrupt;

/// Sets the interrupt when the time is over, unless the alarm is dropped first.
pub struct Alarm {
    /// Whether the time is over.
    is_late: Arc<AtomicBool>,
    _waiting: Option<mpsc::Sender<()>>,
}

impl Alarm {
    /// Sets the alarm for a limit, if there is one.
    pub fn set(limit: Option<Duration>, interrupt: &Interrupt) -> Self {
        let is_late = Arc::<AtomicBool>::default();
        let waiting = limit.map(|limit| {
            let (sender, receiver) = mpsc::channel::<()>();
            let (interrupt, is_late) = (Arc::clone(interrupt), Arc::clone(&is_late));
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
