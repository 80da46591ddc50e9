//! Ctrl-C: the first asks the search to stop and to say what it has, the second ends the program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use crate::cli::status::Status;

/// Is set by the first Ctrl-C.
pub type Interrupt = Arc<AtomicBool>;

/// Watches for Ctrl-C from here on.
pub fn watched() -> anyhow::Result<Interrupt> {
    let interrupt = Interrupt::default();
    let flag = Arc::clone(&interrupt);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Stopped as i32);
        }
    })?;
    Ok(interrupt)
}

/// Whether Ctrl-C was pressed.
pub fn is_set(interrupt: &Interrupt) -> bool {
    interrupt.load(Ordering::Relaxed)
}
