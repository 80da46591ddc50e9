//! Characters by the names that web pages write for them: `&times;`, `&#215;`, `&#xD7;`.

use std::sync::LazyLock;

/// A line for each name: the name, and the numbers of its characters.
const NAMES: &str = include_str!("entities.txt");

/// The names in the order of their bytes, each with the numbers of its characters.
static TABLE: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    NAMES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' ')).collect()
});

/// A text that ends with `;`, with the character in place of the name that stands there behind the last `&`.
pub(super) fn decoded(text: &str) -> Option<String> {
    let (before, name) = text.strip_suffix(';')?.rsplit_once('&')?;
    let characters = match name.strip_prefix('#') {
        None => named(name)?,
        Some(number) => numbered(number)?.to_string(),
    };
    Some(format!("{before}{characters}"))
}

fn named(name: &str) -> Option<String> {
    let at = TABLE.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    TABLE[at].1.split(' ').map(|number| character(number, 16)).collect()
}

/// The character of a decimal number, or of a hexadecimal one behind an `x`. Those that control something are left as they are
/// written, but for blanks and ends of lines.
fn numbered(number: &str) -> Option<char> {
    let hexadecimal = number.strip_prefix(['x', 'X']);
    let character = hexadecimal.map_or_else(|| character(number, 10), |number| character(number, 16))?;
    (character >= ' ' || "\t\n\u{C}\r".contains(character)).then_some(character)
}

fn character(number: &str, radix: u32) -> Option<char> {
    // A sign is no part of a number here.
    let is_plain = number.starts_with(|c: char| c.is_digit(radix));
    is_plain.then(|| u32::from_str_radix(number, radix).ok()).flatten().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_the_characters_that_a_library_knows() {
        let names = html_escape::NAMED_ENTITIES.iter().map(|(name, _)| String::from_utf8_lossy(name));
        let numbers = (0..0x300).flat_map(|number| [format!("#{number}"), format!("#x{number:x}")]);
        let more = [
            "#X1F600",
            "#x110000",
            "#xD800",
            "#+9",
            "#x+9",
            "#",
            "#x",
            "",
            "no",
            "Amp",
            "amp ",
            "#99999999999",
        ];
        let mut count = 0;
        for name in names.chain(numbers.map(Into::into)).chain(more.map(Into::into)) {
            for before in ["", "A &", "&times", "&#"] {
                let text = format!("{before}&{name};");
                let expected = html_escape::decode_html_entities(&text);
                assert_eq!(decoded(&text).unwrap_or_else(|| text.clone()), expected, "{text}");
                count += 1;
            }
        }
        assert_eq!(TABLE.len(), html_escape::NAMED_ENTITIES.len());
        assert!(TABLE.is_sorted() && count > 10_000);
    }
}
