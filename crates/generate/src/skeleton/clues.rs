//! Clues: the digits that must be shown so that a skeleton has one solution.
//!
//! Every other solution of the bare drawing differs from the right one in some places, and one of these must be shown: a
//! hitting set. If all solutions can be found, the smallest hitting set is proved to be the fewest clues. If there are too
//! many, some stand for all: the smallest set for these is tried, and each wrong solution that is left joins them, until none
//! is left (implicit hitting sets: R. M. Karp and E. Moreno-Centeno, 2013). For products and divisions they are calculated
//! (`variations.rs`), as long as that finds any.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;

use super::erased::Skeleton;
use super::{erased, letters};
use crate::chance;
use crate::find::Find;
use crate::finds::Finds;
use crate::hitting;
use crate::hitting::{Family, Set, Verdict};
use fukumen_engine::solve::{Answer, Ask, Times};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;

/// The most solutions of the bare drawing that are examined, if all of them are useful.
pub const MOST_SOLUTIONS: u64 = 200_000;
/// The same for the fewest clues, for which some suffice: 30 products of 3x3 digits take 0.8 s instead of 3.7 (2026-11-25).
const FEW_SOLUTIONS: u64 = 10_000;
/// How many wrong solutions are added at once, and how often, before the search for the fewest is given up.
const AT_ONCE: u64 = 500;
const MOST_ROUNDS: u32 = 400;
/// The same for calculated ones.
const CALCULATED_AT_ONCE: u64 = 100;
const MOST_CALCULATED_ROUNDS: u32 = 4_000;
/// The number of wrong solutions at once for which smaller differences are sought.
const NARROWED: usize = 4;
/// The same for those of the bare drawing.
const NARROWED_FIRST: usize = 64;
/// Enough wrong solutions to continue. A search of some skeletons takes thousands of times as long as expected.
const SOME: Effort = Effort { most: AT_ONCE, looks: Some(40_000) };
/// The engine that looks for wrong solutions of calculations with products.
const ENGINE_OF_PRODUCTS: &str = "derive";
/// The number of orders in which digits are erased if the fewest clues are not known.
const ORDERS: usize = 12;
/// How often 64 sets are examined: about half a minute.
const PATIENCE: u64 = 10_000_000_000;

/// How many wrong solutions a search may find, and how often it may check its interrupt: it checks after each 1,024 nodes, so
/// this limit ends it at the same place on every machine.
#[derive(Clone, Copy, Debug)]
struct Effort {
    most: u64,
    looks: Option<u64>,
}

impl Effort {
    fn all(most: u64) -> Self {
        Self { most, looks: None }
    }
}

/// The differences between the right solution and wrong ones: sets of digits, at least one of which must be shown.
#[derive(Clone, Debug, Default)]
pub struct Witnesses {
    /// The sets, none of which contains another.
    pub sets: Vec<Set>,
    /// The number of wrong solutions that they stand for.
    pub solutions: u64,
    /// Whether these are all.
    pub are_all: bool,
}

impl Witnesses {
    /// Makes witnesses from the solutions of the bare drawing, or a number of them.
    pub fn of(skeleton: &Skeleton, most: u64, finds: &mut Finds) -> ControlFlow<(), Self> {
        let mut witnesses = Self { sets: Vec::new(), solutions: 0, are_all: false };
        witnesses.are_all = witnesses.join(skeleton, 0, Effort::all(most), finds)?;
        ControlFlow::Continue(witnesses)
    }

    /// Adds wrong solutions that some clues leave. Returns whether these were all.
    fn join(
        &mut self,
        skeleton: &Skeleton,
        clues: Set,
        effort: Effort,
        finds: &mut Finds,
    ) -> ControlFlow<(), bool> {
        let Some(puzzle) = skeleton.with_clues(clues) else { return ControlFlow::Continue(false) };
        let (sets, are_all) = differences(skeleton, &puzzle, clues, effort, finds)?;
        self.solutions += sets.len() as u64;
        hitting::join(&mut self.sets, sets, &mut || finds.looked_at(0))?;
        ControlFlow::Continue(are_all)
    }

    /// Does the same with some of them that are quickly calculated. Returns whether there are any.
    fn join_alike(&mut self, skeleton: &Skeleton, clues: Set, finds: &mut Finds) -> ControlFlow<(), bool> {
        let sets = skeleton.differences(clues, CALCULATED_AT_ONCE, &mut || finds.looked_at(0))?;
        let has_some = !sets.is_empty();
        self.solutions += sets.len() as u64;
        finds.looked_at(sets.len() as u64)?;
        hitting::join(&mut self.sets, sets, &mut || finds.looked_at(0))?;
        ControlFlow::Continue(has_some)
    }

    /// Does the same with some of them, or at least one if these are not quickly found.
    fn join_any(&mut self, skeleton: &Skeleton, clues: Set, finds: &mut Finds) -> ControlFlow<(), bool> {
        let before = self.solutions;
        let are_all = self.join(skeleton, clues, SOME, finds)?;
        if are_all || self.solutions > before {
            return ControlFlow::Continue(are_all);
        }
        self.join(skeleton, clues, Effort::all(1), finds)
    }

    /// Looks for wrong solutions that differ in only a part of the places of one that some clues leave: they exclude more.
    /// With all other digits shown, they are found quickly.
    fn narrow(&mut self, skeleton: &Skeleton, clues: Set, most: usize, finds: &mut Finds) -> ControlFlow<()> {
        let left: Vec<Set> = self.sets.iter().copied().filter(|set| set & clues == 0).take(most).collect();
        for set in left {
            // An earlier one may have narrowed it.
            if self.sets.contains(&set) {
                self.join(skeleton, skeleton.all() & !set, SOME, finds)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether some clues leave none of these wrong solutions.
    fn are_met_by(&self, clues: Set) -> bool {
        self.sets.iter().all(|set| set & clues != 0)
    }
}

/// Returns the sets of digits in which wrong solutions of a puzzle differ from the right one, and whether these are all.
fn differences(
    skeleton: &Skeleton,
    puzzle: &Puzzle,
    clues: Set,
    effort: Effort,
    finds: &mut Finds,
) -> ControlFlow<(), (Vec<Set>, bool)> {
    let (mut sets, mut right) = (Vec::new(), None);
    let reader = skeleton.reader(puzzle, clues);
    let watch = effort.looks.map_or(finds.watch(), |looks| finds.watch().asked_at_most(looks));
    let mut solver = finds.solver(puzzle).watch(watch).ask(Ask::All).stream(true);
    if skeleton.has_products() && skeleton.are_clues_digits() {
        // The chooser would take this engine for nearly all of these hundreds of puzzles, but ask others first: calculations
        // of 4x3 digits then take 0.23 s instead of 0.16, divisions of 7/3 2.3 instead of 0.9 (30 and 40 `--random`,
        // 2026-11-21).
        solver = solver.engine(ENGINE_OF_PRODUCTS);
    }
    let answer = solver.run_with(&mut |solution| {
        let set = reader.difference(&solution);
        if set == 0 {
            right = Some(solution);
        } else {
            sets.push(set);
        }
        if sets.len() as u64 >= effort.most { ControlFlow::Break(()) } else { finds.looked_at(1) }
    });
    finds.looked_at(0)?;
    let answer = answer.ok().filter(|answer| answer.outcome.exhausted);
    let are_all = answer.is_some();
    if let Some((answer, solution)) = answer.zip(right).filter(|_| sets.is_empty()) {
        finds.keep_best(clues.count_ones(), || unproved(puzzle, clues, solution, answer));
    }
    ControlFlow::Continue((sets, are_all))
}

/// Returns the find if there is no time to determine whether fewer clues are enough.
fn unproved(puzzle: &Puzzle, clues: Set, solution: Solution, mut answer: Answer) -> Find {
    let note = format!("{}, the best found so far: not proved to be the fewest", erased::clues(clues));
    answer.notes.push(note.clone().into());
    answer.work.times = Times::default();
    let (text, nodes) = (puzzle.sheet().to_string(), answer.work.nodes);
    Find {
        puzzle: puzzle.clone(),
        text,
        solution,
        others: Vec::new(),
        nodes,
        note: Some(note),
        answer,
        rating: None,
    }
}

/// Clues, and what is known of their number.
#[derive(Clone, Copy, Debug)]
pub struct Clues {
    /// The digits shown.
    pub set: Set,
    /// Whether it is proved that no set has fewer.
    pub is_proved: bool,
    /// How many wrong solutions prove it.
    pub solutions: u64,
}

/// The known wrong solutions, which grow by those that a set of clues leaves.
struct Growing<'a, 'b> {
    skeleton: &'a Skeleton,
    witnesses: Witnesses,
    /// How often others were calculated, and how often searched for.
    calculated: u32,
    rounds: u32,
    finds: &'a mut Finds<'b>,
}

impl Family for Growing<'_, '_> {
    fn sets(&self) -> &[Set] {
        &self.witnesses.sets
    }

    fn ask(&mut self, chosen: Set) -> ControlFlow<(), Verdict> {
        let Self { skeleton, witnesses, calculated, rounds, finds } = self;
        if witnesses.are_all {
            return ControlFlow::Continue(Verdict::MeetsAll);
        }
        *calculated += 1;
        if *calculated <= MOST_CALCULATED_ROUNDS && witnesses.join_alike(skeleton, chosen, finds)? {
            return ControlFlow::Continue(Verdict::Grown);
        }
        *rounds += 1;
        if *rounds > MOST_ROUNDS {
            return ControlFlow::Continue(Verdict::Unknown);
        }
        let before = witnesses.solutions;
        let is_last = witnesses.join_any(skeleton, chosen, finds)?;
        if is_last && witnesses.solutions == before {
            return ControlFlow::Continue(Verdict::MeetsAll);
        }
        witnesses.narrow(skeleton, chosen, NARROWED, finds)?;
        ControlFlow::Continue(if witnesses.are_met_by(chosen) { Verdict::Unknown } else { Verdict::Grown })
    }

    fn tick(&mut self) -> ControlFlow<()> {
        self.finds.looked_at(0)
    }
}

/// Returns one set of the fewest clues.
pub fn fewest(skeleton: &Skeleton, random: &mut ChaCha8Rng, finds: &mut Finds) -> ControlFlow<(), Clues> {
    finds.seek_best();
    // If time ends during the following steps, this is better than nothing.
    let some = lean(skeleton, &mut Witnesses::default(), random, finds)?;
    if !skeleton.are_clues_digits() {
        return fewest_letters(skeleton, some, random, finds);
    }
    let mut witnesses = Witnesses::of(skeleton, FEW_SOLUTIONS, finds)?;
    if !witnesses.are_all {
        witnesses.narrow(skeleton, 0, NARROWED_FIRST, finds)?;
    }
    let mut growing = Growing { skeleton, witnesses, calculated: 0, rounds: 0, finds };
    let set = hitting::fewest(&mut growing, PATIENCE)?;
    let Growing { witnesses, .. } = growing;
    if let Some(set) = set {
        return ControlFlow::Continue(Clues { set, is_proved: true, solutions: witnesses.solutions });
    }
    best_of_some(skeleton, some, witnesses, random, finds)
}

/// Does the same for letters as clues.
fn fewest_letters(
    skeleton: &Skeleton,
    some: Set,
    random: &mut ChaCha8Rng,
    finds: &mut Finds,
) -> ControlFlow<(), Clues> {
    let found = if skeleton.are_letters_plain() { letters::fewest(skeleton, finds)? } else { None };
    let mut witnesses = Witnesses::default();
    match found {
        Some((set, solutions)) if is_right_alone(skeleton, &mut witnesses, set, finds)? => {
            ControlFlow::Continue(Clues { set, is_proved: true, solutions })
        }
        _ => best_of_some(skeleton, some, witnesses, random, finds),
    }
}

/// Returns the best of some minimal sets of clues: one that is known, one from the known wrong solutions, and others from
/// other orders.
fn best_of_some(
    skeleton: &Skeleton,
    mut best: Set,
    mut witnesses: Witnesses,
    random: &mut ChaCha8Rng,
    finds: &mut Finds,
) -> ControlFlow<(), Clues> {
    let mut take = |set: Set| {
        if set.count_ones() < best.count_ones() {
            best = set;
        }
    };
    near_the_fewest(skeleton, &mut witnesses, finds)?.into_iter().for_each(&mut take);
    for _ in 1..ORDERS {
        take(lean(skeleton, &mut witnesses, random, finds)?);
    }
    ControlFlow::Continue(Clues { set: best, is_proved: false, solutions: witnesses.solutions })
}

/// Returns a small set of clues that excludes all known wrong solutions, once it leaves no others.
fn near_the_fewest(
    skeleton: &Skeleton,
    witnesses: &mut Witnesses,
    finds: &mut Finds,
) -> ControlFlow<(), Option<Set>> {
    let rounds = if skeleton.are_clues_digits() { MOST_ROUNDS } else { 0 };
    for _ in 0..rounds {
        let set = hitting::greedy(&witnesses.sets);
        let before = witnesses.solutions;
        if witnesses.join_any(skeleton, set, finds)? && witnesses.solutions == before {
            return ControlFlow::Continue(Some(set));
        }
    }
    ControlFlow::Continue(None)
}

/// Returns a set of exactly `size` clues; `None` if none is found.
pub fn exactly(
    skeleton: &Skeleton,
    size: u32,
    random: &mut ChaCha8Rng,
    finds: &mut Finds,
) -> ControlFlow<(), Option<Set>> {
    let mut witnesses = Witnesses::default();
    for _ in 0..ORDERS {
        let set = erased_to(skeleton, size, &mut witnesses, random, finds)?;
        if set.count_ones() <= size {
            return ControlFlow::Continue(Some(set));
        }
    }
    let fewest = fewest(skeleton, random, &mut Finds::aside(finds))?.set;
    let mut others: Vec<u32> = hitting::elements(skeleton.all() & !fewest).collect();
    chance::shuffle(random, &mut others);
    let more = size.checked_sub(fewest.count_ones());
    let with = |more: u32| others.iter().take(more as usize).fold(fewest, |set, other| set | 1 << other);
    ControlFlow::Continue(more.map(with))
}

/// Returns a minimal set of clues.
pub fn lean(
    skeleton: &Skeleton,
    witnesses: &mut Witnesses,
    random: &mut ChaCha8Rng,
    finds: &mut Finds,
) -> ControlFlow<(), Set> {
    erased_to(skeleton, 0, witnesses, random, finds)
}

/// Erases digits that can be left out, in a random order, until `least` are left, and returns the rest.
pub fn erased_to(
    skeleton: &Skeleton,
    least: u32,
    witnesses: &mut Witnesses,
    random: &mut ChaCha8Rng,
    finds: &mut Finds,
) -> ControlFlow<(), Set> {
    let mut clues = skeleton.all();
    let mut order: Vec<u32> = hitting::elements(clues).collect();
    chance::shuffle(random, &mut order);
    for element in order {
        if clues.count_ones() <= least {
            break;
        }
        let fewer = clues & !(1 << element);
        finds.looked_at(1)?;
        if witnesses.are_met_by(fewer)
            && (witnesses.are_all || is_right_alone(skeleton, witnesses, fewer, finds)?)
        {
            clues = fewer;
        }
    }
    ControlFlow::Continue(clues)
}

/// Returns whether some clues leave no wrong solution; one that they leave joins the witnesses.
fn is_right_alone(
    skeleton: &Skeleton,
    witnesses: &mut Witnesses,
    clues: Set,
    finds: &mut Finds,
) -> ControlFlow<(), bool> {
    let Some(puzzle) = skeleton.with_clues(clues) else { return ControlFlow::Continue(false) };
    let (sets, are_all) = differences(skeleton, &puzzle, clues, Effort::all(1), finds)?;
    let is_alone = are_all && sets.is_empty();
    if skeleton.are_clues_digits() {
        witnesses.solutions += sets.len() as u64;
        witnesses.sets.extend(sets);
    }
    ControlFlow::Continue(is_alone)
}
