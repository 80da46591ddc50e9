//! Which digit comes when: the columns of all sums, from the right.

use std::collections::HashSet;

use super::sum::Column;
use crate::compile::Problem;
use crate::digits::DigitSet;
use crate::engine::cost;
use crate::engine::depth_first::groups_of_cells;
use crate::interrupt::Interrupt;
use crate::interrupt::Interrupted;

/// All that is done, in its order.
pub(super) struct Steps<'p> {
    pub(super) problem: &'p Problem,
    pub(super) levels: Vec<Level>,
    /// The columns of all sums, those of one sum one after the other from the right.
    pub(super) columns: Vec<Placed>,
    /// Columns without a hidden digit at the right end of a sum: nothing needs to be known for them.
    pub(super) closed_at_once: Vec<usize>,
    /// Conditions without a cell, but for sums.
    pub(super) constant: Vec<usize>,
}

/// A column and its place in its sum.
pub(super) struct Placed {
    pub(super) column: Column,
    /// The column to the right, if there is one: its carry comes in.
    pub(super) right: Option<usize>,
    /// Nothing may be carried out of the last column.
    pub(super) is_last: bool,
}

/// What is done with one cell.
pub(super) struct Level {
    pub(super) cell: usize,
    pub(super) domain: DigitSet,
    pub(super) groups: Vec<usize>,
    /// Earlier cells that it must differ from, besides those of its groups.
    pub(super) differ: Vec<usize>,
    pub(super) choice: Choice,
    /// Columns whose digits are then all known, in the order in which they are added up.
    pub(super) closes: Vec<usize>,
    /// Other conditions whose digits are then all known.
    pub(super) complete: Vec<usize>,
}

/// How a digit is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// All are tried.
    Guess,
    /// It follows from its column: what else is there, times a factor, in the last place.
    Follows { column: usize, factor: i64 },
}

impl<'p> Steps<'p> {
    /// `sums` holds the columns of each condition that has some.
    pub(super) fn of(
        problem: &'p Problem,
        sums: &[Option<Vec<Column>>],
        interrupt: &dyn Interrupt,
    ) -> Result<Self, Interrupted> {
        let columns = placed(sums);
        let chosen = chosen(problem, &columns);
        let mut levels = levels(problem, &chosen, interrupt)?;
        let mut steps = Self {
            problem,
            closed_at_once: Vec::new(),
            constant: (0..sums.len())
                .filter(|i| sums[*i].is_none() && problem.conditions[*i].cells.is_empty())
                .collect(),
            columns,
            levels: Vec::new(),
        };
        let mut depths = vec![0; problem.domains.len()];
        levels.iter().enumerate().for_each(|(depth, level)| depths[level.cell] = depth);
        steps.close_columns(&mut levels, &depths);
        for (number, condition) in problem.conditions.iter().enumerate() {
            let last = condition.cells.iter().map(|cell| depths[cell.index()]).max();
            if let (Some(last), None) = (last, &sums[number]) {
                levels[last].complete.push(number);
            }
        }
        steps.levels = levels;
        Ok(steps)
    }

    /// A column is added up as soon as it and all to the right of it are known.
    fn close_columns(&mut self, levels: &mut [Level], depths: &[usize]) {
        let mut known: Vec<Option<usize>> = Vec::with_capacity(self.columns.len());
        for (number, placed) in self.columns.iter().enumerate() {
            let own = placed.column.digits.iter().map(|(cell, _)| depths[*cell]).max();
            let depth = own.max(placed.right.and_then(|right| known[right]));
            known.push(depth);
            match depth {
                Some(depth) => levels[depth].closes.push(number),
                None => self.closed_at_once.push(number),
            }
        }
    }

    /// The nodes to be expected: a guess tries all digits that are free, a column leaves one of them.
    pub(super) fn nodes(&self) -> f64 {
        let base = f64::from(self.problem.context.base.get());
        let mut taken = vec![0; self.problem.groups.len()];
        let (mut paths, mut nodes) = (1.0, 0.0);
        for level in &self.levels {
            let full = level
                .groups
                .iter()
                .map(|group| taken[*group] / self.problem.groups[*group].most.max(1))
                .max();
            let free = level.domain.len().saturating_sub(full.unwrap_or(0)).max(1) as f64;
            level.groups.iter().for_each(|group| taken[*group] += 1);
            paths *= if level.choice == Choice::Guess { free } else { free / base };
            nodes += paths;
            let (tested, carried) = self.tests(level);
            // Columns are not as independent as this takes them to be: one path goes on to the end.
            paths = (paths / base.powi(tested) / cost::columns::CARRIES.powi(carried)).max(1.0);
        }
        nodes
    }

    /// How many columns a level tests, besides one that its digit follows from: those that have hidden digits, and
    /// those in which only the carry was unknown.
    fn tests(&self, level: &Level) -> (i32, i32) {
        let has_hidden = |number: &&usize| !self.columns[**number].column.digits.is_empty();
        let hidden = level.closes.iter().filter(has_hidden).count();
        let follows = usize::from(level.choice != Choice::Guess);
        let some = |count: usize| count.min(100) as i32;
        (some(hidden.saturating_sub(follows)), some(level.closes.len() - hidden))
    }
}

/// The columns of all sums with their places.
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

/// The cells in their order: the units of all sums, the next column of all sums, …, then what is in no
/// sum.
fn chosen(problem: &Problem, columns: &[Placed]) -> Vec<(usize, Choice)> {
    let mut numbers: Vec<usize> = (0..columns.len()).collect();
    let mut places = vec![0; columns.len()];
    for (number, placed) in columns.iter().enumerate() {
        places[number] = placed.right.map_or(0, |right| places[right] + 1);
    }
    numbers.sort_by_key(|number| places[*number]);
    let mut order: Vec<(usize, Choice)> = Vec::new();
    let mut known = HashSet::new();
    for number in numbers {
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
    order
}

/// What the rest of a column is multiplied with to give the digit that is in it so many times, if
/// that is one digit.
fn factor(times: i64, base: i64) -> Option<i64> {
    (0..base).find(|factor| (factor * times + 1).rem_euclid(base) == 0)
}

fn levels(
    problem: &Problem,
    chosen: &[(usize, Choice)],
    interrupt: &dyn Interrupt,
) -> Result<Vec<Level>, Interrupted> {
    let groups = groups_of_cells(problem);
    let mut levels: Vec<Level> = Vec::with_capacity(chosen.len());
    let mut known = HashSet::new();
    for (cell, choice) in chosen {
        interrupt.check()?;
        let pairs = problem.differ.iter().map(|(a, b)| (a.index(), b.index()));
        let others = pairs
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .filter(|(own, other)| own == cell && known.contains(other));
        levels.push(Level {
            cell: *cell,
            domain: problem.domains[*cell],
            groups: groups[*cell].clone(),
            differ: others.map(|(_, other)| other).collect(),
            choice: *choice,
            closes: Vec::new(),
            complete: Vec::new(),
        });
        known.insert(*cell);
    }
    Ok(levels)
}
