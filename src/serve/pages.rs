//! Static answers: the page, the description of the API, and the health check.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::services::ServeDir;

use super::desk::Desk;
use super::job;

const DESCRIPTION: &str = include_str!("../../openapi.yaml");

/// Tells the page that there is an API.
const META: &str = "<meta name=\"fukumen-api\" content=\"api/v1\">";

pub(super) async fn health() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], "{\"status\":\"ok\"}").into_response()
}

pub(super) async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/yaml")], DESCRIPTION).into_response()
}

pub(super) async fn nothing() -> Response {
    job::error(StatusCode::NOT_FOUND, "not-found", "there is nothing here")
}

pub(super) async fn other_method() -> Response {
    job::error(
        StatusCode::METHOD_NOT_ALLOWED,
        "other-method",
        "this is asked in another way; see /openapi.yaml",
    )
}

/// The files of the page built into this program, each with its address; empty without the feature `page`.
#[cfg(feature = "page")]
static BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
#[cfg(not(feature = "page"))]
static BUILT_IN: &[(&str, &[u8])] = &[];

const INDEX: &str = "/index.html";

/// Returns whether a page is built in.
pub(super) fn is_built_in() -> bool {
    !BUILT_IN.is_empty()
}

/// Answers with a file of the built-in page.
pub(super) async fn built_in(uri: Uri) -> Response {
    let address = if uri.path() == "/" { INDEX } else { uri.path() };
    let Some((_, bytes)) = BUILT_IN.iter().find(|(name, _)| *name == address) else { return nothing().await };
    if address == INDEX {
        return with_meta(&String::from_utf8_lossy(bytes));
    }
    let kind = mime_guess::from_path(address).first_or_octet_stream();
    ([(header::CONTENT_TYPE, kind.as_ref())], *bytes).into_response()
}

/// Returns the index file of the page, with the tag that announces the API.
fn with_meta(text: &str) -> Response {
    let text = text.replacen("<head>", &format!("<head>{META}"), 1);
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

/// Adds the files of a page.
pub(super) fn with_page(router: Router<Arc<Desk>>, folder: &Path) -> Router<Arc<Desk>> {
    let index = folder.join("index.html");
    let first = move || opening(index.clone());
    router
        .route("/", get(first.clone()))
        .route(INDEX, get(first))
        .fallback_service(ServeDir::new(folder).append_index_html_on_directories(false))
}

async fn opening(index: PathBuf) -> Response {
    match std::fs::read_to_string(index) {
        Ok(text) => with_meta(&text),
        Err(_) => job::error(StatusCode::NOT_FOUND, "not-found", "the page is not there any more"),
    }
}
