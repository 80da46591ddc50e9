//! Answers as JSON, a line each, written as each is done.

use std::io;
use std::io::Write;

use crate::report::Asked;
use crate::report::Document;
use crate::report::Fault;
use crate::report::Format;
use crate::report::Shape;
use crate::report::json;
use crate::solution::Solution;
use crate::solve::Answer;

/// A line of JSON an answer.
pub(super) struct JsonLines;

impl Format for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn help(&self) -> &'static str {
        "a line of JSON for each puzzle, written as each is done"
    }

    fn document(&self, _shape: Shape) -> Box<dyn Document> {
        Box::new(Lines::default())
    }

    fn tells_rules(&self) -> bool {
        true
    }

    fn waits(&self) -> bool {
        true
    }
}

/// The document; solutions wait for their count, which stands before them.
#[derive(Default)]
struct Lines {
    solutions: Vec<Solution>,
}

impl Document for Lines {
    fn solution(&mut self, _out: &mut dyn Write, _asked: &Asked, solution: Solution) -> io::Result<()> {
        self.solutions.push(solution);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Asked, answer: &Answer) -> io::Result<()> {
        let solutions = std::mem::take(&mut self.solutions);
        serde_json::to_writer(&mut *out, &json::Whole { asked, answer, solutions: &solutions })?;
        writeln!(out)
    }

    fn fault(&mut self, out: &mut dyn Write, fault: &Fault) -> io::Result<()> {
        self.solutions.clear();
        writeln!(out, "{}", json::fault(fault))
    }
}
