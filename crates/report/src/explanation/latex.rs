//! Explanations in LaTeX: the puzzle as a formula, then one paragraph for each step. They fit any document with amsmath and
//! amssymb.

use super::formulas::{Unit, joined, units};
use super::page::Page;
use super::style::Style;
use crate::latex;
use crate::page::Filling;

/// LaTeX.
pub struct Latex;

impl Style for Latex {
    fn help(&self) -> &'static str {
        "paragraphs for a document in LaTeX"
    }

    fn line(&self, text: &str, _width: Option<usize>) -> String {
        format!("{{\\noindent {}\\par}}\n", escaped(text))
    }

    fn page(&self, page: &Page, _several: bool, index: usize) -> String {
        let mut text = if index > 0 { "\n\\bigskip\n".into() } else { String::new() };
        match &page.told.lettered {
            Some(lettered) => text += &format!("\\begin{{verbatim}}\n{lettered}\n\\end{{verbatim}}\n"),
            None => text += &latex::formula(page.puzzle, Filling::Names),
        }
        for paragraph in &page.told.paragraphs {
            let number = paragraph.shown_number();
            let number = number.map_or(String::new(), |number| format!("\\textbf{{{number}.}}\\enspace "));
            text += &format!(
                "{{\\leftskip={}em\\noindent {number}{}\\par}}\n",
                2 * paragraph.depth,
                with_formulas(&paragraph.text)
            );
            if let Some(state) = page.state(paragraph) {
                text += &format!("\\begin{{verbatim}}\n{state}\n\\end{{verbatim}}\n");
            }
        }
        if !page.told.closing.is_empty() {
            text += &format!("{{\\noindent {}\\par}}\n", with_formulas(&page.told.closing));
        }
        text
    }
}

/// Returns a text whose formulas stay on one line.
fn with_formulas(text: &str) -> String {
    let unit = |unit: &Unit| {
        let text = escaped(&unit.text);
        if unit.is_formula { format!("\\mbox{{{text}}}") } else { text }
    };
    joined(units(text), unit)
}

/// Escapes characters that LaTeX reads as more than text, and signs that its text fonts lack.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => escaped.extend(['\\', c]),
            c if is_sign(c) => escaped += &format!("${}$", latex::in_mathematics(&c.to_string()).trim()),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns whether a character is only for formulas.
fn is_sign(c: char) -> bool {
    "<>|×÷≤≥≠√∛□·∣−△○◇☆★▢●".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_with_a_meaning_in_latex_are_escaped() {
        assert_eq!(escaped("A_1 < 2×B"), "A\\_1 $<$ 2$\\times$B");
    }
}
