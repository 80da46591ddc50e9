//! The symmetries of a puzzle: permutations of its cells that leave it unchanged. `--essentially` groups solutions by them.
//!
//! `A/BC+D/EF+G/HI=1` has six solutions, but its three fractions may change places, so there is really one. A symmetry is
//! found in the puzzle itself, not in its solutions. It maps the conditions to themselves, if sums, products and the two
//! sides of an equation have no order, and it keeps domains and groups. This works for every shape of puzzle: systems, grids,
//! side conditions that break a symmetry.
//!
//! The conditions become a coloured graph without the names of the symbols and without the order of commuting operands.
//! Generators of its automorphism group are found by refinement and backtracking along a chain of stabilisers. A group can be
//! very large (`A+B+C+D+E+F+G+H+I=45` has 9! symmetries), but a few generators describe it, so 9! symmetries cost as little
//! as one. The group itself is never listed. The classes of few solutions come from a union-find over these generators. Of
//! many solutions, only the first of each class is kept: if cells that change places have different digits, a solution is the
//! first if it has the smallest digit of each orbit along the chain in the orbit's first cell.

mod automorphisms;
mod classes;
mod conditions;
mod firsts;
mod numbers;
mod partition;
mod reading;
mod sets;
mod shape;
mod sum;
mod symmetries;
#[cfg(test)]
mod tests;

pub use classes::classes;
pub use firsts::Firsts;
pub use symmetries::{Permutation, Scope, Symmetries};

use fukumen_language::puzzle::Puzzle;

/// Finds the symmetries of a puzzle: permutations of its cells that map its conditions, including side conditions, to the
/// same conditions, and its rules (the digits that each cell may take, and which of them differ) to the same rules.
#[must_use]
pub fn symmetries(puzzle: &Puzzle, scope: Scope) -> Symmetries {
    match reading::shape(puzzle, scope) {
        Some(shape) => automorphisms::automorphisms(&shape),
        None => Symmetries { generators: Vec::new(), chain: Vec::new(), order: None, complete: false },
    }
}
