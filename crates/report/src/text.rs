//! Answers for people: the puzzle filled in, one line for each solution, and a closing line.

use std::io;
use std::io::Write;

use anstyle::{AnsiColor, Style};

use crate::Answers;
use crate::Document;
use crate::Question;
use crate::Shape;
use crate::columns;
use crate::words;
use fukumen_engine::solve::{Answer, Ask};
use fukumen_language::solution::Solution;

/// The style of digits that were found.
const FOUND: Style = AnsiColor::Cyan.on_default().bold();
/// The style of a puzzle's text above its solutions.
const HEADING: Style = Style::new().bold();
/// The style of the closing line.
const CLOSING: Style = Style::new().dimmed();

/// Plain text.
pub(super) const ANSWERS: Answers = Answers {
    // A count is a number alone.
    tells_certainty: |ask| ask != Ask::Count,
    ..Answers::new("the puzzle filled in, a line for each solution, and how many there are", |shape| {
        Box::new(Lines { shape, drawn: 0, is_wide: false })
    })
};

/// The document.
struct Lines {
    shape: Shape,
    /// How many drawings of the puzzle are above.
    drawn: u64,
    /// Whether the puzzle is answered in full width.
    is_wide: bool,
}

impl Document for Lines {
    fn begin(&mut self, out: &mut dyn Write, asked: &Question) -> io::Result<()> {
        self.drawn = 0;
        self.is_wide = asked.puzzle.sheet().is_full_width();
        if !self.shape.several || self.shape.ask == Ask::Count {
            return Ok(());
        }
        if self.shape.written > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", self.styled(HEADING, &words::heading(asked)))
    }

    fn solution(&mut self, out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()> {
        let mut text = self.filled(asked, &solution);
        if !solution.puzzle().misprints().is_empty() {
            text += &format!("  {}", columns::misprints(&solution));
        }
        let values = columns::shown(&solution, asked.puzzle.rules().base);
        for (expr, value) in columns::shown_expressions(asked.puzzle).iter().zip(values) {
            text += &format!("  {}", self.shown(expr, &value));
        }
        if asked.puzzle.is_drawn() {
            text = self.apart(&text, &solution);
        }
        let indent = if asked.puzzle.is_drawn() { "" } else { "  " };
        for line in asked.lines_about(&solution) {
            text += &format!("\n{indent}{line}");
        }
        self.line(out, &text)
    }

    fn end(&mut self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        self.shape.written += 1;
        if self.shape.ask == Ask::Count {
            return self.count(out, asked, answer);
        }
        if let Some(line) = words::left_out(answer) {
            self.line(out, &line)?;
        }
        self.line(out, &self.styled(CLOSING, &words::closing(asked, answer)))
    }
}

impl Lines {
    /// Returns the puzzle with its digits highlighted.
    fn filled(&self, asked: &Question, solution: &Solution) -> String {
        if !self.shape.colour && !self.is_wide {
            return solution.to_string();
        }
        let mut sheet = solution.puzzle().sheet().filled(asked.puzzle.rules().base, solution.digits());
        if self.is_wide {
            sheet = sheet.widened();
        }
        let styled =
            |(text, is_found): (String, bool)| if is_found { self.styled(FOUND, &text) } else { text };
        sheet.stretches().into_iter().map(styled).collect()
    }

    /// Returns a drawing among others, with its key if it has one.
    fn apart(&mut self, drawing: &str, solution: &Solution) -> String {
        let is_lone_line = !drawing.contains('\n');
        let gap = if self.drawn > 0 && !is_lone_line { "\n" } else { "" };
        self.drawn += 1;
        let key = solution.key().map(|key| key.map(|(name, letters)| format!("{name} {letters}")));
        let key = key.map_or(String::new(), |key| format!("\n{}", key.join("  ")));
        format!("{gap}{drawing}{key}")
    }

    /// Returns the expression to show, with its value if it has one.
    fn shown(&self, expr: &str, value: &str) -> String {
        match value {
            "" => format!("{expr} has no value within the size limit"),
            value => format!("{expr} = {}", self.styled(FOUND, value)),
        }
    }

    fn styled(&self, style: Style, text: &str) -> String {
        if self.shape.colour && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.into() }
    }

    /// Writes a line, or the lines of a layout; under a heading they are indented.
    fn line(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        let indent = if self.shape.several { "  " } else { "" };
        text.lines().try_for_each(|line| writeln!(out, "{indent}{line}"))
    }

    /// Writes the number alone; after the puzzle if there are several; below the counts of its groups, if a setting asks for
    /// those: a question within the text, `What is M+O?`, does not turn a count into a list.
    fn count(&self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        let heading = words::name(asked) + ": ";
        let heading = if self.shape.several { heading } else { String::new() };
        let is_question =
            asked.puzzle.notes().iter().any(|note| note.message.key().starts_with("note-asked"));
        let classes = answer.outcome.essentially.map(|classes| format!(", {classes} up to symmetry"));
        let total = answer.outcome.count.to_string() + &classes.unwrap_or_default();
        if answer.outcome.groups.is_empty() || is_question {
            return writeln!(out, "{heading}{total}");
        }
        let groups =
            columns::groups(asked, answer).map(|(values, count)| (values.join("  "), count.to_string()));
        let rows: Vec<(String, String)> = groups.chain([("total".to_string(), total)]).collect();
        let width = rows.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
        rows.iter().try_for_each(|(value, count)| writeln!(out, "{heading}{value:>width$}  {count}"))
    }
}
