//! Goes through all ways to give values to a few variables.

use fukumen_language::digits::DigitSet;
use fukumen_language::interrupt::Interrupt;
use std::collections::BTreeMap;

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

/// The most sets of digits that are taken together while ways to fill in places are counted.
const MOST_SETS: usize = 5_000;

/// In how many ways places can be filled in, each with one of its digits, those that differ with different ones. It is told
/// too large if they differ in another manner than group by group, or if there is too much to count.
pub(super) fn fillings(sets: &[DigitSet], differ: &dyn Fn(usize, usize) -> bool) -> u64 {
    let mut left: Vec<usize> = (0..sets.len()).collect();
    let mut all = 1_u64;
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        left.retain(|at| {
            let joins = group.iter().all(|other| differ(*other, *at));
            if joins {
                group.push(*at);
            }
            !joins
        });
        let group: Vec<DigitSet> = group.into_iter().map(|at| sets[at]).collect();
        all = all.saturating_mul(different(&group));
    }
    all
}

/// In how many ways each of the sets can give another digit.
fn different(sets: &[DigitSet]) -> u64 {
    let mut ways: BTreeMap<u64, u64> = BTreeMap::from([(0, 1)]);
    for set in sets {
        let mut next: BTreeMap<u64, u64> = BTreeMap::new();
        for (taken, count) in &ways {
            for digit in set.minus(DigitSet::from_bits(*taken)).iter() {
                let count_of = next.entry(DigitSet::from_bits(*taken).with(digit).bits()).or_default();
                *count_of = count_of.saturating_add(*count);
            }
        }
        if next.len() > MOST_SETS {
            return sets.iter().fold(1, |all, set| all.saturating_mul(set.len() as u64));
        }
        ways = next;
    }
    ways.values().fold(0, |all, count| all.saturating_add(*count))
}

/// Why a search through all ways gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

impl Ways<'_> {
    /// All ways, and how many assignments were tried.
    pub fn all(&self) -> Result<(Vec<Vec<i64>>, u64), TooMany> {
        let mut run = Run {
            ways: self,
            chosen: Vec::with_capacity(self.values.len()),
            missing: self.sums.iter().map(|sum| sum.equals).collect(),
            found: Vec::new(),
            tried: 0,
            rests: self.rests(),
            clashes: self.clashes(),
        };
        run.tries(0)?;
        if run.missing.iter().zip(&run.rests).all(|(missing, rests)| fits(*missing, rests[0])) {
            run.descend(0)?;
        }
        Ok((run.found, run.tried))
    }

    /// For each variable those before it from which it differs.
    fn clashes(&self) -> Vec<Vec<usize>> {
        let of = |at: usize| (0..at).filter(|i| (self.differ)(*i, at)).collect();
        (0..self.values.len()).map(of).collect()
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
    clashes: Vec<Vec<usize>>,
}

impl Run<'_> {
    /// Goes through the values of the variables from one on, for which there still are values that fill up each sum.
    fn descend(&mut self, at: usize) -> Result<(), TooMany> {
        let ways = self.ways;
        if at == ways.values.len() {
            if (ways.test)(&self.chosen) {
                if self.found.len() == ways.most {
                    return Err(TooMany);
                }
                self.found.push(self.chosen.clone());
            }
            return Ok(());
        }
        for value in &ways.values[at] {
            if self.clashes[at].iter().any(|i| self.chosen[*i] == *value) {
                continue;
            }
            self.tries(at + 1)?;
            if !self.can_be(at, *value) {
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

    /// Counts an assignment; whether there may be more. The last test may be a long one, so that it asks each time.
    fn tries(&mut self, set: usize) -> Result<(), TooMany> {
        self.tried += 1;
        let asks = self.tried.is_multiple_of(TRIED_AT_ONCE) || set == self.ways.values.len();
        let is_over = self.tried > self.ways.work || asks && self.ways.watch.is_raised();
        if is_over { Err(TooMany) } else { Ok(()) }
    }

    /// Takes a value of a variable off what is missing.
    fn add(&mut self, at: usize, value: i64) {
        for (missing, sum) in self.missing.iter_mut().zip(self.ways.sums) {
            *missing -= sum.factors[at] * value;
        }
    }

    /// Whether the values that are left can fill up each sum if a variable has this value.
    fn can_be(&self, at: usize, value: i64) -> bool {
        self.missing
            .iter()
            .zip(self.ways.sums)
            .zip(&self.rests)
            .all(|((missing, sum), rests)| fits(missing - sum.factors[at] * value, rests[at + 1]))
    }
}

fn fits(missing: i64, (least, most): (i64, i64)) -> bool {
    least <= missing && missing <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillings_are_those_that_are_found_one_by_one() {
        let sets = [0b1111, 0b0110, 0b1010, 0b1111, 0b0011].map(DigitSet::from_bits);
        let groups: [fn(usize, usize) -> bool; 3] = [|_, _| true, |_, _| false, |a, b| a % 2 == b % 2];
        for differ in groups {
            let values = sets.map(|set| set.iter().map(i64::from).collect());
            let ways = Ways {
                values: &values,
                sums: &[],
                differ: &differ,
                test: &|_| true,
                most: 10_000,
                work: 1_000_000,
                watch: &fukumen_language::interrupt::Never,
            };
            let (all, _) = ways.all().expect("there are few");
            assert_eq!(fillings(&sets, &differ), all.len() as u64);
        }
    }
}
