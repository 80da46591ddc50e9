//! Hitting sets: the fewest elements that meet every set of a family, and all minimal sets of elements that
//! do.
//!
//! Clues are hitting sets: each wrong solution of a skeleton differs from the right one in a set of places,
//! and at least one of them must be shown. A set that contains another one can be ignored. The search is
//! branch and bound; disjoint sets give the bound.

use crate::arrange::Arrange;
use std::ops::ControlFlow;

/// A set of up to 128 elements.
pub type Set = u128;

/// How many nodes are looked at between two questions whether to break off.
const BETWEEN: u64 = 256;

/// Asked from time to time whether to go on.
pub type Tick<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// The elements of a set, from the lowest up.
pub fn elements(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(next)
    })
}

/// Adds sets to some of which none contains another, and keeps it so; the smallest come first.
pub fn join(kept: &mut Vec<Set>, mut sets: Vec<Set>, tick: Tick) -> ControlFlow<()> {
    let size = |set: &Set| (set.count_ones(), *set);
    sets.sort_unstable_by_key(size);
    sets.dedup();
    let mut added: Vec<Set> = Vec::new();
    for (i, set) in sets.into_iter().enumerate() {
        if (i as u64).is_multiple_of(BETWEEN) {
            tick()?;
        }
        if kept.iter().chain(&added).all(|other| other & !set != 0) {
            added.push(set);
        }
    }
    kept.retain(|set| added.iter().all(|other| other & !set != 0));
    kept.append(&mut added);
    kept.sort_unstable_by_key(size);
    ControlFlow::Continue(())
}

/// A hitting set with few elements, none of which can be spared: always the one that meets the most.
pub fn greedy(sets: &[Set]) -> Set {
    let mut unmet: Vec<Set> = sets.to_vec();
    let mut chosen: Set = 0;
    while let Some(next) = most_met(&unmet) {
        chosen |= 1 << next;
        unmet.retain(|set| set & chosen == 0);
    }
    let spare = |chosen: Set, element: u32| {
        let without = chosen & !(1 << element);
        if sets.iter().all(|set| set & without != 0) { without } else { chosen }
    };
    elements(chosen).fold(chosen, spare)
}

fn most_met(sets: &[Set]) -> Option<u32> {
    let mut count = [0u32; Set::BITS as usize];
    sets.iter().flat_map(|set| elements(*set)).for_each(|element| count[element as usize] += 1);
    let best = (0..Set::BITS).max_by_key(|element| (count[*element as usize], Set::BITS - element))?;
    (count[best as usize] > 0).then_some(best)
}

/// A hitting set, and whether it is known that none has fewer elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// The elements.
    pub chosen: Set,
    /// Whether all smaller sets were ruled out.
    pub is_proved: bool,
}

/// The fewest elements that meet every set; `sets` as [`join`] leaves them. It is known that `at_least` are needed;
/// after `patience` looks at a set the search is given up.
pub fn fewest(sets: &[Set], at_least: u32, patience: &mut u64, tick: Tick) -> ControlFlow<(), Fewest> {
    let greedy = greedy(sets);
    let mut search = Search::new(sets, patience, tick);
    let all = vec![u64::MAX; sets.len().div_ceil(WORD)];
    for size in apart(sets.iter().copied()).max(at_least)..greedy.count_ones() {
        match search.of_size(0, 0, all.clone(), size)? {
            Some(chosen) => return ControlFlow::Continue(Fewest { chosen, is_proved: true }),
            None if *search.patience == 0 => {
                return ControlFlow::Continue(Fewest { chosen: greedy, is_proved: false });
            }
            None => {}
        }
    }
    ControlFlow::Continue(Fewest { chosen: greedy, is_proved: true })
}

/// How many sets a word of bits tells of.
const WORD: usize = 64;
/// How many sets are looked at for some that have no element in common; the smallest come first.
const MOST_APART: usize = 1_000;

/// Sets are bits: which are not met is known for all after one operation for 64 of them.
struct Search<'a> {
    sets: &'a [Set],
    /// By element: which sets have it not.
    without: Vec<Vec<u64>>,
    nodes: u64,
    patience: &'a mut u64,
    tick: Tick<'a>,
}

impl<'a> Search<'a> {
    fn new(sets: &'a [Set], patience: &'a mut u64, tick: Tick<'a>) -> Self {
        let mut without = vec![vec![u64::MAX; sets.len().div_ceil(WORD)]; Set::BITS as usize];
        for (i, set) in sets.iter().enumerate() {
            elements(*set).for_each(|element| without[element as usize][i / WORD] ^= 1 << (i % WORD));
        }
        // No set is behind the last.
        if let Some(behind) = sets.len().checked_rem(WORD).filter(|used| *used > 0) {
            let last = sets.len() / WORD;
            without.iter_mut().for_each(|words| words[last] &= (1 << behind) - 1);
        }
        Self { sets, without, nodes: 0, patience, tick }
    }

    /// A hitting set with a number of elements more, none of them barred.
    fn of_size(
        &mut self,
        chosen: Set,
        mut barred: Set,
        unmet: Vec<u64>,
        more: u32,
    ) -> ControlFlow<(), Option<Set>> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN) {
            (self.tick)()?;
        }
        *self.patience = self.patience.saturating_sub(unmet.len() as u64);
        let Some(narrowest) = self.narrowest(&unmet, barred) else {
            return ControlFlow::Continue(Some(chosen));
        };
        if more <= 1 {
            let meets_all = |element: &u32| {
                let without = &self.without[*element as usize];
                unmet.iter().zip(without).all(|(unmet, without)| unmet & without == 0)
            };
            let last = (more == 1).then(|| elements(narrowest).find(meets_all)).flatten();
            return ControlFlow::Continue(last.map(|element| chosen | 1 << element));
        }
        if apart(self.unmet(&unmet).take(MOST_APART).map(|set| set & !barred)) > more {
            return ControlFlow::Continue(None);
        }
        // What meets the most comes first: without it, the others have the less to choose from.
        let mut rests: Vec<(Set, Vec<u64>)> = elements(narrowest)
            .map(|element| {
                let without = &self.without[element as usize];
                (1 << element, unmet.iter().zip(without).map(|(unmet, without)| unmet & without).collect())
            })
            .collect();
        rests.arrange_by_key(|(_, rest)| rest.iter().map(|word| word.count_ones()).sum::<u32>());
        for (bit, rest) in rests {
            let found = self.of_size(chosen | bit, barred, rest, more - 1)?;
            if found.is_some() || *self.patience == 0 {
                return ControlFlow::Continue(found);
            }
            // Every set with this element was looked at.
            barred |= bit;
        }
        ControlFlow::Continue(None)
    }

    /// The sets that are not met, the smallest first.
    fn unmet(&self, unmet: &[u64]) -> impl Iterator<Item = Set> {
        let of_word =
            |(i, word): (usize, &u64)| elements((*word).into()).map(move |bit| i * WORD + bit as usize);
        unmet.iter().enumerate().flat_map(of_word).filter_map(|i| self.sets.get(i).copied())
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

/// How many of the sets at least have no element in common: that many elements are needed.
fn apart(sets: impl Iterator<Item = Set>) -> u32 {
    let mut taken: Set = 0;
    let mut count = 0;
    for set in sets {
        if set & taken == 0 {
            count += 1;
            taken |= set;
        }
    }
    count
}

/// Which hitting sets are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Those without a spare element.
    Lean,
    /// Those of this number of elements, which are some of these.
    Size(u32, Set),
}

/// A place in the tree of all hitting sets: elements that are in, and elements that are out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    chosen: Set,
    barred: Set,
}

/// Cuts the tree of hitting sets into branches, at least `enough` if it has them. Each set that is listed is in exactly one
/// branch: at a set that is not met yet, the branch of its first element that is in.
pub fn branches(sets: &[Set], listed: Listed, enough: usize) -> Vec<Branch> {
    let mut level = vec![Branch::default()];
    let mut is_growing = true;
    while is_growing && level.len() < enough {
        is_growing = false;
        let mut next = Vec::new();
        for branch in level {
            match below(sets, listed, branch) {
                Some(more) => {
                    is_growing = true;
                    next.extend(more);
                }
                None => next.push(branch),
            }
        }
        level = next;
    }
    level
}

/// The branches of a branch, but for those that lead nowhere; `None` at an end.
fn below(sets: &[Set], listed: Listed, branch: Branch) -> Option<Vec<Branch>> {
    let open = sets.iter().filter(|set| *set & branch.chosen == 0).map(|set| set & !branch.barred);
    let narrowest = open.min_by_key(|set| set.count_ones());
    let choices = match (listed, narrowest) {
        (Listed::Lean, narrowest) => narrowest?,
        (Listed::Size(size, all), narrowest) => {
            let more = size.saturating_sub(branch.chosen.count_ones());
            match (narrowest, more) {
                (None, 0) => return None,
                (_, 0) => 0,
                // All sets are met: the others are of any that are left.
                (narrowest, _) => narrowest.unwrap_or(all & !branch.chosen & !branch.barred),
            }
        }
    };
    let mut barred = branch.barred;
    let mut next = Vec::new();
    for element in elements(choices) {
        let branch = Branch { chosen: branch.chosen | 1 << element, barred };
        if leads_on(sets, listed, branch) {
            next.push(branch);
        }
        barred |= 1 << element;
    }
    Some(next)
}

/// Whether a branch may lead to sets that are listed.
fn leads_on(sets: &[Set], listed: Listed, branch: Branch) -> bool {
    match listed {
        Listed::Lean => has_no_spare(sets, branch.chosen),
        Listed::Size(size, all) => {
            let left = (all & !branch.chosen & !branch.barred).count_ones();
            let unmet: Vec<Set> = sets.iter().copied().filter(|set| set & branch.chosen == 0).collect();
            let more = size.saturating_sub(branch.chosen.count_ones());
            (apart(unmet.into_iter().map(|set| set & !branch.barred))..=left).contains(&more)
        }
    }
}

/// Whether each element is the only one in some set. What is spare stays so, whatever joins it.
fn has_no_spare(sets: &[Set], chosen: Set) -> bool {
    let alone = sets.iter().map(|set| set & chosen).filter(|met| met.is_power_of_two());
    alone.fold(0, |all, met| all | met) == chosen
}

/// Every hitting set of a branch that is listed.
pub fn each(
    sets: &[Set],
    listed: Listed,
    branch: Branch,
    found: &mut dyn FnMut(Set) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match below(sets, listed, branch) {
        None => found(branch.chosen),
        Some(branches) => branches.into_iter().try_for_each(|branch| each(sets, listed, branch, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::chance;
    use crate::generate::random;
    use std::collections::BTreeSet;

    fn on() -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// In two portions, which makes no difference.
    fn joined(sets: Vec<Set>) -> Vec<Set> {
        let (first, second) = sets.split_at(sets.len() / 2);
        let mut kept = Vec::new();
        for some in [first, second] {
            assert!(join(&mut kept, some.to_vec(), &mut on).is_continue());
        }
        let has_no_other = |set: &&Set| sets.iter().all(|other| other == *set || other & !**set != 0);
        let mut expected: Vec<Set> = sets.iter().filter(has_no_other).copied().collect();
        expected.sort_unstable_by_key(|set| (set.count_ones(), *set));
        expected.dedup();
        assert_eq!(kept, expected);
        kept
    }

    fn families() -> impl Iterator<Item = Vec<Set>> {
        (0..60).map(|seed| {
            let mut random = random(seed, 0);
            let count = 1 + chance::below(&mut random, 25);
            let sets = (0..count).map(|_| {
                Set::from(
                    (1 + chance::below(&mut random, 1023)) & chance::below(&mut random, 1024)
                        | 1 << (seed % 10),
                )
            });
            joined(sets.collect())
        })
    }

    /// All hitting sets without a spare element, by trying every set of ten.
    fn all(sets: &[Set]) -> BTreeSet<Set> {
        let meets = |chosen: Set| sets.iter().all(|set| set & chosen != 0);
        let is_lean = |chosen: &Set| {
            meets(*chosen) && elements(*chosen).all(|element| !meets(chosen & !(1 << element)))
        };
        (0..1024).filter(is_lean).collect()
    }

    #[test]
    fn the_fewest_are_those_of_trying_all() {
        for sets in families() {
            let found =
                fewest(&sets, 0, &mut 1_000_000, &mut on).continue_value().expect("nothing breaks it off");
            assert!(found.is_proved);
            let least = all(&sets).into_iter().map(Set::count_ones).min();
            assert_eq!(Some(found.chosen.count_ones()), least, "{sets:?}");
            assert!(sets.iter().all(|set| set & found.chosen != 0));
        }
    }

    /// More sets than a word has bits: three elements that are left out are a set that is not met.
    #[test]
    fn all_sets_of_three_are_met_by_all_elements_but_two() {
        for elements in 3..=12 {
            let sets = joined((0..1 << elements).filter(|set: &Set| set.count_ones() == 3).collect());
            let found = fewest(&sets, 0, &mut 1_000_000_000, &mut on)
                .continue_value()
                .expect("nothing breaks it off");
            assert_eq!((found.chosen.count_ones(), found.is_proved), (elements - 2, true));
            assert!(sets.iter().all(|set| set & found.chosen != 0));
        }
    }

    fn listed(sets: &[Set], listed: Listed, enough: usize) -> Vec<Set> {
        let mut found = Vec::new();
        for branch in branches(sets, listed, enough) {
            let _ = each(sets, listed, branch, &mut |set| {
                found.push(set);
                on()
            });
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn each_lean_set_is_in_one_branch() {
        for sets in families() {
            for enough in [1, 7, 100] {
                let expected: Vec<Set> = all(&sets).into_iter().collect();
                assert_eq!(listed(&sets, Listed::Lean, enough), expected);
            }
        }
    }

    #[test]
    fn each_set_of_a_size_is_in_one_branch() {
        for sets in families() {
            for (size, enough) in (0..=10).zip([1, 7, 100].into_iter().cycle()) {
                let meets = |chosen: &Set| sets.iter().all(|set| set & chosen != 0);
                let has_size = |chosen: &Set| chosen.count_ones() == size && meets(chosen);
                let expected: Vec<Set> = (0..1024).filter(has_size).collect();
                assert_eq!(listed(&sets, Listed::Size(size, 1023), enough), expected);
            }
        }
    }

    #[test]
    fn nothing_is_met_by_nothing() {
        assert_eq!(
            fewest(&[], 0, &mut 9, &mut on).continue_value(),
            Some(Fewest { chosen: 0, is_proved: true })
        );
        assert_eq!(branches(&[], Listed::Lean, 10), [Branch::default()]);
        assert_eq!(listed(&[], Listed::Size(0, 1023), 10), [0]);
    }
}
