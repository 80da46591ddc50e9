//! The tokens of an expression.

use std::ops::Range;

use super::functions;
use crate::refusal;
use crate::typed::Typed;
use fukumen_language::message::message;
use fukumen_language::text::TextError;

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub sort: Sort,
    pub at: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sort {
    Integer(String),
    Word(String),
    Name(String),
    Sign(&'static str),
}

/// Signs, longer ones first. Those after the gap exist in Python only.
const SIGNS: &[&str] = &[
    "**", "//", "==", "!=", "<>", "<=", ">=", "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]",
    "{", "}", ",", ":",
];

/// Splits a text into tokens.
pub(super) fn tokens(typed: &Typed, is_symbol: &dyn Fn(char) -> bool) -> Result<Vec<Token>, TextError> {
    let marks = &typed.marks;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let run = |start: usize| (start..marks.len()).find(|i| !is_part(marks[*i].sign)).unwrap_or(marks.len());
    let braced = |start: usize| {
        let end = run(start + 1);
        (end > start + 1 && marks.get(end).is_some_and(|mark| mark.sign == '}')).then_some(end)
    };
    let is_explicit = (0..marks.len()).any(|i| marks[i].sign == '{' && braced(i).is_some());
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < marks.len() {
        let (sign, start) = (marks[i].sign, i);
        let text = |range: Range<usize>| marks[range].iter().map(|mark| mark.sign).collect::<String>();
        let place = |end: usize| marks[start].at.start..marks[end - 1].at.end;
        if sign.is_whitespace() {
            i += 1;
        } else if let Some(end) = braced(i).filter(|_| sign == '{') {
            tokens.push(Token { sort: Sort::Word(text(i + 1..end)), at: place(end + 1) });
            i = end + 1;
        } else if is_part(sign) {
            let end = run(i);
            let run = text(i..end);
            let next = marks[end..].iter().find(|mark| !mark.sign.is_whitespace()).map(|mark| mark.sign);
            let is_call = next == Some('(') && functions::named(&run).is_some();
            let is_word =
                !is_explicit && !is_call && !KEYWORDS.contains(&&*run) && run.chars().all(is_symbol);
            let is_number = run.bytes().all(|b| b.is_ascii_digit());
            let sort = if is_word {
                Sort::Word(run)
            } else if is_number {
                Sort::Integer(run)
            } else if sign.is_ascii_digit() {
                return Err(refusal(message!("import-beside"), place(end)));
            } else {
                Sort::Name(run)
            };
            tokens.push(Token { sort, at: place(end) });
            i = end;
        } else {
            let rest: String = marks[i..].iter().take(2).map(|mark| mark.sign).collect();
            let found = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let Some(found) = found else { return Err(python(place(i + 1))) };
            i += found.len();
            tokens.push(Token { sort: Sort::Sign(found), at: place(i) });
        }
    }
    Ok(tokens)
}

/// Refuses an expression that only Python can run.
pub(super) fn python(at: Range<usize>) -> TextError {
    refusal(message!("import-python"), at)
}

/// Words that are not names in Python.
pub(super) const KEYWORDS: &[&str] = &["and", "or", "not", "in", "is", "if", "else", "for", "lambda"];
