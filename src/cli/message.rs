//! Messages on standard error: errors that point into a text, warnings, notes.

use std::io::Write;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::{Error as FileError, Files};
use codespan_reporting::term;
use codespan_reporting::term::termcolor::Ansi;

use crate::cli::task_error::TaskError;
use crate::message::Note;
use crate::report::visible;
use crate::spelling;
use crate::text::{Mistake, Origin, ParseError};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// How many lines of a drawing are shown above and below the wrong one.
const CONTEXT: usize = 20;
/// How many characters of a line are shown.
const WIDEST: usize = 80;

/// Additions of the command line to the help of the library, by message key. Only this table names options and commands.
const OPTIONS: &[(&str, &str)] = &[
    ("help-conditions-or-layout", "; or give --layout {layout}"),
    ("help-name-layout", "; or give --layout {layout}"),
    ("help-settings", "; 'fukumen list settings' shows all"),
    ("help-unrecognised", "; 'fukumen list layouts' shows the examples"),
];

/// Returns advice about an error, if there is any.
pub fn help(error: &ParseError) -> Option<String> {
    let help = error.help.as_ref()?;
    let more = OPTIONS.iter().find(|(key, _)| *key == help.key()).map_or("", |(_, more)| *more);
    Some(format!("{help}{}", help.fill(more)))
}

/// Reports an error that stops a command.
pub fn error(text: &str) {
    say(ERROR, "error", text);
}

/// The words that notes about the words of a text begin with, in place of `note`.
const WORDS: [(&str, Style); 3] = [("read", NOTE), ("not read", NOTE), ("warning", WARNING)];

/// Returns the word that a note begins with, if it is not `note`, and the rest.
fn own_word(text: &str) -> Option<(&'static str, Style, &str)> {
    WORDS.iter().find_map(|(word, style)| Some((*word, *style, text.strip_prefix(word)?.strip_prefix(": ")?)))
}

/// Returns a note with the name of its puzzle, if there are several.
pub fn of_puzzle(which: &str, note: &Note) -> String {
    let text = note.to_string();
    match own_word(&text) {
        Some((word, _, rest)) => format!("{word}: {which}{rest}"),
        None => format!("{which}{text}"),
    }
}

/// Prints a note for the reader.
pub fn note(text: &str) {
    let (word, style, rest) = own_word(text).unwrap_or(("note", NOTE, text));
    say(style, word, rest);
}

/// Prints a line about the run, for `--why` and `--stats`.
pub fn plain(text: &str) {
    coloured(&visible::shown(text));
}

/// Prints a text that already has its colours. Typed text in it must already be safe to show.
pub fn coloured(text: &str) {
    // If standard error is closed, there is nowhere to report it; here and below.
    let _ = writeln!(anstream::stderr(), "{text}");
}

fn say(style: Style, word: &str, text: &str) {
    let _ = writeln!(anstream::stderr(), "{style}{word}{style:#}: {}", visible::shown(text));
}

/// Reports why a puzzle has no answer. A wrong text is shown with the place where it is wrong; `source` is where the puzzle
/// was read, and `which` names it if there are several.
pub fn task_error(error: &TaskError, source: &str, which: &str) {
    match error {
        TaskError::Text(error) => wrong_text(error, source),
        TaskError::Encoding { line, column, .. } => {
            let help = "give its encoding: --encoding NAME";
            self::error(&format!("{source}:{line}:{column}: {}; {help}", error.message()));
        }
        // The message already names its source.
        TaskError::Reading(text) => self::error(text),
        TaskError::Stopped(_) => note(&format!("{which}{}", error.message())),
        TaskError::Form(_) | TaskError::Question(_) | TaskError::Solving(_) => {
            self::error(&format!("{which}{}", error.message()))
        }
    }
}

fn wrong_text(error: &ParseError, source: &str) {
    match drawn(error, source) {
        Ok(text) => coloured(text.trim_end()),
        Err(_) => self::error(&error.message().to_string()),
    }
}

/// Returns the message as codespan draws it, with its colours.
fn drawn(error: &ParseError, source: &str) -> anyhow::Result<String> {
    let (shown, span) = excerpt(&error.text, error.span.clone());
    let label = Label::primary((), span).with_message(visible::shown(&error.label()));
    let diagnostic = Diagnostic::error()
        .with_message(visible::shown(&error.message().to_string()))
        .with_labels(vec![label])
        .with_notes(help(error).iter().map(|help| format!("help: {}", visible::shown(help))).collect());
    let mut text = Ansi::new(Vec::new());
    term::emit_to_write_style(
        &mut text,
        &config(error),
        &Pointed { error, source, text: &shown },
        &diagnostic,
    )?;
    Ok(String::from_utf8(text.into_inner())?)
}

/// Shortens each long line of a text to the part around a place in it, or to its start, and returns the place in the new
/// text.
fn excerpt(text: &str, span: Range<usize>) -> (String, Range<usize>) {
    let (mut shown, mut place) = (String::with_capacity(text.len()), 0..0);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        let is_here = (start..=start + line.trim_end_matches('\n').len()).contains(&span.start);
        let at = if is_here { span.start - start } else { 0 };
        let end = if is_here { (span.end - start).min(body.len()) } else { 0 };
        let window = window(body, at..end);
        let (at, end) = (at.clamp(window.start, window.end), end.clamp(window.start, window.end));
        shown += if window.start > 0 { "…" } else { "" };
        shown += &visible::shown(&body[window.start..at]);
        let from = shown.len();
        shown += &visible::shown(&body[at..end]);
        if is_here {
            place = from..shown.len();
        }
        shown += &visible::shown(&body[end..window.end]);
        shown += if window.end < body.len() { "…" } else { "" };
        shown += &line[body.len()..];
        start += line.len();
    }
    (shown, place)
}

/// Returns the part of a line around a place that is not wider than a terminal.
fn window(line: &str, place: Range<usize>) -> Range<usize> {
    let starts = spelling::clusters(line).scan(0, |end, cluster| {
        let start = *end;
        *end += cluster.len();
        Some(start)
    });
    let clusters: Vec<usize> = starts.collect();
    if clusters.len() <= WIDEST {
        return 0..line.len();
    }
    let at = clusters.partition_point(|start| *start < place.start);
    let first = at.saturating_sub(WIDEST / 2).min(clusters.len() - WIDEST);
    let end = clusters.get(first + WIDEST).copied().unwrap_or(line.len());
    clusters[first]..end
}

/// Configures codespan. An error in a drawing is shown among its other lines.
fn config(error: &ParseError) -> term::Config {
    let lines = if matches!(error.mistake, Mistake::Drawing(_)) { CONTEXT } else { 0 };
    term::Config { before_label_lines: lines, after_label_lines: lines, ..term::Config::default() }
}

/// The text that an error points into, as codespan needs it. Columns are characters as they were typed, and lines are those
/// of the file.
struct Pointed<'e> {
    error: &'e ParseError,
    source: &'e str,
    /// The text of the error, its long lines cut.
    text: &'e str,
}

impl<'a> Files<'a> for Pointed<'_> {
    type FileId = ();
    type Name = String;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<String, FileError> {
        let is_read = matches!(self.error.origin, Origin::Puzzle | Origin::Setting);
        let origin = self.error.origin.to_string();
        Ok(visible::shown(if is_read { self.source } else { &origin }).into())
    }

    fn source(&'a self, (): ()) -> Result<&'a str, FileError> {
        Ok(self.text)
    }

    fn line_index(&'a self, (): (), byte: usize) -> Result<usize, FileError> {
        Ok(newlines(&self.text[..byte.min(self.text.len())]))
    }

    fn line_number(&'a self, (): (), index: usize) -> Result<usize, FileError> {
        let first = self.error.line.saturating_sub(newlines(&self.error.text[..self.error.span.start]));
        Ok(first + index)
    }

    fn column_number(&'a self, (): (), _line: usize, _byte: usize) -> Result<usize, FileError> {
        Ok(self.error.column)
    }

    fn line_range(&'a self, (): (), index: usize) -> Result<Range<usize>, FileError> {
        let text = self.text;
        let mut starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).skip(index);
        let missing = FileError::LineTooLarge { given: index, max: newlines(text) };
        let start = starts.next().ok_or(missing)?;
        Ok(start..starts.next().unwrap_or(text.len()))
    }
}

fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_line_what_stands_around_the_place_is_shown() {
        let text = format!("A=B\n{}+ +é{}\nC", "é".repeat(100), "x".repeat(200));
        let at = text.find("+ +").expect("it is there");
        let (shown, place) = excerpt(&text, at..at + 3);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!((lines[0], lines[2], &shown[place]), ("A=B", "C", "+ +"));
        assert_eq!(lines[1].chars().count(), WIDEST + 2);
        let end = text.len()..text.len();
        let (shown, place) = excerpt(&text, end);
        assert_eq!(place, shown.len()..shown.len());
        let (shown, place) = excerpt(&"A".repeat(1000), 0..1000);
        assert_eq!((shown.chars().count(), place.len()), (WIDEST + 1, WIDEST));
    }
}
