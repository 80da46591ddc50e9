//! What is there to be fetched: the page, the description of the API, and whether the server lives.

use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::IntoResponse;
use axum::response::Response;
use axum::routing::get;
use tower_http::services::ServeDir;

use super::Desk;
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

/// Adds the files of a page.
pub(super) fn with_page(router: Router<Arc<Desk>>, folder: &Path) -> Router<Arc<Desk>> {
    let index = folder.join("index.html");
    let first = move || opening(index.clone());
    router
        .route("/", get(first.clone()))
        .route("/index.html", get(first))
        .fallback_service(ServeDir::new(folder).append_index_html_on_directories(false))
}

async fn opening(index: PathBuf) -> Response {
    match std::fs::read_to_string(index) {
        Ok(text) => {
            let text = text.replacen("<head>", &format!("<head>{META}"), 1);
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
        }
        Err(_) => job::error(StatusCode::NOT_FOUND, "not-found", "the page is not there any more"),
    }
}
