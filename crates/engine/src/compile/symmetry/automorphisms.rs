//! The symmetries of a shape, by a chain of stabilisers.
//!
//! Cells are singled out one after the other until refinement distinguishes all cells. Then, from the last of these cells to
//! the first: to which other cells can it be mapped by a symmetry that leaves those before it in their places? One symmetry
//! for each new orbit is enough to generate all, so even n! of them take few searches (Sims; McKay, "Practical graph
//! isomorphism", 1981). Before a search goes deeper, it guesses that cells not distinguished yet stay in their places (Darga,
//! Sakallah, Markov: "Faster symmetry discovery using sparsity of symmetries", 2008).

use super::partition::Partition;
use super::sets::Classes;
use super::shape::{Id, Shape};
use super::symmetries::{Permutation, Symmetries};
use fukumen_language::arrange::Arrange;
use fukumen_language::expr::Cell;

/// The most work the search may take, in arcs visited.
const WORK: u64 = 1 << 25;

/// The search took too much work.
struct Exhausted;

/// One step of the chain.
struct Step {
    /// The cell that is singled out.
    cell: Id,
    /// Its block.
    block: usize,
    /// The trace of the refinement.
    trace: u64,
    /// A mark of the partition before.
    mark: usize,
}

struct Search<'s> {
    shape: &'s Shape,
    partition: Partition,
    chain: Vec<Step>,
    /// By position: the cells when all are distinguished.
    cells: Vec<Id>,
    /// By cell: its position there.
    positions: Vec<usize>,
    work: u64,
}

/// Returns the symmetries of a shape, as permutations of its cells.
pub(super) fn automorphisms(shape: &Shape) -> Symmetries {
    let mut search = Search {
        shape,
        partition: Partition::new(shape),
        chain: Vec::new(),
        cells: Vec::new(),
        positions: vec![0; shape.cells()],
        work: 0,
    };
    let mut symmetries =
        Symmetries { generators: Vec::new(), chain: Vec::new(), order: Some(1), complete: true };
    let searched = search.descend().and_then(|()| search.ascend(&mut symmetries));
    if let Err(Exhausted) = searched {
        symmetries.complete = false;
        symmetries.order = None;
    }
    symmetries
}

impl Search<'_> {
    /// Singles out cells until all are distinguished.
    fn descend(&mut self) -> Result<(), Exhausted> {
        // Any order of the cells works; in this one, the first cells of the chain are the first of the puzzle.
        for cell in 0..self.shape.cells() as Id {
            let block = self.partition.block(cell);
            if self.partition.positions(block).len() == 1 {
                continue;
            }
            self.check()?;
            let mark = self.partition.mark();
            let trace = self.partition.single_out(self.shape, cell);
            self.chain.push(Step { cell, block, trace, mark });
        }
        self.cells = self.partition.nodes()[..self.shape.cells()].to_vec();
        for (position, cell) in self.cells.iter().enumerate() {
            self.positions[*cell as usize] = position;
        }
        Ok(())
    }

    /// Goes back along the chain step by step, and finds generators at each.
    fn ascend(&mut self, symmetries: &mut Symmetries) -> Result<(), Exhausted> {
        let mut orbits = Classes::new(self.shape.cells());
        for depth in (0..self.chain.len()).rev() {
            let Step { cell, block, mark, .. } = self.chain[depth];
            self.partition.undo(mark);
            let mut others = self.partition.nodes()[self.partition.positions(block)].to_vec();
            others.arrange();
            // If one cell of an orbit is no image, no other is.
            let mut failed: Vec<Id> = Vec::new();
            for other in others {
                let orbit = orbits.find(other as usize);
                let mut is_known = |cell: Id| orbits.find(cell as usize) == orbit;
                if is_known(cell) || failed.iter().any(|failed| is_known(*failed)) {
                    continue;
                }
                match self.mapping(depth, other)? {
                    Some(moved) => {
                        moved.iter().for_each(|(cell, image)| orbits.unite(*cell as usize, *image as usize));
                        symmetries.generators.push(permutation(&moved));
                    }
                    None => failed.push(other),
                }
            }
            let orbit = orbits.size(cell as usize) as u128;
            symmetries.order = symmetries.order.and_then(|order| order.checked_mul(orbit));
            symmetries.chain.push((Cell::new(cell as usize), symmetries.generators.len()));
        }
        Ok(())
    }

    /// Finds a symmetry that maps the cell of this step to another, and the cells of the steps before to their current
    /// images.
    fn mapping(&mut self, depth: usize, other: Id) -> Result<Option<Vec<(Id, Id)>>, Exhausted> {
        self.check()?;
        let mark = self.partition.mark();
        let trace = self.partition.single_out(self.shape, other);
        let mapping = if trace == self.chain[depth].trace { self.completed(depth + 1)? } else { None };
        self.partition.undo(mark);
        Ok(mapping)
    }

    /// Completes a symmetry that agrees with the partition so far.
    fn completed(&mut self, depth: usize) -> Result<Option<Vec<(Id, Id)>>, Exhausted> {
        let guess = self.guess();
        if self.shape.is_symmetry(&guess, &mut self.work) {
            return Ok(Some(guess));
        }
        let Some(Step { cell, block, .. }) = self.chain.get(depth) else { return Ok(None) };
        let mut others = self.partition.nodes()[self.partition.positions(*block)].to_vec();
        others.arrange_by_key(|other| (other != cell, *other));
        for other in others {
            if let Some(mapping) = self.mapping(depth, other)? {
                return Ok(Some(mapping));
            }
        }
        Ok(None)
    }

    /// Maps the cells of the chain's blocks to those of the partition's: a cell in both stays in its place, the others are
    /// paired in any order. Returns only those that move.
    fn guess(&mut self) -> Vec<(Id, Id)> {
        let mut guess = Vec::new();
        let mut block = 0;
        while block < self.cells.len() {
            let range = self.partition.positions(block);
            let (from, to) = (&self.cells[range.clone()], &self.partition.nodes()[range.clone()]);
            let leaving = from.iter().filter(|cell| self.partition.block(**cell) != block);
            let coming = to.iter().filter(|cell| !range.contains(&self.positions[**cell as usize]));
            guess.extend(leaving.copied().zip(coming.copied()));
            block = range.end;
        }
        // Visiting a cell takes a fraction of the time for an arc.
        self.work += self.cells.len() as u64 / 8;
        guess
    }

    fn check(&self) -> Result<(), Exhausted> {
        if self.work + self.partition.work > WORK { Err(Exhausted) } else { Ok(()) }
    }
}

fn permutation(moved: &[(Id, Id)]) -> Permutation {
    let cell = |id: Id| Cell::new(id as usize);
    let mut moved: Vec<(Cell, Cell)> = moved.iter().map(|(from, to)| (cell(*from), cell(*to))).collect();
    moved.arrange();
    Permutation { moved }
}
