//! Carries all states from merge to merge, on one thread or several, within bounded memory.
//!
//! The count is a sum over the states of any one merge. So a table may be emptied at any time: its states are carried on to
//! the end and counted, and then dropped. A full table does this, so memory is bounded for every puzzle. States are counted
//! again only if they occur again later.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::descent::Descent;
use super::moves::Moves;
use super::pieces::Beginning;
use super::steps::{Field, Layout, Pass, Steps};
use super::table::{Table, Word, bytes};
use crate::engine::cost;
use crate::engine::run::{Ended, Search, Stop, Tally};
use crate::threads::Pool;

/// The bytes of all tables together, if the search has no memory limit.
pub(super) const MEMORY: u64 = 2 << 30;
/// The entries of a table that a thread takes at a time.
const CHUNK: usize = 512;
/// The number of states that is worth a second thread.
const MANY: usize = 256;

impl Steps {
    /// Counts; a shard starts from its beginning.
    pub(super) fn run(&self, search: &Search, beginning: Option<&Beginning>) -> Ended {
        let narrow = (!self.is_wide).then(|| match self.first.fields.len() {
            0..=1 => Merging::<u64, 1>::new(self, search).run(beginning),
            2 => Merging::<u64, 2>::new(self, search).run(beginning),
            _ => Merging::<u64, 8>::new(self, search).run(beginning),
        });
        let before = match narrow {
            Some(Ok(ended)) => return ended,
            Some(Err(tally)) => tally,
            None => Tally::default(),
        };
        let wide = match self.first.fields.len() {
            0..=1 => Merging::<u128, 1>::new(self, search).run(beginning),
            _ => Merging::<u128, 8>::new(self, search).run(beginning),
        };
        // `Space::of` refuses puzzles whose count could need more than 128 bits.
        let mut ended = wide.unwrap_or_else(|tally| Ended::new(Stop::Interrupted, tally));
        ended.tally += before;
        ended
    }
}

struct Merging<'a, W, const SUMS: usize> {
    steps: &'a Steps,
    search: &'a Search<'a>,
    pool: Option<Pool>,
    /// The most states in the table after each pass.
    most: Vec<usize>,
    nodes: AtomicU64,
    stopped: AtomicBool,
    /// Whether the ways to some state overflowed.
    over: AtomicBool,
    words: std::marker::PhantomData<W>,
}

impl<'a, W: Word, const SUMS: usize> Merging<'a, W, SUMS> {
    fn new(steps: &'a Steps, search: &'a Search<'a>) -> Self {
        let pool = (steps.cost > cost::count::ALONE).then(|| Pool::of(search.threads)).flatten();
        let threads = pool.as_ref().map_or(1, Pool::threads);
        let tables = threads + usize::from(threads > 1);
        let memory = search.memory.unwrap_or(MEMORY) as f64 / tables as f64;
        // Half of the memory in equal shares, because forecasts err.
        let states: f64 = steps.passes.iter().map(|pass| pass.states).sum();
        let most = |pass: &Pass| {
            let share = (1.0 / steps.passes.len() as f64).midpoint(pass.states / states) * memory;
            let sizes = (4..40).map(|power| (1 << power) * 2 / 3 - 1);
            sizes.take_while(|most| bytes::<W>(*most) as f64 <= share).last().unwrap_or(1)
        };
        Self {
            steps,
            search,
            pool,
            most: steps.passes.iter().map(most).collect(),
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            over: AtomicBool::new(false),
            words: std::marker::PhantomData,
        }
    }

    /// Returns the count, or the work done if the ways to some state overflowed.
    fn run(&self, beginning: Option<&Beginning>) -> Result<Ended, Tally> {
        let counted = self.steps.start.as_ref().map_or(0, |sums| {
            let written = sums.iter().zip(&self.steps.first.fields);
            let write = |state: W, (sum, field): (&i64, &Field)| state.with(field.write(*sum), field.shift);
            let mut table = Table::new();
            table.put(written.fold(W::default(), write), W::from(1));
            self.carry_together(table, beginning)
        });
        let tally = Tally { nodes: self.nodes.load(Ordering::Relaxed), evaluations: 0 };
        if self.over.load(Ordering::Relaxed) {
            return Err(tally);
        }
        let is_stopped = self.stopped.load(Ordering::Relaxed);
        let stop = if is_stopped { Stop::Interrupted } else { Stop::Exhausted };
        let threads = self.pool.as_ref().map_or(1, Pool::threads);
        Ok(Ended { threads, counted, ..Ended::new(stop, tally) })
    }

    /// Carries the start to the end with all threads.
    fn carry_together(&self, mut table: Table<W>, beginning: Option<&Beginning>) -> u128 {
        let mut counted = 0;
        for pass in 0..self.steps.passes.len() {
            let (next, early) = match &self.pool {
                _ if pass == 0 && beginning.is_some() => {
                    self.work(pass, table.len(), table.entries().chunks(CHUNK), beginning)
                }
                Some(pool) if table.len() >= MANY => self.pass_together(pool, pass, &table),
                _ => self.pass_alone(pass, &table),
            };
            counted += early;
            table = next;
            self.search.observer.advanced(pass as u64 + 1, self.steps.passes.len() as u64);
        }
        if self.stopped.load(Ordering::Relaxed) { counted } else { counted + table.total() }
    }

    /// Carries states to the end on this thread. The recursion is no deeper than the number of passes.
    fn carry_alone(&self, first: usize, mut table: Table<W>) -> u128 {
        let mut counted = 0;
        for pass in first..self.steps.passes.len() {
            let (next, early) = self.pass_alone(pass, &table);
            counted += early;
            table = next;
        }
        if self.stopped.load(Ordering::Relaxed) { counted } else { counted + table.total() }
    }

    /// Returns the states after a pass, and the count of the full tables emptied during it.
    fn pass_alone(&self, pass: usize, states: &Table<W>) -> (Table<W>, u128) {
        self.work(pass, states.len(), states.entries().chunks(CHUNK), None)
    }

    /// Does the same with all threads: each fills its own table, and the tables are merged at the end.
    fn pass_together(&self, pool: &Pool, pass: usize, states: &Table<W>) -> (Table<W>, u128) {
        let next = AtomicUsize::new(0);
        let take = || states.entries().chunks(CHUNK).nth(next.fetch_add(1, Ordering::Relaxed));
        let parts = Mutex::new(Vec::new());
        pool.each(|| {
            let part = self.work(pass, states.len(), std::iter::from_fn(take), None);
            parts.lock().unwrap_or_else(PoisonError::into_inner).push(part);
        });
        let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let counted = parts.iter().map(|(_, counted)| counted).sum();
        let whole = parts.into_iter().map(|(table, _)| table).reduce(|mut whole, table| {
            whole.put_all(&table);
            whole
        });
        let whole = whole.unwrap_or_else(Table::new);
        self.note(whole.is_over());
        (whole, counted)
    }

    /// Makes the pass of this number over this number of states, which come in chunks.
    fn work<'s>(
        &self,
        number: usize,
        states: usize,
        chunks: impl Iterator<Item = &'s [(W, W)]>,
        beginning: Option<&Beginning>,
    ) -> (Table<W>, u128)
    where
        W: 's,
    {
        let is_stopped = || self.stopped.load(Ordering::Relaxed) || self.search.interrupt.is_raised();
        let (from, pass) = (self.before(number), &self.steps.passes[number]);
        let levels = &self.steps.levels[pass.levels.clone()];
        let moves = Moves::of(pass, from, states).filter(|_| beginning.is_none());
        let mut descent: Descent<W, SUMS> = Descent::new(levels, from, pass, moves, &is_stopped);
        let mut counted = 0;
        for (state, ways) in chunks.flatten().filter(|(_, ways)| *ways != W::default()) {
            match beginning {
                None => descent.follow(*state, *ways),
                Some(beginning) => descent.begin(beginning, *state, *ways),
            }
            if descent.stopped {
                self.stopped.store(true, Ordering::Relaxed);
                break;
            }
            if descent.states() > self.most[number] {
                let full = descent.take();
                counted += self.carry_alone(number + 1, full);
            }
        }
        let table = descent.take();
        self.nodes.fetch_add(descent.nodes, Ordering::Relaxed);
        self.note(descent.is_over);
        (table, counted)
    }

    /// Ends the count if the ways to some state overflowed.
    fn note(&self, is_over: bool) {
        if is_over {
            self.over.store(true, Ordering::Relaxed);
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the layout of the states before a pass.
    fn before(&self, pass: usize) -> &'a Layout {
        pass.checked_sub(1).map_or(&self.steps.first, |before| &self.steps.passes[before].layout)
    }
}
