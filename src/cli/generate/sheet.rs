//! Puzzles on paper, in every format.
//!
//! Text is what `fukumen solve -` reads: one puzzle per line. A puzzle under rules of its own, or a drawing, is a block with
//! its lines `@name value`, with a blank line after it. The whole has no head, so the outputs of shards, one after the other,
//! are the output of one search. The formats that draw, draw; the others write what they write of answers.

use std::io;
use std::io::Write;

use crate::generate::{Amount, Find, MEASURES};
use crate::report;
use crate::report::{Answers, Document, Drawing, Offered, Question, Shape};
use crate::solution::Solution;
use crate::solve::Ask;

/// Writes puzzles.
pub struct Sheet {
    form: Form,
    /// Whether the format states the rules by itself.
    tells_rules: bool,
    with_solution: bool,
    /// Whether the last thing written was a single line.
    is_below_line: bool,
}

/// How puzzles are written.
enum Form {
    Text,
    Drawn(Drawing),
    Answers(Box<dyn Document>),
}

impl Sheet {
    /// Makes a sheet in a format, below the puzzles of an earlier run, the last of which may be a single line.
    pub fn new(format: Offered<Answers>, with_solution: bool, (written, is_below_line): (u64, bool)) -> Self {
        let shape = Shape {
            ask: ask(with_solution),
            several: true,
            written: usize::try_from(written).unwrap_or(usize::MAX),
            colour: false,
            streams: false,
            bom: false,
        };
        let form = match report::format(format.name).and_then(|format| format.drawing) {
            Some(_) if format.name == "text" => Form::Text,
            Some(drawing) if !format.how.draws => Form::Drawn(drawing),
            _ => Form::Answers((format.how.document)(shape)),
        };
        Self { form, tells_rules: format.how.tells_rules, with_solution, is_below_line }
    }

    /// Returns whether the last thing written was a single line, so that a block would need a blank line before it.
    pub fn is_below_line(&self) -> bool {
        self.is_below_line
    }

    /// Writes one puzzle.
    pub fn write(&mut self, out: &mut dyn Write, find: &Find) -> io::Result<()> {
        match &mut self.form {
            Form::Text => self.text(out, find),
            Form::Drawn(drawing) => drawn(out, drawing, find, self.with_solution),
            Form::Answers(document) => {
                let text = if self.tells_rules { find.text.clone() } else { find.with_rules() };
                answer(out, document.as_mut(), (find, &text), self.with_solution)
            }
        }
    }

    /// Ends the sheet.
    pub fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Form::Answers(document) = &mut self.form { document.close(out) } else { Ok(()) }
    }

    fn text(&mut self, out: &mut dyn Write, find: &Find) -> io::Result<()> {
        let text = find.with_rules();
        let is_block = text.contains('\n');
        if is_block && self.is_below_line {
            writeln!(out)?;
        }
        self.is_below_line = !is_block;
        writeln!(out, "{text}")?;
        find.note.iter().try_for_each(|note| writeln!(out, "# {note}"))?;
        if self.with_solution {
            let texts = solutions(find).map(ToString::to_string);
            texts.flat_map(|text| commented(&text)).try_for_each(|line| writeln!(out, "{line}"))?;
        }
        if is_block { writeln!(out) } else { Ok(()) }
    }
}

fn commented(text: &str) -> Vec<String> {
    text.lines().map(|line| format!("# {line}").trim_end().to_string()).collect()
}

/// Returns the question for a format. A format that omits solutions omits them where they are counted.
fn ask(with_solution: bool) -> Ask {
    if with_solution { Ask::All } else { Ask::Count }
}

fn solutions(find: &Find) -> impl Iterator<Item = &Solution> {
    std::iter::once(&find.solution).chain(&find.others)
}

fn drawn(out: &mut dyn Write, drawing: &Drawing, find: &Find, with_solution: bool) -> io::Result<()> {
    find.rules().iter().try_for_each(|rule| writeln!(out, "{}", (drawing.aside)(rule)))?;
    writeln!(out, "{}", (drawing.draw)(&find.puzzle, None).trim_end_matches('\n'))?;
    if with_solution {
        for solution in solutions(find) {
            writeln!(out, "{}", (drawing.draw)(&find.puzzle, Some(solution)).trim_end_matches('\n'))?;
        }
    }
    writeln!(out)
}

fn answer(
    out: &mut dyn Write,
    document: &mut dyn Document,
    (find, text): (&Find, &str),
    with_solution: bool,
) -> io::Result<()> {
    let measures: Vec<(&str, Amount)> =
        MEASURES.iter().filter_map(|measure| Some((measure.name, (measure.of)(find)?))).collect();
    let asked =
        Question { ask: ask(with_solution), measures: &measures, ..Question::new(text, &find.puzzle) };
    document.begin(out, &asked)?;
    if with_solution {
        solutions(find).try_for_each(|solution| document.solution(out, &asked, solution.clone()))?;
    }
    document.end(out, &asked, &find.answer)
}
