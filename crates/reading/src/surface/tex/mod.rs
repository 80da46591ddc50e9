//! TeX: its commands as signs of the language, its arrays as tables with bars, which `tables` lays out.

mod commands;
mod reader;

use std::ops::Range;

use fukumen_language::text::Edit;
use reader::Reader;

/// The signs around a formula.
const DELIMITERS: &[(&str, &str)] = &[("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];

/// A formula: with the signs around it, and without them.
struct Formula {
    around: Range<usize>,
    inner: Range<usize>,
    is_display: bool,
}

/// Reads the formulas of a text. One with an unknown command is left as it is.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    if !text.contains(['$', '\\']) {
        return Vec::new();
    }
    let mut all = formulas(text);
    if all.is_empty() && text.contains('\\') {
        all.push(Formula { around: 0..text.len(), inner: 0..text.len(), is_display: false });
    }
    let mut edits = Vec::new();
    for Formula { around, inner, is_display } in all {
        let mut reader = Reader::new(text);
        if reader.part(inner.clone()).is_some() {
            let around_it = if is_display { "\n" } else { "" };
            edits.push(Edit::new(around.start..inner.start, around_it));
            edits.append(&mut reader.edits);
            edits.push(Edit::new(inner.end..around.end, around_it));
        }
    }
    edits.retain(|edit| text[edit.at.clone()] != edit.text);
    edits
}

/// A text as TeX, if all its commands are known.
pub(super) fn written_out(text: &str) -> Option<String> {
    let mut reader = Reader::new(text);
    reader.part(0..text.len())?;
    Some(fukumen_language::text::changed(text, 0..text.len(), &reader.edits))
}

/// The formulas of a text: between signs, and environments by themselves.
fn formulas(text: &str) -> Vec<Formula> {
    let has_dollars = text.replace("\\$", "").matches('$').count().is_multiple_of(2);
    let mut formulas = Vec::new();
    let mut start = 0;
    while let Some(from) = text[start..].find(['$', '\\']).map(|length| start + length) {
        let rest = &text[from..];
        if let Some(length) = environment(rest) {
            start = from + length;
            formulas.push(Formula { around: from..start, inner: from..start, is_display: false });
            continue;
        }
        let delimiters = DELIMITERS.iter().find(|(open, _)| rest.starts_with(open));
        let found = delimiters.filter(|(open, _)| has_dollars || !open.starts_with('$') || *open == "$$");
        let Some(formula) = found.and_then(|(open, close)| formula(text, from, open, close)) else {
            let escaped = rest.strip_prefix('\\').and_then(|rest| rest.chars().next());
            start = from + 1 + escaped.map_or(0, char::len_utf8);
            continue;
        };
        start = formula.around.end;
        formulas.push(formula);
    }
    formulas
}

/// The formula that begins at a place. A display formula that has lost its closing sign goes on to the end of the text. A dollar
/// sign is money where spaces are inside a pair, or a digit follows it, unless something is compared between the two.
fn formula(text: &str, from: usize, open: &str, close: &str) -> Option<Formula> {
    let start = from + open.len();
    let is_display = matches!(close, "$$" | "\\]");
    let length = text[start..].find(close).or_else(|| is_display.then_some(text.len() - start))?;
    let inner = start..start + length;
    let around = from..text.len().min(inner.end + close.len());
    let content = &text[inner.clone()];
    let is_tight = content.trim().len() == content.len()
        && !text[around.end..].starts_with(|c: char| c.is_ascii_digit());
    let fits = !content.trim().is_empty()
        && (open != "$" || is_tight || content.contains(['=', '\\', '<', '>']))
        && (is_display || !content.contains("\n\n"));
    fits.then_some(Formula { around, inner, is_display })
}

/// The length of the environment that begins a text.
fn environment(text: &str) -> Option<usize> {
    let name = text.strip_prefix("\\begin{")?.split_once('}')?.0;
    let end = format!("\\end{{{name}}}");
    Some(text.find(&end)? + end.len())
}
