//! The facts that the text of a puzzle states, which the `given` of an explanation may hold.
//!
//! It is read off the puzzle a second time: nothing here knows how an explanation was found.

mod drawing;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use fukumen_check::Meaning;

use crate::statement;
use fukumen_language::expr::{Cell, Chain, Element, Expr};
use fukumen_language::puzzle::{Kind, Puzzle, RoleKind, Wrong};
use fukumen_language::vocabulary::{Logic, Meaning as Acts, Tier};

/// Returns what the text of a puzzle states, in the checker's terms.
///
/// ```
/// # mod fukumen { pub use fukumen_certify as certify; pub use fukumen_engine::*; pub use fukumen_language::*; }
/// let puzzle = fukumen::Puzzle::parse("A<B, B<C")?;
/// let meaning = fukumen::certify::meaning(&puzzle)?;
/// assert_eq!(meaning.conditions[1], ("eq:2".to_owned(), "(< [B] [C])".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`statement`](crate::statement).
pub fn meaning(puzzle: &Puzzle) -> Result<Meaning, String> {
    let names: Vec<String> = spots(puzzle).into_iter().map(|spot| spot.name).collect();
    let text = Text::new(puzzle);
    let base = puzzle.rules().base;
    let name = |element: &Element| match element {
        Element::Shown(digit) => digit.to_string(),
        Element::Hidden(place) => names[place.index()].clone(),
    };
    let conditions = text
        .conditions
        .iter()
        .map(|(id, condition)| Ok((id.clone(), statement::expression(condition, &names, base)?)));
    Ok(Meaning {
        statement: statement(puzzle)?,
        conditions: conditions.collect::<Result<_, String>>()?,
        same: text.downs.iter().map(|(a, b)| [name(a), name(b)]).collect(),
        zeros: text.zeros.iter().map(|place| names[place.index()].clone()).collect(),
        places: names.iter().cloned().zip(text.cells.iter().map(|cell| cell.index())).collect(),
    })
}

/// A hidden digit in one of the rows where explanations tell it apart. It is numbered as cells are.
type Place = Cell;

/// A puzzle with its places.
struct Text<'t> {
    puzzle: &'t Puzzle,
    by_name: HashMap<String, Place>,
    /// The cell of each place.
    cells: Vec<Cell>,
    /// Conditions over places by the names of facts, of which one may have several: `eq:1` of the text, `row:3` of a drawing, and
    /// `rest:3`, that what is left where row 3 was taken off is less than the divisor.
    conditions: Vec<(String, Expr)>,
    /// Digits that are brought down, and those that they are equal to.
    downs: Vec<(Element, Element)>,
    /// Digits that are 0, for they have no row.
    zeros: Vec<Place>,
}

/// A symbol, or the place of a blank: its name, its cell, and the row and column where it stands if it is drawn.
#[derive(Clone, Debug)]
struct Spot {
    name: String,
    cell: Cell,
    at: Option<(usize, usize)>,
}

/// The places of a puzzle in reading order: symbols as first typed, blanks and wrong digits by number.
fn spots(puzzle: &Puzzle) -> Vec<Spot> {
    let drawn = puzzle.sheet().rows().iter().enumerate().flat_map(|(row, glyphs)| {
        glyphs.glyphs().iter().filter_map(move |glyph| Some((glyph.cell?, Some((row, glyph.column)))))
    });
    let mut is_drawn = vec![false; puzzle.hidden().len()];
    puzzle.sheet().cells().for_each(|cell| is_drawn[cell.index()] = true);
    let elsewhere = (0..is_drawn.len()).filter(|cell| !is_drawn[*cell]).map(|cell| (Cell::new(cell), None));
    let mut is_named = vec![false; is_drawn.len()];
    let mut blanks = 0;
    let mut spots = Vec::new();
    for (cell, at) in drawn.chain(elsewhere) {
        let hidden = &puzzle.hidden()[cell.index()];
        let is_one = match hidden.kind {
            Kind::Symbol => true,
            Kind::Blank => false,
            Kind::Wrong(_) => puzzle.rules().wrong == Wrong::Consistently,
        };
        if is_one && std::mem::replace(&mut is_named[cell.index()], true) {
            continue;
        }
        let name = if hidden.kind == Kind::Symbol {
            hidden.name.clone()
        } else {
            blanks += 1;
            format!("_{blanks}")
        };
        spots.push(Spot { name, cell, at });
    }
    spots
}

impl<'t> Text<'t> {
    fn new(puzzle: &'t Puzzle) -> Self {
        let spots = spots(puzzle);
        let by_name = spots.iter().enumerate().map(|(i, spot)| (spot.name.clone(), Place::new(i)));
        let mut text = Self {
            puzzle,
            by_name: by_name.collect(),
            cells: spots.iter().map(|spot| spot.cell).collect(),
            conditions: Vec::new(),
            downs: Vec::new(),
            zeros: Vec::new(),
        };
        let is_in_rows =
            puzzle.claims().any(|(role, _)| !matches!(role.kind, RoleKind::Row | RoleKind::Column));
        if is_in_rows {
            text.read_drawing(&spots);
        } else {
            text.read_conditions();
        }
        text
    }

    /// Notes a condition by the name of a fact.
    fn state(&mut self, kind: &str, number: usize, condition: Expr) {
        self.conditions.push((format!("{kind}:{number}"), condition));
    }

    /// The conditions in their order; each sign of a chain counts as one.
    fn read_conditions(&mut self) {
        let mut count = 0;
        for condition in self.puzzle.all_conditions() {
            for part in parts(&condition.with_cells(&|cell| self.first_place(cell))) {
                count += 1;
                self.state("eq", count, part);
            }
        }
    }

    fn first_place(&self, cell: Cell) -> Place {
        // Every cell has a place; another would only make facts that no text states.
        Place::new(self.cells.iter().position(|own| *own == cell).unwrap_or(self.cells.len()))
    }
}

/// The conditions that hold all together, and of each the relations of a chain of several.
fn parts(condition: &Expr) -> Vec<Expr> {
    let is_and = |chain: &Chain| {
        chain.rest.iter().all(|(operator, _)| matches!(operator.exact, Acts::Logic(Logic::And)))
    };
    match condition {
        Expr::Chain(chain) if chain.tier() == Tier::And && is_and(chain) => {
            chain.operands().flat_map(parts).collect()
        }
        Expr::Chain(chain) if chain.tier() == Tier::Relation => {
            let lefts = chain.operands().cloned();
            let pair = |(left, (operator, right)): (Expr, &(_, Expr))| {
                Expr::Chain(Chain { first: Box::new(left), rest: vec![(*operator, right.clone())] })
            };
            lefts.zip(&chain.rest).map(pair).collect()
        }
        other => vec![other.clone()],
    }
}
