//! The atoms of a line: numerals, operators and the rest, each with its place.

use std::ops::Range;

use fukumen_language::spelling::{Character, Spelling};
use fukumen_language::text::is_symbol;
use fukumen_language::vocabulary::{OPERATORS, Tier, signs};

/// A longer run of a script without capitals is a sentence, not a numeral.
const LONGEST_UNCASED: usize = 12;

/// A word that runs into another is parted from it where so many capitals end or begin: `KNIGHTthis`.
const CAPITALS_OF_NUMERAL: usize = 3;

/// So many signs of a script without capitals after a digit are words.
const WORDS_AFTER_DIGIT: usize = 3;

/// How the letters of a numeral are written. In a line of words, all numerals of an equation are written in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// It has no letters.
    Signs,
    /// `SEND`
    Upper,
    /// `send`
    Lower,
    /// `Send`
    Title,
    /// `qtYsX`
    Mixed,
    /// A script without capitals.
    Uncased,
}

/// The kind of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number, shown or hidden, or a word.
    Numeral(Style),
    /// A plus or minus sign.
    Sum,
    /// Another operator between two numbers.
    Operator,
    /// `√`
    Root,
    Relation,
    Open,
    Close,
    /// `,` and `;`
    Separator,
    /// Anything else.
    Other,
}

/// Some characters of a line that belong together.
#[derive(Clone, Debug)]
pub struct Atom {
    pub kind: Kind,
    /// Its bytes in the text.
    pub at: Range<usize>,
    /// How many characters it has.
    pub length: usize,
    /// How many spaces are before it.
    pub gap: usize,
}

impl Atom {
    /// Whether it is a numeral of one sign.
    pub fn is_lone(&self) -> bool {
        self.length == 1 && matches!(self.kind, Kind::Numeral(_))
    }

    /// Whether it is an `x` by itself, which is a times sign between two numbers.
    pub fn is_cross(&self, text: &str) -> bool {
        self.is_lone() && matches!(&text[self.at.clone()], "x" | "X" | "х" | "Х")
    }
}

/// The letter of a character; of a cluster of several, the first.
fn letter(character: &Character) -> char {
    let mut shown = character.shown.chars();
    let first = shown.next().unwrap_or(character.sign);
    if shown.next().is_some() { first } else { character.sign }
}

fn is_uncased(c: char) -> bool {
    c.is_alphabetic() && !c.is_uppercase() && !c.is_lowercase()
}

/// The tier of an operator of one sign.
fn tier(sign: char) -> Option<Tier> {
    let is_sign = |spelling: &&str| spelling.chars().eq([sign]);
    OPERATORS.iter().find(|row| row.spellings.iter().any(is_sign)).map(|row| row.tier)
}

/// The kind of a character by itself.
fn kind_of(character: &Character) -> Kind {
    let sign = character.sign;
    match sign {
        '(' => Kind::Open,
        ')' => Kind::Close,
        ',' | ';' => Kind::Separator,
        '√' | '∛' => Kind::Root,
        '+' | '-' | '−' | '–' => Kind::Sum,
        '*' | '^' | ':' | '：' => Kind::Operator,
        _ if sign.is_ascii_digit() || signs::is_blank(sign) || is_symbol(sign) => Kind::Numeral(Style::Signs),
        _ => match tier(sign) {
            Some(Tier::Relation) => Kind::Relation,
            Some(Tier::Sum | Tier::Product | Tier::Power) => Kind::Operator,
            _ => Kind::Other,
        },
    }
}

/// A sign after a number that belongs to it: a raised digit.
fn is_raised(character: &Character) -> bool {
    character.shown.contains(['²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'])
}

/// The atoms of a line that begins at a byte of its text.
pub fn atoms(line: &str, start: usize) -> Vec<Atom> {
    let characters = Spelling::default().characters(line);
    let is_cased = are_cased(&characters);
    let mut atoms: Vec<Atom> = Vec::new();
    let (mut gap, mut last): (usize, Option<&Character>) = (0, None);
    for (i, character) in characters.iter().enumerate() {
        if character.sign.is_whitespace() || character.sign == '\u{FEFF}' {
            gap += if character.sign == '\t' { 4 } else { 1 };
            last = None;
            continue;
        }
        let mut kind = kind_of(character);
        let next = characters.get(i + 1);
        if is_question_mark(&characters, i) {
            kind = Kind::Other;
        }
        let joins = last.zip(atoms.last()).is_some_and(|(before, atom)| match (atom.kind, kind) {
            (Kind::Numeral(_), Kind::Numeral(_)) => !parts(&characters, i, (before, character), is_cased),
            (Kind::Relation, Kind::Relation) => true,
            (Kind::Numeral(_) | Kind::Close, _) if is_raised(character) => true,
            (Kind::Numeral(_), _) if character.sign == '.' => next.is_some_and(is_shown_or_capital),
            (Kind::Operator, Kind::Operator) => {
                before.sign == character.sign && "*/".contains(character.sign)
            }
            // An arrow is no relation.
            (Kind::Sum | Kind::Relation, _) if character.sign == '>' => true,
            _ => false,
        });
        let bytes = start + character.span.start..start + character.span.end;
        match atoms.last_mut().filter(|_| joins) {
            Some(atom) => {
                if character.sign == '>'
                    && (atom.kind == Kind::Sum || line.as_bytes().get(atom.at.start - start) == Some(&b'='))
                {
                    atom.kind = Kind::Other;
                }
                atom.at.end = bytes.end;
                atom.length += 1;
            }
            None => atoms.push(Atom { kind, at: bytes, length: 1, gap }),
        }
        (gap, last) = (0, Some(character));
    }
    if line.contains('*') {
        stars(line, start, &mut atoms);
    }
    for at in 0..atoms.len() {
        let is_colon = matches!(&line[atoms[at].at.start - start..atoms[at].at.end - start], ":" | "：");
        if is_colon && !divides(line, start, &atoms, at) {
            atoms[at].kind = Kind::Other;
        }
        let atom = &mut atoms[at];
        if let Kind::Numeral(style) = &mut atom.kind {
            *style = style_of(&line[atom.at.start - start..atom.at.end - start]);
            if *style == Style::Uncased && atom.length > LONGEST_UNCASED {
                atom.kind = Kind::Other;
            }
        }
    }
    atoms
}

/// Makes blanks of stars that no two numbers are around, and joins them with the number that they touch: `** + *3`.
fn stars(line: &str, start: usize, atoms: &mut Vec<Atom>) {
    let is_number = |atom: Option<&Atom>, bracket: Kind| {
        atom.is_some_and(|atom| matches!(atom.kind, Kind::Numeral(_)) || atom.kind == bracket)
    };
    let is_star =
        |atom: &Atom| line[atom.at.start - start..atom.at.end - start].bytes().all(|byte| byte == b'*');
    for at in 0..atoms.len() {
        let before = at.checked_sub(1).and_then(|before| atoms.get(before));
        let is_between = is_number(before, Kind::Close) && is_number(atoms.get(at + 1), Kind::Open);
        if is_star(&atoms[at]) && !is_between {
            atoms[at].kind = Kind::Numeral(Style::Signs);
        }
    }
    let joins = |first: &Atom, second: &Atom| {
        let are_numbers = [first, second].iter().all(|atom| matches!(atom.kind, Kind::Numeral(_)));
        are_numbers && second.gap == 0 && (is_star(first) || is_star(second))
    };
    atoms.dedup_by(|second, first| {
        let is_one = joins(first, second);
        if is_one {
            first.at.end = second.at.end;
            first.length += second.length;
        }
        is_one
    });
}

/// Whether a colon divides: spaces are on both sides of it or on none, and what is before it is no word.
fn divides(line: &str, start: usize, atoms: &[Atom], at: usize) -> bool {
    let is_apart = |i: usize| atoms.get(i).is_some_and(|atom| atom.gap > 0);
    let before = at.checked_sub(1).map(|i| &line[atoms[i].at.start - start..atoms[i].at.end - start]);
    let is_word =
        |before: &str| !matches!(style_of(before), Style::Signs | Style::Upper) && before.chars().count() > 1;
    is_apart(at) == is_apart(at + 1) && before.is_some_and(|before| !is_word(before))
}

/// Whether a point before this character is one within a number.
fn is_shown_or_capital(character: &Character) -> bool {
    character.sign.is_ascii_digit() || letter(character).is_uppercase()
}

/// Whether a question mark ends a sentence: it is the only one, and a letter or digit is before it.
fn is_question_mark(characters: &[Character], at: usize) -> bool {
    let is_numeral = |i: usize| characters.get(i).is_some_and(|c| matches!(kind_of(c), Kind::Numeral(_)));
    characters[at].sign == '?'
        && at > 0
        && (is_numeral(at - 1) || characters[at - 1].sign.is_whitespace())
        && !is_numeral(at + 1)
        && characters.iter().filter(|c| c.sign == '?').count() == 1
}

/// Whether two numerals meet here that are not one: of different scripts, or capitals and a word in small letters.
fn parts(
    characters: &[Character],
    at: usize,
    (before, character): (&Character, &Character),
    is_cased: bool,
) -> bool {
    let (left, right) = (letter(before), letter(character));
    let is_letter = |c: char| c.is_alphabetic();
    if is_letter(left) && is_letter(right) && is_uncased(left) != is_uncased(right) {
        return true;
    }
    if is_cased && (is_uncased(left) && right.is_ascii_digit() || left.is_ascii_digit() && is_uncased(right))
    {
        return true;
    }
    // `9とします` is a digit and words, `3い` a number.
    let words = || characters[at..].iter().take_while(|c| is_uncased(letter(c))).count();
    if left.is_ascii_digit() && words() >= WORDS_AFTER_DIGIT {
        return true;
    }
    let capitals =
        |of: &mut dyn Iterator<Item = &Character>| of.take_while(|c| letter(c).is_uppercase()).count();
    let behind = || capitals(&mut characters[at..].iter());
    let ahead = || capitals(&mut characters[..at].iter().rev());
    left.is_uppercase() && right.is_lowercase() && ahead() >= CAPITALS_OF_NUMERAL
        || left.is_lowercase() && right.is_uppercase() && behind() >= CAPITALS_OF_NUMERAL
}

/// Whether the numbers of a line have letters of a script with capitals, so that all others are words: `式1ABC×3=ABC1の`. Such a letter is
/// beside an operator or a relation.
fn are_cased(characters: &[Character]) -> bool {
    let is_sign = |c: &Character| matches!(kind_of(c), Kind::Sum | Kind::Operator | Kind::Relation);
    let is_letter = |c: &Character| letter(c).is_uppercase() || letter(c).is_lowercase();
    let visible: Vec<&Character> = characters.iter().filter(|c| !c.sign.is_whitespace()).collect();
    let meet = |pair: &[&Character]| {
        is_sign(pair[0]) && is_letter(pair[1]) || is_letter(pair[0]) && is_sign(pair[1])
    };
    visible.windows(2).any(meet)
}

fn style_of(numeral: &str) -> Style {
    let letters: Vec<char> = numeral.chars().filter(|c| c.is_alphabetic()).collect();
    match &*letters {
        [] => Style::Signs,
        letters if letters.iter().copied().any(is_uncased) => Style::Uncased,
        letters if letters.iter().all(|c| c.is_uppercase()) => Style::Upper,
        letters if letters.iter().all(|c| c.is_lowercase()) => Style::Lower,
        [_, rest @ ..] if rest.iter().all(|c| c.is_lowercase()) => Style::Title,
        _ => Style::Mixed,
    }
}

impl Style {
    /// Whether numerals of both styles may stand in one equation. A letter by itself is written as those of capitals alone and
    /// of words with a capital are.
    pub fn goes_with(self, other: Self, is_lone: bool) -> bool {
        let is_cased = |style| matches!(style, Self::Upper | Self::Lower | Self::Title | Self::Mixed);
        match (self, other) {
            (Self::Signs, _) | (_, Self::Signs) => true,
            (Self::Mixed, style) | (style, Self::Mixed) => is_cased(style),
            (Self::Upper, Self::Title) | (Self::Title, Self::Upper) => is_lone,
            (left, right) => left == right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(line: &str) -> Vec<(&str, Kind)> {
        atoms(line, 0).into_iter().map(|atom| (&line[atom.at], atom.kind)).collect()
    }

    #[test]
    fn words_part_where_numerals_end() {
        let numerals = |line| -> Vec<String> {
            let all = kinds(line).into_iter().filter(|(_, kind)| matches!(kind, Kind::Numeral(_)));
            all.map(|(text, _)| text.to_owned()).collect()
        };
        assert_eq!(numerals("HORSE= KNIGHTthis type"), ["HORSE", "KNIGHT", "this", "type"]);
        assert_eq!(numerals("qtYsX + vtqv"), ["qtYsX", "vtqv"]);
        assert_eq!(numerals("ABC=CABです"), ["ABC", "CAB", "です"]);
        assert_eq!(numerals("い4+3い"), ["い4", "3い"]);
        assert_eq!(numerals("式1AB×3=AB1の"), ["式", "1AB", "3", "AB1", "の"]);
        assert_eq!(numerals("AB+BA=121일 때"), ["AB", "BA", "121", "일", "때"]);
        assert_eq!(numerals("Find ** + *3 = 1*"), ["Find", "**", "*3", "1*"]);
        assert_eq!(numerals("AB * C = 2 ** D"), ["AB", "C", "2", "D"]);
    }

    #[test]
    fn question_marks_and_arrows_are_no_signs_of_equations() {
        assert_eq!(kinds("A=B?").last(), Some(&("?", Kind::Other)));
        assert_eq!(kinds("?A=B?")[0], ("?A", Kind::Numeral(Style::Upper)));
        assert_eq!(kinds("A -> B")[1], ("->", Kind::Other));
        assert_eq!(kinds("A >= B")[1], (">=", Kind::Relation));
    }
}
