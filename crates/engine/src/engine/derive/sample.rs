//! Estimates how many nodes a tree has, from some nodes of each level.
//!
//! A limited number of nodes is kept on each level, chosen at random from the children of those kept on the level above. Each
//! stands for all that were left out, so the sum over the levels is right on average. If a tree is so narrow that all its
//! nodes are kept, the sum is exact (R. Vaisman and D. P. Kroese, Stochastic enumeration method for counting trees,
//! Methodology and Computing in Applied Probability 19, 2017). Single random descents are right on average as well (D. E.
//! Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975). But if few branches go deep,
//! nearly all descents miss them: 128 descents promise 7,000 nodes for `AB^2+CD^2+EF^2=GHI^2` in base 12, and there are
//! 270,000.
//!
//! If all nodes kept on a level are rejected, the sum is far too low. This still happens for some orders of long divisions
//! with few clues.

use super::nodes::{Nodes, State};
use super::tree::Tree;
use crate::engine::search::random::Random;
use crate::engine::search::walk::Walk;
use crate::engine::search::whole::Whole;
use fukumen_language::digits::Digit;
use fukumen_language::interrupt::{Interrupt, Interrupted};

/// Takes samples, each in the memory of the previous one.
#[derive(Default)]
pub(super) struct Sampler<T> {
    /// States of the level above and of this one: those that are kept come first.
    kept: Vec<State<T>>,
    below: Vec<State<T>>,
    /// Children of kept nodes, with their parents.
    children: Vec<(usize, Digit)>,
}

impl<T: Whole> Sampler<T> {
    /// Estimates the nodes of a tree, with at most this number of nodes kept on each level. Conditions that are only tested
    /// are assumed to hold.
    pub(super) fn nodes(
        &mut self,
        tree: &Tree<T>,
        width: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<f64, Interrupted> {
        let mut random = Random::new();
        let mut walker = Nodes::new(tree);
        let (mut count, mut nodes, mut weight) = (1, 0.0, 1.0);
        self.kept.resize_with(self.kept.len().max(1), State::default);
        walker.swap(&mut self.kept[0]);
        for depth in 0..tree.levels.len() {
            interrupt.check()?;
            self.children.clear();
            for (parent, state) in self.kept[..count].iter_mut().enumerate() {
                walker.swap(state);
                self.children.extend(walker.open(depth).iter().map(|digit| (parent, digit)));
                walker.swap(state);
            }
            nodes += weight * self.children.len() as f64;
            let (mut left, mut wanted) = (self.children.len(), self.children.len().min(width));
            weight *= left as f64 / wanted.max(1) as f64;
            count = 0;
            for (parent, digit) in &self.children {
                let is_kept = (random.below(left as u32) as usize) < wanted;
                left -= 1;
                if !is_kept {
                    continue;
                }
                wanted -= 1;
                if count == self.below.len() {
                    self.below.push(State::default());
                }
                let child = &mut self.below[count];
                child.copy(&self.kept[*parent]);
                walker.swap(child);
                walker.assign(depth, *digit);
                count += usize::from(walker.agrees(depth));
                walker.swap(child);
            }
            if count == 0 {
                break;
            }
            std::mem::swap(&mut self.kept, &mut self.below);
        }
        Ok(nodes)
    }
}
