//! A plan prepared to run: the effect of each digit, and how states are written between merges.
//!
//! The levels are not those of `search::levels`: a state has no digits of cells, only the bits of the digits that are taken,
//! so pairs that differ are groups here, and groups whose last cell is known are dropped.

use super::forecast::Course;
use super::space::{Area, Space};
use super::sum::{Kind, Place, SURE, Sum, in_larger};
use crate::engine::cost;
use fukumen_language::digits::DigitSet;

/// All steps of a count, in their order.
pub(super) struct Steps {
    pub(super) levels: Vec<Level>,
    pub(super) passes: Vec<Pass>,
    /// The sums before the first digit; `None` if they already cannot hold.
    pub(super) start: Option<Vec<i64>>,
    /// The layout of the start.
    pub(super) first: Layout,
    /// Whether states need more than 64 bits.
    pub(super) is_wide: bool,
    /// The nanoseconds that it is expected to take.
    pub(super) cost: f64,
}

/// The cells from one merge to the next.
pub(super) struct Pass {
    pub(super) levels: std::ops::Range<usize>,
    /// How many ways each tried one stands for, because interchangeable cells are tried in one order only.
    pub(super) ways: u64,
    /// The layout of the states after it.
    pub(super) layout: Layout,
    /// The expected number of states.
    pub(super) states: f64,
    /// The levels from which its moves are listed.
    pub(super) bare: Option<Bare>,
}

/// The most digits tried to make a list: enough for a column of three symbols in base 46, of four in base 17.
const MOST_TRIED: usize = 100_000;
/// The levels of a pass for states without digits, and what must hold after them.
pub(super) struct Bare {
    pub(super) levels: Vec<Level>,
    /// Bits that must be set.
    must: u64,
    /// Bits that are kept.
    keep: u64,
    /// The same as in the last level: a shard is cut at a merge.
    need: u64,
    left: u32,
    /// The most moves that are worth a list.
    pub(super) most: usize,
    /// The number of states from which lists pay: making one takes as long as all moves of a state without digits.
    pub(super) worth: usize,
}

impl Bare {
    /// Returns `None` if lists would take long to make.
    pub(super) fn of(levels: &[Level], most: usize) -> Option<Self> {
        let last = levels.last()?;
        let digits = levels.iter().map(|level| level.domain.count_ones() as usize);
        let worth = digits.fold(1, usize::saturating_mul);
        if worth > MOST_TRIED {
            return None;
        }
        let bare = |level: &Level| Level { must: 0, keep: u64::MAX, need: 0, left: 0, ..level.clone() };
        Some(Self {
            levels: levels.iter().map(bare).collect(),
            must: levels.iter().fold(0, |bits, level| bits | level.must),
            keep: levels.iter().fold(u64::MAX, |bits, level| bits & level.keep),
            need: last.need,
            left: last.left,
            most,
            worth,
        })
    }

    /// Returns the bits that are taken after the pass; `None` if required ones are missing.
    #[inline]
    pub(super) fn behind(&self, taken: u64) -> Option<u64> {
        let missing = self.need & !taken;
        let is_enough = missing == 0 || missing.count_ones() <= self.left;
        (is_enough && taken & self.must == self.must).then_some(taken & self.keep)
    }
}

/// The steps for one cell.
#[derive(Clone)]
pub(super) struct Level {
    pub(super) domain: u64,
    /// The bits of its areas.
    pub(super) shifts: Vec<u32>,
    /// Whether its digit must exceed the previous one, because the two cells are interchangeable.
    pub(super) rises: bool,
    pub(super) terms: Vec<Term>,
    /// The bits kept after it: areas whose last cell it is are dropped.
    pub(super) keep: u64,
    /// Bits that must be set after it.
    pub(super) must: u64,
    /// Bits that must be set after the cut of a shard, and how many cells before the cut are left to take one.
    pub(super) need: u64,
    pub(super) left: u32,
}

/// The effect of a digit on one sum.
#[derive(Clone)]
pub(super) struct Term {
    pub(super) sum: usize,
    /// What each digit adds, in units of the place before it.
    adds: Box<[i64]>,
    /// How many units of the place before it make one unit of the place after it.
    ratio: i64,
    kind: Kind,
    place: Place,
    /// For each residue of the sum, the digits that make it divisible; empty if all do.
    pub(super) digits: Vec<u64>,
}

impl Term {
    /// Returns the sum with this digit, unless the relation can no longer hold.
    #[inline]
    pub(super) fn step(&self, units: i64, digit: u32) -> Option<i64> {
        if units == SURE {
            return Some(SURE);
        }
        let units = in_larger(self.kind, units + self.adds[digit as usize], self.ratio)?;
        if units == SURE { Some(SURE) } else { self.place.pass(units) }
    }
}

/// The most residues in a table of digits.
const MOST_RESIDUES: i64 = 256;

impl Steps {
    pub(super) fn of(space: &Space, course: &Course) -> Self {
        let layouts: Vec<Layout> =
            (0..=course.order.len()).map(|place| Layout::at(space, &course.places, place)).collect();
        let mut levels: Vec<Level> =
            (0..course.order.len()).map(|place| level(space, course, place)).collect();
        let mut from = 0;
        let mut passes = Vec::new();
        for to in &course.merges {
            let ways = ways(space, &course.order[from..*to]);
            // Interchangeable cells on both sides of a merge do not see each other.
            if let Some(first) = levels.get_mut(from) {
                first.rises = false;
            }
            let pass = &levels[from..*to];
            let moves =
                f64::from(cost::count::MOVES) * course.forecast.tries_each(space, &course.order, from, *to);
            passes.push(Pass {
                levels: from..*to,
                ways,
                layout: layouts[*to].clone(),
                states: course.forecast.states[*to],
                bare: Bare::of(pass, moves as usize),
            });
            from = *to;
        }
        let bits = passes.iter().map(|pass| pass.layout.bits).fold(layouts[0].bits, u32::max);
        Self {
            levels,
            passes,
            start: space
                .sums
                .iter()
                .zip(&course.places)
                .map(|(sum, places)| start(sum, &places[0]))
                .collect(),
            first: layouts[0].clone(),
            is_wide: bits > u64::BITS,
            cost: course.cost,
        }
    }
}

impl Steps {
    /// Fixes the digits that cells of an area take: those `before` a cut take all of `taken` and none of `free`.
    pub(super) fn settle(&mut self, before: &[usize], area: &Area, taken: DigitSet, free: DigitSet) {
        let mut left = before.iter().filter(|cell| area.cells.contains(cell)).count() as u32;
        for (level, cell) in self.levels.iter_mut().zip(before) {
            if area.cells.contains(cell) {
                level.domain &= !free.bits();
                left -= 1;
            }
            (level.need, level.left) = (taken.bits() << area.shift, left);
        }
        for pass in &mut self.passes {
            let moves = pass.bare.as_ref().map(|bare| bare.most);
            pass.bare = moves.and_then(|most| Bare::of(&self.levels[pass.levels.clone()], most));
        }
    }
}

/// Returns a sum before its first digit.
fn start(sum: &Sum, place: &Place) -> Option<i64> {
    let units = in_larger(sum.kind, sum.constant, place.unit)?;
    if units == SURE { Some(SURE) } else { place.pass(units) }
}

fn level(space: &Space, course: &Course, place: usize) -> Level {
    let cell = course.order[place];
    let terms = space.sums.iter().zip(&course.places).enumerate();
    let is_known = |cell: &usize| course.order[..=place].contains(cell);
    let areas = || space.areas_of[cell].iter().map(|area| &space.areas[*area]);
    let mut keep = u64::MAX;
    for area in areas().filter(|area| area.cells.iter().all(is_known)) {
        keep &= !area.bits;
    }
    Level {
        domain: space.domains[cell].bits(),
        shifts: areas().map(|area| area.shift).collect(),
        rises: place > 0 && space.interchangeable[cell] == space.interchangeable[course.order[place - 1]],
        terms: terms
            .filter_map(|(i, (sum, places))| term(i, sum, cell, &places[place], places[place + 1]))
            .collect(),
        keep,
        must: areas()
            .filter(|area| area.cells.iter().all(is_known))
            .fold(0, |bits, area| bits | area.must.bits() << area.shift),
        need: 0,
        left: 0,
    }
}

fn term(number: usize, sum: &Sum, cell: usize, before: &Place, place: Place) -> Option<Term> {
    if sum.divisor(cell) == 0 {
        return None;
    }
    let adds: Box<[i64]> = (0..64).map(|digit| sum.adds(cell, digit) / before.unit).collect();
    let ratio = place.unit / before.unit;
    let is_solved = sum.kind == Kind::Equal && ratio > 1;
    let modulus = (1..=MOST_RESIDUES).rev().find(|modulus| ratio % modulus == 0).filter(|_| is_solved);
    let fits = |residue: i64, digit: u32, modulus| (residue + adds[digit as usize]) % modulus == 0;
    let digits_of = |residue, modulus| {
        (0..u64::BITS).filter(|digit| fits(residue, *digit, modulus)).fold(0, |bits, digit| bits | 1 << digit)
    };
    let digits = modulus.map_or_else(Vec::new, |m| (0..m).map(|residue| digits_of(residue, m)).collect());
    Some(Term { sum: number, adds, ratio, kind: sum.kind, place, digits })
}

/// Returns the number of orders of the interchangeable cells that come together.
fn ways(space: &Space, cells: &[usize]) -> u64 {
    let runs = cells.chunk_by(|a, b| space.interchangeable[*a] == space.interchangeable[*b]);
    runs.map(|run| (1..=run.len() as u64).product::<u64>()).product()
}

/// How a state is written as one number: first the digits taken, then each sum.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) mask_bits: u32,
    pub(super) fields: Vec<Field>,
    pub(super) bits: u32,
}

/// The place of a sum, written as its distance from its least value.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) shift: u32,
    pub(super) bits: u32,
    least: i64,
    /// Whether the sum may be certain, which is written as 0.
    may_be_sure: bool,
}

impl Layout {
    fn at(space: &Space, places: &[Vec<Place>], place: usize) -> Self {
        let mut bits = space.area_bits;
        let mut fields = Vec::new();
        for places in places {
            let (least, _, may_be_sure) = places[place].held();
            let field = Field { shift: bits, bits: places[place].bits(), least, may_be_sure };
            bits += field.bits;
            fields.push(field);
        }
        Self { mask_bits: space.area_bits, fields, bits }
    }
}

impl Field {
    #[inline]
    pub(super) fn write(&self, units: i64) -> u64 {
        match units {
            SURE => 0,
            _ => (units - self.least) as u64 + u64::from(self.may_be_sure),
        }
    }

    #[inline]
    pub(super) fn read(&self, written: u64) -> i64 {
        match written {
            0 if self.may_be_sure => SURE,
            _ => written as i64 - i64::from(self.may_be_sure) + self.least,
        }
    }
}
