//! The places of a puzzle: what explanations call its hidden digits.

use super::fact::Place;
use super::step::Mark;
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::{Kind, Puzzle, Wrong};

/// The names of the places of a puzzle in reading order, each with the cell of the puzzle that it is.
///
/// A symbol has the name that was typed first. Blanks and wrong digits are `_1`, `_2`, …; a blank that is brought down has a
/// name in each row.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use fukumen::Puzzle;
/// let puzzle = Puzzle::parse("A□×2=□A")?;
/// let names: Vec<String> = fukumen::explain::places(&puzzle).into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["A", "_1", "_2"]);
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[must_use]
pub fn places(puzzle: &Puzzle) -> Vec<(String, Cell)> {
    drawn(puzzle).into_iter().map(|place| (place.name, place.cell)).collect()
}

/// A place with the glyphs that it has on the sheet.
pub(super) struct Drawn {
    pub name: String,
    pub cell: Cell,
    pub marks: Vec<Mark>,
}

/// The places of a puzzle in reading order; those that are drawn nowhere, in side conditions, come last.
pub(super) fn drawn(puzzle: &Puzzle) -> Vec<Drawn> {
    let mut places: Vec<Drawn> = Vec::new();
    let mut blanks = 0;
    // The place of each cell that has only one.
    let mut known: Vec<Option<usize>> = vec![None; puzzle.hidden().len()];
    let mut add = |cell: Cell, mark: Option<Mark>| {
        if let Some(place) = known[cell.index()] {
            return places[place].marks.extend(mark);
        }
        let hidden = &puzzle.hidden()[cell.index()];
        if is_one(puzzle, hidden.kind) {
            known[cell.index()] = Some(places.len());
        }
        let name = if hidden.kind == Kind::Symbol {
            hidden.name.clone()
        } else {
            blanks += 1;
            format!("_{blanks}")
        };
        places.push(Drawn { name, cell, marks: mark.into_iter().collect() });
    };
    let mut is_drawn = vec![false; puzzle.hidden().len()];
    for (row, glyphs) in puzzle.sheet().rows().iter().enumerate() {
        for glyph in glyphs.glyphs() {
            if let Some(cell) = glyph.cell {
                is_drawn[cell.index()] = true;
                add(cell, Some(Mark { row, column: glyph.column }));
            }
        }
    }
    let elsewhere = (0..is_drawn.len()).filter(|index| !is_drawn[*index]);
    elsewhere.for_each(|index| add(Cell::new(index), None));
    places
}

/// Letters for blanks, in ASCII, which every printer has.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The hidden digit of this name: a symbol, `_1`, or the letter that explanations give to a blank.
pub(super) fn cell_named(puzzle: &Puzzle, name: &str) -> Option<Cell> {
    let of_place = || {
        let (names, cells): (Vec<String>, Vec<Cell>) = places(puzzle).into_iter().unzip();
        let at = names.iter().position(|own| own == name);
        Some(cells[at.or_else(|| labels(&names).iter().position(|label| label == name))?])
    };
    puzzle.cell(name).or_else(of_place)
}

/// What readers call places: symbols by their names, blanks by letters that no symbol has, as long as there are any.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// let names = ["_1", "B", "_2"].map(String::from);
/// assert_eq!(fukumen::explain::labels(&names), ["a", "B", "c"]);
/// ```
#[must_use]
pub fn labels(names: &[String]) -> Vec<String> {
    let is_blank = |name: &str| name.strip_prefix('_').is_some_and(|rest| rest.parse::<usize>().is_ok());
    let taken: Vec<String> =
        names.iter().filter(|name| !is_blank(name)).map(|name| name.to_lowercase()).collect();
    let is_free = |letter: &String| !taken.contains(&letter.to_lowercase());
    let mut letters = LETTERS.chars().map(String::from).filter(is_free);
    let label = |name: &String| {
        if is_blank(name) { letters.next().unwrap_or_else(|| name.clone()) } else { name.clone() }
    };
    names.iter().map(label).collect()
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
