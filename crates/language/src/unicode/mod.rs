//! Properties of Unicode text: normal forms, clusters, words, marks.
//!
//! They come from tables in the program. A program can be built with `--cfg fukumen_lends_unicode` if its environment has such
//! tables, as a browser does. It then leaves the tables out, and `lend` passes in the functions of the browser.

#[cfg(fukumen_lends_unicode)]
mod host;
mod plain;
#[cfg(not(fukumen_lends_unicode))]
mod tables;

#[cfg(fukumen_lends_unicode)]
use host as source;
#[cfg(not(fukumen_lends_unicode))]
use tables as source;

use plain::{is_plain, is_plain_character};

#[cfg(fukumen_lends_unicode)]
pub use host::Form;
#[cfg(fukumen_lends_unicode)]
pub use host::Host;
#[cfg(fukumen_lends_unicode)]
pub use host::lend;

/// Returns a text in normal form C.
pub(crate) fn composed(text: &str) -> String {
    if is_plain(text) { text.into() } else { source::composed(text) }
}

/// Returns a text in normal form D.
pub(crate) fn decomposed(text: &str) -> String {
    if text.is_ascii() { text.into() } else { source::decomposed(text) }
}

/// Returns a text in normal form KD: `½` is `1⁄2`.
pub fn compatible(text: &str) -> String {
    if text.is_ascii() { text.into() } else { source::compatible(text) }
}

/// Returns whether a character is a mark, which stands on a letter.
pub fn is_mark(c: char) -> bool {
    !is_plain_character(c) && source::is_mark(c)
}

/// Iterates over the extended grapheme clusters of a text.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = &str> {
    source::clusters(text)
}

/// Iterates over the words of a text (Standard Annex 29): without spaces and punctuation, except apostrophes and points inside a
/// word.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    source::words(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_characters_need_no_tables() {
        let plain: Vec<char> = ('\0'..=char::MAX).filter(|c| is_plain_character(*c)).collect();
        for c in &plain {
            assert_eq!(source::composed(&c.to_string()), c.to_string(), "{c:?}");
            assert!(!source::is_mark(*c), "{c:?}");
        }
        // Whether two characters are separated depends on the kinds of both. This has one of each plain kind.
        for beside in ['a', '\n', '\u{AD}', '→', '☆', '文'].into_iter().filter(|c| is_plain_character(*c))
        {
            for c in &plain {
                let row = [*c, beside, *c, *c].iter().collect::<String>();
                assert_eq!(source::clusters(&row).count(), 4, "{row:?}");
                assert_eq!(source::composed(&row), row);
            }
        }
    }

    #[test]
    fn other_characters_are_told_to_be_others() {
        for other in
            ["e\u{301}", "\r\n", "\u{1F1E6}\u{1F1E8}", "तीन", "각", "\u{212B}", "👩\u{200D}🔬", "が\u{3099}"]
        {
            assert!(!is_plain(other), "{other:?}");
        }
    }
}
