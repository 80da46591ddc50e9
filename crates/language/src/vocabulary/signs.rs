//! Signs that are not letters, digits or operators of the table: blanks, rules, and look-alikes that people or their programs use
//! in place of a sign of the language. All readers share this list.

/// The signs that hide one digit each, in any text.
pub const BLANKS: &str = "□▢?_";

/// The signs that hide one digit in drawings only.
pub const DRAWN_BLANKS: &str = "*.";

/// The dashes that are minus signs, or parts of fraction bars.
pub const DASHES: &str = "-−–—―─━";

/// The signs that people draw rules with; a rule is a whole line of one of them.
pub const RULES: &str = "-=_─━═—―–−‾¯ˉ￣";

/// Returns whether a sign is a blank without a setting.
#[must_use]
pub fn is_blank(sign: char) -> bool {
    BLANKS.contains(sign)
}

/// Returns whether a sign is a blank of a drawing without a setting.
#[must_use]
pub fn is_drawn_blank(sign: char) -> bool {
    is_blank(sign) || DRAWN_BLANKS.contains(sign)
}

/// Returns the sign of the language that a look-alike stands for. Every other character is returned unchanged.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::vocabulary::signs::plain;
/// assert_eq!((plain('✕'), plain('A')), ('×', 'A'));
/// ```
#[must_use]
pub fn plain(sign: char) -> char {
    if sign.is_ascii() {
        return sign;
    }
    match sign {
        '✕' | '✖' | '⨯' | '🞩' | '✗' | '✘' | '⨉' | '╳' => '×',
        '➕' | '﹢' => '+',
        '➖' | '﹣' | '‐' | '‑' | '‒' | '—' | '―' => '-',
        '➗' => '÷',
        '∗' | '•' | '⁎' | '✱' => '*',
        '∶' => ':',
        '≦' | '⩽' => '≤',
        '≧' | '⩾' => '≥',
        '、' => ',',
        _ => sign,
    }
}
