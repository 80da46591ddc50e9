//! The search: breadth-first in blocks of states.
//!
//! A state is a digit for each cell so far, kept as the digits used, the partial sums, and its parent state. A level turns a
//! block of states into the next: for each state, the digits that may follow are found as a set, by arithmetic and without
//! trying any. A full block is followed to its end before the next is made, so memory is bounded and first solutions come
//! soon. States of a block do not depend on each other, and the processor works on several at a time; a recursion would wait
//! for each. Blocks lie on one stack, each above its parent block. Solutions come in rising order of their digits, level by
//! level.

use std::ops::{ControlFlow, Range};

use super::lane::{Lane, Term};
use super::levels::Level;
use super::sums::Sums;
use crate::engine::cost;
use crate::engine::run::{Ended, Found, Run, Search, Tally};
use crate::engine::search::permutations::next_arrangement;
use crate::engine::search::random::Random;
use crate::engine::search::split;
use crate::engine::search::split::{Enumerator, Visitor};
use crate::engine::shard::Portion;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::interrupt::{Interrupt, Interrupted};

/// States in a block: they and the next block fit the first-level cache.
pub(super) const BLOCK: usize = 256;
/// The number of states to begin with, if the tree has that many: enough pieces for threads with uneven work.
const FRONTIER: usize = 1024;
/// The most states to begin with for each shard: all shards begin with the same states, and each makes all of them.
const PIECES: u64 = 16;
const LARGEST_FRONTIER: u64 = 1 << 20;
/// The most interchangeable cells in a class: one for each digit. More stay as they are.
pub(super) const MOST_CELLS: usize = 64;
/// The number of blocks that a descent has room for from the start.
const MOST_BLOCKS: usize = 8;
/// The number of states that suffices for most small puzzles.
const FEW: usize = 128;

/// The levels of a search, and its start.
pub(super) struct Tree<L> {
    pub(super) sums: Sums<L>,
    pub(super) levels: Vec<Level<L>>,
    /// The sizes of the classes in their order; most are 1.
    pub(super) sizes: Vec<usize>,
    /// Whether the constants alone make it impossible.
    pub(super) is_impossible: bool,
    /// The nodes to spend on a dash for the wanted solutions.
    pub(super) dash: u64,
}

/// A state: the result of the digits so far.
#[derive(Clone)]
struct State<L> {
    /// The first sum.
    sum: L,
    /// The digits that the first group has taken.
    taken: u64,
    /// The number of its parent state.
    parent: u32,
    /// The digit that was added.
    digit: Digit,
}

/// States. Data that few problems have is kept apart: sums past the first, and groups.
struct States<L> {
    states: Vec<State<L>>,
    sums: Vec<L>,
    taken: Vec<u64>,
    /// Sums and groups past the first.
    more_sums: usize,
    more_groups: usize,
}

impl<L: Lane> States<L> {
    fn new(sums: &Sums<L>, capacity: usize) -> Self {
        Self {
            states: Vec::with_capacity(capacity),
            sums: Vec::new(),
            taken: Vec::new(),
            more_sums: sums.equations.len().saturating_sub(1),
            more_groups: sums.pools.len().saturating_sub(1),
        }
    }

    /// Returns no states, without allocating room.
    fn empty() -> Self {
        Self { states: Vec::new(), sums: Vec::new(), taken: Vec::new(), more_sums: 0, more_groups: 0 }
    }

    fn truncate(&mut self, len: usize) {
        self.states.truncate(len);
        self.sums.truncate(len * self.more_sums);
        self.taken.truncate(len * self.more_groups);
    }

    /// Moves a state down to a lower place.
    fn lower(&mut self, from: usize, to: usize) {
        self.states.swap(from, to);
        (0..self.more_sums).for_each(|k| self.sums.swap(from * self.more_sums + k, to * self.more_sums + k));
        for k in 0..self.more_groups {
            self.taken.swap(from * self.more_groups + k, to * self.more_groups + k);
        }
    }

    /// Keeps `width` of the states from `first` on, at equal distances.
    fn thin(&mut self, first: usize, width: usize, random: &mut Random) {
        let count = self.states.len() - first;
        let start = random.below(count as u32) as usize;
        for place in 0..width {
            self.lower(first + (place * count + start) / width, first + place);
        }
        self.truncate(first + width);
    }

    fn sum(&self, state: usize, number: usize) -> &L {
        match number {
            0 => &self.states[state].sum,
            number => &self.sums[state * self.more_sums + number - 1],
        }
    }

    fn sum_mut(&mut self, state: usize, number: usize) -> &mut L {
        match number {
            0 => &mut self.states[state].sum,
            number => &mut self.sums[state * self.more_sums + number - 1],
        }
    }

    fn taken(&self, state: usize, group: usize) -> u64 {
        match group {
            0 => self.states[state].taken,
            group => self.taken[state * self.more_groups + group - 1],
        }
    }

    fn taken_mut(&mut self, state: usize, group: usize) -> &mut u64 {
        match group {
            0 => &mut self.states[state].taken,
            group => &mut self.taken[state * self.more_groups + group - 1],
        }
    }
}

/// States on a stack whose lower part may belong to another owner.
struct Stack<'s, L> {
    lower: Option<&'s States<L>>,
    own: States<L>,
    /// The number of the first state that it owns.
    first: usize,
    pending: Vec<Pending<L>>,
}

impl<'s, L: Lane> Stack<'s, L> {
    fn new(lower: Option<&'s States<L>>, own: States<L>) -> Self {
        let nothing = Pending { sum: L::zero(), taken: 0, digits: 0, number: 0 };
        let pending = vec![nothing; CHUNK];
        Self { first: lower.map_or(0, |lower| lower.states.len()), lower, own, pending }
    }

    /// Returns the part of the stack that holds a state, and its number there.
    #[inline]
    fn find(&self, state: usize) -> (&States<L>, usize) {
        match self.lower {
            Some(lower) if state < self.first => (lower, state),
            _ => (&self.own, state - self.first),
        }
    }

    #[inline]
    fn state(&self, state: usize) -> &State<L> {
        let (states, number) = self.find(state);
        &states.states[number]
    }

    fn len(&self) -> usize {
        self.first + self.own.states.len()
    }

    fn truncate(&mut self, len: usize) {
        self.own.truncate(len - self.first);
    }

    /// Puts a copy of a state on top, as its child by a digit.
    #[inline]
    fn copy(&mut self, state: usize, digit: Digit) {
        let own = &mut self.own;
        let (more_sums, more_groups) = (own.more_sums, own.more_groups);
        let range = |state: usize, more: usize| state * more..(state + 1) * more;
        let parent = match self.lower {
            Some(lower) if state < self.first => {
                own.sums.extend_from_slice(&lower.sums[range(state, more_sums)]);
                own.taken.extend_from_slice(&lower.taken[range(state, more_groups)]);
                &lower.states[state]
            }
            _ => {
                own.sums.extend_from_within(range(state - self.first, more_sums));
                own.taken.extend_from_within(range(state - self.first, more_groups));
                &own.states[state - self.first]
            }
        };
        let follower = State { sum: parent.sum.clone(), taken: parent.taken, parent: state as u32, digit };
        own.states.push(follower);
    }

    /// Returns the last digit of a state, or of its ancestor `up` levels above.
    fn digit(&self, mut state: usize, up: usize) -> Digit {
        for _ in 0..up {
            state = self.state(state).parent as usize;
        }
        self.state(state).digit
    }
}

impl<L: Lane> Run for Tree<L> {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        let start = Start::of(self, search.portion);
        let (mut ended, before) = match split::dash(&start, search, self.dash, found) {
            Ok(ended) => (ended, Tally::default()),
            Err(tally) => (split::run(&start, search, found), tally),
        };
        ended.tally.nodes += start.nodes() + before.nodes;
        ended.tally.evaluations += before.evaluations;
        ended
    }

    fn has_ranks(&self) -> bool {
        true
    }
}

impl<L: Lane> Tree<L> {
    /// Returns how many states a search has, and how many solutions, if only some states of each level are followed.
    ///
    /// These stand for all of their level: for example every tenth, from a random one on. A search that is never wider than
    /// that is counted exactly.
    pub(super) fn thinned(&self, width: usize, interrupt: &dyn Interrupt) -> Result<(f64, f64), Interrupted> {
        let mut random = Random::new();
        let mut stack = Stack::new(None, self.root());
        let mut last = 0..stack.len();
        let (mut weight, mut nodes) = (1.0, 0.0);
        // The number of states of each level if one state that was not followed goes on, as a solution does.
        let mut missed = 1.0;
        for (depth, level) in self.levels.iter().enumerate() {
            interrupt.check()?;
            self.expand(depth, &mut stack, last.clone(), usize::MAX);
            let count = stack.len() - last.end;
            if count == 0 && weight > 1.0 {
                missed *= if level.terms.is_empty() { f64::from(level.domain.count_ones()) } else { 1.0 };
                nodes += missed;
            }
            nodes += weight * count as f64;
            if count > width {
                weight *= count as f64 / width as f64;
                stack.own.thin(last.end - stack.first, width, &mut random);
            }
            last = last.end..stack.len();
        }
        Ok((nodes, weight * last.len() as f64 * self.arrangements()))
    }

    /// Returns how many solutions a complete state stands for.
    pub(super) fn arrangements(&self) -> f64 {
        self.sizes.iter().map(|size| (1..=*size).map(|n| n as f64).product::<f64>()).product()
    }

    /// Returns the one state without digits; no state if the puzzle is impossible.
    fn root(&self) -> States<L> {
        let mut root = States::new(&self.sums, FEW);
        if self.is_impossible {
            return root;
        }
        let constant = |i: usize| self.sums.equations.get(i).map_or(L::zero(), |e| e.constant.clone());
        root.states.push(State { sum: constant(0), taken: 0, parent: 0, digit: 0 });
        root.sums.extend((0..root.more_sums).map(|i| constant(i + 1)));
        root.taken.extend((0..root.more_groups).map(|_| 0));
        root
    }

    /// Puts the children of states on the stack, until there are enough. Returns the first state that was not processed.
    #[inline]
    fn expand(&self, depth: usize, stack: &mut Stack<L>, states: Range<usize>, room: usize) -> usize {
        let level = &self.levels[depth];
        let is_plain = self.sums.equations.len() == 1 && self.sums.pools.len() <= 1;
        match &level.terms[..] {
            [term] if is_plain && level.differ.is_empty() => expand_plainly(level, term, stack, states, room),
            _ => self.expand_anything(depth, stack, states, room),
        }
    }

    fn expand_anything(
        &self,
        depth: usize,
        stack: &mut Stack<L>,
        states: Range<usize>,
        room: usize,
    ) -> usize {
        let level = &self.levels[depth];
        let full = stack.len().saturating_add(room);
        let mut next = states.start;
        while next < states.end && stack.len() < full {
            for digit in DigitSet::from_bits(self.digits(depth, stack, next)).iter() {
                add(level, stack, next, digit);
            }
            next += 1;
        }
        next
    }

    /// Returns the digits that a state may take next.
    fn digits(&self, depth: usize, stack: &Stack<L>, state: usize) -> u64 {
        let level = &self.levels[depth];
        let (states, number) = stack.find(state);
        let mut digits = level.domain & rising(level, &states.states[number]);
        for group in &level.groups {
            digits &= !states.taken(number, *group);
        }
        for earlier in &level.differ {
            digits &= !(1 << stack.digit(state, depth - 1 - earlier));
        }
        for term in &level.terms {
            digits &= term.digits(states.sum(number, term.sum));
        }
        digits
    }
}

/// Puts one child of a state on the stack, unless a sum rules it out.
fn add<L: Lane>(level: &Level<L>, stack: &mut Stack<L>, state: usize, digit: Digit) {
    let follower = stack.own.states.len();
    stack.copy(state, digit);
    for term in &level.terms {
        let sum = stack.own.sum_mut(follower, term.sum);
        *sum = term.plus(sum, digit);
        if !term.keeps(sum) {
            return stack.own.truncate(follower);
        }
    }
    for group in &level.groups {
        *stack.own.taken_mut(follower, *group) |= 1 << digit;
    }
}

/// Returns the digits that keep a class in rising order.
#[inline]
fn rising<L>(level: &Level<L>, state: &State<L>) -> u64 {
    match level.after {
        None => u64::MAX,
        Some(step) => u64::MAX.checked_shl(u32::from(state.digit + step)).unwrap_or(0),
    }
}

/// The inner loop of most searches: one sum, one group.
#[inline]
fn expand_plainly<L: Lane>(
    level: &Level<L>,
    term: &Term<L>,
    stack: &mut Stack<L>,
    states: Range<usize>,
    room: usize,
) -> usize {
    // A cell outside the group does not take a digit from it.
    let own = if level.groups.is_empty() { 0 } else { u64::MAX };
    let full = stack.len().saturating_add(room);
    let mut next = states.start;
    while next < states.end && stack.len() < full {
        let end = states.end.min(next + CHUNK);
        let count = stack.weigh(level, term, own, next..end);
        stack.follow(term, own, count);
        next = end;
    }
    next
}

/// The number of states that are weighed before any is followed.
const CHUNK: usize = 32;

/// A state with a child, and the digits that it may take next.
#[derive(Clone)]
struct Pending<L> {
    sum: L,
    taken: u64,
    digits: u64,
    number: u32,
}

impl<L: Lane> Stack<'_, L> {
    /// Finds the digits that some states may take next, and keeps the states that have any. No branch depends on the result:
    /// the number of digits cannot be predicted, and a processor that mispredicts loses more time than all of this takes.
    #[inline]
    fn weigh(&mut self, level: &Level<L>, term: &Term<L>, own: u64, states: Range<usize>) -> usize {
        let mut count = 0;
        let part = match self.lower {
            Some(lower) if states.start < self.first => &lower.states[states.clone()],
            _ => &self.own.states[states.start - self.first..states.end - self.first],
        };
        for (number, state) in states.zip(part) {
            let digits = level.domain & !(state.taken & own) & rising(level, state) & term.digits(&state.sum);
            let place = &mut self.pending[count % CHUNK];
            *place = Pending { sum: state.sum.clone(), taken: state.taken, digits, number: number as u32 };
            count += usize::from(digits != 0);
        }
        count
    }

    /// Puts the children of the states that were weighed last on the stack.
    #[inline]
    fn follow(&mut self, term: &Term<L>, own: u64, count: usize) {
        for pending in &self.pending[..count] {
            let mut digits = pending.digits;
            loop {
                let digit = digits.trailing_zeros() as Digit;
                digits &= digits - 1;
                let sum = term.plus(&pending.sum, digit);
                if term.keeps(&sum) {
                    let taken = pending.taken | (1 << digit & own);
                    self.own.states.push(State { sum, taken, parent: pending.number, digit });
                }
                if digits == 0 {
                    break;
                }
            }
        }
    }
}

/// The tree from a level that has enough states to be divided.
struct Start<'t, L> {
    tree: &'t Tree<L>,
    /// All states down to that level.
    states: States<L>,
    depth: usize,
    /// The states of that level.
    last: Range<usize>,
}

impl<'t, L: Lane> Start<'t, L> {
    fn of(tree: &'t Tree<L>, portion: Portion) -> Self {
        let mut stack = Stack::new(None, tree.root());
        let mut last = 0..stack.len();
        let mut depth = 0;
        // A condition that is not linear is tested by a visitor, which does not exist yet.
        let goes_on = |depth: usize| tree.levels.get(depth).is_some_and(|level| level.complete.is_empty());
        let pieces = portion.count().saturating_mul(PIECES).min(LARGEST_FRONTIER);
        let enough = FRONTIER.max(usize::try_from(pieces).unwrap_or(FRONTIER));
        while last.len() < enough && goes_on(depth) {
            tree.expand(depth, &mut stack, last.clone(), usize::MAX);
            last = last.end..stack.len();
            depth += 1;
        }
        Self { tree, states: stack.own, depth, last }
    }

    fn nodes(&self) -> u64 {
        self.states.states.len().saturating_sub(1) as u64
    }

    fn is_constant(&self, condition: usize) -> bool {
        self.tree.sums.problem.conditions[condition].cells.is_empty()
    }
}

impl<L: Lane> Enumerator for Start<'_, L> {
    fn ranks(&self) -> u64 {
        self.last.len() as u64
    }

    fn node_cost(&self) -> f64 {
        cost::linear::NODE
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let mut constant = self.tree.sums.others.iter().filter(|other| self.is_constant(**other));
        if constant.any(|condition| !visitor.may_hold(*condition, &[])) {
            return ranks.end;
        }
        let mut descent = Descent::new(self);
        let mut next = ranks.start;
        while next < ranks.end {
            if next > ranks.start && visitor.rests() {
                return next;
            }
            let end = ranks.end.min(next + STRETCH);
            let states = self.last.start + next as usize..self.last.start + end as usize;
            if descent.run(states, visitor).is_break() {
                return end;
            }
            next = end;
        }
        next
    }
}

/// The ranks to visit before checking whether to rest.
const STRETCH: u64 = 64;

/// A descent below some states of the start.
struct Descent<'s, L> {
    tree: &'s Tree<L>,
    /// The depth of the start.
    depth: usize,
    stack: Stack<'s, L>,
    digits: Vec<Digit>,
}

impl<'s, L: Lane> Descent<'s, L> {
    fn new(start: &'s Start<'s, L>) -> Self {
        let own = match start.tree.levels.len() - start.depth {
            0 => States::empty(),
            // Growing them step by step copies them: an eighth of the instructions of a short search.
            below => States::new(&start.tree.sums, below.min(MOST_BLOCKS) * BLOCK),
        };
        Self {
            tree: start.tree,
            depth: start.depth,
            stack: Stack::new(Some(&start.states), own),
            digits: vec![0; start.tree.levels.len()],
        }
    }

    /// Follows these states of the start to their ends.
    fn run(&mut self, states: Range<usize>, visitor: &mut Visitor) -> ControlFlow<()> {
        if self.depth == self.tree.levels.len() {
            return self.complete(states, visitor);
        }
        // The states left to follow in each block, from the start's on, and where the next block begins.
        let mut left = vec![(states, self.stack.first)];
        while let Some((states, above)) = left.last_mut() {
            self.stack.truncate(*above);
            if states.start >= states.end {
                left.pop();
                continue;
            }
            let above = *above;
            let depth = self.depth + left.len() - 1;
            let (states, _) = left.last_mut().expect("it was there");
            states.start = self.tree.expand(depth, &mut self.stack, states.clone(), BLOCK);
            visitor.nodes((self.stack.len() - above) as u64)?;
            if !self.tree.levels[depth].complete.is_empty() {
                self.test(depth, above, visitor)?;
            }
            let followers = above..self.stack.len();
            if depth + 1 == self.tree.levels.len() {
                self.complete(followers, visitor)?;
            } else {
                let end = followers.end;
                left.push((followers, end));
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes down the digits of a state, whose last digit was given at this depth.
    fn write(&mut self, depth: usize, mut state: usize) {
        for level in self.tree.levels[..=depth].iter().rev() {
            let from = self.stack.state(state);
            self.digits[level.cell] = from.digit;
            state = from.parent as usize;
        }
    }

    /// Drops the states from `first` on for which a nonlinear condition does not hold.
    fn test(&mut self, depth: usize, first: usize, visitor: &mut Visitor) -> ControlFlow<()> {
        let mut kept = first;
        for state in first..self.stack.len() {
            self.write(depth, state);
            let conditions = &self.tree.levels[depth].complete;
            if conditions.iter().all(|condition| visitor.may_hold(*condition, &self.digits)) {
                self.stack.own.lower(state - self.stack.first, kept - self.stack.first);
                kept += 1;
            }
            visitor.nodes(0)?;
        }
        self.stack.truncate(kept);
        ControlFlow::Continue(())
    }

    /// Passes complete states on, each with all arrangements of its classes.
    fn complete(&mut self, states: Range<usize>, visitor: &mut Visitor) -> ControlFlow<()> {
        let has_classes = self.tree.sizes.len() < self.tree.levels.len();
        for state in states {
            if !self.tree.levels.is_empty() {
                self.write(self.tree.levels.len() - 1, state);
            }
            if has_classes {
                self.arrange(0, 0, visitor)?;
            } else {
                visitor.complete(&self.digits)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Passes the digits on in every arrangement of the classes from `class` on, whose cells begin at a level.
    fn arrange(&mut self, class: usize, level: usize, visitor: &mut Visitor) -> ControlFlow<()> {
        let tree = self.tree;
        let Some(ahead) = tree.sizes[class..].iter().position(|size| *size > 1) else {
            return visitor.complete(&self.digits);
        };
        let (class, level) = (class + ahead, level + ahead);
        let size = tree.sizes[class];
        let cell = |i: usize| tree.levels[level + i].cell;
        let mut arrangement = [0; MOST_CELLS];
        let arrangement = &mut arrangement[..size];
        (0..size).for_each(|i| arrangement[i] = self.digits[cell(i)]);
        loop {
            (0..size).for_each(|i| self.digits[cell(i)] = arrangement[i]);
            self.arrange(class + 1, level + size, visitor)?;
            if !next_arrangement(arrangement, size) {
                break;
            }
        }
        // In rising order again, for the next caller.
        arrangement.sort_unstable();
        (0..size).for_each(|i| self.digits[cell(i)] = arrangement[i]);
        ControlFlow::Continue(())
    }
}
