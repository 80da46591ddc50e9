//! Conditions with a label: `Nota: E è pari`, `(Hinweis: A<B)`, `— Hint: T is odd`, `**Tip:** W=2`.

use std::collections::HashMap;
use std::ops::Range;

use super::labels::LABELS;
use super::marks::is_without_case;
use super::prose::note;
use super::view::View;
use super::words::condition_of;
use super::{Change, Edit};

/// What may stand before a label, besides the beginning of a line, and what then ends the hint.
const OPENERS: &[(char, &str)] = &[
    ('(', ")"),
    ('[', "]"),
    ('<', ">"),
    ('{', "}"),
    ('*', "*"),
    ('-', ""),
    ('–', ""),
    ('—', ""),
    ('|', ""),
    (',', ""),
    (';', ""),
    ('.', ""),
];

/// How long a label may be, and how many hints are looked for.
const LONGEST_LABEL: usize = 24;
const MOST_HINTS: usize = 8;

/// Characters around a hint that are not part of it.
const AROUND: &str = " *_.!。！\t";

pub(super) fn may_have_hints(text: &str) -> bool {
    text.contains([':', '：']) && text.contains(['=', '<', '>', '≠', '≤', '≥', '-', '/', '_'])
}

/// Takes labels off hints that are conditions, in signs or in words, so that these stand behind a comma or on a line of their own.
pub(super) fn hints(view: &View) -> Option<Change> {
    if view.is_form() {
        return None;
    }
    let mut edits = Vec::new();
    let mut words = Vec::new();
    let mut has_main = false;
    let mut capitals: HashMap<char, usize> = HashMap::new();
    for sign in (0..view.len()).map(|i| view.sign(i)).filter(|sign| sign.is_uppercase()) {
        *capitals.entry(sign).or_default() += 1;
    }
    for line in view.lines() {
        let colons = line.clone().filter(|i| view.sign(*i) == ':').take(MOST_HINTS);
        let found = colons.filter_map(|colon| hint(view, &line, colon, &capitals)).next();
        let Some(Hint { label, from, said, to }) = found else {
            has_main |= view.has_relation(line);
            continue;
        };
        words.push(view.typed(label));
        let is_behind = from > line.start;
        has_main |= is_behind;
        edits.push(Edit::new(view.bytes(from..said.start), if is_behind { ", " } else { "" }));
        edits.push(Edit::cut(view.bytes(said.end..to)));
    }
    if !has_main {
        return None;
    }
    edits.retain(|edit| !edit.at.is_empty());
    Some(Change::of(edits)?.with(note(&words.join(" … "))))
}

/// A hint in a line.
struct Hint {
    /// With its colon.
    label: Range<usize>,
    /// Where what stands between it and the puzzle begins.
    from: usize,
    said: Range<usize>,
    /// Where it ends, with its bracket.
    to: usize,
}

/// The hint with this colon, if a label stands before it, and behind it what may be a condition of letters that stand elsewhere, too.
fn hint(view: &View, line: &Range<usize>, colon: usize, capitals: &HashMap<char, usize>) -> Option<Hint> {
    let is_part = |i: &usize| view.letter(*i).is_alphabetic() || view.sign(*i) == '.' || view.is_space(*i);
    let start = (line.start..colon).rev().take_while(is_part).take(LONGEST_LABEL).last()?;
    let label = view.trimmed(start..colon)?;
    // A full stop ends what stands before it, unless letters follow at once: `N.B.`.
    let stop = label.clone().rev().find(|i| view.sign(*i) == '.' && view.is_space(i + 1));
    let label = view.trimmed(stop.map_or(label.start, |stop| stop + 1)..colon)?;
    let typed = view.typed(label.clone());
    let is_telling = |c: char| c.is_lowercase() || is_without_case(c);
    let is_word = typed.chars().filter(|c| c.is_alphabetic()).count() > 1;
    if !is_word || !(LABELS.contains(&typed) || typed.contains(is_telling)) {
        return None;
    }
    // Stars of bold type stand around it, or a bracket before it.
    let marked = (line.start..label.start).rev().take_while(|i| "*_ ".contains(view.sign(*i))).last();
    let marked = marked.unwrap_or(label.start);
    let opener = marked.checked_sub(1).filter(|i| *i >= line.start);
    let (from, closer) = match opener {
        None => (line.start, ""),
        Some(at) => {
            let (_, closer) = OPENERS.iter().find(|(sign, _)| *sign == view.letter(at))?;
            let is_apart = at == line.start || view.is_space(at - 1) || ",;.".contains(view.sign(at));
            (view.before(at).filter(|_| is_apart)? + 1, *closer)
        }
    };
    let rest = view.trimmed(colon + 1..line.end)?;
    let to = match closer {
        "" | "*" => line.end,
        closer => rest.clone().find(|i| closer.contains(view.sign(*i)))? + 1,
    };
    let inner = rest.start..to - usize::from(!matches!(closer, "" | "*"));
    let is_said = |i: &usize| !AROUND.contains(view.sign(*i));
    let first = inner.clone().find(is_said)?;
    let said = first..inner.clone().rev().find(is_said)? + 1;
    if closer.len() == 1 && closer != "*" && (to..line.end).any(|i| is_said(&i)) {
        return None;
    }
    let mut own: HashMap<char, usize> = HashMap::new();
    for sign in (from..to).map(|i| view.sign(i)).filter(|sign| sign.is_uppercase()) {
        *own.entry(sign).or_default() += 1;
    }
    let is_known = |i: usize| own.get(&view.sign(i)).is_none_or(|count| capitals[&view.sign(i)] > *count);
    let is_of_signs = view.has_relation(said.clone())
        && view.is_condition(said.clone())
        && !said.clone().any(|i| view.sign(i).is_lowercase());
    let says = is_of_signs || condition_of(view.typed(said.clone()), view).is_some();
    let has_puzzle = from == line.start || view.has_relation(line.start..from);
    (says && has_puzzle && said.clone().all(is_known)).then_some(Hint {
        label: label.start..colon + 1,
        from,
        said,
        to,
    })
}

/// Takes the label off a line, if it has one: what is left of `Nota: B é menor que D`.
pub(super) fn unlabelled(line: &str) -> Option<&str> {
    let (label, rest) = line.split_once([':', '：'])?;
    let label = label.trim_matches(|c: char| "*_ ".contains(c));
    let is_label = label.chars().count() <= LONGEST_LABEL
        && label.chars().all(|c| c.is_alphabetic() || " .".contains(c))
        && (LABELS.contains(&label) || label.contains(|c: char| c.is_lowercase() || is_without_case(c)));
    is_label.then(|| rest.trim_matches(|c: char| "*_ ".contains(c)))
}
