//! `in` and `∈`: a number that is one of a set or within a range.

use super::Change;
use super::Edit;
use super::view::View;
use super::words::LINKS;
use std::ops::Range;

/// The most bytes that the values of one set may become.
const MOST_VALUES: usize = 1 << 16;

/// Reads `A in {1,3}` and `A in 1..5` as conditions.
pub(super) fn membership(view: &View) -> Option<Change> {
    let mut edits = Vec::new();
    let mut start = 0;
    while let Some((word, behind)) = (start..view.len()).find_map(|i| Some((i, is_in(view, i)?))) {
        let is_edge =
            |i: &usize| ",;\n(&|".contains(view.sign(*i)) || view.sign(*i) == '.' && view.is_space(i + 1);
        let first = (start..word).rev().find(is_edge).map_or(start, |at| at + 1);
        // `A+B=C where A ∈ {1, 2}`.
        let is_link = |part: &Range<usize>| LINKS.contains(&&*view.signs(part.clone()));
        let words = view.words(first..word);
        let link = words.iter().rev().find(|part| is_link(part)).cloned();
        let said = link.as_ref().map_or(first, |part| part.end)..word;
        let is_verb = |part: &Range<usize>| ["is", "not", "isn't"].contains(&&*view.signs(part.clone()));
        let verbs = view.words(said.clone()).into_iter().rev().take_while(is_verb);
        let verbs: Vec<String> = verbs.map(|part| view.signs(part)).collect();
        let is_denied = view.sign(word) == '∉' || verbs.iter().any(|verb| verb != "is");
        let left = view.words(said.clone()).into_iter().rev().nth(verbs.len())?;
        let left = view.trimmed(said.start..left.end)?;
        let before = link.as_ref().and_then(|link| view.trimmed(first..link.start));
        if before.is_some_and(|before| view.has_relation(before)) {
            edits.extend(link.map(|link| Edit::new(view.bytes(link), ",")));
        }
        let is_set = view.sign(view.behind(behind)?) == '{';
        let ends = |i: &usize| if is_set { view.sign(*i) == '}' } else { ",;\n)&|".contains(view.sign(*i)) };
        let found = (behind..view.len()).find(ends);
        let end = if is_set { found? + 1 } else { found.unwrap_or(view.len()) };
        let right = view.trimmed(behind..end)?;
        let right = right.start..right.end - usize::from(!is_set && view.sign(right.end - 1) == '.');
        let (subject, values) = (view.typed(left.clone()), view.typed(right.clone()));
        if subject.len().saturating_mul(values.len()) > MOST_VALUES {
            return None;
        }
        // Each time a blank is written it is another one.
        if is_set && values.contains(',') && left.clone().any(|i| view.is_blank(i)) {
            return None;
        }
        let (relation, joint) = if is_denied { ("≠", " && ") } else { ("=", " || ") };
        let (before, behind) = if is_set {
            let parts: Vec<String> = values
                .trim_matches(['{', '}'])
                .split(',')
                .map(|value| format!("{subject}{relation}{}", value.trim()))
                .collect();
            ("(".to_owned(), format!("{})", parts.join(joint).trim_start_matches(subject)))
        } else if is_denied {
            return None;
        } else {
            let (least, most) = values.split_once("..")?;
            (format!("{}<=", least.trim()), format!("<={}", most.trim_start_matches('.').trim()))
        };
        edits.push(Edit::new(view.bytes(left.start..left.start), before));
        edits.push(Edit::new(view.bytes(left.end..right.end), behind));
        start = end;
    }
    Change::of(edits)
}

/// Where it goes on behind `∈`, or behind the word `in`, if it stands at a place with a space before it and a space or a brace
/// behind it.
fn is_in(view: &View, at: usize) -> Option<usize> {
    if matches!(view.sign(at), '∈' | '∉') {
        return Some(at + 1);
    }
    let is_word = at > 0 && view.is_space(at - 1) && view.signs(at..(at + 2).min(view.len())) == "in";
    (is_word && (view.sign(at + 2) == ' ' || view.sign(at + 2) == '{')).then_some(at + 2)
}
