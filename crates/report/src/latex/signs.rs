//! The LaTeX of characters.

use fukumen_language::puzzle::Glyph;
use fukumen_language::vocabulary::{Algebra, OPERATORS, Operator, Tier};

/// The most characters of an operator.
pub(super) const LONGEST: usize = 3;

/// Returns the LaTeX of an operator from the table, by its spelling.
pub(super) fn of_operator(spelling: &str) -> Option<&'static str> {
    let place = |row: &Operator| row.spellings.iter().position(|known| *known == spelling);
    OPERATORS.iter().find_map(|row| place(row).map(|place| row.latex[place]))
}

/// Returns whether a later division does not divide the operand after this sign alone: the quotient, remainder or power
/// of the sign is taken first.
pub(super) fn divides(sign: &str) -> bool {
    let is_quotient = |row: &&Operator| row.tier == Tier::Product && row.algebra != Algebra::Times;
    OPERATORS.iter().filter(is_quotient).any(|row| row.latex.contains(&sign)) || sign == WEDGE
}

/// A power sign without an exponent.
pub(super) const WEDGE: &str = "{\\wedge}";

/// Returns the bracket of a division or a root, as high as its row.
pub(super) fn bracket(text: &str) -> Option<String> {
    match text {
        ")" | "(" | "|" => Some(format!("\\smash{{\\raisebox{{1pt}}{{$\\big{text}$}}}}")),
        "√" => Some("\\sqrt{\\vphantom{0}}".into()),
        "∛" => Some("\\sqrt[3]{\\vphantom{0}}".into()),
        "∜" => Some("\\sqrt[4]{\\vphantom{0}}".into()),
        _ => superscript(text).map(|power| format!("{{}}^{{{power}}}")),
    }
}

/// Returns the digit of a subscript character.
pub(super) fn subscript(text: &str) -> Option<char> {
    digit(text, "₀₁₂₃₄₅₆₇₈₉")
}

/// Returns the digit of a superscript character.
pub(super) fn superscript(text: &str) -> Option<char> {
    digit(text, "⁰¹²³⁴⁵⁶⁷⁸⁹")
}

fn digit(text: &str, digits: &str) -> Option<char> {
    let (place, _) = digits.chars().enumerate().find(|(_, digit)| text.chars().eq([*digit]))?;
    char::from_digit(u32::try_from(place).ok()?, 10)
}

/// Returns the number in a power, `^{4}`.
pub(super) fn degree(sign: &str) -> Option<&str> {
    sign.strip_prefix("^{")?.strip_suffix('}')
}

/// Returns the LaTeX of a character of a text.
pub(super) fn of_glyph(glyph: &Glyph) -> String {
    if glyph.cell.is_some() { of_symbol(&glyph.text) } else { in_mathematics(&glyph.text) }
}

/// Returns a symbol or a blank, which is not an operator even if it looks like one.
pub(super) fn of_symbol(text: &str) -> String {
    match of_operator(text) {
        Some(_) if text == "%" => "\\%".into(),
        Some(latex) if in_mathematics(text) == latex => format!("{{{}}}", plain(text)),
        _ => in_mathematics(text),
    }
}

/// Returns the LaTeX of a character.
pub(crate) fn in_mathematics(text: &str) -> String {
    let mut chars = text.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && let Some(narrow) = narrow(c)
    {
        return in_mathematics(narrow.encode_utf8(&mut [0; 4]));
    }
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return text.into();
    }
    let name = match text {
        "^" => "wedge",
        "∜" => "surd",
        "|" => "mid",
        "□" | "▢" | "?" | "_" => "square",
        "○" => "bigcirc",
        "●" => "bullet",
        "△" => "triangle",
        "◇" => "Diamond",
        "☆" => "star",
        "★" => "bigstar",
        "…" => "ldots",
        "\\" => "backslash",
        "~" => "sim",
        "#" | "$" | "&" | "{" | "}" => return format!("\\{text}"),
        _ => return of_operator(text).map_or_else(|| plain(text), str::to_string),
    };
    format!("\\{name} ")
}

/// Returns a character without a name in mathematics.
fn plain(text: &str) -> String {
    if text.is_ascii() { text.into() } else { format!("\\text{{{text}}}") }
}

/// Escapes text inside a group.
pub(super) fn escaped(text: &str) -> String {
    text.replace('_', "\\_")
}

/// Escapes a line of plain text outside of formulas.
pub(super) fn in_text(text: &str) -> String {
    let escape = |c: char| match c {
        '\\' => "\\textbackslash{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '~' => "\\textasciitilde{}".into(),
        '<' => "\\textless{}".into(),
        '>' => "\\textgreater{}".into(),
        '_' | '#' | '$' | '%' | '&' | '{' | '}' => format!("\\{c}"),
        c if c.is_ascii() || c.is_alphabetic() => c.to_string(),
        c => format!("${}$", in_mathematics(c.encode_utf8(&mut [0; 4])).trim_end()),
    };
    text.chars().map(escape).collect()
}

/// Returns the narrow form of a full-width character.
fn narrow(c: char) -> Option<char> {
    // The block has the characters from '!' to '~' in their order.
    let offset = u32::from(c).checked_sub(0xff01).filter(|offset| *offset < 94)?;
    char::from_u32(offset + 0x21)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_written_as_their_table_says() {
        for (row, place) in OPERATORS.iter().flat_map(|row| (0..row.spellings.len()).map(move |i| (row, i))) {
            let (spelling, latex) = (row.spellings[place], row.latex[place]);
            assert_eq!(of_operator(spelling), Some(latex), "{spelling}");
            assert!(spelling.chars().count() <= LONGEST, "{spelling}");
            if spelling.chars().count() == 1 && row.tier != Tier::Power {
                assert_eq!(in_mathematics(spelling), latex, "{spelling}");
            }
        }
    }
}
