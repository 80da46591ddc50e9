//! One quick look at a text: which conventions may apply to it.

/// A sign at the end of the text that may end a sentence.
pub(super) const END: u16 = 1;
/// A colon or a dash with a space after it.
pub(super) const APART: u16 = 1 << 1;
/// Two parts of numbers or words with nothing but space between them.
pub(super) const GAP: u16 = 1 << 2;
/// A star.
pub(super) const STAR: u16 = 1 << 3;
/// An `x`.
pub(super) const CROSS: u16 = 1 << 4;
/// A comma.
pub(super) const COMMA: u16 = 1 << 5;
/// Several lines.
pub(super) const LINES: u16 = 1 << 6;
/// A bracket.
pub(super) const BRACKET: u16 = 1 << 7;
/// A `#`.
pub(super) const HASH: u16 = 1 << 8;
/// Several equals signs.
pub(super) const CHAIN: u16 = 1 << 9;
/// The letters `mod`.
pub(super) const MODULO: u16 = 1 << 10;
/// A brace, or two points.
pub(super) const SET: u16 = 1 << 12;
/// A character outside of ASCII, which may be any of these signs.
pub(super) const WIDE: u16 = 1 << 11;

/// Returns the signs of a text that conventions are about.
pub(super) fn look(text: &str) -> u16 {
    if !text.is_ascii() {
        return u16::MAX;
    }
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"*?_[]()".contains(&byte);
    let (mut found, mut before, mut is_spaced, mut equals) = (0, b'\n', false, 0);
    for byte in text.bytes() {
        match byte {
            b' ' | b'\t' | b'\r' => {
                is_spaced = true;
                continue;
            }
            b'\n' if before != b'\n' => found |= LINES,
            b'*' => found |= STAR,
            b'x' | b'X' => found |= CROSS,
            b',' => found |= COMMA,
            b'(' => found |= BRACKET,
            b'#' => found |= HASH,
            b'=' => equals += 1,
            b'd' if before == b'o' => found |= MODULO,
            b'{' => found |= SET,
            b'.' if before == b'.' => found |= SET,
            _ => {}
        }
        if is_spaced && is_part(before) && is_part(byte) {
            found |= GAP;
        }
        if is_spaced && matches!(before, b':' | b'-') {
            found |= APART;
        }
        (before, is_spaced) = (byte, false);
    }
    if matches!(text.trim_end().bytes().next_back(), Some(b'.' | b'?' | b'!')) {
        found |= END;
    }
    if equals > 1 { found | CHAIN } else { found }
}
