//! Access control, and the parts common to all answers: hosts and origins, headers, the log.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::desk::Desk;
use super::job;
use crate::solve::clock::Moment;

/// Restrictions on browsers. A worker takes its policy from its own file.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
    style-src 'self'; img-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";
const HEADERS: &[(HeaderName, &str)] =
    &[(header::X_CONTENT_TYPE_OPTIONS, "nosniff"), (header::REFERRER_POLICY, "no-referrer")];

/// Returns the policy of all files. Pages whose origins may ask may also show the page in a frame.
fn policy(origins: &[String]) -> HeaderValue {
    let framers = if origins.is_empty() { "'none'".into() } else { origins.join(" ") };
    let policy = HeaderValue::from_str(&format!("{POLICY} {framers}"));
    policy.unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

pub(super) async fn guarded(State(desk): State<Arc<Desk>>, request: Request, next: Next) -> Response {
    let start = Moment::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let origin = allowed_origin(&desk, request.headers());
    let mut response = match (refusal(&desk, request.headers(), origin.as_ref()), &method) {
        (Some(message), _) => job::error(StatusCode::FORBIDDEN, "forbidden", message),
        (None, &Method::OPTIONS) if origin.is_some() => StatusCode::NO_CONTENT.into_response(),
        (None, _) => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy(&desk.options.origins));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
        let allowed = HeaderValue::from_static("accept, content-type");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    }
    let milliseconds = start.elapsed().as_millis();
    (desk.log)(&format!("{method} {path} {} {milliseconds} ms", response.status().as_u16()));
    response
}

/// Returns why a request is refused, if it is. Checking the host stops DNS rebinding: a foreign name that resolves to this
/// server.
fn refusal(desk: &Desk, headers: &HeaderMap, allowed: Option<&HeaderValue>) -> Option<&'static str> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let Some(host) = text(header::HOST) else { return Some("the request names no host") };
    if !is_ours(desk, host) {
        return Some("this host is not served; fukumen serve needs its name in 'allow-host'");
    }
    let origin = text(header::ORIGIN)?;
    let is_own = origin.strip_prefix("http://").or(origin.strip_prefix("https://")) == Some(host);
    (!is_own && allowed.is_none()).then_some("pages from this origin may not ask")
}

/// Returns the origin of the page that sends the request, if it is a foreign one on the list.
fn allowed_origin(desk: &Desk, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    desk.options.origins.iter().any(|allowed| origin == allowed.as_str()).then(|| origin.clone())
}

fn is_ours(desk: &Desk, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.to_ascii_lowercase();
    ["localhost", "127.0.0.1", "[::1]"].contains(&&*name)
        || desk.options.hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(&name))
}
