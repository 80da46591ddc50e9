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
        format!("{{\\noindent {}\\par}}\n", latex::in_text(text))
    }

    fn page(&self, page: &Page, _several: bool, index: usize) -> String {
        let mut text = if index > 0 { "\n\\bigskip\n".into() } else { String::new() };
        match &page.told.lettered {
            Some(lettered) => text += &latex::in_columns(lettered),
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
                text += &latex::in_columns(&state);
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
        let text = latex::in_text(&unit.text);
        if unit.is_formula { format!("\\mbox{{{text}}}") } else { text }
    };
    joined(units(text), unit)
}
