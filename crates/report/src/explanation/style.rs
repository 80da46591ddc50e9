//! The trait of a style.

use serde_json::Value;

use super::page::Page;

/// One style of a document.
pub trait Style: Sync {
    /// Returns one line of help.
    fn help(&self) -> &'static str;

    /// Returns whether its pages are objects, for programs.
    fn is_data(&self) -> bool {
        false
    }

    /// Returns the text before the pages, which are told in the language of this code; `several` says whether there may be
    /// several.
    fn opening(&self, _language: &str, _several: bool) -> String {
        String::new()
    }

    /// Returns the page of a puzzle; `index` is the number of earlier pages.
    fn page(&self, page: &Page, several: bool, index: usize) -> String;

    /// Returns an object instead of a page, in styles that have objects: a fault, a rating.
    fn object(&self, _value: &Value, _several: bool, _index: usize) -> Option<String> {
        None
    }

    /// Returns a line instead of a page, in styles without objects. It is broken only if a terminal of this width shows it.
    fn line(&self, text: &str, _width: Option<usize>) -> String {
        format!("{text}\n")
    }

    /// Returns pages or lines that only together are a document; `None` if they are written one after the other.
    fn together(&self, _pages: &[String]) -> Option<String> {
        None
    }

    /// Returns the text after the pages.
    fn closing(&self, _several: bool) -> String {
        String::new()
    }
}
