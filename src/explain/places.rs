//! The places of a puzzle: what explanations call its hidden digits.

use super::fact::Place;
use crate::expr::Cell;
use crate::puzzle::Kind;
use crate::puzzle::Puzzle;
use crate::puzzle::Wrong;

/// The names of the places of a puzzle in reading order, each with the cell of the puzzle that it is.
///
/// A symbol has the name that was typed first. Blanks and wrong digits are `_1`, `_2`, …; a blank that is brought down has a
/// name in each row.
///
/// ```
/// use fukumen::Puzzle;
/// let puzzle = Puzzle::parse("A□×2=□A")?;
/// let names: Vec<String> = fukumen::explain::places(&puzzle).into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["A", "_1", "_2"]);
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[must_use]
pub fn places(puzzle: &Puzzle) -> Vec<(String, Cell)> {
    let mut places: Vec<(String, Cell)> = Vec::new();
    let mut blanks = 0;
    let mut drawn = vec![false; puzzle.hidden().len()];
    let on_sheet: Vec<Cell> = puzzle.sheet().cells().collect();
    on_sheet.iter().for_each(|cell| drawn[cell.index()] = true);
    let elsewhere = (0..drawn.len()).filter(|index| !drawn[*index]).map(Cell::new);
    let mut known = vec![false; drawn.len()];
    for cell in on_sheet.into_iter().chain(elsewhere) {
        let hidden = &puzzle.hidden()[cell.index()];
        if is_one(puzzle, hidden.kind) && std::mem::replace(&mut known[cell.index()], true) {
            continue;
        }
        if hidden.kind == Kind::Symbol {
            places.push((hidden.name.clone(), cell));
        } else {
            blanks += 1;
            places.push((format!("_{blanks}"), cell));
        }
    }
    places
}

/// Whether a hidden digit is one place wherever it stands.
fn is_one(puzzle: &Puzzle, kind: Kind) -> bool {
    match kind {
        Kind::Symbol => true,
        Kind::Blank => false,
        Kind::Wrong(_) => puzzle.rules().wrong == Wrong::Consistently,
    }
}

/// A place by its name.
#[must_use]
pub fn place(names: &[String], name: &str) -> Option<Place> {
    names.iter().position(|other| other == name).map(Place::new)
}
