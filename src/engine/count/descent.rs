//! From one merge to the next: the digits of a few cells, depth first, into a table of states.

use super::pieces::Beginning;
use super::steps::Layout;
use super::steps::Level;
use super::steps::Pass;
use super::table::Table;
use super::table::Word;
use crate::digits::DigitSet;
use crate::engine::search::ranks::Rank;

/// The digits taken and the sums so far.
#[derive(Clone, Copy)]
struct State<const SUMS: usize> {
    taken: u64,
    sums: [i64; SUMS],
}

/// States that wait to be put into the table together.
const BATCH: usize = 64;
/// Digits tried between two looks at the interrupt.
const BREATH: u64 = 1 << 16;

/// One pass under way.
pub(super) struct Descent<'a, W, const SUMS: usize> {
    levels: &'a [Level],
    from: &'a Layout,
    pass: &'a Pass,
    table: Table<W>,
    /// States that are still to be put into it.
    waiting: Vec<(W, W)>,
    pub(super) nodes: u64,
    /// When to look at the interrupt again.
    next_look: u64,
    is_stopped: &'a dyn Fn() -> bool,
    /// Whether it was told to stop; what is in the table then is of no use.
    pub(super) stopped: bool,
    /// Whether it stopped since the ways to some state did not fit.
    pub(super) is_over: bool,
}

impl<'a, W: Word, const SUMS: usize> Descent<'a, W, SUMS> {
    pub(super) fn new(
        levels: &'a [Level],
        from: &'a Layout,
        pass: &'a Pass,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Self {
        let levels = &levels[pass.levels.clone()];
        Self {
            levels,
            from,
            pass,
            table: Table::new(),
            waiting: Vec::with_capacity(BATCH),
            nodes: 0,
            next_look: 0,
            is_stopped,
            stopped: false,
            is_over: false,
        }
    }

    /// The states so far, but for those that wait.
    pub(super) fn states(&self) -> usize {
        self.table.len()
    }

    /// Takes all states out. Nothing is left, as at the beginning.
    pub(super) fn take(&mut self) -> Table<W> {
        self.settle();
        std::mem::replace(&mut self.table, Table::new())
    }

    fn settle(&mut self) {
        self.table.put_each(&self.waiting);
        self.waiting.clear();
        self.is_over |= self.table.is_over();
        self.stopped |= self.is_over;
    }

    /// Puts every state that follows from this one into the table.
    #[inline]
    pub(super) fn follow(&mut self, state: W, ways: W, beginning: Option<&Beginning>) {
        let mut sums = [0; SUMS];
        for (sum, field) in sums.iter_mut().zip(&self.from.fields) {
            *sum = field.read(state.bits(field.shift, field.bits));
        }
        let state = State { taken: state.bits(0, self.from.mask_bits), sums };
        let (ways, is_over) = ways.times(self.pass.ways);
        if is_over {
            (self.is_over, self.stopped) = (true, true);
            return;
        }
        match beginning {
            None => self.descend(0, state, 0, ways),
            Some(beginning) => self.descend_within(beginning, 0, (state, 0, 0), ways),
        }
    }

    /// Tries the digits of one cell. `below` are the digits up to that of the cell before.
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

    /// The same, but only with digits whose ranks are to be visited. `first` is the first rank of the state.
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

    /// The digits to try with one cell; nothing if it is to stop.
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
        if self.count(digits.count_ones()) { None } else { Some(digits) }
    }

    fn put(&mut self, state: State<SUMS>, ways: W) {
        let mut written = W::of(state.taken);
        for (sum, field) in state.sums.iter().zip(&self.pass.layout.fields) {
            written = written.with(field.write(*sum), field.shift);
        }
        self.waiting.push((written, ways));
        if self.waiting.len() == BATCH {
            self.settle();
        }
    }

    /// Counts digits tried; whether to stop.
    #[inline]
    fn count(&mut self, nodes: u32) -> bool {
        self.nodes += u64::from(nodes);
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + BREATH;
            self.stopped |= (self.is_stopped)();
        }
        self.stopped
    }
}

/// The state with one digit more, unless a sum can no longer hold.
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
