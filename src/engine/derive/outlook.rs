//! How many assignments survive, once some cells are known: estimates, to compare orders with.
//!
//! What a polynomial leaves of all assignments depends on the *set* of known cells alone. Two things are counted:
//! its complete columns (what unknown digits add is divisible by `b^k`, so that one in `b^k` agrees), and
//! its width (the range that unknown digits leave it, against the range at the start). Where all is known, one
//! of all its values is right. Known digits count as the mean of their domain.

use super::algebra::Equation;
use super::algebra::Slot;
use super::algebra::System;
use crate::compile::Problem;
use crate::expr::Expr;
use crate::vocabulary::Algebra;
use crate::vocabulary::Tier;

/// Sets of cells, as bits. Larger problems are ordered in a simpler way.
pub(super) type Cells = u128;

/// What is known of one condition.
#[derive(Debug)]
pub(super) struct Sketch {
    pub(super) cells: Cells,
    /// The logarithm of what is left when all is known.
    end: f64,
    polynomial: Option<Polynomial>,
}

#[derive(Debug)]
struct Polynomial {
    products: Vec<(f64, Vec<usize>)>,
    slots: Vec<SketchSlot>,
    /// The width at the start, in logarithm.
    width: f64,
}

#[derive(Debug)]
struct SketchSlot {
    constant: f64,
    terms: Vec<SketchTerm>,
    /// The cells that its value waits for.
    waits: Cells,
}

#[derive(Debug)]
struct SketchTerm {
    cell: u32,
    least: f64,
    mean: f64,
    most: f64,
    /// The column of its last digit.
    column: u32,
}

impl Sketch {
    pub(super) fn of_equation(problem: &Problem, system: &System, equation: &Equation) -> Self {
        let cells = bits(equation.cells.iter().copied());
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
        let slots = slots.iter().map(|slot| sketch_slot(problem, &system.slots[*slot])).collect();
        let mut polynomial = Polynomial { products, slots, width: 0.0 };
        polynomial.width = polynomial.reach(0).1.max(1.0).ln();
        Self { cells, end: -polynomial.width, polynomial: Some(polynomial) }
    }

    /// A condition that is only tested.
    pub(super) fn of_test(problem: &Problem, number: usize) -> Self {
        let condition = &problem.conditions[number];
        let cells = bits(condition.cells.iter().map(|cell| cell.index()));
        Self { cells, end: strength(&condition.expr).ln(), polynomial: None }
    }

    /// The logarithm of the part of all assignments that it leaves, once these cells are known.
    pub(super) fn left(&self, known: Cells, base: f64) -> f64 {
        if self.cells & !known == 0 {
            return self.end;
        }
        let Some(polynomial) = &self.polynomial else { return 0.0 };
        let (column, width) = polynomial.reach(known);
        let range = (width.max(1.0).ln() - polynomial.width).min(0.0);
        (range - f64::from(column) * base.ln()).max(self.end)
    }

    /// The range that unknown digits leave, in logarithm; `None` where it has none.
    pub(super) fn width(&self, known: Cells) -> Option<f64> {
        let (_, width) = self.polynomial.as_ref()?.reach(known);
        Some(width.max(1.0).ln())
    }
}

impl Polynomial {
    /// The first column that is not complete, and the width.
    fn reach(&self, known: Cells) -> (u32, f64) {
        let mut column = u32::MAX;
        let mut waits = false;
        let mut ranges = [(0.0, 0.0); SLOTS];
        for (slot, range) in self.slots.iter().zip(&mut ranges) {
            *range = slot.range(known, &mut column);
            waits |= slot.waits & !known != 0;
        }
        let (mut least, mut most) = (0.0, 0.0);
        for (factor, slots) in &self.products {
            let (mut low, mut high) = (1.0f64, 1.0f64);
            for slot in slots {
                let (a, b) = ranges[(*slot).min(SLOTS - 1)];
                let ends = [low * a, low * b, high * a, high * b];
                low = ends[0].min(ends[1]).min(ends[2].min(ends[3]));
                high = ends[0].max(ends[1]).max(ends[2].max(ends[3]));
            }
            least += (factor * low).min(factor * high);
            most += (factor * low).max(factor * high);
        }
        if waits {
            return (0, self.width.exp().max(most - least));
        }
        (if column == u32::MAX { 0 } else { column }, most - least)
    }
}

/// More slots than this in one polynomial are not looked at.
const SLOTS: usize = 24;

impl SketchSlot {
    #[inline]
    fn range(&self, known: Cells, column: &mut u32) -> (f64, f64) {
        let (mut least, mut most) = (self.constant, self.constant);
        for term in &self.terms {
            if known >> term.cell & 1 == 1 {
                least += term.mean;
                most += term.mean;
            } else {
                least += term.least;
                most += term.most;
                *column = term.column.min(*column);
            }
        }
        (least, most)
    }
}

fn sketch_slot(problem: &Problem, slot: &Slot) -> SketchSlot {
    let base = i64::from(problem.context.base.get());
    match slot {
        Slot::Opaque { cells, .. } => {
            SketchSlot { constant: 1.0, terms: Vec::new(), waits: bits(cells.iter().copied()) }
        }
        Slot::Form(form) => {
            let term = |(cell, coefficient): &(usize, i64)| {
                let domain = problem.domains[*cell];
                let ends = [domain.min(), domain.max()]
                    .map(|digit| *coefficient as f64 * f64::from(digit.unwrap_or(0)));
                let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                SketchTerm {
                    cell: *cell as u32,
                    least,
                    mean: (least + most) / 2.0,
                    most,
                    column: column(*coefficient, base),
                }
            };
            let terms = form.terms.iter().map(term).collect();
            SketchSlot { constant: form.constant as f64, terms, waits: 0 }
        }
    }
}

/// How often the base divides a coefficient.
fn column(mut coefficient: i64, base: i64) -> u32 {
    let mut column = 0;
    while coefficient != 0 && coefficient % base == 0 {
        coefficient /= base;
        column += 1;
    }
    column
}

/// The part of all assignments that a condition leaves which is only tested: a guess.
fn strength(expr: &Expr) -> f64 {
    match expr {
        Expr::Chain(chain) if chain.tier() == Tier::Relation => match chain.rest.first() {
            Some((operator, _)) if operator.algebra == Algebra::Equal => 0.02,
            Some((operator, _)) if operator.algebra == Algebra::Unequal => 0.95,
            Some((operator, _)) if operator.algebra == Algebra::Opaque => 0.1,
            _ => 0.5,
        },
        Expr::Chain(_) => 0.5,
        Expr::Call(..) => 0.2,
        _ => 0.8,
    }
}

/// Cells as a set.
pub(super) fn bits(cells: impl Iterator<Item = usize>) -> Cells {
    cells.fold(0, |set, cell| set | 1 << (cell % 128))
}
