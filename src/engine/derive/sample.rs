//! How many nodes a tree has, from some nodes of each level.
//!
//! A limited number of nodes is kept of each level, chosen at random from the children of those that were kept of the level
//! above. Each stands for all that were left out, so the sum over the levels is right on average. If a tree is so narrow
//! that all its nodes are kept, the sum is exact (R. Vaisman and D. P. Kroese, Stochastic enumeration method for counting trees,
//! Methodology and Computing in Applied Probability 19, 2017). Single random descents are right on average as well (D. E. Knuth,
//! Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975). But if few branches go deep, nearly
//! all descents miss them: 128 descents promise 7,000 nodes for `AB^2+CD^2+EF^2=GHI^2` in base 12, and there are 270,000.
//!
//! If all nodes that are kept of a level are rejected, the sum is far too low. So it still is for some orders of long divisions
//! with few clues.

use super::nodes::Nodes;
use super::tree::Tree;
use super::whole::Whole;
use crate::digits::Digit;
use crate::engine::search::random::Random;
use crate::engine::search::walk::Walk;
use crate::interrupt::Interrupt;
use crate::interrupt::Interrupted;

/// The estimated nodes of a tree, with at most this number of nodes kept of each level. Conditions that are only tested
/// are taken to hold.
pub(super) fn nodes<T: Whole>(
    tree: &Tree<T>,
    width: usize,
    interrupt: &dyn Interrupt,
) -> Result<f64, Interrupted> {
    let mut random = Random::new();
    // Of each level, those that are kept stand at the beginning.
    let (mut kept, mut below) = (vec![Nodes::new(tree)], Vec::new());
    let mut children: Vec<(usize, Digit)> = Vec::new();
    let (mut count, mut nodes, mut weight) = (1, 0.0, 1.0);
    for depth in 0..tree.levels.len() {
        interrupt.check()?;
        children.clear();
        for (parent, node) in kept[..count].iter_mut().enumerate() {
            children.extend(node.open(depth).iter().map(|digit| (parent, digit)));
        }
        nodes += weight * children.len() as f64;
        let (mut left, mut wanted) = (children.len(), children.len().min(width));
        weight *= left as f64 / wanted.max(1) as f64;
        count = 0;
        for (parent, digit) in &children {
            let is_kept = (random.below(left as u32) as usize) < wanted;
            left -= 1;
            if !is_kept {
                continue;
            }
            wanted -= 1;
            if count == below.len() {
                below.push(Nodes::new(tree));
            }
            below[count].stand_at(&kept[*parent]);
            below[count].assign(depth, *digit);
            count += usize::from(below[count].agrees(depth));
        }
        if count == 0 {
            break;
        }
        std::mem::swap(&mut kept, &mut below);
    }
    Ok(nodes)
}
