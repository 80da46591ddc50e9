//! A puzzle, or its solution, as it is drawn on paper: characters in their lines and columns, and rules. The formats
//! that draw make pictures of it.

use crate::puzzle::Piece;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::spelling::Spelling;

/// A drawing on paper.
pub(super) struct Paper {
    pub lines: Vec<Line>,
    /// How many columns the longest line takes.
    pub columns: usize,
    /// Whether it is more than one line of text.
    pub is_drawn: bool,
}

/// One line of it.
pub(super) enum Line {
    /// Characters, each in its column.
    Glyphs(Vec<Glyph>),
    /// A rule, from a column to another.
    Rule(usize, usize),
}

/// One character, or the digits of a bracket.
pub(super) struct Glyph {
    pub column: usize,
    pub text: String,
    /// Whether it is a digit that was found.
    pub is_found: bool,
}

impl Paper {
    /// A puzzle, with the digits of a solution where there is one.
    pub fn of(puzzle: &Puzzle, solution: Option<&Solution>) -> Self {
        let mut pen = Pen { lines: vec![Vec::new()], column: 0, columns: 0, puzzle };
        for piece in puzzle.template().pieces() {
            match (piece, solution) {
                (Piece::Text(text), _) => pen.text(text, false),
                (Piece::Place(cell), None) => pen.place(&puzzle.hidden()[cell.index()].name, false),
                (Piece::Place(cell), Some(solution)) => {
                    let digit = puzzle.rules().base.name(solution.digit(*cell)).to_string();
                    pen.place(&digit, true);
                }
            }
        }
        let is_drawn = puzzle.is_drawn() && pen.lines.len() > 1;
        let rows = pen.lines.into_iter().map(|glyphs| line(glyphs, is_drawn));
        Self { lines: rows.collect(), columns: pen.columns, is_drawn }
    }
}

/// A line of nothing but dashes is a rule.
fn line(glyphs: Vec<Glyph>, is_drawn: bool) -> Line {
    let is_dash = |glyph: &Glyph| !glyph.is_found && matches!(glyph.text.as_str(), "-" | "=" | "_");
    let is_whole = glyphs.windows(2).all(|pair| pair[1].column == pair[0].column + 1);
    match (glyphs.first(), glyphs.last()) {
        (Some(first), Some(last)) if is_drawn && is_whole && glyphs.iter().all(is_dash) => {
            Line::Rule(first.column, last.column)
        }
        _ => Line::Glyphs(glyphs),
    }
}

struct Pen<'p> {
    lines: Vec<Vec<Glyph>>,
    column: usize,
    columns: usize,
    puzzle: &'p Puzzle,
}

impl Pen<'_> {
    fn text(&mut self, text: &str, is_found: bool) {
        for character in Spelling::default().characters(text) {
            match character.sign {
                '\n' => {
                    self.lines.push(Vec::new());
                    self.column = 0;
                }
                ' ' => self.column += 1,
                _ => self.glyph(&character.shown, is_found),
            }
        }
    }

    /// What stands in the place of a digit.
    fn place(&mut self, name: &str, is_found: bool) {
        let placed = self.puzzle.template().placed(name);
        self.column += placed.len() - placed.trim_start().len();
        self.glyph(name, is_found);
    }

    fn glyph(&mut self, text: &str, is_found: bool) {
        let glyph = Glyph { column: self.column, text: text.into(), is_found };
        self.column += self.puzzle.template().columns(text);
        self.columns = self.columns.max(self.column);
        if let Some(line) = self.lines.last_mut() {
            line.push(glyph);
        }
    }
}
