//! Normal forms C and D of Unicode, and simple case folding. The tables of decompositions are those of `unicode-normalization`;
//! its iterators are not used, for they hold the tables of the compatible forms, too, half as large again as all of these.

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::char::compose;
use unicode_normalization::char::decompose_canonical;

use crate::arrange::Arrange;

/// Below this, every character is its own composed form, and none combines.
const PLAIN: char = '\u{300}';

/// Normal form D.
pub(super) fn decomposed(text: &str) -> Vec<char> {
    let mut all = Vec::with_capacity(text.len());
    for c in text.chars() {
        decompose_canonical(c, |part| all.push(part));
    }
    // Marks behind one character stand in the order of their classes.
    let mut start = 0;
    while let Some(first) = (start..all.len()).find(|i| canonical_combining_class(all[*i]) != 0) {
        let end = (first..all.len()).find(|i| canonical_combining_class(all[*i]) == 0).unwrap_or(all.len());
        all[first..end].arrange_by_key(|c| canonical_combining_class(*c));
        start = end;
    }
    all
}

/// Normal form C.
pub(super) fn composed(text: &str) -> String {
    if text.chars().all(|c| c < PLAIN) { text.to_owned() } else { joined(decomposed(text)) }
}

/// Normal form C of what is in normal form D.
pub(super) fn joined(parts: Vec<char>) -> String {
    let mut all: Vec<char> = Vec::with_capacity(parts.len());
    // The last character that is no mark, and the class of the last one at all.
    let (mut starter, mut last) = (None, 0);
    for c in parts {
        let class = canonical_combining_class(c);
        if let Some(at) = starter.filter(|at| at + 1 == all.len() || last < class)
            && let Some(both) = compose(all[at], c)
        {
            all[at] = both;
            continue;
        }
        if class == 0 {
            starter = Some(all.len());
        }
        last = class;
        all.push(c);
    }
    all.into_iter().collect()
}

/// Simple case folding: one character for one, never by Turkish rules. It is the small letter of the capital, but for the dotless
/// i, Cherokee, whose capitals are older, and three letters that have two forms.
pub(super) fn fold_case(c: char) -> char {
    let moved = |by: i32| c as u32 as i32 + by;
    let code = match c {
        '\0'..='\x7F' => return c.to_ascii_lowercase(),
        'ı' | 'Ꭰ'..='Ᏽ' => return c,
        'ᏸ'..='ᏽ' => moved(-8),
        'ꭰ'..='ꮿ' => moved(0x13A0 - 0xAB70),
        '\u{1FD3}' => 0x390,
        '\u{1FE3}' => 0x3B0,
        'ﬅ' => 0xFB06,
        _ => {
            let mut capital = c.to_uppercase();
            let capital = if capital.len() == 1 { capital.next().unwrap_or(c) } else { c };
            let mut small = capital.to_lowercase();
            return if small.len() == 1 { small.next().unwrap_or(c) } else { c };
        }
    };
    u32::try_from(code).ok().and_then(char::from_u32).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    fn is_as_ever(text: &str) -> bool {
        composed(text) == text.nfc().collect::<String>()
            && decomposed(text) == text.nfd().collect::<Vec<char>>()
    }

    #[test]
    fn the_forms_of_each_character_are_those_of_unicode() {
        for c in '\0'..=char::MAX {
            assert!(is_as_ever(&String::from(c)), "{c:?}");
            assert!(is_as_ever(&format!("a{c}\u{301}\u{323}{c}")), "{c:?}");
        }
    }

    fn some() -> impl Strategy<Value = char> {
        let of = |first, last| prop::char::range(first, last);
        let marks = of('\u{300}', '\u{36F}');
        let (greek, jamo, hangul) =
            (of('\u{1F00}', '\u{1FFF}'), of('\u{1100}', '\u{11FF}'), of('\u{AC00}', '\u{D7A3}'));
        prop_oneof![of('a', 'z'), marks, greek, jamo, hangul, any::<char>()]
    }

    proptest! {
        #[test]
        fn the_forms_of_texts_are_those_of_unicode(parts in prop::collection::vec(some(), 0..30)) {
            let text: String = parts.into_iter().collect();
            prop_assert!(is_as_ever(&text), "{:?}", text);
        }
    }

    #[test]
    fn folding_is_that_of_unicode() {
        let differing: Vec<char> = ('\0'..=char::MAX)
            .filter(|c| {
                let theirs =
                    unicode_case_mapping::case_folded(*c).and_then(|code| char::from_u32(code.get()));
                fold_case(*c) != theirs.unwrap_or(*c)
            })
            .collect();
        // Letters of Unicode 17, which the table here does not have.
        let is_new = |c: &char| matches!(c, '꟎' | '꟒' | '꟔' | '\u{16EA0}'..='\u{16EB8}');
        assert_eq!(differing.iter().filter(|c| !is_new(c)).collect::<Vec<_>>(), Vec::<&char>::new());
    }
}
