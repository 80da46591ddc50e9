//! Which characters are one symbol, and which symbols are the same.
//!
//! A symbol is an extended grapheme cluster of Unicode. Its *key* distinguishes it from others: the cluster in normal form C,
//! without case, with plain letters for full-width ones. Settings change the rules: `case-sensitive`, `graphemes=off`,
//! `fold accents`, `same`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::unicode;
use crate::vocabulary::signs;

/// The rows of the syllabary, each of them one digit in puzzles played by rows. The first character is the key of its row.
const KANA_ROWS: [&str; 10] = [
    "あいうえおぁぃぅぇぉゔ",
    "かきくけこがぎぐげごゕゖ",
    "さしすせそざじずぜぞ",
    "たちつてとだぢづでどっ",
    "なにぬねの",
    "はひふへほばびぶべぼぱぴぷぺぽ",
    "まみむめも",
    "やゆよゃゅょ",
    "らりるれろ",
    "わゐゑをんゎ",
];

/// A character as text. ASCII characters, the most common ones in puzzles, need no memory of their own.
pub type Spelt = Cow<'static, str>;

/// The ASCII characters in their order.
const ASCII: &str = {
    const BYTES: [u8; 128] = {
        let mut bytes = [0; 128];
        let mut i = 0;
        while i < bytes.len() {
            bytes[i] = i as u8;
            i += 1;
        }
        bytes
    };
    match std::str::from_utf8(&BYTES) {
        Ok(characters) => characters,
        Err(_) => panic!("ASCII is UTF-8"),
    }
};

/// Returns the ASCII character of a text that consists of just that.
fn lone_ascii(text: &str) -> Option<u8> {
    // A lone byte is never part of another character.
    if let &[byte] = text.as_bytes() { Some(byte) } else { None }
}

/// Returns a text as a character. An ASCII character needs no memory of its own.
#[must_use]
pub fn as_spelt(text: &str) -> Spelt {
    lone_ascii(text).map_or_else(|| Cow::Owned(text.into()), spelt)
}

fn spelt(ascii: u8) -> Spelt {
    let place = usize::from(ascii);
    Cow::Borrowed(&ASCII[place..=place])
}

/// One character of a puzzle text: a cluster, or a code point with `graphemes=off`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Character {
    /// The character as typed, in normal form C.
    pub shown: Spelt,
    /// The character as the grammar sees it: itself, with the plain form of a full-width sign, or a private-use character for a
    /// cluster of several code points.
    pub sign: char,
    /// The bytes of the original text it was read from.
    pub span: Range<usize>,
}

/// Iterates over the clusters of a text: the characters that a person sees.
pub fn clusters(text: &str) -> impl Iterator<Item = &str> {
    unicode::clusters(text)
}

/// Iterates over the words of a text in a natural language, as Unicode separates them (Standard Annex 29): without spaces and
/// punctuation, except apostrophes and points inside a word.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    unicode::words(text)
}

/// How wide characters are in columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Width {
    /// One column each.
    #[default]
    One,
    /// Two columns for characters of East Asian scripts, and for the signs that their fonts make as wide: `□`, `×`.
    EastAsian,
}

impl Width {
    /// Returns how many columns a text takes.
    #[must_use]
    pub fn of(self, text: &str) -> usize {
        if lone_ascii(text).is_some() {
            return 1;
        }
        let wide = clusters(text).filter(|cluster| {
            self == Self::EastAsian && cluster.starts_with(|c| is_wide(c) || is_ambiguous(c))
        });
        count(text) + wide.count()
    }
}

/// Returns whether a character takes two columns: the blocks of Unicode's East Asian Width that are wide or full-width.
#[must_use]
pub fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{303E}' | '\u{3041}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{3FFFD}')
}

/// Returns whether a character is wide among wide ones: box drawings, geometric signs, Greek, Cyrillic, `×` and `÷`.
fn is_ambiguous(c: char) -> bool {
    matches!(c, '×' | '÷' | '√' | '\u{2500}'..='\u{257F}' | '\u{25A0}'..='\u{25FF}' | '\u{2605}' | '\u{2606}'
        | '\u{2010}'..='\u{2015}' | '\u{0391}'..='\u{03C9}' | '\u{0410}'..='\u{044F}')
}

/// The rules that distinguish characters.
#[derive(Clone, Debug, Default)]
pub struct Spelling {
    /// Whether each code point is a character of its own, marks included.
    pub by_code_point: bool,
    /// Whether `a` and `A` are two symbols.
    pub case_sensitive: bool,
    /// Whether `é` is `e`.
    pub fold_accents: bool,
    /// Whether a row of the syllabary is one symbol, including voiced and small kana and katakana.
    pub kana_rows: bool,
    same: HashMap<Spelt, Spelt>,
    /// Characters that are written out as several symbols.
    several: HashMap<Spelt, Vec<Character>>,
    /// Characters that are symbols whatever their other meanings are.
    symbols: HashSet<Spelt>,
}

impl Spelling {
    /// Makes all characters of `group` one symbol.
    pub fn unite(&mut self, group: &str) {
        let keys: Vec<Spelt> = self.characters(group).iter().map(|c| self.key(&c.shown)).collect();
        if let Some(first) = keys.first().cloned() {
            self.same.extend(keys.into_iter().map(|key| (key, first.clone())));
        }
    }

    /// Replaces a character with several symbols. They are read by the rules so far: if one of them is replaced itself, that
    /// applies only to texts read later.
    pub fn write_out(&mut self, character: &str, symbols: &str) {
        let symbols = self.characters(symbols);
        self.several.insert(self.typed_key(character), symbols);
    }

    /// Returns the symbols that replace a character, if several do.
    #[must_use]
    pub fn symbols_for(&self, character: &str) -> Option<String> {
        match self.several.get(&self.typed_key(character)) {
            Some(symbols) => Some(symbols.iter().map(|one| &*one.shown).collect()),
            None if self.by_code_point => decomposed(character),
            None => None,
        }
    }

    /// Returns the key of a typed character before accents and `same` make it equal to others: `ü=ue` does not affect `u`.
    fn typed_key(&self, shown: &str) -> Spelt {
        let composed = unicode::composed(shown);
        let plain = composed.chars().map(plain_twin);
        let key: String = if self.case_sensitive { plain.collect() } else { plain.map(fold_case).collect() };
        Cow::Owned(key)
    }

    /// Replaces each character that is written out with its symbols, which keep its span.
    fn written_out(&self, characters: Vec<Character>) -> Vec<Character> {
        let symbols = |character: Character| match self.several.get(&self.typed_key(&character.shown)) {
            Some(symbols) => {
                symbols.iter().map(|one| Character { span: character.span.clone(), ..one.clone() }).collect()
            }
            None => vec![character],
        };
        characters.into_iter().flat_map(symbols).collect()
    }

    /// Makes each visible character of `characters` a symbol, whatever its other meanings are.
    pub fn name_symbols(&mut self, characters: &str) {
        let visible = self.characters(characters).into_iter().filter(|c| !c.sign.is_whitespace());
        let keys: Vec<Spelt> = visible.map(|character| self.key(&character.shown)).collect();
        self.symbols.extend(keys);
    }

    /// Returns the key, which distinguishes a symbol from others.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::spelling::Spelling;
    /// let plain = Spelling::default();
    /// assert_eq!(plain.key("Ｓ"), plain.key("s"));
    /// assert_ne!(plain.key("ß"), plain.key("s"));
    /// ```
    #[must_use]
    pub fn key(&self, shown: &str) -> Spelt {
        match lone_ascii(shown).filter(|_| self.same.is_empty()) {
            Some(ascii) if self.case_sensitive => spelt(ascii),
            Some(ascii) => spelt(ascii.to_ascii_lowercase()),
            None => self.key_of_any(shown),
        }
    }

    /// Returns the key of any character; slower than `key` for ASCII.
    fn key_of_any(&self, shown: &str) -> Spelt {
        let mut key: String = unicode::composed(shown).chars().map(plain_twin).collect();
        if self.fold_accents {
            let letters: String = unicode::decomposed(&key).chars().filter(|c| !is_mark(*c)).collect();
            key = unicode::composed(&letters);
        }
        if !self.case_sensitive {
            key = key.chars().map(fold_case).collect();
        }
        if self.kana_rows {
            key = kana_row(&key).unwrap_or(key);
        }
        let key = Cow::Owned(key);
        self.same.get(&key).cloned().unwrap_or(key)
    }

    /// Returns the characters of a text, each with its place in it. Soft hyphens, marks of direction and zero-width characters
    /// outside a cluster are dropped.
    #[must_use]
    pub fn characters(&self, text: &str) -> Vec<Character> {
        if text.is_ascii() && self.symbols.is_empty() && self.several.is_empty() {
            return ascii_characters(text);
        }
        let mut characters = Vec::new();
        let mut start = 0;
        for cluster in clusters(text) {
            let span = start..start + cluster.len();
            start = span.end;
            if let Some(ascii) = lone_ascii(cluster) {
                characters.push(ascii_character(ascii, span));
            } else if self.by_code_point && cluster != "\r\n" {
                code_points(cluster, span.start, &mut characters);
            } else if let Some(character) = whole_cluster(cluster, span) {
                characters.push(character);
            }
        }
        if !self.several.is_empty() {
            characters = self.written_out(characters);
        }
        if !self.symbols.is_empty() {
            let named = |character: &&mut Character| self.symbols.contains(&self.key(&character.shown));
            characters.iter_mut().filter(named).for_each(|character| character.sign = PLACEHOLDERS);
        }
        number_the_clusters(&mut characters);
        characters
    }
}

/// Adds the code points of a cluster that begins at a byte. Each gets a place of its own, because a drawing has one digit for
/// each place.
fn code_points(cluster: &str, start: usize, characters: &mut Vec<Character>) {
    // Invisible characters would keep marks from their letters.
    let visible = || cluster.char_indices().filter(|(_, c)| !is_invisible(*c));
    let seen: String = visible().map(|(_, c)| c).collect();
    let points: Vec<char> = unicode::composed(&seen).chars().collect();
    let mut starts: Vec<usize> = visible().map(|(i, _)| start + i).take(points.len()).collect();
    let last = starts.last().copied().unwrap_or(start);
    // A few letters are read as more code points than were typed; `typed::write_out` writes them out before anything is read.
    starts.resize(points.len(), last);
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([start + cluster.len()]).collect();
    for (i, c) in points.into_iter().enumerate() {
        let span = starts[i]..ends[i].max(starts[i]);
        let sign = if i == 0 { lone_sign(c) } else { plain_sign(c) };
        characters.push(Character { shown: c.to_string().into(), sign, span });
    }
}

/// Returns the code points that are read for a character if they are more than were typed, as for `\u{95C}`.
fn decomposed(character: &str) -> Option<String> {
    let points = unicode::composed(character);
    (points.chars().count() > character.chars().count()).then_some(points)
}

/// Returns how many characters a person sees in a text.
///
/// ```
/// # use fukumen_language as fukumen;
/// assert_eq!(fukumen::spelling::count("e\u{301}a"), 2);
/// ```
#[must_use]
pub fn count(text: &str) -> usize {
    clusters(text).count()
}

/// Returns the characters of an ASCII text. Each is a cluster of its own, except the two of a new line.
fn ascii_characters(text: &str) -> Vec<Character> {
    let mut characters: Vec<Character> = Vec::with_capacity(text.len());
    for (at, ascii) in text.bytes().enumerate() {
        match characters.last_mut() {
            Some(last) if ascii == b'\n' && last.sign == '\r' => {
                *last = ascii_character(ascii, at - 1..at + 1)
            }
            _ => characters.push(ascii_character(ascii, at..at + 1)),
        }
    }
    characters
}

fn ascii_character(ascii: u8, span: Range<usize>) -> Character {
    Character { shown: spelt(ascii), sign: char::from(ascii), span }
}

/// Returns a cluster as one character. Its `sign` is a placeholder if it has several code points.
fn whole_cluster(cluster: &str, span: Range<usize>) -> Option<Character> {
    if cluster == "\r\n" {
        return Some(Character { shown: spelt(b'\n'), sign: '\n', span });
    }
    let composed = unicode::composed(cluster);
    let shown = composed.trim_matches(is_invisible).to_string();
    let mut points = shown.chars();
    let first = points.next()?;
    let sign = match points.next() {
        None => lone_sign(first),
        Some(_) if first.is_whitespace() || first.is_ascii_punctuation() => STRAY,
        Some(_) if is_mark(first) => STRAY,
        Some(_) => PLACEHOLDERS,
    };
    Some(Character { shown: shown.into(), sign, span })
}

/// Returns the sign of a code point that begins a cluster. A mark should not begin one.
fn lone_sign(c: char) -> char {
    if is_mark(c) { STRAY } else { plain_sign(c) }
}

/// The sign of a mark without a letter to stand on. It has no meaning, and no text has it.
pub const STRAY: char = '\u{FFFF}';

/// Returns whether a character is a mark, which stands on a letter.
#[must_use]
pub fn is_mark(c: char) -> bool {
    unicode::is_mark(c)
}

/// The start of a plane of private use. Texts have no characters of their own there.
const PLACEHOLDERS: char = '\u{F0000}';

/// Gives equal clusters equal signs, so that a sign stands for one spelling.
fn number_the_clusters(characters: &mut [Character]) {
    let mut numbers: HashMap<Spelt, u32> = HashMap::new();
    for character in characters.iter_mut().filter(|character| character.sign == PLACEHOLDERS) {
        let next = numbers.len() as u32;
        let number = *numbers.entry(character.shown.clone()).or_insert(next);
        character.sign = char::from_u32(PLACEHOLDERS as u32 + number % 0xFFFE).unwrap_or(PLACEHOLDERS);
    }
}

/// Returns the sign of a code point; for a look-alike, the sign that it stands for.
fn plain_sign(c: char) -> char {
    signs::plain(plain_twin(c))
}

/// Returns the plain form of a full-width sign or letter, or of the ideographic space.
pub fn plain_twin(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// Folds case simply: one character for one, never by Turkish rules, in which the letter without a dot is an `I`.
fn fold_case(c: char) -> char {
    fn only(mut characters: impl Iterator<Item = char>) -> Option<char> {
        let first = characters.next()?;
        characters.next().is_none().then_some(first)
    }
    if c == 'ı' {
        return c;
    }
    // If several small letters have one capital, such as both sigmas, the capital makes them equal.
    let capital = only(c.to_uppercase()).unwrap_or(c);
    only(capital.to_lowercase()).unwrap_or(c)
}

fn kana_row(key: &str) -> Option<String> {
    let mut points = key.chars();
    let c = points.next()?;
    let hiragana = match c {
        'ァ'..='ヶ' => char::from_u32(c as u32 - 0x60)?,
        _ => c,
    };
    let row = KANA_ROWS.iter().find(|row| points.as_str().is_empty() && row.contains(hiragana))?;
    row.chars().next().map(String::from)
}

/// Returns whether a character takes no room and no part in a puzzle: soft hyphen, zero-width space and joiners, marks of
/// direction, variation selectors, the byte order mark.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(spelling: &Spelling, text: &str) -> Vec<Spelt> {
        spelling.characters(text).into_iter().map(|c| c.shown).collect()
    }

    #[test]
    fn a_hindi_syllable_is_one_symbol_or_several() {
        let mut spelling = Spelling::default();
        assert_eq!(shown(&spelling, "तीन").len(), 2);
        spelling.by_code_point = true;
        assert_eq!(shown(&spelling, "तीन").len(), 3);
    }

    #[test]
    fn small_and_capital_letters_are_one_symbol() {
        let spelling = Spelling::default();
        for alike in ["Ss\u{17F}", "Kk\u{212A}", "Åå\u{212B}", "ΣσςΣ", "Жж", "ẞß", "Ǆǅǆ", "Ꭰꭰ", "Ａａ", "µμΜ"]
        {
            let mut keys: Vec<Spelt> = clusters(alike).map(|letter| spelling.key(letter)).collect();
            keys.dedup();
            assert_eq!(keys.len(), 1, "{alike}");
        }
        for (one, other) in [("ı", "i"), ("İ", "i"), ("ß", "s"), ("é", "e"), ("ﬀ", "f")] {
            assert_ne!(spelling.key(one), spelling.key(other), "{one}");
        }
    }

    #[test]
    fn ascii_is_read_alone_as_among_others() {
        let ascii: String = (0..128).map(char::from).chain("\r\n\n\r\r\n".chars()).collect();
        for by_code_point in [false, true] {
            let spelling = Spelling { by_code_point, ..Spelling::default() };
            let mut among_others = spelling.characters(&(ascii.clone() + "é"));
            among_others.pop();
            assert_eq!(spelling.characters(&ascii), among_others);
        }
        for c in ASCII.chars().map(String::from) {
            for case_sensitive in [false, true] {
                let spelling = Spelling { case_sensitive, fold_accents: true, ..Spelling::default() };
                assert_eq!(spelling.key(&c), spelling.key_of_any(&c));
            }
        }
    }

    #[test]
    fn letters_are_told_apart_without_case_but_never_by_turkish_rules() {
        let spelling = Spelling::default();
        assert_eq!(spelling.key("ς"), spelling.key("Σ"));
        assert_ne!(spelling.key("ı"), spelling.key("I"));
        assert_eq!(spelling.key("e\u{301}"), spelling.key("É"));
    }

    #[test]
    fn soft_hyphens_and_direction_marks_are_dropped() {
        assert_eq!(shown(&Spelling::default(), "S\u{AD}E\u{200E}ND\u{200B}"), ["S", "E", "N", "D"]);
    }

    #[test]
    fn marks_without_a_letter_mean_nothing() {
        for text in ["\u{301}", "=\u{AD}\u{301}", " \u{301}", "+\u{301}"] {
            let characters = Spelling::default().characters(text);
            assert!(characters.iter().any(|character| character.sign == STRAY), "{text:?}");
        }
    }

    #[test]
    fn accents_fold_where_asked() {
        let spelling = Spelling { fold_accents: true, ..Spelling::default() };
        assert_eq!(spelling.key("Ü"), "u");
    }

    #[test]
    fn kana_rows_take_voiced_small_and_katakana() {
        let spelling = Spelling { kana_rows: true, ..Spelling::default() };
        assert_eq!(spelling.key("ガ"), spelling.key("こ"));
        assert_eq!(spelling.key("っ"), spelling.key("た"));
        assert_ne!(spelling.key("な"), spelling.key("ま"));
    }

    #[test]
    fn several_symbols_stand_for_one_character() {
        let mut spelling = Spelling { fold_accents: true, ..Spelling::default() };
        spelling.write_out("Ü", "UE");
        spelling.write_out("ß", "SS");
        assert_eq!(shown(&spelling, "süßU"), ["s", "U", "E", "S", "S", "U"]);
        assert_eq!(shown(&spelling, "u\u{308}"), ["U", "E"]);
        let spans: Vec<Range<usize>> = spelling.characters("aü=").into_iter().map(|c| c.span).collect();
        assert_eq!(spans, [0..1, 1..3, 1..3, 3..4]);
        let mut spelling = Spelling { case_sensitive: true, ..Spelling::default() };
        spelling.write_out("Ü", "UE");
        assert_eq!(shown(&spelling, "Üü"), ["U", "E", "ü"]);
    }

    #[test]
    fn united_characters_share_a_key() {
        let mut spelling = Spelling::default();
        spelling.unite("OQ");
        assert_eq!(spelling.key("q"), spelling.key("o"));
    }

    #[test]
    fn places_are_those_of_the_original_text() {
        let text = "e\u{301}+\u{AD}B";
        let spans: Vec<&str> =
            Spelling::default().characters(text).into_iter().map(|c| &text[c.span]).collect();
        assert_eq!(spans, ["e\u{301}", "+", "B"]);
    }
}
