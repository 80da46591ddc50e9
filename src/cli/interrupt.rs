//! Ctrl-C: the first asks the search to stop and to say what it has, the second ends the program.
//!
//! The signal's handler sets a flag and does nothing else, so that no thread waits for it: starting one took
//! a tenth of the time that a short puzzle takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::cli::status::Status;

/// Is set when the searches are to end: by the first Ctrl-C, say.
pub type Interrupt = Arc<AtomicBool>;

/// Watches for Ctrl-C, or a request of the system to end, from here on.
pub fn watched() -> anyhow::Result<Interrupt> {
    let interrupt = Interrupt::default();
    // In this order: the first signal finds the flag down, and leaves it up for the second.
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, Status::Stopped as i32, Arc::clone(&interrupt))?;
        flag::register(signal, Arc::clone(&interrupt))?;
    }
    Ok(interrupt)
}

/// Stops the searches as if Ctrl-C was pressed: nobody waits for them any more.
pub fn raise(interrupt: &Interrupt) {
    interrupt.store(true, Ordering::Relaxed);
}

/// Whether the searches are to end.
pub fn is_set(interrupt: &Interrupt) -> bool {
    interrupt.load(Ordering::Relaxed)
}
