//! Explanations on paper: one style in each file.
//!
//! A style writes a document: an opening, a page for each puzzle, a closing. The text comes from
//! [`prose`](fukumen_explain::prose).

mod documents;
mod formulas;
mod html;
mod json;
mod latex;
mod markdown;
mod notation;
mod page;
mod style;
mod svg;
mod text;

pub use json::{SCHEMA, add_rating, explanation as as_json, status as status_name};
pub use notation::notation;
pub use page::Page;
pub use style::Style;

pub(super) use documents::{Json, JsonLines};
pub(super) use html::Html;
pub(super) use latex::Latex;
pub(super) use markdown::Markdown;
pub(super) use svg::Svg;
pub(super) use text::Text;

use crate::{Offered, formats_of};
use fukumen_language::arrange::Arrange;

/// Returns every format of explanations: those for readers, then those for programs.
#[must_use]
pub fn styles() -> Vec<Offered<&'static dyn Style>> {
    let mut styles = formats_of(|format| format.explanations);
    styles.arrange_by_key(|style| style.how.is_data());
    styles
}
