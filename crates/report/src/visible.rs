//! Typed texts in a form that is safe to show: characters that would control a terminal, or reverse the text, are replaced by
//! pictures.
//!
//! Marks and joiners that scripts need (U+200C to U+200F, for example) stay: they only change how their neighbours look.

use std::borrow::Cow;

/// Returns whether a character has an effect instead of being seen. Tabs and ends of lines are expected. The last two are not
/// characters, and XML does not allow them.
fn acts(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{fffe}' | '\u{ffff}'
    )
}

/// Returns whether there may be such a character: for nearly all texts, their bytes show that there is none.
pub fn may_act(bytes: &[u8]) -> bool {
    let may = |byte: &u8| matches!(byte, 0..=8 | 11..=31 | 0x7f | 0xc2 | 0xe2 | 0xef);
    bytes.iter().any(may)
}

/// Returns a text with a picture of each character that acts: `␛`, or its number as `\u{9b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    replaced(text, |_| 0, &picture)
}

/// Does the same, except for colour codes, which are those of this program.
#[cfg(feature = "cli")]
pub fn shown_with_colours(text: &str) -> Cow<'_, str> {
    replaced(text, colour, &picture)
}

/// Returns a text in JSON with the same characters as escapes.
pub fn in_json(json: &str) -> Cow<'_, str> {
    replaced(json, |_| 0, &|c| format!("\\u{:04x}", u32::from(c)))
}

/// Replaces characters that act. `stays` returns how much of the start of a text stays unchanged.
fn replaced<'t>(
    text: &'t str,
    stays: fn(&str) -> usize,
    replacement: &dyn Fn(char) -> String,
) -> Cow<'t, str> {
    if !may_act(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    let (mut replaced, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(acts) {
        replaced += &rest[..at];
        rest = &rest[at..];
        let length = if rest.starts_with("\r\n") { 2 } else { stays(rest) };
        replaced += &rest[..length];
        rest = &rest[length..];
        if length == 0
            && let Some(c) = rest.chars().next()
        {
            replaced += &replacement(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    if replaced.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(replaced + rest) }
}

fn picture(c: char) -> String {
    let number = u32::from(c);
    let pictured = match number {
        0..=0x1f => char::from_u32(0x2400 + number),
        0x7f => Some('␡'),
        _ => None,
    };
    pictured.map_or_else(|| format!("\\u{{{number:x}}}"), String::from)
}

/// Returns the length of a code that changes colours.
#[cfg(feature = "cli")]
fn colour(text: &str) -> usize {
    let Some(code) = text.strip_prefix("\x1b[") else { return 0 };
    let digits = code.len() - code.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').len();
    if code[digits..].starts_with('m') { digits + 3 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_a_picture() {
        assert_eq!(shown("\x1b[31mA\x07\r\x0c\0\x7f"), "␛[31mA␇␍␌␀␡");
        assert_eq!(shown("A\u{9b}B\u{85}\u{202e}C\u{2066}"), "A\\u{9b}B\\u{85}\\u{202e}C\\u{2066}");
        assert_eq!(shown("\u{fffe}é\u{ffff}"), "\\u{fffe}é\\u{ffff}");
    }

    #[test]
    fn what_scripts_need_stays() {
        for text in [
            "A\tB\r\nC\n",
            "क्\u{200d}ष",
            "نام\u{200c}ها",
            "\u{200e}א\u{200f}",
            "é□×…️👩\u{200d}🚀",
            "",
            "\u{ad}",
        ] {
            assert!(matches!(shown(text), Cow::Borrowed(_)) || text.contains("\r\n"), "{text}");
            assert_eq!(shown(text), text);
            assert_eq!(in_json(text), text);
        }
    }

    #[test]
    fn json_has_escapes() {
        let text = "A\x7f\u{9b}\u{202e}\u{ffff}\x1b";
        let json = serde_json::to_string(text).expect("it is a text");
        assert_eq!(in_json(&json), "\"A\\u007f\\u009b\\u202e\\uffff\\u001b\"");
        assert_eq!(serde_json::from_str::<String>(&in_json(&json)).ok().as_deref(), Some(text));
    }

    #[cfg(feature = "cli")]
    #[test]
    fn of_codes_only_those_of_colours_stay() {
        assert_eq!(
            shown_with_colours("\x1b[1;36m9\x1b[0m\x1b[2J\x1b[m\x1b]0;"),
            "\x1b[1;36m9\x1b[0m␛[2J\x1b[m␛]0;"
        );
    }
}
