//! The LaTeX of characters.

use crate::formula::superscript;
use fukumen_language::puzzle::Glyph;
use fukumen_language::vocabulary::{OPERATORS, Operator};

/// Returns the LaTeX of an operator from the table, by its spelling.
pub(super) fn of_operator(spelling: &str) -> Option<&'static str> {
    let place = |row: &Operator| row.spellings.iter().position(|known| *known == spelling);
    OPERATORS.iter().find_map(|row| place(row).map(|place| row.latex[place]))
}

/// A power sign without an exponent.
pub(super) const WEDGE: &str = "{\\wedge}";

/// Returns the bracket of a division or a root, as high as its row.
pub(super) fn bracket(text: &str) -> Option<String> {
    match text {
        ")" | "(" | "|" => Some(format!("\\smash{{\\Big{text}}}")),
        "√" => Some("\\sqrt{\\vphantom{0}}".into()),
        "∛" => Some("\\sqrt[3]{\\vphantom{0}}".into()),
        "∜" => Some("\\sqrt[4]{\\vphantom{0}}".into()),
        _ => superscript(text).map(|power| format!("{{}}^{{{power}}}")),
    }
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
        "ο" => return "o".into(),
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
        _ if greek(text).is_some() => greek(text).unwrap_or_default(),
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

/// The names of the Greek letters in LaTeX, from α on; omicron is a plain o.
pub(super) const GREEK: &[&str] = &[
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "", "pi", "rho", "varsigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
];

/// Escapes plain text outside of formulas. Signs that its fonts lack become formulas.
pub(crate) fn in_text(text: &str) -> String {
    let escape = |c: char| match c {
        '\\' => "\\textbackslash{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '~' => "\\textasciitilde{}".into(),
        '<' => "\\textless{}".into(),
        '>' => "\\textgreater{}".into(),
        '|' => "\\textbar{}".into(),
        '_' | '#' | '$' | '%' | '&' | '{' | '}' => format!("\\{c}"),
        c => of_text(c).map_or_else(|| c.to_string(), |sign| format!("${sign}$")),
    };
    text.chars().map(escape).collect()
}

/// Returns a sign that only formulas have; `None` for the characters of texts, which the document's font has.
fn of_text(c: char) -> Option<String> {
    let sign = in_mathematics(c.encode_utf8(&mut [0; 4]));
    let is_sign = !c.is_ascii() && c != '–' && !sign.starts_with("\\text{") && narrow(c).is_none();
    is_sign.then(|| sign.trim_end().into())
}

/// Returns text in which every character is equally wide. The lines of a drawing stay below each other.
pub(crate) fn in_columns(lines: &str) -> String {
    let escape = |c: char| match of_text(c) {
        _ if c == ' ' => "~".into(),
        // Formulas have other widths.
        Some(sign) => format!("\\makebox[.5em]{{${sign}$}}"),
        None => in_text(c.encode_utf8(&mut [0; 4])),
    };
    let line = |line: &str| line.chars().map(escape).collect::<String>();
    let lines: Vec<String> = lines.lines().map(line).collect();
    format!("{{\\noindent\\ttfamily {}\\par}}\n", lines.join("\\\\\n"))
}

fn greek(text: &str) -> Option<&'static str> {
    let mut letters = ('α'..='ω').zip(GREEK);
    letters.find(|(letter, _)| text.chars().eq([*letter])).map(|(_, name)| *name)
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
    use fukumen_language::vocabulary::Tier;

    #[test]
    fn operators_are_written_as_their_table_says() {
        for (row, place) in OPERATORS.iter().flat_map(|row| (0..row.spellings.len()).map(move |i| (row, i))) {
            let (spelling, latex) = (row.spellings[place], row.latex[place]);
            assert_eq!(of_operator(spelling), Some(latex), "{spelling}");
            if spelling.chars().count() == 1 && row.tier != Tier::Power {
                assert_eq!(in_mathematics(spelling), latex, "{spelling}");
            }
        }
    }

    #[test]
    fn texts_have_only_characters_that_their_fonts_have() {
        assert_eq!(in_text("A_1 < 2×B – □|α"), r"A\_1 \textless{} 2$\times$B – $\square$\textbar{}$\alpha$");
        assert_eq!(
            in_columns("√AB\n  α"),
            "{\\noindent\\ttfamily \\makebox[.5em]{$\\surd$}AB\\\\\n~~\\makebox[.5em]{$\\alpha$}\\par}\n"
        );
    }
}
