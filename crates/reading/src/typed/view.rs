//! What the rules see of a text: its characters line by line, without settings and comments.

use std::ops::Range;

use crate::Aids;
use fukumen_language::expr::Expr;
use fukumen_language::interrupt::Interrupt;
use fukumen_language::puzzle::Rules;
use fukumen_language::spelling::Character;
use fukumen_language::text::conditions::is_symbol;
use fukumen_language::text::{Heading, drawings, lines};
use fukumen_language::vocabulary::{OPERATORS, Tier, Vocabulary, signs};

#[cfg(test)]
thread_local! {
    /// How many characters the rules have looked at.
    pub(super) static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[cfg(test)]
fn work(characters: usize) {
    WORK.set(WORK.get() + characters);
}

/// Brackets around what is said beside a puzzle, or around a set.
pub(super) const BRACKETS: &[(char, char)] = &[('(', ')'), ('[', ']'), ('{', '}')];

/// A text as the rules see it. Places are characters, unless it says bytes.
pub(super) struct View<'a> {
    pub text: &'a str,
    pub rules: &'a Rules,
    pub vocabulary: &'a Vocabulary,
    pub interrupt: &'a dyn Interrupt,
    characters: Vec<Character>,
    blanks: Vec<String>,
}

impl<'a> View<'a> {
    pub fn new(text: &'a str, heading: &'a Heading, aids: Aids<'a>) -> Self {
        let spelling = heading.rules.spelling();
        let mut characters = spelling.characters(text);
        let mut skipped = heading.lines.iter().peekable();
        characters.retain(|character| {
            while skipped.next_if(|line| line.end <= character.span.start).is_some() {}
            skipped.peek().is_none_or(|line| character.span.start < line.start)
        });
        let blanks =
            heading.rules.blanks.iter().map(|blank| spelling.key(&blank.sign).into_owned()).collect();
        Self {
            text,
            rules: &heading.rules,
            vocabulary: aids.vocabulary,
            interrupt: aids.interrupt,
            characters,
            blanks,
        }
    }

    /// How many characters there are.
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// The sign of a character; a new line before the first and behind the last.
    pub fn sign(&self, at: usize) -> char {
        #[cfg(test)]
        work(1);
        self.characters.get(at).map_or('\n', |character| character.sign)
    }

    /// The sign of a character, and of a cluster of several its first: a letter without its marks.
    pub fn letter(&self, at: usize) -> char {
        let Some(character) = self.characters.get(at) else { return '\n' };
        let is_cluster = character.shown.chars().nth(1).is_some();
        let first = character.shown.chars().next().filter(|_| is_cluster);
        first.unwrap_or(character.sign)
    }

    /// The signs of some characters.
    pub fn signs(&self, at: Range<usize>) -> String {
        #[cfg(test)]
        work(at.len());
        self.characters[at].iter().map(|character| character.sign).collect()
    }

    /// The bytes of some characters. Of none, the place before the first.
    pub fn bytes(&self, at: Range<usize>) -> Range<usize> {
        #[cfg(test)]
        work(1);
        let end = self.characters.last().map_or(self.text.len(), |last| last.span.end);
        let start = self.characters.get(at.start).map_or(end, |first| first.span.start);
        if at.is_empty() { start..start } else { start..self.characters[at.end - 1].span.end }
    }

    /// Some characters as they were typed.
    pub fn typed(&self, at: Range<usize>) -> &'a str {
        &self.text[self.bytes(at)]
    }

    /// The lines on which something is to be seen, without the space around them.
    pub fn lines(&self) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = 0;
        for end in (0..=self.len()).filter(|i| self.sign(*i) == '\n') {
            lines.extend(self.trimmed(start..end));
            start = end + 1;
        }
        lines
    }

    /// Some characters without the space around them; none if that is all.
    pub fn trimmed(&self, at: Range<usize>) -> Option<Range<usize>> {
        let mut visible = at.filter(|i| !self.is_space(*i));
        let first = visible.next()?;
        Some(first..visible.next_back().unwrap_or(first) + 1)
    }

    /// All that is to be seen.
    pub fn whole(&self) -> Range<usize> {
        self.trimmed(0..self.len()).unwrap_or(0..0)
    }

    /// Whether it is white space, a new line too.
    pub fn is_space(&self, at: usize) -> bool {
        self.sign(at).is_whitespace() || self.sign(at) == '\u{FEFF}'
    }

    /// Whether it is a digit of a number: shown, or hidden by a symbol or a blank.
    pub fn is_digit(&self, at: usize) -> bool {
        self.sign(at).is_ascii_digit() || self.is_hidden(at)
    }

    /// Whether it is a symbol that is neither letter nor sign: an emoji.
    pub fn is_picture(&self, at: usize) -> bool {
        let letter = self.letter(at);
        is_symbol(self.sign(at)) && !letter.is_alphanumeric() && !letter.is_ascii() && !self.is_blank(at)
    }

    /// Whether it hides a digit.
    pub fn is_hidden(&self, at: usize) -> bool {
        self.is_blank(at) || is_symbol(self.sign(at))
    }

    /// Whether it is a blank, by itself or by a setting.
    pub fn is_blank(&self, at: usize) -> bool {
        let Some(character) = self.characters.get(at) else { return false };
        signs::is_blank(character.sign)
            || !self.blanks.is_empty() && {
                let key = self.rules.spelling().key(&character.shown);
                self.blanks.iter().any(|blank| *blank == key)
            }
    }

    /// Whether a number or a bracketed part may end with it.
    pub fn ends_operand(&self, at: usize) -> bool {
        self.is_digit(at) || ")]!".contains(self.sign(at))
    }

    /// Whether a number or a bracketed part may begin with it.
    pub fn begins_operand(&self, at: usize) -> bool {
        self.is_digit(at) || "([√∛".contains(self.sign(at))
    }

    /// The last visible character of the line before a place.
    pub fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().take_while(|i| self.sign(*i) != '\n').find(|i| !self.is_space(*i))
    }

    /// The first visible character of the line from a place on.
    pub fn behind(&self, at: usize) -> Option<usize> {
        (at..self.len()).take_while(|i| self.sign(*i) != '\n').find(|i| !self.is_space(*i))
    }

    /// Whether spaces, or the ends of the line, stand around a character.
    pub fn stands_alone(&self, at: usize) -> bool {
        (at == 0 || self.is_space(at - 1)) && self.is_space(at + 1)
    }

    /// Whether a line may be a whole condition.
    pub fn is_condition(&self, line: Range<usize>) -> bool {
        lines::is_condition_like(self.typed(line), self.rules)
    }

    /// Whether a drawing is to be read.
    pub fn is_drawn(&self) -> bool {
        lines::is_drawn(self.text, self.rules)
    }

    /// Whether it is one of the forms on one line that stand for a drawing.
    pub fn is_form(&self) -> bool {
        drawings::is_one_line(self.text)
    }

    /// Whether the signs of some characters are one of a relation.
    pub fn has_relation(&self, at: Range<usize>) -> bool {
        let signs = self.signs(at);
        let mut relations = OPERATORS.iter().filter(|row| row.tier == Tier::Relation);
        relations.any(|row| row.spellings.iter().any(|spelling| signs.contains(spelling)))
    }

    /// The words of the text: runs of visible characters.
    pub fn words(&self, at: Range<usize>) -> Vec<Range<usize>> {
        let mut words: Vec<Range<usize>> = Vec::new();
        for i in at.filter(|i| !self.is_space(*i)) {
            match words.last_mut() {
                Some(word) if word.end == i => word.end = i + 1,
                _ => words.push(i..i + 1),
            }
        }
        words
    }

    /// Where the name of a function stands that a bracket follows, from a character of it or its end.
    pub fn name_before(&self, open: usize) -> Range<usize> {
        let is_part = |i: &usize| {
            self.sign(*i).is_ascii_lowercase() || self.sign(*i).is_ascii_digit() || self.sign(*i) == '_'
        };
        let length = (0..open).rev().take_while(is_part).count();
        let start = (open - length..open).find(|i| self.sign(*i).is_ascii_lowercase()).unwrap_or(open);
        start..open
    }

    /// The conditions that a text would be, if it can be read without any rule; what is hidden, too.
    pub fn shown_conditions(&self, text: &str) -> Option<Vec<Expr>> {
        let puzzle = fukumen_language::text::conditions::puzzle(text, self.rules).ok()?;
        puzzle.hidden().is_empty().then(|| puzzle.conditions().to_vec())
    }

    /// Whether a text can be read as a number without any rule.
    pub fn is_number(&self, text: &str) -> bool {
        // Conditions in settings may be about symbols that the number does not have.
        let rules = Rules { wheres: Vec::new(), shows: Vec::new(), ..self.rules.clone() };
        fukumen_language::text::conditions::puzzle(&format!("{text}=0"), &rules).is_ok()
    }
}
