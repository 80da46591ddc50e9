//! The names of numbers: a file of rules for each language.
//!
//! No maintained crate has them: `num2words` knows two of these languages and needs a crate of big floats,
//! and `n2words`, which has fifty, is not on the registry. So the languages are data, in a reduced notation
//! of Unicode's rule-based number formats; `rules` reads it. Names are in capitals if the script has them.
//! Spaces and hyphens are dropped, accents are kept.
//!
//! Thirteen of the files were compared with Python's num2words to their end (999 or 9999). They agree, except
//! where num2words is wrong (Italian 118, Swedish 40). The others have tests of single numbers.

mod rules;

use rules::Rules;

/// A language.
pub struct Language {
    /// The code, as written after `--lang`.
    pub code: &'static str,
    rules: &'static str,
}

/// Every language. Adding one means adding a file and a row, and its code in the help of `doubly_true`.
pub const LANGUAGES: &[Language] = &[
    Language { code: "en", rules: include_str!("en.txt") },
    Language { code: "de", rules: include_str!("de.txt") },
    Language { code: "fr", rules: include_str!("fr.txt") },
    Language { code: "es", rules: include_str!("es.txt") },
    Language { code: "it", rules: include_str!("it.txt") },
    Language { code: "pt", rules: include_str!("pt.txt") },
    Language { code: "pl", rules: include_str!("pl.txt") },
    Language { code: "ru", rules: include_str!("ru.txt") },
    Language { code: "ja", rules: include_str!("ja.txt") },
    Language { code: "ja-kana", rules: include_str!("ja-kana.txt") },
    Language { code: "ja-romaji", rules: include_str!("ja-romaji.txt") },
    Language { code: "zh", rules: include_str!("zh.txt") },
    Language { code: "nl", rules: include_str!("nl.txt") },
    Language { code: "sv", rules: include_str!("sv.txt") },
    Language { code: "tr", rules: include_str!("tr.txt") },
    Language { code: "eo", rules: include_str!("eo.txt") },
    Language { code: "la", rules: include_str!("la.txt") },
];

impl Language {
    /// Returns the names of the numbers from 0 to `max`, or as far as the language goes.
    pub fn names(&self, max: u32) -> Vec<String> {
        let rules = Rules::read(self.rules);
        (0..=max.min(rules.end)).map_while(|number| rules.name(number)).collect()
    }
}

/// The codes of all languages.
pub const CODES: [&str; LANGUAGES.len()] = {
    let mut codes = [""; LANGUAGES.len()];
    let mut place = 0;
    while place < codes.len() {
        codes[place] = LANGUAGES[place].code;
        place += 1;
    }
    codes
};

/// Returns the language of a code, if there is one.
pub fn language(code: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn name(code: &str, number: usize) -> String {
        language(code).expect("it is there").names(9999)[number].clone()
    }

    #[test]
    fn every_number_has_a_name_of_its_own() {
        for language in LANGUAGES {
            let names = language.names(u32::MAX);
            assert!([1000, 10_000].contains(&names.len()), "{} has {}", language.code, names.len());
            let is_letter = |c: char| c.is_alphabetic() && !c.is_whitespace();
            assert!(
                names.iter().all(|name| !name.is_empty() && name.chars().all(is_letter)),
                "{}",
                language.code
            );
            assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{}", language.code);
        }
    }

    #[test]
    fn names_are_those_of_the_grammars() {
        for (code, number, expected) in [
            ("en", 99, "NINETYNINE"),
            ("en", 1742, "ONETHOUSANDSEVENHUNDREDFORTYTWO"),
            ("de", 21, "EINUNDZWANZIG"),
            ("de", 30, "DREIẞIG"),
            ("de", 101, "EINHUNDERTEINS"),
            ("fr", 71, "SOIXANTEETONZE"),
            ("fr", 77, "SOIXANTEDIXSEPT"),
            ("fr", 80, "QUATREVINGTS"),
            ("fr", 99, "QUATREVINGTDIXNEUF"),
            ("fr", 200, "DEUXCENTS"),
            ("fr", 201, "DEUXCENTUN"),
            ("es", 22, "VEINTIDÓS"),
            ("es", 31, "TREINTAYUNO"),
            ("es", 555, "QUINIENTOSCINCUENTAYCINCO"),
            ("it", 28, "VENTOTTO"),
            ("it", 33, "TRENTATRÉ"),
            ("it", 61, "SESSANTUNO"),
            ("pt", 121, "CENTOEVINTEEUM"),
            ("pl", 55, "PIĘĆDZIESIĄTPIĘĆ"),
            ("ru", 1985, "ОДНАТЫСЯЧАДЕВЯТЬСОТВОСЕМЬДЕСЯТПЯТЬ"),
            ("ja", 38, "三十八"),
            ("ja-kana", 666, "ろっぴゃくろくじゅうろく"),
            ("ja-romaji", 88, "HACHIJUUHACHI"),
            ("zh", 101, "一百零一"),
            ("zh", 110, "一百一十"),
            ("zh", 1010, "一千零一十"),
            ("zh", 1100, "一千一百"),
            ("nl", 22, "TWEEËNTWINTIG"),
            ("nl", 85, "VIJFENTACHTIG"),
            ("sv", 31, "TRETTIOETT"),
            ("tr", 66, "ALTMIŞALTI"),
            ("eo", 99, "NAŬDEKNAŬ"),
            ("la", 68, "DUODESEPTUAGINTA"),
        ] {
            assert_eq!(name(code, number), expected);
        }
    }
}
