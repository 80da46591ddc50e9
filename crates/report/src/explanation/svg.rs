//! Explanations as a picture: the puzzle, and below it the lines of the text.

use super::page::Page;
use super::style::Style;
use super::text::Text;
use crate::page::Filling;
use crate::svg;

/// SVG.
pub struct Svg;

impl Style for Svg {
    fn help(&self) -> &'static str {
        "a picture of the puzzle with the paragraphs below it"
    }

    fn line(&self, text: &str, _width: Option<usize>) -> String {
        svg::told(None, &Text.line(text, Some(usize::MAX)))
    }

    fn page(&self, page: &Page, _several: bool, _index: usize) -> String {
        // Without a drawing of its own, the text begins with the puzzle.
        let drawn = page.told.lettered.is_none().then_some((page.puzzle, Filling::Names));
        svg::told(drawn, &Text.page(page, page.base.is_some(), 0))
    }

    fn together(&self, pages: &[String]) -> Option<String> {
        Some(svg::below_each_other(pages))
    }
}
