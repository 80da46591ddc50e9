//! Explanations on paper: one style in each file.
//!
//! A style writes a document: an opening, a page for each puzzle, a closing. The text comes from
//! [`prose`](fukumen_explain::prose).

mod documents;
mod html;
mod json;
mod latex;
mod markdown;
mod notation;
mod page;
mod read;
mod style;
mod text;

pub use json::{SCHEMA, add_rating, explanation as as_json, status as status_name};
pub use page::Page;
pub use read::{ReadError, explanation as from_json};
pub use style::Style;

/// Every style. Adding one means adding a file and a line.
pub static STYLES: &[&dyn Style] =
    &[&text::Text, &markdown::Markdown, &html::Html, &latex::Latex, &documents::Json, &documents::JsonLines];

/// Returns the style of this name, if there is one.
#[must_use]
pub fn style(name: &str) -> Option<&'static dyn Style> {
    STYLES.iter().copied().find(|style| style.name() == name)
}
