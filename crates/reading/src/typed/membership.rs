//! A number that is one of a set or within a range: `A in {1,3}`, `A ∈ 1..5`, `A from 1 to 5`, `A and B: 1-5`.

use std::ops::Range;

use super::operators::AND;
use super::view::{BRACKETS, View};
use super::words::LINKS;
use super::{Change, Edit};

/// The most parts of a set of which some are left out: `{1,2,3,…,9}`.
const MOST_BEFORE_GAP: usize = 6;

/// The most bytes that the values of one set may become.
const MOST_VALUES: usize = 1 << 16;

/// The most characters of a range without brackets, and of what stands before it or a set within a condition.
const LONGEST_RANGE: usize = 64;
const LONGEST_SUBJECT: usize = 1 << 10;

/// Words and signs before a set or a range, and what may stand behind them.
const BEFORE: &[(&str, Behind)] = &[
    ("in", Behind::Any),
    ("∈", Behind::Any),
    ("∉", Behind::Any),
    ("from", Behind::Range),
    ("between", Behind::Range),
    ("is", Behind::Range),
    (":=", Behind::Value),
    (":", Behind::Value),
    ("=", Behind::Set),
];

/// All but the first are said of symbols and words, not of sums.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Any,
    Range,
    /// A range, one digit or several: `A: 7`, `A: 2 or 3`.
    Value,
    /// A set, or a range with points: `A=1-5` is calculated.
    Set,
}

/// Words between a number and these.
const VERBS: &[&str] = &["is", "isn't", "not", "lies", "ranges", "goes", "varies", "be", "must"];
const DENYING: &[&str] = &["isn't", "not"];

/// What stands between the ends of a range, besides points.
const BETWEEN: &[&str] = &[" to ", " through ", "-", "–", "—", "~"];

enum Values {
    Listed(Vec<String>),
    Within(String, String),
}

pub(super) fn may_be_member(text: &str) -> bool {
    BEFORE.iter().any(|(word, _)| text.contains(word))
        && text.contains(|c: char| c.is_ascii_digit() || "{.…".contains(c))
}

/// Reads `A in {1,3}` and `A in 1..5` as conditions.
pub(super) fn membership(view: &View) -> Option<Change> {
    let (mut edits, mut start, mut at) = (Vec::new(), 0, 0);
    while at < view.len() {
        let word = BEFORE.iter().find_map(|(word, what)| Some((ends(view, at, word)?, *what)));
        let Some((behind, what)) = word else {
            at += 1;
            continue;
        };
        match member(view, start..at, behind, what) {
            Some((found, end)) => {
                edits.extend(found);
                (start, at) = (end, end);
            }
            None => at = behind,
        }
    }
    Change::of(edits)
}

/// Where a word or sign ends that stands at a place. A word has a space before it, and a space or a bracket behind it.
fn ends(view: &View, at: usize, word: &str) -> Option<usize> {
    let is_word = word.starts_with(char::is_alphabetic);
    let end = at + word.chars().count();
    let is_here = word.chars().enumerate().all(|(i, sign)| view.sign(at + i) == sign);
    let is_apart = || at > 0 && view.is_space(at - 1) && matches!(view.sign(end), ' ' | '{' | '[');
    (is_here && (!is_word || is_apart())).then_some(end)
}

/// The edits for what is said of numbers that end `before` a set or range, and where this ends.
fn member(view: &View, before: Range<usize>, behind: usize, what: Behind) -> Option<(Vec<Edit>, usize)> {
    let (values, end) = values(view, behind, what)?;
    let word = before.end;
    let Subjects { numbers, is_denied, mut edits } = subjects(view, before, what)?;
    let last = numbers.first()?.end;
    for number in &numbers {
        let name = view.typed(number.clone());
        let has_blanks = number.clone().any(|i| view.is_blank(i));
        let (head, tail) = said(name, &values, is_denied || view.sign(word) == '∉', has_blanks)?;
        let rest = if number.end == last { last..end } else { number.end..number.end };
        edits.push(Edit::new(view.bytes(number.start..number.start), head));
        edits.push(Edit::new(view.bytes(rest), tail));
    }
    edits.sort_by_key(|edit| edit.at.start);
    Some((edits, end))
}

/// What stands before and behind a number that has some values.
fn said(name: &str, values: &Values, is_denied: bool, has_blanks: bool) -> Option<(String, String)> {
    let is_twice = is_denied || matches!(values, Values::Listed(values) if values.len() > 1);
    // Each time a blank is written it is another one.
    if has_blanks && is_twice {
        return None;
    }
    let rest = match values {
        Values::Within(least, most) if !is_denied => {
            return Some((format!("{least}<="), format!("<={most}")));
        }
        Values::Within(least, most) => format!("<{least} || {name}>{most}"),
        Values::Listed(values) => {
            let (relation, joint) = if is_denied { ("≠", " && ") } else { ("=", " || ") };
            let length: usize = values.iter().map(|value| name.len() + value.len()).sum();
            if length > MOST_VALUES {
                return None;
            }
            let parts: Vec<String> = values.iter().map(|value| format!("{relation}{value}")).collect();
            parts.join(&format!("{joint}{name}"))
        }
    };
    Some(("(".to_owned(), rest + ")"))
}

struct Subjects {
    /// From the last to the first.
    numbers: Vec<Range<usize>>,
    is_denied: bool,
    /// Commas in the place of words.
    edits: Vec<Edit>,
}

/// The numbers of which something is said that stand at the end of a part of the text.
fn subjects(view: &View, part: Range<usize>, what: Behind) -> Option<Subjects> {
    let is_edge =
        |i: &usize| ",;\n(&|".contains(view.sign(*i)) || view.sign(*i) == '.' && view.is_space(i + 1);
    let after_edge = |end: usize| {
        let edge = (part.start..end).rev().take(LONGEST_SUBJECT).find(is_edge).map(|at| at + 1);
        edge.or_else(|| (end - part.start <= LONGEST_SUBJECT).then_some(part.start))
    };
    let is_one_of = |word: &Range<usize>, words: &[&str]| words.contains(&&*view.signs(word.clone()));
    let is_symbol =
        |word: &Range<usize>| word.len() == 1 && view.is_hidden(word.start) && !view.is_blank(word.start);
    let mut first = after_edge(part.end)?;
    let words = view.words(first..part.end);
    let (mut words, mut edits, mut is_denied) = (words.as_slice(), Vec::new(), false);
    while let [rest @ .., verb] = words
        && is_one_of(verb, VERBS)
    {
        is_denied |= is_one_of(verb, DENYING);
        words = rest;
    }
    let link = words.iter().rposition(|word| is_one_of(word, LINKS)).map_or(0, |link| link + 1);
    let number = words.get(link)?.start..words.last()?.end;
    let is_of_symbol = is_symbol(&number);
    let is_word = || number.clone().all(|i| view.is_hidden(i) && view.letter(i).is_uppercase());
    if view.has_relation(number.clone()) || what != Behind::Any && !is_of_symbol && !is_word() {
        return None;
    }
    let mut numbers = vec![number];
    words = &words[..link];
    // `A and B in 1..5`.
    while let [rest @ .., symbol, link] = words
        && is_of_symbol
        && is_one_of(link, &[AND])
        && is_symbol(symbol)
    {
        edits.push(Edit::new(view.bytes(link.clone()), ","));
        numbers.push(symbol.clone());
        words = rest;
    }
    // `A+B=C where A ∈ {1, 2}`.
    if let [rest @ .., link] = words
        && is_one_of(link, LINKS)
        && view.has_relation(first..rest.last().map_or(first, |last| last.end))
    {
        edits.push(Edit::new(view.bytes(link.clone()), ","));
    }
    // `A, B ∈ {1, 2}`.
    while words.is_empty() && is_of_symbol && first > part.start && view.sign(first - 1) == ',' {
        let start = after_edge(first - 1)?;
        if let Some(symbol) = view.trimmed(start..first - 1).filter(is_symbol) {
            numbers.push(symbol);
            first = start;
            continue;
        }
        // `A+B=C where A, B ∈ {1, 2}`.
        let before = view.words(start..first - 1);
        if let [rest @ .., link, symbol] = before.as_slice()
            && is_symbol(symbol)
            && (is_one_of(link, LINKS) || is_one_of(link, &["for"]))
        {
            let is_first = rest.is_empty();
            let at = if is_first { link.start..symbol.start } else { link.clone() };
            edits.push(Edit::new(view.bytes(at), if is_first { "" } else { "," }));
            numbers.push(symbol.clone());
        }
        break;
    }
    Some(Subjects { numbers, is_denied, edits })
}

/// The values behind a word or sign, and where they end.
fn values(view: &View, behind: usize, what: Behind) -> Option<(Values, usize)> {
    let first = view.behind(behind)?;
    let bracket = BRACKETS.iter().find(|(open, _)| view.sign(first) == *open);
    let (inner, end) = if let Some((open, close)) = bracket {
        let signs = [*open, *close];
        let end = (first + 1..view.len()).find(|i| signs.contains(&view.sign(*i)));
        let end = end.filter(|i| view.sign(*i) == *close)?;
        (first + 1..end, end + 1)
    } else {
        let edge = (first..=view.len()).take(LONGEST_RANGE).find(|i| ",;\n)&|".contains(view.sign(*i)))?;
        let inner = view.trimmed(first..edge)?;
        let inner = inner.start..inner.end - usize::from(view.sign(inner.end - 1) == '.');
        (inner.clone(), inner.end)
    };
    let text = view.typed(inner).trim();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let are_ends = |(least, most): &(&str, &str)| {
        is_number(least) && is_number(most) && (least.len(), *least) < (most.len(), *most)
    };
    let split = |sign: &str| {
        let plain = text.strip_suffix("inclusive").unwrap_or(text);
        plain.split_once(sign).map(|(least, most)| (least.trim(), most.trim_start_matches('.').trim()))
    };
    let of_points = || split("..").filter(|ends| what == Behind::Any || are_ends(ends));
    let of_words = || {
        let signs = BETWEEN.iter().chain((what == Behind::Range).then_some(&" and "));
        let ends = signs.filter_map(|sign| split(sign)).find(are_ends);
        ends.filter(|_| what != Behind::Set || bracket.is_some())
    };
    // `E: 2 or 3`.
    let ways = text.split(" or ").map(str::trim).collect::<Vec<_>>();
    if bracket.is_none() && what == Behind::Value && ways.len() > 1 && ways.iter().all(|way| is_number(way)) {
        return Some((Values::Listed(ways.into_iter().map(str::to_owned).collect()), end));
    }
    let parts: Vec<&str> = text.split([',', '，', '、']).map(str::trim).collect();
    let are_numbers = parts.iter().all(|part| is_number(part));
    // `{1,…,9}`, `{1,2,…,9}`.
    let is_gap = |part: &str| matches!(part, "…" | "..." | "..");
    if let [least, .., gap, most] = parts.as_slice()
        && is_gap(gap)
        && are_ends(&(least, most))
        && bracket.is_some()
        && parts.len() < MOST_BEFORE_GAP
    {
        return Some((Values::Within((*least).to_owned(), (*most).to_owned()), end));
    }
    let within = |(least, most): (&str, &str)| Values::Within(least.to_owned(), most.to_owned());
    let listed = || Values::Listed(parts.iter().map(|part| (*part).to_owned()).collect());
    if let ([_], Some(ends)) = (parts.as_slice(), of_points().or_else(of_words)) {
        return Some((within(ends), end));
    }
    let values = match (parts.as_slice(), bracket) {
        ([digit], None)
            if what == Behind::Value
                && digit.parse().is_ok_and(|digit: u8| digit < view.rules.base.get()) =>
        {
            listed()
        }
        (parts, Some(('{', _))) if !parts.contains(&"") => listed(),
        ([least, most], Some(('[', _))) if are_ends(&(least, most)) => within((least, most)),
        // Two numbers in round brackets may be the ends of a range, or all there is.
        ([_, _, _, ..], Some(_)) if are_numbers => listed(),
        _ => return None,
    };
    Some((values, end))
}
