//! The languages: a catalogue of templates for each, and how its plurals work.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::OnceLock;

use super::template;

/// Which of the plural forms of a template a number takes.
pub type Plural = fn(i128) -> usize;

/// A language that explanations are told in.
#[non_exhaustive]
pub struct Language {
    /// Its code: `en`.
    pub code: &'static str,
    /// Its own name.
    pub name: &'static str,
    /// How many plural forms it has.
    pub forms: usize,
    plural: Plural,
    /// None if it is to be handed in.
    catalogue: Option<&'static str>,
    templates: OnceLock<Templates>,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.code)
    }
}

/// The wordings of each key, in their order.
type Templates = HashMap<&'static str, Vec<&'static str>>;

const ENGLISH: &str = include_str!("../../messages/explain/en.txt");

/// A catalogue that only programs with the feature `languages` hold.
macro_rules! other {
    ($path:literal) => {
        if cfg!(feature = "languages") { Some(include_str!($path)) } else { None }
    };
}
const JAPANESE: Option<&str> = other!("../../messages/explain/ja.txt");
const POLISH: Option<&str> = other!("../../messages/explain/pl.txt");
const CHINESE: Option<&str> = other!("../../messages/explain/zh.txt");

/// Every language; the first has all keys.
pub static LANGUAGES: [Language; 4] = [
    Language {
        code: "en",
        name: "English",
        forms: 2,
        plural: |n| usize::from(n != 1),
        catalogue: Some(ENGLISH),
        templates: OnceLock::new(),
    },
    Language {
        code: "ja",
        name: "日本語",
        forms: 1,
        plural: |_| 0,
        catalogue: JAPANESE,
        templates: OnceLock::new(),
    },
    Language {
        code: "pl",
        name: "polski",
        forms: 3,
        plural: polish,
        catalogue: POLISH,
        templates: OnceLock::new(),
    },
    Language {
        code: "zh",
        name: "中文",
        forms: 1,
        plural: |_| 0,
        catalogue: CHINESE,
        templates: OnceLock::new(),
    },
];

/// One; two to four, also at the end of a number, but not twelve to fourteen; all others.
fn polish(number: i128) -> usize {
    match (number, number % 10, number % 100) {
        (1, ..) => 0,
        (_, _, 12..=14) => 2,
        (_, 2..=4, _) => 1,
        _ => 2,
    }
}

/// The language of this code.
#[must_use]
pub fn language(code: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.code == code)
}

impl Language {
    /// English.
    #[must_use]
    pub fn english() -> &'static Self {
        &LANGUAGES[0]
    }

    /// The form of its plurals that a number takes.
    #[must_use]
    pub fn form(&self, number: i128) -> usize {
        (self.plural)(number)
    }

    /// Its templates; none if it has no catalogue yet.
    fn templates(&self) -> Option<&Templates> {
        let own = |catalogue| self.templates.get_or_init(|| templates(catalogue));
        self.catalogue.map(own).or_else(|| self.templates.get())
    }

    /// Takes the text of its catalogue, in a program that was built without the feature `languages`. A catalogue that it has
    /// already stays. Until it has one, its keys are told in English.
    pub fn learn(&self, catalogue: &str) {
        if self.templates().is_none() {
            // It is needed as long as the program runs, and there is one for each language at most.
            self.templates.get_or_init(|| templates(String::from(catalogue).leak()));
        }
    }

    /// The wordings of a key; none if the language does not have it.
    #[must_use]
    pub fn wordings(&self, key: &str) -> &[&'static str] {
        self.templates().and_then(|templates| templates.get(key)).map_or(&[], Vec::as_slice)
    }

    /// The names of the values that the wordings of a key use.
    #[must_use]
    pub fn params(&self, key: &str) -> BTreeSet<&'static str> {
        self.wordings(key).iter().flat_map(|wording| template::names(wording)).collect()
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.templates().into_iter().flat_map(Templates::keys).copied()
    }

    /// A key of its catalogue as a word that lives as long as the program.
    #[must_use]
    pub fn known(&self, key: &str) -> Option<&'static str> {
        self.templates()?.get_key_value(key).map(|(key, _)| *key)
    }
}

/// The entries of a catalogue. `key.2` is a further wording of `key`.
fn templates(catalogue: &'static str) -> Templates {
    let mut templates = Templates::new();
    for (key, template) in entries(catalogue) {
        templates.entry(without_number(key)).or_default().push(template);
    }
    templates
}

/// The lines of a catalogue, each a key and its template.
fn entries(catalogue: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    catalogue.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}

/// A key without the number of its wording.
fn without_number(key: &str) -> &str {
    let numbered = key.rsplit_once('.').filter(|(_, number)| number.bytes().all(|b| b.is_ascii_digit()));
    numbered.map_or(key, |(key, _)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogues() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().filter_map(|language| language.catalogue)
    }

    #[test]
    fn polish_has_three_forms() {
        let forms = [1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 112, 122, 0].map(polish);
        assert_eq!(forms, [0, 1, 1, 2, 2, 2, 2, 2, 1, 2, 2, 1, 2]);
    }

    #[test]
    fn a_language_without_a_catalogue_takes_one_and_keeps_it() {
        let language = Language {
            code: "de",
            name: "Deutsch",
            forms: 2,
            plural: |n| usize::from(n != 1),
            catalogue: None,
            templates: OnceLock::new(),
        };
        assert!(language.wordings("sum").is_empty() && language.keys().next().is_none());
        language.learn("# Wörter\nsum = Summe\nsum.2 = Ergebnis\nno entry\n");
        language.learn("sum = Betrag");
        assert_eq!(language.wordings("sum"), ["Summe", "Ergebnis"]);
        assert_eq!(language.known("sum"), Some("sum"));
    }

    #[test]
    fn every_line_is_an_entry_or_a_comment() {
        for catalogue in catalogues() {
            let lines = catalogue.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            assert!(lines.eq(entries(catalogue).map(|(key, template)| format!("{key} = {template}"))));
        }
    }

    #[test]
    fn wordings_are_numbered_from_two() {
        for catalogue in catalogues() {
            let mut seen: HashMap<&str, usize> = HashMap::new();
            for (key, _) in entries(catalogue) {
                let count = seen.entry(without_number(key)).or_default();
                *count += 1;
                let expected = if *count == 1 {
                    without_number(key).into()
                } else {
                    format!("{}.{count}", without_number(key))
                };
                assert_eq!(key, expected);
            }
        }
    }

    #[test]
    fn values_have_a_form_for_each_plural() {
        for language in &LANGUAGES {
            for template in language.keys().flat_map(|key| language.wordings(key)) {
                for (name, forms) in template::counted(template) {
                    assert_eq!(forms, language.forms, "{language:?}: {name} in {template:?}");
                }
            }
        }
    }
}
