//! Properties from tables in the program.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

pub(super) fn composed(text: &str) -> String {
    text.nfc().collect()
}

pub(super) fn decomposed(text: &str) -> String {
    text.nfd().collect()
}

pub fn compatible(text: &str) -> String {
    text.nfkd().collect()
}

pub(super) fn is_mark(c: char) -> bool {
    is_combining_mark(c)
}

pub(super) fn clusters(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true)
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.unicode_words()
}
