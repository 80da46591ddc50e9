//! What a style is.

use serde_json::Value;

use super::page::Page;

/// One style of a document.
pub trait Style: Sync {
    /// As written after `format`.
    fn name(&self) -> &'static str;

    /// One line of help.
    fn help(&self) -> &'static str;

    /// What stands before the pages, and whether there may be several.
    fn opening(&self, _several: bool) -> String {
        String::new()
    }

    /// The page of a puzzle; `index` is how many there were before it.
    fn page(&self, page: &Page, several: bool, index: usize) -> String;

    /// An object that takes the place of a page, in styles that have objects: a fault, a rating.
    fn object(&self, _value: &Value, _several: bool, _index: usize) -> Option<String> {
        None
    }

    /// A line that takes the place of a page, in styles that have no objects.
    fn line(&self, text: &str) -> String {
        format!("{text}\n")
    }

    /// What stands behind the pages.
    fn closing(&self, _several: bool) -> String {
        String::new()
    }
}
