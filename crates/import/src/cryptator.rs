//! Texts of Cryptator: a puzzle on each line, `#` comments.
//!
//! Digits are symbols like letters, and so is each character from U+0080 to U+FFFF; numbers stand in quotes. No number begins with 0, and no number is 0. `%` and `^` bind
//! tighter than `*` and `/`, and all of them group from the left.
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
    Number(String),
    Sign(&'static str),
}

pub(super) fn read(file: &str) -> Vec<Result<Draft, TextError>> {
    let mut drafts = Vec::new();
    let mut start = 0;
    for line in file.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default();
        if !code.trim().is_empty() {
            drafts.push(puzzle(code.trim_end(), start));
        }
        start += line.len();
    }
    drafts
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
    let body = grouped(&pieces, &names);
    Ok(Draft { rules, body: body.trim_end_matches([',', ' ']).into(), notes: Vec::new(), first: None, at })
}

/// Writes pieces with brackets where they are grouped otherwise here.
fn grouped(pieces: &[Piece], names: &Names) -> String {
    // The brackets that are open, each with its parts so far.
    let mut open: Vec<Vec<Part>> = vec![Vec::new()];
    for piece in pieces {
        let part = match piece {
            Piece::Word(word) => Part::Operand(word.iter().map(|symbol| names.name(*symbol)).collect()),
            Piece::Number(number) => Part::Operand(number.clone()),
            Piece::Sign("(") => {
                open.push(Vec::new());
                continue;
            }
            Piece::Sign(")") if open.len() > 1 => {
                Part::Operand(format!("({})", written(&open.pop().unwrap_or_default())))
            }
            Piece::Sign(sign) => Part::Sign(sign),
        };
        if let Some(parts) = open.last_mut() {
            parts.push(part);
        }
    }
    open.iter().map(|parts| written(parts)).collect::<Vec<_>>().join("(")
}

/// A part of a line between brackets: an operand, which may be a bracket, or a sign.
enum Part {
    Operand(String),
    Sign(&'static str),
}

/// Writes parts. A remainder or a power is put in brackets before the next sign that would take a part of it.
fn written(parts: &[Part]) -> String {
    let sign = |place: usize| if let Some(Part::Sign(sign)) = parts.get(place) { Some(*sign) } else { None };
    let binds = |sign: Option<&str>| matches!(sign, Some("*" | "/" | "%" | "^" | "-"));
    let (mut text, mut place) = (String::new(), 0);
    while let Some(part) = parts.get(place) {
        place += 1;
        let mut operand = match part {
            Part::Sign(sign) => {
                text += sign;
                continue;
            }
            Part::Operand(operand) => operand.clone(),
        };
        let before = place.checked_sub(2).and_then(sign);
        // Two numbers without a sign stay two.
        if place > 1 && before.is_none() {
            text += " ";
        }
        let mut last = None;
        while let (Some(tight @ ("%" | "^")), Some(Part::Operand(right))) =
            (sign(place), parts.get(place + 1))
        {
            operand =
                if last.is_some() { format!("({operand}){tight}{right}") } else { operand + tight + right };
            last = Some(tight);
            place += 2;
        }
        let is_apart = last == Some("%") && (binds(before) || binds(sign(place)));
        text += &if is_apart { format!("({operand})") } else { operand };
    }
    text
}

fn is_symbol(c: char) -> bool {
    c.is_ascii_alphanumeric() || ('\u{80}'..='\u{FFFF}').contains(&c) && !c.is_whitespace()
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
                pieces.push(Piece::Number(inner.into()));
                inner.len() + 2
            }
            sign if is_symbol(sign) => {
                let word: Vec<char> = rest.chars().take_while(|c| is_symbol(*c)).collect();
                let length = word.iter().map(|c| c.len_utf8()).sum();
                pieces.push(Piece::Word(word));
                length
            }
            sign if sign.is_whitespace() => sign.len_utf8(),
            _ if rest.starts_with("&&") => {
                pieces.push(Piece::Sign(", "));
                2
            }
            ';' => {
                pieces.push(Piece::Sign(", "));
                1
            }
            '=' => {
                pieces.push(Piece::Sign("="));
                if rest.starts_with("==") { 2 } else { 1 }
            }
            _ => {
                let same = SAME.iter().find(|same| rest.starts_with(**same));
                let same = same
                    .ok_or_else(|| refusal(message!("import-sign", sign = sign), place(sign.len_utf8())))?;
                pieces.push(Piece::Sign(if *same == "!=" { "≠" } else { same }));
                same.len()
            }
        };
        at += length;
    }
    Ok(pieces)
}
