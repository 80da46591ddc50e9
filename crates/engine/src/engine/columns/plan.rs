//! The order of the digits: the columns of all sums, from the right.

use std::collections::HashSet;
use std::sync::Arc;

use crate::compile::Problem;
use crate::compile::columns::Column;
use crate::engine::cost;
use crate::engine::search::levels::{Depths, Place, choices, constant, places};
use crate::engine::search::ranks::Ranks;
use fukumen_language::arrange::Arrange;
use fukumen_language::interrupt::{Interrupt, Interrupted};

/// All steps, in their order.
pub(super) struct Steps {
    pub(super) problem: Arc<Problem>,
    pub(super) levels: Vec<Level>,
    /// The columns of all sums: those of the first sum from the right, then those of the next.
    pub(super) columns: Vec<Placed>,
    /// Columns at the right end of a sum without a hidden digit: they can be added up at once.
    pub(super) closed_at_once: Vec<usize>,
    /// Conditions without a cell, except for sums.
    pub(super) constant: Vec<usize>,
    /// The ranks of the space, made from the first guesses.
    pub(super) ranks: Ranks,
}

/// The number of ranks to cut the guesses into, if there are that many.
const RANKS: u64 = 1 << 14;

/// A column and its place in its sum.
pub(super) struct Placed {
    pub(super) column: Column,
    /// The column to the right, if there is one, whose carry comes in.
    pub(super) right: Option<usize>,
    /// Whether this is the last column, which must leave no carry.
    pub(super) is_last: bool,
}

/// The steps for one cell.
pub(super) struct Level {
    pub(super) place: Place,
    pub(super) choice: Choice,
    /// Columns whose digits are all known at this level, in the order in which they are added up.
    pub(super) closes: Vec<usize>,
    /// Other conditions whose digits are all known at this level.
    pub(super) complete: Vec<usize>,
}

/// How a digit is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// All digits are tried.
    Guess,
    /// It follows from its column: the rest of the column, times a factor, in the last place.
    Follows { column: usize, factor: i64 },
}

impl Steps {
    /// Makes the steps. `sums` has the columns of each condition that has any.
    pub(super) fn of(
        problem: &Arc<Problem>,
        sums: &[Option<Vec<Column>>],
        interrupt: &dyn Interrupt,
    ) -> Result<Self, Interrupted> {
        let columns = placed(sums);
        let chosen = chosen(problem, &columns, interrupt)?;
        let cells = || chosen.iter().map(|(cell, _)| *cell);
        let depths = Depths::of(problem, cells());
        let places = places(problem, cells(), &depths).into_iter();
        let choices = chosen.iter().map(|(_, choice)| *choice);
        let level = |(place, choice)| Level { place, choice, closes: Vec::new(), complete: Vec::new() };
        let levels: Vec<Level> = places.zip(choices).map(level).collect();
        let mut steps = Self {
            problem: Arc::clone(problem),
            ranks: Ranks::of(levels.iter().map(|l| (l.place.domain, l.choice == Choice::Guess)), RANKS),
            closed_at_once: Vec::new(),
            constant: constant(problem).filter(|condition| sums[*condition].is_none()).collect(),
            columns,
            levels,
        };
        steps.close_columns(&depths);
        for (number, condition) in problem.conditions.iter().enumerate() {
            if let (Some(last), None) = (depths.complete(condition), &sums[number]) {
                steps.levels[last].complete.push(number);
            }
        }
        Ok(steps)
    }

    /// Adds up each column as soon as it and all columns to its right are known.
    fn close_columns(&mut self, depths: &Depths) {
        let mut known: Vec<Option<usize>> = Vec::with_capacity(self.columns.len());
        for (number, placed) in self.columns.iter().enumerate() {
            let own = depths.last(placed.column.digits.iter().map(|(cell, _)| *cell));
            let depth = own.max(placed.right.and_then(|right| known[right]));
            known.push(depth);
            match depth {
                Some(depth) => self.levels[depth].closes.push(number),
                None => self.closed_at_once.push(number),
            }
        }
    }

    /// Returns the expected number of nodes: a guess tries all free digits, a column leaves one of them.
    pub(super) fn nodes(&self) -> f64 {
        let base = f64::from(self.problem.context.base.get());
        let (mut paths, mut nodes) = (1.0, 0.0);
        let places = self.levels.iter().map(|level| &level.place);
        for (level, free) in self.levels.iter().zip(choices(&self.problem, places)) {
            paths *= if level.choice == Choice::Guess { free } else { free / base };
            nodes += paths;
            let (tested, carried) = self.tests(level);
            // Columns are less independent than this assumes: one path goes on to the end.
            paths = (paths / base.powi(tested) / cost::columns::CARRIES.powi(carried)).max(1.0);
        }
        nodes
    }

    /// Returns how many columns a level tests, besides one that determines its digit: those with hidden digits, and those in
    /// which only the carry was unknown.
    fn tests(&self, level: &Level) -> (i32, i32) {
        let has_hidden = |number: &&usize| !self.columns[**number].column.digits.is_empty();
        let hidden = level.closes.iter().filter(has_hidden).count();
        let follows = usize::from(level.choice != Choice::Guess);
        let some = |count: usize| count.min(100) as i32;
        (some(hidden.saturating_sub(follows)), some(level.closes.len() - hidden))
    }
}

/// Returns the columns of all sums with their places.
fn placed(sums: &[Option<Vec<Column>>]) -> Vec<Placed> {
    let mut all: Vec<Placed> = Vec::new();
    for columns in sums.iter().flatten() {
        for (i, column) in columns.iter().enumerate() {
            let right = (i > 0).then(|| all.len() - 1);
            all.push(Placed { column: column.clone(), right, is_last: i + 1 == columns.len() });
        }
    }
    all
}

/// Returns the order of the cells: the units of all sums, the next column of all sums, …, then the cells in no sum.
fn chosen(
    problem: &Problem,
    columns: &[Placed],
    interrupt: &dyn Interrupt,
) -> Result<Vec<(usize, Choice)>, Interrupted> {
    let mut numbers: Vec<usize> = (0..columns.len()).collect();
    let mut places = vec![0; columns.len()];
    for (number, placed) in columns.iter().enumerate() {
        places[number] = placed.right.map_or(0, |right| places[right] + 1);
    }
    numbers.arrange_by_key(|number| places[*number]);
    let mut order: Vec<(usize, Choice)> = Vec::new();
    let mut known = HashSet::new();
    for number in numbers {
        interrupt.check()?;
        let unknown = columns[number].column.digits.iter().filter(|(cell, _)| known.insert(*cell)).copied();
        let mut unknown: Vec<(usize, i64)> = unknown.collect();
        let base = i64::from(problem.context.base.get());
        let follows = unknown.iter().rposition(|(_, times)| factor(*times, base).is_some());
        let last = follows.map(|at| unknown.remove(at));
        order.extend(unknown.into_iter().map(|(cell, _)| (cell, Choice::Guess)));
        order.extend(last.and_then(|(cell, times)| {
            Some((cell, Choice::Follows { column: number, factor: factor(times, base)? }))
        }));
    }
    let rest = problem.order.iter().map(|cell| cell.index()).filter(|cell| !known.contains(cell));
    order.extend(rest.map(|cell| (cell, Choice::Guess)));
    Ok(order)
}

/// Returns the factor by which the rest of a column gives a digit that occurs `times` times in it, if that is one digit.
fn factor(times: i64, base: i64) -> Option<i64> {
    (0..base).find(|factor| (factor * times + 1).rem_euclid(base) == 0)
}
