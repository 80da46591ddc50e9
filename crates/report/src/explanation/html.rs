//! Explanations as a self-contained page: no script, nothing to fetch, for light and dark screens and for paper.

use super::formulas::{Unit, joined, units};
use super::page::Page;
use super::style::Style;
use crate::html;
use crate::html::escaped;
use fukumen_explain::Mark;
use fukumen_explain::prose::Paragraph;
use fukumen_language::puzzle::Sheet;

/// A drawing may be wider than the page: then it is scrolled, also with the keyboard.
const PRE: &str = "<pre tabindex=\"0\">";

/// HTML.
pub struct Html;

impl Style for Html {
    fn help(&self) -> &'static str {
        "a page that needs nothing else, for browsers and paper"
    }

    fn opening(&self, language: &str, _several: bool) -> String {
        html::opened(language)
    }

    fn line(&self, text: &str, _width: Option<usize>) -> String {
        format!("<p class=\"end\">{}</p>\n", escaped(text))
    }

    fn page(&self, page: &Page, several: bool, _index: usize) -> String {
        let mut html = format!("<article lang=\"{}\">\n", page.told.language);
        if several {
            html += &format!("<h2>{}</h2>\n", escaped(&page.heading()));
        }
        html += &format!(
            "{PRE}{}</pre>\n",
            escaped(page.told.lettered.as_ref().unwrap_or(&page.puzzle.sheet().to_string()))
        );
        let mut depth = 0;
        for paragraph in &page.told.paragraphs {
            html += &"<section>\n".repeat(paragraph.depth.saturating_sub(depth));
            html += &"</section>\n".repeat(depth.saturating_sub(paragraph.depth));
            depth = paragraph.depth;
            html += &one(page, paragraph);
        }
        html += &"</section>\n".repeat(depth);
        if !page.told.closing.is_empty() {
            html += &format!("<p class=\"end\">{}</p>\n", with_formulas(&page.told.closing));
        }
        html + "</article>\n"
    }

    fn closing(&self, _several: bool) -> String {
        html::CLOSE.into()
    }
}

fn one(page: &Page, paragraph: &Paragraph) -> String {
    let number = paragraph.shown_number().map_or(String::new(), |number| format!("{number}."));
    let mut html = format!("<p><b>{number}</b>{}</p>\n", with_formulas(&paragraph.text));
    if let Some(known) = &paragraph.known {
        let sheet = marked(page.puzzle.sheet(), &page.drawing(known), &paragraph.marks);
        let marks = page.pencil_marks(known);
        let gap = if marks.is_empty() { "" } else { "\n" };
        html += &format!("{PRE}{sheet}{gap}{}</pre>\n", escaped(&marks));
    }
    html
}

/// Returns a drawing in which the glyphs of a step are highlighted. It has the columns of the sheet unless digits are longer
/// than names.
fn marked(sheet: &Sheet, drawing: &str, marks: &[Mark]) -> String {
    let line = |(row, line): (usize, &str)| -> String {
        let is_marked = |column: usize| marks.contains(&Mark { row, column });
        let fits = sheet.rows().get(row).is_some_and(|own| own.end() == line.chars().count());
        let glyph = |(column, c): (usize, char)| {
            let text = escaped(&c.to_string());
            if fits && is_marked(column) { format!("<mark>{text}</mark>") } else { text }
        };
        line.chars().enumerate().map(glyph).collect()
    };
    drawing.lines().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns a text whose formulas stay on one line.
fn with_formulas(text: &str) -> String {
    let unit = |unit: &Unit| {
        let text = escaped(&unit.text);
        if unit.is_formula { format!("<span>{text}</span>") } else { text }
    };
    joined(units(text), unit)
}
