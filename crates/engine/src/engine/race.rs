//! Takes over if a search takes far longer than expected: other engines take turns with it.
//!
//! Most forecasts are within tenfold, but the forecast of a skeleton may be a million times too low for one engine and right for
//! another. So an engine that expects little gets twenty times what it expects and more. If that is not enough, the two engines
//! that expect least of the others are planned and get as much, from the start, and then all three four times as much. If none comes to
//! an end, the one that has come furthest searches on with all threads. The work of all but the last one is lost: some 30 million nodes at most.
//!
//! Until an engine ends, its solutions are held back, so each is handed on once. If the search is interrupted before that, those of
//! the engine whose turn it is are handed on, and those of earlier turns are not. Turns are measured by how often the
//! interrupt is asked, which depends on nodes alone, and searched by one thread: the outcome is the same every time and everywhere.
//!
//! A shard takes the same turns, of the whole search and not of its own ranks, to find out which engine this is. Then it searches its
//! ranks with it, as all other shards do. Without that, every shard would be left to an engine that takes a million times too long.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::plan::{Engine, Fit, Plan, Request, Wanted};
use super::run::{Ended, Found, Observer, Run, Search, Stop, Tally};
use super::shard::Portion;
use crate::compile::Problem;
use fukumen_language::digits::Digit;
use fukumen_language::interrupt::Interrupt;
use fukumen_language::judge::Truth;

/// A search that expects to take more nanoseconds than this is never raced.
const QUICK: f64 = 4e6;
/// The number of interrupt checks in each turn. A check comes after at most 1,024 nodes, so the first turn takes about 0.1 s.
const TURNS: [u64; 2] = [2048, 8192];
/// The checks that a solution gives back, those of its test and its confirmation: it was found for good. Without that,
/// `ABCDE^2=□□□□□□□□□F` was given up after half of its 8 ms, and took 840.
const GIVEN_BACK: u64 = 2;
/// The number of other engines that take turns.
const RIVALS: usize = 2;
/// A search that finds more solutions than this in its turn keeps the search.
const MOST_HELD: usize = 1 << 14;

/// The engines of the table, which take turns.
type Engines = &'static [&'static dyn Engine];

/// A search that others may take over.
struct Race {
    engines: Engines,
    problem: Arc<Problem>,
    wanted: Wanted,
    enough: Option<u64>,
    /// The number of the search's engine in the table.
    number: usize,
    run: Arc<dyn Run>,
}

/// Returns the same plan, but other engines take over its search if it expects little and takes much.
pub(super) fn guarded(
    engines: Engines,
    problem: &Arc<Problem>,
    request: &Request,
    number: usize,
    plan: Plan,
) -> Plan {
    if plan.cost > QUICK {
        return plan;
    }
    let (wanted, enough) = (request.wanted, request.enough);
    let race = Race { engines, problem: Arc::clone(problem), wanted, enough, number, run: plan.run };
    Plan { run: Arc::new(race), ..plan }
}

impl Run for Race {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        if search.portion.count() == 1 {
            let (runner, ended, spent) = self.first(search, found);
            let ended = ended.unwrap_or_else(|| runner.run.run(search, found));
            return self.ended(&runner, ended, spent);
        }
        let whole = Search { portion: Portion::WHOLE, ..*search };
        let (runner, ended, mut spent) = self.first(&whole, &mut |_, _| ControlFlow::Break(()));
        spent += ended.map_or_else(Tally::default, |ended| ended.tally);
        let ended = match search.interrupt.is_raised() {
            true => Ended::new(Stop::Interrupted, Tally::default()),
            false => runner.run.run(search, found),
        };
        self.ended(&runner, ended, spent)
    }

    fn has_ranks(&self) -> bool {
        self.run.has_ranks()
    }
}

impl Race {
    /// Returns the engine that finishes in its turn, and how, or else the one with the most progress; and the work of the
    /// others.
    fn first(&self, search: &Search, found: &mut Found) -> (Runner, Option<Ended>, Tally) {
        let mut spent = Tally::default();
        let mut runners = vec![Runner { number: self.number, run: Arc::clone(&self.run), progress: 0.0 }];
        for (turn, looks) in TURNS.into_iter().enumerate() {
            let mut at = 0;
            while at < runners.len() {
                match runners[at].take_turn(looks, search, found) {
                    Ok(ended) => return (runners.swap_remove(at), Some(ended), spent),
                    Err(tally) => spent += tally,
                }
                at += 1;
                if turn == 0 && at == 1 {
                    runners.extend(self.rivals(search.interrupt));
                }
            }
        }
        // If two are equally far, the first one.
        let furthest =
            runners.into_iter().reduce(|best, one| if one.progress > best.progress { one } else { best });
        (furthest.expect("the engine that was chosen is one of them"), None, spent)
    }

    /// Returns the other engines that expect to take the least time, of those that can search shards.
    fn rivals(&self, interrupt: &dyn Interrupt) -> Vec<Runner> {
        let request = Request::new(self.wanted).enough(self.enough).interrupt(interrupt);
        let fits = (0..self.engines.len()).filter(|number| *number != self.number).filter_map(|number| {
            match self.engines[number].fit(&self.problem, &request) {
                Ok(Fit::Yes(plan)) if plan.run.has_ranks() => {
                    Some((plan.cost, Runner { number, run: plan.run, progress: 0.0 }))
                }
                _ => None,
            }
        });
        let mut rivals: Vec<(f64, Runner)> = fits.collect();
        rivals.sort_by(|a, b| a.0.total_cmp(&b.0));
        rivals.into_iter().map(|(_, runner)| runner).take(RIVALS).collect()
    }

    fn ended(&self, runner: &Runner, mut ended: Ended, spent: Tally) -> Ended {
        ended.tally += spent;
        ended.by = (runner.number != self.number).then(|| self.engines[runner.number].name());
        ended
    }
}

/// An engine that takes turns.
struct Runner {
    number: usize,
    run: Arc<dyn Run>,
    /// The share of its search that it did in its last turn, from 0 to 1.
    progress: f64,
}

impl Runner {
    /// Searches from the start. If it finishes, its finds are handed over; if not, only its work is returned.
    fn take_turn(&mut self, looks: u64, search: &Search, found: &mut Found) -> Result<Ended, Tally> {
        let turn = Turn {
            left: AtomicU64::new(looks),
            is_interrupted: AtomicBool::new(false),
            done: AtomicU64::new(0),
            total: AtomicU64::new(1),
            search,
        };
        let own = Search { threads: 1, interrupt: &turn, observer: &turn, ..*search };
        let mut held = Held { width: search.problem.domains.len(), ..Held::default() };
        let is_left_alone = Cell::new(false);
        let ended = self.run.run(&own, &mut |digits, truth| {
            if is_left_alone.get() {
                return found(digits, truth);
            }
            held.push(digits, truth);
            turn.left.fetch_add(GIVEN_BACK, Ordering::Relaxed);
            if held.truths.len() < MOST_HELD {
                return ControlFlow::Continue(());
            }
            is_left_alone.set(true);
            turn.left.store(u64::MAX, Ordering::Relaxed);
            held.hand_on(found)
        });
        let is_over = ended.stop == Stop::Interrupted && !turn.is_interrupted.load(Ordering::Relaxed);
        if is_over && !is_left_alone.get() {
            self.progress = turn.done.into_inner() as f64 / turn.total.into_inner() as f64;
            return Err(ended.tally);
        }
        if !is_left_alone.get() && held.hand_on(found).is_break() {
            return Ok(Ended { stop: Stop::Enough, ..ended });
        }
        Ok(ended)
    }
}

/// The finds of a turn.
#[derive(Default)]
struct Held {
    width: usize,
    digits: Vec<Digit>,
    truths: Vec<Truth>,
}

impl Held {
    fn push(&mut self, digits: &[Digit], truth: Truth) {
        self.digits.extend_from_slice(digits);
        self.truths.push(truth);
    }

    fn hand_on(&self, found: &mut Found) -> ControlFlow<()> {
        let digits = |at: usize| &self.digits[at * self.width..(at + 1) * self.width];
        self.truths.iter().enumerate().try_for_each(|(at, truth)| found(digits(at), *truth))
    }
}

/// The end of a turn, and the progress of the search until then.
struct Turn<'a> {
    /// How many more checks are allowed.
    left: AtomicU64,
    /// Whether the whole search was interrupted.
    is_interrupted: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    search: &'a Search<'a>,
}

impl Interrupt for Turn<'_> {
    fn is_raised(&self) -> bool {
        let is_interrupted = self.search.interrupt.is_raised();
        if is_interrupted {
            self.is_interrupted.store(true, Ordering::Relaxed);
        }
        let one_less = |left: u64| left.checked_sub(1);
        let is_over = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err();
        is_interrupted || is_over
    }
}

impl Observer for Turn<'_> {
    fn advanced(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total.max(1), Ordering::Relaxed);
        self.search.observer.advanced(done, total);
    }

    fn confirming(&self, confirm: &mut dyn FnMut()) {
        self.search.observer.confirming(confirm);
    }
}
