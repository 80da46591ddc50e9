//! The state that all requests share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use tokio::sync::{Semaphore, watch};

/// The options of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen at.
    pub bind: SocketAddr,
    /// The folder of the page, if it replaces the page that is built in or if none is.
    pub page: Option<PathBuf>,
    /// The number of threads for each job.
    pub threads: usize,
    /// The number of jobs that run at once; by default the number of processors.
    pub jobs: Option<usize>,
    /// The time limit of a job that sets none.
    pub time: Duration,
    /// The greatest time limit that a job may set.
    pub max_time: Duration,
    /// The memory limit of a job, in bytes.
    pub memory: u64,
    /// The number of requests that may wait for a job.
    pub queue: usize,
    /// The host names that are served, besides loopback.
    pub hosts: Vec<String>,
    /// The origins whose pages may send requests.
    pub origins: Vec<String>,
}

/// State shared by all requests.
pub(super) struct Desk {
    pub options: Options,
    /// One permit for each job.
    pub jobs: Arc<Semaphore>,
    /// The number of requests that wait for a permit.
    pub waiting: AtomicUsize,
    /// Whether the server is shutting down.
    pub ends: watch::Receiver<bool>,
    pub log: Log,
}

/// Takes lines of the log.
pub(super) type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// Waits until the flag is raised.
pub(super) async fn raised(mut flag: watch::Receiver<bool>) {
    // If the sender is gone, the server is shutting down as well.
    let _ = flag.wait_for(|is_raised| *is_raised).await;
}
