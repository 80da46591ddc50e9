//! Keys: words that give the digits their letters, so that the letters in the order of their digits spell the word.

use crate::error::GenerateError;
use crate::speller;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::puzzle::Rules;
use fukumen_language::text;

/// A key.
#[derive(Clone, Debug)]
pub(super) struct Key {
    text: String,
    letters: Vec<String>,
    /// The number of digits.
    base: usize,
}

/// The letter of each digit that has one.
pub(super) type Letters = Vec<Option<String>>;

impl Key {
    /// Reads a key of different letters, as the rules tell them apart.
    ///
    /// # Errors
    /// [`GenerateError::Key`] if letters are repeated, or there are more than digits.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, GenerateError> {
        speller::check_blanks(rules)?;
        let spelling = rules.spelling();
        let characters = spelling.characters(text.trim());
        let mut keys: Vec<_> = characters.iter().map(|letter| spelling.key(&letter.shown)).collect();
        keys.arrange();
        keys.dedup();
        let base = usize::from(rules.base.get());
        let are_letters = characters.iter().all(|letter| text::is_symbol(letter.sign));
        let letters = characters.iter().map(|letter| letter.shown.to_string()).collect();
        let key = Self { text: text.into(), letters, base };
        if keys.len() == characters.len() && are_letters && keys.len() <= base {
            Ok(key)
        } else {
            Err(key.unfit(base))
        }
    }

    /// Returns the letters of digits: the key has a letter for each digit from 0 up, or for each of those that are used.
    ///
    /// # Errors
    /// [`GenerateError::Key`] if it has another number of letters.
    pub fn letters(&self, used: DigitSet) -> Result<Letters, GenerateError> {
        let of_all = |digit: Digit| self.letters.get(usize::from(digit)).cloned();
        let rank = |digit: Digit| used.iter().position(|other| other == digit);
        let of_used = |digit: Digit| rank(digit).and_then(|rank| self.letters.get(rank)).cloned();
        let digits = (0..self.base).filter_map(|digit| Digit::try_from(digit).ok());
        match self.letters.len() {
            letters if letters == self.base => Ok(digits.map(of_all).collect()),
            letters if letters == used.len() => Ok(digits.map(of_used).collect()),
            _ => Err(self.unfit(used.len())),
        }
    }

    fn unfit(&self, used: usize) -> GenerateError {
        GenerateError::Key { key: self.text.clone(), letters: self.base, used }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(key: &str, used: &[Digit]) -> Result<String, GenerateError> {
        let letters = Key::read(key, &Rules::default())?.letters(used.iter().copied().collect())?;
        Ok(letters.into_iter().map(|letter| letter.unwrap_or_else(|| "-".into())).collect())
    }

    #[test]
    fn a_key_is_for_all_digits_or_for_those_that_are_used() {
        assert_eq!(letters("BLACKSMITH", &[1, 2]), Ok("BLACKSMITH".into()));
        assert_eq!(letters(" SUN ", &[0, 4, 7]), Ok("S---U--N--".into()));
        for (key, used) in
            [("SUN", &[1, 2][..]), ("NUN", &[1, 2, 3]), ("S1N", &[1, 2, 3]), ("BLACKSMITHE", &[1])]
        {
            assert!(matches!(letters(key, used), Err(GenerateError::Key { .. })), "{key}");
        }
    }
}
