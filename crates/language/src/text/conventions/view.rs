//! A text as conventions see it: its characters line by line, without settings and comments.

use std::cell::OnceCell;
use std::ops::Range;

use crate::puzzle::Rules;
use crate::spelling::{Character, Spelt};
use crate::text::aids::Aids;
use crate::text::conditions::grammar::is_symbol;
use crate::text::heading::Heading;
use crate::text::{drawings, lines};
use crate::vocabulary::{OPERATORS, Tier, Vocabulary, signs};

/// A text. Places are characters, unless it says bytes.
pub(super) struct View<'a> {
    pub text: &'a str,
    pub rules: &'a Rules,
    pub aids: Aids<'a>,
    characters: Vec<Character>,
    /// The keys of the signs that a setting makes blanks.
    blanks: Vec<Spelt>,
    is_drawn: OnceCell<bool>,
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
        let blanks = heading.rules.blanks.iter().map(|blank| spelling.key(&blank.sign)).collect();
        Self { text, rules: &heading.rules, aids, characters, blanks, is_drawn: OnceCell::new() }
    }

    /// Returns the functions.
    pub fn vocabulary(&self) -> &'a Vocabulary {
        self.aids.vocabulary
    }

    /// Returns the number of characters.
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// Returns the sign of a character, and a new line before the first and after the last.
    pub fn sign(&self, at: usize) -> char {
        self.characters.get(at).map_or('\n', |character| character.sign)
    }

    /// Returns the first code point of a character: a letter without its marks.
    pub fn letter(&self, at: usize) -> char {
        self.characters.get(at).and_then(|character| character.shown.chars().next()).unwrap_or('\n')
    }

    /// Returns a character as typed.
    pub fn shown(&self, at: usize) -> &str {
        self.characters.get(at).map_or("", |character| &character.shown)
    }

    /// Returns the signs of some characters.
    pub fn signs(&self, at: Range<usize>) -> String {
        self.characters[at].iter().map(|character| character.sign).collect()
    }

    /// Returns the bytes of some characters. Of none, the place before the first.
    pub fn bytes(&self, at: Range<usize>) -> Range<usize> {
        let end = self.characters.last().map_or(self.text.len(), |last| last.span.end);
        let start = self.characters.get(at.start).map_or(end, |first| first.span.start);
        if at.is_empty() { start..start } else { start..self.characters[at.end - 1].span.end }
    }

    /// Returns some characters as typed.
    pub fn typed(&self, at: Range<usize>) -> &'a str {
        &self.text[self.bytes(at)]
    }

    /// Returns the lines that have something visible, without the space around them.
    pub fn lines(&self) -> Vec<Range<usize>> {
        let mut start = 0;
        let ends = (0..=self.len()).filter(|i| self.sign(*i) == '\n');
        ends.filter_map(|end| self.trimmed(std::mem::replace(&mut start, end + 1)..end)).collect()
    }

    /// Returns some characters without the space around them; `None` if that is all.
    pub fn trimmed(&self, at: Range<usize>) -> Option<Range<usize>> {
        let mut visible = at.filter(|i| !self.is_space(*i));
        let first = visible.next()?;
        Some(first..visible.next_back().unwrap_or(first) + 1)
    }

    /// Returns everything visible.
    pub fn whole(&self) -> Range<usize> {
        self.trimmed(0..self.len()).unwrap_or(0..0)
    }

    /// Returns the words of a part: runs of visible characters.
    pub fn words(&self, at: Range<usize>) -> Vec<Range<usize>> {
        self.runs(at, |i| !self.is_space(i))
    }

    /// Returns the runs of characters of a kind.
    pub fn runs(&self, at: Range<usize>, is_part: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for i in at.filter(|i| is_part(*i)) {
            match runs.last_mut() {
                Some(run) if run.end == i => run.end = i + 1,
                _ => runs.push(i..i + 1),
            }
        }
        runs
    }

    /// Returns the runs of digits, hidden or not.
    pub fn numerals(&self) -> Vec<Range<usize>> {
        self.runs(0..self.len(), |i| self.is_digit(i))
    }

    /// Returns whether it is white space, a new line too.
    pub fn is_space(&self, at: usize) -> bool {
        self.sign(at).is_whitespace() || self.sign(at) == '\u{FEFF}'
    }

    /// Returns whether it is a digit of a number: shown, or hidden by a symbol or a blank.
    pub fn is_digit(&self, at: usize) -> bool {
        self.sign(at).is_ascii_digit() || self.is_hidden(at)
    }

    /// Returns whether it hides a digit.
    pub fn is_hidden(&self, at: usize) -> bool {
        is_symbol(self.sign(at)) || self.is_blank(at)
    }

    /// Returns whether it is a blank, by itself or by a setting.
    pub fn is_blank(&self, at: usize) -> bool {
        signs::is_blank(self.sign(at)) || self.is_set_blank(at)
    }

    /// Returns whether a setting makes it a blank.
    pub fn is_set_blank(&self, at: usize) -> bool {
        !self.blanks.is_empty()
            && at < self.len()
            && self.blanks.contains(&self.rules.spelling().key(self.shown(at)))
    }

    /// Returns whether a number or a bracketed part may end with it.
    pub fn ends_operand(&self, at: usize) -> bool {
        let sign = self.sign(at);
        let is_raised = matches!(sign, '²' | '³' | '¹' | '⁰' | '⁴'..='⁹' | '₀'..='₉');
        let is_repeating = sign == '…' || sign == '.' && at > 0 && self.sign(at - 1) == '.';
        self.is_digit(at) || ")]!".contains(sign) || is_raised || is_repeating
    }

    /// Returns whether a number or a bracketed part may begin with it.
    pub fn begins_operand(&self, at: usize) -> bool {
        let is_point = self.sign(at) == '.' && self.is_digit(at + 1);
        self.is_digit(at) || "([√∛".contains(self.sign(at)) || is_point
    }

    /// Returns the last visible character of the line before a place.
    pub fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().take_while(|i| self.sign(*i) != '\n').find(|i| !self.is_space(*i))
    }

    /// Returns the first visible character of the line from a place on.
    pub fn behind(&self, at: usize) -> Option<usize> {
        (at..self.len()).take_while(|i| self.sign(*i) != '\n').find(|i| !self.is_space(*i))
    }

    /// Returns whether there are spaces, or the ends of the line, around a character.
    pub fn stands_alone(&self, at: usize) -> bool {
        (at == 0 || self.is_space(at - 1)) && self.is_space(at + 1)
    }

    /// Returns whether it is between two operands, with spaces around it or without.
    pub fn is_between(&self, at: Range<usize>) -> bool {
        self.before(at.start).is_some_and(|i| self.ends_operand(i))
            && self.behind(at.end).is_some_and(|i| self.begins_operand(i))
    }

    /// Returns whether a lone letter has spaces around it and operands on both sides, the second perhaps with a
    /// sign. In the language, `x` is then the times sign, and `r` the sign of a remainder.
    pub fn is_lone(&self, at: usize, letters: &str) -> bool {
        let begins = |i| self.begins_operand(i) || "+-−–".contains(self.sign(i));
        letters.contains(self.sign(at))
            && self.stands_alone(at)
            && self.before(at).is_some_and(|i| self.ends_operand(i))
            && self.behind(at + 1).is_some_and(begins)
    }

    /// Returns whether the text is read as a drawing.
    pub fn is_drawn(&self) -> bool {
        *self.is_drawn.get_or_init(|| match self.rules.layout.as_deref() {
            Some(name) => name != Rules::NO_LAYOUT,
            None => lines::is_drawn(self.text, self.rules),
        })
    }

    /// Returns whether it is one of the one-line forms of drawings.
    pub fn is_form(&self) -> bool {
        self.rules.layout.is_none() && drawings::is_one_line(self.text)
    }

    /// Returns whether some characters have the sign of a relation.
    pub fn has_relation(&self, mut at: Range<usize>) -> bool {
        at.any(|i| "=≠<>≤≥∣".contains(self.sign(i)))
    }

    /// Returns whether an operator needs an operand after the characters before a place.
    pub fn ends_open(&self, line: &Range<usize>) -> bool {
        let text = self.signs(line.clone());
        let mut rows =
            OPERATORS.iter().filter(|row| !matches!(row.tier, Tier::Postfix | Tier::Not | Tier::Root));
        !self.is_set_blank(line.end - 1)
            && rows.any(|row| row.spellings.iter().any(|spelling| text.ends_with(spelling)))
    }

    /// Returns where the name of a function begins that ends before a place.
    pub fn name_before(&self, open: usize) -> Range<usize> {
        let is_part =
            |i: &usize| matches!(self.sign(*i), 'a'..='z' | '0'..='9' | '_') && !self.is_set_blank(*i);
        let length = (0..open).rev().take_while(is_part).count();
        let start = (open - length..open).find(|i| self.sign(*i).is_ascii_lowercase()).unwrap_or(open);
        start..open
    }

    /// Returns whether each character is a part of a word that hides nothing: the name of a function, or `gives root`.
    pub fn names(&self) -> Vec<bool> {
        let mut names = vec![false; self.len()];
        for open in (0..self.len()).filter(|i| self.sign(*i) == '(') {
            let name = self.name_before(open);
            let typed = self.signs(name.clone());
            if self.vocabulary().names().any(|known| known == typed) {
                names[name].fill(true);
            }
        }
        if self.is_form() {
            for word in self.words(0..self.len()) {
                let is_said = ["gives", "root", "square", "cube"]
                    .contains(&self.signs(word.clone()).to_lowercase().as_str());
                names[word].iter_mut().for_each(|is_named| *is_named |= is_said);
            }
        }
        names
    }

    /// Returns whether operands and operators alternate in a part, with a relation among them: it is whole by its signs.
    pub fn alternates(&self, part: Range<usize>) -> bool {
        let (mut needs_operand, mut depth) = (true, 0_usize);
        let mut last = part.start;
        for i in part.clone().filter(|i| !self.is_space(*i)) {
            let sign = self.sign(i);
            let is_glued = last + 1 == i && (self.is_digit(last) || self.sign(last) == '.');
            last = i;
            match sign {
                _ if self.is_digit(i) && (needs_operand || is_glued) => needs_operand = false,
                '.' if needs_operand || is_glued => needs_operand = true,
                '(' if needs_operand || !self.name_before(i).is_empty() => {
                    (needs_operand, depth) = (true, depth + 1)
                }
                ')' if !needs_operand && depth > 0 => depth -= 1,
                '√' | '∛' | '+' | '-' | '−' | '–' if needs_operand => {}
                '!' | '²' | '³' if !needs_operand => {}
                '*' | '/' | '=' | '<' | '>' if last_is_same(self, i) => {}
                '+' | '-' | '−' | '–' | '*' | '×' | '·' | '⋅' | '∙' | '/' | '÷' | ':' | '%' | '^' | '='
                | '≠' | '<' | '>' | '≤' | '≥' | '∣' | ',' | ';' | '\n'
                    if !needs_operand =>
                {
                    needs_operand = true;
                }
                _ => return false,
            }
        }
        !needs_operand && depth == 0 && self.has_relation(part)
    }
}

/// Returns whether a sign and the one before it are one operator: `==`, `<=`, `//`.
fn last_is_same(view: &View, at: usize) -> bool {
    at > 0
        && matches!(
            (view.sign(at - 1), view.sign(at)),
            ('*', '*') | ('/', '/') | ('=' | '<' | '>' | '!', '=') | ('<', '>')
        )
}
