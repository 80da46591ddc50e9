//! Quotation marks, entities of web pages, marks of bold type.

use std::ops::Range;

use super::Change;
use super::Edit;
use super::view::View;
use crate::vocabulary::signs::QUOTES;

/// The longest name of an entity.
const LONGEST_ENTITY: usize = 32;

/// Quotation marks that have no meaning anywhere.
const ALWAYS: &str = "\"“”„«»‹›「」『』`´";

/// Takes quotation marks off: those around the whole text, around each line, or around the numbers in it.
pub(super) fn quotes(view: &View) -> Option<Change> {
    let whole = view.whole();
    if whole.is_empty() {
        return None;
    }
    if let Some(inner) = unquoted(view, whole.clone()) {
        return Change::of(vec![
            Edit::cut(view.bytes(whole.start..inner.start)),
            Edit::cut(view.bytes(inner.end..whole.end)),
        ]);
    }
    // A tick within a number parts groups of digits.
    let is_edge = |i: usize| {
        let is_free = |at: Option<usize>| at.is_none_or(|at| !view.is_digit(at));
        is_free(i.checked_sub(1)) || is_free(Some(i + 1).filter(|at| *at < view.len()))
    };
    let is_tick = |c: char| "'‘’‚".contains(c);
    let ticks = whole.clone().filter(|i| is_tick(view.sign(*i)) && is_edge(*i)).count();
    let is_quote = |i: &usize| {
        let sign = view.sign(*i);
        ALWAYS.contains(sign) || ticks.is_multiple_of(2) && is_tick(sign) && is_edge(*i)
    };
    Change::of(whole.filter(is_quote).map(|i| Edit::cut(view.bytes(i..i + 1))).collect())
}

/// What stands between quotation marks of one pair, which do not stand inside.
fn unquoted(view: &View, whole: Range<usize>) -> Option<Range<usize>> {
    let (open, close) = (view.sign(whole.start), view.sign(whole.end - 1));
    let inner = whole.start + 1..whole.end.checked_sub(1)?;
    let is_pair = whole.len() > 2 && QUOTES.contains(&(open, close));
    let is_inside = |i: usize| view.sign(i) == open || view.sign(i) == close;
    (is_pair && !inner.clone().any(is_inside)).then_some(inner)
}

/// Puts characters in place of their names: `&times;`, `&#215;`.
pub(super) fn entities(view: &View) -> Option<Change> {
    let mut edits = Vec::new();
    let bytes = view.bytes(0..view.len());
    let mut start = bytes.start;
    while let Some(at) = view.text[start..bytes.end].find('&').map(|at| start + at) {
        let window = &view.text[at..bytes.end];
        let end = window.char_indices().take(LONGEST_ENTITY).find(|(_, c)| *c == ';').map(|(i, _)| at + i + 1);
        let Some(end) = end else { break };
        let entity = &view.text[at..end];
        let character = html_escape::decode_html_entities(entity);
        if *character == *entity {
            // An ampersand of another kind: nothing here is from a web page.
            return None;
        }
        edits.push(Edit::new(at..end, character.replace('\u{A0}', " ")));
        start = end;
    }
    Change::of(edits)
}

/// Takes off `**…**` around the whole text or around each line.
pub(super) fn bold(view: &View) -> Option<Change> {
    let is_bold = |line: &Range<usize>| {
        let text = view.typed(line.clone());
        let inner = text.strip_prefix("**").and_then(|rest| rest.strip_suffix("**"));
        inner.is_some_and(|inner| !inner.contains('*') && !inner.is_empty())
    };
    let around = |line: Range<usize>| {
        [Edit::cut(view.bytes(line.start..line.start + 2)), Edit::cut(view.bytes(line.end - 2..line.end))]
    };
    let (whole, lines) = (view.whole(), view.lines());
    if lines.iter().all(is_bold) {
        return Change::of(lines.into_iter().flat_map(around).collect());
    }
    if is_bold(&whole) { Change::of(around(whole).to_vec()) } else { None }
}
