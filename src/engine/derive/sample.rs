//! How many nodes a tree has, from random descents.
//!
//! A descent takes one of the digits of each level at random. At each level, multiply the numbers of digits
//! that there were to choose from; the sum over the levels is an estimate of the nodes that is right on
//! average (D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29,
//! 1975).

use super::nodes::Nodes;
use super::tree::Tree;
use super::whole::Whole;
use crate::digits::Digit;
use crate::engine::search::random::Random;
use crate::engine::search::walk::Walk;
use crate::interrupt::Interrupt;
use crate::interrupt::Interrupted;

/// The estimated nodes of a tree. Conditions that are only tested are taken to hold.
pub(super) fn nodes<T: Whole>(
    tree: &Tree<T>,
    descents: usize,
    interrupt: &dyn Interrupt,
) -> Result<f64, Interrupted> {
    let mut random = Random::new();
    let mut walk = Nodes::new(tree);
    let mut nodes = 0.0;
    for _ in 0..descents {
        interrupt.check()?;
        nodes += descent(tree, &mut walk, &mut random);
    }
    Ok(nodes / descents as f64)
}

fn descent<T: Whole>(tree: &Tree<T>, walk: &mut Nodes<T>, random: &mut Random) -> f64 {
    let (mut nodes, mut weight) = (0.0, 1.0);
    let mut depth = 0;
    while depth < tree.levels.len() {
        let digits = walk.open(depth);
        weight *= digits.len() as f64;
        nodes += weight;
        if digits.is_empty() {
            break;
        }
        walk.assign(depth, nth(digits.bits(), random.below(digits.len() as u32)));
        depth += 1;
        if !walk.agrees(depth - 1) {
            break;
        }
    }
    (0..depth).rev().for_each(|depth| walk.retreat(depth));
    nodes
}

/// The digit of this number among the bits.
fn nth(mut bits: u64, n: u32) -> Digit {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as Digit
}
