//! Alternatives in words: `T = 7 or 8`, `T is even or prime`, `T or W is 7`, `T is 7 or W is 8`, `T is neither 7 nor 8`,
//! `T is one of 7, 8 and 9`, `T is 7 or more`.

use std::collections::HashSet;
use std::ops::Range;

use super::pattern::number_word;
use super::view::View;
use super::words::LINKS;
use super::{Change, Edit, languages};
use fukumen_language::message::message;

/// Words between alternatives.
const OR: &[&str] =
    &["or", "OR", "nor", "oder", "noch", "ou", "ni", "o", "lub", "albo", "ani", "или", "ни", "або", "чи"];

/// Words before the first of two.
const EITHER: &[&str] = &["either", "Either", "entweder", "soit"];

/// The same, if none of them holds.
const NEITHER: &[&str] = &["neither", "Neither", "weder"];

/// Words that deny.
const NOT: &[&str] = &[
    "not", "isn't", "cannot", "can't", "no", "nicht", "kein", "keine", "non", "não", "nie", "не", "niet",
    "≠", "!=",
];

/// Words before several values of a number, whether they allow or forbid them, and whether an `or` must stand before the last.
const BEFORE: &[(&[&str], bool, bool)] = &[
    (&["="], true, true),
    (&["≠"], false, true),
    (&["!="], false, true),
    (&["is"], true, true),
    (&["equals"], true, true),
    (&["be"], true, true),
    (&["only", "be"], true, true),
    (&["not", "be"], false, true),
    (&["cannot", "be"], false, true),
    (&["can't", "be"], false, true),
    (&["one", "of"], true, false),
    (&["is", "one", "of"], true, false),
    (&["be", "one", "of"], true, false),
    (&["=", "one", "of"], true, false),
    (&["is", "not"], false, true),
    (&["isn't"], false, true),
    (&["is", "not", "one", "of"], false, false),
    (&["is", "not", "any", "of"], false, false),
    (&["is", "none", "of"], false, false),
    (&["ist"], true, true),
    (&["ist", "nicht"], false, true),
    (&["est"], true, true),
    (&["vaut"], true, true),
    (&["es"], true, true),
    (&["no", "es"], false, true),
    (&["è"], true, true),
    (&["non", "è"], false, true),
    (&["é"], true, true),
    (&["não", "é"], false, true),
    (&["jest"], true, true),
    (&["nie", "jest"], false, true),
    (&["равно"], true, true),
    (&["не", "равно"], false, true),
];

/// Verbs before `be`.
const MODAL: &[&str] = &["can", "could", "may", "might", "must", "should", "will"];

/// Words that say that two numbers are equal, or what a number is.
const SAYS: &[&str] =
    &["is", "isn't", "are", "equals", "be", "ist", "sind", "est", "vaut", "es", "è", "é", "jest", "равно"];

/// Words behind `or` and `and` that make a bound of a value.
const BOUNDS: &[(&str, &str)] = &[
    ("more", "≥"),
    ("greater", "≥"),
    ("higher", "≥"),
    ("larger", "≥"),
    ("bigger", "≥"),
    ("above", "≥"),
    ("over", "≥"),
    ("up", "≥"),
    ("less", "≤"),
    ("fewer", "≤"),
    ("lower", "≤"),
    ("smaller", "≤"),
    ("below", "≤"),
    ("under", "≤"),
    ("down", "≤"),
];

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

impl Token {
    fn is(&self, words: &[&str]) -> bool {
        words.contains(&&*self.text)
    }
}

pub(super) fn may_have_alternatives(text: &str) -> bool {
    let is_word = |word: &str| ["and", "any", "not", "of", "one"].contains(&word) || OR.contains(&word);
    text.split(|c: char| c.is_whitespace() || ",([".contains(c)).any(is_word)
}

/// Writes alternatives with `||`, and what is excluded with `&&`.
pub(super) fn alternatives(view: &View) -> Option<Change> {
    read(view, true)
}

/// The same, but for two digits of a letter: they may be its setting.
pub(super) fn alternatives_of_numbers(view: &View) -> Option<Change> {
    read(view, false)
}

fn read(view: &View, reads_all: bool) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let mut edits = Vec::new();
    for line in view.lines() {
        let tokens = tokens(view, line);
        let line = Line { view, tokens: &tokens, reads_all };
        let mut at = 0;
        while at < tokens.len() {
            let found = line.listed(at).or_else(|| line.bound(at)).or_else(|| line.alternative(at));
            let Some((own, next)) = found.or_else(|| line.denied(at)) else {
                at += 1;
                continue;
            };
            edits.extend(own);
            at = next;
        }
    }
    let written: usize = edits.iter().map(|edit| edit.text.len()).sum();
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let is_apart = edits.windows(2).all(|two| two[0].at.end <= two[1].at.start);
    if written > MOST_WRITTEN || !is_apart {
        return None;
    }
    Some(Change::of(edits)?.with(message!("note-words")))
}

fn tokens(view: &View, line: Range<usize>) -> Vec<Token> {
    let brackets = brackets(view, line.clone());
    let kind = |i: usize| match view.sign(i) {
        ',' | '，' | '、' => Kind::Comma,
        ';' | '&' | '|' | '\n' => Kind::End,
        '(' | '[' | ')' | ']' if brackets.contains(&i) => Kind::End,
        '=' | '≠' | '<' | '>' | '≤' | '≥' => Kind::Relation,
        '!' if view.sign(i + 1) == '=' => Kind::Relation,
        '.' | ':' if view.is_space(i + 1) || i + 1 == view.len() => Kind::End,
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
    // In English `of` stands behind other words; in Dutch it is an `or`.
    for at in 1..tokens.len() {
        let is_number = |i: usize| view.is_digit(i) && !view.sign(i).is_lowercase();
        if tokens[at].is(&["of"]) && tokens[at - 1].at.clone().all(is_number) {
            tokens[at].text = "or".into();
        }
    }
    tokens
}

/// The brackets of a line in which something is said, without others inside.
fn brackets(view: &View, line: Range<usize>) -> HashSet<usize> {
    let (mut open, mut found) = (None, HashSet::new());
    for i in line {
        match view.sign(i) {
            '(' | '[' => open = Some(i),
            ')' | ']' => {
                let said = open.take().filter(|open| {
                    let words = view.words(open + 1..i);
                    words.into_iter().any(|word| {
                        let word = view.signs(word);
                        SAYS.contains(&&*word) || OR.contains(&&*word)
                    })
                });
                found.extend(said.into_iter().flat_map(|open| [open, i]));
            }
            _ => {}
        }
    }
    found
}

/// A value: where it stands, and how it is written in digits.
type Value = (Range<usize>, String);

/// A line in which alternatives are looked for. What is found is edits, and the token behind.
struct Line<'v> {
    view: &'v View<'v>,
    tokens: &'v [Token],
    reads_all: bool,
}

impl Line<'_> {
    fn is(&self, at: usize, words: &[&str]) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(words))
    }

    /// Whether something else may begin with this token.
    fn is_edge(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| {
            matches!(token.kind, Kind::Comma | Kind::End) || token.is(LINKS) || token.is(OR)
        })
    }

    /// A number of digits or symbols, or a digit in words; no word of a sentence.
    fn value(&self, at: usize) -> Option<Value> {
        let (view, token) = (self.view, self.tokens.get(at)?);
        if let Some(number) = number_word(&token.text) {
            return Some((token.at.clone(), number.to_string()));
        }
        let is_digit = |i: usize| view.is_digit(i) && !view.is_blank(i);
        let is_small = token.at.len() > 1 && token.at.clone().any(|i| view.sign(i).is_lowercase());
        let is_value = token.kind == Kind::Word && token.at.clone().all(is_digit) && !is_small;
        is_value.then(|| (token.at.clone(), view.typed(token.at.clone()).into()))
    }

    /// The tokens before one, in the same part of the text.
    fn before(&self, at: usize) -> Range<usize> {
        let is_inside = |i: &usize| !self.is_edge(*i) && !self.is(*i, EITHER) && !self.is(*i, NEITHER);
        at - (0..at).rev().take_while(is_inside).count()..at
    }

    /// The tokens behind one, in the same part of the text.
    fn behind(&self, at: usize) -> Range<usize> {
        let start = at + 1;
        start..start + (start..self.tokens.len()).take_while(|i| !self.is_edge(*i)).count()
    }

    /// Whether some tokens say something of a number.
    fn says(&self, part: Range<usize>) -> bool {
        let tokens = &self.tokens[part];
        tokens.iter().any(|token| token.kind == Kind::Relation || token.is(SAYS))
            && tokens.first().is_some_and(|token| token.kind == Kind::Word)
    }

    /// Where the characters of some tokens stand.
    fn place(&self, part: &Range<usize>) -> Range<usize> {
        self.tokens[part.start].at.start..self.tokens[part.end - 1].at.end
    }

    fn typed(&self, part: &Range<usize>) -> &str {
        self.view.typed(self.place(part))
    }

    fn edit(&self, at: Range<usize>, text: impl Into<String>) -> Edit {
        Edit::new(self.view.bytes(at), text.into())
    }

    /// Puts a comma in place of the word that links a part to what stands before; nothing if the part may be no whole one.
    fn unlinked(&self, first: usize) -> Option<Option<Edit>> {
        let Some(link) = first.checked_sub(1).filter(|link| *link > 0 && self.is(*link, LINKS)) else {
            let colon = first.checked_sub(1).filter(|colon| self.is(*colon, &[":"]));
            let colon = colon.filter(|colon| self.says(self.before(*colon)));
            return Some(colon.map(|colon| self.edit(self.tokens[colon].at.clone(), ",")));
        };
        let is_behind_comma = self.tokens[link - 1].kind == Kind::Comma;
        // `the sum of T and U is 7 or 8` says nothing of U alone.
        let is_whole = is_behind_comma || self.says(self.before(link));
        let comma = if is_behind_comma { "" } else { "," };
        is_whole.then(|| Some(self.edit(self.tokens[link].at.clone(), comma)))
    }

    /// A number that may be the subject of something: it has no words.
    fn is_subject(&self, part: Range<usize>) -> bool {
        let is_plain = |token: &Token| {
            token.kind == Kind::Word
                && !token.at.clone().any(|i| self.view.is_blank(i))
                && (token.at.len() == 1 || !token.at.clone().any(|i| self.view.sign(i).is_lowercase()))
        };
        // A mark of a list may stand before it.
        let begins = |token: &Token| self.view.begins_operand(token.at.start);
        self.tokens[part.clone()].first().is_some_and(begins) && self.tokens[part].iter().all(is_plain)
    }

    /// Several values of one number: words at this place that allow or forbid them, and the values behind.
    fn listed(&self, at: usize) -> Option<(Vec<Edit>, usize)> {
        let rows =
            BEFORE.iter().filter(|(words, ..)| (0..words.len()).all(|i| self.is(at + i, &words[i..=i])));
        let (words, is_allowed, needs_or) = rows.max_by_key(|(words, ..)| words.len())?;
        let mut next = at + words.len();
        let is_denied = self.is(next, NEITHER);
        next += usize::from(is_denied || self.is(next, EITHER));
        let is_allowed = *is_allowed && !is_denied;
        let mut values = vec![self.value(next)?];
        let mut has_or = !needs_or;
        next += 1;
        loop {
            let behind =
                next + usize::from(self.tokens.get(next).is_some_and(|token| token.kind == Kind::Comma));
            let is_or = self.is(behind, OR);
            let behind = behind + usize::from(is_or || !needs_or && self.is(behind, &["and"]));
            let value = self.value(behind).filter(|_| behind > next && self.is_edge(behind + 1));
            let Some(value) = value else { break };
            values.push(value);
            has_or |= is_or;
            next = behind + 1;
        }
        if values.len() < 2 || !has_or || !self.is_edge(next) {
            return None;
        }
        let mut subject = self.before(at);
        subject.end -= usize::from(subject.len() > 1 && self.is(at - 1, MODAL));
        if !self.is_subject(subject.clone()) {
            return None;
        }
        // Two digits of a letter are a setting.
        let is_plain = values.len() == 2 && is_allowed && *needs_or && self.place(&subject).len() == 1;
        let are_digits = values.iter().all(|(_, value)| value.bytes().all(|byte| byte.is_ascii_digit()));
        if is_plain && are_digits && !self.reads_all {
            return Some((Vec::new(), next));
        }
        // Behind a factorial, `=` would make another sign of it.
        let is_factorial = self.place(&subject).next_back().is_some_and(|last| self.view.sign(last) == '!');
        let equals = if is_factorial { " =" } else { "=" };
        let (relation, joint) = if is_allowed { (equals, " || ") } else { ("≠", " && ") };
        // Beside other alternatives it needs brackets.
        let is_beside = |at: Option<usize>| {
            at.and_then(|at| self.tokens.get(at))
                .is_some_and(|token| token.is(OR) || token.text.contains(['&', '|']))
        };
        let needs_brackets = is_beside(subject.start.checked_sub(1)) || is_beside(Some(next));
        let [open, close] = if needs_brackets { ["(", ")"] } else { ["", ""] };
        let parts: Vec<String> = values.iter().map(|(_, value)| format!("{relation}{value}")).collect();
        let parts = parts.join(&format!("{joint}{}", self.typed(&subject)));
        let place = self.place(&subject);
        let end = self.tokens[next - 1].at.end;
        let link = self.unlinked(subject.start)?;
        let own =
            [self.edit(place.start..place.start, open), self.edit(place.end..end, format!("{parts}{close}"))];
        Some((link.into_iter().chain(own).collect(), next))
    }

    /// A bound: `is 7 or more`, `= 4 and up`.
    fn bound(&self, at: usize) -> Option<(Vec<Edit>, usize)> {
        let is_joint = self.is(at, OR) || self.is(at, &["and"]);
        let word = self.tokens.get(at + 1).filter(|_| is_joint && self.is_edge(at + 2))?;
        let (_, relation) = BOUNDS.iter().find(|(bound, _)| word.text == *bound)?;
        let (_, value) = at.checked_sub(1).and_then(|before| self.value(before))?;
        let said = self.before(at - 1);
        let verb = said.end.checked_sub(1).filter(|verb| self.is(*verb, &["=", "is", "be"]))?;
        let mut subject = said.start..verb;
        subject.end -= usize::from(self.is(verb.checked_sub(1)?, MODAL) && subject.len() > 1);
        if !self.is_subject(subject.clone()) {
            return None;
        }
        let link = self.unlinked(subject.start)?;
        let own = self.edit(self.place(&subject).end..word.at.end, format!("{relation}{value}"));
        Some((link.into_iter().chain([own]).collect(), at + 2))
    }

    /// What an `or` stands between: two conditions, two subjects of one, or two things that are said of one.
    fn alternative(&self, at: usize) -> Option<(Vec<Edit>, usize)> {
        // `greater than or equal to` is one relation.
        if !self.is(at, OR) || self.is_edge(at + 1) || self.is(at + 1, &["equal"]) {
            return None;
        }
        let (before, behind) = (self.before(at), self.behind(at));
        match (self.says(before.clone()), self.says(behind.clone())) {
            (true, true) => self.between(at, before),
            (false, true) => self.of_subjects(before, behind),
            (true, false) => self.of_predicates(at, before, behind),
            (false, false) => None,
        }
    }

    /// Two conditions with `or` between them. An `and` beside them binds more tightly, unless both are about the same number, or it
    /// stands behind the puzzle.
    fn between(&self, at: usize, before: Range<usize>) -> Option<(Vec<Edit>, usize)> {
        let either = before.start.checked_sub(1);
        let is_denied = either.is_some_and(|word| self.is(word, NEITHER));
        let either = either.filter(|word| is_denied || self.is(*word, EITHER));
        let [head, joint] = if is_denied { ["¬", "&& ¬"] } else { ["", "||"] };
        let end = |word: usize| self.tokens[word + 1].at.start;
        let mut edits: Vec<Edit> =
            either.map(|word| self.edit(self.tokens[word].at.start..end(word), head)).into_iter().collect();
        let first = either.unwrap_or(before.start);
        edits.extend(first.checked_sub(1).and_then(|and| self.and(and)));
        edits.push(self.edit(self.tokens[at].at.start..end(at), joint));
        let behind = self.behind(at);
        let next = behind.end;
        let has_and = self.is(next, &["and"]) || first > 0 && self.is(first - 1, &["and"]);
        if has_and && self.tokens[before.start].text == self.tokens[behind.start].text {
            let [open, close] = [self.place(&before).start, self.place(&behind).end];
            edits.extend([self.edit(open..open, "("), self.edit(close..close, ")")]);
        }
        // Those behind another `or` are looked at with that.
        let is_last = |and: usize| !self.is(self.behind(and).end, OR);
        let behind = Some(next).filter(|and| self.is(*and, &["and"]) && is_last(*and));
        edits.extend(behind.and_then(|and| self.and(and)));
        Some((edits, at + 1))
    }

    /// The sign in place of an `and` between two conditions, beside an `or`.
    fn and(&self, at: usize) -> Option<Edit> {
        let before = self.before(at);
        if !self.is(at, &["and"]) || !self.says(before.clone()) || !self.says(self.behind(at)) {
            return None;
        }
        let is_calculation = self.place(&before).any(|i| "+-−*×/÷^".contains(self.view.sign(i)));
        Some(self.edit(self.tokens[at].at.clone(), if is_calculation { "," } else { "&&" }))
    }

    /// `T or W is even`, `T, W or O is 7`, `neither T nor W is even`.
    fn of_subjects(&self, before: Range<usize>, behind: Range<usize>) -> Option<(Vec<Edit>, usize)> {
        let verb = behind.start + 1;
        let said = verb + usize::from(self.is(verb, &["is", "are"]))..behind.end;
        let has_verb = said.start > verb;
        let is_said = has_verb || self.tokens[verb..].first()?.kind == Kind::Relation;
        if before.len() != 1 || !is_said || said.is_empty() {
            return None;
        }
        let mut subjects = vec![self.value(before.start)?.1, self.value(behind.start)?.1];
        let mut first = before.start;
        let is_begun = |at: usize| {
            at == 0 || self.is_edge(at - 1) || self.is(at - 1, EITHER) || self.is(at - 1, NEITHER)
        };
        while first > 1 && (self.is(first - 1, OR) || self.tokens[first - 1].kind == Kind::Comma) {
            let Some((_, other)) = self.value(first - 2).filter(|_| is_begun(first - 2)) else { break };
            subjects.insert(0, other);
            first -= 2;
        }
        if first > 0 && self.is(first - 1, OR) {
            return None;
        }
        let either = first.checked_sub(1);
        let is_denied = either.is_some_and(|word| self.is(word, NEITHER));
        let either = either.filter(|word| is_denied || self.is(*word, EITHER));
        let is_value = said.len() == 1 && self.value(said.start).is_some();
        if is_denied && (!has_verb || is_value && !self.reads_all) {
            return None;
        }
        let verb = match (has_verb, is_denied) {
            (false, _) => "",
            (true, false) => " is ",
            (true, true) if is_value => "≠",
            (true, true) => " is not ",
        };
        let joint = if is_denied { " && " } else { " || " };
        let said = self.typed(&said);
        let parts: Vec<String> = subjects.iter().map(|subject| format!("{subject}{verb}{said}")).collect();
        let start = either.unwrap_or(first);
        let link = self.unlinked(start)?;
        let own = self.edit(self.place(&(start..behind.end)), parts.join(joint));
        Some((link.into_iter().chain([own]).collect(), behind.end))
    }

    /// `T is even or prime`, `T is less than 3 or greater than 7`, `T is divisible by 2 or 3`.
    fn of_predicates(
        &self,
        at: usize,
        before: Range<usize>,
        behind: Range<usize>,
    ) -> Option<(Vec<Edit>, usize)> {
        let verb = before.clone().find(|i| self.is(*i, SAYS))?;
        let verb_end = verb + 1 + usize::from(self.is(verb + 1, NOT));
        let is_denied = (verb..verb_end).any(|i| self.is(i, NOT));
        let words: Vec<&str> = self.tokens[behind.clone()].iter().map(|token| &*token.text).collect();
        let repeated = if languages::begins_predicate(&words) {
            before.start..verb_end
        } else {
            // The last number of what is said is another one.
            let is_number = behind.len() == 1 && self.value(behind.start).is_some();
            self.value(before.end - 1).filter(|_| is_number && before.end - 1 > verb_end)?;
            before.start..before.end - 1
        };
        if !self.is_subject(before.start..verb) {
            return None;
        }
        let joint = if is_denied { "&&" } else { "||" };
        let link = self.unlinked(before.start)?;
        let or = self.edit(self.tokens[at].at.clone(), format!("{joint} {}", self.typed(&repeated)));
        Some((link.into_iter().chain([or]).collect(), at + 1))
    }

    /// `not T = 7`.
    fn denied(&self, at: usize) -> Option<(Vec<Edit>, usize)> {
        let is_first = at == 0 || self.is_edge(at - 1);
        if !is_first || !self.is(at, &["not", "Not"]) {
            return None;
        }
        let said = self.behind(at);
        let first = self.tokens.get(said.start).filter(|token| self.view.begins_operand(token.at.start))?;
        let is_relation = self.tokens[said.clone()].iter().any(|token| token.kind == Kind::Relation);
        (is_relation && self.says(said.clone()))
            .then(|| (vec![self.edit(self.tokens[at].at.start..first.at.start, "¬")], said.end))
    }
}
