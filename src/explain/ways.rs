//! Goes through all ways to give values to a few variables.

use crate::interrupt::Interrupt;

/// How many assignments are tried between two looks at the interrupt.
const TRIED_AT_ONCE: u64 = 64;

/// What the values must satisfy: factors, in the order of the variables, that add up to a constant.
pub(super) struct Sum {
    pub factors: Vec<i64>,
    pub equals: i64,
}

/// A search through all ways.
pub(super) struct Ways<'a> {
    /// The values of each variable.
    pub values: &'a [Vec<i64>],
    pub sums: &'a [Sum],
    /// Whether two variables differ.
    pub differ: &'a dyn Fn(usize, usize) -> bool,
    /// A last test of all values.
    pub test: &'a dyn Fn(&[i64]) -> bool,
    /// Ends if more ways than this are found.
    pub most: usize,
    /// The most assignments that are tried.
    pub work: u64,
    /// What else may end it.
    pub watch: &'a dyn Interrupt,
}

/// Why a search through all ways gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

impl Ways<'_> {
    /// All ways, and how many assignments were tried.
    pub fn all(&self) -> Result<(Vec<Vec<i64>>, u64), TooMany> {
        let mut run = Run {
            ways: self,
            chosen: Vec::new(),
            missing: self.sums.iter().map(|sum| sum.equals).collect(),
            found: Vec::new(),
            tried: 0,
            rests: self.rests(),
        };
        run.descend(0)?;
        Ok((run.found, run.tried))
    }

    /// For each sum, what the variables from each one on can add up to.
    fn rests(&self) -> Vec<Vec<(i64, i64)>> {
        let of = |sum: &Sum| {
            let mut rests = vec![(0, 0); self.values.len() + 1];
            for i in (0..self.values.len()).rev() {
                let products = || self.values[i].iter().map(|value| value * sum.factors[i]);
                let (least, most) = (products().min().unwrap_or(0), products().max().unwrap_or(0));
                rests[i] = (rests[i + 1].0 + least, rests[i + 1].1 + most);
            }
            rests
        };
        self.sums.iter().map(of).collect()
    }
}

struct Run<'a> {
    ways: &'a Ways<'a>,
    chosen: Vec<i64>,
    /// What is still missing of each sum.
    missing: Vec<i64>,
    found: Vec<Vec<i64>>,
    tried: u64,
    rests: Vec<Vec<(i64, i64)>>,
}

impl Run<'_> {
    fn descend(&mut self, at: usize) -> Result<(), TooMany> {
        self.tried += 1;
        if self.tried > self.ways.work || self.is_over(at) {
            return Err(TooMany);
        }
        if !self.can_still_be(at) {
            return Ok(());
        }
        if at == self.ways.values.len() {
            if (self.ways.test)(&self.chosen) {
                if self.found.len() == self.ways.most {
                    return Err(TooMany);
                }
                self.found.push(self.chosen.clone());
            }
            return Ok(());
        }
        for value in &self.ways.values[at] {
            let clashes = |i: usize| self.chosen[i] == *value && (self.ways.differ)(i, at);
            if (0..at).any(clashes) {
                continue;
            }
            self.chosen.push(*value);
            self.add(at, *value);
            self.descend(at + 1)?;
            self.add(at, -*value);
            self.chosen.pop();
        }
        Ok(())
    }

    /// Whether it was interrupted; the last test may be a long one.
    fn is_over(&self, at: usize) -> bool {
        (self.tried.is_multiple_of(TRIED_AT_ONCE) || at == self.ways.values.len())
            && self.ways.watch.is_raised()
    }

    /// Takes a value of a variable off what is missing.
    fn add(&mut self, at: usize, value: i64) {
        for (missing, sum) in self.missing.iter_mut().zip(self.ways.sums) {
            *missing -= sum.factors[at] * value;
        }
    }

    /// Whether the values that are left can fill up each sum.
    fn can_still_be(&self, at: usize) -> bool {
        self.missing
            .iter()
            .zip(&self.rests)
            .all(|(missing, rests)| (rests[at].0..=rests[at].1).contains(missing))
    }
}
