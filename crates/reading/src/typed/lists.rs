//! Numbers that a sentence lists as parts of a sum or product, `the sum of T, W and O is 17`, `T, W and O add up to 17`, and those
//! of which one thing is said: `AB and CD are both perfect squares`.

use std::ops::Range;

use super::pattern::Token;
use super::subjects::{BEFORE as OPENING, ENDS, LONGEST_SENTENCE};
use super::view::View;
use super::{Edit, pattern};

/// Words before a list, and the sign between its numbers.
const BEFORE: &[(&[&str], &str)] = &[(&["sum", "of"], "+"), (&["product", "of"], "×")];

/// Words behind a list, which say what it makes, and the sign between its numbers.
const BEHIND: &[(&[&str], &str)] = &[
    (&["add", "up", "to"], "+"),
    (&["add", "to"], "+"),
    (&["sum", "up", "to"], "+"),
    (&["sum", "to"], "+"),
    (&["total"], "+"),
    (&["multiply", "to"], "×"),
];

/// Words behind a list, which say that something holds of each of its numbers.
const COPULAS: &[(&[&str], &str)] = &[
    (&["are", "not"], "is not"),
    (&["are"], "is"),
    (&["must", "be"], "is"),
    (&["must", "all", "be"], "is"),
    (&["must", "both", "be"], "is"),
];

/// Words that may follow these, and say nothing; so does the number of places, which the numbers show.
const FILLERS: &[&str] = &["a", "all", "also", "an", "both", "each", "different", "distinct"];

/// What is said of several numbers, and of one.
const PREDICATES: &[(&[&str], &str)] = &[
    (&["even"], "even"),
    (&["odd"], "odd"),
    (&["prime"], "prime"),
    (&["primes"], "prime"),
    (&["square"], "square"),
    (&["squares"], "square"),
    (&["perfect", "square"], "square"),
    (&["perfect", "squares"], "square"),
    (&["cubes"], "cube"),
    (&["perfect", "cubes"], "cube"),
    (&["palindromes"], "palindrome"),
    (&["palindromic"], "palindrome"),
];

/// The same with a number behind it.
const PREDICATES_OF_NUMBER: &[(&[&str], &str)] = &[
    (&["divisible", "by"], "divisible by"),
    (&["multiples", "of"], "divisible by"),
    (&["greater", "than"], "greater than"),
    (&["less", "than"], "less than"),
];

/// Words behind what is said.
const NOUNS: &[&str] = &["number", "numbers"];

/// Words before a list or its numbers, which say what they are.
const NAMES: &[&str] = &[
    "the", "digits", "letters", "numbers", "symbols", "values", "digit", "letter", "number", "value",
    "three", "four", "five", "all", "both",
];

/// The most of these in a row.
const MOST_NAMES: usize = 4;

/// The most numbers in a list.
const MOST_LISTED: usize = 40;

pub(super) fn may_list(text: &str) -> bool {
    BEFORE.iter().chain(BEHIND).chain(COPULAS).any(|(words, _)| text.contains(words[0]))
}

/// Writes lists out: the sign takes the place of each comma and `and`.
pub(super) fn edits(view: &View, tokens: &[Token]) -> Vec<Edit> {
    let text = Text { view, tokens };
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match text.behind_words(at).or_else(|| text.before_words(at)).or_else(|| text.said_of_all(at)) {
            Some((end, of_list)) => {
                edits.extend(of_list);
                at = end;
            }
            None => at += 1,
        }
    }
    edits
}

struct Text<'v> {
    view: &'v View<'v>,
    tokens: &'v [Token],
}

impl Text<'_> {
    fn says(&self, at: usize, words: &[&str]) -> bool {
        let found = self.tokens.get(at..at + words.len());
        let is_said = |(token, word): (&Token, &&str)| token.word == **word && !token.is_capital;
        found.is_some_and(|found| found.iter().zip(words).all(is_said))
    }

    fn is_number(&self, at: usize) -> bool {
        let is_capital = |i: usize| self.view.sign(i).is_uppercase() || self.view.is_blank(i);
        self.tokens.get(at).is_some_and(|token| token.at.clone().all(is_capital))
    }

    /// The token behind words that name what is listed.
    fn behind_names(&self, at: usize) -> usize {
        let next = |at: &usize| {
            let behind = self.behind_places(*at);
            let is_next = behind > *at || self.is_name(*at);
            is_next.then(|| behind.max(at + 1))
        };
        std::iter::successors(Some(at), next).take(MOST_NAMES + 1).last().unwrap_or(at)
    }

    fn is_name(&self, at: usize) -> bool {
        self.is_one_of(at, NAMES)
    }

    /// Whether a number here is the last of a calculation, and so does not begin a list.
    fn ends_calculation(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| "=<>≠≤≥+-−*×·/÷:^".contains(&self.tokens[before].word))
    }

    /// Whether nothing before a list belongs to it: `twice the sum of T, W and O` is no sum alone.
    fn is_apart(&self, at: usize) -> bool {
        let before = (0..at).rev().take(MOST_NAMES).find(|before| !self.is_name(*before));
        let Some(before) = before else { return at < MOST_NAMES };
        match self.tokens[before].word.as_str() {
            // The list may have begun before the comma.
            "," => {
                before.checked_sub(1).is_none_or(|last| !self.is_number(last) || self.ends_calculation(last))
            }
            // `T is 8 and the sum of …`, but not `the difference between F and the sum of …`.
            "and" => {
                let ends = |token: &&Token| !ENDS.contains(&token.word);
                let said = || self.tokens[..before].iter().rev().take(LONGEST_SENTENCE).take_while(ends);
                said().any(|token| token.word == "is") && said().all(|token| token.word != "between")
            }
            word => ENDS.contains(word) || OPENING.contains(&word),
        }
    }

    /// The numbers of a list that begins here, and the tokens between each two.
    fn list(&self, at: usize) -> Option<(usize, Vec<Range<usize>>)> {
        if self.ends_calculation(at) {
            return None;
        }
        let mut joints = Vec::new();
        let mut last = at;
        let mut is_ended = false;
        while self.is_number(last) && joints.len() < MOST_LISTED && !is_ended {
            let comma = last + 1 + usize::from(self.says(last + 1, &[","]));
            let and = comma + usize::from(self.says(comma, &["and"]));
            let next = self.behind_names(and);
            if and == last + 1 || !self.is_number(next) {
                break;
            }
            is_ended = and > comma;
            joints.push(last + 1..next);
            last = next;
        }
        (is_ended && self.is_number(at)).then_some((last + 1, joints))
    }

    /// `the sum of the digits T, W and O`. Two numbers without such a name are left to what reads words as operators, and so
    /// is all that stands in a longer calculation.
    fn behind_words(&self, at: usize) -> Option<(usize, Vec<Edit>)> {
        let from = at + usize::from(self.says(at, &["the"]));
        let (words, sign) = BEFORE.iter().find(|(words, _)| self.says(from, words))?;
        let first = self.behind_names(from + words.len());
        let (end, joints) = self.list(first)?;
        let is_plain = joints.len() == 1 && first == from + words.len();
        let is_side = ["is", "equals", "="].iter().any(|word| self.says(end, &[word]));
        if is_plain || !is_side || !self.is_apart(at) {
            return None;
        }
        let head = Edit::cut(self.view.bytes(self.tokens[at].at.start..self.tokens[first].at.start));
        Some((end, std::iter::once(head).chain(self.joined(joints, sign)).collect()))
    }

    /// `the digits T, W and O add up to`.
    fn before_words(&self, at: usize) -> Option<(usize, Vec<Edit>)> {
        let first = self.behind_names(at);
        let (end, joints) = self.list(first)?;
        let (words, sign) = BEHIND.iter().find(|(words, _)| self.says(end, words))?;
        let is_plain = joints.len() == 1 && first == at && words.len() > 1 && *sign == "+";
        if is_plain || !self.is_apart(at) {
            return None;
        }
        let mut edits = Vec::new();
        if first > at {
            edits.push(Edit::cut(self.view.bytes(self.tokens[at].at.start..self.tokens[first].at.start)));
        }
        edits.extend(self.joined(joints, sign));
        let said = self.tokens[end].at.start..self.tokens[end + words.len() - 1].at.end;
        // A word, so that what reads words goes on to see a condition.
        edits.push(Edit::new(self.view.bytes(said), "is"));
        Some((end + words.len(), edits))
    }

    /// `AB and CD are perfect squares`, said of each. Of letters alone it is a setting.
    fn said_of_all(&self, at: usize) -> Option<(usize, Vec<Edit>)> {
        let first = self.behind_names(at);
        let (end, joints) = self.list(first)?;
        let (are, is) = COPULAS.iter().find(|(words, _)| self.says(end, words))?;
        let said = self.behind_places((end + are.len()..).find(|at| !self.is_one_of(*at, FILLERS))?);
        let begins = |(words, _): &&(&[&str], &str)| self.says(said, words);
        let (behind, what) = match PREDICATES.iter().find(begins) {
            Some((words, what)) => (said + words.len(), (*what).to_owned()),
            None => {
                let (words, what) = PREDICATES_OF_NUMBER.iter().find(begins)?;
                let number = self.tokens.get(said + words.len())?;
                (said + words.len() + 1, format!("{what} {}", self.view.typed(number.at.clone())))
            }
        };
        let behind = behind + usize::from(self.is_one_of(behind, NOUNS));
        let is_end =
            |token: &Token| ENDS.contains(&token.word) || [",", "and"].contains(&token.word.as_str());
        let are_letters = || (first..end).all(|at| !self.is_number(at) || self.tokens[at].at.len() == 1);
        if !self.tokens.get(behind).is_none_or(is_end) || are_letters() || !self.is_apart(at) {
            return None;
        }
        let mut edits = Vec::new();
        if first > at {
            edits.push(Edit::cut(self.view.bytes(self.tokens[at].at.start..self.tokens[first].at.start)));
        }
        let told = format!(" {is} {what}");
        edits.extend(self.joined(joints, &format!("{told}, ")));
        let from = self.tokens[end - 1].at.end;
        edits.push(Edit::new(self.view.bytes(from..self.tokens[behind - 1].at.end), told));
        Some((behind, edits))
    }

    fn is_one_of(&self, at: usize, words: &[&str]) -> bool {
        words.iter().any(|word| self.says(at, &[word]))
    }

    /// The token behind `three-digit`, if that stands here.
    fn behind_places(&self, at: usize) -> usize {
        let is_count = self.tokens.get(at).is_some_and(|token| pattern::number(&token.word).is_some());
        let noun = at + 1 + usize::from(self.says(at + 1, &["-"]));
        if is_count && self.says(noun, &["digit"]) { noun + 1 } else { at }
    }

    fn joined<'s>(&'s self, joints: Vec<Range<usize>>, sign: &'s str) -> impl Iterator<Item = Edit> + 's {
        joints.into_iter().map(move |joint| {
            let between = self.tokens[joint.start - 1].at.end..self.tokens[joint.end].at.start;
            Edit::new(self.view.bytes(between), sign)
        })
    }
}
