//! A division of an equation: its parts, and the sides that they stand on.

use std::sync::Arc;

use super::equation::Operation;
use super::images::Images;
use super::part::Part;
use crate::compile::Problem;
use fukumen_language::expr::Cell;

/// A plan of the join.
pub(super) struct Layout {
    /// The number of the condition that is split.
    pub(super) lead: usize,
    pub(super) operation: Operation,
    pub(super) constant: u32,
    /// Cells whose digits are fixed before tables are made, as bits.
    pub(super) fixed: u64,
    /// Cells whose digits must differ and are kept in masks, as bits.
    pub(super) distinct: u64,
    pub(super) parts: Arc<[Part]>,
    /// For each part, the part whose table it uses: the first of its shape.
    pub(super) tables: Arc<[usize]>,
    /// The parts of the side that is looked up, those that are alike next to each other.
    pub(super) probe: Vec<usize>,
    /// The parts of the side that is put into the index.
    pub(super) build: Vec<usize>,
    /// Whether both sides are made of the same parts, so that one serves as both.
    pub(super) is_mirrored: bool,
    /// Whether the last part of the probe and the first of the other side are alike.
    pub(super) is_linked: bool,
    pub(super) images: Images,
    pub(super) estimate: Estimate,
}

/// The expected cost of a layout.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Estimate {
    /// The rows made and the rows looked up.
    pub(super) nodes: f64,
    /// In nanoseconds.
    pub(super) cost: f64,
    /// Bytes held at once.
    pub(super) bytes: f64,
}

impl Layout {
    /// Returns a cell of the part with the most cells, as a bit: one that the larger side holds.
    pub(super) fn largest_cell(&self) -> Option<u64> {
        let part = self.parts.iter().max_by_key(|part| part.cells.len())?;
        part.cells.first().map(|cell| 1 << cell.index())
    }

    /// Returns the cells of all parts and those fixed, as bits.
    pub(super) fn cells(&self) -> u64 {
        self.parts.iter().flat_map(|part| &part.cells).fold(self.fixed, |bits, cell| bits | 1 << cell.index())
    }

    /// Returns all digits that the equation's cells may take, if they take each of them.
    pub(super) fn all(&self, problem: &Problem) -> Option<u64> {
        let cells = self.cells() & self.distinct;
        let own = problem.domains.iter().enumerate().filter(|(cell, _)| cells >> cell & 1 == 1);
        let digits = own.fold(0, |bits, (_, domain)| bits | domain.bits());
        (digits.count_ones() == cells.count_ones()).then_some(digits)
    }

    /// Returns whether neighbouring parts of a side are alike.
    pub(super) fn is_alike(&self, a: usize, b: usize) -> bool {
        self.images.is_alike(a, b)
    }

    /// Returns whether a part is used with the other sign, or inverted, on its side.
    pub(super) fn is_turned(&self, part: usize) -> bool {
        self.parts[part].is_turned != self.build.contains(&part)
    }

    /// Returns whether every digit of a part differs from those of others, and no other rule applies to it.
    pub(super) fn is_free(&self, part: usize) -> bool {
        let part = &self.parts[part];
        let is_distinct = |cell: &Cell| self.distinct >> cell.index() & 1 == 1;
        !part.cells.is_empty() && part.conditions.is_empty() && part.cells.iter().all(is_distinct)
    }
}
