//! A formula that is put together from pieces of a text, each with its place.

use std::ops::Range;

use fukumen_language::text::{Edit, is_symbol};
use fukumen_language::vocabulary::signs;

/// Signs of relations.
const RELATIONS: &str = "=<>≠≤≥≦≧";

/// Signs between two numbers.
const OPERATIONS: &str = "+-−–±*×·⋅∙/÷∕⁄:%";

/// Brackets and other signs of formulas.
const OTHERS: &str = "()[]{}^√∛!,.;′'|∣⌊⌋⌈⌉_@—─━";

/// The operator that is a word in formulas.
pub(super) const MODULO: &str = "mod";

/// A mark that makes another symbol of a letter; as a sign of its own, and as one that belongs to the letter.
pub(super) const PRIME: char = '\u{315}';

/// Marks above a number, as programs copy them.
pub(super) const OVERLINES: &str = "‾¯―";

pub(super) fn is_relation(c: char) -> bool {
    RELATIONS.contains(c)
}

pub(super) fn is_operator(c: char) -> bool {
    OPERATIONS.contains(c) || is_relation(c)
}

/// Whether a character is a bracket of rounding, which is a sign by itself where formulas are stacked.
fn is_bracket(c: char) -> bool {
    "⌊⌋⌈⌉".contains(c)
}

/// Whether a character is no part of an operand at its ends.
pub(super) fn is_outside(c: char) -> bool {
    is_operator(c) || is_bracket(c) || c == ' '
}

/// Whether a character may be a digit of a number, shown or hidden.
pub(super) fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
        || c == '∗'
        || signs::is_blank(c) && c != '*'
        || is_symbol(c) && !is_operator(c) && !OVERLINES.contains(c)
}

/// Whether a text has only signs of formulas and no words: all its numbers are written alike, in capitals, in small letters or in
/// a script without them, and those in small letters never stand side by side.
pub(super) fn is_formula(text: &str) -> bool {
    let is_known = |c: char| {
        c.is_whitespace()
            || is_digit(c)
            || is_operator(c)
            || OTHERS.contains(c)
            || OVERLINES.contains(c)
            || c == PRIME
    };
    let is_small = |c: char| c.is_lowercase();
    let is_uncased = |c: char| c.is_alphabetic() && !c.is_uppercase() && !c.is_lowercase();
    // How a word is written, if it is one: its first letter and the others.
    let style = |word: &str| {
        let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
        let is_word = letters.len() > 1 && word != MODULO;
        is_word.then(|| {
            (
                letters.iter().any(|c| is_uncased(*c)),
                is_small(letters[0]),
                letters[1..].iter().any(|c| is_small(*c)),
            )
        })
    };
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || is_operator(c) || OTHERS.contains(c)).collect();
    let mut styles = words.iter().filter_map(|word| style(word));
    let first = styles.next();
    let gaps: Vec<&str> = text.split_whitespace().collect();
    let is_small_word =
        |word: &str| style(word).is_some_and(|(_, _, small)| small) && word.chars().all(char::is_alphabetic);
    text.chars().all(is_known)
        && styles.all(|style| Some(style) == first)
        && !gaps.windows(2).any(|pair| is_small_word(pair[0]) && is_small_word(pair[1]))
}

/// Some characters, and where they were typed.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    at: Range<usize>,
}

/// A part of a formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Expression(Vec<Piece>);

impl Expression {
    pub fn new(text: impl Into<String>, at: Range<usize>) -> Self {
        Self(vec![Piece { text: text.into(), at }])
    }

    pub fn then(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Adds signs that nobody typed.
    pub fn with(mut self, text: &str) -> Self {
        let end = self.0.last().map_or(0, |piece| piece.at.end);
        self.0.push(Piece { text: text.to_owned(), at: end..end });
        self
    }

    pub fn text(&self) -> String {
        self.0.iter().map(|piece| &*piece.text).collect()
    }

    pub fn begins_with(&self, is: impl Fn(char) -> bool) -> bool {
        self.text().trim_start().starts_with(is)
    }

    pub fn ends_with(&self, is: impl Fn(char) -> bool) -> bool {
        self.text().trim_end().ends_with(is)
    }

    /// Whether a relation is in it.
    pub fn relates(&self) -> bool {
        self.text().contains(is_relation)
    }

    /// Whether it is an operand: no relation, and no operator at its ends.
    pub fn is_operand(&self) -> bool {
        let text = self.text();
        let text = text.trim();
        text.contains(is_digit)
            && !text.contains(is_relation)
            && !text.starts_with(is_operator)
            && !text.ends_with(is_operator)
            && text.matches('(').count() == text.matches(')').count()
    }

    /// The bytes from its first piece to its last.
    pub fn place(&self) -> Range<usize> {
        let start = self.0.iter().map(|piece| piece.at.start).min().unwrap_or_default();
        start..self.0.iter().map(|piece| piece.at.end).max().unwrap_or_default()
    }

    /// How many signs it has.
    pub fn length(&self) -> usize {
        self.text().chars().filter(|c| !c.is_whitespace()).count()
    }

    /// It in brackets, if it is more than one number.
    pub fn bracketed(self) -> Self {
        if self.text().trim().chars().all(is_digit) { self } else { self.enclosed("(") }
    }

    /// It between brackets, with a word before them or without.
    pub fn enclosed(mut self, open: &str) -> Self {
        let start = self.0.first().map_or(0, |piece| piece.at.start);
        self.0.insert(0, Piece { text: open.to_owned(), at: start..start });
        self.with(")")
    }

    /// The fraction of two operands.
    pub fn over(self, below: Self) -> Self {
        self.bracketed().with("/").then(below.bracketed())
    }

    /// It with some characters replaced.
    pub fn replaced(self, from: &str, to: &str) -> Self {
        Self(self.0.into_iter().map(|piece| Piece { text: piece.text.replace(from, to), ..piece }).collect())
    }

    /// It with each `!=` as a factorial and an equals sign.
    pub fn with_factorials(self) -> Self {
        let place = self.place();
        Self::new(self.text().replace("!=", "! ="), place)
    }

    /// All of these in a row.
    pub fn joined(parts: impl IntoIterator<Item = Self>, between: &str) -> Self {
        parts.into_iter().fold(Self::default(), |all, part| {
            if all.0.is_empty() || between.is_empty() { all.then(part) } else { all.with(between).then(part) }
        })
    }

    /// The edits that put it in place of a text of this length.
    pub fn edits(&self, length: usize) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        for Piece { text, at } in &self.0 {
            edits.push(Edit::new(0..0, text).moved_from(at.clone()));
        }
        edits.push(Edit::cut(0..length));
        edits
    }
}
