//! Signs that are neither letters nor digits nor operators of the table: blanks, rules, and the look-alikes that people type,
//! or their programs put, in place of a sign of the language. One list for all who read.

/// The signs that hide a digit each, wherever they stand.
pub const BLANKS: &str = "□▢?_";

/// The signs that hide a digit in drawings only.
pub const DRAWN_BLANKS: &str = "*.";

/// The dashes that are minus signs, or parts of the bars of fractions.
pub const DASHES: &str = "-−–—―─━";

/// The signs that people draw rules of; a rule is a whole line of one of them.
pub const RULES: &str = "-=_─━═—―–−‾¯ˉ￣";

/// Whether a sign is a blank without any setting's help.
#[must_use]
pub fn is_blank(sign: char) -> bool {
    BLANKS.contains(sign)
}

/// Whether a sign is a blank of a drawing without any setting's help.
#[must_use]
pub fn is_drawn_blank(sign: char) -> bool {
    is_blank(sign) || DRAWN_BLANKS.contains(sign)
}

/// The sign of the language that a look-alike stands for; every other character is itself.
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
