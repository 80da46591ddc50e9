//! Patterns of words: the parts of a phrase, and where one fits.
//!
//! `#` is a number, `$` a letter of the puzzle, `€` another one, `$$` a list of letters; `N` is a number of the puzzle, of one letter or
//! several, `NN` a list of them, and `V` such a number or one in digits or words; `P` is a property. Words in square brackets may be missing, and
//! with a star they may be repeated. `|` separates words of which one stands there. `OPENING`, `MODAL`, `IS` and `ARTICLE` are the
//! lists of these names.

use std::collections::HashMap;
use std::ops::Range;

use super::languages;
use fukumen_language::arrange::Arrange;

/// Lists of words that several phrases have.
const LISTS: &[(&str, &str)] = &[
    (
        "OPENING",
        "[a|also|and|assume|assuming|beachte|bekannt|buchstabe|che|con|das|dass|der|die|digit|donde|dove|e|es|et|further|gdzie|\
         gilt|given|has|hint|if|it|is|know|known|la|le|let|letra|letter|lettera|lettre|litera|mit|note|number|of|on|où|puzzle|que|\
         sabiendo|sachant|sait|de|sapendo|suppose|symbol|that|the|this|und|value|waarbij|we|when|where|which|with|wobei|wiadomo|y|\
         you|że|буква|где|если|и|известно|что|:]*",
    ),
    ("MODAL", "[debe|deve|doit|has|moet|musi|muss|must|shall|should|to]*"),
    (
        "IS",
        "be|bedeutet|betekent|denotes|er|je|remplace|signifie|significa|sta|znamená|är|désigne|entspricht|equals|es|est|ist|is|jest|means|oznacza|represents|represent|représente|representa|\
         rappresenta|sein|ser|staat|stand|stands|steht|vale|vaut|wynosi|è|é|être|обозначает|означает|равен|равна|равно|это",
    ),
    (
        "ARTICLE",
        "[a|al|an|buchstabe|chiffre|cifra|cijfer|cyfra|cyfrą|cyfrę|das|der|die|digit|dígito|een|egal|ein|eine|el|equal|for|für|\
         gleich|il|la|le|letter|liczba|liczbą|nombre|number|per|numero|número|the|to|un|una|une|value|voor|zahl|ziffer|цифра|цифру|число|\
         числу]*",
    ),
];

/// What stands between the letters of a list.
pub(super) const LINKS: &[&str] = &[",", "and", "or", "nor", "&", "und", "et", "y", "e", "i", "и"];

/// Numbers that are written in words.
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// A longer list is not read: it would be gone through again from each of its letters.
pub(super) const MOST_LISTED: usize = 64;

/// How often words of a phrase may be repeated.
pub(super) const MOST_REPEATED: usize = 8;

/// A run of letters and digits in small letters, or another sign.
pub(super) struct Token {
    pub at: Range<usize>,
    pub word: String,
    /// Whether it begins with a capital.
    pub is_capital: bool,
    /// Whether it is a word in capitals.
    pub is_name: bool,
    /// The word's key, of which lists of words are asked.
    key: u64,
}

impl Token {
    pub fn is_word(&self) -> bool {
        // A sign that is neither letter nor digit is a token of its own, so the first one tells.
        self.word.starts_with(char::is_alphanumeric)
    }

    /// Whether it is a capital alone.
    pub fn is_letter(&self) -> bool {
        self.at.len() == 1 && self.is_capital
    }
}

pub(super) fn tokens(signs: impl Iterator<Item = char>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for (i, sign) in signs.enumerate().filter(|(_, sign)| *sign == '\n' || !sign.is_whitespace()) {
        let sign = if "–−—".contains(sign) { '-' } else { sign };
        match tokens.last_mut() {
            Some(last) if last.at.end == i && last.is_word() && sign.is_alphanumeric() => {
                last.at.end = i + 1;
                last.word.extend(sign.to_lowercase());
                last.is_name &= sign.is_uppercase();
            }
            _ => tokens.push(Token {
                at: i..i + 1,
                word: sign.to_lowercase().collect(),
                is_capital: sign.is_uppercase(),
                is_name: sign.is_uppercase(),
                key: 0,
            }),
        }
    }
    tokens.iter_mut().for_each(|token| token.key = key(&token.word));
    tokens
}

/// A number that words rarely share (FNV-1a): each word of a text is compared with hundreds of lists.
fn key(word: &str) -> u64 {
    word.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A list of words, by their keys.
pub(super) struct Words(Vec<(u64, &'static str)>);

impl Words {
    /// Reads `one|two|three`.
    fn of(written: &'static str) -> Self {
        let mut words: Vec<_> = written.split('|').map(|word| (key(word), word)).collect();
        words.arrange();
        Self(words)
    }

    fn have(&self, token: &Token) -> bool {
        let from = self.0.partition_point(|(key, _)| *key < token.key);
        self.0[from..].iter().take_while(|(key, _)| *key == token.key).any(|(_, word)| *word == token.word)
    }
}

/// What may stand where a part of a phrase is.
pub(super) enum Wanted {
    Number,
    Letter,
    Letters,
    Name,
    Names,
    Value,
    Property,
    OneOf(Words),
}

/// One part of a phrase.
pub(super) struct Part {
    pub wanted: Wanted,
    pub is_optional: bool,
    is_repeated: bool,
}

impl Part {
    /// Reads a part as the table has it.
    fn of(written: &'static str) -> Self {
        let list = |name: &str| LISTS.iter().find(|(own, _)| *own == name).map(|(_, words)| *words);
        let inner = written.strip_prefix('[').and_then(|rest| list(rest.trim_end_matches(']')));
        let written = inner.or_else(|| list(written)).unwrap_or(written);
        // A list of words that may be missing.
        let (choices, is_optional, is_repeated) = match written.strip_prefix('[') {
            Some(rest) => (rest.trim_end_matches(['*', ']']), true, rest.ends_with('*')),
            None => (written, inner.is_some(), false),
        };
        let wanted = match choices {
            "#" => Wanted::Number,
            "$" | "€" => Wanted::Letter,
            "$$" => Wanted::Letters,
            "N" => Wanted::Name,
            "NN" => Wanted::Names,
            "V" => Wanted::Value,
            "P" => Wanted::Property,
            words => Wanted::OneOf(Words::of(words)),
        };
        Self { wanted, is_optional, is_repeated }
    }
}

/// How far a phrase goes, with its numbers and the tokens of its letters, or of its names, values and properties.
#[derive(Default)]
pub(super) struct Found {
    pub at: usize,
    pub numbers: Vec<u64>,
    pub names: Vec<usize>,
}

/// Where a list ends, `A, B and C`, that begins at a token. What it names is added.
fn list(tokens: &[Token], from: usize, is_item: fn(&Token) -> bool, names: &mut Vec<usize>) -> Option<usize> {
    let is_item = |at: usize| tokens.get(at).is_some_and(is_item);
    // `E`, `I` and `Y` are letters, not words.
    let is_link = |at: &usize| {
        tokens.get(*at).is_some_and(|token| LINKS.contains(&token.word.as_str()) && !token.is_name)
    };
    let mut at = from;
    while is_item(at) && names.len() < MOST_LISTED {
        names.push(at);
        let links = (at + 1..).take(2).take_while(is_link).count();
        if links == 0 || !is_item(at + 1 + links) {
            return Some(at + 1);
        }
        at += 1 + links;
    }
    None
}

impl Found {
    /// Looks for a phrase from a token on. Its memory is used again: most phrases are not there.
    pub fn look(&mut self, parts: &[Part], tokens: &[Token], from: usize) -> Option<()> {
        let is_name = |token: &Token| token.is_name;
        self.at = from;
        self.numbers.clear();
        self.names.clear();
        for part in parts {
            let one = |fits: &dyn Fn(&Token) -> bool| tokens.get(self.at).filter(|token| fits(token));
            match &part.wanted {
                Wanted::Number => {
                    self.numbers.push(number(&tokens.get(self.at)?.word)?);
                    self.at += 1;
                }
                Wanted::Letters => self.at = list(tokens, self.at, Token::is_letter, &mut self.names)?,
                Wanted::Names => self.at = list(tokens, self.at, is_name, &mut self.names)?,
                Wanted::Letter | Wanted::Name | Wanted::Value | Wanted::Property => {
                    match part.wanted {
                        Wanted::Letter => one(&Token::is_letter),
                        Wanted::Name => one(&is_name),
                        Wanted::Property => one(&|token| property(&token.word, "").is_some()),
                        _ => one(&is_value),
                    }?;
                    self.names.push(self.at);
                    self.at += 1;
                }
                Wanted::OneOf(words) => {
                    // A capital alone is a letter of the puzzle, and none of the words of one letter.
                    let fits = |token: &&Token| words.have(token) && !token.is_letter();
                    let most = if part.is_repeated { MOST_REPEATED } else { 1 };
                    let count = tokens[self.at..].iter().take(most).take_while(fits).count();
                    if count == 0 && !part.is_optional {
                        return None;
                    }
                    self.at += count;
                }
            }
        }
        Some(())
    }
}

/// Patterns and what each says, by how they may begin: each word of a long text asks for those.
pub(super) struct Table<S> {
    pub rows: Vec<(Vec<Part>, S)>,
    by_word: HashMap<&'static str, Vec<usize>>,
    by_letter: Vec<usize>,
    by_number: Vec<usize>,
    by_value: Vec<usize>,
    by_property: Vec<usize>,
}

impl<S: Copy> Table<S> {
    pub fn of(rows: &[(&'static str, S)]) -> Self {
        let parts = |written: &'static str| written.split_whitespace().map(Part::of).collect();
        let mut table = Self {
            rows: rows.iter().map(|(written, said)| (parts(written), *said)).collect(),
            by_word: HashMap::new(),
            by_letter: Vec::new(),
            by_number: Vec::new(),
            by_value: Vec::new(),
            by_property: Vec::new(),
        };
        for (index, (parts, _)) in table.rows.iter().enumerate() {
            let first = parts.iter().position(|part| !part.is_optional).unwrap_or(parts.len() - 1);
            for part in &parts[..=first] {
                match &part.wanted {
                    Wanted::Number => table.by_number.push(index),
                    Wanted::Letter | Wanted::Letters => table.by_letter.push(index),
                    Wanted::Name | Wanted::Names | Wanted::Value => table.by_value.push(index),
                    Wanted::Property => table.by_property.push(index),
                    Wanted::OneOf(Words(words)) => {
                        words.iter().for_each(|(_, word)| table.by_word.entry(word).or_default().push(index));
                    }
                }
            }
        }
        table
    }

    /// What is made of the first pattern that fits from a token on, and that something is made of.
    pub fn find<T>(
        &self,
        tokens: &[Token],
        from: usize,
        mut make: impl FnMut(S, &Found) -> Option<T>,
    ) -> Option<T> {
        let mut found = Found::default();
        self.that_begin_with(tokens.get(from)?).into_iter().find_map(|index| {
            let (parts, said) = &self.rows[index];
            found.look(parts, tokens, from)?;
            make(*said, &found)
        })
    }

    /// The patterns that may begin with a token, in the order of the table.
    fn that_begin_with(&self, token: &Token) -> Vec<usize> {
        let of_word = self.by_word.get(token.word.as_str()).filter(|_| !token.is_letter());
        let of = |rows, fits: &dyn Fn(&Token) -> bool| {
            Some(rows).filter(|rows: &&Vec<usize>| !rows.is_empty() && fits(token))
        };
        let others = [
            of(&self.by_letter, &Token::is_letter),
            of(&self.by_number, &|token| number(&token.word).is_some()),
            of(&self.by_value, &is_value),
            of(&self.by_property, &|token| property(&token.word, "").is_some()),
        ];
        let mut all: Vec<usize> =
            of_word.into_iter().chain(others.into_iter().flatten()).flatten().copied().collect();
        all.arrange();
        all.dedup();
        all
    }
}

/// Whether it is a number of the puzzle, or one in digits or words.
fn is_value(token: &Token) -> bool {
    token.is_name || value(&token.word).is_some()
}

/// What a word says of a number, or of several.
pub(super) fn property(word: &str, number: &str) -> Option<String> {
    let name = languages::property(word).or_else(|| languages::property(word.strip_suffix('s')?))?;
    Some(format!("{name}({number})"))
}

/// A number in digits that a word says.
pub(super) fn value(word: &str) -> Option<String> {
    let is_literal = word.bytes().all(|byte| byte.is_ascii_digit());
    if is_literal { Some(word.to_owned()) } else { number_word(word).map(|number| number.to_string()) }
}

/// The number that a word or digits say.
pub(super) fn number(word: &str) -> Option<u64> {
    word.parse().ok().filter(|_| word.len() <= 2).or_else(|| number_word(word))
}

/// The number that a word in small letters says.
pub(super) fn number_word(word: &str) -> Option<u64> {
    NUMBERS.iter().position(|name| *name == word).map(|i| i as u64)
}
