//! Permutations by plain changes: each differs from the previous one by a swap of two neighbours, so a sum is updated instead
//! of computed anew.
//!
//! The order is that of the bell ringers of the 17th century: Algorithm P of Knuth, The Art of Computer Programming 7.2.1.2.
//! For k of n digits it runs through each choice of k digits in turn.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::cost;
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::{Reason, reason};
use super::search::group::{only_group, values_of};
use super::search::permutations::{arrangements, combination, combinations};
use super::search::split::{Enumerator, Visitor};
use crate::compile::Problem;
use crate::compile::linear::holds;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::Interrupted;
use fukumen_language::vocabulary::Algebra;

/// Permutations by plain changes.
pub struct PlainChanges;

impl Engine for PlainChanges {
    fn name(&self) -> &'static str {
        "plain-changes"
    }

    fn summary(&self) -> &'static str {
        "every permutation by swaps of neighbours, sums updated at each swap"
    }

    fn fit(&self, problem: &Arc<Problem>, _: &Request) -> Result<Fit, Interrupted> {
        Ok(match Space::of(problem) {
            Ok(space) => Fit::Yes(Plan {
                nodes: space.ranks() as f64,
                cost: space.ranks() as f64 * space.node(),
                reason: reason!("why-plain-changes"),
                order: space.cells.clone(),
                run: Arc::new(space),
            }),
            Err(reason) => Fit::No(reason),
        })
    }
}

/// The ranks to visit before checking whether to rest.
const STRETCH: u64 = 1 << 16;

struct Space {
    problem: Arc<Problem>,
    cells: Vec<Cell>,
    values: Vec<Digit>,
    /// The linear conditions: a coefficient for each place, the constant, the relation.
    sums: Vec<(Vec<i64>, i64, Algebra)>,
    choices: u64,
    changes: u64,
}

impl Space {
    fn of(problem: &Arc<Problem>) -> Result<Self, Reason> {
        let cells = only_group(problem)?;
        if cells.len() != problem.domains.len() {
            return Err(reason!("why-not-blanks"));
        }
        let values = values_of(problem, &cells);
        let sizes = combinations(values.len(), cells.len()).zip(arrangements(cells.len(), cells.len()));
        let (choices, changes) = sizes
            .filter(|(choices, changes)| choices.checked_mul(*changes).is_some())
            .ok_or_else(|| reason!("why-not-space"))?;
        let linear = problem.conditions.iter().filter_map(|condition| condition.linear.as_ref());
        let sums = linear
            .map(|linear| {
                let mut coefficients = vec![0; cells.len()];
                for (cell, coefficient) in &linear.form.terms {
                    let place =
                        cells.iter().position(|other| other == cell).expect("every cell is in the group");
                    coefficients[place] = *coefficient;
                }
                (coefficients, linear.form.constant, linear.relation)
            })
            .collect();
        Ok(Self { problem: Arc::clone(problem), cells, values, sums, choices, changes })
    }

    /// Returns the nanoseconds of a node.
    fn node(&self) -> f64 {
        let has_equation = self.sums.iter().any(|(_, _, relation)| *relation == Algebra::Equal);
        if has_equation {
            cost::plain_changes::NODE
        } else {
            cost::plain_changes::NODE + cost::plain_changes::TEST
        }
    }

    /// Tests an arrangement that passes every sum, and hands it over.
    fn look(&self, row: &Row, digits: &mut [Digit], visitor: &mut Visitor) -> ControlFlow<()> {
        for (cell, digit) in self.cells.iter().zip(&row.digits) {
            if !self.problem.domains[cell.index()].contains(*digit) {
                return ControlFlow::Continue(());
            }
            digits[cell.index()] = *digit;
        }
        let differ = self.problem.differ.iter().all(|(a, b)| digits[a.index()] != digits[b.index()]);
        if differ && visitor.all_may_hold(digits) {
            visitor.complete(digits)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Visits all arrangements of one choice of digits, between two ranks.
    fn visit_choice(&self, choice: u64, ranks: Range<u64>, visitor: &mut Visitor) -> ControlFlow<u64> {
        let mut digits = vec![0; self.problem.domains.len()];
        let chosen = combination(self.values.len(), self.cells.len(), choice);
        let chosen: Vec<Digit> = chosen.iter().map(|i| self.values[usize::from(*i)]).collect();
        let mut row = Row::new(&chosen, ranks.start);
        let mut sums: Vec<i64> = self.sums.iter().map(|(c, constant, _)| row.sum(c) + constant).collect();
        for rank in ranks {
            let passes = self.sums.iter().zip(&sums).all(|((_, _, relation), sum)| holds(*relation, *sum));
            if visitor.node().is_break() || (passes && self.look(&row, &mut digits, visitor).is_break()) {
                return ControlFlow::Break(rank);
            }
            let Some(place) = row.change() else { break };
            let moved = i64::from(row.digits[place]) - i64::from(row.digits[place + 1]);
            for ((coefficients, _, _), sum) in self.sums.iter().zip(&mut sums) {
                *sum += (coefficients[place] - coefficients[place + 1]) * moved;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Enumerator for Space {
    fn ranks(&self) -> u64 {
        self.choices * self.changes
    }

    fn node_cost(&self) -> f64 {
        cost::plain_changes::NODE
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let mut rank = ranks.start;
        while rank < ranks.end && !visitor.rests() {
            let (choice, first) = (rank / self.changes, rank % self.changes);
            let count = (self.changes - first).min(ranks.end - rank).min(STRETCH);
            if let ControlFlow::Break(at) = self.visit_choice(choice, first..first + count, visitor) {
                return choice * self.changes + at;
            }
            rank += count;
        }
        rank.min(ranks.end)
    }
}

/// Digits in a row, and the state of the bells: for each bell, in the order of the choice, its place, how far it has gone on
/// its way, and its direction.
struct Row {
    digits: Vec<Digit>,
    /// Which of the chosen digits is at each place.
    bells: Vec<u8>,
    places: Vec<u8>,
    steps: Vec<u8>,
    to_the_left: Vec<bool>,
}

impl Row {
    /// Returns the row of this rank. Bell j moves through those before it; its direction depends on whether their own row has
    /// an even rank.
    fn new(chosen: &[Digit], rank: u64) -> Self {
        let mut bells: Vec<u8> = Vec::with_capacity(chosen.len());
        let (mut steps, mut to_the_left) = (Vec::new(), Vec::new());
        for j in 0..chosen.len() {
            let later = (j + 1..chosen.len()).fold(1, |product, i| product * (i as u64 + 1));
            let row = rank / later;
            let (before, step) = (row / (j as u64 + 1), (row % (j as u64 + 1)) as usize);
            let is_left = before % 2 == 0;
            bells.insert(if is_left { j - step } else { step }, j as u8);
            steps.push(step as u8);
            to_the_left.push(is_left);
        }
        let mut places = vec![0; bells.len()];
        for (place, bell) in bells.iter().enumerate() {
            places[usize::from(*bell)] = place as u8;
        }
        let digits = bells.iter().map(|bell| chosen[usize::from(*bell)]).collect();
        Self { digits, bells, places, steps, to_the_left }
    }

    fn sum(&self, coefficients: &[i64]) -> i64 {
        coefficients.iter().zip(&self.digits).map(|(c, digit)| c * i64::from(*digit)).sum()
    }

    /// Swaps two neighbours and returns the left one's place; `None` after the last row.
    #[inline]
    fn change(&mut self) -> Option<usize> {
        let mut bell = self.bells.len().checked_sub(1)?;
        while usize::from(self.steps[bell]) == bell {
            // At the end of its way it turns, and the previous bell moves.
            self.steps[bell] = 0;
            self.to_the_left[bell] = !self.to_the_left[bell];
            bell = bell.checked_sub(1)?;
        }
        self.steps[bell] += 1;
        let from = usize::from(self.places[bell]);
        let to = if self.to_the_left[bell] { from - 1 } else { from + 1 };
        self.places[bell] = to as u8;
        self.places[usize::from(self.bells[to])] = from as u8;
        self.bells.swap(from, to);
        self.digits.swap(from, to);
        Some(from.min(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_permutation_comes_once_by_swaps_of_neighbours() {
        for n in 1..=6u8 {
            let chosen: Vec<Digit> = (0..n).collect();
            let mut row = Row::new(&chosen, 0);
            let mut seen = HashSet::from([row.digits.clone()]);
            while let Some(place) = row.change() {
                assert!(seen.insert(row.digits.clone()), "{:?} again, swapped at {place}", row.digits);
            }
            assert_eq!(seen.len() as u64, arrangements(n.into(), n.into()).expect("it is small"));
        }
    }

    #[test]
    fn a_row_can_start_at_any_rank() {
        let chosen = [2, 3, 5, 7, 8];
        let mut row = Row::new(&chosen, 0);
        for rank in 0..120 {
            let direct = Row::new(&chosen, rank);
            assert_eq!(
                (&direct.digits, &direct.steps, &direct.to_the_left),
                (&row.digits, &row.steps, &row.to_the_left)
            );
            row.change();
        }
    }

    #[test]
    fn no_symbols_have_one_row() {
        let mut row = Row::new(&[], 0);
        assert_eq!(row.change(), None);
    }
}
