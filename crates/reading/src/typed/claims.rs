//! Relations that are no conditions of their own: one that follows from another, `A<B => C<D`, `if A is odd then B is even`; one
//! that is asked about or to be proved, `Is S=5 possible?`, `Prove that B>D.`; one that says what a number is, `AB = 10A + B`; and one
//! that only holds of remainders, `A+B ≡ C (mod 7)`.

use std::ops::Range;

use super::arrows::ARROWS;
use super::prose::note;
use super::view::View;
use super::words::condition_of;
use super::{Change, Edit};
use fukumen_language::message::message;
use fukumen_language::text::lines;

/// How two conditions belong together.
#[derive(Clone, Copy, PartialEq)]
enum Link {
    /// The second follows from the first.
    Implies,
    /// The first follows from the second.
    FollowsFrom,
    /// Each follows from the other.
    Equals,
    /// One of them holds, or both.
    Or,
}

/// Words and signs between two conditions, besides arrows.
const LINKS: &[(&str, Link)] = &[
    ("if and only if", Link::Equals),
    ("iff", Link::Equals),
    ("<=>", Link::Equals),
    ("<==>", Link::Equals),
    ("⇔", Link::Equals),
    ("⟺", Link::Equals),
    ("=>", Link::Implies),
    ("==>", Link::Implies),
    ("->", Link::Implies),
    ("implies", Link::Implies),
    ("only if", Link::Implies),
    ("only when", Link::Implies),
    ("then", Link::Implies),
    ("if", Link::FollowsFrom),
    ("when", Link::FollowsFrom),
    ("whenever", Link::FollowsFrom),
    ("unless", Link::Or),
];

/// No longer sentence is looked at, in signs.
const LONGEST: usize = 120;

/// How many of them are looked at.
const MOST: usize = 16;

/// Words with which a question about a condition begins, and words with which a proof is asked for.
const QUESTIONS: &[&str] = &["is", "are", "can", "could", "does", "must", "may"];
const PROOFS: &[&str] = &[
    "prove",
    "show",
    "verify",
    "beweise",
    "zeige",
    "montrer",
    "demostrar",
    "dimostrare",
    "докажите",
    "докажи",
];

pub(super) fn may_follow(text: &str) -> bool {
    let begins_link = |word: &str| {
        LINKS.iter().any(|(link, _)| link.split(' ').next().is_some_and(|first| is(word, first)))
            || word.starts_with(ARROWS)
    };
    text.split([' ', '\n', '(']).any(begins_link)
}

/// Whether a word is one of a link, perhaps at the head of a sentence.
fn is(typed: &str, word: &str) -> bool {
    typed.eq_ignore_ascii_case(word) && typed.get(1..) == word.get(1..)
}

/// Reads one condition that follows from another, beside a puzzle, as one condition: in its place, or as a setting if that stands
/// apart from the puzzle.
pub(super) fn implications(view: &View) -> Option<Change> {
    if view.is_form() {
        return None;
    }
    let is_drawn = view.is_drawn();
    // `(if A<B, C<D)`.
    let unopened = |word: Range<usize>| word.start + usize::from(view.sign(word.start) == '(')..word.end;
    let words: Vec<_> = view.words(view.whole()).into_iter().map(unopened).collect();
    let typed = |at: usize| words.get(at).map_or("", |word| view.typed(word.clone()));
    let begins = |at: usize, link: &str| link.split(' ').enumerate().all(|(i, word)| is(typed(at + i), word));
    let link = |at: usize| {
        let said = LINKS.iter().find(|(link, _)| begins(at, link));
        let arrow = || is_arrow(typed(at)).then_some((1, Link::Implies));
        said.map(|(words, link)| (words.split(' ').count(), *link)).or_else(arrow)
    };
    let (mut edits, mut said, mut done) = (Vec::new(), Vec::new(), 0);
    let links = words.iter().enumerate().filter_map(|(at, word)| Some((at, word, link(at)?)));
    for (at, word, (length, link)) in links.take(MOST) {
        let behind = words[at + length - 1].end;
        if word.start < done {
            continue;
        }
        // `AB+CD=EF, if A<B, C<D` may mean that both are given.
        let may_lead = match link {
            Link::FollowsFrom => view.before(word.start).is_none_or(|at| view.sign(at) != ','),
            Link::Or => true,
            Link::Implies | Link::Equals => false,
        };
        let leading = || leading(view, word).filter(|_| may_lead);
        let around = || around(view, done, word.start, behind);
        let Some((sentence, one, other)) = leading().or_else(around) else { continue };
        let (given, follows) = match link {
            Link::FollowsFrom => (other, one),
            Link::Implies | Link::Equals | Link::Or => (one, other),
        };
        let calculates = |at: &Range<usize>| at.clone().any(|i| "+×*/÷^".contains(view.sign(i)));
        let is_below =
            is_drawn || view.trimmed(0..sentence.start).is_some_and(|above| view.has_relation(above));
        let is_above = || {
            let rest = sentence.end..view.len();
            let is_drawn = || lines::is_drawn(view.typed(rest.clone()).trim_matches('.'), view.rules);
            !calculates(&given) && (view.has_relation(rest.clone()) || is_drawn())
        };
        if calculates(&follows) || !is_below && !is_above() {
            continue;
        }
        let conditions = condition(view, given).zip(condition(view, follows));
        let Some((given, follows)) = conditions else { continue };
        let whole = match link {
            Link::Equals => format!("({given})=({follows})"),
            Link::Implies | Link::FollowsFrom => format!("¬({given}) || {follows}"),
            Link::Or => format!("({given}) || {follows}"),
        };
        done = sentence.end;
        let is_labelled = view.before(sentence.start).is_some_and(|at| view.sign(at) == ':');
        if is_drawn || is_labelled || !is_below {
            let is_bracketed =
                sentence.start > 0 && view.sign(sentence.start - 1) == '(' && view.sign(sentence.end) == ')';
            let start = sentence.start - usize::from(is_bracketed);
            let end = sentence.end + usize::from(is_bracketed || ".:;,".contains(view.sign(sentence.end)));
            edits.push(Edit::cut(view.bytes(start..end)));
            edits.insert(said.len(), Edit::new(0..0, format!("@where {whole}\n")));
        } else {
            edits.push(Edit::new(view.bytes(sentence), whole.clone()));
        }
        said.push(whole);
    }
    Some(Change::of(edits)?.with(message!("note-implied", conditions = said.join(", "))))
}

fn is_arrow(word: &str) -> bool {
    word.strip_prefix(ARROWS).is_some_and(str::is_empty)
}

/// Whether a sentence ends at a sign.
fn ends(view: &View, at: usize) -> bool {
    let is_label = || view.sign(at) == ':' && at > 0 && !view.is_space(at - 1);
    ",;\n()".contains(view.sign(at)) || (view.sign(at) == '.' || is_label()) && view.is_space(at + 1)
}

/// A sentence that begins with `if` or `unless`, with what stands behind its comma and before it: `If A<B, C<D.`
fn leading(view: &View, word: &Range<usize>) -> Option<(Range<usize>, Range<usize>, Range<usize>)> {
    let is_first = view.before(word.start).is_none_or(|at| ends(view, at));
    let end = |from: usize| (from..view.len()).take(LONGEST).find(|i| ends(view, *i)).unwrap_or(view.len());
    let comma = end(word.end);
    let last = end(comma + 1);
    let (given, follows) = view.trimmed(word.end..comma).zip(view.trimmed(comma + 1..last))?;
    // Behind another comma there is more that is given.
    let fits = is_first && view.sign(comma) == ',' && view.sign(last) != ',';
    fits.then_some((word.start..last, follows, given))
}

/// The sentence around a link, with what stands before it and behind it.
fn around(
    view: &View,
    least: usize,
    link: usize,
    behind: usize,
) -> Option<(Range<usize>, Range<usize>, Range<usize>)> {
    let sentence = sentence(view, least, link, behind)?;
    // `if A<B, then C<D`.
    let before = without_if(view, view.trimmed(sentence.start..link)?)?;
    let after = view.trimmed(behind..sentence.end)?;
    Some((sentence, before, after))
}

/// The sentence around a link, from the punctuation before it to that behind it. The comma before `then` is none, if `if` stands before
/// it.
fn sentence(view: &View, least: usize, link: usize, behind: usize) -> Option<Range<usize>> {
    let is_end = |i: &usize| ends(view, *i);
    let last = view.before(link)?;
    let is_then = ends(view, last);
    let last = if is_then { last } else { link };
    let start = (least..last).rev().take(LONGEST).find(is_end).map_or(least, |end| end + 1);
    let end = (behind..view.len()).take(LONGEST).find(is_end).unwrap_or(view.len());
    let whole = view.trimmed(start..end)?;
    (!is_then || begins_with_if(view, &whole)).then_some(whole)
}

fn begins_with_if(view: &View, at: &Range<usize>) -> bool {
    ["if ", "If "].iter().any(|word| view.typed(at.clone()).starts_with(word))
}

/// What stands behind `if`, if that begins it, without the comma behind it.
fn without_if(view: &View, at: Range<usize>) -> Option<Range<usize>> {
    let is_if = begins_with_if(view, &at);
    let end = at.end - usize::from(is_if && view.sign(at.end - 1) == ',');
    view.trimmed(at.start + if is_if { 2 } else { 0 }..end)
}

/// A condition in signs or in words, or several with `and` between them.
fn condition(view: &View, at: Range<usize>) -> Option<String> {
    let and = view.words(at.clone()).into_iter().find(|word| view.typed(word.clone()) == "and");
    let parts = and.and_then(|and| view.trimmed(at.start..and.start).zip(view.trimmed(and.end..at.end)));
    let both = parts.and_then(|(one, rest)| condition(view, one).zip(condition(view, rest)));
    if let Some((one, rest)) = both {
        return Some(format!("({one}) && {rest}"));
    }
    let typed = view.typed(at.clone());
    let is_word =
        |word: Range<usize>| word.len() > 1 && word.into_iter().any(|i| view.sign(i).is_lowercase());
    let is_plain = view.has_relation(at.clone())
        && view.is_condition(at.clone())
        && !view.words(at).into_iter().any(is_word);
    if is_plain { Some(typed.to_owned()) } else { condition_of(typed, view) }
}

/// How sentences begin that give an example, an attempt or advice.
const ADVICE: &[&str] = &[
    "for example",
    "example: ",
    "e.g.",
    "for instance",
    "try ",
    "start with",
    "start by",
    "begin with",
    "begin by",
    "suppose first",
    "do not assume",
    "don't assume",
    "don’t assume",
    "you may not assume",
    "my attempt",
    "one solution",
    "hint: try",
    "answer: ",
    "answers: ",
    "solution: ",
    "spoiler: ",
    "result: ",
    "lösung: ",
    "antwort: ",
    "réponse: ",
    "solución: ",
    "respuesta: ",
    "soluzione: ",
    "ответ: ",
    "решение: ",
    "odpowiedź: ",
    "řešení: ",
    "megoldás: ",
    "cevap: ",
    "答案: ",
    "答案：",
    "答え: ",
    "答え：",
];

pub(super) fn may_not_be_claimed(text: &str) -> bool {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    text.contains('?') && has(QUESTIONS) || has(PROOFS) || has(ADVICE)
}

/// Takes sentences off beside a puzzle that ask whether something holds, or for a proof of it, or that give advice.
pub(super) fn not_claimed(view: &View) -> Option<Change> {
    if view.is_form() {
        return None;
    }
    let is_end = |i: usize| {
        i >= view.len() || "?;\n".contains(view.sign(i)) || view.sign(i) == '.' && view.is_space(i + 1)
    };
    let begins = |word: &Range<usize>| {
        view.sign(word.start) == '('
            || view.before(word.start).is_none_or(|i| ",.;:?!".contains(view.sign(i)))
            || (0..word.start).rev().take_while(|i| view.is_space(*i)).any(|i| view.sign(i) == '\n')
    };
    let words = view.words(view.whole());
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in words.iter().filter(|word| begins(word)).take(MOST) {
        let first = view.typed(word.clone()).trim_start_matches('(').trim_end_matches(',');
        // In capitals it would be a number.
        let first = if first.contains(char::is_lowercase) { first.to_lowercase() } else { first.to_owned() };
        let open = usize::from(view.sign(word.start) == '(');
        let ends = |i: &usize| if open > 0 { view.sign(*i) == ')' } else { is_end(*i) };
        let end = (word.end..=view.len()).take(LONGEST).find(ends);
        let Some(end) = end.filter(|_| found.last().is_none_or(|last| last.end <= word.start)) else {
            continue;
        };
        let asks = QUESTIONS.contains(&first.as_str()) && view.sign(end) == '?';
        let sentence = view.typed(word.start + open..end).to_lowercase();
        let advises = ADVICE.iter().any(|advice| sentence.starts_with(advice));
        let is_sum = (word.start..end).any(|i| "+×*/÷^".contains(view.sign(i)));
        let has_puzzle = |at: Range<usize>| view.has_relation(at);
        let is_apart = view.is_drawn() || has_puzzle(0..word.start) || has_puzzle(end..view.len());
        let is_letter = |word: &&Range<usize>| {
            let named = view.signs((*word).clone());
            let mut named = named.trim_matches(|c: char| !c.is_alphanumeric()).chars();
            named.next().is_some_and(char::is_uppercase) && named.next().is_none()
        };
        let inside = words.iter().filter(|other| other.start > word.start && other.end <= end);
        let says = view.has_relation(word.start..end) || inside.filter(is_letter).count() > 0;
        if (asks || advises || PROOFS.contains(&first.as_str())) && is_apart && !is_sum && says {
            found.push(word.start..end + usize::from(view.sign(end) != '\n' && end < view.len()));
        }
    }
    let typed: Vec<&str> = found.iter().map(|at| view.typed(at.clone()).trim()).collect();
    let edits = found.iter().map(|at| Edit::cut(view.bytes(at.clone()))).collect();
    Some(Change::of(edits)?.with(note(&typed.join(" … "))))
}

/// Words before a number that is explained, between it and its digits, and behind them.
const BEFORE_NUMBER: &[&str] =
    &["where", "here", "note", "that", "is", "i.e.", "e.g.", "with", "and", "so", "means", "denotes"];
const MEANS: &[&str] = &["=", "means", "denotes", "represents", "stands for", "is", "is the number", "≡"];
const ET_CETERA: &[&str] = &["etc.", "etc", "and so on", "and so forth"];

pub(super) fn may_have_place_values(text: &str) -> bool {
    text.contains("10")
}

/// Takes off what says how digits make a number: `AB+CD=EF, where AB = 10A + B`.
pub(super) fn place_values(view: &View) -> Option<Change> {
    let is_capital = |i: usize| view.sign(i).is_uppercase();
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in view.words(view.whole()) {
        let opening = word.clone().take_while(|i| "([".contains(view.sign(*i))).count();
        let start = word.start + opening;
        let end = (start..view.len()).find(|i| !is_capital(*i)).unwrap_or(view.len());
        let is_apart = end > start + 1 && (view.is_space(end) || "=≡".contains(view.sign(end)));
        if let Some(end) = is_apart.then(|| digits_behind(view, start..end)).flatten() {
            found.push(start..end);
        }
    }
    let relations = |at: Range<usize>| at.filter(|i| "=≠<>≤≥".contains(view.sign(*i))).count();
    let has_puzzle = relations(0..view.len()) > found.iter().map(|at| relations(at.clone())).sum();
    let with_words = |at: &Range<usize>| {
        let is_said = |word: &Range<usize>| {
            BEFORE_NUMBER.contains(&view.typed(word.clone()).trim_start_matches(['(', '[']))
        };
        let before = view.words(at.start.saturating_sub(LONGEST)..at.start);
        let before = before.into_iter().rev().take_while(is_said).last();
        let behind = view.behind(at.end).unwrap_or(at.end);
        let is_other = |(_, length): &(&&str, usize)| behind + length <= view.len();
        let mut others = ET_CETERA.iter().map(|words| (words, words.chars().count())).filter(is_other);
        let other = others.find(|(words, length)| view.typed(behind..behind + length) == **words);
        let start = before.map_or(at.start, |word| word.start);
        let end = other.map_or(at.end, |(_, length)| behind + length);
        // With the brackets around it, and the comma before it.
        let opens = |i: usize| "([".contains(view.sign(i));
        let start = start - usize::from(start > 0 && opens(start - 1));
        let closes = opens(start) && view.behind(end).is_some_and(|i| ")]".contains(view.sign(i)));
        let end = if closes { view.behind(end).map_or(end, |i| i + 1) } else { end };
        let comma = view.before(start).filter(|i| ",;".contains(view.sign(*i)));
        match (comma, view.behind(end).filter(|i| ",;".contains(view.sign(*i)))) {
            (Some(comma), _) => comma..end,
            (None, Some(comma)) if view.before(start).is_none() => start..comma + 1,
            _ => start..end,
        }
    };
    let mut done = 0;
    let cut: Vec<Range<usize>> = found
        .iter()
        .map(|at| {
            let whole = with_words(at);
            // The comma between two of them goes with the first.
            let at = whole.start.max(done)..whole.end.max(done);
            done = at.end;
            at
        })
        .collect();
    let typed: Vec<&str> =
        cut.iter().map(|at| view.typed(at.clone()).trim_matches([',', ';', ' '])).collect();
    let edits = cut.iter().map(|at| Edit::cut(view.bytes(at.clone()))).collect();
    has_puzzle.then(|| Some(Change::of(edits)?.with(note(&typed.join(" … ")))))?
}

/// Where the digits of a number end that are said behind it, each with its place value: `ABC = 100A + 10B + C`.
fn digits_behind(view: &View, number: Range<usize>) -> Option<usize> {
    let behind = view.behind(number.end)?;
    let rest = view.typed(behind..view.len().min(behind + LONGEST));
    let means =
        MEANS.iter().filter(|word| rest.starts_with(**word)).map(|word| word.chars().count()).max()?;
    let mut at = behind + means;
    for (i, digit) in number.clone().enumerate() {
        at = view.behind(at)?;
        if i > 0 {
            at = view.behind(at + 1).filter(|_| view.sign(at) == '+')?;
        }
        // Ones have no place value.
        let zeros = number.len() - 1 - i;
        if zeros > 0 {
            let is_value = view.sign(at) == '1' && (at + 1..=at + zeros).all(|i| view.sign(i) == '0');
            at = view.behind(at + 1 + zeros).filter(|_| is_value)?;
            at = if "×*·".contains(view.sign(at)) { view.behind(at + 1)? } else { at };
        }
        at = (view.sign(at) == view.sign(digit)).then_some(at + 1)?;
    }
    let goes_on =
        view.is_digit(at) || view.behind(at).is_some_and(|i| "+-−×*·/÷^=<>≠≤≥".contains(view.sign(i)));
    (!goes_on).then_some(at)
}

pub(super) fn may_be_modulo(text: &str) -> bool {
    text.contains("mod")
}

/// Reads a relation between remainders: `A+B ≡ C (mod 7)`.
pub(super) fn modulo(view: &View) -> Option<Change> {
    let is_edge = |i: &usize| ",;\n".contains(view.sign(*i));
    let (mut edits, mut done) = (Vec::new(), 0);
    for word in view.words(view.whole()) {
        let typed = view.typed(word.clone());
        let open = usize::from(typed.starts_with('('));
        if typed[open..] != *"mod" {
            continue;
        }
        let divisor = view.behind(word.end).filter(|i| view.is_digit(*i))?;
        let end = (divisor..view.len()).find(|i| !view.is_digit(*i)).unwrap_or(view.len());
        let edge = (0..word.start).rev().take(LONGEST).find(is_edge).map(|edge| edge + 1);
        let Some(start) = edge.or_else(|| (word.start <= LONGEST).then_some(0)) else { continue };
        let Some(relation) = (start..word.start).find(|i| "=≡".contains(view.sign(*i))) else { continue };
        let (left, right) = (view.trimmed(start..relation)?, view.trimmed(relation + 1..word.start)?);
        let closes = open == 0 || view.sign(end) == ')';
        if !closes || view.has_relation(left.clone()) || view.has_relation(right.clone()) {
            return None;
        }
        // `(mod 7) (mod 7)`.
        if left.start < done {
            continue;
        }
        done = end + open;
        let said =
            format!("({}-({}))%{}=0", view.typed(left.clone()), view.typed(right), view.typed(divisor..end));
        edits.push(Edit::new(view.bytes(left.start..done), said));
    }
    Change::of(edits)
}
