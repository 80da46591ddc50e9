//! The lines of a copied text, without invisible signs.

use std::ops::Range;

use super::super::marks::lines_of;
use super::expression::{
    Expression, MODULO, OVERLINES, PRIME, is_digit, is_formula, is_operator, is_outside, is_relation,
};
use fukumen_language::text::lines as looks;
use fukumen_language::unicode;

/// The strut that KaTeX puts after a fraction and after each column of a table.
const STRUT: char = '\u{200B}';

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// It has signs of a formula.
    Signs,
    /// Only a strut is on it.
    Strut,
    /// Only tabs are on it, which part cells.
    Tabs,
    Blank,
}

/// A line of a copied formula.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub look: Look,
    /// Its text, without spaces around it and invisible signs.
    pub text: String,
    /// The same with the spaces before it.
    pub row: String,
    pub at: Range<usize>,
}

impl Line {
    pub fn expression(&self) -> Expression {
        Expression::new(&*self.text, self.at.clone())
    }

    /// The operator at its head, the operand after it, and the operator at its end.
    pub fn parts(&self) -> Vec<Expression> {
        let body = self.text.trim_start_matches(is_outside);
        let middle = body.trim_end_matches(is_outside);
        let parts = [&self.text[..self.text.len() - body.len()], middle, &body[middle.len()..]];
        let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| Expression::new(part, self.at.clone())).collect()
    }

    /// Whether it is one number, or one sign.
    pub fn is_token(&self) -> bool {
        let is_number = |text: &str| text.chars().all(|c| is_digit(c) || c == '.') || text == MODULO;
        self.text.chars().count() == 1 || is_number(&self.text) || self.text.chars().all(is_operator)
    }

    /// Whether it is an equation by itself, without gaps, that calculates.
    pub fn is_equation(&self) -> bool {
        let operands: Vec<&str> = self.text.split(is_operator).map(str::trim).collect();
        operands.len() > 2
            && self.text.contains(is_relation)
            && !self.text.contains("  ")
            && operands.iter().all(|operand| !operand.is_empty() && !operand.contains([' ', '\t']))
    }

    /// Whether it heads what is below, or is a rule of a drawing.
    fn is_of_other_text(&self) -> bool {
        self.text.chars().count() > 1
            && (looks::is_rule(&self.text)
                && !self.text.contains(' ')
                && !self.text.contains(|c| OVERLINES.contains(c))
                || self.text.ends_with([':', '：']))
    }

    /// How many digits it has, if it is one number.
    pub fn digits(&self) -> Option<usize> {
        (self.text != MODULO && self.text.chars().all(is_digit)).then(|| self.text.chars().count())
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{AD}')
}

/// Letters of the mathematical alphabets as plain ones, and squares as blanks.
fn plain(c: char) -> String {
    match c {
        '\u{1D400}'..='\u{1D7FF}' => unicode::compatible(&c.to_string()),
        '◻' | '☐' => "□".to_owned(),
        '′' => PRIME.to_string(),
        '\u{A0}' | '\u{2002}'..='\u{200A}' | '\u{202F}' => " ".to_owned(),
        _ => c.to_string(),
    }
}

/// The lines of a text; nothing if one has anything but signs of a formula.
pub(super) fn lines(text: &str) -> Option<Vec<Line>> {
    let mut lines: Vec<Line> = Vec::new();
    let mut whole = String::new();
    for at in lines_of(text) {
        let typed = &text[at.clone()];
        // A strut has a column of its own.
        let row = typed.replace(STRUT, " ");
        let row: String = row.chars().filter(|c| !is_invisible(*c)).map(plain).collect();
        let bare: String = typed.chars().filter(|c| !is_invisible(*c)).map(plain).collect();
        let look = match bare.trim() {
            "" if typed.contains(STRUT) => Look::Strut,
            "" if typed.contains('\t') => Look::Tabs,
            "" => Look::Blank,
            _ => Look::Signs,
        };
        whole += &bare;
        whole.push('\n');
        lines.push(Line { look, text: bare.trim().to_owned(), row: row.trim_end().to_owned(), at });
    }
    while lines.last().is_some_and(|line| matches!(line.look, Look::Blank | Look::Tabs)) {
        lines.pop();
    }
    let is_other = lines.iter().any(Line::is_of_other_text);
    (!is_other && is_formula(&whole)).then(|| with_periods(lines))
}

/// Joins a number after a point, and the line above it, into the period of the fraction: `0.`, `TALK`, `‾`.
fn with_periods(lines: Vec<Line>) -> Vec<Line> {
    let is_overline =
        |line: &Line| line.look == Look::Signs && line.text.chars().all(|c| OVERLINES.contains(c));
    if !lines.iter().any(is_overline) {
        return lines;
    }
    let mut all: Vec<Line> = Vec::new();
    let mut is_above = false;
    for line in lines {
        let ends_with_point = |line: Option<&Line>| line.is_some_and(|line| line.text.ends_with('.'));
        if is_overline(&line) {
            is_above = ends_with_point(all.last());
            if !is_above && ends_with_point(all.len().checked_sub(2).and_then(|before| all.get(before))) {
                let period = all.pop().map_or_else(String::new, |period| period.text);
                if let Some(number) = all.last_mut() {
                    number.text = format!("{}({period})", number.text);
                }
            }
            continue;
        }
        match all.last_mut().filter(|_| std::mem::take(&mut is_above)) {
            Some(number) => number.text = format!("{}({})", number.text, line.text),
            None => all.push(line),
        }
    }
    all
}

/// The lines that have signs.
pub(super) fn signs(lines: &[Line]) -> Vec<&Line> {
    lines.iter().filter(|line| line.look == Look::Signs).collect()
}

/// The digits of some lines in order, by which copies of one formula are known.
pub(super) fn key(lines: &[Line]) -> Vec<char> {
    let mut key: Vec<char> =
        lines.iter().flat_map(|line| line.text.chars()).filter(|c| is_digit(*c)).collect();
    key.sort_unstable();
    key
}
