//! The pass from one merge to the next: tries the digits of a few cells, depth first, and puts the states into a table.

use super::moves::{List, Moves};
use super::pieces::Beginning;
use super::steps::{Layout, Level, Pass};
use super::table::{Batched, Table, Word};
use crate::engine::cost;
use crate::engine::search::ranks::Rank;
use fukumen_language::digits::DigitSet;

/// The digits taken and the sums so far.
#[derive(Clone, Copy)]
struct State<const SUMS: usize> {
    taken: u64,
    sums: [i64; SUMS],
}

/// Digits tried between two checks of the interrupt.
const BREATH: u64 = 1 << 16;

/// One pass that is running.
pub(super) struct Descent<'a, W, const SUMS: usize> {
    levels: &'a [Level],
    from: &'a Layout,
    pass: &'a Pass,
    /// All moves of the pass, if it pays to list them.
    moves: Option<Moves<'a, W>>,
    states: Batched<W>,
    pub(super) nodes: u64,
    /// When to check the interrupt again.
    next_look: u64,
    is_stopped: &'a dyn Fn() -> bool,
    /// Whether it was interrupted; the table is then of no use.
    pub(super) stopped: bool,
    /// Whether it stopped because the ways to some state overflowed.
    pub(super) is_over: bool,
}

impl<'a, W: Word, const SUMS: usize> Descent<'a, W, SUMS> {
    pub(super) fn new(
        levels: &'a [Level],
        from: &'a Layout,
        pass: &'a Pass,
        moves: Option<Moves<'a, W>>,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            levels,
            from,
            pass,
            moves,
            states: Batched::new(),
            nodes: 0,
            next_look: 0,
            is_stopped,
            stopped: false,
            is_over: false,
        }
    }

    /// Returns the number of states so far, without those that wait.
    pub(super) fn states(&self) -> usize {
        self.states.len()
    }

    /// Takes all states out, and leaves an empty table.
    pub(super) fn take(&mut self) -> Table<W> {
        let table = self.states.take();
        self.over(table.is_over());
        table
    }

    /// Stops if the ways to some state overflowed.
    fn over(&mut self, is_over: bool) {
        self.is_over |= is_over;
        self.stopped |= is_over;
    }

    /// Puts every state that follows from this one into the table.
    #[inline]
    pub(super) fn follow(&mut self, state: W, ways: W) {
        let (mask, bits) = (self.from.mask_bits, self.from.bits - self.from.mask_bits);
        let sums = state.bits(mask, bits);
        let Some(moves) = &mut self.moves else { return self.descend_from(state, ways) };
        if moves.list(sums).is_none() {
            moves.fill::<SUMS>(sums, self.from, self.pass, self.is_stopped);
        }
        let bare = moves.bare();
        let Some(Some(list)) = moves.list(sums) else { return self.descend_from(state, ways) };
        let taken = state.bits(0, mask);
        let looked = list.len() as u64 / u64::from(cost::count::MOVES);
        let free = list.free_of(taken);
        let nodes = looked + free.len() as u64;
        for (more, sums, times) in free {
            let Some(taken) = bare.behind(taken | more) else { continue };
            let (ways, is_over) = ways.times(times);
            self.states.push(sums.with(taken, 0), ways);
            self.is_over |= is_over;
        }
        self.over(self.is_over || self.states.is_over());
        self.count(nodes);
    }

    /// Does the same, digit by digit.
    pub(super) fn descend_from(&mut self, state: W, ways: W) {
        let Some((state, ways)) = self.read(state, ways) else { return };
        self.descend(0, state, 0, ways);
    }

    /// Does the same, only with the digits of a shard.
    pub(super) fn begin(&mut self, beginning: &Beginning, state: W, ways: W) {
        let Some((state, ways)) = self.read(state, ways) else { return };
        self.descend_within(beginning, 0, (state, 0, 0), ways);
    }

    #[inline]
    fn read(&mut self, state: W, ways: W) -> Option<(State<SUMS>, W)> {
        let mut sums = [0; SUMS];
        for (sum, field) in sums.iter_mut().zip(&self.from.fields) {
            *sum = field.read(state.bits(field.shift, field.bits));
        }
        let (ways, is_over) = ways.times(self.pass.ways);
        self.over(is_over);
        (!is_over).then(|| (State { taken: state.bits(0, self.from.mask_bits), sums }, ways))
    }

    /// Tries the digits of one cell. `below` are the digits up to that of the previous cell.
    fn descend(&mut self, depth: usize, state: State<SUMS>, below: u64, ways: W) {
        let Some(level) = self.levels.get(depth) else { return self.put(state, ways) };
        let Some(mut digits) = self.open(level, &state, below) else { return };
        while digits != 0 {
            let digit = digits.trailing_zeros();
            digits &= digits - 1;
            if let Some(next) = assigned(level, state, digit) {
                self.descend(depth + 1, next, u64::MAX >> (63 - digit), ways);
            }
        }
    }

    /// Does the same, only with digits whose ranks are visited. `first` is the first rank of the state.
    fn descend_within(
        &mut self,
        beginning: &Beginning,
        depth: usize,
        (state, below, first): (State<SUMS>, u64, u64),
        ways: W,
    ) {
        let Some(level) = self.levels.get(depth) else { return self.put(state, ways) };
        let Some(digits) = self.open(level, &state, below) else { return };
        for digit in DigitSet::from_bits(digits).iter() {
            let rank = match beginning.ranks.rank(depth, digit, first, &beginning.visited) {
                Rank::Outside => continue,
                Rank::New(rank) | Rank::Below(rank) => rank,
            };
            let below = u64::MAX >> (63 - digit);
            if let Some(next) = assigned(level, state, digit.into()) {
                self.descend_within(beginning, depth + 1, (next, below, rank), ways);
            }
        }
    }

    /// Returns the digits to try for one cell; `None` if it must stop.
    #[inline]
    fn open(&mut self, level: &Level, state: &State<SUMS>, below: u64) -> Option<u64> {
        let mut digits = level.domain;
        for shift in &level.shifts {
            digits &= !(state.taken >> shift);
        }
        if level.rises {
            digits &= !below;
        }
        for term in &level.terms {
            if !term.digits.is_empty() {
                digits &= term.digits[state.sums[term.sum].rem_euclid(term.digits.len() as i64) as usize];
            }
        }
        if self.count(digits.count_ones().into()) { None } else { Some(digits) }
    }

    fn put(&mut self, state: State<SUMS>, ways: W) {
        let mut written = W::from(state.taken);
        for (sum, field) in state.sums.iter().zip(&self.pass.layout.fields) {
            written = written.with(field.write(*sum), field.shift);
        }
        self.states.push(written, ways);
        self.over(self.states.is_over());
    }

    /// Counts digits tried; returns whether to stop.
    #[inline]
    fn count(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + BREATH;
            self.stopped |= (self.is_stopped)();
        }
        self.stopped
    }
}

/// Returns the state with one more digit, unless a sum can no longer hold.
#[inline]
fn assigned<const SUMS: usize>(level: &Level, mut state: State<SUMS>, digit: u32) -> Option<State<SUMS>> {
    for term in &level.terms {
        state.sums[term.sum] = term.step(state.sums[term.sum], digit)?;
    }
    for shift in &level.shifts {
        state.taken |= 1 << (shift + digit);
    }
    if state.taken & level.must != level.must {
        return None;
    }
    if level.need != 0 && (level.need & !state.taken).count_ones() > level.left {
        return None;
    }
    state.taken &= level.keep;
    Some(state)
}

impl<W: Word> Moves<'_, W> {
    /// Lists the moves of all states with these sums.
    pub(super) fn fill<const SUMS: usize>(
        &mut self,
        sums: u64,
        from: &Layout,
        pass: &Pass,
        is_stopped: &dyn Fn() -> bool,
    ) {
        let mut all = Descent::<W, SUMS>::new(&self.bare.levels, from, pass, None, is_stopped);
        all.descend_from(W::from(0).with(sums, from.mask_bits), W::from(1));
        let table = all.take();
        let is_listed = table.len() <= self.bare.most.min(self.room) && !all.stopped;
        let states = table.entries().iter().filter(|(_, ways)| *ways != W::default());
        let list = || List {
            taken: states.clone().map(|(state, _)| state.bits(0, from.mask_bits)).collect(),
            behind: states
                .map(|(state, ways)| (state.without_low_bits(from.mask_bits), ways.bits(0, u64::BITS)))
                .collect(),
            free: vec![0; table.len() + 1],
        };
        self.room -= if is_listed { table.len() } else { 0 };
        self.lists[sums as usize] = Some(is_listed.then(list));
    }
}
