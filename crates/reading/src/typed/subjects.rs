//! Several things that one sentence says of a letter: `O is even but not 4`, `T is an odd prime`, `T is greater than O and W`;
//! and lists of numbers of which one thing is said (`lists`).

use std::borrow::Cow;
use std::ops::Range;

use super::pattern::{Token, number_word, tokens};
use super::view::View;
use super::{Change, Edit, lists};
use crate::Aids;
use fukumen_language::interrupt::Never;
use fukumen_language::puzzle::Rules;
use fukumen_language::text::{Heading, changed};
use fukumen_language::vocabulary::Vocabulary;

/// Words between two things that are said.
const JOINTS: &[&str] = &["and", "but", "yet"];

/// Words that may follow these, and say nothing.
const FILLERS: &[&str] = &["also", "is", "it", "however"];

/// Words with which something begins that is said of a letter.
const BEGINS: &[&str] = &["not", "never", "divisible", "twice", "double", "half", "between", "neither"];

/// What may be said with one word.
const ADJECTIVES: &[&str] = &["even", "odd", "prime", "nonzero", "square"];

/// Words that compare, before `than`.
pub(super) const COMPARING: &[&str] =
    &["greater", "larger", "bigger", "higher", "more", "less", "smaller", "lower", "fewer"];

/// Words that may stand before the letter, so that it is not the last of several.
pub(super) const BEFORE: &[&str] = &[
    "that", "where", "if", "when", "while", "but", "also", "letter", "digit", "symbol", "number", "the",
    "given", "with", "assume", "assuming", "suppose", "know", "note", "and",
];

/// Signs that end a sentence.
pub(super) const ENDS: &str = "\n.;:()[]!?";

/// How many words and signs of a sentence are looked at.
pub(super) const LONGEST_SENTENCE: usize = 80;

pub(super) fn may_share(text: &str) -> bool {
    text.contains(" is ") || lists::may_list(text)
}

/// Repeats the letter before each thing that is said of it.
pub(super) fn shared(view: &View) -> Option<Change> {
    let tokens = tokens((0..view.len()).map(|i| view.sign(i)));
    let mut edits = lists::edits(view, &tokens);
    let mut from = 1;
    while let Some(is) = (from..tokens.len()).find(|at| tokens[*at].word == "is" && !tokens[*at].is_capital) {
        let limit = tokens.len().min(is + LONGEST_SENTENCE);
        let end = (is..limit).find(|at| ENDS.contains(&tokens[*at].word)).unwrap_or(limit);
        let sentence = Sentence { view, tokens: &tokens[..end], is };
        from = match sentence.has_subject() {
            true => sentence.read(&mut edits),
            false => is + 1,
        };
    }
    edits.sort_by_key(|edit| edit.at.start);
    Change::of(edits)
}

/// The same for a line of its own.
pub(super) fn written_out<'a>(line: &'a str, rules: &Rules) -> Cow<'a, str> {
    let read = || {
        let heading = Heading::read(line, rules).ok().filter(|_| may_share(line))?;
        let aids = Aids { vocabulary: &Vocabulary::default(), interrupt: &Never, without: &[] };
        let Change { edits, .. } = shared(&View::new(line, &heading, aids))?;
        Some(changed(line, 0..line.len(), &edits))
    };
    read().map_or(Cow::Borrowed(line), Cow::Owned)
}

/// What is said behind a letter and `is`, to the end of the sentence.
struct Sentence<'v> {
    view: &'v View<'v>,
    tokens: &'v [Token],
    is: usize,
}

impl Sentence<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &token.word)
    }

    fn is_in_capitals(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.at.clone().all(|i| self.view.sign(i).is_uppercase()))
    }

    /// Whether it is said of one letter or word alone: of `T+W`, or of `the sum of T and W`, it would be the last of several.
    fn has_subject(&self) -> bool {
        let Some(before) = self.is.checked_sub(2) else { return self.is_in_capitals(0) };
        let word = self.word(before);
        let is_alone = ENDS.contains(word) || word == "," || BEFORE.contains(&word);
        let last = (0..before).rev().take(3).find(|at| ![",", "and"].contains(&self.word(*at)));
        let is_listed = [",", "and"].contains(&word)
            && last.is_some_and(|last| self.is_in_capitals(last) && !self.ends_calculation(last));
        self.is_in_capitals(self.is - 1) && is_alone && !is_listed
    }

    /// Whether a number is the last of a calculation, and no letter of a list.
    fn ends_calculation(&self, last: usize) -> bool {
        last > 0 && "=<>≠≤≥+-−*×·/÷:^".contains(self.word(last - 1))
    }

    fn subject(&self) -> &str {
        self.view.typed(self.tokens[self.is - 1].at.clone())
    }

    /// The bytes of some tokens with the space between them, and of none those between the tokens beside them.
    fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        let start = self.tokens[tokens.start - 1].at.end;
        let end = self.tokens.get(tokens.end).map_or(start, |token| token.at.start);
        self.view.bytes(start..end)
    }

    /// Takes off a word and the space before it.
    fn cut(&self, at: usize) -> Edit {
        Edit::cut(self.view.bytes(self.tokens[at - 1].at.end..self.tokens[at].at.end))
    }

    /// Whether something begins that may be said of a letter.
    fn begins(&self, at: usize) -> bool {
        let word = self.word(at);
        let next = self.word(at + 1);
        BEGINS.contains(&word)
            || ADJECTIVES.contains(&word)
            || COMPARING.contains(&word) && next == "than"
            || word == "at" && ["least", "most"].contains(&next)
            || ["a", "an"].contains(&word) && (ADJECTIVES.contains(&next) || next == "multiple")
    }

    /// The edits of the sentence, and the token behind what was read.
    fn read(&self, edits: &mut Vec<Edit>) -> usize {
        let again = format!(", {} is ", self.subject());
        let is_neither = self.word(self.is + 1) == "neither" && !self.is_in_capitals(self.is + 2);
        let mut at = self.is + 1;
        if is_neither {
            edits.push(Edit::new(self.view.bytes(self.tokens[at].at.clone()), "not"));
            at += 1;
        }
        while at < self.tokens.len() {
            if let Some(end) = self.compared(at, edits) {
                at = end;
                continue;
            }
            let comma = at + usize::from(self.word(at) == ",");
            let joint = JOINTS.contains(&self.word(comma)) || comma > at && self.word(comma) == "not";
            if is_neither && self.word(comma) == "nor" {
                edits.push(Edit::new(self.bytes(at..comma + 1), format!("{again}not ")));
                at = comma + 1;
            } else if joint {
                let first = comma + usize::from(self.word(comma) != "not");
                let next = (first..).find(|at| !FILLERS.contains(&self.word(*at))).unwrap_or(first);
                if !self.begins(next) {
                    return at;
                }
                // `divisible by 3 and not by 9`.
                let is_left_out = self.word(next) == "not" && ["by", "of"].contains(&self.word(next + 1));
                let (end, said) = if is_left_out { (next + 2, "not divisible by ") } else { (next, "") };
                edits.push(Edit::new(self.bytes(at..end), format!("{again}{said}")));
                at = end;
            } else if ADJECTIVES.contains(&self.word(at)) && ADJECTIVES.contains(&self.word(at + 1)) {
                if ["a", "an"].contains(&self.word(at - 1)) {
                    edits.push(self.cut(at - 1));
                }
                edits.push(Edit::new(self.bytes(at + 1..at + 1), again.clone()));
                at += 1;
                if ["digit", "number"].contains(&self.word(at + 1)) {
                    edits.push(self.cut(at + 1));
                }
            } else if self.is_in_capitals(at)
                && !self.is_compared_with(at)
                && number_word(self.word(at)).is_none()
            {
                return at;
            } else {
                at += 1;
            }
        }
        at
    }

    /// Whether a letter stands behind `than`, `by` or `of`.
    fn is_compared_with(&self, at: usize) -> bool {
        ["than", "by", "of", "twice", "half", "double"].contains(&self.word(at - 1))
    }

    /// Reads what is compared with several letters, and returns the token behind it.
    fn compared(&self, at: usize, edits: &mut Vec<Edit>) -> Option<usize> {
        if !COMPARING.contains(&self.word(at)) || self.word(at + 1) != "than" {
            return None;
        }
        let again = format!(", {} is {} than ", self.subject(), self.word(at));
        let is_both = ["both", "all"].contains(&self.word(at + 2));
        let mut last = at + 2 + usize::from(is_both);
        let mut joints = Vec::new();
        while self.is_in_capitals(last) {
            let comma = last + 1 + usize::from(self.word(last + 1) == ",");
            let and = comma + usize::from(self.word(comma) == "and");
            if and == last + 1 || !self.is_in_capitals(and) {
                break;
            }
            joints.push(last + 1..and);
            last = and;
        }
        // `T is greater than O and W is 3`.
        let ends = [None, Some(","), Some("and"), Some("but")];
        let ends = ends.contains(&self.tokens.get(last + 1).map(|token| token.word.as_str()));
        // `A is larger than B, CD:E=F`.
        let divided = |i: usize| self.view.sign(i) == ':' && self.view.behind(i + 1).is_some();
        let divides = || self.view.behind(self.tokens[last].at.end).is_some_and(divided);
        if joints.is_empty() || !ends || divides() {
            return None;
        }
        if is_both {
            edits.push(self.cut(at + 2));
        }
        edits.extend(joints.into_iter().map(|joint| Edit::new(self.bytes(joint), again.clone())));
        Some(last + 1)
    }
}
