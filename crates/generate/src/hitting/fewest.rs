//! The fewest elements that meet every set of a family, which may grow during the search.

use std::ops::ControlFlow;

use super::sets::{BETWEEN, Set, apart, elements, greedy};
use fukumen_language::arrange::Arrange;

/// A family of sets, some of which are known and stand for all.
pub trait Family {
    /// Those that are known, as [`super::sets::join`] leaves them.
    fn sets(&self) -> &[Set];

    /// Returns whether elements that meet all known sets also meet the others.
    fn ask(&mut self, chosen: Set) -> ControlFlow<(), Verdict>;

    /// Called from time to time to check whether to continue.
    fn tick(&mut self) -> ControlFlow<()>;
}

/// The verdict on elements that meet every known set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They meet all sets.
    MeetsAll,
    /// Sets were added to the known ones, and the elements miss one of these.
    Grown,
    /// It cannot be decided, and the search is given up.
    Unknown,
}

/// Returns the fewest elements that meet every set of a family; `None` if some set cannot be decided, or after examining 64
/// sets `patience` times.
///
/// When the family grows, the search continues from its place. Everything that was ruled out stays so.
pub fn fewest(family: &mut impl Family, patience: u64) -> ControlFlow<(), Option<Set>> {
    let mut search = Search { family, without: Vec::new(), age: 0, nodes: 0, patience, is_given_up: false };
    search.learn();
    let mut size = 0;
    while !search.is_given_up {
        size = size.max(apart(search.family.sets().iter().copied()));
        let greedy = greedy(search.family.sets());
        let found = if greedy.count_ones() <= size {
            search.accepted(greedy)?
        } else {
            let found = search.of_size(0, 0, search.unmet_by(0), size)?;
            size += 1;
            found
        };
        if found.is_some() {
            return ControlFlow::Continue(found);
        }
    }
    ControlFlow::Continue(None)
}

/// The number of sets in a word of bits.
const WORD: usize = 64;
/// The number of sets examined for some without a common element; the smallest come first.
const MOST_APART: usize = 1_000;

/// Sets are bits: one operation computes for 64 sets which are not met.
struct Search<'a, F> {
    family: &'a mut F,
    /// By element: the sets without it.
    without: Vec<Vec<u64>>,
    /// How often the family has grown.
    age: u64,
    nodes: u64,
    patience: u64,
    is_given_up: bool,
}

impl<F: Family> Search<'_, F> {
    /// Reads the current family.
    fn learn(&mut self) {
        let sets = self.family.sets();
        let mut without = vec![vec![u64::MAX; sets.len().div_ceil(WORD)]; Set::BITS as usize];
        for (i, set) in sets.iter().enumerate() {
            elements(*set).for_each(|element| without[element as usize][i / WORD] ^= 1 << (i % WORD));
        }
        // There are no sets after the last.
        if let Some(behind) = sets.len().checked_rem(WORD).filter(|used| *used > 0) {
            let last = sets.len() / WORD;
            without.iter_mut().for_each(|words| words[last] &= (1 << behind) - 1);
        }
        self.without = without;
        self.age += 1;
    }

    /// Returns elements that meet all known sets, if they meet the others too.
    fn accepted(&mut self, chosen: Set) -> ControlFlow<(), Option<Set>> {
        let verdict = self.family.ask(chosen)?;
        match verdict {
            Verdict::MeetsAll => return ControlFlow::Continue(Some(chosen)),
            Verdict::Grown => self.learn(),
            Verdict::Unknown => self.is_given_up = true,
        }
        ControlFlow::Continue(None)
    }

    /// Searches for a hitting set with a number of further elements, none of them barred.
    fn of_size(
        &mut self,
        chosen: Set,
        mut barred: Set,
        mut unmet: Vec<u64>,
        more: u32,
    ) -> ControlFlow<(), Option<Set>> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN) {
            self.family.tick()?;
        }
        self.patience = self.patience.saturating_sub(unmet.len() as u64);
        self.is_given_up |= self.patience == 0;
        let mut age = self.age;
        let narrowest = loop {
            if self.is_given_up {
                return ControlFlow::Continue(None);
            }
            if let Some(narrowest) = self.narrowest(&unmet, barred) {
                break narrowest;
            }
            let found = self.accepted(chosen)?;
            if found.is_some() {
                return ControlFlow::Continue(found);
            }
            (age, unmet) = (self.age, self.unmet_by(chosen));
        };
        if more == 0 || self.least(&unmet, barred) > more {
            return ControlFlow::Continue(None);
        }
        // The element that meets the most comes first: the others then have less to choose from.
        let left = |element: &u32| {
            let without = &self.without[*element as usize];
            unmet.iter().zip(without).map(|(unmet, without)| (unmet & without).count_ones()).sum::<u32>()
        };
        let mut choices: Vec<(u32, u32)> =
            elements(narrowest).map(|element| (left(&element), element)).collect();
        if more == 1 {
            choices.retain(|(left, _)| *left == 0);
        }
        choices.arrange();
        for (_, element) in choices {
            let bit = 1 << element;
            let without = &self.without[element as usize];
            let rest = unmet.iter().zip(without).map(|(unmet, without)| unmet & without).collect();
            let found = self.of_size(chosen | bit, barred, rest, more - 1)?;
            if found.is_some() || self.is_given_up {
                return ControlFlow::Continue(found);
            }
            // Every set with this element was examined.
            barred |= bit;
            if age < self.age {
                (age, unmet) = (self.age, self.unmet_by(chosen));
                if self.least(&unmet, barred) > more {
                    break;
                }
            }
        }
        ControlFlow::Continue(None)
    }

    /// Returns the sets that some elements do not meet.
    fn unmet_by(&self, chosen: Set) -> Vec<u64> {
        let sets = self.family.sets();
        let word = |sets: &[Set]| {
            let is_unmet = |(_, set): &(usize, &Set)| *set & chosen == 0;
            sets.iter().enumerate().filter(is_unmet).fold(0, |word, (bit, _)| word | 1 << bit)
        };
        sets.chunks(WORD).map(word).collect()
    }

    /// Returns a lower bound on the further elements needed.
    fn least(&self, unmet: &[u64], barred: Set) -> u32 {
        apart(self.unmet(unmet).take(MOST_APART).map(|set| set & !barred))
    }

    /// Returns the sets that are not met, the smallest first.
    fn unmet(&self, unmet: &[u64]) -> impl Iterator<Item = Set> {
        let of_word =
            |(i, word): (usize, &u64)| elements((*word).into()).map(move |bit| i * WORD + bit as usize);
        let sets = self.family.sets();
        unmet.iter().enumerate().flat_map(of_word).filter_map(|i| sets.get(i).copied())
    }

    /// Returns the rest of the set with the fewest elements that are not barred.
    fn narrowest(&self, unmet: &[u64], barred: Set) -> Option<Set> {
        let mut best: Option<Set> = None;
        for set in self.unmet(unmet) {
            let most = best.map_or(u32::MAX, Set::count_ones);
            // The following sets are at least as large.
            if set.count_ones() >= most.saturating_add(barred.count_ones()) {
                break;
            }
            let left = set & !barred;
            if left.count_ones() < most {
                best = Some(left);
            }
        }
        best
    }
}
