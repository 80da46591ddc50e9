//! Grids as they are drawn.

use fukumen_language::spelling;

/// An operator of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
    Times,
    Over,
}

impl Sign {
    pub fn of(c: char) -> Option<Self> {
        match c {
            '+' => Some(Self::Plus),
            '-' | '−' => Some(Self::Minus),
            '*' | '×' | 'x' => Some(Self::Times),
            '/' | '÷' | ':' => Some(Self::Over),
            _ => None,
        }
    }

    fn drawn(self) -> char {
        match self {
            Self::Plus => '+',
            Self::Minus => '-',
            Self::Times => '*',
            Self::Over => '/',
        }
    }
}

/// Draws rows of words that add up across and down.
pub(super) fn drawn_sums(rows: &[&[String]]) -> String {
    let columns = rows.first().map_or(0, |row| row.len());
    let pluses = |lines: usize| vec![Sign::Plus; lines.saturating_sub(2)];
    drawn(rows, &vec![pluses(columns); rows.len()], &vec![pluses(rows.len()); columns])
}

/// Draws rows of words with the signs between them; the last sign is an equals sign.
pub(super) fn drawn(rows: &[&[String]], across: &[Vec<Sign>], down: &[Vec<Sign>]) -> String {
    let length = |word: &String| spelling::count(word);
    let width = |column: usize| rows.iter().map(|row| length(&row[column])).max().unwrap_or(0);
    let padded = |word: &String, column: usize| " ".repeat(width(column) - length(word)) + word;
    let mut lines = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let between = |column: usize| match column {
            0 => String::new(),
            _ => format!(" {} ", across[i].get(column - 1).map_or('=', |sign| sign.drawn())),
        };
        let words = row.iter().enumerate().map(|(j, word)| between(j) + &padded(word, j));
        lines.push(words.collect::<String>());
        if i + 1 < rows.len() {
            let sign = |column: usize| down[column].get(i).map_or('=', |sign| sign.drawn());
            let signs =
                (0..row.len()).map(|j| format!("{:>1$}", sign(j), width(j) + if j == 0 { 0 } else { 3 }));
            lines.push(signs.collect());
        }
    }
    lines.join("\n")
}
