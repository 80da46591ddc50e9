//! Sets that are united.

use std::collections::HashMap;

/// Disjoint sets of the numbers below a bound, in which sets are united.
pub(super) struct Classes {
    /// The way to the set's representative.
    up: Vec<usize>,
    /// By representative: how many the set has.
    sizes: Vec<usize>,
}

impl Classes {
    pub(super) fn new(count: usize) -> Self {
        Self { up: (0..count).collect(), sizes: vec![1; count] }
    }

    /// The representative of the set that holds `i`.
    pub(super) fn find(&mut self, mut i: usize) -> usize {
        while self.up[i] != i {
            self.up[i] = self.up[self.up[i]];
            i = self.up[i];
        }
        i
    }

    /// How many are in the set that holds `i`.
    pub(super) fn size(&mut self, i: usize) -> usize {
        let root = self.find(i);
        self.sizes[root]
    }

    pub(super) fn unite(&mut self, i: usize, j: usize) {
        let (i, j) = (self.find(i), self.find(j));
        if i == j {
            return;
        }
        let (small, large) = if self.sizes[i] < self.sizes[j] { (i, j) } else { (j, i) };
        self.up[small] = large;
        self.sizes[large] += self.sizes[small];
    }

    /// The sets numbered from 1 in the order of their first members: the number of each member's.
    pub(super) fn numbered(mut self) -> Vec<u64> {
        let mut numbers = HashMap::new();
        (0..self.up.len())
            .map(|i| {
                let next = numbers.len() as u64 + 1;
                *numbers.entry(self.find(i)).or_insert(next)
            })
            .collect()
    }
}
