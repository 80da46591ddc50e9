//! Texts that begin with a dash, kept apart from options while clap reads them.

/// Stands for the `-` at the start of a text. None has it: it is no character of Unicode's.
const DASH: char = '\u{10FFFF}';

/// A text that begins with `-`, so that clap takes it for no option.
pub fn hidden(text: &str) -> String {
    text.strip_prefix('-').map_or_else(|| text.into(), |rest| format!("{DASH}{rest}"))
}

/// The text as it was given.
pub fn restored(text: &str) -> String {
    text.strip_prefix(DASH).map_or_else(|| text.into(), |rest| format!("-{rest}"))
}
