//! Who asks.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::Value;

use fukumen_engine::solve::clock::Watch;

/// An event before the answer.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// An object with the field `event`.
    Object(&'e Value),
    /// Rows: a byte for each cell, in the order of the cells.
    Rows(&'e [u8]),
}

/// Receives events, on any thread. The work ends soon after it breaks.
pub type Listener = dyn Fn(Event) -> ControlFlow<()> + Send + Sync;

/// The client: the resources for the answer, and the receiver of events.
#[derive(Clone)]
#[non_exhaustive]
pub struct Client {
    /// The most threads to use; 0 is one for each processor.
    pub threads: usize,
    /// Ends the work.
    pub watch: Watch,
    /// Texts have no words around the puzzle.
    pub is_alone: bool,
    listener: Arc<Listener>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Client").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Client {
    /// Makes a client that listens.
    #[must_use]
    pub fn new(listener: impl Fn(Event) -> ControlFlow<()> + Send + Sync + 'static) -> Self {
        Self { threads: 0, watch: Watch::default(), is_alone: false, listener: Arc::new(listener) }
    }

    /// Sets the number of threads; 0 is one for each processor.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Ends the work soon after the watch is raised.
    #[must_use]
    pub fn watch(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// Reads texts by the language with its conventions: words around a puzzle are mistakes.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    pub(super) fn tell(&self, event: &Value) -> ControlFlow<()> {
        (self.listener)(Event::Object(event))
    }

    pub(super) fn hand_over(&self, rows: &[u8]) -> ControlFlow<()> {
        (self.listener)(Event::Rows(rows))
    }
}
