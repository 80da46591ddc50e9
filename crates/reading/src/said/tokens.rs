//! The words of a text, in clauses and sentences.

use std::ops::Range;

use super::pattern::{CHOICES, is_link};

/// How many letters may follow an apostrophe within a word: `we'll`.
const LONGEST_ENDING: usize = 2;

/// The one sign that is a word: `E = zero`.
pub const EQUALS: &str = "=";

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word, in small letters. A sign of a script without capitals is one by itself.
    Word(String),
    Number(u64),
    /// A word in capitals, or a capital alone, with its small form: a number of the puzzle, perhaps.
    Name(String),
    /// A capital with a point in the name of a person: `Henry E. Dudeney`.
    Initial,
    /// Equations with nothing but separators between them, by their places in the list of equations.
    Equations(Range<usize>),
}

/// A word with its place.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    /// Its bytes in the text.
    pub at: Range<usize>,
    /// The clause that it is in, counted through the text.
    pub clause: usize,
    /// The sentence that it is in.
    pub sentence: usize,
    /// Whether it is the first word of its sentence.
    pub is_first: bool,
    /// Whether it is a number or letter that only a comma parts from the one before it.
    pub is_listed: bool,
}

impl Token {
    /// The word in small letters; empty if it is none.
    pub fn word(&self) -> &str {
        match &self.kind {
            Kind::Word(word) | Kind::Name(word) => word,
            _ => "",
        }
    }

    /// Whether it is a word such as `or`.
    pub fn is_choice(&self) -> bool {
        matches!(&self.kind, Kind::Word(word) if CHOICES.contains(&word.as_str()))
    }

    /// Whether it is a capital alone.
    pub fn is_letter(&self) -> bool {
        matches!(&self.kind, Kind::Name(word) if word.chars().count() == 1)
    }
}

/// Whether a sign is a word by itself, for its script has no spaces between words.
pub fn is_ideographic(c: char) -> bool {
    c.is_alphabetic()
        && !c.is_uppercase()
        && !c.is_lowercase()
        && matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}')
}

/// Cuts a text into words.
pub fn words_of(text: &str) -> Vec<(Range<usize>, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    // `isn't` is a word, `l'inizio` two.
    let is_inner = |i: usize, c: char| {
        let behind = text[i + c.len_utf8()..].chars().take_while(|c| c.is_alphabetic()).count();
        matches!(c, '\'' | '’') && (1..=LONGEST_ENDING).contains(&behind)
    };
    for (i, c) in text.char_indices() {
        let begins_anew = start.is_some_and(|from: usize| {
            let first = text[from..].chars().next().unwrap_or(' ');
            c.is_numeric() != first.is_numeric() && !is_inner(i, c)
        });
        let is_word = c.is_alphanumeric() && !is_ideographic(c);
        if (begins_anew || !(is_word || start.is_some() && is_inner(i, c)))
            && let Some(from) = start.take()
        {
            words.push((from..i, &text[from..i]));
        }
        if is_ideographic(c) {
            words.push((i..i + c.len_utf8(), &text[i..i + c.len_utf8()]));
        } else if is_word && start.is_none() {
            start = Some(i);
        }
    }
    if let Some(from) = start {
        words.push((from..text.len(), &text[from..]));
    }
    words
}

/// Tells numbers, names and words apart.
pub fn kind_of(word: &str) -> Kind {
    if word.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(number) = word.parse()
    {
        return Kind::Number(number);
    }
    let small = word.to_lowercase().replace('’', "'");
    if word.chars().all(char::is_uppercase) { Kind::Name(small) } else { Kind::Word(small) }
}

/// Tokens as they come.
#[derive(Debug, Default)]
pub struct Tokens {
    pub all: Vec<Token>,
    clause: usize,
    sentence: usize,
    is_begun: bool,
    is_listed: bool,
}

impl Tokens {
    /// Adds some bytes of a text, in which there is no equation.
    pub fn add_words(&mut self, text: &str, at: Range<usize>) {
        let part = &text[at.clone()];
        let mut done = 0;
        for (word, typed) in words_of(part) {
            self.add_signs(part, done..word.start, at.start);
            if marks_item(text, at.start + word.start..at.start + word.end) {
                self.end_sentence();
                done = word.end;
                continue;
            }
            let kind = if self.is_initial(text, at.start + word.start..at.start + word.end) {
                Kind::Initial
            } else {
                kind_of(typed)
            };
            self.push(kind, at.start + word.start..at.start + word.end);
            done = word.end;
        }
        self.add_signs(part, done..part.len(), at.start);
    }

    /// Adds equations that are one after the other.
    pub fn add_equations(&mut self, which: usize, at: Range<usize>, joins: bool) {
        if joins
            && let Some(last) = self.all.last_mut()
            && let Kind::Equations(range) = &mut last.kind
        {
            range.end = which + 1;
            last.at.end = at.end;
            (self.clause, self.sentence) = (last.clause, last.sentence);
            return;
        }
        self.push(Kind::Equations(which..which + 1), at);
    }

    /// Ends the sentence.
    pub fn end_sentence(&mut self) {
        self.sentence += 1;
        self.clause += 1;
        self.is_begun = false;
    }

    fn push(&mut self, kind: Kind, at: Range<usize>) {
        let is_first = !self.is_begun;
        self.is_begun = true;
        let is_listed = std::mem::take(&mut self.is_listed);
        self.all.push(Token { kind, at, clause: self.clause, sentence: self.sentence, is_first, is_listed });
    }

    /// Whether a capital with a point is in the name of a person: between two words with capitals, or beside another one.
    fn is_initial(&self, text: &str, at: Range<usize>) -> bool {
        let is_capital = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_uppercase);
        let is_title = |word: &str| {
            let mut signs = word.chars();
            signs.next().is_some_and(char::is_uppercase) && signs.next().is_some_and(char::is_lowercase)
        };
        let Some(rest) = text[at.end..].strip_prefix('.').filter(|_| is_capital(&text[at.clone()])) else {
            return false;
        };
        let mut next = rest.trim_start_matches(' ').split_inclusive(|c: char| !c.is_alphanumeric());
        let next = next.next().unwrap_or_default();
        let is_among = self.all.last().is_some_and(|last| {
            let is_near = text[last.at.end..at.start].trim_matches(['.', ' ']).is_empty();
            is_near && (last.kind == Kind::Initial || !last.is_first && is_title(&text[last.at.clone()]))
        });
        next.strip_suffix('.').is_some_and(is_capital) || is_among && is_title(next)
    }

    /// Whether a list of letters or numbers goes on after a comma: `A, B and C`.
    fn goes_on(&self, rest: &str) -> bool {
        let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let next = words.next().unwrap_or_default();
        let next = if is_link(next) { words.next().unwrap_or_default() } else { next };
        let mut signs = next.chars();
        let is_letter = signs.next().is_some_and(char::is_uppercase) && signs.next().is_none();
        let is_number = next.bytes().all(|byte| byte.is_ascii_digit()) && !next.is_empty();
        self.all.last().is_some_and(|last| {
            is_letter && last.is_letter() || is_number && matches!(last.kind, Kind::Number(_))
        })
    }

    /// Whether a dash stands between two numbers: `0 – 9`.
    fn is_range(&self, rest: &str) -> bool {
        let is_number = self.all.last().is_some_and(|last| matches!(last.kind, Kind::Number(_)));
        is_number && rest.trim_start().starts_with(|c: char| c.is_ascii_digit())
    }

    /// The signs between two words end clauses and sentences.
    fn add_signs(&mut self, part: &str, at: Range<usize>, start: usize) {
        let signs = &part[at.clone()];
        for (i, c) in signs.char_indices() {
            let behind = part[at.start + i + c.len_utf8()..].chars().next();
            let is_end = behind.is_none_or(|next| next.is_whitespace() || "\"”’)»*_".contains(next));
            match c {
                '。' | '！' | '？' | '．' => self.end_sentence(),
                '.' if self.all.last().is_some_and(|last| last.kind == Kind::Initial) => {}
                '.' | '!' | '?' if is_end => self.end_sentence(),
                '\n' if ends_line(part, at.start + i) => self.end_sentence(),
                ',' | '，' | '、' if self.goes_on(&part[at.start + i + c.len_utf8()..]) => {
                    self.is_listed = true
                }
                '–' | '—' if self.is_range(&part[at.start + i + c.len_utf8()..]) => {}
                ',' | ';' | ':' | '(' | ')' | '[' | ']' | '{' | '}' | '"' | '“' | '”' | '«' | '»' | '、'
                | '，' | '；' | '：' | '（' | '）' | '「' | '」' | '–' | '—' | '…' | '|' => {
                    self.clause += 1
                }
                '=' => {
                    let place = start + at.start + i;
                    self.push(Kind::Word(EQUALS.into()), place..place + 1);
                }
                '-' if behind.is_none_or(char::is_whitespace) => self.clause += 1,
                _ => {}
            }
        }
    }
}

/// Whether a number is that of its line in a list, or a letter that of a choice: `2. No two letters are equal`, `A) 16 B) 18`.
fn marks_item(text: &str, at: Range<usize>) -> bool {
    let is_number = text[at.clone()].bytes().all(|byte| byte.is_ascii_digit());
    if text[at.clone()].chars().count() == 1 && !is_number {
        let choice = text[at.end..].strip_prefix(')').unwrap_or_default().trim_start();
        return choice.starts_with(|c: char| c.is_ascii_digit() || c == '$' || c == '(');
    }
    let before = || text[..at.start].trim_end_matches([' ', '\t', '(', '*', '#', '（']);
    let mut behind = text[at.end..].chars();
    let is_marked = behind.next().is_some_and(|c| ".)、．）".contains(c));
    is_number
        && is_marked
        && !behind.next().is_some_and(|c| c.is_ascii_digit())
        && (before().is_empty() || before().ends_with('\n'))
}

/// Whether a sentence ends where its line does: the next line does not go on with a small letter.
fn ends_line(part: &str, at: usize) -> bool {
    let next = part[at..].trim_start_matches(['\n', '\r', ' ', '\t']);
    let is_blank = part[at + 1..].trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    is_blank || !next.starts_with(|c: char| c.is_lowercase())
}
