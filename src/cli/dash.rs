//! Texts that begin with a dash, distinguished from options while clap reads them.

use std::convert::Infallible;

/// Stands for the `-` at the start of a text. No text contains it: Unicode assigns it no character.
const DASH: char = '\u{10FFFF}';

/// Hides the `-` at the start of a text, so that clap does not take the text for an option.
pub fn hidden(text: &str) -> String {
    text.strip_prefix('-').map_or_else(|| text.into(), |rest| format!("{DASH}{rest}"))
}

/// Returns the text as it was given.
pub fn restored(text: &str) -> String {
    text.strip_prefix(DASH).map_or_else(|| text.into(), |rest| format!("-{rest}"))
}

/// Reads the value of an option, which may begin with a dash.
pub fn value(text: &str) -> Result<String, Infallible> {
    Ok(restored(text))
}
