//! Ctrl-C: the first asks the search to stop and report what it has, the second ends the program.
//!
//! The signal's handler only sets a flag, so no thread has to wait for it: starting one took a tenth of the time that a short
//! puzzle takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::cli::status::Status;

/// A flag that is set when the searches must end, for example by the first Ctrl-C.
pub type Interrupt = Arc<AtomicBool>;

/// Watches from now on for Ctrl-C, or for the system's request to end.
pub fn watched() -> anyhow::Result<Interrupt> {
    let interrupt = Interrupt::default();
    // In this order: the first signal finds the flag clear, and sets it for the second.
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, Status::Stopped as i32, Arc::clone(&interrupt))?;
        flag::register(signal, Arc::clone(&interrupt))?;
    }
    Ok(interrupt)
}

/// Stops the searches as if Ctrl-C was pressed, because their answers are no longer needed.
pub fn raise(interrupt: &Interrupt) {
    interrupt.store(true, Ordering::Relaxed);
}

/// Returns whether the searches must end.
pub fn is_set(interrupt: &Interrupt) -> bool {
    interrupt.load(Ordering::Relaxed)
}
