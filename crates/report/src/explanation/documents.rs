//! The two JSON documents.

use serde_json::Value;

use super::json::explanation as as_json;
use super::page::Page;
use super::style::Style;
use crate::visible;

/// One object, or an array if there are several.
pub struct Json;

impl Style for Json {
    fn help(&self) -> &'static str {
        "one JSON object, or an array of them where there are several puzzles or bases"
    }

    fn is_data(&self) -> bool {
        true
    }

    fn opening(&self, _language: &str, several: bool) -> String {
        if several { "[\n".into() } else { String::new() }
    }

    fn page(&self, page: &Page, several: bool, index: usize) -> String {
        pretty(&as_json(page), several, index)
    }

    fn object(&self, value: &Value, several: bool, index: usize) -> Option<String> {
        Some(pretty(value, several, index))
    }

    fn closing(&self, several: bool) -> String {
        if several { "\n]\n".into() } else { String::new() }
    }
}

fn pretty(value: &Value, several: bool, index: usize) -> String {
    let value = format!("{value:#}");
    let value = visible::in_json(&value);
    match (several, index) {
        (false, _) => format!("{value}\n"),
        (true, 0) => value.into(),
        (true, _) => format!(",\n{value}"),
    }
}

/// One object on each line.
pub struct JsonLines;

impl Style for JsonLines {
    fn help(&self) -> &'static str {
        "one JSON object on each line"
    }

    fn is_data(&self) -> bool {
        true
    }

    fn page(&self, page: &Page, _several: bool, _index: usize) -> String {
        line(&as_json(page))
    }

    fn object(&self, value: &Value, _several: bool, _index: usize) -> Option<String> {
        Some(line(value))
    }
}

fn line(value: &Value) -> String {
    format!("{}\n", visible::in_json(&value.to_string()))
}
