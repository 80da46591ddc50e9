//! Explanations as text, in lines that fit a terminal.

use super::formulas::{Unit, units};
use super::page::{Page, WIDEST};
use super::style::Style;
use fukumen_language::spelling::Width;

/// The indentation of a case below its step, and of further lines below the first word.
const INDENT: usize = 3;

/// Plain text.
pub struct Text;

impl Style for Text {
    fn help(&self) -> &'static str {
        "numbered paragraphs"
    }

    fn page(&self, page: &Page, several: bool, index: usize) -> String {
        let mut text = String::new();
        if several {
            let gap = if index > 0 { "\n" } else { "" };
            text += &format!("{gap}{}\n", page.heading());
        }
        if let Some(lettered) = &page.told.lettered {
            text += &format!("{lettered}\n\n");
        }
        for paragraph in &page.told.paragraphs {
            let indent = " ".repeat(INDENT * paragraph.depth);
            let head = match paragraph.shown_number() {
                Some(number) => format!("{number}. "),
                None if paragraph.depth == 0 => " ".repeat(INDENT),
                None => indent,
            };
            text += &wrapped(&head, &paragraph.text, page.width);
            for line in page.state(paragraph).iter().flat_map(|state| state.lines()) {
                text += format!("{:INDENT$}{line}", "").trim_end();
                text += "\n";
            }
        }
        if !page.told.closing.is_empty() {
            text += &wrapped("", &page.told.closing, page.width);
        }
        text
    }

    fn line(&self, text: &str, width: Option<usize>) -> String {
        let Some(width) = width else { return format!("{text}\n") };
        let width = width.min(WIDEST);
        // A solution within it may be a drawing.
        let fits = |line: &str| Width::EastAsian.of(line) <= width;
        let line = |line| if fits(line) { format!("{line}\n") } else { wrapped("", line, width) };
        text.lines().map(line).collect()
    }
}

/// Wraps a text into lines of a width. The first begins with a head, and the others are indented below the text after it.
fn wrapped(head: &str, text: &str, widest: usize) -> String {
    let indent = Width::EastAsian.of(head);
    let (mut lines, mut line, mut column) = (String::new(), head.to_owned(), indent);
    let mut is_first = true;
    for Unit { text: word, gap, .. } in bound(units(text), widest) {
        let width = Width::EastAsian.of(&word);
        if !is_first && column + gap.len() + width > widest {
            lines += line.trim_end();
            lines += "\n";
            (line, column, is_first) = (" ".repeat(indent), indent, true);
        }
        if !is_first {
            line += gap;
            column += gap.len();
        }
        line += &word;
        column += width;
        is_first = false;
    }
    lines + line.trim_end() + "\n"
}

/// The units that stay on one line as one.
fn bound(units: Vec<Unit>, widest: usize) -> Vec<Unit> {
    let mut bound: Vec<Unit> = Vec::new();
    for unit in units {
        match bound.last_mut().filter(|last| unit.is_bound && last.text.len() + unit.text.len() < widest / 2)
        {
            Some(last) => last.text += &format!("{}{}", unit.gap, unit.text),
            None => bound.push(unit),
        }
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_below_their_text() {
        let text = wrapped("   3a. ", &["word"; 20].join(" "), WIDEST);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("   3a. word") && lines[1].starts_with("       word"));
        assert!(lines.iter().all(|line| line.len() <= WIDEST));
        assert_eq!(wrapped("", &"x".repeat(100), WIDEST), "x".repeat(100) + "\n");
    }

    #[test]
    fn short_equations_stay_whole() {
        let text = wrapped("", &format!("{} M = 1.", "x".repeat(73)), WIDEST);
        assert_eq!(text.lines().nth(1), Some("M = 1."));
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let text = wrapped("1. ", &["数字数字"; 12].join(" "), WIDEST);
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn lines_end_behind_wide_punctuation() {
        let text = wrapped("1. ", &"一の位、".repeat(15), WIDEST);
        assert_eq!(text, format!("1. {}\n   {}\n", "一の位、".repeat(9), "一の位、".repeat(6)));
    }
}
