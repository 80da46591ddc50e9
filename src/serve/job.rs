//! Jobs: each request runs on its own thread, within limits.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::JoinError;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

use super::desk::{Desk, raised};
use crate::generate::LONGEST_LIST;
use crate::service;
use crate::service::{Client, Event, REQUESTS};
use crate::solve::clock::Watch;

/// The time a client has to send a request.
pub(super) const SENDING: Duration = Duration::from_secs(10);
/// The maximum length of a request in bytes; word lists may be long.
const MOST_BYTES: usize = 1 << 20;
const MOST_BYTES_OF_LISTS: usize = LONGEST_LIST + MOST_BYTES;
/// The maximum number of rows in an answer.
const MOST_ROWS: u64 = 100_000;
/// The number of lines buffered for a client that reads slowly.
const WINDOW: usize = 64;
/// The message sent after a panic.
const FAILED: &str = "the library has failed; please report it";
/// The media type of answers sent line by line.
const LINES: &str = "application/jsonl";

/// Why a request is refused: the status, the key of the error, and a message.
type Refused = (StatusCode, &'static str, &'static str);

/// Returns a response that holds only an error, in the form of all errors.
pub(super) fn error(status: StatusCode, key: &str, message: &str) -> Response {
    let object = json!({"status": "error", "error": {"message": message, "key": key, "params": {}}});
    answer(status, &object)
}

fn answer(status: StatusCode, object: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], object.to_string()).into_response()
}

/// Answers with the tables.
pub(super) async fn list() -> Response {
    let nobody = Client::new(|_| ControlFlow::Continue(()));
    answer(StatusCode::OK, &service::answer(r#"{"do": "list"}"#, &nobody))
}

/// Reads a request, waits for its turn, and answers it.
pub(super) async fn job(
    State(desk): State<Arc<Desk>>,
    Path(what): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let request = match read(&desk, &what, &headers, body).await {
        Ok(request) => request,
        Err((status, key, message)) => return error(status, key, message),
    };
    let Some(permit) = permit(&desk).await else {
        let refused = error(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many requests wait");
        return ([(header::RETRY_AFTER, "5")], refused).into_response();
    };
    let accepts = |media: &str| {
        headers
            .get(header::ACCEPT)
            .is_some_and(|accepted| accepted.to_str().is_ok_and(|text| text.contains(media)))
    };
    if accepts(LINES) { lines(desk, request, permit) } else { whole(desk, request, permit).await }
}

/// Reads the request into the library's form, within the limits of the server.
async fn read(
    desk: &Desk,
    what: &str,
    headers: &HeaderMap,
    body: Body,
) -> Result<Map<String, Value>, Refused> {
    if !REQUESTS.iter().any(|kind| kind.name == what) {
        return Err((StatusCode::NOT_FOUND, "not-found", "there is no such request"));
    }
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    if media.split(';').next().map(str::trim) != Some("application/json") {
        let message = "the body must be application/json";
        return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
    }
    let most = if what == "make" { MOST_BYTES_OF_LISTS } else { MOST_BYTES };
    let bytes = match timeout(SENDING, axum::body::to_bytes(body, most)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => {
            return Err((StatusCode::PAYLOAD_TOO_LARGE, "too-long", "the body is too long, or was cut"));
        }
        Err(_) => return Err((StatusCode::REQUEST_TIMEOUT, "too-slow", "the body took too long")),
    };
    let Ok(Value::Object(mut request)) = serde_json::from_slice(&bytes) else {
        return Err((StatusCode::BAD_REQUEST, "request-not-object", "a request is a JSON object"));
    };
    request.insert("do".into(), what.into());
    limit(desk, &mut request)?;
    Ok(request)
}

/// Lowers the limits of the request to those of the server.
fn limit(desk: &Desk, request: &mut Map<String, Value>) -> Result<(), Refused> {
    let limits = request.entry("limits").or_insert_with(|| json!({}));
    let Value::Object(limits) = limits else {
        return Err((StatusCode::BAD_REQUEST, "request-wrong", "'limits' of the request must be an object"));
    };
    let seconds = limits.get("seconds").filter(|seconds| !seconds.is_null());
    if seconds.is_none_or(|seconds| seconds.as_f64().is_some_and(|seconds| seconds >= 0.0)) {
        let asked = seconds.and_then(Value::as_f64).unwrap_or(desk.options.time.as_secs_f64());
        limits.insert("seconds".into(), asked.min(desk.options.max_time.as_secs_f64()).into());
    }
    for (name, most) in [("memory", desk.options.memory), ("rows", MOST_ROWS)] {
        // Other values are left for the library, which refuses them.
        let asked = limits.get(name).filter(|asked| !asked.is_null());
        if asked.is_none_or(Value::is_u64) {
            let asked = asked.and_then(Value::as_u64).unwrap_or(most);
            limits.insert(name.into(), asked.min(most).into());
        }
    }
    Ok(())
}

/// Waits for a permit. Returns `None` if too many requests are waiting already, or if the server shuts down.
async fn permit(desk: &Desk) -> Option<OwnedSemaphorePermit> {
    if let Ok(permit) = Arc::clone(&desk.jobs).try_acquire_owned() {
        return Some(permit);
    }
    // `Drop` decrements the count even if the client goes away.
    struct Waiting<'d>(&'d Desk);
    impl Drop for Waiting<'_> {
        fn drop(&mut self) {
            self.0.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }
    let before = desk.waiting.fetch_add(1, Ordering::Relaxed);
    let _waiting = Waiting(desk);
    if before >= desk.options.queue {
        return None;
    }
    tokio::select! {
        permit = Arc::clone(&desk.jobs).acquire_owned() => permit.ok(),
        () = raised(desk.ends.clone()) => None,
    }
}

/// Raises its flag when it is dropped, that is, when the client stops waiting for the answer.
struct Raising(Arc<AtomicBool>);

impl Drop for Raising {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns the answer as one object, with the rows and the puzzles found on the way.
async fn whole(desk: Arc<Desk>, request: Map<String, Value>, permit: OwnedSemaphorePermit) -> Response {
    let flag = Arc::<AtomicBool>::default();
    let _raising = Raising(Arc::clone(&flag));
    let collected: Arc<Mutex<Collected>> = Arc::default();
    let keeper = Arc::clone(&collected);
    let listener = move |event: Event| {
        keeper.lock().unwrap_or_else(PoisonError::into_inner).take(event);
        ControlFlow::Continue(())
    };
    let client = client(&desk, &flag, listener);
    let answered = done(&desk, request, client, permit, &flag, std::future::pending()).await;
    let Ok(mut object) = answered else {
        return error(StatusCode::INTERNAL_SERVER_ERROR, "panic", FAILED);
    };
    collected.lock().unwrap_or_else(PoisonError::into_inner).add_to(&mut object);
    named(&desk, &mut object);
    let status = if object["status"] == "error" { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    answer(status, &object)
}

/// Data collected for an answer in one piece: rows in their last order, and puzzles found by `generate`.
#[derive(Default)]
struct Collected {
    rows: Vec<Value>,
    finds: Vec<Value>,
    /// Where the next rows go, and how many there are.
    next: (usize, usize),
    has_rows: bool,
}

impl Collected {
    fn take(&mut self, event: Event) {
        match event {
            Event::Object(event) if event["event"] == "rows" => {
                let number =
                    |name: &str| event[name].as_u64().and_then(|number| usize::try_from(number).ok());
                self.next = (number("from").unwrap_or_default(), number("count").unwrap_or_default());
                self.has_rows = true;
            }
            Event::Object(event) if event["event"] == "find" => self.finds.push(event.clone()),
            Event::Object(_) => {}
            Event::Rows(bytes) => {
                let (from, count) = self.next;
                self.rows.truncate(from);
                self.rows.extend(arrays(bytes, count));
            }
        }
    }

    fn add_to(&mut self, object: &mut Value) {
        if self.has_rows {
            // Sorted rows replace the rows in the order of finding.
            object["solutions"] = std::mem::take(&mut self.rows).into();
        }
        if !self.finds.is_empty() {
            object["finds"] = std::mem::take(&mut self.finds).into();
        }
    }
}

/// Returns rows as arrays of digits.
fn arrays(bytes: &[u8], count: usize) -> impl Iterator<Item = Value> {
    bytes.chunks(bytes.len().checked_div(count).unwrap_or(0).max(1)).map(Value::from)
}

/// Changes the reason in the answer if the shutdown of the server stopped the job.
fn named(desk: &Desk, object: &mut Value) {
    if *desk.ends.borrow() && object["stopped_by"] == "interrupt" {
        object["stopped_by"] = "shutdown".into();
    }
}

/// Returns a client that the flag interrupts.
fn client(
    desk: &Desk,
    flag: &Arc<AtomicBool>,
    listener: impl Fn(Event) -> ControlFlow<()> + Send + Sync + 'static,
) -> Client {
    Client::new(listener).threads(desk.options.threads).watch(Watch::on(Arc::clone(flag)))
}

/// Does a job on a thread of its own; its flag is raised when its client is gone, or when the server shuts down.
async fn done(
    desk: &Desk,
    request: Map<String, Value>,
    client: Client,
    permit: OwnedSemaphorePermit,
    flag: &AtomicBool,
    gone: impl Future<Output = ()>,
) -> Result<Value, JoinError> {
    let mut job = tokio::task::spawn_blocking(move || {
        let answer = service::answer(&Value::Object(request).to_string(), &client);
        drop(permit);
        answer
    });
    tokio::select! {
        answered = &mut job => return answered,
        () = gone => {}
        () = raised(desk.ends.clone()) => {}
    }
    flag.store(true, Ordering::Relaxed);
    job.await
}

/// Streams the answer line by line.
fn lines(desk: Arc<Desk>, request: Map<String, Value>, permit: OwnedSemaphorePermit) -> Response {
    let (sender, receiver) = mpsc::channel::<Result<Bytes, std::convert::Infallible>>(WINDOW);
    let flag = Arc::<AtomicBool>::default();
    let handle = Handle::current();
    let patience = desk.options.max_time;
    let head: Mutex<Option<Value>> = Mutex::new(None);
    let write = {
        let (handle, sender) = (handle.clone(), sender.downgrade());
        move |value: &Value| {
            let Some(sender) = sender.upgrade() else { return ControlFlow::Break(()) };
            let line = Bytes::from(format!("{value}\n"));
            match handle.block_on(timeout(patience, sender.send(Ok(line)))) {
                Ok(Ok(())) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        }
    };
    let listener = {
        let write = write.clone();
        move |event: Event| match event {
            Event::Object(event) if event["event"] == "rows" => {
                *head.lock().unwrap_or_else(PoisonError::into_inner) = Some(event.clone());
                ControlFlow::Continue(())
            }
            Event::Object(event) => write(event),
            Event::Rows(bytes) => {
                let head = head.lock().unwrap_or_else(PoisonError::into_inner).take();
                let Some(mut event) = head else { return ControlFlow::Continue(()) };
                let count = event["count"].as_u64().and_then(|count| usize::try_from(count).ok());
                event["rows"] = arrays(bytes, count.unwrap_or_default()).collect();
                write(&event)
            }
        }
    };
    let client = client(&desk, &flag, listener);
    tokio::spawn(async move {
        // A client that is gone reads no more.
        let answered = done(&desk, request, client, permit, &flag, sender.closed()).await;
        let mut answer = answered.unwrap_or_else(
            |_| json!({"status": "error", "error": {"message": FAILED, "key": "panic", "params": {}}}),
        );
        named(&desk, &mut answer);
        answer["event"] = "end".into();
        // A client that is gone needs no end.
        let _ = timeout(patience, sender.send(Ok(Bytes::from(format!("{answer}\n"))))).await;
    });
    let body = Body::from_stream(ReceiverStream::new(receiver));
    ([(header::CONTENT_TYPE, LINES)], body).into_response()
}
