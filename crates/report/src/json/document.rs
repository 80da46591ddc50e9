//! The documents: objects over many lines, or one on each line.

use std::io;
use std::io::Write;

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
#[cfg(feature = "cli")]
use serde_json::value::RawValue;
use serde_json::{Map, Serializer, Value};

use super::fields::{course, extras, opening, outcome, rules, shard, unanswered};
use super::solution::{Form, SolutionRow};
use crate::Answers;
use crate::Document;
use crate::Question;
use crate::Unanswered;
use crate::visible;
use fukumen_engine::solve::{Answer, Ask};
use fukumen_language::solution::Solution;

/// One object, or an array if there are several.
pub const OBJECTS: Answers = Answers {
    tells_rules: true,
    needs_number: true,
    ..Answers::new("one JSON object, or an array of them where there are several puzzles or bases", |shape| {
        Box::new(Objects::pretty(shape.several, shape.written, shape.streams))
    })
};

/// One object on each line, written as soon as it is complete.
pub const LINES: Answers = Answers {
    tells_rules: true,
    ..Answers::new("a line of JSON for each puzzle, written as each is done", |shape| {
        Box::new(Objects::lines(shape.streams))
    })
};

/// The solutions that wait for their count, which then comes before them. If there are more, they are written first and the
/// count comes after them, so that none are held in memory.
pub const HELD: usize = 1000;

/// A line break followed by the deepest indentation: that of a solution among several puzzles.
const BREAK: &[u8] = b"\n      ";

/// The layout of objects.
#[derive(Clone, Copy)]
enum Layout {
    /// Each object is on one line.
    Lines,
    /// Each object is on several lines; several objects are an array.
    Pretty { several: bool },
}

/// The document, for both layouts.
pub struct Objects {
    layout: Layout,
    /// The number of objects written.
    written: usize,
    /// The number of solutions that may wait.
    room: usize,
    waiting: Vec<Solution>,
    /// The number of solutions written of the current object, if it is open.
    streamed: Option<u64>,
    /// The common form of the solutions of the current object, once there is one.
    form: Option<Form>,
    /// The value that is being written.
    buffer: Vec<u8>,
}

impl Objects {
    /// Makes a document with a line for each answer.
    pub fn lines(streams: bool) -> Self {
        Self::new(Layout::Lines, 0, streams)
    }

    fn pretty(several: bool, written: usize, streams: bool) -> Self {
        Self::new(Layout::Pretty { several }, written, streams)
    }

    fn new(layout: Layout, written: usize, streams: bool) -> Self {
        let room = if streams { 0 } else { HELD };
        Self { layout, written, room, waiting: Vec::new(), streamed: None, form: None, buffer: Vec::new() }
    }

    /// Opens an object with the fields known before its search.
    fn open(&mut self, out: &mut dyn Write, head: &Map<String, Value>) -> io::Result<()> {
        if let Layout::Pretty { several: true } = self.layout {
            write!(out, "{}", if self.written == 0 { "[\n  " } else { ",\n  " })?;
        }
        write!(out, "{{")?;
        self.fields(out, head, true)
    }

    fn fields(&mut self, out: &mut dyn Write, fields: &Map<String, Value>, is_first: bool) -> io::Result<()> {
        for (i, (name, value)) in fields.iter().enumerate() {
            self.name(out, name, is_first && i == 0)?;
            self.value(out, value, 1)?;
        }
        Ok(())
    }

    /// Writes the name of a field.
    fn name(&self, out: &mut dyn Write, name: &str, is_first: bool) -> io::Result<()> {
        self.next(out, is_first, 1)?;
        serde_json::to_writer(&mut *out, name)?;
        write!(out, "{}", if let Layout::Lines = self.layout { ":" } else { ": " })
    }

    /// Continues with the next item at this depth.
    fn next(&self, out: &mut dyn Write, is_first: bool, depth: usize) -> io::Result<()> {
        write!(out, "{}", if is_first { "" } else { "," })?;
        self.line(out, depth)
    }

    /// Begins a line at this depth, if the layout has lines.
    fn line(&self, out: &mut dyn Write, depth: usize) -> io::Result<()> {
        match self.layout {
            Layout::Lines => Ok(()),
            Layout::Pretty { .. } => out.write_all(&BREAK[..=2 * self.depth(depth)]),
        }
    }

    /// Converts a depth within an object to a depth in the document.
    fn depth(&self, depth: usize) -> usize {
        depth + usize::from(matches!(self.layout, Layout::Pretty { several: true }))
    }

    /// Writes a value at this depth. It is made in memory first, so that the writer is called once.
    fn value(&mut self, out: &mut dyn Write, value: &impl Serialize, depth: usize) -> io::Result<()> {
        self.buffer.clear();
        match self.layout {
            Layout::Lines => serde_json::to_writer(&mut self.buffer, value)?,
            Layout::Pretty { .. } => {
                let mut formatter = PrettyFormatter::new();
                for _ in 0..self.depth(depth) {
                    formatter.begin_object(&mut io::sink())?;
                }
                value.serialize(&mut Serializer::with_formatter(&mut self.buffer, formatter))?;
            }
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(text) if visible::may_act(&self.buffer) => out.write_all(visible::in_json(text).as_bytes()),
            _ => out.write_all(&self.buffer),
        }
    }

    /// Opens an object whose count is not known yet, up to its solutions.
    fn stream(&mut self, out: &mut dyn Write, asked: &Question) -> io::Result<()> {
        self.open(out, &head(asked))?;
        self.begin_solutions(out)?;
        let waiting = std::mem::take(&mut self.waiting);
        self.streamed = Some(waiting.len() as u64);
        self.solutions(out, asked, &waiting, 0)
    }

    fn begin_solutions(&self, out: &mut dyn Write) -> io::Result<()> {
        self.name(out, "solutions", false)?;
        write!(out, "[")
    }

    /// Writes solutions after this many others.
    fn solutions(
        &mut self,
        out: &mut dyn Write,
        asked: &Question,
        solutions: &[Solution],
        before: u64,
    ) -> io::Result<()> {
        let form = self.form.take().unwrap_or_else(|| Form::of(asked.puzzle));
        for (i, solution) in solutions.iter().enumerate() {
            self.next(out, before == 0 && i == 0, 2)?;
            self.value(out, &SolutionRow { form: &form, solution, letters: asked.letters }, 2)?;
        }
        self.form = Some(form);
        Ok(())
    }

    fn end_solutions(&self, out: &mut dyn Write, count: u64) -> io::Result<()> {
        if count > 0 {
            self.line(out, 1)?;
        }
        write!(out, "]")
    }

    fn close_object(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.line(out, 0)?;
        self.written += 1;
        self.form = None;
        let is_among_others = matches!(self.layout, Layout::Pretty { several: true });
        write!(out, "}}{}", if is_among_others { "" } else { "\n" })
    }
}

/// An object with solutions that were written before, such as a merged answer.
#[cfg(feature = "cli")]
#[derive(Clone, Debug, Default)]
pub struct Rewritten {
    /// Its fields, without the solutions.
    pub fields: Map<String, Value>,
    /// The number of fields before the solutions, and the solutions, if there are any, as in a document of the same layout.
    pub solutions: Option<(usize, Vec<Box<RawValue>>)>,
}

#[cfg(feature = "cli")]
impl Objects {
    /// Makes a document of one of the two layouts, from its beginning.
    pub fn of(is_pretty: bool, several: bool) -> Self {
        if is_pretty { Self::pretty(several, 0, false) } else { Self::lines(false) }
    }

    /// Writes an object as a search would have written it.
    pub fn rewrite(&mut self, out: &mut dyn Write, object: &Rewritten) -> io::Result<()> {
        let first = object.solutions.as_ref().map_or(object.fields.len(), |(first, _)| *first);
        let part = |fields: &mut dyn Iterator<Item = (&String, &Value)>| -> Map<String, Value> {
            fields.map(|(name, value)| (name.clone(), value.clone())).collect()
        };
        self.open(out, &part(&mut object.fields.iter().take(first)))?;
        if let Some((_, solutions)) = &object.solutions {
            self.begin_solutions(out)?;
            for (i, solution) in solutions.iter().enumerate() {
                self.next(out, i == 0, 2)?;
                out.write_all(solution.get().as_bytes())?;
            }
            self.end_solutions(out, solutions.len() as u64)?;
        }
        self.fields(
            out,
            &part(&mut object.fields.iter().skip(first)),
            first == 0 && object.solutions.is_none(),
        )?;
        self.close_object(out)
    }
}

/// Returns the fields of an answer known before its search.
fn head(asked: &Question) -> Map<String, Value> {
    let mut head = opening(asked.text, asked.line);
    head.insert("rules".into(), rules(asked.puzzle.rules()));
    head
}

impl Document for Objects {
    fn solution(&mut self, out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()> {
        if let Some(before) = self.streamed {
            self.streamed = Some(before + 1);
            return self.solutions(out, asked, &[solution], before);
        }
        self.waiting.push(solution);
        if self.waiting.len() > self.room { self.stream(out, asked) } else { Ok(()) }
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        let mut tail = Map::new();
        match self.streamed.take() {
            Some(count) => {
                self.end_solutions(out, count)?;
                outcome(&mut tail, answer);
            }
            None => {
                let mut head = head(asked);
                outcome(&mut head, answer);
                self.open(out, &head)?;
                if asked.ask != Ask::Count {
                    let waiting = std::mem::take(&mut self.waiting);
                    self.begin_solutions(out)?;
                    self.solutions(out, asked, &waiting, 0)?;
                    self.end_solutions(out, waiting.len() as u64)?;
                }
            }
        }
        extras(&mut tail, asked, answer);
        course(&mut tail, answer);
        shard(&mut tail, asked, answer);
        self.fields(out, &tail, false)?;
        self.close_object(out)
    }

    fn unanswered(&mut self, out: &mut dyn Write, found: &Unanswered) -> io::Result<()> {
        self.waiting.clear();
        let Value::Object(mut object) = unanswered(found) else { return Ok(()) };
        match self.streamed.take() {
            Some(count) => {
                // The fields and solutions so far are already written.
                self.end_solutions(out, count)?;
                object.retain(|name, _| {
                    matches!(&**name, "status" | "error" | "shard" | "fingerprint" | "part")
                });
                self.fields(out, &object, false)?;
            }
            None => self.open(out, &object)?,
        }
        self.close_object(out)
    }

    fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match (self.layout, self.written) {
            (Layout::Pretty { several: true }, 0) => writeln!(out, "[]"),
            (Layout::Pretty { several: true }, _) => writeln!(out, "\n]"),
            _ => Ok(()),
        }
    }
}
