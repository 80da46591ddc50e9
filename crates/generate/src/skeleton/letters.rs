//! Letters as clues: the fewest places whose digits become letters so that a skeleton has one solution.
//!
//! A wrong solution is excluded if it has two digits for one letter, or one digit for two letters: by two letters, at two
//! places that it contradicts. So the letters must contain one of these pairs of places for every wrong solution of the bare
//! drawing. Some wrong solutions stand for all: the fewest letters for these are found, and the wrong solutions that these
//! leave join them, until none is left.

use std::ops::ControlFlow;

use super::erased::Skeleton;
use crate::finds::Finds;
use crate::hitting;
use crate::hitting::{Set, Tick};
use fukumen_engine::solve::Ask;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::Digit;

/// The most solutions of the bare drawing that are examined.
const MOST_SOLUTIONS: usize = 200_000;
/// How many wrong solutions stand for all at first, and how many join them at once.
const FIRST: usize = 64;
const AT_ONCE: usize = 16;
/// The most examinations of a wrong solution: about ten seconds.
const PATIENCE: u64 = 100_000_000;
/// The nodes between two checks whether to stop.
const BETWEEN: u64 = 256;

/// The digits of a solution, by place.
type Digits = Vec<Digit>;

/// Returns the fewest letters, proved, and how many wrong solutions prove it; `None` if there are too many solutions, or too
/// many ways to try.
pub fn fewest(skeleton: &Skeleton, finds: &mut Finds) -> ControlFlow<(), Option<(Set, u64)>> {
    let Some(wrong) = wrong_solutions(skeleton, finds)? else { return ControlFlow::Continue(None) };
    let mut standing: Vec<Pairs> = Vec::new();
    let mut left: Vec<&Digits> = wrong.iter().collect();
    let (mut patience, mut at_least) = (PATIENCE, 0);
    loop {
        let most = if standing.is_empty() { FIRST } else { AT_ONCE };
        standing.extend(weakest(skeleton, &left, most));
        let mut tick = || finds.looked_at(0);
        let mut search = Search { nodes: 0, patience: &mut patience, tick: &mut tick };
        let Some(chosen) = search.fewest(skeleton.all(), &standing, at_least)? else {
            return ControlFlow::Continue(None);
        };
        at_least = chosen.count_ones();
        left = wrong.iter().filter(|digits| !is_contradicted(skeleton, digits, chosen)).collect();
        if left.is_empty() {
            return ControlFlow::Continue(Some((chosen, wrong.len() as u64)));
        }
    }
}

/// Returns every wrong solution of the bare drawing.
fn wrong_solutions(skeleton: &Skeleton, finds: &mut Finds) -> ControlFlow<(), Option<Vec<Digits>>> {
    let Some(puzzle) = skeleton.with_clues(0) else { return ControlFlow::Continue(None) };
    let reader = skeleton.reader(&puzzle, 0);
    let mut wrong = Vec::new();
    let answer = finds.solver(&puzzle).ask(Ask::All).stream(true).run_with(&mut |solution| {
        if reader.difference(&solution) != 0 {
            wrong.push(reader.digits(&solution));
        }
        if wrong.len() > MOST_SOLUTIONS { ControlFlow::Break(()) } else { finds.looked_at(1) }
    });
    finds.looked_at(0)?;
    let are_all = answer.is_ok_and(|answer| answer.outcome.exhausted);
    ControlFlow::Continue(are_all.then_some(wrong))
}

/// Returns whether letters at two places contradict a wrong solution.
fn do_contradict(skeleton: &Skeleton, wrong: &Digits, one: u32, other: u32) -> bool {
    let (one, other) = (one as usize, other as usize);
    let right = skeleton.digits();
    (right[one] == right[other]) != (wrong[one] == wrong[other])
}

fn is_contradicted(skeleton: &Skeleton, wrong: &Digits, letters: Set) -> bool {
    hitting::elements(letters).any(|one| {
        let below = letters & ((1 << one) - 1);
        hitting::elements(below).any(|other| do_contradict(skeleton, wrong, one, other))
    })
}

/// The pairs of places that exclude a wrong solution: for each place, the others.
struct Pairs(Vec<(u32, Set)>);

impl Pairs {
    fn of(skeleton: &Skeleton, wrong: &Digits) -> Self {
        let all = skeleton.all();
        let others = |one: u32| {
            let is_other = |other: &u32| do_contradict(skeleton, wrong, one, *other);
            hitting::elements(all).filter(is_other).fold(0, |others, other| others | 1 << other)
        };
        Self(
            hitting::elements(all).map(|one| (one, others(one))).filter(|(_, others)| *others != 0).collect(),
        )
    }

    /// Returns the partners of a place.
    fn partners(&self, place: u32) -> Set {
        self.0.binary_search_by_key(&place, |(one, _)| *one).map_or(0, |found| self.0[found].1)
    }

    /// Returns the places that make a pair with one of the chosen, and those that do with another one that is left.
    fn places(&self, chosen: Set, left: Set) -> (Set, Set) {
        let own = |others: Set| self.0.iter().filter(move |(_, all)| all & others != 0);
        let of = |others: Set| own(others).fold(0, |places, (one, _)| places | 1 << one) & left;
        (of(chosen), of(left))
    }
}

/// Returns the wrong solutions that the fewest pairs exclude: they restrict the most.
fn weakest(skeleton: &Skeleton, wrong: &[&Digits], most: usize) -> Vec<Pairs> {
    let pairs = |digits: &Digits| {
        let all = skeleton.all();
        let others = |one: u32| hitting::elements(all & ((1 << one) - 1));
        hitting::elements(all)
            .map(|one| others(one).filter(|other| do_contradict(skeleton, digits, one, *other)).count())
            .sum::<usize>()
    };
    let mut counted: Vec<(usize, &Digits)> = wrong.iter().map(|digits| (pairs(digits), *digits)).collect();
    counted.arrange();
    counted.dedup();
    counted.iter().take(most).map(|(_, digits)| Pairs::of(skeleton, digits)).collect()
}

struct Search<'a> {
    nodes: u64,
    patience: &'a mut u64,
    tick: Tick<'a>,
}

impl Search<'_> {
    /// Returns the fewest places that contain a pair of each wrong solution, `at_least` or more; `None` if there are none, or
    /// patience ends.
    fn fewest(&mut self, all: Set, wrong: &[Pairs], at_least: u32) -> ControlFlow<(), Option<Set>> {
        let unmet: Vec<&Pairs> = wrong.iter().collect();
        for size in at_least..=all.count_ones() {
            let found = self.of_size(0, all, &unmet, size)?;
            if found.is_some() || *self.patience == 0 {
                return ControlFlow::Continue(found);
            }
        }
        ControlFlow::Continue(None)
    }

    /// Chooses a number of further places, of those left.
    fn of_size(
        &mut self,
        chosen: Set,
        mut left: Set,
        unmet: &[&Pairs],
        more: u32,
    ) -> ControlFlow<(), Option<Set>> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN) {
            (self.tick)()?;
        }
        *self.patience = self.patience.saturating_sub(unmet.len() as u64);
        if unmet.is_empty() || more == 0 {
            return ControlFlow::Continue(unmet.is_empty().then_some(chosen));
        }
        if more == 1 {
            let common = unmet.iter().fold(left, |common, pairs| common & pairs.places(chosen, left).0);
            let last = hitting::elements(common).next();
            return ControlFlow::Continue(last.map(|place| chosen | 1 << place));
        }
        let options = |pairs: &&Pairs| {
            let (beside_chosen, beside_left) = pairs.places(chosen, left);
            beside_chosen | beside_left
        };
        let narrowest = unmet.iter().map(options).min_by_key(|places| places.count_ones()).unwrap_or(0);
        let mut rests: Vec<(u32, Vec<&Pairs>)> = hitting::elements(narrowest)
            .map(|place| {
                let is_unmet = |pairs: &&&Pairs| pairs.partners(place) & chosen == 0;
                (place, unmet.iter().filter(is_unmet).copied().collect())
            })
            .collect();
        rests.arrange_by_key(|(_, rest)| rest.len());
        for (place, rest) in rests {
            // Every set with the earlier places was examined.
            left &= !(1 << place);
            let found = self.of_size(chosen | 1 << place, left, &rest, more - 1)?;
            if found.is_some() || *self.patience == 0 {
                return ControlFlow::Continue(found);
            }
        }
        ControlFlow::Continue(None)
    }
}
