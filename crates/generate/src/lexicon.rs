//! Lists of words, one on each line, as puzzles spell them.
//!
//! The rules of the puzzle say which letters are the same: case, accents, united characters. Each letter of a list gets a
//! number, so the searches compare numbers. A line that cannot be one numeral of letters in a puzzle is left out and counted.
//! Words that are the same under the rules are one word.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::GenerateError;
use crate::probe::check_letters;
use crate::speller::{Letter, Speller};
use fukumen_language::puzzle::Rules;

/// The size of the longest list, in bytes: ten times the longest of Debian's. A gigabyte is refused before it is read.
pub const LONGEST_LIST: usize = 64 << 20;

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word {
    /// The spelling in the list.
    pub shown: String,
    /// Its letters.
    pub letters: Vec<Letter>,
}

/// The words of a list, each once, in its order.
#[derive(Clone, Debug)]
pub struct Lexicon {
    words: Vec<Word>,
    left_out: u64,
    speller: Speller,
}

impl Lexicon {
    /// Reads the words of a text: one per line, without surrounding space; blank lines and `# …` are ignored.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::Lexicon;
    /// use fukumen::puzzle::Rules;
    /// let list = Lexicon::read("# planets\nmars\nMars\nplanet-x\n", &Rules::default())?;
    /// assert_eq!((list.words().len(), list.left_out()), (1, 1));
    /// assert_eq!(list.words()[0].letters, [0, 1, 2, 3]);
    /// # Ok::<(), fukumen::generate::GenerateError>(())
    /// ```
    ///
    /// # Errors
    /// [`GenerateError`] if it is too long, or has no word.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, GenerateError> {
        Self::read_until(&AtomicBool::new(false), text, rules)
    }

    /// Does the same, but stops when a flag is set: a long list takes seconds.
    pub(super) fn read_until(
        interrupt: &AtomicBool,
        text: &str,
        rules: &Rules,
    ) -> Result<Self, GenerateError> {
        if text.len() > LONGEST_LIST {
            return Err(GenerateError::LongList(LONGEST_LIST >> 20));
        }
        let mut list = Self { words: Vec::new(), left_out: 0, speller: Speller::new(rules) };
        let mut seen = Seen::default();
        for line in text.trim_start_matches('\u{FEFF}').lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if interrupt.load(Ordering::Relaxed) {
                return Err(GenerateError::Interrupted);
            }
            match list.speller.word(line) {
                None => list.left_out += 1,
                Some(letters) if seen.is_new(&letters, &list.words) => {
                    list.words.push(Word { shown: line.into(), letters });
                }
                Some(_) => {}
            }
        }
        if list.words.is_empty() { Err(GenerateError::NoWords(list.left_out)) } else { Ok(list) }
    }

    /// Returns its words.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Returns how many lines were left out: they have hyphens, apostrophes, digits, spaces, or other signs that are not
    /// letters.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Returns the note about lines that were left out, if there are any.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let lines = match self.left_out {
            0 => return None,
            1 => "1 line of the word list was left out".to_string(),
            count => format!("{count} lines of the word list were left out"),
        };
        Some(format!("{lines}: words are of letters only, without hyphens, apostrophes, digits or spaces"))
    }

    /// Checks that rules name only letters of the list.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), GenerateError> {
        check_letters(rules, self.speller.keys())
    }

    /// Returns the number of different letters.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.speller.letters()
    }

    /// Returns the place of a word, by any spelling of it, if the list has it.
    #[must_use]
    pub fn find(&self, word: &str) -> Option<usize> {
        let letters = self.speller.known(word.trim())?;
        self.words.iter().position(|word| word.letters == letters)
    }

    /// Returns the places of words, by any spelling of them; words that the list does not have are skipped.
    #[must_use]
    pub fn find_all<'w>(&self, words: impl Iterator<Item = &'w str>) -> HashSet<usize> {
        let places: HashMap<&[Letter], usize> =
            self.words.iter().enumerate().map(|(place, word)| (&*word.letters, place)).collect();
        let place = |word: &str| places.get(&*self.speller.known(word.trim())?).copied();
        words.filter_map(place).collect()
    }
}

/// The places of words by a hash of their letters: keeping the letters a second time took a third of the reading time.
#[derive(Default)]
struct Seen(HashMap<u64, usize>);

impl Seen {
    /// Returns whether no word has these letters yet; the next one then will.
    fn is_new(&mut self, letters: &[Letter], words: &[Word]) -> bool {
        let mut hash = letters.iter().fold(letters.len() as u64, |hash, letter| {
            (hash.rotate_left(5) ^ u64::from(*letter)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        loop {
            match self.0.entry(hash) {
                Entry::Vacant(place) => {
                    place.insert(words.len());
                    return true;
                }
                Entry::Occupied(place) if words[*place.get()].letters == letters => return false,
                // Another word has this hash.
                Entry::Occupied(_) => hash = hash.wrapping_add(1),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, settings: &[(&str, &str)]) -> Result<Lexicon, GenerateError> {
        let mut rules = Rules::default();
        for (name, value) in settings {
            rules.set(name, Some(value)).expect("the settings are right");
        }
        Lexicon::read(text, &rules)
    }

    fn shown(list: &Lexicon) -> Vec<&str> {
        list.words().iter().map(|word| &*word.shown).collect()
    }

    #[test]
    fn each_word_comes_once_as_first_spelt() {
        let list = read("\u{FEFF}Send\r\n  MORE \n\n# money\nsend\nＳＥＮＤ\n", &[]).expect("it has words");
        assert_eq!(shown(&list), ["Send", "MORE"]);
        assert_eq!(list.words()[1].letters, [4, 5, 6, 1]);
        assert_eq!((list.left_out(), list.note()), (0, None));
    }

    #[test]
    fn what_is_no_word_of_letters_is_left_out() {
        let list = read("x-ray\no'clock\nA1\ntwo words\na_b\né\n", &[]).expect("it has a word");
        assert_eq!((shown(&list), list.left_out()), (vec!["é"], 5));
        assert!(list.note().is_some_and(|note| note.starts_with("5 lines")));
    }

    #[test]
    fn the_rules_say_which_letters_are_the_same() {
        let text = "éte\nete\nEte";
        assert_eq!(read(text, &[]).expect("it has words").words().len(), 2);
        assert_eq!(read(text, &[("fold", "accents")]).expect("it has words").words().len(), 1);
        assert_eq!(read(text, &[("case-sensitive", "on")]).expect("it has words").words().len(), 3);
        let blank = read("net\nnot\n", &[("blank", "E:0,2,4")]).expect("it has a word");
        assert_eq!((shown(&blank), blank.left_out()), (vec!["not"], 1));
    }

    #[test]
    fn a_list_without_words_is_an_error() {
        assert_eq!(read("", &[]).err(), Some(GenerateError::NoWords(0)));
        assert_eq!(read("# none\n1\n", &[]).err(), Some(GenerateError::NoWords(1)));
    }

    #[test]
    fn a_word_is_found_by_any_spelling() {
        let list = read("more\nsend\n", &[]).expect("it has words");
        assert_eq!((list.find(" SEND"), list.find("ends"), list.find("z")), (Some(1), None, None));
    }
}
