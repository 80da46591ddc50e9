//! What stands beside the rows of a drawing: marks, captions, signs at another place than before a row.

use std::ops::Range;

use super::lines::raw_lines;
use super::marks::note;
use super::prose::without_remarks;
use super::view::View;
use super::{Change, Edit};
use fukumen_language::message::message;
use fukumen_language::text::lines;

/// The most characters of a mark in brackets behind a row.
const LONGEST_MARK_OF_ROW: usize = 10;

pub(super) fn may_have_marked_rows(text: &str) -> bool {
    text.contains('\n') && (text.contains(" (") || text.contains(" ["))
}

/// Takes marks in brackets off that stand far behind rows of a drawing: `[1]`, `(3 P.)`, `(a)`.
pub(super) fn marked_rows(view: &View) -> Option<Change> {
    let far = |line: Range<usize>| {
        let close = line.end - 1;
        let open = line.clone().rev().find(|i| "([".contains(view.sign(*i)))?;
        let before = view.trimmed(line.start..open)?;
        let is_closed = matches!((view.sign(open), view.sign(close)), ('(', ')') | ('[', ']'));
        let is_mark =
            (open + 1..close).all(|i| view.letter(i).is_alphanumeric() || " .".contains(view.sign(i)));
        let is_far = open >= before.end + 2 && close - open <= LONGEST_MARK_OF_ROW;
        (is_closed && is_mark && is_far).then_some(before.end..line.end)
    };
    let found: Vec<Range<usize>> = view.lines().into_iter().filter_map(far).collect();
    // Brackets that stand in more than two rows may be a column of the puzzle, and square ones a digit.
    let is_digit = |at: &Range<usize>| view.sign(at.end - 1) == ']' && view.rules.base.get() > 10;
    let fits = view.is_drawn() && !found.iter().any(is_digit) && (1..=2).contains(&found.len());
    fits.then(|| without_remarks(view, found))?
}

pub(super) fn may_have_minus(text: &str) -> bool {
    text.contains('\n') && text.contains(['-', '−', '–'])
}

/// Puts the minus sign of a difference of two rows before the second row, if it stands before or behind the first, or beside the
/// rule. The layouts read it only there.
pub(super) fn minus_of_rows(view: &View) -> Option<Change> {
    let all = raw_lines(view.text);
    let shown: Vec<Range<usize>> =
        all.into_iter().filter(|line| !lines::is_blank(&view.text[line.clone()])).collect();
    let [first, second, rule, result] = shown.as_slice() else { return None };
    let words = |line: &Range<usize>| view.text[line.clone()].split_whitespace().collect::<Vec<&str>>();
    let is_minus = |word: &str| matches!(word, "-" | "−" | "–");
    let is_number = |word: &str| word.chars().all(char::is_alphanumeric);
    let is_rule = |word: &str| lines::is_rule(word) && word.chars().nth(1).is_some();
    let (first_words, rule_words) = (words(first), words(rule));
    let is_alone = |line: &Range<usize>| matches!(words(line)[..], [word] if is_number(word));
    let line = match (&first_words[..], &rule_words[..]) {
        ([number, sign] | [sign, number], [line]) if is_minus(sign) && is_number(number) && is_rule(line) => {
            first
        }
        ([number], [line, sign] | [sign, line]) if is_minus(sign) && is_number(number) && is_rule(line) => {
            rule
        }
        _ => return None,
    };
    if !is_alone(second) || !is_alone(result) {
        return None;
    }
    let typed = &view.text[line.clone()];
    let is_lone = |(at, _): &(usize, &str)| {
        let behind = typed[*at..].chars().nth(1);
        typed[..*at].chars().next_back().is_none_or(char::is_whitespace)
            && behind.is_none_or(char::is_whitespace)
    };
    let (at, sign) = typed.match_indices(['-', '−', '–']).find(is_lone)?;
    let place = line.start + at..line.start + at + sign.len();
    // Before the second row there may be no room.
    let mut edits: Vec<Edit> = shown
        .iter()
        .map(|line| Edit::new(line.start..line.start, if line == second { "- " } else { "  " }))
        .collect();
    edits.push(Edit::new(place.clone(), " "));
    edits.sort_by_key(|edit| edit.at.start);
    let moved = note(message!("note-minus"), place);
    Some(Change::of(edits)?.with(moved))
}

/// The most words of a caption.
const LONGEST_CAPTION: usize = 3;

/// Takes a line off below a drawing, with an empty line between them, that is a caption or a mark: `Fig. 1`, `(1)`, `Name: ____`.
pub(super) fn caption(view: &View) -> Option<Change> {
    let lines = view.lines();
    let [.., above, last] = lines.as_slice() else { return None };
    let gap = (above.end..last.start).filter(|i| view.sign(*i) == '\n').count();
    let signs = view.signs(last.clone());
    let is_named = signs.contains(char::is_lowercase) || signs.ends_with([')', ']', '.']);
    let is_plain = signs.chars().all(|c| c.is_alphanumeric() || " .,:()[]#_№°".contains(c));
    let fits = view.is_drawn()
        && lines.len() > 3
        && gap > 1
        && is_named
        && is_plain
        && view.words(last.clone()).len() <= LONGEST_CAPTION;
    fits.then(|| without_remarks(view, std::iter::once(last.clone())))?
}

/// Takes the brackets off the signs of rows: `(+) MORE`.
pub(super) fn signs_in_brackets(view: &View) -> Option<Change> {
    let is_bracketed = |i: &usize| {
        view.sign(*i) == '(' && view.sign(i + 2) == ')' && "+-−–×xX*·÷:".contains(view.sign(i + 1))
    };
    let found = (0..view.len().saturating_sub(2)).filter(is_bracketed);
    let edits = found.flat_map(|i| [i, i + 2].map(|at| Edit::new(view.bytes(at..at + 1), " ")));
    if view.is_drawn() { Change::of(edits.collect()) } else { None }
}
