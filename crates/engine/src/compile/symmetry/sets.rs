//! Sets that are united.

use std::collections::HashMap;

/// Disjoint sets of the numbers below a bound (union-find).
pub(super) struct Classes {
    /// The next member on the way to the set's representative.
    up: Vec<usize>,
    /// By representative: the size of the set.
    sizes: Vec<usize>,
}

impl Classes {
    pub(super) fn new(count: usize) -> Self {
        Self { up: (0..count).collect(), sizes: vec![1; count] }
    }

    /// Returns the representative of the set that contains `i`.
    pub(super) fn find(&mut self, mut i: usize) -> usize {
        while self.up[i] != i {
            self.up[i] = self.up[self.up[i]];
            i = self.up[i];
        }
        i
    }

    /// Returns the size of the set that contains `i`.
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

    /// Numbers the sets from 1 in the order of their first members, and returns the number of each member's set.
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
