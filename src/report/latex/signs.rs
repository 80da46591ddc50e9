//! Characters as mathematics has them.

/// Signs of two characters, each with what stands for it.
pub(super) const PAIRS: &[(&str, &str, &str)] = &[
    ("*", "*", "^"),
    ("/", "/", "\\mathbin{/\\!/}"),
    ("!", "=", "\\ne "),
    ("<", "=", "\\le "),
    (">", "=", "\\ge "),
    ("<", ">", "\\ne "),
    ("=", "=", "="),
    ("&", "&", "\\land "),
    ("|", "|", "\\lor "),
];

/// Whether what stands behind a sign is not divided by what follows: a product, quotient or remainder is taken first.
pub(super) fn divides(sign: &str) -> bool {
    matches!(sign, "/" | "\\div " | ":" | "\\bmod " | "\\mathbin{/\\!/}" | "{\\wedge}")
}

/// The bracket of a division or a root, as high as its row.
pub(super) fn bracket(text: &str) -> Option<String> {
    match text {
        ")" | "(" | "|" => Some(format!("\\smash{{\\raisebox{{1pt}}{{$\\big{text}$}}}}")),
        "√" => Some("\\sqrt{\\vphantom{0}}".into()),
        "∛" => Some("\\sqrt[3]{\\vphantom{0}}".into()),
        "∜" => Some("\\sqrt[4]{\\vphantom{0}}".into()),
        _ => superscript(text).map(|power| format!("{{}}^{{{power}}}")),
    }
}

/// The digit that a lowered character shows.
pub(super) fn subscript(text: &str) -> Option<char> {
    digit(text, "₀₁₂₃₄₅₆₇₈₉")
}

/// The digit that a raised character shows.
pub(super) fn superscript(text: &str) -> Option<char> {
    digit(text, "⁰¹²³⁴⁵⁶⁷⁸⁹")
}

fn digit(text: &str, digits: &str) -> Option<char> {
    let (place, _) = digits.chars().enumerate().find(|(_, digit)| text.chars().eq([*digit]))?;
    char::from_digit(u32::try_from(place).ok()?, 10)
}

/// The number of a power, `^{4}`.
pub(super) fn degree(sign: &str) -> Option<&str> {
    sign.strip_prefix("^{")?.strip_suffix('}')
}

/// A character as mathematics has it.
pub(super) fn in_mathematics(text: &str) -> String {
    let mut chars = text.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && let Some(narrow) = narrow(c)
    {
        return in_mathematics(narrow.encode_utf8(&mut [0; 4]));
    }
    let name = match text {
        "×" | "*" => "times",
        "÷" => "div",
        "·" | "⋅" | "∙" => "cdot",
        "√" | "∛" | "∜" => "surd",
        "□" | "▢" | "?" | "_" => "square",
        "○" => "bigcirc",
        "●" => "bullet",
        "△" => "triangle",
        "◇" => "Diamond",
        "☆" => "star",
        "★" => "bigstar",
        "^" => "wedge",
        "≠" => "ne",
        "≤" => "le",
        "≥" => "ge",
        "∧" => "land",
        "∨" => "lor",
        "¬" => "lnot",
        "∣" | "|" => "mid",
        "…" => "ldots",
        "\\" => "backslash",
        "~" => "sim",
        "%" => "bmod",
        "−" | "–" => return "-".into(),
        "#" | "$" | "&" | "{" | "}" => return format!("\\{text}"),
        _ if text.is_ascii() => return text.into(),
        _ => return format!("\\text{{{text}}}"),
    };
    format!("\\{name} ")
}

/// Text within a group.
pub(super) fn escaped(text: &str) -> String {
    text.replace('_', "\\_")
}

/// A line of plain text outside of formulas.
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

/// The narrow form of a full-width character.
fn narrow(c: char) -> Option<char> {
    // The block has the characters from '!' to '~' in their order.
    let offset = u32::from(c).checked_sub(0xff01).filter(|offset| *offset < 94)?;
    char::from_u32(offset + 0x21)
}
