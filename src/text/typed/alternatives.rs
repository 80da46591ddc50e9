//! Alternatives in words: `T = 7 or 8`, `T is 7 or T is 8`, `T is neither 7 nor 8`, `T is one of 7, 8 and 9`.

use std::ops::Range;

use super::Change;
use super::Edit;
use super::view::View;
use super::words::LINKS;
use crate::message::message;

/// Words between alternatives.
const OR: &[&str] =
    &["or", "nor", "oder", "noch", "ou", "ni", "o", "of", "lub", "albo", "ani", "или", "ни", "або", "чи"];

/// Words before the first of two.
const EITHER: &[&str] = &["either", "entweder", "soit"];

/// Words before alternatives, whether they allow or forbid them, and whether an `or` must stand before the last.
const BEFORE: &[(&[&str], bool, bool)] = &[
    (&["="], true, true),
    (&["≠"], false, true),
    (&["!="], false, true),
    (&["is"], true, true),
    (&["equals"], true, true),
    (&["is", "either"], true, true),
    (&["=", "either"], true, true),
    (&["can", "be"], true, true),
    (&["can", "only", "be"], true, true),
    (&["must", "be"], true, true),
    (&["must", "be", "either"], true, true),
    (&["is", "one", "of"], true, false),
    (&["=", "one", "of"], true, false),
    (&["must", "be", "one", "of"], true, false),
    (&["can", "be", "one", "of"], true, false),
    (&["is", "not"], false, true),
    (&["isn't"], false, true),
    (&["is", "neither"], false, true),
    (&["cannot", "be"], false, true),
    (&["can't", "be"], false, true),
    (&["must", "not", "be"], false, true),
    (&["is", "not", "one", "of"], false, false),
    (&["is", "none", "of"], false, false),
    (&["ist"], true, true),
    (&["ist", "entweder"], true, true),
    (&["ist", "nicht"], false, true),
    (&["ist", "weder"], false, true),
    (&["est"], true, true),
    (&["es"], true, true),
    (&["è"], true, true),
    (&["é"], true, true),
    (&["jest"], true, true),
    (&["равно"], true, true),
];

/// Words behind `or` that make a bound of a value.
const BOUNDS: &[(&str, &str)] = &[
    ("more", "≥"),
    ("greater", "≥"),
    ("higher", "≥"),
    ("larger", "≥"),
    ("bigger", "≥"),
    ("above", "≥"),
    ("less", "≤"),
    ("fewer", "≤"),
    ("lower", "≤"),
    ("smaller", "≤"),
    ("below", "≤"),
];

/// Words that say that two numbers are equal, or what a number is.
const SAYS: &[&str] = &["is", "isn't", "equals", "ist", "est", "es", "è", "é", "jest", "равно"];

/// The most bytes that the alternatives of one text may become.
const MOST_WRITTEN: usize = 1 << 14;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Relation,
    Comma,
    /// What parts conditions.
    End,
}

struct Token {
    at: Range<usize>,
    kind: Kind,
    /// What stands there.
    text: String,
}

pub(super) fn may_have_alternatives(text: &str) -> bool {
    let mut words = text.split(|c: char| c.is_whitespace() || c == ',');
    words.any(|word| word == "one" || OR.contains(&word))
}

/// Writes alternatives with `||`, and what is excluded with `&&`.
pub(super) fn alternatives(view: &View) -> Option<Change> {
    read(view, true)
}

/// Does so with conditions, and with what is `one of` some. Other digits of a letter may be its setting.
pub(super) fn between_conditions(view: &View) -> Option<Change> {
    read(view, false)
}

fn read(view: &View, reads_all: bool) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let mut edits = Vec::new();
    let mut written = 0;
    for line in view.lines() {
        let tokens = tokens(view, line);
        let mut i = 0;
        while i < tokens.len() {
            if let Some(listed) = Listed::at(view, &tokens, i) {
                if !reads_all && !listed.is_of_some {
                    i = listed.next;
                    continue;
                }
                written += listed.length(view);
                if written > MOST_WRITTEN {
                    return None;
                }
                i = listed.next;
                edits.extend(listed.edits(view));
                continue;
            }
            edits.extend(between(view, &tokens, i));
            i += 1;
        }
    }
    Some(Change::of(edits)?.with(message!("note-words")))
}

fn tokens(view: &View, line: Range<usize>) -> Vec<Token> {
    let kind = |i: usize| match view.sign(i) {
        ',' | '，' | '、' => Kind::Comma,
        ';' | '&' | '|' | '\n' => Kind::End,
        '=' | '≠' | '<' | '>' | '≤' | '≥' => Kind::Relation,
        '!' if view.sign(i + 1) == '=' => Kind::Relation,
        '.' if view.is_space(i + 1) => Kind::End,
        _ => Kind::Word,
    };
    let mut tokens: Vec<Token> = Vec::new();
    for i in line.filter(|i| !view.is_space(*i)) {
        let kind = kind(i);
        match tokens.last_mut() {
            Some(last) if last.at.end == i && last.kind == kind => last.at.end = i + 1,
            _ => tokens.push(Token { at: i..i + 1, kind, text: String::new() }),
        }
    }
    for token in &mut tokens {
        token.text = view.signs(token.at.clone()).replace('’', "'");
    }
    tokens
}

/// Several values of one number.
struct Listed {
    /// The word before, which links it to what stands before.
    link: Option<Edit>,
    subject: Range<usize>,
    values: Vec<Range<usize>>,
    relation: &'static str,
    joint: &'static str,
    /// Whether it is said to be one of some.
    is_of_some: bool,
    /// Where the last word ends.
    end: usize,
    /// The token behind.
    next: usize,
}

impl Listed {
    /// The values that follow words at a place.
    fn at(view: &View, tokens: &[Token], at: usize) -> Option<Self> {
        let begins = |words: &[&str]| {
            let here = tokens.get(at..at + words.len());
            here.is_some_and(|here| here.iter().zip(words).all(|(token, word)| token.text == *word))
        };
        let rows = BEFORE.iter().filter(|(words, ..)| begins(words));
        let (words, is_allowed, needs_or) = rows.max_by_key(|(words, ..)| words.len())?;
        let mut next = at + words.len();
        let mut values = vec![tokens.get(next).filter(|token| is_value(view, token))?.at.clone()];
        let mut has_or = !needs_or;
        next += 1;
        loop {
            let is_comma = tokens.get(next).is_some_and(|token| token.kind == Kind::Comma);
            let behind = next + usize::from(is_comma);
            let joint = tokens.get(behind).map_or("", |token| &*token.text);
            let (is_or, is_and) = (OR.contains(&joint), !needs_or && joint == "and");
            let behind = behind + usize::from(is_or || is_and);
            let value = tokens.get(behind).filter(|token| behind > next && is_value(view, token));
            let Some(value) = value.filter(|_| ends_value(tokens.get(behind + 1))) else { break };
            values.push(value.at.clone());
            has_or |= is_or;
            next = behind + 1;
        }
        let words = tokens.get(next..next + 2).map_or(["", ""], |words| [&words[0].text, &words[1].text]);
        let bound =
            BOUNDS.iter().find(|(word, _)| *is_allowed && values.len() == 1 && words == ["or", *word]);
        if bound.is_some() {
            next += 2;
        } else if values.len() < 2 || !has_or {
            return None;
        }
        if !ends_value(tokens.get(next)) {
            return None;
        }
        let (relation, joint) = if *is_allowed { ("=", " || ") } else { ("≠", " && ") };
        let relation = bound.map_or(relation, |(_, relation)| relation);
        let first = at - part_before(tokens, at).len();
        let words = &tokens[first..at];
        let is_plain = |token: &Token| {
            token.kind == Kind::Word
                && !token.at.clone().any(|i| view.is_blank(i))
                && (token.at.len() == 1 || !token.at.clone().any(|i| view.sign(i).is_lowercase()))
        };
        if words.is_empty() || !words.iter().all(is_plain) {
            return None;
        }
        // `the sum of T and U is 7 or 8` says nothing of U alone.
        let link = first.checked_sub(1).filter(|link| LINKS.contains(&&*tokens[*link].text));
        let is_after = |link: usize, kind: Kind| link > 0 && tokens[link - 1].kind == kind;
        if link
            .is_some_and(|link| link > 0 && !is_after(link, Kind::Comma) && !says(part_before(tokens, link)))
        {
            return None;
        }
        let link = link.filter(|link| *link > 0).map(|link| {
            let comma = if is_after(link, Kind::Comma) { "" } else { "," };
            Edit::new(view.bytes(tokens[link].at.clone()), comma)
        });
        let subject = words[0].at.start..tokens[at - 1].at.end;
        let end = tokens[next - 1].at.end;
        Some(Self { link, subject, values, relation, joint, is_of_some: !needs_or, end, next })
    }

    fn length(&self, view: &View) -> usize {
        self.values.len() * (view.bytes(self.subject.clone()).len() + 8)
    }

    fn edits(self, view: &View) -> Vec<Edit> {
        let subject = view.typed(self.subject.clone());
        let part = |value: &Range<usize>| format!("{}{}", self.relation, view.typed(value.clone()));
        let parts: Vec<String> = self.values.iter().map(part).collect();
        let parts = parts.join(&format!("{}{subject}", self.joint));
        let [open, close] = if self.values.len() > 1 { ["(", ")"] } else { ["", ""] };
        let start = view.bytes(self.subject.start..self.subject.start);
        let behind = view.bytes(self.subject.end..self.end);
        let own = [Edit::new(start, open), Edit::new(behind, format!("{parts}{close}"))];
        self.link.into_iter().chain(own).collect()
    }
}

/// Whether a word is a number of digits or symbols, and no word of a sentence.
fn is_value(view: &View, token: &Token) -> bool {
    let mut signs = token.at.clone().map(|i| view.sign(i));
    let are_digits =
        token.kind == Kind::Word && token.at.clone().all(|i| view.is_digit(i) && !view.is_blank(i));
    are_digits && (token.at.len() == 1 || !signs.any(char::is_lowercase))
}

/// Whether a value may end before this token.
fn ends_value(token: Option<&Token>) -> bool {
    token.is_none_or(|token| {
        let is_word = |words: &[&str]| words.contains(&&*token.text);
        matches!(token.kind, Kind::Comma | Kind::End) || is_word(LINKS) || is_word(OR)
    })
}

/// What stands before a token, in the same part of the text.
fn part_before(tokens: &[Token], at: usize) -> &[Token] {
    let is_edge = |token: &&Token| ends_value(Some(token)) || EITHER.contains(&&*token.text);
    let count = tokens[..at].iter().rev().take_while(|token| !is_edge(token)).count();
    &tokens[at - count..at]
}

/// Whether a part says something of a number.
fn says(part: &[Token]) -> bool {
    part.iter().any(|token| token.kind == Kind::Relation || SAYS.contains(&&*token.text))
        && part.iter().any(|token| token.kind == Kind::Word)
}

/// The sign in place of an `or` between two conditions, and nothing in place of an `either` before them.
fn between(view: &View, tokens: &[Token], at: usize) -> Vec<Edit> {
    if !OR.contains(&&*tokens[at].text) {
        return Vec::new();
    }
    let before = part_before(tokens, at);
    let behind = tokens[at + 1..].iter().take_while(|token| !ends_value(Some(token))).count();
    let behind = &tokens[at + 1..at + 1 + behind];
    let begins = behind.first().is_some_and(|token| token.kind == Kind::Word);
    if !begins || !says(before) || !says(behind) {
        return Vec::new();
    }
    let either = (at - before.len()).checked_sub(1).map(|at| &tokens[at]);
    let either = either.filter(|token| EITHER.contains(&&*token.text));
    either
        .map(|token| Edit::new(view.bytes(token.at.clone()), ""))
        .into_iter()
        .chain([Edit::new(view.bytes(tokens[at].at.clone()), "||")])
        .collect()
}
