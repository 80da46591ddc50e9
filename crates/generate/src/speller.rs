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

/// What a character is in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Letter(Letter),
    /// A letter that the rules make a blank.
    Blank,
    /// A hyphen, an apostrophe, a digit, a space: whatever is no letter.
    Other,
}

/// Words are of letters that stand for digits.
///
/// # Errors
/// [`GenerateError::LetterBlank`] where the rules make one of them a blank.
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
    /// What each character of ASCII is that has come up; of these most lists are made.
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

    /// The letters that have come up, as they are told apart.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.numbers.keys().map(|key| &**key)
    }

    /// How many different letters have come up.
    pub fn letters(&self) -> usize {
        self.numbers.len()
    }

    /// The letters of a word; `None` where a character in it is none.
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

    /// A word without what is no letter in it, and its letters; `None` where there are none, or a blank.
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

    /// The letters of a word, where they have all come up before.
    pub fn known(&self, word: &str) -> Option<Vec<Letter>> {
        let characters = self.spelling.characters(word);
        let letter = |shown: &str| self.numbers.get(&self.spelling.key(shown)).copied();
        characters.iter().map(|character| letter(&character.shown)).collect()
    }

    /// The same for a word of ASCII, which is read faster.
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
