//! Divides a search among threads, and puts its finds back into one order.
//!
//! An engine numbers its space by ranks and can start at any of them. A search begins on the caller's thread and stays there
//! for about 150 µs; most puzzles end within that time. Then threads of rayon cut chunks from the remaining ranks. A chunk is
//! about 0.4 ms of work, estimated from the time of the earlier ranks; towards the end, chunks get smaller (guided
//! self-scheduling, Polychronopoulos and Kuck, 1987).
//!
//! Chunks come back in any order and are handed over in the order of their ranks, so the first solution is the same for any
//! number of threads. A window limits how many chunks are kept. If a chunk has found enough for `--first`, all later ones
//! stop at once.
//!
//! Solutions are collected in batches before the judge confirms them, so that the times for searching and confirming can be
//! measured separately. A batch is handed over at once if it completes the wanted number, and otherwise after a millisecond.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use crate::compile::{Condition, Problem};
use crate::engine::cost;
use crate::engine::run::{Ended, Found, Run, Search, Stop, Tally};
use crate::eval::Verdict;
use crate::threads;
use crate::threads::Pool;
use fukumen_language::digits::Digit;
use fukumen_language::judge::Truth;
use fukumen_language::number::gcd;

/// A space of assignments, numbered by ranks.
pub(crate) trait Enumerator: Sync {
    /// Returns the number of ranks.
    fn ranks(&self) -> u64;

    /// Returns approximately the nanoseconds of a node.
    fn node_cost(&self) -> f64 {
        cost::split::NODE
    }

    /// Visits the assignments of these ranks in their order, until the visitor stops it. Returns the first rank that was not
    /// visited completely.
    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64;
}

/// A chunk is at most this share of the remaining ranks for each thread, so that all threads end at about the same time.
const SHARE: u64 = 8;
/// The most complete assignments that are confirmed together.
const BATCH: usize = 256;
/// The nodes after which assignments wait no longer: about a millisecond.
const PATIENCE: u64 = 1 << 17;
/// The nodes between two checks of the interrupt.
const BREATH: u64 = 1024;
/// The weight of conditions tested between two checks: some 20 ns for a digit in machine words, up to a microsecond in large
/// numbers.
const TOIL: u64 = Condition::EXPENSIVE;

/// Receives the assignments of an enumerator.
pub(crate) struct Visitor<'a> {
    search: &'a Search<'a>,
    sink: &'a mut Found<'a>,
    is_stopped: &'a dyn Fn() -> bool,
    tally: Tally,
    found: u64,
    budget: u64,
    stop: Option<Stop>,
    /// Assignments that wait for their confirmation, one after the other, and their number.
    waiting: Vec<Digit>,
    waiting_count: usize,
    /// The number of nodes at which a search checks whether to continue, and hands waiting assignments over.
    next_breath: u64,
    next_flush: u64,
    /// The weight of the conditions tested since the last check of the interrupt.
    toil: u64,
    /// The number of assignments that are confirmed together.
    batch: usize,
}

impl<'a> Visitor<'a> {
    fn new(
        search: &'a Search<'a>,
        budget: u64,
        is_stopped: &'a dyn Fn() -> bool,
        sink: &'a mut Found<'a>,
    ) -> Self {
        Self {
            search,
            sink,
            is_stopped,
            tally: Tally::default(),
            found: 0,
            budget,
            stop: None,
            waiting: Vec::new(),
            waiting_count: 0,
            next_breath: BREATH,
            next_flush: PATIENCE,
            toil: 0,
            batch: batch(search.problem),
        }
    }

    /// Returns how the visits ended, on one thread.
    fn ended(mut self) -> Ended {
        let _ = self.flush();
        Ended::new(self.stop.unwrap_or(Stop::Exhausted), self.tally)
    }

    /// Counts a step of the search; now and then checks whether to continue.
    #[inline]
    pub fn node(&mut self) -> ControlFlow<()> {
        self.nodes(1)
    }

    /// Counts many steps at once; now and then checks whether to continue.
    #[inline]
    pub fn nodes(&mut self, count: u64) -> ControlFlow<()> {
        self.tally.nodes += count;
        if self.tally.nodes >= self.next_breath {
            self.breathe();
        }
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn breathe(&mut self) {
        if self.stop.is_none() && (self.is_stopped)() {
            self.stop = Some(Stop::Interrupted);
        }
        self.next_breath = self.tally.nodes + BREATH;
        if self.tally.nodes >= self.next_flush && self.stop.is_none() {
            // Solutions that are found must not wait for the next one.
            let _ = self.flush();
            self.next_flush = self.tally.nodes + PATIENCE;
        }
    }

    /// Counts work between two nodes, where one digit of a condition weighs about 1; now and then checks the interrupt.
    #[inline]
    pub fn worked(&mut self, weight: u64) {
        self.toil += weight;
        if self.toil >= TOIL {
            self.is_stopped_now();
        }
    }

    /// Returns whether the visit should end after this rank.
    #[inline]
    pub fn rests(&self) -> bool {
        self.tally.nodes >= self.budget
    }

    /// Returns whether a condition whose digits are known may hold.
    #[inline]
    pub fn may_hold(&mut self, condition: usize, digits: &[Digit]) -> bool {
        self.tally.evaluations += 1;
        self.toil += self.search.problem.conditions[condition].weight;
        if self.toil >= TOIL && self.is_stopped_now() {
            return false;
        }
        self.search.evaluator.test(condition, digits) != Verdict::No
    }

    /// Returns whether the search must end; checks the interrupt.
    #[cold]
    fn is_stopped_now(&mut self) -> bool {
        self.toil = 0;
        if self.stop.is_none() && (self.is_stopped)() {
            self.stop = Some(Stop::Interrupted);
        }
        self.stop.is_some()
    }

    /// Returns whether all conditions may hold.
    #[inline]
    pub fn all_may_hold(&mut self, digits: &[Digit]) -> bool {
        (0..self.search.problem.conditions.len()).all(|condition| self.may_hold(condition, digits))
    }

    /// Takes a complete assignment that no test has rejected, to confirm it and hand it over. It may wait for others, so that
    /// confirming can be timed separately from searching.
    pub fn complete(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        if self.search.evaluator.accept(digits) == Verdict::No {
            return ControlFlow::Continue(());
        }
        self.waiting.extend_from_slice(digits);
        self.waiting_count += 1;
        let wanted = self.search.enough.map_or(u64::MAX, |enough| enough.saturating_sub(self.found));
        if self.waiting_count >= self.batch || self.waiting_count as u64 >= wanted {
            self.flush()?;
            // Many solutions may follow each other without a node between them.
            if (self.is_stopped)() {
                self.stop = Some(Stop::Interrupted);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Confirms the waiting assignments, and hands them over.
    fn flush(&mut self) -> ControlFlow<()> {
        if self.waiting_count == 0 {
            return ControlFlow::Continue(());
        }
        let width = self.search.problem.domains.len();
        let waiting = std::mem::take(&mut self.waiting);
        let count = std::mem::take(&mut self.waiting_count);
        let assignments = || (0..count).map(|i| &waiting[i * width..(i + 1) * width]);
        let mut truths = Vec::with_capacity(count);
        self.search.observer.confirming(&mut || truths.extend(assignments().map(self.search.confirm)));
        for (digits, truth) in assignments().zip(truths) {
            self.hand_on(digits, truth)?;
        }
        self.waiting = waiting;
        self.waiting.clear();
        ControlFlow::Continue(())
    }

    fn hand_on(&mut self, digits: &[Digit], truth: Truth) -> ControlFlow<()> {
        match truth {
            Truth::No if !self.is_sure(digits) => return ControlFlow::Continue(()),
            Truth::Yes => self.found += 1,
            _ => {}
        }
        let flow = (self.sink)(digits, truth);
        let has_enough = self.search.enough.is_some_and(|enough| self.found >= enough);
        if flow.is_break() || has_enough {
            self.stop = Some(Stop::Enough);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the evaluator claimed that every condition holds.
    fn is_sure(&self, digits: &[Digit]) -> bool {
        let conditions = 0..self.search.problem.conditions.len();
        conditions.into_iter().all(|condition| self.search.evaluator.test(condition, digits) == Verdict::Yes)
    }
}

/// Returns how many assignments may be confirmed between two checks of the interrupt.
fn batch(problem: &Problem) -> usize {
    let weight = problem.conditions.iter().map(|condition| condition.weight).sum::<u64>();
    (TOIL * 4 / weight.max(1)).clamp(1, BATCH as u64) as usize
}

impl<E: Enumerator + Send> Run for E {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        run(self, search, found)
    }

    fn has_ranks(&self) -> bool {
        true
    }
}

/// Runs an enumeration to its end, on as many threads as are allowed and pay.
pub fn run(enumerator: &dyn Enumerator, search: &Search, found: &mut Found) -> Ended {
    let ranks = search.portion.of(enumerator.ranks());
    if ranks.is_empty() {
        return Ended::new(Stop::Exhausted, Tally::default());
    }
    let (next, count, start) = on_this_thread(enumerator, search, found, ranks.clone());
    if start.stop != Stop::Exhausted || next >= ranks.end {
        return start;
    }
    let left = Left { first: ranks.start, ranks: next..ranks.end };
    let search = &Search { enough: search.enough.map(|enough| enough - count), ..*search };
    // The number of processors is looked up only now: that alone takes longer than most searches.
    let mut rest = match Pool::of(search.threads) {
        Some(pool) => together(&pool, enumerator, search, found, (left, start.tally.nodes)),
        // One thread is requested, or no more can be started.
        None => in_steps(enumerator, search, found, &left),
    };
    rest.tally += start.tally;
    rest
}

/// The least number of nodes that a dash visits from one rank.
const DASH: u64 = 1 << 13;

/// Looks for the few wanted solutions from ranks far apart, each for a short while, with about this number of nodes in total.
/// If there are many solutions, the time to the first depends on where a search begins, and few places are poor ones. From
/// half of the ranks it goes on for the same time, from a quarter twice as long, and so on: that is near the best for any
/// search (M. Luby, A. Sinclair and D. Zuckerman, Optimal speedup of Las Vegas algorithms, 1993). If it finds enough, they
/// are handed over and the search is over; if not, none is, and only these nodes are lost.
///
/// Nodes decide how far each goes, not the clock, so the outcome is the same every time.
pub fn dash(
    enumerator: &dyn Enumerator,
    search: &Search,
    nodes: u64,
    found: &mut Found,
) -> Result<Ended, Tally> {
    let mut tally = Tally::default();
    let Some(enough) = search.enough.filter(|_| search.portion.count() == 1) else { return Err(tally) };
    let mut buffer: Vec<(Vec<Digit>, Truth)> = Vec::new();
    let mut sure = 0;
    for (turn, rank) in (1u64..).zip(far_apart(enumerator.ranks())) {
        if tally.nodes >= nodes || search.interrupt.is_raised() {
            break;
        }
        let (breaths, most) = (Cell::new(0), (DASH / BREATH) << turn.trailing_zeros());
        let is_stopped = || {
            breaths.set(breaths.get() + 1);
            breaths.get() > most || search.interrupt.is_raised()
        };
        let mut sink = |digits: &[Digit], truth: Truth| {
            buffer.push((digits.to_vec(), truth));
            ControlFlow::Continue(())
        };
        let own = Search { enough: Some(enough - sure), ..*search };
        let mut visitor = Visitor::new(&own, u64::MAX, &is_stopped, &mut sink);
        enumerator.visit(rank..rank + 1, &mut visitor);
        let _ = visitor.flush();
        sure += visitor.found;
        tally += visitor.tally;
        if sure >= enough {
            let _ = buffer.iter().try_for_each(|(digits, truth)| found(digits, *truth));
            return Ok(Ended::new(Stop::Enough, tally));
        }
    }
    Err(tally)
}

/// Returns all ranks, each once, with successive ones far apart.
fn far_apart(ranks: u64) -> impl Iterator<Item = u64> {
    // The step divides the ranks approximately by the golden section, and has no divisor in common with them.
    let golden = (ranks as f64 * 0.618) as u64;
    let step = (golden.max(1)..).find(|step| gcd(*step as i64, ranks.max(1) as i64) == 1).unwrap_or(1);
    (1..=ranks).map(move |i| (u128::from(i) * u128::from(step) % u128::from(ranks)) as u64)
}

/// The ranks left to visit.
struct Left {
    /// The first rank of the search, which was already visited.
    first: u64,
    ranks: Range<u64>,
}

impl Left {
    /// Reports the progress of the search to an observer.
    fn advanced(&self, search: &Search, next: u64) {
        search.observer.advanced(next - self.first, self.ranks.end - self.first);
    }
}

/// Visits ranks on the caller's thread until the budget of nodes is used up. Returns the next rank, and the number of
/// solutions found.
fn on_this_thread(
    enumerator: &dyn Enumerator,
    search: &Search,
    found: &mut Found,
    ranks: Range<u64>,
) -> (u64, u64, Ended) {
    let is_stopped = || search.interrupt.is_raised();
    let mut sink = |digits: &[Digit], truth: Truth| found(digits, truth);
    let budget = (cost::split::ALONE / enumerator.node_cost()) as u64;
    let mut visitor = Visitor::new(search, budget, &is_stopped, &mut sink);
    let next = enumerator.visit(ranks, &mut visitor);
    let _ = visitor.flush();
    (next, visitor.found, visitor.ended())
}

/// Visits the remaining ranks on the caller's thread, in steps, so that observers see its progress.
fn in_steps(enumerator: &dyn Enumerator, search: &Search, found: &mut Found, left: &Left) -> Ended {
    let step = (cost::split::STEP / enumerator.node_cost()) as u64;
    let is_stopped = || search.interrupt.is_raised();
    let mut sink = |digits: &[Digit], truth: Truth| found(digits, truth);
    let mut visitor = Visitor::new(search, u64::MAX, &is_stopped, &mut sink);
    let Range { start: mut next, end } = left.ranks;
    while next < end && visitor.stop.is_none() {
        visitor.budget = visitor.tally.nodes + step;
        next = enumerator.visit(next..end, &mut visitor);
        left.advanced(search, next);
    }
    visitor.ended()
}

/// The finds of a worker in one chunk.
#[derive(Default)]
struct Chunk {
    /// The digits of all finds, one after the other.
    digits: Vec<Digit>,
    truths: Vec<Truth>,
    tally: Tally,
    /// The number of its ranks.
    ranks: u64,
    interrupted: bool,
}

/// The data that workers and the caller share.
struct Shared {
    queue: Mutex<Queue>,
    /// Chunks from this number on are no longer needed.
    end: AtomicU64,
    stopped: AtomicBool,
    moved: Condvar,
}

/// The ranks that no worker has taken yet.
struct Queue {
    left: Range<u64>,
    /// The number of the next chunk.
    next: u64,
    /// The number of chunks handed over so far; workers stay within a window above it, so that finds cannot pile up.
    handed_on: u64,
    /// The nodes and ranks so far.
    nodes: u64,
    ranks: u64,
}

impl Queue {
    /// Cuts off a chunk of about `nodes` nodes, as far as can be estimated.
    fn cut(&mut self, nodes: f64, threads: u64) -> Range<u64> {
        let foreseen = nodes * self.ranks as f64 / self.nodes.max(1) as f64;
        let count = self.left.end - self.left.start;
        let size = (foreseen as u64).min(count / (SHARE * threads)).max(1);
        let chunk = self.left.start..self.left.start + size;
        self.left.start = chunk.end;
        self.next += 1;
        chunk
    }
}

impl Shared {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Locked, so that no worker is between checking and waiting.
        drop(self.queue());
        self.moved.notify_all();
    }

    /// Returns the next chunk with its number, once it is within the window.
    fn take(&self, nodes: f64, threads: u64) -> Option<(u64, Range<u64>)> {
        let is_early =
            |queue: &mut Queue| queue.next >= queue.handed_on + window(threads) && !self.is_stopped();
        let mut queue = self.moved.wait_while(self.queue(), is_early).unwrap_or_else(PoisonError::into_inner);
        let number = queue.next;
        let is_useful = number < self.end.load(Ordering::Relaxed) && !self.is_stopped();
        (is_useful && !queue.left.is_empty()).then(|| (number, queue.cut(nodes, threads)))
    }

    /// Stops the others if the holder panics: they would wait for its chunk for ever.
    fn guard(&self) -> Guard<'_> {
        Guard(self)
    }

    fn hand_on(&self, chunk: &Chunk) {
        let mut queue = self.queue();
        queue.handed_on += 1;
        queue.nodes += chunk.tally.nodes;
        queue.ranks += chunk.ranks;
        drop(queue);
        self.moved.notify_all();
    }
}

/// Returns how many chunks may be taken before the first of them is handed over.
fn window(threads: u64) -> u64 {
    8 * threads + 8
}

/// Ends the search if its thread panics, in a closure of the calling program.
struct Guard<'a>(&'a Shared);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if threads::is_panicking() {
            self.0.stop();
        }
    }
}

/// Visits the remaining ranks with all threads of a pool; the earlier ones took a known number of nodes.
fn together(
    pool: &Pool,
    enumerator: &dyn Enumerator,
    search: &Search,
    found: &mut Found,
    (left, nodes): (Left, u64),
) -> Ended {
    let done = left.ranks.start - left.first;
    let shared = Shared {
        queue: Mutex::new(Queue { left: left.ranks.clone(), next: 0, handed_on: 0, nodes, ranks: done }),
        end: AtomicU64::new(u64::MAX),
        stopped: AtomicBool::new(false),
        moved: Condvar::new(),
    };
    let (sender, receiver) = mpsc::channel();
    let threads = pool.threads();
    let nodes = cost::split::CHUNK / enumerator.node_cost();
    let work = |sender: mpsc::Sender<(u64, Chunk)>| {
        let _guard = shared.guard();
        while let Some((number, ranks)) = shared.take(nodes, threads as u64) {
            if sender.send((number, visit_chunk(enumerator, search, &shared, number, ranks))).is_err() {
                break;
            }
        }
    };
    // The last sender is dropped with the last worker, and the receiver ends.
    let senders = std::iter::repeat_n(sender, threads);
    let work = &work;
    let workers = senders.map(|sender| move || work(sender));
    pool.beside(workers, || {
        let _guard = shared.guard();
        let (stop, tally) = collect(&receiver, &shared, &left, search, found);
        Ended { threads, ..Ended::new(stop, tally) }
    })
}

fn visit_chunk(
    enumerator: &dyn Enumerator,
    search: &Search,
    shared: &Shared,
    number: u64,
    ranks: Range<u64>,
) -> Chunk {
    let mut chunk = Chunk { ranks: ranks.end - ranks.start, ..Chunk::default() };
    let is_stopped = || {
        shared.is_stopped() || number >= shared.end.load(Ordering::Relaxed) || search.interrupt.is_raised()
    };
    let mut sink = |digits: &[Digit], truth: Truth| {
        chunk.digits.extend_from_slice(digits);
        chunk.truths.push(truth);
        ControlFlow::Continue(())
    };
    let mut visitor = Visitor::new(search, u64::MAX, &is_stopped, &mut sink);
    enumerator.visit(ranks, &mut visitor);
    let Ended { tally, stop, .. } = visitor.ended();
    if stop == Stop::Enough {
        // This chunk alone has enough: later chunks are not needed.
        shared.end.fetch_min(number + 1, Ordering::Relaxed);
    }
    Chunk { tally, interrupted: stop == Stop::Interrupted, ..chunk }
}

/// Hands the finds over in the order of the chunks, on the caller's thread.
fn collect(
    receiver: &mpsc::Receiver<(u64, Chunk)>,
    shared: &Shared,
    left: &Left,
    search: &Search,
    found: &mut Found,
) -> (Stop, Tally) {
    let mut waiting = BTreeMap::new();
    let mut tally = Tally::default();
    let mut stop = None;
    let mut wanted = search.enough.unwrap_or(u64::MAX);
    let (mut next, mut through) = (0, left.ranks.start);
    for (number, chunk) in receiver {
        tally += chunk.tally;
        waiting.insert(number, chunk);
        while let Some(chunk) = waiting.remove(&next) {
            stop = stop.or_else(|| hand_on(&chunk, search, &mut wanted, found));
            next += 1;
            through += chunk.ranks;
            left.advanced(search, through);
            shared.hand_on(&chunk);
        }
        if stop.is_some() {
            shared.stop();
        }
    }
    // After an interrupt there may be gaps; the finds after them are still valid.
    for chunk in waiting.values() {
        stop = stop.or_else(|| hand_on(chunk, search, &mut wanted, found));
    }
    let is_whole = through == left.ranks.end;
    let stop = stop.unwrap_or(if is_whole { Stop::Exhausted } else { Stop::Interrupted });
    (stop, tally)
}

/// Hands a chunk's finds over until there are `wanted` solutions.
fn hand_on(chunk: &Chunk, search: &Search, wanted: &mut u64, found: &mut Found) -> Option<Stop> {
    let width = search.problem.domains.len();
    for (i, truth) in chunk.truths.iter().enumerate() {
        *wanted = wanted.saturating_sub(u64::from(*truth == Truth::Yes));
        if found(&chunk.digits[i * width..(i + 1) * width], *truth).is_break() || *wanted == 0 {
            return Some(Stop::Enough);
        }
    }
    chunk.interrupted.then_some(Stop::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_that_follow_each_other_in_a_dash_are_far_apart_and_none_is_left_out() {
        for ranks in [1, 2, 3, 10, 100, 4096, 99_991] {
            let visited: Vec<u64> = far_apart(ranks).collect();
            let mut sorted = visited.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..ranks), "{ranks}");
            for two in visited.windows(2).filter(|_| ranks >= 10) {
                let distance = two[0].abs_diff(two[1]);
                assert!(distance.min(ranks - distance) * 4 > ranks, "{two:?} of {ranks}");
            }
        }
    }
}
