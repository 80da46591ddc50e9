//! Characters that need no tables.

/// Returns whether each character of a text is a cluster of its own and is in normal form C, whatever its neighbours are. Most
/// puzzles have only such characters, and need no tables.
pub(super) fn is_plain(text: &str) -> bool {
    text.chars().all(is_plain_character)
}

pub(super) fn is_plain_character(c: char) -> bool {
    matches!(c, '\0'..='\x0C' | '\x0E'..='\u{2FF}' | '\u{391}'..='\u{3A1}' | '\u{3B1}'..='\u{3C9}'
        | '\u{410}'..='\u{44F}' | '\u{2010}'..='\u{2027}' | '\u{2190}'..='\u{22FF}' | '\u{2500}'..='\u{25FF}'
        | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{4E00}'..='\u{9FFF}' | '\u{FF01}'..='\u{FF5E}')
}
