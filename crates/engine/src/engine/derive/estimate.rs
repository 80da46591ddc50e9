//! Estimates of how many assignments survive once some cells are known, to compare orders.
//!
//! The share of assignments that a polynomial leaves depends only on the *set* of known cells. Two things are counted: its
//! complete columns (what unknown digits add is divisible by `b^k`, so one in `b^k` agrees), and its width (the range that
//! unknown digits leave it, compared with the range at the start). If everything is known, one of all its values is right. A
//! known digit counts as the mean of its domain.

use super::free::FreeDigits;
use super::seeds::column;
use crate::compile::Problem;
use crate::compile::polynomial::{Equation, Slot, System};
use crate::engine::search::order::strength;
use fukumen_language::expr::Cell;
use fukumen_language::vocabulary::Algebra;

/// Sets of cells, as bits. Larger problems are ordered in a simpler way.
pub(super) type Cells = u128;

/// The estimate for one condition.
#[derive(Debug)]
pub(super) struct Estimate {
    pub(super) cells: Cells,
    /// The logarithm of the share left when everything is known.
    end: f64,
    polynomial: Option<Polynomial>,
}

#[derive(Debug)]
struct Polynomial {
    products: Vec<(f64, Vec<usize>)>,
    slots: Vec<EstimateSlot>,
    /// The column of each free digit that columns give, with the logarithm of the number of its digits.
    given: Vec<(u32, f64)>,
    /// The logarithm of the width at the start.
    width: f64,
}

#[derive(Debug)]
struct EstimateSlot {
    /// The constant, and the bounds of free digits, which stay unknown and are not part of a number to find.
    ends: (f64, f64),
    /// The column of the last free digit.
    column: u32,
    /// The other digits.
    terms: Vec<EstimateDigit>,
    /// The places of a number together are less than its heaviest place times this.
    most_places: f64,
    /// The cells of these digits, and the standing while none of them is known, and once all are.
    cells: Cells,
    start: Standing,
    end: Standing,
    /// The cells that its value needs, and whether it is 0 or 1 until then.
    waits: Cells,
    is_question: bool,
}

/// The state of a slot.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// Its least and largest possible value.
    ends: (f64, f64),
    /// The first incomplete column.
    column: u32,
    /// How many numbers are unknown: none, one, or several that cannot be separated.
    open: u32,
}

#[derive(Debug)]
struct EstimateDigit {
    cell: u32,
    place: f64,
    least: f64,
    mean: f64,
    most: f64,
    /// Returns the column of its last digit.
    column: u32,
}

/// Whether ranges count while several numbers are unknown: known digits then count as the mean, which is too optimistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// Only columns, and numbers that are read off.
    Columns,
    /// Ranges too.
    Ranges,
}

/// The state of a condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// The logarithm of the share of all assignments that it leaves.
    pub(super) left: f64,
    /// Its complete columns.
    pub(super) columns: u32,
    /// Slots with unknown digits.
    pub(super) open: u32,
}

impl Look {
    /// Returns whether the step to the next look finds digits instead of trying them.
    pub(super) fn solves(self, next: Self, trust: Trust) -> bool {
        let is_ready = self.open != u32::MAX;
        is_ready && (self.open == 1 || trust == Trust::Ranges || next.columns > self.columns)
    }
}

impl Estimate {
    pub(super) fn of_equation(
        problem: &Problem,
        system: &System,
        equation: &Equation,
        free: &FreeDigits,
        given: Vec<(u32, f64)>,
    ) -> Self {
        let cells = bits(equation.cells.iter().copied().filter(|cell| !free.contains(*cell)));
        if equation.relation != Algebra::Equal {
            return Self { cells, end: 0.5f64.ln(), polynomial: None };
        }
        let slots = system.slots_of(equation);
        let local = |slot: &usize| slots.binary_search(slot).unwrap_or(0);
        let products = equation
            .products
            .iter()
            .map(|product| (product.factor as f64, product.slots.iter().map(local).collect()))
            .collect();
        let slots = slots
            .iter()
            .map(|slot| estimate_slot(problem, &system.slots[*slot], free, given.is_empty()))
            .collect();
        let mut polynomial = Polynomial { products, slots, given, width: 0.0 };
        polynomial.width = ln(polynomial.width_of(&polynomial.reach(0)));
        // All values of the free digits fit.
        let right = equation.cells.iter().filter(|cell| free.contains(**cell));
        let right = right.map(|cell| (problem.domains[*cell].len().max(1) as f64).ln()).sum::<f64>();
        Self { cells, end: (right - polynomial.width).min(0.0), polynomial: Some(polynomial) }
    }

    /// Returns the estimate of a condition that is only tested.
    pub(super) fn of_test(problem: &Problem, number: usize) -> Self {
        let condition = &problem.conditions[number];
        let cells = bits(condition.cells.iter().map(|cell| cell.index()));
        Self { cells, end: strength(condition).ln(), polynomial: None }
    }

    /// Returns its state once these cells are known. `base` is the logarithm of the base.
    pub(super) fn look(&self, known: Cells, base: f64, trust: Trust) -> Look {
        let Some(polynomial) = &self.polynomial else {
            let is_over = self.cells & !known == 0;
            return Look { left: if is_over { self.end } else { 0.0 }, columns: 0, open: 2 };
        };
        if self.cells & !known == 0 {
            return Look { left: self.end, columns: u32::MAX, open: 0 };
        }
        let reach = polynomial.reach(known);
        if reach.waits {
            return Look { left: self.end * polynomial.answered(known), columns: 0, open: u32::MAX };
        }
        let range = if trust == Trust::Ranges || reach.open == 1 {
            (ln(polynomial.width_of(&reach)) - polynomial.width).min(0.0)
        } else {
            0.0
        };
        let given = polynomial.given.iter().filter(|(column, _)| *column < reach.column);
        let fixed = f64::from(reach.column) * base - given.map(|(_, digits)| digits).sum::<f64>();
        let left = (range - fixed).max(self.end);
        Look { left, columns: reach.column, open: reach.open }
    }

    /// Returns the logarithm of the range that unknown digits leave; `None` if it has no range.
    pub(super) fn width(&self, known: Cells) -> Option<f64> {
        let polynomial = self.polynomial.as_ref()?;
        Some(ln(polynomial.width_of(&polynomial.reach(known))))
    }
}

impl Polynomial {
    /// Returns the share of its questions that are answered; 0 if it waits for other values.
    fn answered(&self, known: Cells) -> f64 {
        let is_open = |slot: &&EstimateSlot| slot.waits & !known != 0;
        if self.slots.iter().filter(is_open).any(|slot| !slot.is_question) {
            return 0.0;
        }
        let count = |slots: usize| slots as f64;
        let all = self.slots.iter().filter(|slot| slot.is_question);
        1.0 - count(all.clone().filter(is_open).count()) / count(all.count())
    }

    fn reach(&self, known: Cells) -> Reach {
        let ranges = [(0.0, 0.0); SLOTS];
        let mut reach = Reach { column: u32::MAX, ranges, open: 0, waits: false };
        for (slot, range) in self.slots.iter().zip(&mut reach.ranges) {
            let standing = slot.standing(known);
            *range = standing.ends;
            reach.open += standing.open;
            reach.column = reach.column.min(standing.column);
            reach.waits |= slot.waits & !known != 0;
        }
        reach
    }

    /// Returns the distance between its least and largest possible value.
    fn width_of(&self, reach: &Reach) -> f64 {
        let (mut least, mut most) = (0.0, 0.0);
        for (factor, slots) in &self.products {
            let (mut low, mut high) = (1.0f64, 1.0f64);
            for slot in slots {
                let (a, b) = reach.ranges[(*slot).min(SLOTS - 1)];
                let ends = [low * a, low * b, high * a, high * b];
                low = ends[0].min(ends[1]).min(ends[2].min(ends[3]));
                high = ends[0].max(ends[1]).max(ends[2].max(ends[3]));
            }
            least += (factor * low).min(factor * high);
            most += (factor * low).max(factor * high);
        }
        most - least
    }
}

/// Returns an approximate logarithm of a width: the exponent of the number, and its mantissa unchanged. It takes a fifth of
/// the time of the exact one.
fn ln(width: f64) -> f64 {
    let bits = width.max(1.0).to_bits();
    let exponent = (bits >> 52) as i64 - 1023;
    let mantissa = (bits & ((1 << 52) - 1)) as f64 / (1u64 << 52) as f64;
    (exponent as f64 + mantissa) * std::f64::consts::LN_2
}

/// The values that a polynomial can still have.
struct Reach {
    /// The first incomplete column.
    column: u32,
    /// The least and the largest value of each slot.
    ranges: [(f64, f64); SLOTS],
    /// Slots with unknown digits.
    open: u32,
    /// Whether a value is missing.
    waits: bool,
}

/// The most slots of a polynomial that are examined.
const SLOTS: usize = 12;

impl EstimateSlot {
    /// Returns its state.
    #[inline]
    fn standing(&self, known: Cells) -> Standing {
        match self.cells & !known {
            0 => self.end,
            unknown if unknown == self.cells => self.start,
            _ => self.standing_of(known),
        }
    }

    fn standing_of(&self, known: Cells) -> Standing {
        let ((mut least, mut most), mut column) = (self.ends, self.column);
        let (mut places, mut heaviest, mut signs) = (0.0f64, 0.0f64, 0);
        for term in &self.terms {
            if known >> term.cell & 1 == 1 {
                least += term.mean;
                most += term.mean;
            } else {
                least += term.least;
                most += term.most;
                column = term.column.min(column);
                places += term.place.abs();
                heaviest = heaviest.max(term.place.abs());
                signs |= if term.place < 0.0 { 1 } else { 2 };
            }
        }
        let is_number = signs != 3 && places <= heaviest * self.most_places;
        let open = if signs == 0 { 0 } else { 1 + u32::from(!is_number) };
        Standing { ends: (least, most), column, open }
    }
}

fn estimate_slot(problem: &Problem, slot: &Slot, free: &FreeDigits, ends_columns: bool) -> EstimateSlot {
    let base = i64::from(problem.context.base.get());
    let most_places = 1.05 * base as f64 / (base - 1) as f64;
    let mut slot = match slot {
        Slot::Opaque { cells, is_question, .. } => EstimateSlot {
            ends: (1.0, 1.0),
            column: u32::MAX,
            terms: Vec::new(),
            most_places,
            waits: bits(cells.iter().copied()),
            is_question: *is_question,
            cells: 0,
            start: Standing::default(),
            end: Standing::default(),
        },
        Slot::Form(form) => {
            let term = |(cell, coefficient): &(Cell, i64)| {
                let domain = problem.domains[cell.index()];
                let ends = [domain.min(), domain.max()]
                    .map(|digit| *coefficient as f64 * f64::from(digit.unwrap_or(0)));
                let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                EstimateDigit {
                    cell: cell.index() as u32,
                    place: *coefficient as f64,
                    least,
                    mean: (least + most) / 2.0,
                    most,
                    column: column(*coefficient, base),
                }
            };
            let (last, terms): (Vec<_>, Vec<_>) =
                form.terms.iter().partition(|(cell, _)| free.contains(cell.index()));
            let last: Vec<EstimateDigit> = last.iter().map(term).collect();
            let constant = form.constant as f64;
            let ends = last
                .iter()
                .fold((constant, constant), |(least, most), term| (least + term.least, most + term.most));
            let column =
                last.iter().map(|term| term.column).min().filter(|_| ends_columns).unwrap_or(u32::MAX);
            EstimateSlot {
                ends,
                column,
                terms: terms.iter().map(term).collect(),
                most_places,
                waits: 0,
                is_question: false,
                cells: bits(terms.iter().map(|(cell, _)| cell.index())),
                start: Standing::default(),
                end: Standing::default(),
            }
        }
    };
    (slot.start, slot.end) = (slot.standing_of(0), slot.standing_of(Cells::MAX));
    slot
}

/// Returns cells as a set.
pub(super) fn bits(cells: impl Iterator<Item = usize>) -> Cells {
    cells.fold(0, |set, cell| set | 1 << (cell % 128))
}
