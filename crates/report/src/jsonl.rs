//! Answers as JSON, one on each line, written as soon as each is complete.

use crate::Document;
use crate::Format;
use crate::Shape;
use crate::json::Objects;

/// One line of JSON for each answer.
pub(super) struct JsonLines;

impl Format for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn help(&self) -> &'static str {
        "a line of JSON for each puzzle, written as each is done"
    }

    fn document(&self, shape: Shape) -> Box<dyn Document> {
        Box::new(Objects::lines(shape.streams))
    }

    fn tells_rules(&self) -> bool {
        true
    }
}
