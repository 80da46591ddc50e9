//! The search itself: guess a digit, compute what follows, add up the column, carry; or go back.

use std::ops::ControlFlow;
use std::ops::Range;

use super::plan::Choice;
use super::plan::Level;
use super::plan::Steps;
use crate::digits::Digit;
use crate::digits::DigitSet;
use crate::engine::Ended;
use crate::engine::Found;
use crate::engine::Run;
use crate::engine::Search;
use crate::engine::depth_first::Taken;
use crate::engine::search::split;
use crate::engine::search::split::Enumerator;
use crate::engine::search::split::Visitor;

/// Ranks to cut the guesses into, if there are so many.
const RANKS: u64 = 1 << 14;

/// The first guesses number the space.
struct Ranked<'s, 'p> {
    steps: &'s Steps<'p>,
    /// For each of the first levels how many ranks one of its digits has; none for digits that follow.
    strides: Vec<Option<u64>>,
    ranks: u64,
}

impl Run for Steps<'_> {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        split::run(&Ranked::of(self), search, found)
    }
}

impl<'s, 'p> Ranked<'s, 'p> {
    fn of(steps: &'s Steps<'p>) -> Self {
        let mut ranks = 1;
        let is_guess = |level: &&Level| level.choice == Choice::Guess;
        let count = |level: &Level| level.domain.len().max(1) as u64;
        let mut last = 0;
        for (depth, level) in steps.levels.iter().enumerate().filter(|(_, level)| is_guess(level)) {
            if ranks < RANKS {
                ranks *= count(level);
                last = depth + 1;
            }
        }
        let mut stride = ranks;
        let strides = steps.levels[..last].iter().map(|level| {
            stride /= if is_guess(&level) { count(level) } else { 1 };
            is_guess(&level).then_some(stride)
        });
        Self { steps, strides: strides.collect(), ranks }
    }

    /// The stride of a level whose digits make ranks.
    #[inline]
    fn stride(&self, depth: usize) -> Option<u64> {
        self.strides.get(depth).copied().flatten()
    }
}

impl Enumerator for Ranked<'_, '_> {
    fn ranks(&self) -> u64 {
        self.ranks
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let problem = self.steps.problem;
        if ranks.is_empty() || problem.domains.iter().any(|domain| domain.is_empty()) {
            return ranks.end;
        }
        let end = ranks.end;
        let mut walk = Walk::new(self, ranks);
        if !walk.may_begin(visitor) {
            return end;
        }
        match walk.run(visitor) {
            ControlFlow::Break(rank) => rank,
            ControlFlow::Continue(()) => end,
        }
    }
}

/// One walk through a part of the space.
struct Walk<'r> {
    ranked: &'r Ranked<'r, 'r>,
    levels: &'r [Level],
    ranks: Range<u64>,
    base: i64,
    digits: Vec<Digit>,
    /// The digits still to be tried at each depth.
    untried: Vec<DigitSet>,
    /// The rank of the first leaf below the node above each depth.
    firsts: Vec<u64>,
    groups: Vec<Taken>,
    /// What is carried out of each column.
    carries: Vec<i64>,
}

impl<'r> Walk<'r> {
    fn new(ranked: &'r Ranked<'r, 'r>, ranks: Range<u64>) -> Self {
        let (problem, depths) = (ranked.steps.problem, ranked.steps.levels.len());
        Self {
            ranked,
            levels: &ranked.steps.levels,
            ranks,
            base: problem.context.base.get().into(),
            digits: vec![0; problem.domains.len()],
            untried: vec![DigitSet::EMPTY; depths],
            firsts: vec![0; depths],
            groups: problem.groups.iter().map(Taken::none).collect(),
            carries: vec![0; ranked.steps.columns.len()],
        }
    }

    /// Whether what needs no digit allows a solution.
    fn may_begin(&mut self, visitor: &mut Visitor) -> bool {
        let steps = self.ranked.steps;
        steps.constant.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
            && steps.closed_at_once.iter().all(|column| self.closes(*column))
    }

    /// Goes through its ranks; breaks at the rank where the visitor wants to stop.
    fn run(&mut self, visitor: &mut Visitor) -> ControlFlow<u64> {
        if self.levels.is_empty() {
            let _ = visitor.complete(&self.digits);
            return ControlFlow::Continue(());
        }
        let mut depth = 0;
        self.untried[0] = self.candidates(0);
        loop {
            let Some(digit) = self.untried[depth].min() else {
                if depth == 0 {
                    return ControlFlow::Continue(());
                }
                depth -= 1;
                self.take_back(depth);
                continue;
            };
            self.untried[depth] = self.untried[depth].without(digit);
            let Some(rank) = self.rank(depth, digit) else { continue };
            let is_new = self.ranked.stride(depth) == Some(1) && rank > self.ranks.start;
            if is_new && visitor.rests() || visitor.node().is_break() {
                return ControlFlow::Break(rank);
            }
            self.put(depth, digit);
            if !self.may_stand(depth, visitor) {
                self.take_back(depth);
            } else if depth + 1 < self.levels.len() {
                depth += 1;
                self.firsts[depth] = rank;
                self.untried[depth] = self.candidates(depth);
            } else {
                if visitor.complete(&self.digits).is_break() {
                    return ControlFlow::Break(rank);
                }
                self.take_back(depth);
            }
        }
    }

    /// The digits that a cell may take: those that are free, or of those the one that follows.
    fn candidates(&self, depth: usize) -> DigitSet {
        let level = &self.levels[depth];
        let mut free = level.domain;
        for group in &level.groups {
            free = free.minus(self.groups[*group].full());
        }
        for other in &level.differ {
            free = free.without(self.digits[*other]);
        }
        match level.choice {
            Choice::Guess => free,
            Choice::Follows { column, factor } => {
                free & DigitSet::one(self.following(column, factor, level.cell))
            }
        }
    }

    /// The only digit of a cell that completes its column.
    fn following(&self, column: usize, factor: i64, cell: usize) -> Digit {
        let placed = &self.ranked.steps.columns[column];
        let others = placed.column.digits.iter().filter(|(other, _)| *other != cell);
        let sum = others
            .fold(placed.column.shown, |sum, (other, times)| sum + times * i64::from(self.digits[*other]));
        let last = (sum + self.carry_into(column)).rem_euclid(self.base);
        // A base is at most 64, and so is every digit below it.
        (last * factor).rem_euclid(self.base) as Digit
    }

    fn carry_into(&self, column: usize) -> i64 {
        self.ranked.steps.columns[column].right.map_or(0, |right| self.carries[right])
    }

    /// Adds a column up and keeps its carry; whether its digits can stand so.
    fn closes(&mut self, column: usize) -> bool {
        let placed = &self.ranked.steps.columns[column];
        let total = placed.column.total(&self.digits) + self.carry_into(column);
        self.carries[column] = total / self.base;
        total % self.base == 0 && (!placed.is_last || total == 0)
    }

    /// The first rank below a digit, where one of its ranks is to be visited.
    #[inline]
    fn rank(&self, depth: usize, digit: Digit) -> Option<u64> {
        let first = self.firsts[depth];
        let Some(stride) = self.ranked.stride(depth) else { return Some(first) };
        let below = DigitSet::from_bits((1 << digit) - 1) & self.levels[depth].domain;
        let rank = first + below.len() as u64 * stride;
        (rank < self.ranks.end && rank + stride > self.ranks.start).then_some(rank)
    }

    fn put(&mut self, depth: usize, digit: Digit) {
        let level = &self.levels[depth];
        self.digits[level.cell] = digit;
        for group in &level.groups {
            self.groups[*group].take(digit);
        }
    }

    fn take_back(&mut self, depth: usize) {
        let level = &self.levels[depth];
        for group in &level.groups {
            self.groups[*group].give_back(self.digits[level.cell]);
        }
    }

    /// Whether no column, no group and no other condition speaks against the digits so far.
    fn may_stand(&mut self, depth: usize, visitor: &mut Visitor) -> bool {
        let level = &self.levels[depth];
        level.closes.iter().all(|column| self.closes(*column))
            && level.groups.iter().all(|group| self.groups[*group].can_fill())
            && level.complete.iter().all(|condition| visitor.may_hold(*condition, &self.digits))
    }
}
