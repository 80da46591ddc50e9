//! Words as numbers of their letters.
//!
//! The rules of the puzzle say which letters are the same: case, accents, united characters.

use std::collections::HashMap;

use crate::error::GenerateError;
use fukumen_language::puzzle::Rules;
use fukumen_language::spelling::{Character, Spelling, Spelt};
use fukumen_language::text;

/// The number of a letter, from 0 in the order of first appearance.
pub type Letter = u32;

/// The meaning of a character in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Letter(Letter),
    /// A letter that the rules make a blank.
    Blank,
    /// Another sign that is not a letter: a hyphen, an apostrophe, a digit, a space.
    Other,
}

/// Checks that the rules make no letter of a word a blank.
///
/// # Errors
/// [`GenerateError::LetterBlank`] if they do.
pub(super) fn check_blanks(rules: &Rules) -> Result<(), GenerateError> {
    let spelling = rules.spelling();
    let is_letter =
        |sign: &str| spelling.characters(sign).iter().any(|character| text::is_symbol(character.sign));
    let blank = rules.blanks.iter().find(|blank| is_letter(&blank.sign));
    blank.map_or(Ok(()), |blank| Err(GenerateError::LetterBlank(blank.sign.to_string())))
}

/// Turns words into the numbers of their letters.
#[derive(Clone, Debug)]
pub(super) struct Speller {
    spelling: Spelling,
    blanks: Vec<Spelt>,
    numbers: HashMap<Spelt, Letter>,
    /// The meanings of the ASCII characters so far; most lists consist of these.
    ascii: [Option<Sign>; 128],
    /// The same for other characters.
    others: HashMap<Spelt, Sign>,
}

impl Speller {
    pub fn new(rules: &Rules) -> Self {
        let spelling = rules.spelling();
        let blanks = rules.blanks.iter().map(|blank| spelling.key(&blank.sign)).collect();
        Self { spelling, blanks, numbers: HashMap::new(), ascii: [None; 128], others: HashMap::new() }
    }

    /// Returns the letters so far, as keys that distinguish them.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.numbers.keys().map(|key| &**key)
    }

    /// Returns how many different letters have occurred.
    pub fn letters(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the letters of a word; `None` if it has another character.
    pub fn word(&mut self, word: &str) -> Option<Vec<Letter>> {
        if let Some(letters) = self.known_ascii(word) {
            return Some(letters).filter(|letters| !letters.is_empty());
        }
        let characters = self.spelling.characters(word);
        let letter = |character: &Character| match self.sign(&character.shown, character.sign) {
            Sign::Letter(letter) => Some(letter),
            Sign::Blank | Sign::Other => None,
        };
        let letters: Option<Vec<Letter>> = characters.iter().map(letter).collect();
        letters.filter(|letters| !letters.is_empty())
    }

    /// Returns a word without its other characters, and its letters; `None` if there are none, or a blank.
    pub fn word_within(&mut self, text: &str) -> Option<(String, Vec<Letter>)> {
        let (mut word, mut letters) = (String::new(), Vec::new());
        for character in self.spelling.characters(text) {
            match self.sign(&character.shown, character.sign) {
                Sign::Letter(letter) => {
                    word.push_str(&character.shown);
                    letters.push(letter);
                }
                Sign::Blank => return None,
                Sign::Other => {}
            }
        }
        (!letters.is_empty()).then_some((word, letters))
    }

    /// Returns the letters of a word, if they have all occurred before.
    pub fn known(&self, word: &str) -> Option<Vec<Letter>> {
        let characters = self.spelling.characters(word);
        let letter = |shown: &str| self.numbers.get(&self.spelling.key(shown)).copied();
        characters.iter().map(|character| letter(&character.shown)).collect()
    }

    /// Does the same for a word of ASCII, which is read faster.
    fn known_ascii(&self, word: &str) -> Option<Vec<Letter>> {
        let mut letters = Vec::with_capacity(word.len());
        for byte in word.bytes() {
            match self.ascii.get(usize::from(byte)) {
                Some(Some(Sign::Letter(letter))) => letters.push(*letter),
                _ => return None,
            }
        }
        Some(letters)
    }

    fn sign(&mut self, shown: &Spelt, plain: char) -> Sign {
        let ascii = self.ascii.get(plain as usize).copied().flatten();
        if let Some(known) = ascii.or_else(|| self.others.get(shown).copied()) {
            return known;
        }
        let key = self.spelling.key(shown);
        let next = self.numbers.len() as Letter;
        let sign = if !text::is_symbol(plain) {
            Sign::Other
        } else if self.blanks.contains(&key) {
            Sign::Blank
        } else {
            Sign::Letter(*self.numbers.entry(key).or_insert(next))
        };
        match self.ascii.get_mut(plain as usize) {
            Some(place) => *place = Some(sign),
            None => drop(self.others.insert(shown.clone(), sign)),
        }
        sign
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_letter_is_left_out_of_a_word_or_makes_it_none() {
        let mut speller = Speller::new(&Rules::default());
        assert_eq!(speller.word("no-on"), None);
        assert_eq!(speller.word_within("No-on!"), Some(("Noon".into(), vec![0, 1, 1, 0])));
        assert_eq!(speller.word_within("…"), None);
        assert_eq!((speller.word("ON"), speller.word("")), (Some(vec![1, 0]), None));
        assert_eq!(
            (speller.known("on"), speller.known("one"), speller.letters()),
            (Some(vec![1, 0]), None, 2)
        );
    }

    #[test]
    fn a_word_with_a_blank_is_none() {
        let mut rules = Rules::default();
        rules.set("blank", Some("E:0,2,4")).expect("it is a setting");
        let mut speller = Speller::new(&rules);
        assert_eq!((speller.word("one"), speller.word_within("one")), (None, None));
        assert_eq!(speller.word("no"), Some(vec![1, 0]));
    }
}
