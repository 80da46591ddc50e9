//! What all requests share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use tokio::sync::{Semaphore, watch};

/// What is served, where, and within which limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen at.
    pub bind: SocketAddr,
    /// The folder of the page, if it is not the one that was built in, or if none was.
    pub page: Option<PathBuf>,
    /// Threads of each job.
    pub threads: usize,
    /// Jobs at once; the number of processors unless it is given.
    pub jobs: Option<usize>,
    /// The time of a job that asks for none.
    pub time: Duration,
    /// The time of any job.
    pub max_time: Duration,
    /// The memory of a job, in bytes.
    pub memory: u64,
    /// How many requests may wait for a job.
    pub queue: usize,
    /// Hosts that are answered besides the loopback.
    pub hosts: Vec<String>,
    /// Origins of pages that may ask.
    pub origins: Vec<String>,
}

/// What all requests share.
pub(super) struct Desk {
    pub options: Options,
    /// One permit for each job.
    pub jobs: Arc<Semaphore>,
    /// How many requests wait for a permit.
    pub waiting: AtomicUsize,
    /// Whether the server is about to end.
    pub ends: watch::Receiver<bool>,
    pub log: Log,
}

/// Takes lines of the log.
pub(super) type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// Waits until the flag is raised.
pub(super) async fn raised(mut flag: watch::Receiver<bool>) {
    // If there is nobody left to raise it, the server ends as well.
    let _ = flag.wait_for(|is_raised| *is_raised).await;
}
