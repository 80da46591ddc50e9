//! The search: breadth-first in blocks of states.
//!
//! A state is a digit for the cells so far, kept as the digits taken, the partial sums, and where it came
//! from. A level turns a block of states into the next: for each state the digits that may follow are found as a
//! set, by arithmetic and without trying any. A block that is full is followed to its end before the
//! next is made, so that memory is bounded and first solutions come soon. States of a block do not
//! depend on each other, and the processor works on several at a time; a recursion would wait for
//! each. Solutions come in rising order of their digits, level by level.

use std::ops::ControlFlow;
use std::ops::Range;

use super::lane::Lane;
use super::lane::Term;
use super::levels::Level;
use super::sums::Sums;
use crate::digits::Digit;
use crate::digits::DigitSet;
use crate::engine::Ended;
use crate::engine::Found;
use crate::engine::Run;
use crate::engine::Search;
use crate::engine::permutations::next_arrangement;
use crate::engine::split;
use crate::engine::split::Enumerator;
use crate::engine::split::Visitor;

/// States in a block: they and the next block fit the first-level cache.
const BLOCK: usize = 256;
/// States to begin with, where the tree has so many: enough pieces for threads of uneven work.
const FRONTIER: usize = 1024;

/// The levels of a search, and what it starts from.
pub(super) struct Tree<'p, L> {
    pub(super) sums: Sums<'p, L>,
    pub(super) levels: Vec<Level<L>>,
    /// The sizes of the classes in their order: 1 for most.
    pub(super) sizes: Vec<usize>,
    /// Whether the constants alone make it impossible.
    pub(super) is_impossible: bool,
}

/// A state: what the digits so far come to.
#[derive(Clone)]
struct State<L> {
    /// The first sum.
    sum: L,
    /// The digits that the first group has taken.
    taken: u64,
    /// The number of the state that it came from, in the block before.
    parent: u32,
    /// The digit that was added.
    digit: Digit,
}

/// States of one level. What few problems have is kept apart: sums past the first, and groups.
struct Block<L> {
    states: Vec<State<L>>,
    sums: Vec<L>,
    taken: Vec<u64>,
}

impl<L: Lane> Block<L> {
    fn new() -> Self {
        Self { states: Vec::new(), sums: Vec::new(), taken: Vec::new() }
    }

    fn clear(&mut self) {
        self.states.clear();
        self.sums.clear();
        self.taken.clear();
    }

    /// Adds a state of another block.
    fn copy(&mut self, from: &Self, state: usize, tree: &Tree<L>) {
        let more = |parts: usize| state * parts.saturating_sub(1)..(state + 1) * parts.saturating_sub(1);
        self.states.push(from.states[state].clone());
        self.sums.extend_from_slice(&from.sums[more(tree.sums.equations.len())]);
        self.taken.extend_from_slice(&from.taken[more(tree.sums.pools.len())]);
    }
}

impl<L: Lane> Run for Tree<'_, L> {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        let start = Start::of(self);
        let ended = split::run(&start, search, found);
        let mut tally = ended.tally;
        tally.nodes += start.nodes;
        Ended { tally, ..ended }
    }
}

/// The tree from a level on that has enough states to be divided.
struct Start<'t, 'p, L> {
    tree: &'t Tree<'p, L>,
    /// All blocks down to that level.
    blocks: Vec<Block<L>>,
    nodes: u64,
}

impl<'t, 'p, L: Lane> Start<'t, 'p, L> {
    fn of(tree: &'t Tree<'p, L>) -> Self {
        let mut start = Self { tree, blocks: vec![tree.root()], nodes: 0 };
        for level in &tree.levels {
            let last = start.blocks.last().expect("the root is there");
            // A condition that is not linear is tested by a visitor; there is none yet.
            if last.states.len() >= FRONTIER || !level.complete.is_empty() {
                break;
            }
            let mut next = Block::new();
            let earlier = |level: usize, state: usize| digit_above(&start.blocks, level, state);
            tree.expand(level, &earlier, last, 0..last.states.len(), usize::MAX, &mut next);
            start.nodes += next.states.len() as u64;
            start.blocks.push(next);
        }
        start
    }
}

impl<L> Start<'_, '_, L> {
    fn is_constant(&self, condition: usize) -> bool {
        self.tree.sums.problem.conditions[condition].cells.is_empty()
    }
}

/// The digit that a state of the last block got at an earlier level.
fn digit_above<L>(blocks: &[Block<L>], level: usize, mut state: usize) -> Digit {
    for block in blocks[level + 2..].iter().rev() {
        state = block.states[state].parent as usize;
    }
    blocks[level + 1].states[state].digit
}

impl<L: Lane> Tree<'_, L> {
    /// The block of the one state without digits; of none, where that is impossible.
    fn root(&self) -> Block<L> {
        let mut root = Block::new();
        if self.is_impossible {
            return root;
        }
        let constant = |i: usize| self.sums.equations.get(i).map_or(L::zero(), |e| e.constant.clone());
        root.states.push(State { sum: constant(0), taken: 0, parent: 0, digit: 0 });
        root.sums.extend((1..self.sums.equations.len()).map(constant));
        root.taken.extend((1..self.sums.pools.len()).map(|_| 0));
        root
    }

    /// Adds the followers of states to a block until it has so many. Returns the first state that was not
    /// looked at. `earlier` tells the digit that a state got at a level.
    fn expand(
        &self,
        level: &Level<L>,
        earlier: &dyn Fn(usize, usize) -> Digit,
        from: &Block<L>,
        states: Range<usize>,
        room: usize,
        into: &mut Block<L>,
    ) -> usize {
        match &level.terms[..] {
            [term] if self.is_plain() && level.differ.is_empty() => {
                expand_plainly(level, term, from, states, room, into)
            }
            _ => self.expand_anything(level, earlier, from, states, room, into),
        }
    }

    /// One sum and one group: most puzzles.
    fn is_plain(&self) -> bool {
        self.sums.equations.len() == 1 && self.sums.pools.len() <= 1
    }

    fn expand_anything(
        &self,
        level: &Level<L>,
        earlier: &dyn Fn(usize, usize) -> Digit,
        from: &Block<L>,
        states: Range<usize>,
        room: usize,
        into: &mut Block<L>,
    ) -> usize {
        let (sums, groups) = (self.sums.equations.len(), self.sums.pools.len());
        let sums_of = |i: usize, sum: usize| match sum {
            0 => &from.states[i].sum,
            sum => &from.sums[i * (sums - 1) + sum - 1],
        };
        let taken_of = |i: usize, group: usize| match group {
            0 => from.states[i].taken,
            group => from.taken[i * (groups - 1) + group - 1],
        };
        let mut next = states.start;
        while next < states.end && into.states.len() < room {
            let i = next;
            next += 1;
            let mut digits = level.domain & rising(level, &from.states[i]);
            digits = level.groups.iter().fold(digits, |digits, group| digits & !taken_of(i, *group));
            digits = level.differ.iter().fold(digits, |digits, depth| digits & !(1 << earlier(*depth, i)));
            digits =
                level.terms.iter().fold(digits, |digits, term| digits & term.digits(sums_of(i, term.sum)));
            for digit in DigitSet::from_bits(digits).iter() {
                let keeps = |term: &Term<L>| term.keeps(&term.plus(sums_of(i, term.sum), digit));
                if !level.terms.iter().all(keeps) {
                    continue;
                }
                let own = |group: usize| if level.groups.contains(&group) { 1 << digit } else { 0 };
                let added = |sum: usize| match level.terms.iter().find(|term| term.sum == sum) {
                    Some(term) => term.plus(sums_of(i, sum), digit),
                    None => sums_of(i, sum).clone(),
                };
                into.states.push(State {
                    sum: added(0),
                    taken: taken_of(i, 0) | own(0),
                    parent: i as u32,
                    digit,
                });
                into.sums.extend((1..sums).map(added));
                into.taken.extend((1..groups).map(|group| taken_of(i, group) | own(group)));
            }
        }
        next
    }
}

/// The digits that keep a class in rising order.
#[inline]
fn rising<L>(level: &Level<L>, state: &State<L>) -> u64 {
    match level.after {
        None => u64::MAX,
        Some(step) => u64::MAX.checked_shl(u32::from(state.digit + step)).unwrap_or(0),
    }
}

/// The inner loop of most searches.
#[inline]
fn expand_plainly<L: Lane>(
    level: &Level<L>,
    term: &Term<L>,
    from: &Block<L>,
    states: Range<usize>,
    room: usize,
    into: &mut Block<L>,
) -> usize {
    // A cell outside the group takes nothing from it.
    let own = if level.groups.is_empty() { 0 } else { u64::MAX };
    let mut next = states.start;
    for state in from.states.get(states).unwrap_or_default() {
        if into.states.len() >= room {
            break;
        }
        let mut digits = level.domain & !(state.taken & own) & rising(level, state) & term.digits(&state.sum);
        while digits != 0 {
            let digit = digits.trailing_zeros() as Digit;
            digits &= digits - 1;
            let sum = term.plus(&state.sum, digit);
            if term.keeps(&sum) {
                let taken = state.taken | (1 << digit & own);
                into.states.push(State { sum, taken, parent: next as u32, digit });
            }
        }
        next += 1;
    }
    next
}

impl<L: Lane> Enumerator for Start<'_, '_, L> {
    fn ranks(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.states.len() as u64)
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let mut constant = self.tree.sums.others.iter().filter(|other| self.is_constant(**other));
        if constant.any(|condition| !visitor.may_hold(*condition, &[])) {
            return ranks.end;
        }
        let mut walk = Walk::new(self);
        let mut next = ranks.start;
        while next < ranks.end {
            if next > ranks.start && visitor.rests() {
                return next;
            }
            let end = ranks.end.min(next + STRETCH);
            if walk.run(next as usize..end as usize, visitor).is_break() {
                return end;
            }
            next = end;
        }
        next
    }
}

/// Ranks to visit before asking whether to rest.
const STRETCH: u64 = 64;

/// A walk below some states of the start.
struct Walk<'s, 't, 'p, L> {
    start: &'s Start<'t, 'p, L>,
    /// The blocks below those of the start.
    blocks: Vec<Block<L>>,
    digits: Vec<Digit>,
}

impl<'s, 't, 'p, L: Lane> Walk<'s, 't, 'p, L> {
    fn new(start: &'s Start<'t, 'p, L>) -> Self {
        let levels = start.tree.levels.len();
        let below = levels + 1 - start.blocks.len();
        Self { start, blocks: (0..below).map(|_| Block::new()).collect(), digits: vec![0; levels] }
    }

    /// The block of the states with so many digits.
    fn block(&self, depth: usize) -> &Block<L> {
        let above = &self.start.blocks;
        above.get(depth).unwrap_or_else(|| &self.blocks[depth - above.len()])
    }

    /// Follows these states of the start's last block to their ends.
    fn run(&mut self, states: Range<usize>, visitor: &mut Visitor) -> ControlFlow<()> {
        let (first, last) = (self.start.blocks.len() - 1, self.start.tree.levels.len());
        if first == last {
            return self.complete(states, visitor);
        }
        // What is left to follow of each block from the first on.
        let mut left = vec![states];
        while let Some(states) = left.last_mut() {
            if states.start >= states.end {
                left.pop();
                continue;
            }
            let states = states.clone();
            let depth = first + left.len() - 1;
            let next = self.follow(depth, states.clone(), visitor)?;
            left.last_mut().expect("it was there").start = next;
            let followers = 0..self.block(depth + 1).states.len();
            if depth + 1 == last {
                self.complete(followers, visitor)?;
            } else {
                left.push(followers);
            }
        }
        ControlFlow::Continue(())
    }

    /// Fills the next block with followers of these states, as far as it goes. Returns the first state
    /// that was not looked at.
    fn follow(
        &mut self,
        depth: usize,
        states: Range<usize>,
        visitor: &mut Visitor,
    ) -> ControlFlow<(), usize> {
        let level = &self.start.tree.levels[depth];
        let place = depth + 1 - self.start.blocks.len();
        let mut into = std::mem::replace(&mut self.blocks[place], Block::new());
        into.clear();
        let earlier = |level: usize, state: usize| self.digit(depth, state, level);
        let next = self.start.tree.expand(level, &earlier, self.block(depth), states, BLOCK, &mut into);
        self.blocks[place] = into;
        visitor.nodes(self.blocks[place].states.len() as u64)?;
        if !level.complete.is_empty() {
            self.test(depth + 1, visitor)?;
        }
        ControlFlow::Continue(next)
    }

    /// The digit that a state with `depth` digits got at a level.
    fn digit(&self, depth: usize, mut state: usize, level: usize) -> Digit {
        for depth in (level + 2..=depth).rev() {
            state = self.block(depth).states[state].parent as usize;
        }
        self.block(level + 1).states[state].digit
    }

    /// Writes down the digits of a state with `depth` digits.
    fn write(&mut self, depth: usize, mut state: usize) {
        for depth in (1..=depth).rev() {
            let (parent, digit) = {
                let state = &self.block(depth).states[state];
                (state.parent as usize, state.digit)
            };
            self.digits[self.start.tree.levels[depth - 1].cell] = digit;
            state = parent;
        }
    }

    /// Drops the states of a block for which a condition does not hold that is not linear.
    fn test(&mut self, depth: usize, visitor: &mut Visitor) -> ControlFlow<()> {
        let place = depth - self.start.blocks.len();
        let conditions = &self.start.tree.levels[depth - 1].complete;
        let mut kept = Block::new();
        for state in 0..self.blocks[place].states.len() {
            self.write(depth, state);
            if conditions.iter().all(|condition| visitor.may_hold(*condition, &self.digits)) {
                kept.copy(&self.blocks[place], state, self.start.tree);
            }
            visitor.nodes(0)?;
        }
        self.blocks[place] = kept;
        ControlFlow::Continue(())
    }

    /// Hands on complete states, each with all arrangements of its classes.
    fn complete(&mut self, states: Range<usize>, visitor: &mut Visitor) -> ControlFlow<()> {
        for state in states {
            self.write(self.start.tree.levels.len(), state);
            self.arrange(0, 0, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// Hands on the digits in every arrangement of the classes from one on, whose cells begin at a level.
    fn arrange(&mut self, class: usize, level: usize, visitor: &mut Visitor) -> ControlFlow<()> {
        let tree = self.start.tree;
        let Some(ahead) = tree.sizes[class..].iter().position(|size| *size > 1) else {
            return visitor.complete(&self.digits);
        };
        let level = level + ahead;
        let class = class + ahead;
        let cells: Vec<usize> =
            tree.levels[level..level + tree.sizes[class]].iter().map(|l| l.cell).collect();
        let mut digits: Vec<Digit> = cells.iter().map(|cell| self.digits[*cell]).collect();
        loop {
            cells.iter().zip(&digits).for_each(|(cell, digit)| self.digits[*cell] = *digit);
            self.arrange(class + 1, level + cells.len(), visitor)?;
            let size = digits.len();
            if !next_arrangement(&mut digits, size) {
                break;
            }
        }
        // In rising order again, for whoever comes next.
        digits.sort_unstable();
        cells.iter().zip(&digits).for_each(|(cell, digit)| self.digits[*cell] = *digit);
        ControlFlow::Continue(())
    }
}
