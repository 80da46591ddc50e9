//! What the rows of a drawing say. Its numbers are counted from 1 in reading order.

use super::{Place, Spot, Text, parts};
use fukumen_language::expr::{Cell, Chain, Element, Expr, Numeral};
use fukumen_language::number::Exact;
use fukumen_language::puzzle::{Role, RoleKind};
use fukumen_language::vocabulary::{Operator, Tier, operator};

/// A number of the drawing.
struct Number {
    role: Role,
    elements: Vec<Element>,
    row: usize,
    /// The column behind it.
    end: usize,
    /// Whether it has a point, so that its digits alone do not make it.
    has_point: bool,
}

/// The numbers of a drawing, over places.
struct Numbers(Vec<Number>);

impl Numbers {
    /// By the number of its row, from 1.
    fn find(&self, kind: RoleKind, index: Option<usize>) -> Option<(usize, &Number)> {
        let is_it =
            |number: &Number| number.role.kind == kind && (index.is_none() || number.role.index == index);
        self.0.iter().position(is_it).map(|at| (at + 1, &self.0[at]))
    }

    fn only(&self, kind: RoleKind) -> Option<Expr> {
        let mut all = self.0.iter().filter(|number| number.role.kind == kind);
        let first = all.next().filter(|number| !number.has_point);
        // What is left may also stand behind the quotient.
        let is_one = kind == RoleKind::Remainder || all.next().is_none();
        first.filter(|_| is_one).map(|number| whole(number.elements.clone()))
    }
}

fn whole(elements: Vec<Element>) -> Expr {
    Expr::Numeral(Numeral::whole(elements))
}

fn sign(tier: Tier, sign: &str) -> Option<&'static Operator> {
    operator(tier, sign)
}

fn pair(left: Expr, tier: Tier, spelling: &str, right: Expr) -> Option<Expr> {
    Some(Expr::Chain(Chain { first: Box::new(left), rest: vec![(sign(tier, spelling)?, right)] }))
}

impl Text<'_> {
    pub(super) fn read_drawing(&mut self, spots: &[Spot]) {
        let numbers = self.numbers(spots);
        self.read_shared(spots);
        let mut others = 1;
        for index in 0..self.puzzle.all_conditions().count() {
            let Some(condition) = self.puzzle.all_conditions().nth(index) else { break };
            let Some(role) = self.puzzle.role(index) else {
                for part in parts(&condition.with_cells(&|cell| self.first_place(cell))) {
                    others += 1;
                    self.state("eq", others, part);
                }
                continue;
            };
            let expr = condition.with_cells(&|cell| self.meant(&numbers, cell, role));
            if role.digit.is_some() {
                self.read_digit(&expr);
            } else {
                self.read_claim(&numbers, role, expr);
            }
        }
        self.read_total(&numbers);
        self.read_whole(&numbers);
    }

    /// Digits of one row that belong to one number, over places.
    fn numbers(&self, spots: &[Spot]) -> Numbers {
        let base = self.puzzle.rules().base;
        let mut numbers: Vec<Number> = Vec::new();
        for (row, glyphs) in self.puzzle.sheet().rows().iter().enumerate() {
            let mut last: Option<Role> = None;
            for glyph in glyphs.glyphs() {
                let element = match glyph.cell {
                    Some(cell) => {
                        let is_it = |spot: &&Spot| spot.cell == cell && spot.at == Some((row, glyph.column));
                        let own =
                            spots.iter().find(is_it).or_else(|| spots.iter().find(|spot| spot.cell == cell));
                        own.and_then(|spot| self.by_name.get(spot.name.as_str()))
                            .map(|at| Element::Hidden(*at))
                    }
                    None => base.read(&glyph.text).map(|(digit, _)| Element::Shown(digit)),
                };
                let (Some(element), Some(role)) = (element, glyph.role) else {
                    match numbers.last_mut() {
                        Some(number) if &*glyph.text == "." && last.is_some() => number.has_point = true,
                        _ => last = None,
                    }
                    continue;
                };
                if last != Some(role) {
                    numbers.push(Number { role, elements: Vec::new(), row, end: 0, has_point: false });
                    last = Some(role);
                }
                if let Some(number) = numbers.last_mut() {
                    number.elements.push(element);
                    number.end = glyph.column + glyph.width;
                }
            }
        }
        Numbers(numbers)
    }

    /// The place of a cell that a claim means: a digit that was brought down stands in the row before.
    fn meant(&self, numbers: &Numbers, cell: Cell, role: Role) -> Place {
        let first = self.first_place(cell);
        let before = role.index.filter(|index| role.kind == RoleKind::Difference && *index > 1);
        let row = before.and_then(|index| numbers.find(RoleKind::Difference, Some(index - 1)));
        let is_it = |element: &&Element| match element {
            Element::Hidden(place) => self.cells[place.index()] == cell,
            Element::Shown(_) => false,
        };
        match row.and_then(|(_, row)| row.elements.iter().find(is_it)) {
            Some(Element::Hidden(place)) => *place,
            _ => first,
        }
    }

    /// Places that share a cell are equal: the first stands in the number that is worked upon.
    fn read_shared(&mut self, spots: &[Spot]) {
        for spot in spots {
            let Some(place) = self.by_name.get(spot.name.as_str()).copied() else { continue };
            let first = spots.iter().find(|other| other.cell == spot.cell);
            let first = first.and_then(|first| self.by_name.get(first.name.as_str())).copied();
            if let Some(first) = first.filter(|first| *first != place) {
                self.downs.push((Element::Hidden(place), Element::Hidden(first)));
            }
        }
    }

    /// A condition about one digit: it is brought down, or 0.
    fn read_digit(&mut self, expr: &Expr) {
        let Expr::Chain(Chain { first, rest }) = expr else { return };
        let [(operator, right)] = &**rest else { return };
        if operator.algebra != fukumen_language::vocabulary::Algebra::Equal {
            return;
        }
        let element = |expr: &Expr| match expr {
            Expr::Numeral(numeral) if numeral.whole.len() == 1 && numeral.is_whole() => {
                Some(numeral.whole[0])
            }
            _ => None,
        };
        match (element(first), element(right), right) {
            (Some(Element::Hidden(place)), None, Expr::Constant(number)) if number.is_zero() => {
                self.zeros.push(place);
            }
            (Some(below), Some(above), _) => self.downs.push((below, above)),
            _ => {}
        }
    }

    /// Notes a condition by the number of a row, if there is such a row.
    fn state_row(&mut self, kind: &str, row: Option<(usize, &Number)>, condition: Expr) {
        if let Some((row, _)) = row {
            self.state(kind, row, condition);
        }
    }

    fn read_claim(&mut self, numbers: &Numbers, role: Role, expr: Expr) {
        match role.kind {
            RoleKind::Product if numbers.find(RoleKind::PartialProduct, None).is_some() => {
                self.state("eq", 1, expr);
            }
            RoleKind::Product => {
                self.state("eq", 1, expr.clone());
                self.state_row("row", numbers.find(role.kind, None), expr);
            }
            RoleKind::Difference => self.read_difference(numbers, role, expr),
            // A short division says all in one equation.
            RoleKind::Dividend => self.state("eq", 1, expr),
            // What is left last is small.
            RoleKind::Remainder if numbers.find(RoleKind::PartialProduct, None).is_some() => {
                self.state_row("rest", numbers.find(RoleKind::Remainder, None), expr);
            }
            kind => self.state_row("row", numbers.find(kind, role.index), expr),
        }
    }

    /// What is left where a product was taken off, which is less than the divisor.
    fn read_difference(&mut self, numbers: &Numbers, role: Role, expr: Expr) {
        let product = numbers
            .find(RoleKind::PartialProduct, role.index)
            .or_else(|| numbers.find(RoleKind::Subtrahend, role.index));
        let below = numbers.find(RoleKind::Difference, role.index);
        let is_last = role.index.is_some_and(|index| {
            let next = Some(index + 1);
            numbers
                .find(RoleKind::PartialProduct, next)
                .or_else(|| numbers.find(RoleKind::Subtrahend, next))
                .is_none()
        });
        let below = below.or_else(|| numbers.find(RoleKind::Remainder, None).filter(|_| is_last));
        let row = below.or(product).map(|(row, _)| if below.is_some() { row } else { row + 1 });
        if let Some(row) = row {
            self.state("row", row, expr.clone());
        }
        let (Some((row, product)), Some(divisor)) = (product, numbers.only(RoleKind::Divisor)) else {
            return;
        };
        let Expr::Chain(chain) = expr else { return };
        let minuend = match *chain.first {
            Expr::Chain(difference) if difference.tier() == Tier::Sum => *difference.first,
            minuend => minuend,
        };
        let left = pair(minuend, Tier::Sum, "-", whole(product.elements.clone()));
        let rest = left.and_then(|left| pair(left, Tier::Relation, "<", divisor));
        if let Some(rest) = rest {
            self.state("rest", row, rest);
        }
    }

    /// A long multiplication: the partial products add up to the product, each in its place.
    fn read_total(&mut self, numbers: &Numbers) {
        let Some((row, product)) = numbers.find(RoleKind::Product, None) else { return };
        let is_in = |kind: RoleKind| kind == RoleKind::Product || kind == RoleKind::PartialProduct;
        if numbers.0.iter().any(|number| is_in(number.role.kind) && number.has_point) {
            return;
        }
        let room = self.puzzle.sheet().room().max(1);
        let partials: Vec<&Number> =
            numbers.0.iter().filter(|number| number.role.kind == RoleKind::PartialProduct).collect();
        let digits =
            numbers.find(RoleKind::Multiplier, None).map(|(_, multiplier)| multiplier.elements.len());
        let mut terms = Vec::new();
        for (at, partial) in partials.iter().enumerate() {
            let shift = if partial.row == product.row {
                // In a line of numbers each digit of the multiplier has one, the last digit the first.
                Some(at).filter(|_| digits == Some(partials.len()))
            } else {
                product.end.checked_sub(partial.end).map(|columns| columns / room)
            };
            let Some(shift) = shift else { return };
            let zeros = std::iter::repeat_n(Element::Shown(0), shift);
            terms.push(whole(partial.elements.iter().copied().chain(zeros).collect()));
        }
        let mut terms = terms.into_iter();
        let (Some(first), Some(plus)) = (terms.next(), sign(Tier::Sum, "+")) else { return };
        let sum = Expr::chain(first, terms.map(|term| (plus, term)).collect());
        if let Some(total) = pair(sum, Tier::Relation, "=", whole(product.elements.clone())) {
            self.state("row", row, total);
        }
    }

    /// A division or a root as one equation.
    fn read_whole(&mut self, numbers: &Numbers) {
        let whole = |kind: RoleKind| numbers.only(kind);
        let (total, product) = match (whole(RoleKind::Dividend), whole(RoleKind::Radicand)) {
            (Some(dividend), _) => {
                let factors = whole(RoleKind::Divisor).zip(whole(RoleKind::Quotient));
                (
                    dividend,
                    factors.and_then(|(divisor, quotient)| pair(divisor, Tier::Product, "*", quotient)),
                )
            }
            (None, Some(radicand)) => {
                let exponent = self.exponent().map(|exponent| Expr::Constant(Exact::from(exponent)));
                let root = whole(RoleKind::Root).zip(exponent);
                (radicand, root.and_then(|(root, exponent)| pair(root, Tier::Power, "^", exponent)))
            }
            _ => return,
        };
        let Some(product) = product else { return };
        let sum = match whole(RoleKind::Remainder) {
            Some(rest) => pair(product, Tier::Sum, "+", rest),
            None => Some(product),
        };
        if let Some(equation) = sum.and_then(|sum| pair(total, Tier::Relation, "=", sum)) {
            self.state("eq", 1, equation);
        }
    }

    /// The exponent that the claims of a root speak of.
    fn exponent(&self) -> Option<i64> {
        let claims = self.puzzle.claims().filter(|(role, _)| role.kind == RoleKind::Subtrahend);
        let mut found = None;
        for (_, claim) in claims {
            for_each(claim, &mut |expr| {
                if let Expr::Chain(chain) = expr
                    && chain.tier() == Tier::Power
                    && let [(_, Expr::Constant(exponent))] = &*chain.rest
                {
                    found = exponent.to_i64();
                }
            });
        }
        found
    }
}

fn for_each(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    expr.children().into_iter().for_each(|child| for_each(child, visit));
}
