//! What sentences say of how many digits numbers have, which the puzzle shows: `SEND is a four-digit number`.

use super::sentences::tokens;
use crate::typed::pattern::number_word;

/// Words for digits, or how they begin.
const OF_DIGITS: &[&str] = &[
    "algarismo",
    "chiffre",
    "cifra",
    "cifre",
    "cijfer",
    "cyfr",
    "digit",
    "dígito",
    "digito",
    "stellig",
    "цифр",
    "значн",
    "位",
    "桁",
    "けた",
    "자리",
];

/// How numbers of digits are said in other languages than English.
const COUNTS: &[(&[&str], usize)] = &[
    (&["deux", "due", "dois", "dos", "zwei", "两", "二"], 2),
    (&["drei", "tre", "tres", "trois", "três", "三"], 3),
    (&["cuatro", "quatre", "quatro", "quattro", "vier", "四"], 4),
    (&["cinco", "cinq", "cinque", "fünf", "五"], 5),
    (&["seis", "sechs", "sei", "六"], 6),
    (&["sept", "sete", "sette", "sieben", "siete", "七"], 7),
    (&["acht", "huit", "ocho", "oito", "otto", "八"], 8),
];

/// Words that say nothing beside such a number.
const BESIDE: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "both",
    "denote",
    "denotes",
    "each",
    "for",
    "has",
    "have",
    "integer",
    "integers",
    "is",
    "natural",
    "number",
    "numbers",
    "numeral",
    "numerals",
    "of",
    "positive",
    "represent",
    "represents",
    "stand",
    "stands",
    "the",
    "where",
    "whole",
    "with",
    "beide",
    "eine",
    "ist",
    "sind",
    "und",
    "wobei",
    "zahl",
    "zahlen",
    "de",
    "est",
    "et",
    "nombre",
    "nombres",
    "où",
    "sont",
    "un",
    "une",
    "des",
    "es",
    "son",
    "números",
    "número",
    "y",
    "donde",
    "e",
    "è",
    "di",
    "numero",
    "numeri",
    "dove",
    "sono",
    "é",
    "são",
    "um",
    "onde",
    "是",
    "为",
    "代表",
    "代表是",
    "表示",
    "和",
    "与",
    "都是",
    "均为",
    "数",
    "的数",
    "个",
    "は",
    "の",
    "の数",
    "が",
];

/// Whether a sentence says nothing but how many digits numbers of a puzzle have, and says it as the puzzle shows it.
pub(super) fn are_shown(sentence: &str, puzzle: &str) -> bool {
    let names: Vec<&str> = puzzle
        .split(|c: char| !c.is_alphanumeric())
        .filter(|name| name.contains(char::is_alphabetic))
        .collect();
    let tokens = tokens(sentence);
    let (mut named, mut is_said) = (Vec::new(), false);
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        if names.contains(token) && !BESIDE.contains(token) {
            named.push(token.chars().count());
            continue;
        }
        let lower = token.to_lowercase();
        if let Some(count) = count(&lower, tokens.get(at).copied().unwrap_or_default()) {
            if named.is_empty() || named.iter().any(|length| *length != count.digits) {
                return false;
            }
            (is_said, at) = (true, at + count.words - 1);
            named.clear();
        } else if !BESIDE.contains(&lower.as_str()) {
            return false;
        }
    }
    is_said && named.is_empty()
}

/// A number of digits, and how many words say it.
struct Count {
    digits: usize,
    words: usize,
}

/// The number of digits that a word, in small letters, and the next one say: `4 digit`, `vierstellige`.
fn count(word: &str, next: &str) -> Option<Count> {
    let of_word = |word: &str| {
        let is_named = |(names, _): &&(&[&str], usize)| names.contains(&word);
        let said = || COUNTS.iter().find(is_named).map(|(_, digits)| *digits);
        word.parse().ok().or_else(said).or_else(|| number_word(word).map(|digits| digits as usize))
    };
    let is_of_digits = |word: &str| OF_DIGITS.iter().any(|part| word.starts_with(part));
    let glued = || {
        let (at, _) = word.char_indices().find(|(at, _)| *at > 0 && is_of_digits(&word[*at..]))?;
        Some(Count { digits: of_word(&word[..at])?, words: 1 })
    };
    let apart = of_word(word).filter(|_| is_of_digits(&next.to_lowercase()));
    apart.map(|digits| Count { digits, words: 2 }).or_else(glued)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_left_out_only_as_the_puzzle_shows_it() {
        for said in [
            "SEND is a 4-digit number",
            "where SEND and MORE are four-digit numbers and MONEY is a five-digit number",
            "SEND ist eine vierstellige Zahl",
            "SEND et MORE sont des nombres de quatre chiffres",
            "SEND 代表是 4 位数、MORE 代表是 4 位数、MONEY 代表是 5 位数",
        ] {
            assert!(are_shown(said, "SEND + MORE = MONEY"), "{said}");
        }
        for said in [
            "SEND is a 5-digit number",
            "SEND and MONEY are four-digit numbers",
            "SEND is an even 4-digit number",
            "N is a 1-digit number",
            "SEND is a number",
            "SEND is greater than MORE, a four-digit number",
            "a four-digit number",
        ] {
            assert!(!are_shown(said, "SEND + MORE = MONEY"), "{said}");
        }
    }
}
