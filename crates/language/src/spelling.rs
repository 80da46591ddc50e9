//! What counts as one symbol, and which symbols are the same.
//!
//! A symbol is an extended grapheme cluster of Unicode, told apart from others by its *key*: the
//! cluster in normal form C, without case, full-width letters as their plain twins. Settings change
//! the rules: `case-sensitive`, `graphemes=off`, `fold accents`, `same`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::unicode;
use crate::vocabulary::signs;

/// The rows of the syllabary, each one digit in puzzles played by rows; the first is the row's key.
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

/// A character as text. Those of ASCII, of which most puzzles are made, need no memory of their own.
pub type Spelt = Cow<'static, str>;

/// The characters of ASCII in their order.
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

/// The one character of ASCII that a text is.
fn lone_ascii(text: &str) -> Option<u8> {
    // A byte alone is never a part of another character.
    if let &[byte] = text.as_bytes() { Some(byte) } else { None }
}

/// A text as a character. One of ASCII needs no memory of its own.
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
    /// As it was typed, in normal form C.
    pub shown: Spelt,
    /// As a grammar sees it: the character itself, with the plain twin of a full-width sign, or a
    /// private-use character in place of a cluster of several.
    pub sign: char,
    /// The bytes of the original text that it was read from.
    pub span: Range<usize>,
}

/// The clusters of a text: what a person sees as one character each.
pub fn clusters(text: &str) -> impl Iterator<Item = &str> {
    unicode::clusters(text)
}

/// The words of a text in a natural language, as Unicode parts them (Standard Annex 29): without spaces and punctuation but
/// for apostrophes and points inside a word.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    unicode::words(text)
}

/// How wide characters are where they stand in columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Width {
    /// One column each.
    #[default]
    One,
    /// Two for those of East Asian scripts, and for the signs that their fonts make as wide: `□`, `×`.
    EastAsian,
}

impl Width {
    /// How many columns a text takes.
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

/// Whether a character takes two columns: the blocks of Unicode's East Asian Width that are wide or full-width.
#[must_use]
pub fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{303E}' | '\u{3041}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{3FFFD}')
}

/// Whether a character is as wide among wide ones: box drawings, geometric signs, Greek, Cyrillic, `×` and `÷`.
fn is_ambiguous(c: char) -> bool {
    matches!(c, '×' | '÷' | '√' | '\u{2500}'..='\u{257F}' | '\u{25A0}'..='\u{25FF}' | '\u{2605}' | '\u{2606}'
        | '\u{2010}'..='\u{2015}' | '\u{0391}'..='\u{03C9}' | '\u{0410}'..='\u{044F}')
}

/// The rules by which characters are told apart.
#[derive(Clone, Debug, Default)]
pub struct Spelling {
    /// Each code point is a character of its own, marks included.
    pub by_code_point: bool,
    /// `a` and `A` are two symbols.
    pub case_sensitive: bool,
    /// `é` is `e`.
    pub fold_accents: bool,
    /// A row of the syllabary is one symbol, voiced, small and katakana included.
    pub kana_rows: bool,
    same: HashMap<Spelt, Spelt>,
    /// The symbols that stand for one character.
    several: HashMap<Spelt, Vec<Character>>,
    /// Characters that are symbols whatever else they could mean.
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

    /// Puts several symbols for one character. They are read by the rules so far: what is put for a character that is one of
    /// them counts only for texts read later.
    pub fn write_out(&mut self, character: &str, symbols: &str) {
        let symbols = self.characters(symbols);
        self.several.insert(self.typed_key(character), symbols);
    }

    /// The symbols that are put for a character, if several are.
    #[must_use]
    pub fn symbols_for(&self, character: &str) -> Option<String> {
        match self.several.get(&self.typed_key(character)) {
            Some(symbols) => Some(symbols.iter().map(|one| &*one.shown).collect()),
            None if self.by_code_point => decomposed(character),
            None => None,
        }
    }

    /// What tells a typed character from others, before accents and `same` make it equal to others: `ü=ue` says nothing
    /// of `u`.
    fn typed_key(&self, shown: &str) -> Spelt {
        let composed = unicode::composed(shown);
        let plain = composed.chars().map(plain_twin);
        let key: String = if self.case_sensitive { plain.collect() } else { plain.map(fold_case).collect() };
        Cow::Owned(key)
    }

    /// Puts the symbols that stand for one character in its place, each with its span.
    fn written_out(&self, characters: Vec<Character>) -> Vec<Character> {
        let symbols = |character: Character| match self.several.get(&self.typed_key(&character.shown)) {
            Some(symbols) => {
                symbols.iter().map(|one| Character { span: character.span.clone(), ..one.clone() }).collect()
            }
            None => vec![character],
        };
        characters.into_iter().flat_map(symbols).collect()
    }

    /// Makes each visible character of `characters` a symbol, whatever else it could mean.
    pub fn name_symbols(&mut self, characters: &str) {
        let visible = self.characters(characters).into_iter().filter(|c| !c.sign.is_whitespace());
        let keys: Vec<Spelt> = visible.map(|character| self.key(&character.shown)).collect();
        self.symbols.extend(keys);
    }

    /// What tells a symbol from others.
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

    /// The key of any character, which for those of ASCII takes longer.
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

    /// The characters of a text, each with its place in it. Soft hyphens, marks of direction and
    /// zero-width characters outside a cluster are dropped.
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

/// Adds the code points of a cluster that begins at a byte, each with a place of its own: what stands at one place is one digit
/// of a drawing.
fn code_points(cluster: &str, start: usize, characters: &mut Vec<Character>) {
    // What is invisible would keep marks from their letters.
    let visible = || cluster.char_indices().filter(|(_, c)| !is_invisible(*c));
    let seen: String = visible().map(|(_, c)| c).collect();
    let points: Vec<char> = unicode::composed(&seen).chars().collect();
    let mut starts: Vec<usize> = visible().map(|(i, _)| start + i).take(points.len()).collect();
    let last = starts.last().copied().unwrap_or(start);
    // A few letters are read as more code points than were typed; `typed::write_out` puts them before anything is read.
    starts.resize(points.len(), last);
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([start + cluster.len()]).collect();
    for (i, c) in points.into_iter().enumerate() {
        let span = starts[i]..ends[i].max(starts[i]);
        let sign = if i == 0 { lone_sign(c) } else { plain_sign(c) };
        characters.push(Character { shown: c.to_string().into(), sign, span });
    }
}

/// A character of which more code points are read than are typed, such as `\u{95C}`, with those that are read.
fn decomposed(character: &str) -> Option<String> {
    let points = unicode::composed(character);
    (points.chars().count() > character.chars().count()).then_some(points)
}

/// How many characters a person sees in a text.
///
/// ```
/// # use fukumen_language as fukumen;
/// assert_eq!(fukumen::spelling::count("e\u{301}a"), 2);
/// ```
#[must_use]
pub fn count(text: &str) -> usize {
    clusters(text).count()
}

/// In ASCII each character is a cluster of its own, but for the two of a new line.
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

/// A cluster as one character; `sign` is a placeholder where it has several code points.
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

/// The sign of a code point that begins a cluster, which no mark should.
fn lone_sign(c: char) -> char {
    if is_mark(c) { STRAY } else { plain_sign(c) }
}

/// The sign of marks that have no letter to stand on. It has no meaning, and no text has it.
pub const STRAY: char = '\u{FFFF}';

/// Whether a character is a mark, which stands on a letter.
#[must_use]
pub fn is_mark(c: char) -> bool {
    unicode::is_mark(c)
}

/// The start of a plane of private use, where no text has a character of its own.
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

/// The sign of a code point: of a look-alike, that which it stands for.
fn plain_sign(c: char) -> char {
    signs::plain(plain_twin(c))
}

/// The plain twin of a full-width sign or letter, and of the ideographic space.
pub fn plain_twin(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// Simple case folding: one character for one, never by Turkish rules, by which the letter without a dot is an `I`.
fn fold_case(c: char) -> char {
    fn only(mut characters: impl Iterator<Item = char>) -> Option<char> {
        let first = characters.next()?;
        characters.next().is_none().then_some(first)
    }
    if c == 'ı' {
        return c;
    }
    // Letters of which several are the small form of one capital, such as both sigmas, have that in common.
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

/// Takes no room and no part in a puzzle: soft hyphen, zero-width space and joiners, marks of
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
