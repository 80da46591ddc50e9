//! The statements of all languages, from the files in `messages/said`.
//!
//! A file has lists of words, `letters = letter|letters`, and groups: a line `= effect`, then patterns (see [`pattern`](super::pattern)),
//! then texts that the group reads (`+`) and texts that it must not read (`-`). `{1}` in an effect is what the first variable part of
//! the pattern found.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use super::pattern::{Choice, Pattern};
use super::tokens::{Kind, Token};

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
    /// A word that denies, permits or weakens: a statement of its clause holds only if its pattern has this word, too.
    Unless,
    /// What follows in the sentence is to be proved, or is what somebody found.
    Claim,
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
    /// Words beside which a number, or a word of the next list, may be a setting.
    near: Vec<Choice>,
    /// Words for what digits may be: `even`, `distinct`.
    topics: Vec<(&'static str, Choice)>,
    /// Words that ask for something.
    demands: Vec<Choice>,
    lexicon: Lexicon,
}

/// The words of all patterns. A sentence is compared only with patterns that it has the words for: a page is read in a fraction of the time.
#[derive(Debug, Default)]
struct Lexicon {
    whole: HashMap<String, Use>,
    stems: HashMap<String, Use>,
    /// The lists of words that patterns need.
    lists: HashMap<Vec<Choice>, usize>,
}

/// Where a word or a stem is used.
#[derive(Debug, Default)]
struct Use {
    languages: BTreeSet<&'static str>,
    lists: Vec<usize>,
}

impl Lexicon {
    fn add(&mut self, language: &'static str, pattern: &mut Pattern) {
        for (word, is_stem) in pattern.words() {
            self.entry(word, is_stem).languages.insert(language);
        }
        pattern.needs = pattern.needed().map(|list| self.list(list)).collect();
    }

    fn entry(&mut self, word: &str, is_stem: bool) -> &mut Use {
        let words = if is_stem { &mut self.stems } else { &mut self.whole };
        words.entry(word.to_owned()).or_default()
    }

    /// The number of a list.
    fn list(&mut self, list: &[Choice]) -> usize {
        let new = self.lists.len();
        let number = *self.lists.entry(list.to_vec()).or_insert(new);
        if number == new {
            for (word, is_stem) in list.iter().map(Choice::first) {
                self.entry(word, is_stem).lists.push(new);
            }
        }
        number
    }

    /// The uses of a word: of itself, and of the stems that it begins with.
    fn uses<'l>(&'l self, word: &'l str) -> impl Iterator<Item = &'l Use> {
        let ends = word.char_indices().map(|(i, c)| i + c.len_utf8());
        self.whole.get(word).into_iter().chain(ends.filter_map(|end| self.stems.get(&word[..end])))
    }
}

/// The words of a sentence.
pub struct Heard {
    /// The language that has the most of them; of several, the first.
    pub language: &'static str,
    /// Whether one of each list is among them.
    lists: Vec<bool>,
}

impl Heard {
    /// Whether the sentence has the words that a pattern needs.
    pub fn may_have(&self, pattern: &Pattern) -> bool {
        pattern.needs.iter().all(|list| self.lists[*list])
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
        let own = self.rows.iter_mut().filter(|row| row.language == language);
        for (_, pattern) in own.flat_map(|row| &mut row.patterns) {
            self.lexicon.add(language, pattern);
        }
        self.near.extend(words("near").map(Choice::of));
        self.topics.extend(words("topics").map(|word| (language, Choice::of(word))));
        self.demands.extend(words("demands").map(Choice::of));
    }

    /// Looks the words of a sentence up.
    pub fn heard(&self, tokens: &[Token]) -> Heard {
        let mut lists = vec![false; self.lexicon.lists.len()];
        let mut known = [0; FILES.len()];
        for token in tokens {
            let number = match token.kind {
                Kind::Number(number) => number.to_string(),
                _ => String::new(),
            };
            let word = if number.is_empty() { token.word() } else { &number };
            let mut languages: BTreeSet<&str> = BTreeSet::new();
            for own in self.lexicon.uses(word) {
                own.lists.iter().for_each(|list| lists[*list] = true);
                languages.extend(&own.languages);
            }
            // Capitals are of the puzzle.
            if matches!(token.kind, Kind::Word(_)) {
                let has = known.iter_mut().zip(FILES).filter(|(_, (name, _))| languages.contains(name));
                has.for_each(|(count, _)| *count += 1);
            }
        }
        let best = (0..FILES.len()).rev().max_by_key(|i| known[*i]).unwrap_or_default();
        Heard { language: FILES[best].0, lists }
    }

    /// The number that a word is.
    pub fn number(&self, word: &str) -> Option<u64> {
        self.numbers.get(word).copied()
    }

    /// Whether a number beside this word may be a setting.
    pub fn is_near(&self, tokens: &[Token], at: usize) -> bool {
        self.near.iter().any(|choice| choice.fits(tokens, at))
    }

    /// The words of a clause that say what a digit is, each with the number of its word in the lists.
    pub fn topics(&self, tokens: &[Token]) -> Vec<(usize, usize)> {
        let heard = self.heard(tokens).language;
        let is_at =
            |at: usize, (language, choice): &(&str, Choice)| *language == heard && choice.fits(tokens, at);
        let topic = |at: usize| Some((at, self.topics.iter().position(|topic| is_at(at, topic))?));
        (0..tokens.len()).filter_map(topic).collect()
    }

    /// Whether a word asks for something.
    pub fn is_demand(&self, tokens: &[Token], at: usize) -> bool {
        self.demands.iter().any(|choice| choice.fits(tokens, at))
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
        "unless" => Effect::Unless,
        "claim" => Effect::Claim,
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
