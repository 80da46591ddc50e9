//! A text as the grammar sees it: one code point for each character, with the way back to the text.

use std::ops::Range;

use super::grammar;
use crate::expr::Cell;
use crate::message::Repair;
use crate::puzzle::{Builder, Sheet};
use crate::spelling;
use crate::spelling::{Character, Spelling};
use crate::text::error::{Mistake, Origin, ParseError, TextError};
use crate::vocabulary::signs;

/// The greatest depth of brackets. At worst the grammar and its reader take one megabyte of the stack for them in a build without
/// optimisation, and 300 kilobytes in an optimised one (measured on threads with smaller and smaller stacks). The threads of
/// tests have two megabytes.
const DEEPEST: usize = 50;
/// The words for "remainder" between two numbers.
const REMAINDERS: [&str; 4] = ["あまり", "余り", "……", "余"];

/// A text, and its signs for the grammar.
#[derive(Debug)]
pub(super) struct Script<'a> {
    text: &'a str,
    origin: Origin,
    characters: Vec<Character>,
    /// The signs of the characters, in a row.
    source: String,
    /// The byte of `source` where each character begins, and the end; `None` if each character is one byte.
    starts: Option<Vec<usize>>,
}

/// Returns whether a setting makes a sign a blank.
pub(super) type IsBlank<'a> = dyn Fn(&str) -> bool + 'a;

impl<'a> Script<'a> {
    /// Makes the script of a text without the lines in `skipped`.
    pub fn new(
        text: &'a str,
        origin: Origin,
        skipped: &[Range<usize>],
        spelling: &Spelling,
        is_blank: &IsBlank,
    ) -> Result<Self, ParseError> {
        check_brackets(text, skipped).map_err(|error| ParseError::new(error, text, origin))?;
        let mut characters = spelling.characters(text);
        let mut skipped = skipped.iter().peekable();
        if skipped.peek().is_some() {
            characters.retain(|character| {
                while skipped.next_if(|line| line.end <= character.span.start).is_some() {}
                skipped.peek().is_none_or(|line| character.span.start < line.start)
            });
        }
        put_stand_ins(&mut characters, is_blank);
        strike_marks(&mut characters);
        join_remainder_words(&mut characters);
        let source: String = characters.iter().map(|character| character.sign).collect();
        let starts = || source.char_indices().map(|(start, _)| start).chain([source.len()]).collect();
        let starts = (!source.is_ascii()).then(starts);
        Ok(Self { text, origin, characters, source, starts })
    }

    /// Returns the text for the grammar.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns which text it is.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the characters, in order.
    pub fn characters(&self) -> &[Character] {
        &self.characters
    }

    /// Returns the characters at these bytes of the source.
    pub fn range(&self, bytes: Range<usize>) -> Range<usize> {
        let Some(starts) = &self.starts else { return bytes };
        let index = |byte: usize| starts.partition_point(|start| *start < byte);
        index(bytes.start)..index(bytes.end)
    }

    /// Returns some characters as typed.
    pub fn typed(&self, range: Range<usize>) -> &'a str {
        &self.text[self.bytes(range)]
    }

    /// Returns the place of some characters in the text.
    pub fn bytes(&self, range: Range<usize>) -> Range<usize> {
        let end = self.characters.last().map_or(self.text.len(), |last| last.span.end);
        let Some(some) = self.characters.get(range).filter(|some| !some.is_empty()) else {
            return end..end;
        };
        let last = some.last().map_or(end, |last| last.span.end);
        some.first().map_or(end, |first| first.span.start)..last
    }

    /// Returns the error of an error, with its place in the text.
    pub fn error(&self, error: TextError) -> ParseError {
        let TextError { mistake, at, help, repair } = error;
        let place = |at: Range<usize>| match self.characters.get(at.start) {
            Some(first) if at.is_empty() => first.span.start..first.span.start,
            _ => self.bytes(at),
        };
        let repair = repair.map(|repair| Box::new(Repair { span: place(repair.span), text: repair.text }));
        ParseError::new(TextError { mistake, at: place(at), help, repair }, self.text, self.origin)
    }

    /// Returns the characters at these bytes of the text, without the space around them.
    pub fn visible_at(&self, bytes: Range<usize>) -> Range<usize> {
        let index = |byte: usize| self.characters.partition_point(|character| character.span.start < byte);
        let (start, end) = (index(bytes.start), index(bytes.end));
        let is_visible = |character: &Character| !character.sign.is_whitespace();
        let line = &self.characters[start..end];
        let first = line.iter().position(is_visible).unwrap_or(0);
        let last = line.iter().rposition(is_visible).map_or(first, |last| last + 1);
        start + first..start + last
    }

    /// Returns the text from its first visible character to its last, with places for digits. `places` are characters with their
    /// cells, in order. Anything between characters is invisible, or a line that was left out, and is dropped.
    pub fn sheet(&self, places: &[(usize, Cell)], builder: &Builder) -> Sheet {
        let mut sheet = Sheet::default();
        let is_visible = |character: &&Character| !character.sign.is_whitespace();
        let Some(first) = self.characters.iter().find(is_visible) else { return sheet };
        let end = self.characters.iter().rfind(is_visible).map_or(0, |last| last.span.end);
        let mut places = places.iter().peekable();
        let mut done = first.span.start;
        for (i, character) in self.characters.iter().enumerate() {
            let Range { start, end: stop } = character.span;
            if stop <= first.span.start || start >= end {
                continue;
            }
            match places.next_if(|(at, _)| *at == i) {
                Some((_, cell)) => sheet.place(*cell, builder.shown(*cell, &character.shown), None),
                // Several code points of one cluster share its place in the text.
                None if start < done => sheet.text(&character.shown, None),
                None => sheet.text(&self.text[start..stop], None),
            }
            done = stop;
        }
        sheet
    }

    /// Returns whether `!=` is more likely a factorial and an equals sign: the text has other factorials, or no other relation.
    pub fn speaks_of_factorials(&self) -> bool {
        let rest = self.text.replace("!=", "");
        rest.contains('!') || !rest.contains(['=', '≠', '<', '>', '≤', '≥', '∣', '('])
    }
}

fn check_brackets(text: &str, skipped: &[Range<usize>]) -> Result<(), TextError> {
    let mut depth = 0usize;
    let mut skipped = skipped.iter().peekable();
    for (i, c) in text.char_indices() {
        while skipped.next_if(|line| line.end <= i).is_some() {}
        match c {
            '(' | '（' if skipped.peek().is_none_or(|line| i < line.start) => depth += 1,
            ')' | '）' if skipped.peek().is_none_or(|line| i < line.start) => {
                depth = depth.saturating_sub(1)
            }
            _ => {}
        }
        if depth > DEEPEST {
            return Err(TextError::new(Mistake::BracketsTooDeep(DEEPEST), i..i + c.len_utf8()));
        }
    }
    Ok(())
}

/// Replaces white space with spaces, except new lines outside brackets, and the signs that a setting makes blanks with `□`.
fn put_stand_ins(characters: &mut [Character], is_blank: &IsBlank) {
    let mut depth = 0usize;
    for character in characters {
        let sign = &mut character.sign;
        if is_blank(&character.shown) && !sign.is_ascii_digit() && !grammar::is_symbol(*sign) {
            *sign = '□';
        }
        match *sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '\n' if depth == 0 => {}
            c if c.is_whitespace() => *sign = ' ',
            _ => {}
        }
    }
}

/// Makes a mark stray unless it follows a digit, even where marks are characters of their own.
fn strike_marks(characters: &mut [Character]) {
    let mut before = ' ';
    for character in characters {
        if spelling::is_mark(character.sign) && !is_digit(before) {
            character.sign = spelling::STRAY;
        }
        before = character.sign;
    }
}

/// Returns whether a sign is a digit of a numeral, hidden or not.
pub(super) fn is_digit(sign: char) -> bool {
    sign.is_ascii_digit() || signs::is_blank(sign) || grammar::is_symbol(sign)
}

/// Writes `…` for `あまり`, `余り`, `余` and `……` where a remainder may be: after an operand and before one, in a condition with a division and
/// then an equals sign. Elsewhere they are symbols.
fn join_remainder_words(characters: &mut Vec<Character>) {
    if !characters.iter().any(|character| "り余…".contains(character.sign)) {
        return;
    }
    let words = REMAINDERS.map(|word| word.chars().collect::<Vec<char>>());
    let signs: Vec<char> = characters.iter().map(|character| character.sign).collect();
    let (mut is_divided, mut is_equated) = (false, false);
    let mut i = 0;
    let mut joined: Vec<Character> = Vec::new();
    while let Some(sign) = signs.get(i) {
        match sign {
            ',' | ';' | '\n' | '&' | '|' | '∧' | '∨' => (is_divided, is_equated) = (false, false),
            '/' | '÷' | '∕' | '⁄' | ':' => is_divided = true,
            '=' => is_equated = is_divided,
            _ => {}
        }
        let word = words.iter().find(|word| is_equated && signs[i..].starts_with(word));
        let Some(word) = word.filter(|word| is_between_operands(&signs, i..i + word.len())) else {
            joined.push(characters[i].clone());
            i += 1;
            continue;
        };
        is_equated = false;
        let span = characters[i].span.start..characters[i + word.len() - 1].span.end;
        joined.push(Character { shown: word.iter().copied().collect(), sign: '…', span });
        i += word.len();
    }
    *characters = joined;
}

fn is_between_operands(signs: &[char], word: Range<usize>) -> bool {
    let visible = |c: &&char| **c != ' ';
    let before = signs[..word.start].iter().rfind(visible);
    let behind = signs[word.end..].iter().find(visible);
    before.is_some_and(|c| is_digit(*c) || ")]!".contains(*c))
        && behind.is_some_and(|c| is_digit(*c) || "([.".contains(*c))
}
