//! Symmetries: permutations, and what follows from those that generate all.

use super::firsts::Firsts;
use super::sets::Classes;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::{Group, Puzzle};

/// The parts of a puzzle that may change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Terms, factors, sides and other operands that may come in any order.
    Terms,
    /// Also symbols of equal place value, within a sum and across a relation: `AB+CD=EF` is
    /// `10A+B+10C+D-10E-F = 0`, where `A` and `C` change places without `B` and `D`.
    Digits,
}

/// A permutation of the cells of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Permutation {
    /// The cells that move, each with its image, sorted. If a thousand cells may change places, most generators move two.
    pub(super) moved: Vec<(Cell, Cell)>,
}

impl Permutation {
    /// Returns the cells that move, each with the one that takes its place.
    #[must_use]
    pub fn moved(&self) -> &[(Cell, Cell)] {
        &self.moved
    }

    /// Makes another solution from one: each cell takes the digit of its image.
    ///
    /// A condition that holds after its cells were replaced by their images holds for the digits read through the
    /// permutation; and the conditions with their cells replaced are the same conditions.
    #[must_use]
    pub fn apply(&self, digits: &[Digit]) -> Vec<Digit> {
        let mut applied = digits.to_vec();
        for (cell, image) in &self.moved {
            applied[cell.index()] = digits[image.index()];
        }
        applied
    }
}

/// The symmetries of a puzzle: permutations that generate all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    pub(super) generators: Vec<Permutation>,
    /// The cells of a chain of stabilisers, from the last, each with a number of generators: that many of the first
    /// generators leave the cells before it in their places, and generate all symmetries that do.
    pub(super) chain: Vec<(Cell, usize)>,
    pub(super) order: Option<u128>,
    pub(super) complete: bool,
}

impl Symmetries {
    /// Returns permutations that generate all symmetries, without the identity.
    #[must_use]
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// Returns the orbits along a chain of stabilisers. Symmetries that leave the first cells of the earlier orbits in their
    /// places map the first cell of an orbit to each of the others. If all values differ, one of each class of symmetric
    /// assignments has the smallest value of each orbit in its first cell (J.-F. Puget, Breaking symmetries in all different
    /// problems, 2005).
    #[must_use]
    pub fn orbits(&self) -> Vec<Vec<Cell>> {
        let moved =
            self.generators.iter().flat_map(|generator| generator.moved().iter().map(|(cell, _)| *cell));
        let cells = moved.map(|cell| cell.index() + 1).max().unwrap_or(0);
        let (mut classes, mut known) = (Classes::new(cells), 0);
        let mut orbits = Vec::new();
        for (first, generators) in self.chain.iter().filter(|(first, _)| first.index() < cells) {
            for (cell, image) in self.generators[known..*generators].iter().flat_map(Permutation::moved) {
                classes.unite(cell.index(), image.index());
            }
            known = *generators;
            let root = classes.find(first.index());
            let others = (0..cells).filter(|cell| *cell != first.index() && classes.find(*cell) == root);
            orbits.push(std::iter::once(*first).chain(others.map(Cell::new)).collect());
        }
        orbits.reverse();
        orbits
    }

    /// Returns which solutions are the first of their class, in the order of their digits by cell. `None` if one solution
    /// alone does not show that: if cells that may change places may have the same digit, or not all symmetries are known.
    #[must_use]
    pub fn firsts(&self, puzzle: &Puzzle) -> Option<Firsts> {
        let in_one_group = |orbit: &Vec<Cell>| {
            let holds =
                |group: &Group| group.most == 1 && orbit.iter().all(|cell| group.cells.contains(cell));
            puzzle.groups().iter().any(holds)
        };
        let orbits = self.orbits();
        (self.complete && orbits.iter().all(in_one_group)).then_some(Firsts { orbits })
    }

    /// Returns how many symmetries there are, with the identity; `None` if that is not known or does not fit a machine word.
    #[must_use]
    pub fn order(&self) -> Option<u128> {
        self.order
    }

    /// Returns whether these are all symmetries. A search that grows too long is given up; everything it found until then is
    /// still a symmetry.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}
