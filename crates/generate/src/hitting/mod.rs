//! Hitting sets: the fewest elements that meet every set of a family, and all minimal sets of elements that
//! do.
//!
//! Clues are hitting sets: each wrong solution of a skeleton differs from the right one in a set of places, and at least one
//! of them must be shown. A set that contains another one can be ignored. The search is branch and bound; disjoint sets give
//! the bound.

mod fewest;
mod sets;

use std::ops::ControlFlow;

pub use fewest::{Family, Verdict, fewest};
pub use sets::{Set, Tick, elements, greedy, join};

use sets::apart;

/// The hitting sets to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Minimal hitting sets, without a redundant element.
    Lean,
    /// Hitting sets of this size, with elements of this set.
    Size(u32, Set),
}

/// A place in the tree of all hitting sets: elements that are in, and elements that are out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    chosen: Set,
    barred: Set,
}

/// Cuts the tree of hitting sets into branches, at least `enough` if it has them. Each listed set is in exactly one branch:
/// at a set that is not met yet, the branch of its first element that is in.
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

/// Returns the branches below a branch, except dead ends; `None` at a leaf.
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
                // All sets are met: the other elements can be any of the rest.
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

/// Returns whether a branch may lead to listed sets.
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

/// Returns whether each element is the only one in some set. A redundant element stays redundant, whatever is added.
fn has_no_spare(sets: &[Set], chosen: Set) -> bool {
    let alone = sets.iter().map(|set| set & chosen).filter(|met| met.is_power_of_two());
    alone.fold(0, |all, met| all | met) == chosen
}

/// Visits every listed hitting set of a branch.
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
    use crate::chance;
    use crate::chance::random;
    use std::collections::BTreeSet;

    fn on() -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Joins in two portions, which makes no difference.
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

    /// Returns all hitting sets without a redundant element, by trying every set of ten.
    fn all(sets: &[Set]) -> BTreeSet<Set> {
        let meets = |chosen: Set| sets.iter().all(|set| set & chosen != 0);
        let is_lean = |chosen: &Set| {
            meets(*chosen) && elements(*chosen).all(|element| !meets(chosen & !(1 << element)))
        };
        (0..1024).filter(is_lean).collect()
    }

    /// A family with some sets known at first. Missed sets are added, some at a time.
    struct Told {
        known: Vec<Set>,
        all: Vec<Set>,
        at_once: usize,
    }

    impl Told {
        fn new(all: &[Set], known: usize, at_once: usize) -> Self {
            Self { known: joined(all.iter().copied().take(known).collect()), all: all.to_vec(), at_once }
        }
    }

    impl Family for Told {
        fn sets(&self) -> &[Set] {
            &self.known
        }

        fn ask(&mut self, chosen: Set) -> ControlFlow<(), Verdict> {
            assert!(self.known.iter().all(|set| set & chosen != 0));
            let missed = self.all.iter().copied().filter(|set| set & chosen == 0);
            let more: Vec<Set> = missed.take(self.at_once).collect();
            if more.is_empty() {
                return ControlFlow::Continue(Verdict::MeetsAll);
            }
            join(&mut self.known, more, &mut on)?;
            ControlFlow::Continue(Verdict::Grown)
        }

        fn tick(&mut self) -> ControlFlow<()> {
            on()
        }
    }

    /// Returns the fewest, however few sets of a family are known at first.
    fn fewest_of(sets: &[Set]) -> Set {
        let ways = [(sets.len(), 1), (0, 1), (1, 2), (sets.len() / 2, 3)];
        let found = ways.map(|(known, at_once)| {
            let found = fewest(&mut Told::new(sets, known, at_once), 1_000_000_000);
            let chosen = found.continue_value().flatten().expect("nothing breaks it off");
            assert!(sets.iter().all(|set| set & chosen != 0));
            chosen
        });
        assert!(found.iter().all(|other| other.count_ones() == found[0].count_ones()));
        found[0]
    }

    #[test]
    fn the_fewest_are_those_of_trying_all() {
        for sets in families() {
            let least = all(&sets).into_iter().map(Set::count_ones).min();
            assert_eq!(Some(fewest_of(&sets).count_ones()), least, "{sets:?}");
        }
    }

    /// More sets than a word has bits: if three elements are left out, they are a set that is not met.
    #[test]
    fn all_sets_of_three_are_met_by_all_elements_but_two() {
        for elements in 3..=12 {
            let sets = joined((0..1 << elements).filter(|set: &Set| set.count_ones() == 3).collect());
            assert_eq!(fewest_of(&sets).count_ones(), elements - 2);
        }
    }

    #[test]
    fn a_search_ends_with_its_patience() {
        let sets = joined((0..1 << 12).filter(|set: &Set| set.count_ones() == 3).collect());
        assert_eq!(fewest(&mut Told::new(&sets, 0, 1), 20).continue_value(), Some(None));
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
        assert_eq!(fewest_of(&[]), 0);
        assert_eq!(branches(&[], Listed::Lean, 10), [Branch::default()]);
        assert_eq!(listed(&[], Listed::Size(0, 1023), 10), [0]);
    }
}
