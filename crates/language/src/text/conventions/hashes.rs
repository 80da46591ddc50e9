//! The sign `#` as a blank. A line that begins with it is a comment, unless that is all there is.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::message::message;
use crate::text::draft::Edit;
use crate::text::heading::Heading;
use crate::text::lines;

/// Reads `#` as a blank: `#A+1=B#`, `## × # = ###`.
pub(super) fn blanks(view: &View) -> Option<Change> {
    let typed = |line: &Range<usize>| &view.text[line.clone()];
    let is_read =
        |line: &Range<usize>| lines::setting(typed(line)).is_none() && !lines::is_blank(typed(line));
    let lines: Vec<Range<usize>> = raw_lines(view.text).into_iter().filter(is_read).collect();
    let begins = |line: &Range<usize>| lines::special(typed(line)).is_some();
    let written = lines.iter().map(|line| typed(line).replace('#', "□")).collect::<Vec<_>>();
    let is_drawing = lines.len() > 1 && lines::is_drawn(&written.join("\n"), view.rules);
    // One sign at least is after something, so that it begins no comment.
    let is_inner =
        |line: &Range<usize>| typed(line).trim_start().trim_start_matches('#').contains('#') || !begins(line);
    let has_inner = lines.iter().any(|line| typed(line).contains('#') && is_inner(line));
    let is_puzzle = |(line, written): &(&Range<usize>, &String)| match (is_drawing, begins(line)) {
        (true, _) => has_inner && lines.iter().all(|line| is_row(typed(line))),
        (false, true) => lines.len() == 1 && is_whole(written, view),
        (false, false) => is_whole(written, view),
    };
    let edits = lines.iter().zip(&written).filter(is_puzzle).flat_map(|(line, _)| {
        let signs = typed(line).match_indices('#').map(|(at, _)| line.start + at);
        signs.map(|at| Edit::new(at..at + 1, "□")).collect::<Vec<_>>()
    });
    Some(Change::of(edits)?.with(message!("note-hashes")))
}

/// Returns whether a line is one row of a drawing: words of a comment stand apart.
fn is_row(line: &str) -> bool {
    let has_letters = line.contains(|c: char| c.is_alphabetic() && !"xX".contains(c));
    let row = line.trim().trim_start_matches(['+', '-', '−', '×', 'x', ' ']);
    !has_letters || !row.contains(char::is_whitespace)
}

/// Returns whether operands and operators alternate in a line.
fn is_whole(line: &str, view: &View) -> bool {
    let heading = Heading { rules: view.rules.clone(), lines: Vec::new() };
    let line = View::new(line, &heading, view.aids);
    line.alternates(line.whole())
}

/// Returns the bytes of the lines of a text, without their ends.
fn raw_lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let range = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        range
    });
    lines.collect()
}
