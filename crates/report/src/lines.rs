//! The rows of a sheet, for formats that draw them.

use std::ops::Range;

use fukumen_language::arrange::Arrange;
use fukumen_language::puzzle::{Glyph, Puzzle, Row};
use fukumen_language::spelling::Spelling;

/// A row for the formats that draw: characters, or a line from one column to another.
pub(super) enum Line {
    Glyphs(Vec<Glyph>),
    Rule(Range<usize>),
}

/// Returns a row as it is drawn. A rule is a line if it is alone in its row; beside a sign it is drawn as in text.
pub(super) fn line(row: &Row) -> Line {
    if let ([], [rule]) = (row.glyphs(), row.rules()) {
        return Line::Rule(rule.columns.clone());
    }
    let dash = |column, sign: char| Glyph {
        column,
        width: 1,
        text: sign.to_string().into(),
        cell: None,
        role: None,
    };
    let dashes =
        row.rules().iter().flat_map(|rule| rule.columns.clone().map(|column| dash(column, rule.sign)));
    let mut glyphs: Vec<Glyph> = row.glyphs().iter().filter_map(composed).chain(dashes).collect();
    glyphs.arrange_by_key(|glyph| glyph.column);
    Line::Glyphs(with_digits_whole(glyphs))
}

/// Joins the characters of each shown digit in brackets, `[37]`, which is in one place.
fn with_digits_whole(glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let mut whole = Vec::with_capacity(glyphs.len());
    let mut rest = &glyphs[..];
    while let Some((first, after)) = rest.split_first() {
        let is_figure =
            |glyph: &&Glyph| glyph.cell.is_none() && glyph.text.bytes().all(|byte| byte.is_ascii_digit());
        let figures = after.iter().take_while(is_figure).count();
        let is_closed = after.get(figures).is_some_and(|glyph| &*glyph.text == "]");
        let count = if &*first.text == "[" && figures > 0 && is_closed { figures + 2 } else { 1 };
        let text: String = rest[..count].iter().map(|glyph| &*glyph.text).collect();
        let width = rest[..count].iter().map(|glyph| glyph.width).sum();
        whole.push(Glyph { text: text.into(), width, ..first.clone() });
        rest = &rest[count..];
    }
    whole
}

/// Returns whether a puzzle is drawn as stacked fractions, whose bars are lines even beside signs.
pub(super) fn has_bars(puzzle: &Puzzle) -> bool {
    puzzle.rules().layout.as_deref() == Some("fraction")
}

/// Returns the lines and the characters of a row of fractions.
pub(super) fn bars_and_glyphs(row: &Row) -> Vec<Line> {
    let bars = row.rules().iter().map(|rule| Line::Rule(rule.columns.clone()));
    let glyphs = with_digits_whole(row.glyphs().iter().filter_map(composed).collect());
    bars.chain([Line::Glyphs(glyphs)]).collect()
}

/// Returns a glyph with its text in normal form; `None` for a wide space. Names and digits already have that form.
fn composed(glyph: &Glyph) -> Option<Glyph> {
    if glyph.cell.is_some() {
        return Some(glyph.clone());
    }
    let first = Spelling::default().characters(&glyph.text).into_iter().next()?;
    (first.sign != ' ').then(|| Glyph { text: first.shown, ..glyph.clone() })
}
