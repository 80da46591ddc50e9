//! A puzzle as a person sees it who explains it: places with names, conditions with numbers, columns with carries.

mod columns;
mod drawing;
mod exchanges;

pub(super) use columns::{add_term, digits_of};
pub(super) use drawing::has_rows;
pub(super) use exchanges::Exchange;

use super::fact::{Carry, Claim, Place};
use super::places;
use super::step::{Given, Mark};
use super::techniques::Quick;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Base, Digit, DigitSet};
use fukumen_language::expr::{Cell, Chain, Element, Expr};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::puzzle::{Puzzle, RoleKind};
use fukumen_language::vocabulary::{Context, Logic, Meaning, Tier};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;

/// A fact of the puzzle, by its place in [`Scene::givens`]; later numbers are facts of steps.
pub(super) type Id = usize;

/// What can have one of several values: a place, or a carry by its number in [`Scene::carries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Var {
    Place(usize),
    Carry(usize),
}

/// A condition of the puzzle, over places.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    /// The fact that states it.
    pub given: Id,
    /// The number in its id.
    pub number: usize,
    pub expr: Expr,
    /// The number of the drawing that it is about.
    pub role: Option<RoleKind>,
    /// Its whole numerals of two digits or more that hide one, by their number in [`Scene::numerals`], and its places.
    pub numerals: Vec<usize>,
    pub places: Vec<usize>,
    /// How many units of work it is to compute it, besides those of any condition.
    pub size: u64,
}

/// A column: integers times variables that add up to a constant.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub given: Id,
    /// The equation of its id, and the column from the right.
    pub at: Carry,
    pub terms: Vec<(Var, i64)>,
    pub equals: i64,
    /// What stands in the column: the addends with their factors, and what the total has there.
    pub addends: Vec<(Element, i64)>,
    pub totals: Vec<(Element, i64)>,
    pub carry_in: Option<usize>,
    pub carry_out: Option<usize>,
}

/// The numerals that an equation with columns adds up, and the longest of its totals.
#[derive(Clone, Debug)]
pub(super) struct Added {
    pub parts: Vec<Vec<Element>>,
    pub total: Vec<Element>,
}

/// A carry and the values that it can have at all.
#[derive(Clone, Debug)]
pub(super) struct CarryRange {
    pub carry: Carry,
    pub given: Id,
    pub values: Vec<i64>,
}

/// What is left of a division in steps is less than the divisor: it follows from two facts of the drawing.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    /// `minuend - product < divisor`, and `minuend - product = difference`.
    pub rest: Id,
    pub row: Id,
    /// The row that was taken off.
    pub number: usize,
    /// `difference < divisor`.
    pub order: Expr,
}

/// The puzzle, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub puzzle: Puzzle,
    pub context: Context,
    pub base: Base,
    pub names: Vec<String>,
    /// What readers call the places.
    pub labels: Vec<String>,
    /// The cell of the puzzle that each place is.
    pub cells: Vec<Cell>,
    /// The digits that each place may take by the settings, and the fact that says so if they are not all.
    pub allowed: Vec<(DigitSet, Option<Id>)>,
    /// Places that differ from each other.
    pub groups: Vec<Vec<usize>>,
    /// For each place, whether it differs from each other one.
    pub differ: Vec<Vec<bool>>,
    pub givens: Vec<Given>,
    pub stated: Vec<Stated>,
    pub columns: Vec<Column>,
    pub carries: Vec<CarryRange>,
    /// Whole numerals of several digits, some hidden, each once.
    pub numerals: Vec<Vec<Element>>,
    /// Places that are equal because a digit is brought down, with the fact.
    pub same: Vec<(usize, Element, Id)>,
    pub rests: Vec<Rest>,
    /// Parts that may change places, so that an order may be assumed.
    pub exchanges: Vec<Exchange>,
    /// Places that are 0 because they have no row, with the fact.
    pub zeros: Vec<(usize, Id)>,
    /// Where each place is drawn.
    pub marks: Vec<Vec<Mark>>,
    /// The given facts by their ids, the numerals by their digits, the equations that have columns: a text may have very many.
    ids: HashMap<String, Id>,
    written: HashMap<Vec<Element>, usize, Keyed>,
    summed: HashMap<usize, Range<usize>>,
    /// What each of these equations adds up.
    pub sums: HashMap<usize, Added>,
}

/// Hashes numerals quickly, which are looked up very often. The key is another one each time, so that no text can be made for it.
#[derive(Clone, Debug)]
struct Keyed(u64);

impl BuildHasher for Keyed {
    type Hasher = Quick;

    fn build_hasher(&self) -> Quick {
        Quick::keyed(self.0)
    }
}

/// The numerals that make one unit of work when a condition is computed.
pub(super) const NUMERALS_AT_ONCE: u64 = 64;

impl Scene {
    /// Takes a puzzle apart.
    pub fn of(puzzle: &Puzzle, interrupt: &dyn Interrupt) -> Result<Self, Interrupted> {
        let mut scene = Self::with_places(puzzle);
        scene.add_domains();
        scene.add_groups();
        interrupt.check()?;
        scene.add_conditions(interrupt)?;
        scene.add_columns(interrupt)?;
        scene.add_exchanges();
        Ok(scene)
    }

    /// An order that may become known: of what is left in a division, or of parts that may change places.
    pub fn order(&self, index: usize) -> &Expr {
        match self.rests.get(index) {
            Some(rest) => &rest.order,
            None => &self.exchanges[index - self.rests.len()].order,
        }
    }

    /// The number of a numeral in [`Scene::numerals`].
    pub fn numeral_of(&self, elements: &[Element]) -> Option<usize> {
        self.written.get(elements).copied()
    }

    /// Whether an equation has columns.
    pub fn has_columns(&self, equation: usize) -> bool {
        self.summed.contains_key(&equation)
    }

    /// Whether no other condition shares the number of this one.
    pub fn is_alone(&self, stated: &Stated) -> bool {
        let mut sharing = self.stated.iter().filter(|other| other.number == stated.number);
        sharing.next().is_some() && sharing.next().is_none()
    }

    /// The columns of an equation, from the right.
    pub fn columns_of(&self, equation: usize) -> &[Column] {
        self.summed.get(&equation).map_or(&[], |range| &self.columns[range.clone()])
    }

    pub fn b(&self) -> i64 {
        i64::from(self.base.get())
    }

    pub fn name(&self, place: usize) -> &str {
        &self.names[place]
    }

    /// Sets of places in which each two differ, and that have every two of these places that do.
    pub fn cliques(&self, places: &[usize]) -> Vec<Vec<usize>> {
        let mut cliques: Vec<Vec<usize>> = Vec::new();
        for (i, &a) in places.iter().enumerate() {
            for &b in places[i + 1..].iter().filter(|b| self.differ[a][**b]) {
                if cliques.iter().any(|clique| clique.contains(&a) && clique.contains(&b)) {
                    continue;
                }
                let mut clique: Vec<usize> = vec![a, b];
                for &c in places {
                    if clique.iter().all(|other| self.differ[*other][c]) {
                        clique.push(c);
                    }
                }
                clique.arrange();
                cliques.push(clique);
            }
        }
        cliques
    }

    /// The digits of a solution, by place.
    pub fn digits_of(&self, solution: &[Digit]) -> Vec<Digit> {
        self.cells.iter().map(|cell| solution[cell.index()]).collect()
    }

    fn given(&mut self, id: String, claim: Claim) -> Id {
        if let Some(found) = self.ids.get(&id) {
            return *found;
        }
        self.ids.insert(id.clone(), self.givens.len());
        self.givens.push(Given { id, claim });
        self.givens.len() - 1
    }

    fn with_places(puzzle: &Puzzle) -> Self {
        let places = places::drawn(puzzle);
        let names: Vec<String> = places.iter().map(|place| place.name.clone()).collect();
        Self {
            puzzle: puzzle.clone(),
            context: puzzle.context(),
            base: puzzle.rules().base,
            labels: places::labels(&names),
            names,
            cells: places.iter().map(|place| place.cell).collect(),
            allowed: Vec::new(),
            groups: Vec::new(),
            differ: Vec::new(),
            givens: Vec::new(),
            stated: Vec::new(),
            columns: Vec::new(),
            carries: Vec::new(),
            numerals: Vec::new(),
            same: Vec::new(),
            rests: Vec::new(),
            exchanges: Vec::new(),
            zeros: Vec::new(),
            marks: places.into_iter().map(|place| place.marks).collect(),
            ids: HashMap::new(),
            written: HashMap::with_hasher(Keyed(RandomState::new().build_hasher().finish())),
            summed: HashMap::new(),
            sums: HashMap::new(),
        }
    }

    fn add_domains(&mut self) {
        let rules = self.puzzle.rules();
        let all = DigitSet::all(self.base);
        let mut general = rules.digits.unwrap_or(all) & all;
        if rules.no_zero {
            general = general.without(0);
        }
        for place in 0..self.cells.len() {
            let digits = self.puzzle.hidden()[self.cells[place].index()].digits;
            let given = if digits == all {
                None
            } else if digits == general {
                Some(self.given("digits".into(), Claim::Digits(general)))
            } else {
                let kind = if digits == general.without(0) { "lead" } else { "assign" };
                let id = format!("{kind}:{}", self.names[place]);
                Some(self.given(id, Claim::Digit(Place::new(place), digits)))
            };
            self.allowed.push((digits, given));
        }
    }

    /// The groups, each place of a cell only once: equal places do not differ.
    fn add_groups(&mut self) {
        let first = |cell: &Cell| self.cells.iter().position(|other| other == cell);
        let puzzle = self.puzzle.clone();
        let of_one = puzzle.groups().iter().filter(|group| group.most == 1);
        self.groups = of_one.map(|group| group.cells.iter().filter_map(first).collect()).collect();
        self.groups
            .extend(puzzle.differ().iter().map(|(a, b)| [a, b].into_iter().filter_map(first).collect()));
        self.groups.retain(|group: &Vec<usize>| group.len() > 1);
        let count = self.cells.len();
        self.differ = vec![vec![false; count]; count];
        for group in &self.groups {
            for &a in group {
                for &b in group {
                    self.differ[a][b] = a != b;
                }
            }
        }
    }

    fn add_conditions(&mut self, interrupt: &dyn Interrupt) -> Result<(), Interrupted> {
        let puzzle = self.puzzle.clone();
        if drawing::has_rows(&puzzle) {
            return drawing::add_rows(self, &puzzle, interrupt);
        }
        let mut number = 0;
        for condition in puzzle.all_conditions() {
            for part in split(condition) {
                interrupt.check()?;
                number += 1;
                let expr = self.over_places(&part, &|cell| drawing::first_place(&self.cells, cell));
                self.state(format!("eq:{number}"), number, expr, None);
            }
        }
        Ok(())
    }

    /// Adds a condition over places.
    fn state(&mut self, id: String, number: usize, expr: Expr, role: Option<RoleKind>) {
        let claim = Claim::Condition(expr.clone());
        // A drawing may leave open which number a row has; what is then named twice is not used.
        if self.ids.get(&id).is_some_and(|known| self.givens[*known].claim != claim) {
            return;
        }
        let given = self.given(id, claim);
        let mut numerals = Vec::new();
        let mut is_named = HashSet::new();
        let mut found: Vec<Vec<Element>> = Vec::new();
        let mut count = 0;
        expr.for_each_numeral(&mut |numeral| {
            count += 1;
            let is_hidden = numeral.whole.iter().any(|element| matches!(element, Element::Hidden(_)));
            let is_own = numeral.base.is_none_or(|own| own == self.base);
            if numeral.is_whole() && numeral.whole.len() > 1 && is_hidden && is_own {
                found.push(numeral.whole.clone());
            }
        });
        for elements in found {
            let index = self.numeral(&elements);
            if is_named.insert(index) {
                numerals.push(index);
            }
        }
        let places = expr.cells().into_iter().map(Cell::index).collect();
        let size = count / NUMERALS_AT_ONCE;
        self.stated.push(Stated { given, number, expr, role, numerals, places, size });
    }

    /// The number of a numeral.
    fn numeral(&mut self, elements: &[Element]) -> usize {
        if let Some(found) = self.numeral_of(elements) {
            return found;
        }
        self.written.insert(elements.to_vec(), self.numerals.len());
        self.numerals.push(elements.to_vec());
        self.numerals.len() - 1
    }

    /// An expression with the places of its cells.
    fn over_places(&self, expr: &Expr, place: &dyn Fn(Cell) -> usize) -> Expr {
        expr.with_cells(&|cell| Place::new(place(cell)))
    }
}

/// The relations of a condition: each part of one with "and" is one, and each sign of a chain.
fn split(condition: &Expr) -> Vec<Expr> {
    let is_and = |chain: &Chain| {
        chain.rest.iter().all(|(operator, _)| matches!(operator.exact, Meaning::Logic(Logic::And)))
    };
    match condition {
        Expr::Chain(chain) if chain.tier() == Tier::And && is_and(chain) => {
            chain.operands().flat_map(split).collect()
        }
        Expr::Chain(chain) if chain.tier() == Tier::Relation && chain.rest.len() > 1 => {
            let mut left = (*chain.first).clone();
            let mut parts = Vec::new();
            for (operator, right) in &chain.rest {
                let pair = Chain { first: Box::new(left), rest: vec![(operator, right.clone())] };
                parts.push(Expr::Chain(pair));
                left = right.clone();
            }
            parts
        }
        other => vec![other.clone()],
    }
}
