//! Texts of Cryptator: a puzzle on each line, `#` comments.
//!
//! Digits are symbols like letters; numbers stand in quotes. No number begins with 0, and no number is 0.
//! (Source: the manual of Cryptator, Université Côte d'Azur.)

use std::ops::Range;

use super::enigma::Names;
use super::{Draft, refusal};
use fukumen_language::message::message;
use fukumen_language::puzzle::{Distinct, Permission, Rules};
use fukumen_language::text::TextError;

/// Signs with the same meaning in both languages.
const SAME: &[&str] = &["!=", "<=", ">=", "||", "+", "-", "*", "/", "%", "^", "<", ">", "(", ")"];

/// A piece of a line.
enum Piece {
    Word(Vec<char>),
    Text(String),
}

pub(super) fn read(file: &str) -> Result<Vec<Draft>, TextError> {
    let mut drafts = Vec::new();
    let mut start = 0;
    for line in file.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default();
        if !code.trim().is_empty() {
            drafts.push(puzzle(code.trim_end(), start)?);
        }
        start += line.len();
    }
    Ok(drafts)
}

fn puzzle(line: &str, start: usize) -> Result<Draft, TextError> {
    let pieces = pieces(line, start)?;
    let mut symbols: Vec<char> = Vec::new();
    for piece in &pieces {
        let Piece::Word(word) = piece else { continue };
        for symbol in word {
            if !symbols.contains(symbol) {
                symbols.push(*symbol);
            }
        }
    }
    let at = start..start + line.len();
    let names = Names::of(&symbols).ok_or_else(|| refusal(message!("import-symbols"), at.clone()))?;
    let mut rules = Rules::default().with_lone_zero(Permission::Forbidden);
    names.set(&mut rules);
    if symbols.len() > usize::from(rules.base.get()) {
        rules.distinct = Distinct::Balanced;
    }
    let (mut body, mut is_behind_word) = (String::new(), false);
    for piece in &pieces {
        match piece {
            Piece::Word(word) => {
                body += if is_behind_word { " " } else { "" };
                body.extend(word.iter().map(|symbol| names.name(*symbol)));
            }
            Piece::Text(text) => body += text,
        }
        is_behind_word = matches!(piece, Piece::Word(_));
    }
    Ok(Draft { rules, body: body.trim().trim_end_matches(',').into(), notes: Vec::new(), first: None, at })
}

fn pieces(line: &str, start: usize) -> Result<Vec<Piece>, TextError> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(sign) = line[at..].chars().next() {
        let rest = &line[at..];
        let place = |length: usize| -> Range<usize> { start + at..start + at + length };
        let length = match sign {
            '\'' | '"' => {
                let inner = rest[1..].find(sign).map(|end| &rest[1..=end]);
                let inner = inner.ok_or_else(|| refusal(message!("import-open-quote"), place(1)))?;
                if inner.is_empty() || !inner.bytes().all(|b| b.is_ascii_digit()) {
                    return Err(refusal(message!("import-number"), place(inner.len() + 2)));
                }
                pieces.push(Piece::Text(inner.into()));
                inner.len() + 2
            }
            sign if sign.is_alphanumeric() => {
                let word: Vec<char> = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
                let length = word.iter().map(|c| c.len_utf8()).sum();
                pieces.push(Piece::Word(word));
                length
            }
            sign if sign.is_whitespace() => sign.len_utf8(),
            _ if rest.starts_with("&&") => {
                pieces.push(Piece::Text(", ".into()));
                2
            }
            ';' => {
                pieces.push(Piece::Text(", ".into()));
                1
            }
            '=' => {
                pieces.push(Piece::Text("=".into()));
                if rest.starts_with("==") { 2 } else { 1 }
            }
            _ => {
                let same = SAME.iter().find(|same| rest.starts_with(**same));
                let same = same
                    .ok_or_else(|| refusal(message!("import-sign", sign = sign), place(sign.len_utf8())))?;
                pieces.push(Piece::Text(if *same == "!=" { "≠".into() } else { (*same).into() }));
                same.len()
            }
        };
        at += length;
    }
    Ok(pieces)
}
