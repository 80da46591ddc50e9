//! Where the formulas of a text are: between dollar signs, in brackets with a backslash.

use std::ops::Range;

/// What stands around a formula.
const DELIMITERS: &[(&str, &str)] = &[("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];

/// What stands between the signs around formulas, if all of the text is such; spaces and commas may stand between.
pub(super) fn delimited(text: &str, at: Range<usize>) -> Option<Vec<Range<usize>>> {
    let mut parts = Vec::new();
    let mut start = at.start;
    loop {
        let rest = &text[start..at.end];
        start += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '.').len();
        if start >= at.end {
            return Some(parts).filter(|parts: &Vec<Range<usize>>| !parts.is_empty());
        }
        let rest = &text[start..at.end];
        let Some((open, close)) = DELIMITERS.iter().find(|(open, _)| rest.starts_with(open)) else {
            // Operators may stand between formulas.
            let length = rest.find(['$', '\\']).unwrap_or(rest.len());
            if parts.is_empty()
                || length == 0
                || !rest[..length].chars().all(|c| c.is_whitespace() || "+-−–=<>×*·/÷:,;.?".contains(c))
            {
                return None;
            }
            parts.push(start..start + length);
            start += length;
            continue;
        };
        let length = closed(&rest[open.len()..], close)?;
        parts.push(start + open.len()..start + open.len() + length);
        start = at.end.min(start + open.len() + length + close.len());
    }
}

/// The length of a formula from behind its opening sign. If a display formula has lost its closing sign, it goes on to the end of the
/// text.
fn closed(text: &str, close: &str) -> Option<usize> {
    text.find(close).or_else(|| matches!(close, "$$" | "\\]").then_some(text.len()))
}

/// A formula between words: with the signs around it, and without them. An environment with formulas in its cells is one itself.
pub(super) struct Formula {
    pub around: Range<usize>,
    pub inner: Range<usize>,
}

/// The formulas of a text that has words as well. A dollar sign is money unless it stands as pandoc has it: no space behind the
/// first of a pair nor before the second, and no digit behind that.
pub(super) fn formulas(text: &str, at: Range<usize>) -> Option<Vec<Formula>> {
    let mut formulas = Vec::new();
    let mut start = at.start;
    while let Some(length) = text[start..at.end].find(['$', '\\']) {
        let from = start + length;
        let rest = &text[from..at.end];
        if let Some(length) = environment(rest).filter(|length| rest[..*length].contains('$')) {
            start = from + length;
            formulas.push(Formula { around: from..start, inner: from..start });
            continue;
        }
        let Some((open, close)) = DELIMITERS.iter().find(|(open, _)| rest.starts_with(open)) else {
            start = from + 1;
            continue;
        };
        let inner = from + open.len();
        let inner = inner..inner + closed(&text[inner..at.end], close)?;
        let around = from..at.end.min(inner.end + close.len());
        let content = &text[inner.clone()];
        let is_money = content.trim().len() < content.len()
            || text[around.end..].starts_with(|c: char| c.is_ascii_digit());
        if content.is_empty() || *open == "$" && is_money {
            return None;
        }
        start = around.end;
        formulas.push(Formula { around, inner });
    }
    Some(formulas).filter(|formulas| !formulas.is_empty())
}

/// The length of the environment that begins a text.
fn environment(text: &str) -> Option<usize> {
    let name = text.strip_prefix("\\begin{")?.split_once('}')?.0;
    let end = format!("\\end{{{name}}}");
    Some(text.find(&end)? + end.len())
}
