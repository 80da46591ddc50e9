//! What a drawing states: rows, remainders, digits that are brought down, digits without a row.

use super::{Rest, Scene, Stated};
use crate::fact::{Claim, Place, Quantity};
use crate::step::Mark;
use fukumen_language::expr::{Cell, Element, Expr, Numeral};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::puzzle::{Glyph, Puzzle, Role, RoleKind};
use fukumen_language::vocabulary::{Algebra, Tier, operator};

/// The first place of a cell.
pub(super) fn first_place(cells: &[Cell], cell: Cell) -> usize {
    cells.iter().position(|other| *other == cell).expect("every cell has a place")
}

/// Whether the conditions of a puzzle are about the rows of a drawing.
pub(crate) fn has_rows(puzzle: &Puzzle) -> bool {
    puzzle.claims().any(|(role, _)| !matches!(role.kind, RoleKind::Row | RoleKind::Column))
}

/// A number of the drawing.
struct Number {
    role: Role,
    elements: Vec<Element>,
    row: usize,
    /// The column after it.
    end: usize,
    has_point: bool,
}

/// The numbers of a drawing, in reading order, over places.
struct Numbers {
    all: Vec<Number>,
    /// For each place the number that it stands in.
    of: Vec<Option<usize>>,
    room: usize,
}

impl Numbers {
    fn of(scene: &Scene, puzzle: &Puzzle) -> Self {
        let mut numbers =
            Self { all: Vec::new(), of: vec![None; scene.cells.len()], room: puzzle.sheet().room() };
        for (row, glyphs) in puzzle.sheet().rows().iter().enumerate() {
            let mut open: Option<Role> = None;
            for glyph in glyphs.glyphs() {
                numbers.add(scene, row, glyph, &mut open);
            }
        }
        numbers
    }

    fn add(&mut self, scene: &Scene, row: usize, glyph: &Glyph, open: &mut Option<Role>) {
        let element = match glyph.cell {
            Some(cell) => scene
                .place_at(cell, Mark { row, column: glyph.column })
                .map(|at| Element::Hidden(Place::new(at))),
            None => scene.base.read(&glyph.text).map(|(digit, _)| Element::Shown(digit)),
        };
        let (Some(element), Some(role)) = (element, glyph.role) else {
            match self.all.last_mut().filter(|_| open.is_some() && &*glyph.text == ".") {
                Some(number) => number.has_point = true,
                None => *open = None,
            }
            return;
        };
        let mut role = role;
        role.digit = None;
        if *open != Some(role) {
            self.all.push(Number { role, elements: Vec::new(), row, end: 0, has_point: false });
            *open = Some(role);
        }
        let last = self.all.len() - 1;
        self.all[last].elements.push(element);
        self.all[last].end = glyph.column + glyph.width;
        if let Element::Hidden(place) = element {
            self.of[place.index()].get_or_insert(last);
        }
    }

    /// The number of a role, counted from 0.
    fn find(&self, kind: RoleKind, index: Option<usize>) -> Option<usize> {
        self.all
            .iter()
            .position(|number| number.role.kind == kind && (index.is_none() || number.role.index == index))
    }

    fn expr(&self, kind: RoleKind) -> Option<Expr> {
        let mut found = self.all.iter().filter(|number| number.role.kind == kind);
        let number = found.next().filter(|number| !number.has_point)?;
        // The remainder may stand after the quotient and at the end.
        let is_one = found.next().is_none() || kind == RoleKind::Remainder;
        is_one.then(|| Expr::Numeral(Numeral::whole(number.elements.clone())))
    }

    /// By how many digits a partial product is moved to the left, if that can be told. On one line they stand in the order of
    /// the digits of the multiplier.
    fn shift(&self, partial: &Number, product: &Number) -> Option<usize> {
        if partial.row != product.row {
            return Some(product.end.checked_sub(partial.end)? / self.room.max(1));
        }
        let multiplier = &self.all[self.find(RoleKind::Multiplier, None)?];
        let partials = self.all.iter().filter(|number| number.role.kind == RoleKind::PartialProduct).count();
        (partials == multiplier.elements.len()).then(|| partial.role.index.map(|index| index - 1))?
    }
}

impl Scene {
    fn place_at(&self, cell: Cell, mark: Mark) -> Option<usize> {
        (0..self.cells.len()).find(|place| self.cells[*place] == cell && self.marks[*place].contains(&mark))
    }

    /// The place of a cell that a claim about this role means.
    fn meant(&self, numbers: &Numbers, cell: Cell, role: Role) -> usize {
        let places = || (0..self.cells.len()).filter(|place| self.cells[*place] == cell);
        let before = role.index.filter(|_| role.kind == RoleKind::Difference).map(|index| index - 1);
        let is_meant = |place: &usize| {
            let at = numbers.of[*place].map(|number| numbers.all[number].role);
            at.is_some_and(|at| at.kind == RoleKind::Difference && at.index == before)
        };
        places().find(is_meant).unwrap_or_else(|| first_place(&self.cells, cell))
    }
}

/// Adds the facts of a drawing.
pub(super) fn add_rows(
    scene: &mut Scene,
    puzzle: &Puzzle,
    interrupt: &dyn Interrupt,
) -> Result<(), Interrupted> {
    let numbers = Numbers::of(scene, puzzle);
    add_same(scene);
    let mut others = 1;
    for (index, condition) in puzzle.all_conditions().enumerate() {
        interrupt.check()?;
        let Some(role) = puzzle.role(index) else {
            for part in super::split(condition) {
                others += 1;
                let expr = scene.over_places(&part, &|cell| first_place(&scene.cells, cell));
                scene.state(format!("eq:{others}"), others, expr, None);
            }
            continue;
        };
        let expr = scene.over_places(condition, &|cell| scene.meant(&numbers, cell, role));
        if role.digit.is_some() {
            add_digit(scene, &expr);
            continue;
        }
        match role.kind {
            RoleKind::Product if numbers.find(RoleKind::PartialProduct, None).is_some() => {
                scene.state("eq:1".into(), 1, expr, Some(role.kind));
            }
            RoleKind::Difference => {
                let below = numbers.find(RoleKind::Difference, role.index);
                let product = taken_off(&numbers, role.index);
                let number =
                    below.or_else(|| numbers.find(RoleKind::Remainder, None)).or(product.map(|row| row + 1));
                let Some(number) = number else { continue };
                scene.state(format!("row:{}", number + 1), number + 1, expr.clone(), Some(role.kind));
                add_rest(scene, &numbers, role.index, &expr);
            }
            RoleKind::Remainder if numbers.find(RoleKind::Divisor, None).is_some() => {
                add_last_rest(scene, &numbers, expr);
            }
            kind => {
                let Some(number) = numbers.find(kind, role.index) else { continue };
                scene.state(format!("row:{}", number + 1), number + 1, expr, Some(kind));
            }
        }
    }
    add_total(scene, &numbers);
    add_whole(scene, &numbers);
    Ok(())
}

fn taken_off(numbers: &Numbers, index: Option<usize>) -> Option<usize> {
    numbers.find(RoleKind::PartialProduct, index).or_else(|| numbers.find(RoleKind::Subtrahend, index))
}

/// Digits that are brought down are equal to those of the dividend.
fn add_same(scene: &mut Scene) {
    for place in 0..scene.cells.len() {
        let first = first_place(&scene.cells, scene.cells[place]);
        if first != place {
            let numeral = |at: usize| Quantity::Expr(single(Element::Hidden(Place::new(at))));
            let id = format!("down:{},{}", scene.names[place], scene.names[first]);
            let given = scene.given(id, Claim::Same(numeral(place), numeral(first)));
            scene.same.push((place, Element::Hidden(Place::new(first)), given));
        }
    }
}

fn single(element: Element) -> Expr {
    Expr::Numeral(Numeral::whole(vec![element]))
}

/// A condition about one digit: it has no row, or it is brought down as it is shown elsewhere. That one with a row is not 0 is
/// told nowhere.
fn add_digit(scene: &mut Scene, expr: &Expr) {
    let Expr::Chain(chain) = expr else { return };
    let (Expr::Numeral(left), [(relation, right)]) = (&*chain.first, &chain.rest[..]) else { return };
    if relation.algebra != Algebra::Equal {
        return;
    }
    let [Element::Hidden(place)] = left.whole[..] else { return };
    let name = scene.names[place.index()].clone();
    let element = match right {
        Expr::Numeral(right) if right.whole.len() == 1 => right.whole[0],
        Expr::Constant(number) if number.is_zero() => Element::Shown(0),
        _ => return,
    };
    if element == Element::Shown(0) {
        let given = scene.given(format!("zero:{name}"), Claim::is(place, 0));
        return scene.zeros.push((place.index(), given));
    }
    let other = match element {
        Element::Shown(digit) => digit.to_string(),
        Element::Hidden(other) => scene.names[other.index()].clone(),
    };
    let claim = Claim::Same(Quantity::Expr(single(Element::Hidden(place))), Quantity::Expr(single(element)));
    let given = scene.given(format!("down:{name},{other}"), claim);
    scene.same.push((place.index(), element, given));
}

/// What is left where a product was taken off is less than the divisor.
fn add_rest(scene: &mut Scene, numbers: &Numbers, index: Option<usize>, difference: &Expr) {
    let (Some(product), Some(divisor)) =
        (numbers.find(RoleKind::PartialProduct, index), numbers.expr(RoleKind::Divisor))
    else {
        return;
    };
    let Expr::Chain(chain) = difference else { return };
    // Where nothing is left, the minuend is the product itself.
    if !matches!(&*chain.first, Expr::Chain(minus) if minus.tier() == Tier::Sum) {
        return;
    }
    let (Some(less), [(_, left_over)]) = (operator(Tier::Relation, "<"), &chain.rest[..]) else { return };
    let stated = Expr::chain((*chain.first).clone(), vec![(less, divisor.clone())]);
    let rest = scene.given(format!("rest:{}", product + 1), Claim::Condition(stated));
    let row = scene.stated.last().map_or(rest, |row| row.given);
    let order = Expr::chain(left_over.clone(), vec![(less, divisor)]);
    scene.rests.push(Rest { rest, row, number: product + 1, order });
}

/// What is left last is less than the divisor. That is told already if it is what the last product leaves, and not if digits of it
/// were brought down.
fn add_last_rest(scene: &mut Scene, numbers: &Numbers, order: Expr) {
    let Expr::Chain(chain) = &order else { return };
    let is_left = |stated: &Stated| match &stated.expr {
        Expr::Chain(row) => stated.role == Some(RoleKind::Difference) && row.rest[0].1 == *chain.first,
        _ => false,
    };
    let is_less = chain.rest.first().is_some_and(|(relation, _)| relation.algebra == Algebra::Less);
    if !is_less || scene.stated.iter().any(is_left) {
        return;
    }
    let Some(number) = numbers.find(RoleKind::Remainder, None) else { return };
    scene.state(format!("rest:{}", number + 1), number + 1, order, Some(RoleKind::Remainder));
}

/// A long multiplication: the partial products add up to the product.
fn add_total(scene: &mut Scene, numbers: &Numbers) {
    let rows: Vec<&Number> =
        numbers.all.iter().filter(|number| number.role.kind == RoleKind::PartialProduct).collect();
    let Some(product) = numbers.find(RoleKind::Product, None) else { return };
    let (Some(plus), Some(equal)) = (operator(Tier::Sum, "+"), operator(Tier::Relation, "=")) else { return };
    let total = &numbers.all[product];
    if rows.iter().any(|row| row.has_point) || total.has_point {
        return;
    }
    let mut terms = Vec::new();
    for row in &rows {
        let Some(shift) = numbers.shift(row, total) else { return };
        let mut elements = row.elements.clone();
        elements.extend(std::iter::repeat_n(Element::Shown(0), shift));
        terms.push(Expr::Numeral(Numeral::whole(elements)));
    }
    if terms.len() < 2 {
        return;
    }
    let first = terms.remove(0);
    let sum = Expr::chain(first, terms.into_iter().map(|term| (plus, term)).collect());
    let total = Expr::Numeral(Numeral::whole(total.elements.clone()));
    let expr = Expr::chain(sum, vec![(equal, total)]);
    scene.state(format!("row:{}", product + 1), product + 1, expr, Some(RoleKind::Sum));
}

/// A division or a root as one equation.
fn add_whole(scene: &mut Scene, numbers: &Numbers) {
    let (Some(plus), Some(equal)) = (operator(Tier::Sum, "+"), operator(Tier::Relation, "=")) else { return };
    let Some(times) = operator(Tier::Product, "*") else { return };
    let (whole, product) = if let Some(dividend) = numbers.expr(RoleKind::Dividend) {
        let (Some(divisor), Some(quotient)) =
            (numbers.expr(RoleKind::Divisor), numbers.expr(RoleKind::Quotient))
        else {
            return;
        };
        (dividend, Expr::chain(divisor, vec![(times, quotient)]))
    } else {
        return;
    };
    let sum = match numbers.expr(RoleKind::Remainder) {
        Some(rest) => Expr::chain(product, vec![(plus, rest)]),
        None => product,
    };
    let expr = Expr::chain(whole, vec![(equal, sum)]);
    scene.state("eq:1".into(), 1, expr, Some(RoleKind::Dividend));
}
