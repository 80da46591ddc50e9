//! Which solutions differ only by a symmetry.

use std::collections::HashMap;

use super::Symmetries;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};

/// The number of each solution's class, from 1, in the order of each class's first solution.
///
/// Solutions are united with their images under each generator, which is enough: the rest of the
/// group is made of these. An image that is not in the list (the list may be cut short) is
/// passed over, so two solutions whose connection leads through it count as two.
///
/// # Errors
/// [`Interrupted`] if there was no time to compare all.
pub fn classes(
    solutions: &[&[Digit]],
    symmetries: &Symmetries,
    interrupt: &dyn Interrupt,
) -> Result<Vec<u64>, Interrupted> {
    /// How many are looked at between two looks at the interrupt: a few milliseconds.
    const BREATH: usize = 1 << 14;
    let look = |i: usize| if i.is_multiple_of(BREATH) { interrupt.check() } else { Ok(()) };
    let mut classes = Classes::new(solutions.len());
    let mut by_digits = HashMap::with_capacity(solutions.len());
    for (i, solution) in solutions.iter().enumerate() {
        look(i)?;
        let first = *by_digits.entry(*solution).or_insert(i);
        classes.unite(first, i);
    }
    for generator in symmetries.generators() {
        for (i, solution) in solutions.iter().enumerate() {
            look(i)?;
            if let Some(image) = by_digits.get(&*generator.apply(solution)) {
                classes.unite(i, *image);
            }
        }
    }
    Ok(classes.numbered())
}

/// Tells the first solution of each class, without the others: it has the smallest digit of each orbit in the orbit's first
/// cell. See [`Symmetries::orbits`].
#[derive(Clone, Debug)]
pub struct Firsts {
    pub(super) orbits: Vec<Vec<Cell>>,
}

impl Firsts {
    /// Whether a solution is the first of its class.
    #[must_use]
    pub fn is_first(&self, digits: &[Digit]) -> bool {
        let is_first = |orbit: &Vec<Cell>| {
            let first = digits[orbit[0].index()];
            orbit.iter().all(|cell| first <= digits[cell.index()])
        };
        self.orbits.iter().all(is_first)
    }
}

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
    fn numbered(mut self) -> Vec<u64> {
        let mut numbers = HashMap::new();
        (0..self.up.len())
            .map(|i| {
                let next = numbers.len() as u64 + 1;
                *numbers.entry(self.find(i)).or_insert(next)
            })
            .collect()
    }
}
