//! Puzzles, solutions and work sheets as plain text.

use crate::Drawing;
use crate::page::{BOX, Filling, Page};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;
use fukumen_language::spelling::Width;

/// Drawings as text.
pub(super) const DRAWING: Drawing =
    Drawing { draw: plain, pages, is_one_piece: false, aside: str::to_string };

/// Returns the text of a puzzle, or of its solution.
pub(super) fn plain(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    text(puzzle, Filling::of(solution))
}

/// Returns the text of a puzzle with this in the places of its digits.
pub(super) fn text(puzzle: &Puzzle, filling: Filling) -> String {
    let text = match filling {
        Filling::Digits(_) if puzzle.sheet().is_full_width() => filling.sheet(puzzle).widened().to_string(),
        _ => filling.sheet(puzzle).to_string(),
    };
    text + "\n"
}

/// Returns texts below each other, with empty lines between them.
fn pages(pages: &[Page]) -> String {
    pages.iter().flat_map(parts).collect::<Vec<_>>().join("\n")
}

fn parts(page: &Page) -> Vec<String> {
    let heading = page.heading().map(|(number, rules)| match rules.as_str() {
        "" => number + "\n",
        rules => format!("{number}  {rules}\n"),
    });
    let drawings = page.fillings().into_iter().map(|filling| text(&page.puzzle, filling));
    let table = table(&page.table());
    heading.into_iter().chain(drawings).chain(table).collect()
}

/// Returns the symbols above the places for their digits.
fn table(symbols: &[(String, Option<String>)]) -> Option<String> {
    let mut rows = [String::new(), String::new()];
    for (name, digit) in symbols {
        let texts = [name, digit.as_deref().unwrap_or(BOX)];
        let widths = texts.map(|text| if text == BOX { 1 } else { Width::EastAsian.of(text) });
        let width = widths[0].max(widths[1]);
        for ((row, text), own) in rows.iter_mut().zip(texts).zip(widths) {
            *row += &format!("{text}{} ", " ".repeat(width - own));
        }
    }
    (!symbols.is_empty()).then(|| rows.map(|row| row.trim_end().to_string() + "\n").concat())
}
