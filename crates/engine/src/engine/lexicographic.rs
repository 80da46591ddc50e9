//! Permutations of k out of n digits in lexicographic order, each tested as a whole; blanks are products of their domains.
//!
//! The order is that of Narayana Pandita (14th century) and of Algorithm L in Knuth, The Art of Computer Programming 7.2.1.2.
//! There is one shortcut: if a symbol may not have its digit, all permutations with the same beginning are skipped at once.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::cost;
use super::plan::{Engine, Fit, Plan, Request};
use super::reason::{Reason, reason};
use super::search::group::{only_group, values_of};
use super::search::permutations::{arrangement, arrangements, next_arrangement};
use super::search::split::{Enumerator, Visitor};
use crate::compile::Problem;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::Interrupted;

/// Permutations in lexicographic order.
pub struct Lexicographic;

impl Engine for Lexicographic {
    fn name(&self) -> &'static str {
        "lexicographic"
    }

    fn summary(&self) -> &'static str {
        "every permutation in lexicographic order, blanks as products of their domains"
    }

    fn fit(&self, problem: &Arc<Problem>, _: &Request) -> Result<Fit, Interrupted> {
        Ok(match Space::of(problem) {
            Ok(space) => Fit::Yes(Plan {
                nodes: space.ranks as f64,
                cost: space.ranks as f64 * cost::lexicographic::NODE,
                reason: reason!("why-lexicographic"),
                order: problem.order.clone(),
                run: Arc::new(space),
            }),
            Err(reason) => Fit::No(reason),
        })
    }
}

/// The ranks to visit before checking whether to rest.
const STRETCH: u64 = 1 << 14;

/// One group of cells that differ, and the other, free cells.
struct Space {
    problem: Arc<Problem>,
    group: Vec<Cell>,
    /// The digits that are arranged.
    values: Vec<Digit>,
    /// The places that allow only some of these digits.
    restricted: Vec<(usize, DigitSet)>,
    /// The number of arrangements that share their first digits up to each place.
    blocks: Vec<u64>,
    free: Vec<(Cell, Vec<Digit>)>,
    /// The number of assignments of the free cells.
    products: u64,
    ranks: u64,
}

impl Space {
    fn of(problem: &Arc<Problem>) -> Result<Self, Reason> {
        let too_large = || reason!("why-not-space");
        let group = only_group(problem)?;
        let values = values_of(problem, &group);
        let all: DigitSet = values.iter().copied().collect();
        let domain = |cell: &Cell| problem.domains[cell.index()];
        let restricted = group.iter().map(domain).enumerate().filter(|(_, digits)| *digits != all).collect();
        let blocks = (1..=group.len())
            .map(|taken| arrangements(values.len().saturating_sub(taken), group.len() - taken))
            .collect::<Option<Vec<u64>>>()
            .ok_or_else(too_large)?;
        let free: Vec<(Cell, Vec<Digit>)> = problem
            .order
            .iter()
            .filter(|cell| !group.contains(cell))
            .map(|cell| (*cell, domain(cell).iter().collect()))
            .collect();
        let products = free
            .iter()
            .try_fold(1u64, |n, (_, digits)| n.checked_mul(digits.len() as u64))
            .ok_or_else(too_large)?;
        let ranks = arrangements(values.len(), group.len())
            .and_then(|n| n.checked_mul(products))
            .ok_or_else(too_large)?;
        Ok(Self { problem: Arc::clone(problem), group, values, restricted, blocks, free, products, ranks })
    }

    /// Returns the first place whose digit is not allowed.
    #[inline]
    fn misfit(&self, arranged: &[u8]) -> Option<usize> {
        self.restricted
            .iter()
            .find(|(place, digits)| !digits.contains(self.values[usize::from(arranged[*place])]))
            .map(|(place, _)| *place)
    }

    /// Returns whether the pairs that must differ do.
    fn pairs_differ(&self, digits: &[Digit]) -> bool {
        self.problem.differ.iter().all(|(a, b)| digits[a.index()] != digits[b.index()])
    }

    /// Visits all assignments of the free cells from one rank up to the end or another rank.
    fn visit_products(
        &self,
        ranks: Range<u64>,
        digits: &mut [Digit],
        visitor: &mut Visitor,
    ) -> ControlFlow<()> {
        for rank in ranks {
            let mut rest = rank;
            for (cell, choices) in self.free.iter().rev() {
                let count = choices.len() as u64;
                digits[cell.index()] = choices[(rest % count) as usize];
                rest /= count;
            }
            visitor.node()?;
            if self.pairs_differ(digits) && visitor.all_may_hold(digits) {
                visitor.complete(digits)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Enumerator for Space {
    fn ranks(&self) -> u64 {
        self.ranks
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        if ranks.is_empty() {
            return ranks.end;
        }
        let k = self.group.len();
        let mut digits = vec![0; self.problem.domains.len()];
        // The rank is row · products + product; the two are kept apart, because a division costs more than a test.
        let (mut row, mut product) = (ranks.start / self.products, ranks.start % self.products);
        let mut arranged = arrangement(self.values.len(), k, row);
        loop {
            let rank = row * self.products + product;
            if rank >= ranks.end || visitor.rests() {
                return rank.min(ranks.end);
            }
            if let Some(place) = self.misfit(&arranged) {
                // The last arrangement with this beginning: the next one has another beginning.
                arranged[place + 1..].sort_unstable_by(|a, b| b.cmp(a));
                arranged[k..].reverse();
                (row, product) = ((row / self.blocks[place] + 1) * self.blocks[place], 0);
            } else {
                for (cell, value) in self.group.iter().zip(&arranged) {
                    digits[cell.index()] = self.values[usize::from(*value)];
                }
                let count = (self.products - product).min(ranks.end - rank).min(STRETCH);
                if self.visit_products(product..product + count, &mut digits, visitor).is_break() {
                    return rank;
                }
                product += count;
                if product < self.products {
                    continue;
                }
                (row, product) = (row + 1, 0);
            }
            if !next_arrangement(&mut arranged, k) {
                return ranks.end;
            }
        }
    }
}
