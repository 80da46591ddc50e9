//! The facts of a puzzle itself, read off its text: what `given` may hold.

mod drawing;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use super::Why;
use super::kernel::{are_alike, is_of_column, is_stated};
use super::symmetry::exchanged;
use crate::fact::{Carry, Claim, Place, Quantity};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Base, Digit, DigitSet};
use fukumen_language::expr::{Cell, Chain, Element, Expr};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::{Group, Kind, Puzzle, RoleKind, Wrong};
use fukumen_language::vocabulary::{Logic, Meaning, Tier};

/// A puzzle with its places.
pub(super) struct Text<'t> {
    puzzle: &'t Puzzle,
    by_name: HashMap<&'t str, Place>,
    names: &'t [String],
    /// The cell of each place.
    cells: Vec<Cell>,
    /// The conditions of the text by number.
    equations: Numbered,
    /// What the rows of a drawing say, by number.
    rows: Numbered,
    /// What is left in a division is less than the divisor, by the number of the row that was taken off.
    rests: Numbered,
    /// Digits that are brought down, and those that they are equal to.
    downs: Vec<(Element, Element)>,
    /// Digits that are 0, for they have no row.
    zeros: Vec<Place>,
}

/// Conditions by number, of which one may have several.
#[derive(Default)]
struct Numbered(HashMap<usize, Vec<Expr>>);

impl Numbered {
    fn push(&mut self, (number, expr): (usize, Expr)) {
        self.0.entry(number).or_default().push(expr);
    }

    fn extend(&mut self, one: Option<(usize, Expr)>) {
        one.into_iter().for_each(|one| self.push(one));
    }

    fn of(&self, number: usize) -> &[Expr] {
        self.0.get(&number).map_or(&[], |own| own)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A symbol, or the place of a blank: its name, its cell, and the row and column where it stands if it is drawn.
#[derive(Clone, Debug)]
struct Spot {
    name: String,
    cell: Cell,
    at: Option<(usize, usize)>,
}

/// The names of the places of a puzzle in reading order: symbols as first typed, blanks and wrong digits by number.
#[must_use]
pub fn names(puzzle: &Puzzle) -> Vec<String> {
    spots(puzzle).into_iter().map(|spot| spot.name).collect()
}

/// What the text of a puzzle states, for checkers that read it no second time: expressions over places.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The cell of each place.
    pub cells: Vec<Cell>,
    /// Conditions by the names of facts: `eq:1`, `row:3`, `rest:3`. A name may have several.
    pub conditions: Vec<(String, Expr)>,
    /// Digits that are brought down, and those that they are equal to.
    pub downs: Vec<(Element, Element)>,
    /// Places that are 0.
    pub zeros: Vec<Place>,
}

/// Returns what the text of a puzzle states; nothing if that was not found out in time.
#[must_use]
pub fn stated(puzzle: &Puzzle, interrupt: &dyn Interrupt) -> Option<Stated> {
    let names = names(puzzle);
    let text = Text::new(puzzle, &names, interrupt).ok()?;
    let kinds = [("eq", &text.equations), ("row", &text.rows), ("rest", &text.rests)];
    let named = |(kind, conditions): (&str, &Numbered)| -> Vec<(String, Expr)> {
        let own = conditions.0.iter().flat_map(|(number, own)| own.iter().map(move |expr| (number, expr)));
        own.map(|(number, expr)| (format!("{kind}:{number}"), expr.clone())).collect()
    };
    Some(Stated {
        conditions: kinds.into_iter().flat_map(named).collect(),
        cells: text.cells,
        downs: text.downs,
        zeros: text.zeros,
    })
}

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
    /// A puzzle whose places are numbered as these names are; an error if they are not its names.
    pub fn new(puzzle: &'t Puzzle, names: &'t [String], interrupt: &dyn Interrupt) -> Result<Self, Why> {
        let by_name: HashMap<&str, Place> =
            names.iter().enumerate().map(|(i, name)| (name.as_str(), Place::new(i))).collect();
        let spots = spots(puzzle);
        if by_name.len() != names.len() || spots.len() != names.len() {
            return Err(Why::WrongNames);
        }
        let mut cells = vec![Cell::new(0); names.len()];
        for spot in &spots {
            let place = by_name.get(spot.name.as_str()).ok_or(Why::WrongNames)?;
            cells[place.index()] = spot.cell;
        }
        let mut text = Self {
            puzzle,
            by_name,
            names,
            cells,
            equations: Numbered::default(),
            rows: Numbered::default(),
            rests: Numbered::default(),
            downs: Vec::new(),
            zeros: Vec::new(),
        };
        let is_in_rows =
            puzzle.claims().any(|(role, _)| !matches!(role.kind, RoleKind::Row | RoleKind::Column));
        if is_in_rows {
            text.read_drawing(&spots);
        } else {
            text.read_conditions(interrupt)?;
        }
        Ok(text)
    }

    pub fn places(&self) -> usize {
        self.cells.len()
    }

    /// The conditions in their order; each sign of a chain counts as one.
    fn read_conditions(&mut self, interrupt: &dyn Interrupt) -> Result<(), Why> {
        let mut count = 0;
        for condition in self.puzzle.all_conditions() {
            let condition = over_places(condition, &|cell| self.first_place(cell));
            for part in parts(&condition) {
                interrupt.check().map_err(|Interrupted| Why::Interrupted)?;
                count += 1;
                self.equations.push((count, part));
            }
        }
        Ok(())
    }

    fn first_place(&self, cell: Cell) -> Place {
        // Every cell has a place; another would only make facts that no text states.
        Place::new(self.cells.iter().position(|own| *own == cell).unwrap_or(self.cells.len()))
    }

    /// Whether the text states this fact by this name.
    pub fn states(&self, id: &str, claim: &Claim) -> bool {
        let (kind, rest) = id.split_once(':').unwrap_or((id, ""));
        match (kind, claim) {
            ("digits", Claim::Digits(digits)) => {
                id == "digits" && self.puzzle.rules().allowed_digits().minus(*digits).is_empty()
            }
            ("lead" | "assign", Claim::Digit(place, digits)) => {
                self.by_name.get(rest) == Some(place) && self.domain(*place).minus(*digits).is_empty()
            }
            ("distinct", Claim::Distinct(places)) => self.states_distinct(rest, places),
            ("eq", _) => self.states_condition(&self.equations, rest, claim),
            ("row", _) => self.states_condition(&self.rows, rest, claim),
            ("rest", _) => self.states_condition(&self.rests, rest, claim),
            ("col" | "carry", _) => self.states_column(kind == "col", rest, claim),
            ("down", Claim::Same(a, b)) => self.states_down(rest, a, b),
            ("zero", Claim::Digit(place, digits)) => {
                self.by_name.get(rest) == Some(place) && self.zeros.contains(place) && digits.contains(0)
            }
            _ => false,
        }
    }

    pub fn base(&self) -> Base {
        self.puzzle.rules().base
    }

    /// Whether one of the numbered conditions is this claim, as a condition or as a relation.
    fn states_condition(&self, conditions: &Numbered, number: &str, claim: &Claim) -> bool {
        let Some(number) = number_of(number) else { return false };
        conditions.of(number).iter().any(|expr| is_stated(expr, claim, self.base()))
    }

    /// Whether a column of an equation, or the carry out of it, is this claim.
    fn states_column(&self, is_column: bool, place: &str, claim: &Claim) -> bool {
        let Some((number, column)) = place.split_once('.') else { return false };
        let (Some(equation), Some(column)) = (number_of(number), number_of(column)) else { return false };
        let at = Carry { equation, column };
        let conditions = if self.rows.is_empty() { &self.equations } else { &self.rows };
        conditions.of(equation).iter().any(|expr| is_of_column(is_column, expr, self.base(), &at, claim))
    }

    fn domain(&self, place: Place) -> DigitSet {
        self.puzzle.hidden()[self.cells[place.index()].index()].digits
    }

    fn states_distinct(&self, names: &str, places: &[Place]) -> bool {
        let written: Vec<&str> = places.iter().map(|place| self.names[place.index()].as_str()).collect();
        let differs = |(i, a): (usize, &Place)| places[..i].iter().all(|b| self.are_different(*a, *b));
        places.len() > 1 && written.join(",") == names && places.iter().enumerate().all(differs)
    }

    /// Whether a group or a setting says that two places have different digits.
    pub fn are_different(&self, a: Place, b: Place) -> bool {
        let (a, b) = (self.cells[a.index()], self.cells[b.index()]);
        let is_in = |group: &Group| group.most == 1 && group.cells.contains(&a) && group.cells.contains(&b);
        let is_pair = |(x, y): &(Cell, Cell)| (*x, *y) == (a, b) || (*x, *y) == (b, a);
        a != b && (self.puzzle.groups().iter().any(is_in) || self.puzzle.differ().iter().any(is_pair))
    }

    fn states_down(&self, names: &str, a: &Quantity, b: &Quantity) -> bool {
        let (Some(a), Some(b)) = (element(a), element(b)) else { return false };
        let name = |element: Element| match element {
            Element::Shown(digit) => digit.to_string(),
            Element::Hidden(place) => self.names[place.index()].clone(),
        };
        let says = |(below, above): &(Element, Element)| {
            let is_written = names == format!("{},{}", name(*below), name(*above));
            is_written && ((*below, *above) == (a, b) || (*below, *above) == (b, a))
        };
        self.downs.iter().any(says)
    }

    /// Whether these digits, by place, are a solution.
    pub fn is_answer(&self, puzzle: &Puzzle, answer: &[Digit]) -> bool {
        if answer.len() != self.cells.len() {
            return false;
        }
        let mut digits: Vec<Option<Digit>> = vec![None; puzzle.hidden().len()];
        for (cell, digit) in self.cells.iter().zip(answer) {
            if digits[cell.index()].is_some_and(|known| known != *digit) {
                return false;
            }
            digits[cell.index()] = Some(*digit);
        }
        let Some(digits) = digits.into_iter().collect::<Option<Vec<Digit>>>() else { return false };
        let fits = puzzle.hidden().iter().zip(&digits).all(|(hidden, digit)| hidden.digits.contains(*digit));
        let differ = puzzle.differ().iter().all(|(a, b)| digits[a.index()] != digits[b.index()]);
        fits && differ
            && puzzle.groups().iter().all(|group| is_shared_out(group, &digits))
            && puzzle
                .all_conditions()
                .all(|condition| judge::truth(condition, &digits, &puzzle.context()) == Truth::Yes)
    }

    /// Whether an exchange of places maps conditions, domains and groups onto themselves.
    pub fn is_mapped(&self, map: &[usize]) -> bool {
        let is_alone =
            |place: usize| self.cells.iter().filter(|cell| **cell == self.cells[place]).count() == 1;
        let moved = (0..map.len()).filter(|place| map[*place] != *place);
        if !moved.clone().all(is_alone) {
            return false;
        }
        let mut cells: Vec<usize> = (0..self.puzzle.hidden().len()).collect();
        moved.for_each(|place| cells[self.cells[place].index()] = self.cells[map[place]].index());
        let hidden = self.puzzle.hidden();
        let keeps_domains = cells.iter().enumerate().all(|(a, b)| hidden[a].digits == hidden[*b].digits);
        keeps_domains && self.maps_groups(&cells) && self.maps_conditions(&cells)
    }

    fn maps_groups(&self, cells: &[usize]) -> bool {
        let image = |some: &[Cell]| {
            let mut image: Vec<usize> = some.iter().map(|cell| cells[cell.index()]).collect();
            image.arrange();
            image
        };
        let sorted = |some: &[Cell]| {
            let mut own: Vec<usize> = some.iter().map(|cell| cell.index()).collect();
            own.arrange();
            own
        };
        let is_there = |group: &Group| {
            self.puzzle.groups().iter().any(|other| {
                let is_like =
                    (other.least, other.most, other.digits) == (group.least, group.most, group.digits);
                is_like && sorted(&other.cells) == image(&group.cells)
            })
        };
        let pairs: Vec<Vec<usize>> = self.puzzle.differ().iter().map(|(a, b)| sorted(&[*a, *b])).collect();
        let keeps_pairs = self.puzzle.differ().iter().all(|(a, b)| pairs.contains(&image(&[*a, *b])));
        keeps_pairs && self.puzzle.groups().iter().all(is_there)
    }

    fn maps_conditions(&self, cells: &[usize]) -> bool {
        let mut left: Vec<&Expr> = self.puzzle.all_conditions().collect();
        self.puzzle.all_conditions().all(|condition| {
            let image = exchanged(condition, cells);
            let found = left.iter().position(|other| are_alike(other, &image, self.base()));
            found.map(|place| left.swap_remove(place)).is_some()
        })
    }
}

/// Whether digits of a group are taken neither too often nor too seldom.
fn is_shared_out(group: &Group, digits: &[Digit]) -> bool {
    let mut counts = [0; 64];
    group.cells.iter().for_each(|cell| counts[usize::from(digits[cell.index()] % 64)] += 1);
    let is_enough = group.digits.iter().all(|digit| counts[usize::from(digit)] >= group.least);
    is_enough && counts.iter().all(|count| *count <= group.most)
}

/// The one digit that a quantity consists of.
fn element(quantity: &Quantity) -> Option<Element> {
    match quantity {
        Quantity::Expr(Expr::Numeral(numeral)) if numeral.is_whole() => match &*numeral.whole {
            [element] => Some(*element),
            _ => None,
        },
        _ => None,
    }
}

/// An expression over cells, over places.
fn over_places(expr: &Expr, place: &dyn Fn(Cell) -> Place) -> Expr {
    let cells = expr.cells();
    let size = cells.iter().map(|cell| cell.index() + 1).max().unwrap_or(0);
    let mut map: Vec<usize> = (0..size).collect();
    cells.iter().for_each(|cell| map[cell.index()] = place(*cell).index());
    exchanged(expr, &map)
}

/// The conditions that hold all together, and of each the relations of a chain of several.
fn parts(condition: &Expr) -> Vec<Expr> {
    let is_and = |chain: &Chain| {
        chain.rest.iter().all(|(operator, _)| matches!(operator.exact, Meaning::Logic(Logic::And)))
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

/// A number without zeros in front.
fn number_of(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}
