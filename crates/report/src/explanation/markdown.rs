//! Explanations as Markdown: one paragraph for each step, with those of cases quoted.

use super::page::Page;
use super::style::Style;
use crate::markdown::{block, escaped};

/// Markdown.
pub struct Markdown;

impl Style for Markdown {
    fn help(&self) -> &'static str {
        "Markdown, with a heading for each puzzle where there are several"
    }

    fn line(&self, text: &str, _width: Option<usize>) -> String {
        escaped(text) + "\n\n"
    }

    fn page(&self, page: &Page, several: bool, index: usize) -> String {
        let mut parts = Vec::new();
        if several {
            let gap = if index > 0 { "\n" } else { "" };
            parts.push(format!("{gap}## {}", escaped(&page.heading())));
        }
        parts.extend(page.told.lettered.iter().map(|lettered| fenced(lettered)));
        for paragraph in &page.told.paragraphs {
            let quoted = "> ".repeat(paragraph.depth);
            let number = paragraph.shown_number().map_or(String::new(), |number| format!("**{number}.** "));
            parts.push(format!("{quoted}{number}{}", escaped(&paragraph.text)));
            parts.extend(page.state(paragraph).map(|state| fenced(&state)));
        }
        if !page.told.closing.is_empty() {
            parts.push(escaped(&page.told.closing));
        }
        parts.join("\n\n") + "\n"
    }
}

/// Returns lines as a block of code, without the end of the last line.
fn fenced(lines: &str) -> String {
    block(&format!("{lines}\n")).trim_end().into()
}
