//! The widths of a sheet's columns on paper, where characters have different widths.
//!
//! Text has columns of one width: a digit takes four in a drawing that may have a `[10]`, and two beside kana. Formats that
//! draw give each column the width of its contents, and no width to columns that only fill the room of a digit.

use std::ops::Range;

use crate::lines::Line;
use fukumen_language::puzzle::Glyph;
use fukumen_language::spelling::is_wide;

/// The widths of a narrow character, a wide one, and one of several in a place, in pixels.
pub(super) const NARROW: usize = 14;
const WIDE: usize = 22;
const AMONG_OTHERS: usize = 12;

/// Returns the width of a text in one place.
pub(super) fn width(text: &str) -> usize {
    let count = text.chars().count();
    let wide = text.chars().filter(|c| is_wide(*c)).count();
    match (count, wide) {
        (1, 0) => NARROW,
        _ if wide > 0 && fukumen_language::spelling::clusters(text).count() == 1 => WIDE,
        _ => count.max(1) * AMONG_OTHERS + wide * (WIDE - AMONG_OTHERS) + 2,
    }
}

/// The left edges of a sheet's columns.
pub(super) struct Spacing {
    /// In pixels.
    edges: Vec<usize>,
    /// Counted in columns that have a width.
    counts: Vec<usize>,
}

impl Spacing {
    /// Computes the columns of these lines. A digit takes `room` columns in the text, and is at their right.
    pub fn of(lines: &[Line], room: usize, width: impl Fn(&Glyph) -> usize) -> Self {
        let glyphs =
            || lines.iter().flat_map(|line| if let Line::Glyphs(glyphs) = line { &glyphs[..] } else { &[] });
        let ends = lines.iter().map(|line| match line {
            Line::Glyphs(glyphs) => glyphs.last().map_or(0, |glyph| glyph.column + glyph.width),
            Line::Rule(columns) => columns.end,
        });
        let columns = ends.max().unwrap_or(0);
        // A column that is empty in all lines is a space, unless it fills the room of a digit. The space for a digit is as
        // wide as a digit.
        let mut gaps = vec![NARROW.div_ceil(room.max(1)); columns];
        let mut ending: Vec<Vec<(usize, usize)>> = vec![Vec::new(); columns + 1];
        for glyph in glyphs() {
            let start = start(glyph, room);
            gaps[start..glyph.column + glyph.width].fill(0);
            ending[glyph.column + glyph.width].push((start, width(glyph)));
        }
        let mut edges = vec![0; columns + 1];
        let mut counts = vec![0; columns + 1];
        for end in 1..=columns {
            let needed = ending[end].iter().map(|(start, width)| edges[*start] + width);
            edges[end] = needed.chain([edges[end - 1] + gaps[end - 1]]).max().unwrap_or(0);
            counts[end] = counts[end - 1] + usize::from(edges[end] > edges[end - 1]);
        }
        Self { edges, counts }
    }

    /// Returns the width of all columns.
    pub fn width(&self) -> usize {
        self.edges.last().copied().unwrap_or(0)
    }

    /// Returns the middle of a character's place, which is at the right of the columns that it takes.
    pub fn middle(&self, glyph: &Glyph, width: usize) -> usize {
        self.edges[glyph.column + glyph.width] - width.div_ceil(2)
    }

    /// Returns the start and the end of a rule.
    pub fn line(&self, rule: &Range<usize>) -> Range<usize> {
        self.edges[rule.start]..self.edges[rule.end]
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.counts.last().copied().unwrap_or(0)
    }

    /// Returns the column of a character, counted from 0.
    pub fn column(&self, glyph: &Glyph) -> usize {
        self.counts[glyph.column + glyph.width].saturating_sub(1)
    }

    /// Returns the columns of a rule, counted from 0.
    pub fn rule(&self, rule: &Range<usize>) -> Range<usize> {
        self.counts[rule.start]..self.counts[rule.end]
    }
}

/// Returns the first column of the room that a character takes.
pub(super) fn start(glyph: &Glyph, room: usize) -> usize {
    let is_digit = glyph.cell.is_some() || glyph.text.starts_with(|c: char| c.is_ascii_digit());
    let end = glyph.column + glyph.width;
    if is_digit { glyph.column.min(end.saturating_sub(room)) } else { glyph.column }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_language::puzzle::Puzzle;

    fn spacing(text: &str, digits: &[u8]) -> Spacing {
        let puzzle: Puzzle = text.parse().expect("it is a drawing");
        let sheet = puzzle.sheet().filled(puzzle.rules().base, digits);
        let lines: Vec<Line> = sheet.rows().iter().map(crate::lines::line).collect();
        Spacing::of(&lines, sheet.room(), |glyph| width(&glyph.text))
    }

    #[test]
    fn only_the_column_of_a_digit_in_brackets_is_wide() {
        let text = "@base 40\n AB\n+CD\n---\nEFG";
        let narrow = spacing(text, &[7, 9, 8, 6, 1, 5, 2]);
        assert_eq!((narrow.columns(), narrow.width()), (3, 3 * NARROW));
        assert_eq!(narrow.rule(&(0..12)), 0..3);
        let wide = spacing(text, &[7, 39, 8, 6, 1, 5, 12]);
        assert_eq!((wide.columns(), wide.width()), (3, 2 * NARROW + 4 * AMONG_OTHERS + 2));
    }

    #[test]
    fn the_digits_of_kana_are_as_wide_as_others() {
        let kana = spacing(" かき\n+くけ\n----\n こさ", &[1, 2, 3, 4, 5, 6]);
        let latin = spacing(" AB\n+CD\n---\n EF", &[1, 2, 3, 4, 5, 6]);
        assert_eq!(kana.line(&(0..8)).len(), kana.width());
        assert_eq!(latin.line(&(0..3)).len(), 3 * NARROW);
        assert!(kana.width() <= latin.width() + 2 * NARROW, "{}", kana.width());
    }
}
