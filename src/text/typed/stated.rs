//! Settings that are said in words beside a puzzle: `SEND+MORE=MONEY (base 12)`, `Using the digits 1 to 9: A/BC+D/EF+G/HI=1`.

use std::collections::HashSet;
use std::ops::Range;

use super::Change;
use super::Edit;
use super::view::View;
use crate::digits::DigitSet;
use crate::message::message;

/// Phrases and the settings that they stand for; nothing if the puzzle shows what they say. `#` is a number, in the order of the
/// phrase. Words in square brackets may be missing, and with a star they may be repeated. `|` separates words of which one
/// stands there.
const PHRASES: &[(&str, &str)] = &[
    ("[in|to|with|using|number]* base [of|is|=|-] #", "base #"),
    (
        "[and|are|digits|numbers|the|with]* all [blanks|digits|numbers|the]* [are]* different|distinct",
        "distinct-blanks",
    ),
    ("[and|are|the|with]* different|distinct digits|numbers", "distinct-blanks"),
    ("[and]* no digit|number [is] repeated|repeats", "distinct-blanks"),
    ("in binary", "base 2"),
    ("in octal", "base 8"),
    ("in duodecimal", "base 12"),
    ("in hexadecimal", "base 16"),
    ("( # - # [all|are|each|every|exactly|inclusive|just|once|only|used]* )", "digits #-#"),
    (
        "[by|each|every|from|in|only|of|the|use|uses|using|with]* digit|digits|numbers [from]* # -|to|through # \
         [all|are|each|every|exactly|inclusive|just|once|only|used]*",
        "digits #-#",
    ),
    (
        "[by|each|every|from|in|only|of|the|use|uses|using|with]* digit|digits|numbers between # and #",
        "digits #-#",
    ),
    // The same in other languages, whose words for it do not overlap: German, French, Spanish, Italian, Portuguese, Dutch,
    // Polish, Russian.
    (
        "[aus|avec|com|con|das|de|den|der|des|die|eine|einer|las|le|les|los|met|mit|nur|os|un|una|une|von|z|из]* \
         algarismo|algarismos|chiffre|chiffres|cifra|cifras|cifre|cijfer|cijfers|cyfr|cyfra|cyframi|cyfry|dígito|dígitos|ziffer|\
         ziffern|цифр|цифра|цифрами|цифры [allant|da|dal|de|del|desde|od|van|von|от|с]* \
         # -|a|al|bis|do|tot|à|до|по # [einmal|genau|inclus|je|jeweils]*",
        "digits #-#",
    ),
    (
        "[avec|con|de|der|des|die|eine|las|les|los|mit|un|una|une]* \
         algarismo|algarismos|chiffre|chiffres|cifra|cifras|cifre|cijfer|cijfers|cyfr|cyfra|cyfry|dígito|dígitos|ziffer|ziffern|\
         цифр|цифра|цифры [compris|comprise|compreso|comprendido]* entre|fra|między|tra|tussen|zwischen|между # a|e|en|et|i|und|y|и #",
        "digits #-#",
    ),
    ("[im|in|zur]* basis [=|-] #", "base #"),
    ("using|use [only|the]* # -|to|through # [all|each|exactly|just|once|only]*", "digits #-#"),
    ("[and|with|there]* [are|is] no 0|zero|zeroes|zeros [are|is] [allowed|used]", "no-zero"),
    ("no digit|digits|letter|letters|symbol [are|can|is|may] [be|equal|equals] 0|zero", "no-zero"),
    ("[and]* without [digit|the]* 0|zero|zeroes|zeros", "no-zero"),
    ("[the]* [digit|number] 0|zero is not [allowed|used]", "no-zero"),
    (
        "[and|that|the]* no number|numbers|numeral|word|words [can|may|should]* begin|begins|start|starts with [a]* 0",
        "leading-zeros forbidden",
    ),
    // The number itself shows it.
    (
        "[a|an|the]* # [-] digit|digits [natural|positive|whole]* integer|integers|number|numbers|numeral|numerals",
        "",
    ),
    ("nonzero", NO_LETTER_IS_ZERO),
    ("non - zero", NO_LETTER_IS_ZERO),
    ("[and|with]* leading zeroes|zeros [are|is] allowed|permitted", "leading-zeros allowed"),
    (
        "[different] letters can|may [also] be|have|represent|stand|take [for] [the] same digit|digits|value|values",
        "distinct none",
    ),
];

/// The letters of the sentence are not 0, which is a setting if the puzzle has no others.
const NO_LETTER_IS_ZERO: &str = "no-zero of-letters";

/// What may stand between the letters and the digits that they are.
const BEFORE_DIGITS: &[&str] = &["-", "decimal", "different", "distinct", "non", "nonzero", "single", "zero"];

/// How many words and signs of a sentence are looked at.
const LONGEST_SENTENCE: usize = 80;

/// Numbers that are written in words.
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// How often words of a phrase may be repeated.
const MOST_REPEATED: usize = 8;

/// Nobody says more settings than this about one puzzle.
const MOST_SETTINGS: usize = 16;

/// A run of letters and digits in small letters, or another sign.
struct Token {
    at: Range<usize>,
    word: String,
}

impl Token {
    fn is_word(&self) -> bool {
        self.word.chars().all(char::is_alphanumeric)
    }
}

pub(super) fn may_be_stated(text: &str) -> bool {
    text.contains(char::is_whitespace) || text.contains(')')
}

/// Turns phrases that say settings into lines that set them.
pub(super) fn settings(view: &View) -> Option<Change> {
    let tokens = tokens((0..view.len()).map(|i| view.sign(i)));
    let is_drawn = view.is_drawn();
    let has_blanks = (0..view.len()).any(|i| view.is_blank(i));
    let letters = letters_of(view, &tokens);
    let mut rules = view.rules.clone();
    let (mut cuts, mut lines, mut said) = (Vec::new(), String::new(), Vec::new());
    let mut from = 0;
    while from < tokens.len() {
        // Letters differ anyway.
        let is_new = |setting: &str| match setting {
            "distinct-blanks" => has_blanks,
            NO_LETTER_IS_ZERO => names_all(&letters, view, &tokens, from),
            _ => true,
        };
        let Some((end, setting)) = phrase_at(&tokens, from).filter(|(_, setting)| is_new(setting)) else {
            from += 1;
            continue;
        };
        let setting = setting.replace(" of-letters", "");
        let phrase = with_punctuation(&tokens, from..end);
        let behind = tokens.get(phrase.end);
        let is_free = |token: Option<&Token>| {
            token.is_none_or(|token| {
                token.is_word() || "\n.,;:()!?\"'".contains(&token.word) || view.is_hidden(token.at.start)
            })
        };
        // Within a row of a drawing nothing may move what is behind it.
        let fits = !is_drawn || behind.is_none_or(|token| token.word == "\n");
        let before = phrase.start.checked_sub(1).map(|i| &tokens[i]);
        if !is_free(before) || !is_free(behind) || !fits {
            from += 1;
            continue;
        }
        let (name, value) =
            setting.split_once(' ').map_or((setting.as_str(), None), |(name, value)| (name, Some(value)));
        if !setting.is_empty() {
            rules.set(name, value).ok()?;
        }
        // What follows moves up to what is before.
        let start = match before.filter(|token| token.word != "\n") {
            Some(token) => token.at.end,
            None => tokens[phrase.start].at.start,
        };
        cuts.push(Edit::cut(view.bytes(start..tokens[phrase.end - 1].at.end)));
        let first = from;
        from = phrase.end;
        if setting.is_empty() {
            continue;
        }
        if name == "digits" && rules.digits == Some(DigitSet::all(rules.base)) {
            rules.digits = view.rules.digits;
            continue;
        }
        lines += &format!("@{setting}\n");
        let words = view.typed(tokens[first].at.start..tokens[end - 1].at.end);
        said.push(format!("\"{words}\" as @{setting}"));
    }
    if said.len() > MOST_SETTINGS {
        return None;
    }
    if said.is_empty() {
        return Change::of(cuts);
    }
    cuts.insert(0, Edit::new(0..0, lines));
    Some(Change::of(cuts)?.with(message!("note-stated", settings = said.join(", "))))
}

/// The letters of words in capitals.
fn letters_of(view: &View, tokens: &[Token]) -> HashSet<char> {
    let is_capital = |i: usize| view.sign(i).is_uppercase();
    let words = tokens.iter().filter(|token| token.at.clone().all(is_capital));
    words.flat_map(|token| token.at.clone()).map(|i| view.sign(i)).collect()
}

/// Whether the sentence before a place names all letters of the puzzle, or none, and digits are what it is about: `A, B and C are
/// nonzero digits`, `each letter is a nonzero digit`.
fn names_all(letters: &HashSet<char>, view: &View, tokens: &[Token], at: usize) -> bool {
    let is_between = |token: &&Token| BEFORE_DIGITS.contains(&token.word.as_str());
    let next = tokens[at..].iter().take(MOST_REPEATED).find(|token| !is_between(token));
    let is_lone = |token: &&Token| token.at.len() == 1 && letters.contains(&view.sign(token.at.start));
    let sentence = tokens[..at].iter().rev().take(LONGEST_SENTENCE);
    let sentence = sentence.take_while(|token| token.is_word() || token.word == ",");
    let named: HashSet<char> = sentence.filter(is_lone).map(|token| view.sign(token.at.start)).collect();
    next.is_some_and(|token| token.word.starts_with("digit")) && (named.is_empty() || named == *letters)
}

/// Whether words say a setting.
pub(super) fn is_setting(words: &str) -> bool {
    let tokens = tokens(words.chars());
    (0..tokens.len()).any(|from| phrase_at(&tokens, from).is_some())
}

fn tokens(signs: impl Iterator<Item = char>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for (i, sign) in signs.enumerate().filter(|(_, sign)| *sign == '\n' || !sign.is_whitespace()) {
        let sign = if "–−—".contains(sign) { '-' } else { sign };
        match tokens.last_mut() {
            Some(last) if last.at.end == i && last.is_word() && sign.is_alphanumeric() => {
                last.at.end = i + 1;
                last.word.extend(sign.to_lowercase());
            }
            _ => tokens.push(Token { at: i..i + 1, word: sign.to_lowercase().collect() }),
        }
    }
    tokens
}

/// Where the phrase ends that begins at a token, and the setting that it is.
fn phrase_at(tokens: &[Token], from: usize) -> Option<(usize, String)> {
    PHRASES.iter().find_map(|(phrase, setting)| {
        let (end, numbers) = matched(phrase, tokens, from)?;
        Some((end, with_numbers(setting, &numbers)))
    })
}

/// Where a phrase ends that begins at a token, and its numbers.
fn matched(phrase: &str, tokens: &[Token], from: usize) -> Option<(usize, Vec<u64>)> {
    let (mut at, mut numbers) = (from, Vec::new());
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    for part in phrase.split_whitespace() {
        let (choices, is_optional, is_repeated) = match part.strip_prefix('[') {
            Some(rest) => (rest.trim_end_matches(['*', ']']), true, rest.ends_with('*')),
            None => (part, false, false),
        };
        if choices == "#" {
            numbers.push(number(word(at))?);
            at += 1;
            continue;
        }
        let fits = |at: usize| choices.split('|').any(|choice| choice == word(at));
        let most = if is_repeated { MOST_REPEATED } else { 1 };
        let found = (at..tokens.len()).take(most).take_while(|at| fits(*at)).count();
        if found == 0 && !is_optional {
            return None;
        }
        at += found;
    }
    Some((at, numbers))
}

fn number(word: &str) -> Option<u64> {
    let named = || NUMBERS.iter().position(|name| *name == word).map(|i| i as u64);
    word.parse().ok().filter(|_| word.len() <= 2).or_else(named)
}

fn with_numbers(setting: &str, numbers: &[u64]) -> String {
    numbers.iter().fold(setting.to_string(), |setting, number| setting.replacen('#', &number.to_string(), 1))
}

/// A phrase with the brackets around it, or the sign between it and the rest of its line.
fn with_punctuation(tokens: &[Token], phrase: Range<usize>) -> Range<usize> {
    let Range { start, end } = phrase;
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("\n", |token| token.word.as_str());
    match (word(start.checked_sub(1)), word(Some(end))) {
        ("(", ")") => start - 1..end + 1,
        ("\n", "," | ":" | ";" | ".") => start..end + 1,
        ("," | ";" | ".", "," | ";" | "." | "\n") => start - 1..end,
        _ => start..end,
    }
}
