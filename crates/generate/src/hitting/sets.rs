//! Sets of elements, and families of them.

use std::ops::ControlFlow;

/// A set of up to 128 elements.
pub type Set = u128;

/// The nodes between two checks whether to stop.
pub(super) const BETWEEN: u64 = 256;

/// Called from time to time to check whether to continue.
pub type Tick<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Returns the elements of a set, from the lowest up.
pub fn elements(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(next)
    })
}

/// Adds sets to a family without sets that contain another, and keeps this property; the smallest come first.
pub fn join(kept: &mut Vec<Set>, mut sets: Vec<Set>, tick: Tick) -> ControlFlow<()> {
    let size = |set: &Set| (set.count_ones(), *set);
    sets.sort_unstable_by_key(size);
    sets.dedup();
    let all = sets.iter().fold(0, |all, set| all | set);
    let inside: Vec<Set> = kept.iter().copied().filter(|set| set & !all == 0).collect();
    let mut added: Vec<Set> = Vec::new();
    for (i, set) in sets.into_iter().enumerate() {
        if (i as u64).is_multiple_of(BETWEEN) {
            tick()?;
        }
        if inside.iter().chain(&added).all(|other| other & !set != 0) {
            added.push(set);
        }
    }
    kept.retain(|set| added.iter().all(|other| other & !set != 0));
    kept.append(&mut added);
    // Merges two sorted runs.
    kept.sort_by_key(size);
    ControlFlow::Continue(())
}

/// Returns a small hitting set without redundant elements: each step takes the element that meets the most.
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

/// Returns a lower bound on the number of sets without a common element: that many elements are needed.
pub(super) fn apart(sets: impl Iterator<Item = Set>) -> u32 {
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
