//! The page and the requests of [`service`](crate::service) over HTTP.
//!
//! `POST /api/v1/solve` and so on take the fields of a request as a JSON object. They answer with an object or, if the client
//! accepts JSON lines, with a line for each event and the answer as the last line; `openapi.yaml` describes it. Each job has its
//! own thread, and a flag that is raised when its client goes away, when its time is up, and when the server shuts down.

mod connections;
mod desk;
mod guard;
mod job;
mod pages;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use axum::routing::{get, post};
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{Semaphore, watch};

use self::connections::Connections;
use self::desk::{Desk, Log, raised};

pub use self::desk::Options;

/// The time open answers have to end once the server is asked to shut down.
const GRACE: Duration = Duration::from_millis(1500);

/// How long a silent connection is kept open, on top of the time of a job.
const IDLE: Duration = Duration::from_secs(60);

/// Serves until the process gets a signal to end.
///
/// # Errors
/// If nothing can listen at the address.
pub fn serve(options: Options, log: &(impl Fn(&str) + Clone + Send + Sync + 'static)) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let log: Log = Arc::new(log.clone());
    let result = runtime.block_on(listen(options, log));
    // Searches check their flags often. Do not wait for one that does not.
    runtime.shutdown_timeout(Duration::from_millis(100));
    result
}

async fn listen(options: Options, log: Log) -> io::Result<()> {
    let listener = TcpListener::bind(options.bind).await?;
    let address = listener.local_addr()?;
    let what = match &options.page {
        Some(_) => "the page and its API are",
        None if pages::is_built_in() => "the page, as it was built in, and its API are",
        None => "no page is given, only the API is",
    };
    log(&format!("{what} at http://{address}"));
    let (end, ends) = watch::channel(false);
    let listener = Connections { listener, idle: options.max_time.saturating_add(IDLE) };
    let jobs = options.jobs.unwrap_or_else(fukumen_engine::threads::processors);
    let desk = Arc::new(Desk {
        jobs: Arc::new(Semaphore::new(jobs.clamp(1, Semaphore::MAX_PERMITS))),
        options,
        waiting: AtomicUsize::new(0),
        ends: ends.clone(),
        log,
    });
    let server = axum::serve(listener, router(desk)).with_graceful_shutdown(raised(ends.clone()));
    tokio::select! {
        result = async { server.await } => result,
        () = told_to_end(end) => Ok(()),
    }
}

fn router(desk: Arc<Desk>) -> Router {
    let api = Router::new().route("/list", get(job::list)).route("/{what}", post(job::job));
    let router = Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(pages::health))
        .route("/openapi.yaml", get(pages::description));
    let router = router.method_not_allowed_fallback(pages::other_method);
    let router = match &desk.options.page {
        Some(folder) => pages::with_page(router, folder),
        None if pages::is_built_in() => router.fallback_service(get(pages::built_in)),
        None => router.fallback(pages::nothing),
    };
    router.layer(middleware::from_fn_with_state(Arc::clone(&desk), guard::guarded)).with_state(desk)
}

/// Raises the flag at the first signal. Returns at the second signal, or after the grace period.
async fn told_to_end(end: watch::Sender<bool>) {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
    // There may be no receiver.
    let _ = end.send(true);
    tokio::select! {
        _ = interrupt.recv() => {},
        _ = terminate.recv() => {},
        () = tokio::time::sleep(GRACE) => {},
    }
}
