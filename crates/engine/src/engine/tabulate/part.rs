//! A part of an equation: operands that share symbols and therefore have one table.
//!
//! Parts of the same shape have the same table: `A/BC`, `D/EF` and `G/HI` are tabulated once. Two parts have the same shape
//! if they are written alike once their symbols are numbered, and if symbols of one number may take the same digits.

use super::equation::{Operand, Operation, Product};
use super::residue;
use super::residue::PRIME;
use crate::compile::factors::{Factor, Value};
use crate::compile::{Condition, Problem};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::Cell;

/// Operands that are tabulated together.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its cells, without those fixed before, in the order in which a table takes them.
    pub(super) cells: Vec<Cell>,
    /// The products whose sum is its value.
    pub(super) products: Vec<Product>,
    /// Whether the equation has the negative of this sum, or the inverse of this product.
    pub(super) is_turned: bool,
    /// Conditions on these cells alone.
    pub(super) conditions: Vec<usize>,
    /// The common shape: equal for parts of the same shape.
    pub(super) shape: Vec<i64>,
}

/// The context in which parts are made.
pub(super) struct Setting<'p> {
    pub(super) problem: &'p Problem,
    pub(super) operation: Operation,
    /// Cells whose digits are known before any table is made, as bits.
    pub(super) fixed: u64,
    /// Cells of the group whose digits are kept in masks, as bits.
    pub(super) distinct: u64,
    /// The number of the condition that is split.
    pub(super) lead: usize,
}

impl Part {
    pub(super) fn of(operands: &[&Operand], setting: &Setting) -> Self {
        let mut products = products(operands, setting.operation);
        let is_turned = turn(&mut products, setting.operation);
        let mut shape = Shape { setting, cells: Vec::new(), tokens: Vec::new() };
        products.iter().for_each(|product| shape.product(product));
        let conditions = conditions(&shape.cells, setting);
        let (cells, shape) = shape.finish(&conditions);
        Self { cells, products, is_turned, conditions, shape }
    }

    /// Returns its cells as bits.
    pub(super) fn bits(&self) -> u64 {
        bits(&self.cells)
    }

    /// Returns whether the judge computes some of it.
    pub(super) fn is_judged(&self) -> bool {
        let mut factors = self.products.iter().flat_map(|product| &product.factors);
        factors.any(|factor| matches!(factor.value, Value::Judged(_)))
    }

    /// Returns an estimate of the range of its values; infinite if it has a division.
    pub(super) fn width(&self, domains: &[DigitSet]) -> f64 {
        let of_factor = |factor: &Factor| match &factor.value {
            Value::Linear(form) if factor.exponent > 0 => {
                let (least, most) = form.ends(domains);
                (least.abs().max(most.abs()) as f64).powi(factor.exponent)
            }
            _ => f64::INFINITY,
        };
        let of_product = |product: &Product| {
            let coefficient = product.coefficient.min(residue::negated(product.coefficient));
            f64::from(coefficient) * product.factors.iter().map(of_factor).product::<f64>()
        };
        self.products.iter().map(of_product).sum()
    }

    /// Returns an upper estimate of the number of its values.
    pub(super) fn values(&self, domains: &[DigitSet]) -> f64 {
        let ranges =
            self.products.iter().flat_map(|product| &product.factors).map(|factor| match &factor.value {
                Value::Linear(form) => {
                    let (least, most) = form.ends(domains);
                    (most - least) as f64 + 1.0
                }
                Value::Judged(judged) => {
                    judged.cells().iter().map(|cell| domains[cell.index()].len() as f64).product()
                }
            });
        ranges.product::<f64>().min(f64::from(PRIME))
    }
}

fn bits(cells: &[Cell]) -> u64 {
    cells.iter().fold(0, |bits, cell| bits | 1 << cell.index())
}

/// Returns the products. In a product, the factors of all operands are one product.
fn products(operands: &[&Operand], operation: Operation) -> Vec<Product> {
    let all = operands.iter().map(|operand| operand.product.clone());
    match operation {
        Operation::Sum => all.collect(),
        Operation::Product => {
            let factors = all.flat_map(|product| product.factors).collect();
            vec![Product { coefficient: 1, factors }]
        }
    }
}

/// Makes the sign of the first term, or the exponent of the first factor, positive: `-G/HI` then has the shape of `A/BC`.
fn turn(products: &mut [Product], operation: Operation) -> bool {
    let is_turned = match operation {
        Operation::Sum => products.first().is_some_and(|product| product.coefficient > PRIME / 2),
        Operation::Product => products
            .first()
            .and_then(|product| product.factors.first())
            .is_some_and(|factor| factor.exponent < 0),
    };
    if is_turned {
        for product in products {
            match operation {
                Operation::Sum => product.coefficient = residue::negated(product.coefficient),
                Operation::Product => product.factors.iter_mut().for_each(|factor| factor.exponent *= -1),
            }
        }
    }
    is_turned
}

/// Returns the conditions, besides the one that is split, that depend only on these cells and fixed ones.
fn conditions(cells: &[Cell], setting: &Setting) -> Vec<usize> {
    let own = bits(cells);
    let is_within = |(number, condition): &(usize, &Condition)| {
        let held = bits(&condition.cells);
        *number != setting.lead && held & own != 0 && held & !(own | setting.fixed) == 0
    };
    setting.problem.conditions.iter().enumerate().filter(is_within).map(|(number, _)| number).collect()
}

/// A shape that is being made: the numbers that write a part, with its symbols numbered in order of appearance.
struct Shape<'s> {
    setting: &'s Setting<'s>,
    cells: Vec<Cell>,
    tokens: Vec<i64>,
}

impl Shape<'_> {
    fn product(&mut self, product: &Product) {
        self.tokens.extend([-1, i64::from(product.coefficient), product.factors.len() as i64]);
        for factor in &product.factors {
            self.tokens.extend([i64::from(factor.exponent), factor.is_divisor.into()]);
            match &factor.value {
                Value::Linear(form) => {
                    // By weight, not by number: words are read from the left.
                    let mut terms = form.terms.clone();
                    terms.arrange_by_key(|(_, coefficient)| std::cmp::Reverse(coefficient.unsigned_abs()));
                    self.tokens.extend([0, form.constant, terms.len() as i64]);
                    for (cell, coefficient) in terms {
                        let token = self.cell(cell);
                        self.tokens.extend([token, coefficient]);
                    }
                }
                Value::Judged(judged) => {
                    let cells: Vec<(Cell, i64)> =
                        judged.cells().into_iter().map(|cell| (cell, self.cell(cell))).collect();
                    let token = |cell: Cell| {
                        cells.iter().find(|(own, _)| *own == cell).map_or(0, |(_, token)| *token)
                    };
                    let text = judged.written(&|cell| format!("<{}>", token(cell)));
                    self.tokens.extend([1, text.len() as i64]);
                    self.tokens.extend(text.bytes().map(i64::from));
                }
            }
        }
    }

    /// Adds the number of a cell: fixed cells keep their own, below zero.
    fn cell(&mut self, cell: Cell) -> i64 {
        if self.setting.fixed >> cell.index() & 1 == 1 {
            return -1 - cell.index() as i64;
        }
        let known = self.cells.iter().position(|known| *known == cell);
        known.unwrap_or_else(|| {
            self.cells.push(cell);
            self.cells.len() - 1
        }) as i64
    }

    fn finish(mut self, conditions: &[usize]) -> (Vec<Cell>, Vec<i64>) {
        for cell in &self.cells {
            let domain = self.setting.problem.domains[cell.index()];
            let is_distinct = self.setting.distinct >> cell.index() & 1;
            self.tokens.extend([-2, domain.bits() as i64, is_distinct as i64]);
        }
        // A part with conditions of its own is like no other part.
        self.tokens.extend(conditions.iter().map(|condition| -3 - *condition as i64));
        (self.cells, self.tokens)
    }
}
