//! The statements of all languages, from the files in `messages/said`.
//!
//! A file has lists of words, `letters = letter|letters`, and groups: a line `= effect`, then patterns (see [`pattern`](super::pattern)),
//! then texts that the group reads (`+`) and texts that it must not read (`-`). `{1}` in an effect is what the first variable part of
//! the pattern found.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::pattern::Pattern;

/// The files, by language.
const FILES: &[(&str, &str)] = &[
    ("en", include_str!("../../messages/said/en.txt")),
    ("de", include_str!("../../messages/said/de.txt")),
    ("fr", include_str!("../../messages/said/fr.txt")),
    ("es", include_str!("../../messages/said/es.txt")),
    ("it", include_str!("../../messages/said/it.txt")),
    ("pt", include_str!("../../messages/said/pt.txt")),
    ("pl", include_str!("../../messages/said/pl.txt")),
    ("ru", include_str!("../../messages/said/ru.txt")),
    ("ja", include_str!("../../messages/said/ja.txt")),
    ("zh", include_str!("../../messages/said/zh.txt")),
    ("others", include_str!("../../messages/said/others.txt")),
];

/// Which hidden digits a statement may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    All,
    Letters,
    Blanks,
}

/// The effect of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It says nothing new.
    Nothing,
    /// It asks for the answer.
    Ask,
    /// It is a setting, or a condition: `@where {1} = {2}`.
    Set(&'static str),
    /// It asks for something that an option does: `--maximize {1}`.
    Cannot(&'static str),
    /// An answer follows.
    Answer,
    /// The equation that follows is an example.
    Example,
}

/// A group of patterns.
#[derive(Debug)]
pub struct Row {
    pub language: &'static str,
    pub effect: Effect,
    pub holds_for: For,
    /// The patterns, each with its name: `en:12` stands in line 12 of its file.
    pub patterns: Vec<(String, Pattern)>,
    /// The patterns as they are written.
    pub written: Vec<&'static str>,
    pub examples: Vec<&'static str>,
    pub counter_examples: Vec<&'static str>,
}

/// All rows, and words that have a meaning by themselves.
#[derive(Debug, Default)]
pub struct Table {
    pub rows: Vec<Row>,
    numbers: HashMap<&'static str, u64>,
    /// Words beside which a number may be a setting.
    near: Vec<&'static str>,
    /// Stems of words that ask for something.
    demands: Vec<&'static str>,
    /// The words of each language.
    words: HashMap<&'static str, Known>,
}

/// The words of a language: whole ones, and stems.
#[derive(Debug, Default)]
struct Known {
    whole: HashSet<String>,
    stems: HashSet<String>,
}

impl Known {
    fn know(&self, word: &str) -> bool {
        let mut ends = word.char_indices().map(|(i, c)| i + c.len_utf8());
        self.whole.contains(word) || ends.any(|end| self.stems.contains(&word[..end]))
    }
}

/// The statements of all languages.
pub static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    FILES.iter().for_each(|(language, file)| table.add(language, file));
    table
});

impl Table {
    fn add(&mut self, language: &'static str, file: &'static str) {
        let mut lists: HashMap<&str, &str> = HashMap::new();
        let is_used = |(_, line): &(usize, &str)| !line.trim().is_empty() && !line.starts_with('#');
        for (number, line) in (1..).zip(file.lines()).filter(is_used) {
            let name = format!("{language}:{number}");
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (first, self.rows.last_mut()) {
                ("=", _) => self.rows.push(row(language, rest)),
                ("+", Some(row)) => row.examples.push(rest),
                ("-", Some(row)) => row.counter_examples.push(rest),
                ("", Some(row)) => {
                    row.written.push(rest.trim());
                    row.patterns.push((name, Pattern::of(rest.trim(), &|list| lists.get(list).copied())));
                }
                (list, _) => {
                    lists.insert(list, rest.trim_start_matches("= "));
                }
            }
        }
        let words = |name: &str| lists.get(name).into_iter().flat_map(|words| words.split('|'));
        for (value, same) in words("numbers").enumerate() {
            self.numbers.extend(same.split('/').map(|word| (word, value as u64)));
        }
        let known = self.words.entry(language).or_default();
        let own = self.rows.iter().filter(|row| row.language == language);
        for (word, is_stem) in own.flat_map(|row| &row.patterns).flat_map(|(_, own)| own.words()) {
            if is_stem { &mut known.stems } else { &mut known.whole }.insert(word.to_owned());
        }
        self.near.extend(words("near"));
        self.demands.extend(words("demands"));
    }

    /// The language that has the most of some words; of several, the first.
    pub fn language(&self, words: &[&str]) -> &'static str {
        let known = |language: &str| {
            let own = self.words.get(language);
            words.iter().filter(|word| own.is_some_and(|own| own.know(word))).count()
        };
        let all = FILES.iter().rev().map(|(language, _)| *language);
        all.max_by_key(|language| known(language)).unwrap_or_default()
    }

    /// The number that a word is.
    pub fn number(&self, word: &str) -> Option<u64> {
        self.numbers.get(word).copied()
    }

    /// Whether a number beside this word may be a setting.
    pub fn is_near(&self, word: &str) -> bool {
        !word.is_empty() && self.near.iter().any(|stem| word.starts_with(stem))
    }

    /// Whether a word asks for something.
    pub fn is_demand(&self, word: &str) -> bool {
        !word.is_empty() && self.demands.iter().any(|stem| word.starts_with(stem))
    }
}

/// Reads the line `= effect, for letters`.
fn row(language: &'static str, written: &'static str) -> Row {
    let (effect, holds_for) = match written.split_once(", for ") {
        Some((effect, "letters")) => (effect, For::Letters),
        Some((effect, _)) => (effect, For::Blanks),
        None => (written, For::All),
    };
    let effect = match effect {
        "nothing" => Effect::Nothing,
        "ask" => Effect::Ask,
        "answer" => Effect::Answer,
        "example" => Effect::Example,
        _ => match effect.strip_prefix("cannot ") {
            Some(option) => Effect::Cannot(option),
            None => Effect::Set(effect),
        },
    };
    Row {
        language,
        effect,
        holds_for,
        patterns: Vec::new(),
        written: Vec::new(),
        examples: Vec::new(),
        counter_examples: Vec::new(),
    }
}
