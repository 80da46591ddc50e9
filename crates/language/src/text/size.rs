//! How long a text may be.

use super::error::{Mistake, Origin, ParseError, TextError};

/// The greatest length of a text, in bytes.
pub const LONGEST: usize = 1 << 20;

/// Refuses a text that is longer than the limit.
pub fn check_size(text: &str, origin: Origin) -> Result<(), ParseError> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let end = (0..=LONGEST).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    Err(ParseError::new(TextError::new(Mistake::TextTooLong(LONGEST), end..end), text, origin))
}
