//! The fewest elements that meet every set of a family, which may grow while they are sought.

use std::ops::ControlFlow;

use super::sets::{BETWEEN, Set, apart, elements, greedy};
use fukumen_language::arrange::Arrange;

/// Sets of which some are known and stand for all.
pub trait Family {
    /// Those that are known, as [`super::sets::join`] leaves them.
    fn sets(&self) -> &[Set];

    /// Whether what meets all that are known meets the others too.
    fn ask(&mut self, chosen: Set) -> ControlFlow<(), Verdict>;

    /// Asked from time to time whether to go on.
    fn tick(&mut self) -> ControlFlow<()>;
}

/// What becomes of elements that meet every set that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They meet all.
    MeetsAll,
    /// Sets joined those that are known, and they miss one of these.
    Grown,
    /// That is not known, and the search is given up.
    Unknown,
}

/// The fewest elements that meet every set of a family; `None` if it is not known what some meet, or after `patience` looks at 64 sets.
///
/// The search goes on where it is when the family grows. What was ruled out stays so.
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

/// How many sets a word of bits tells of.
const WORD: usize = 64;
/// How many sets are looked at for some that have no element in common; the smallest come first.
const MOST_APART: usize = 1_000;

/// Sets are bits: which are not met is known for all after one operation for 64 of them.
struct Search<'a, F> {
    family: &'a mut F,
    /// By element: which sets have it not.
    without: Vec<Vec<u64>>,
    /// How often the family has grown.
    age: u64,
    nodes: u64,
    patience: u64,
    is_given_up: bool,
}

impl<F: Family> Search<'_, F> {
    /// Takes the family as it is now.
    fn learn(&mut self) {
        let sets = self.family.sets();
        let mut without = vec![vec![u64::MAX; sets.len().div_ceil(WORD)]; Set::BITS as usize];
        for (i, set) in sets.iter().enumerate() {
            elements(*set).for_each(|element| without[element as usize][i / WORD] ^= 1 << (i % WORD));
        }
        // No set is behind the last.
        if let Some(behind) = sets.len().checked_rem(WORD).filter(|used| *used > 0) {
            let last = sets.len() / WORD;
            without.iter_mut().for_each(|words| words[last] &= (1 << behind) - 1);
        }
        self.without = without;
        self.age += 1;
    }

    /// Elements that meet all sets that are known, if they meet the others too.
    fn accepted(&mut self, chosen: Set) -> ControlFlow<(), Option<Set>> {
        let verdict = self.family.ask(chosen)?;
        match verdict {
            Verdict::MeetsAll => return ControlFlow::Continue(Some(chosen)),
            Verdict::Grown => self.learn(),
            Verdict::Unknown => self.is_given_up = true,
        }
        ControlFlow::Continue(None)
    }

    /// A hitting set with a number of elements more, none of them barred.
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
        // What meets the most comes first: without it, the others have the less to choose from.
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
            // Every set with this element was looked at.
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

    /// Which sets some elements do not meet.
    fn unmet_by(&self, chosen: Set) -> Vec<u64> {
        let sets = self.family.sets();
        let word = |sets: &[Set]| {
            let is_unmet = |(_, set): &(usize, &Set)| *set & chosen == 0;
            sets.iter().enumerate().filter(is_unmet).fold(0, |word, (bit, _)| word | 1 << bit)
        };
        sets.chunks(WORD).map(word).collect()
    }

    /// How many elements more are needed at least.
    fn least(&self, unmet: &[u64], barred: Set) -> u32 {
        apart(self.unmet(unmet).take(MOST_APART).map(|set| set & !barred))
    }

    /// The sets that are not met, the smallest first.
    fn unmet(&self, unmet: &[u64]) -> impl Iterator<Item = Set> {
        let of_word =
            |(i, word): (usize, &u64)| elements((*word).into()).map(move |bit| i * WORD + bit as usize);
        let sets = self.family.sets();
        unmet.iter().enumerate().flat_map(of_word).filter_map(|i| sets.get(i).copied())
    }

    /// What is left of the set with the fewest elements that are not barred.
    fn narrowest(&self, unmet: &[u64], barred: Set) -> Option<Set> {
        let mut best: Option<Set> = None;
        for set in self.unmet(unmet) {
            let most = best.map_or(u32::MAX, Set::count_ones);
            // The sets that follow are as large at least.
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
