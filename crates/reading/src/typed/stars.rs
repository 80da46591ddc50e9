//! Stars on one line: operators, or blanks. Hash signs that are no comments, and empty boxes: blanks.

use std::ops::Range;

use super::lines::raw_lines;
use super::marks::note;
use super::view::View;
use super::{Change, Edit};
use fukumen_language::message::message;
use fukumen_language::text::lines;

/// Reads all stars as blanks if there are several and one of them can be no operator. One between two operands with spaces
/// around it is times all the same.
pub(super) fn blanks(view: &View) -> Option<Change> {
    if view.is_drawn() {
        return None;
    }
    let runs = runs(view);
    let stars: usize = runs.iter().map(Range::len).sum();
    if stars < 2 || runs.iter().all(|run| is_operator(view, run)) {
        return None;
    }
    let is_part = |at: usize| view.ends_operand(at) || view.sign(at) == '*';
    let is_times = |run: &Range<usize>| {
        run.len() == 1
            && view.stands_alone(run.start)
            && view.before(run.start).is_some_and(is_part)
            && view.behind(run.end).is_some_and(|at| is_part(at) || view.begins_operand(at))
    };
    let digits = runs.iter().filter(|run| !is_times(run));
    let edits = digits.map(|run| Edit::new(view.bytes(run.clone()), "□".repeat(run.len())));
    Some(Change::of(edits.collect())?.with(message!("note-stars")))
}

/// Reads all hash signs as blanks where nothing else hides a digit: `## × # = ###`. One of them at least stands behind
/// something, so that it begins no comment.
pub(super) fn hashes(view: &View) -> Option<Change> {
    let lines =
        raw_lines(view.text).into_iter().filter(|line| lines::setting(&view.text[line.clone()]).is_none());
    let mut edits = Vec::new();
    let mut is_comment = true;
    for line in lines {
        let typed = &view.text[line.clone()];
        let is_figure = |c: char| !c.is_alphabetic() || "xXх".contains(c);
        if !typed.chars().all(is_figure) {
            return None;
        }
        let hashes =
            typed.match_indices('#').map(|(at, sign)| (at, line.start + at..line.start + at + sign.len()));
        for (at, place) in hashes {
            is_comment &= typed[..at].trim().is_empty();
            edits.push(Edit::new(place, "□"));
        }
    }
    Some(Change::of(edits).filter(|_| !is_comment)?.with(message!("note-hashes")))
}

/// Words before a sign that hides a digit each time: `Replace each ○ by a digit`.
const EACH: &[&str] = &[
    "cada",
    "chaque",
    "each",
    "elke",
    "every",
    "her",
    "jede",
    "jeden",
    "jedes",
    "każde",
    "każdy",
    "každé",
    "každý",
    "ogni",
    "varje",
    "каждую",
    "каждый",
    "κάθε",
];

pub(super) fn may_name_blanks(text: &str) -> bool {
    let has_each = |text: &str| EACH.iter().any(|word| text.contains(word));
    text.contains('\n') && has_each(&text.to_lowercase())
}

/// Makes blanks of a sign of which a sentence says that each hides a digit, if nothing but it hides one elsewhere.
pub(super) fn named_blanks(view: &View) -> Option<Change> {
    let lines = view.lines();
    let named = |line: &Range<usize>| {
        let words = view.words(line.clone());
        let is_each = |word: &Range<usize>| EACH.contains(&view.signs(word.clone()).to_lowercase().as_str());
        let at = words.iter().position(is_each)?;
        let shape = words.get(at + 1)?.clone().find(|i| !"\"'“”‘’«»`„".contains(view.letter(*i)))?;
        let sign = view.sign(shape);
        let is_alone = words[at + 1].clone().filter(|i| view.letter(*i).is_alphanumeric()).count() <= 1;
        let is_shape = matches!(sign, 'x' | 'X' | 'х' | 'Х') || view.is_picture(shape);
        (words.len() > 2 && is_alone && is_shape).then_some(sign)
    };
    let (at, shape) = lines.iter().enumerate().find_map(|(i, line)| Some((i, named(line)?)))?;
    // A small cross beside spaces multiplies.
    let is_cross = |i: usize| {
        matches!(view.sign(i), 'x' | 'X' | 'х' | 'Х')
            && (view.stands_alone(i) || view.before(i).is_none() && view.is_space(i + 1))
    };
    let is_hidden = |i: &usize| view.is_hidden(*i) && !view.is_blank(*i) && !is_cross(*i);
    let is_row = |line: &&Range<usize>| !lines::is_rule(view.typed((*line).clone()));
    let others = || lines[..at].iter().chain(&lines[at + 1..]).filter(is_row).cloned().flatten();
    let is_only = others().filter(is_hidden).all(|i| view.sign(i) == shape);
    if !is_only || others().filter(|i| view.sign(*i) == shape).count() < 2 {
        return None;
    }
    let shapes = others().filter(|i| view.sign(*i) == shape && !is_cross(*i));
    let shapes: Vec<Range<usize>> = shapes.map(|i| view.bytes(i..i + 1)).collect();
    let first = shapes.first()?.clone();
    let edits = shapes.into_iter().map(|at| Edit::new(at, "□")).collect();
    Some(Change::of(edits)?.with(note(message!("note-shapes", sign = shape), first)))
}

/// The stars that stand side by side.
fn runs(view: &View) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for i in (0..view.len()).filter(|i| view.sign(*i) == '*') {
        match runs.last_mut() {
            Some(run) if run.end == i => run.end = i + 1,
            _ => runs.push(i..i + 1),
        }
    }
    runs
}

/// Whether stars can be an operator: one or two between an operand and an operand, perhaps with a sign.
fn is_operator(view: &View, run: &Range<usize>) -> bool {
    let begins = |at: usize| view.begins_operand(at) || "+-−–.".contains(view.sign(at));
    run.len() <= 2
        && view.before(run.start).is_some_and(|at| view.ends_operand(at))
        && view.behind(run.end).is_some_and(begins)
}

/// Empty boxes that people type for a digit to be found, besides `□`.
const SQUARES: [char; 7] = ['⬜', '◻', '◽', '☐', '🔲', '⬚', '▫'];

pub(super) fn may_have_shapes(text: &str) -> bool {
    text.matches('□').count() > 1
        && text.contains(|c: char| !c.is_ascii() && !c.is_alphanumeric() && c != '□')
}

/// Reads boxes beside other shapes as one of these, if each is a number of its own: `□+△=10, □-△=2`. As blanks they would be other
/// digits each time.
pub(super) fn squares_among_shapes(view: &View) -> Option<Change> {
    let is_square = |i: &usize| view.sign(*i) == '□';
    let is_shape = |i: usize| view.is_hidden(i) && !view.is_blank(i) && !view.letter(i).is_alphanumeric();
    let mut squares = (0..view.len()).filter(is_square);
    let first = squares.next()?;
    let is_alone = |i: usize| !view.is_digit(i + 1) && (i == 0 || !view.is_digit(i - 1));
    let is_again = squares.next().is_some();
    let fits = is_again
        && !view.is_drawn()
        && (0..view.len()).filter(is_square).all(is_alone)
        && (0..view.len()).any(is_shape)
        && !(0..view.len()).any(|i| view.is_blank(i) && view.sign(i) != '□')
        && !view.rules.symbols.contains(&"□".to_owned());
    let note = note(message!("note-square-symbol"), view.bytes(first..first + 1));
    fits.then(|| Some(Change::of(vec![Edit::new(0..0, "@symbols □\n")])?.with(note)))?
}

pub(super) fn may_have_squares(text: &str) -> bool {
    text.contains(SQUARES)
}

/// Reads an empty box as a blank if nothing else is hidden: as a symbol it would be the same digit everywhere.
pub(super) fn squares(view: &View) -> Option<Change> {
    // A cross before a row is no symbol.
    let is_cross = |i: usize| "xX".contains(view.sign(i)) && view.is_space(i + 1);
    let is_hidden = |i: &usize| view.is_hidden(*i) && !is_cross(*i);
    let shape = view.sign((0..view.len()).find(is_hidden)?);
    let is_alone = (0..view.len()).filter(is_hidden).all(|i| view.sign(i) == shape);
    if !SQUARES.contains(&shape) || !is_alone || view.rules.symbols.contains(&shape.to_string()) {
        return None;
    }
    let shapes: Vec<Range<usize>> = (0..view.len()).filter(is_hidden).map(|i| view.bytes(i..i + 1)).collect();
    let first = shapes.first()?.clone();
    let edits = shapes.into_iter().map(|at| Edit::new(at, "□")).collect();
    Some(Change::of(edits)?.with(note(message!("note-shapes", sign = shape), first)))
}
