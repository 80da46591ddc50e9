//! How an equation is divided: which cells are fixed first, which operands make a part, and which parts stand on
//! which side of the join.
//!
//! One side is built: all combinations of its rows are put into an index by their residues. The other is the
//! probe: its combinations are made one by one and looked up. Parts of the same shape and sign are alike. Of
//! their arrangements, only the one is made in which their smallest digits rise, and each hit is multiplied
//! out. If both sides consist of the same parts, only one of each pair of rows is looked up as well.

use std::sync::Arc;

use super::equation::{Equation, Home, Operand, Operation};
use super::images::Images;
use super::layout::{Estimate, Layout};
use super::part::{Part, Setting};
use super::sizes::Sizes;
use super::table::MOST_CELLS;
use crate::compile::Problem;
use crate::engine::cost;
use fukumen_language::arrange::Arrange;

impl Layout {
    /// Returns the cheapest layout of an equation that holds at most this number of bytes.
    pub(super) fn of(
        equation: &Equation,
        lead: usize,
        distinct: u64,
        problem: &Problem,
        memory: f64,
    ) -> Self {
        let draft = Draft { equation, lead, distinct, problem };
        let shared = draft.shared();
        let mut best = draft.layout(0);
        if shared != 0 {
            best = draft.layout(shared).into_iter().chain(best).min_by(cheaper);
            best = draft.with_fewer(best);
        }
        // With every cell fixed, there is no table left to hold.
        let mut best = best.unwrap_or_else(|| draft.layout(shared).unwrap_or_else(|| draft.all_fixed()));
        while best.estimate.bytes > memory {
            let Some(more) = best.largest_cell() else { break };
            best = draft.layout(best.fixed | more).unwrap_or_else(|| draft.all_fixed());
        }
        best.images = best.images.written(&best, problem.domains.len());
        best
    }
}

fn cheaper(a: &Layout, b: &Layout) -> std::cmp::Ordering {
    a.estimate.cost.total_cmp(&b.estimate.cost)
}

/// The data for making layouts.
struct Draft<'a> {
    equation: &'a Equation,
    lead: usize,
    distinct: u64,
    problem: &'a Problem,
}

impl Draft<'_> {
    /// Returns the cells of more than one operand, as bits.
    fn shared(&self) -> u64 {
        let (mut once, mut twice) = (0, 0);
        for operand in &self.equation.operands {
            let cells = operand.product.cells();
            twice |= once & cells;
            once |= cells;
        }
        twice
    }

    fn all(&self) -> u64 {
        self.equation.operands.iter().fold(0, |bits, operand| bits | operand.product.cells())
    }

    fn all_fixed(&self) -> Layout {
        self.layout(self.all()).expect("a part without cells fits any side that its zeros allow")
    }

    /// Leaves shared cells unfixed as long as that is cheaper: operands that share them become one part.
    fn with_fewer(&self, best: Option<Layout>) -> Option<Layout> {
        let mut best = best?;
        for cell in (0..64)
            .filter(|cell| best.fixed.count_ones() <= 6 && best.fixed >> cell & 1 == 1)
            .collect::<Vec<_>>()
        {
            let fewer = best.fixed & !(1 << cell);
            best = self.layout(fewer).into_iter().chain(Some(best)).min_by(cheaper)?;
        }
        Some(best)
    }

    /// Returns the cheapest layout with these cells fixed; `None` if a part is too large, or would need to be on both sides.
    fn layout(&self, fixed: u64) -> Option<Layout> {
        let components = components(&self.equation.operands, fixed);
        let operation = self.equation.operation;
        let setting =
            Setting { problem: self.problem, operation, fixed, distinct: self.distinct, lead: self.lead };
        let mut parts = Vec::new();
        let mut homes = Vec::new();
        for operands in &components {
            homes.push(home(operands)?);
            parts.push(Part::of(operands, &setting));
        }
        if parts.iter().any(|part| part.cells.len() > MOST_CELLS) {
            return None;
        }
        let tables: Arc<[usize]> = (0..parts.len())
            .map(|i| parts.iter().position(|part| part.shape == parts[i].shape).unwrap_or(i))
            .collect();
        let sizes = Sizes::new(self.problem, fixed, self.distinct);
        let sides = sides(&parts, &tables, &homes, &sizes);
        let parts = Arc::from(parts);
        let layouts = sides.into_iter().map(|build| self.divided(&parts, &tables, fixed, build, &sizes));
        layouts.min_by(cheaper)
    }

    fn divided(
        &self,
        parts: &Arc<[Part]>,
        tables: &Arc<[usize]>,
        fixed: u64,
        build: u64,
        sizes: &Sizes,
    ) -> Layout {
        let (probe, build): (Vec<usize>, Vec<usize>) = (0..parts.len()).partition(|i| build >> i & 1 == 0);
        let mut layout = Layout {
            lead: self.lead,
            operation: self.equation.operation,
            constant: self.equation.constant,
            fixed,
            distinct: self.distinct,
            parts: Arc::clone(parts),
            tables: Arc::clone(tables),
            probe,
            build,
            is_mirrored: false,
            is_linked: false,
            images: Images::default(),
            estimate: Estimate::default(),
        };
        layout.arrange();
        layout.estimate = layout.estimated(self.problem, sizes);
        layout
    }
}

/// Groups terms that share a cell which is not fixed.
fn components(operands: &[Operand], fixed: u64) -> Vec<Vec<&Operand>> {
    let mut components: Vec<(u64, Vec<&Operand>)> = Vec::new();
    for operand in operands {
        let mut cells = operand.product.cells() & !fixed;
        let mut own = vec![operand];
        components.retain_mut(|(others, operands)| {
            let is_apart = *others & cells == 0;
            if !is_apart {
                cells |= *others;
                own.splice(0..0, operands.drain(..));
            }
            is_apart
        });
        components.push((cells, own));
    }
    components.into_iter().map(|(_, operands)| operands).collect()
}

/// Returns the side of a part; `None` if its operands disagree.
fn home(operands: &[&Operand]) -> Option<Home> {
    operands.iter().try_fold(Home::Any, |home, operand| match (home, operand.home) {
        (home, Home::Any) => Some(home),
        (Home::Any, own) => Some(own),
        (home, own) => (home == own).then_some(home),
    })
}

/// Up to this number of ways to divide the parts, all are tried.
const FEW: usize = 48;

/// Returns ways to divide the parts: the side to build, as bits of the numbers of the parts.
fn sides(parts: &[Part], tables: &[usize], homes: &[Home], sizes: &Sizes) -> Vec<u64> {
    let bits =
        |home: Home| (0..parts.len()).filter(|i| homes[*i] == home).fold(0, |bits: u64, i| bits | 1 << i);
    let (left, right) = (bits(Home::Left), bits(Home::Right));
    let kind = |i: usize| (tables[i], parts[i].is_turned, homes[i] as u8);
    let mut kinds: Vec<Vec<usize>> = Vec::new();
    for i in 0..parts.len() {
        match kinds.iter_mut().find(|others| kind(others[0]) == kind(i)) {
            Some(others) => others.push(i),
            None => kinds.push(vec![i]),
        }
    }
    let ways: usize = kinds.iter().fold(1, |ways, members| ways.saturating_mul(members.len() + 1));
    let candidates = if ways <= FEW { choices(&kinds) } else { prefixes(parts, sizes) };
    let mut sides: Vec<u64> = candidates.into_iter().map(|build| (build | right) & !left).collect();
    sides.arrange();
    sides.dedup();
    if left | right == 0 {
        // Keeping costs more than looking up, so the side that is built is the smaller one.
        let side =
            |bits: u64| sizes.of_all((0..parts.len()).filter(|i| bits >> i & 1 == 1).map(|i| &parts[i]));
        sides.retain(|build| side(*build) <= side(!build));
    }
    sides
}

/// Returns the sets with a number of members of each kind, always the last ones.
fn choices(kinds: &[Vec<usize>]) -> Vec<u64> {
    kinds.iter().fold(vec![0], |choices, members| {
        let some = |choice: u64| {
            let with = move |build: u64, member: &usize| build | 1 << member;
            (0..=members.len()).map(move |count| members[count..].iter().fold(choice, with))
        };
        choices.into_iter().flat_map(some).collect()
    })
}

/// Returns sides for many parts: more and more of them, from the largest on and from the smallest on.
fn prefixes(parts: &[Part], sizes: &Sizes) -> Vec<u64> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.arrange_by(|a, b| sizes.of(&parts[*b]).total_cmp(&sizes.of(&parts[*a])));
    let rising: Vec<usize> = order.iter().rev().copied().collect();
    let mut prefixes = Vec::new();
    for order in [order, rising] {
        let mut build = 0;
        for part in order {
            build |= 1 << part;
            prefixes.push(build);
        }
    }
    prefixes
}

impl Layout {
    /// Finds parts that are alike and puts them next to each other.
    fn arrange(&mut self) {
        let key = |part: &usize| (self.tables[*part], self.parts[*part].is_turned, *part);
        self.probe.arrange_by_key(key);
        self.build.arrange_by_key(key);
        self.is_mirrored = self.mirrors();
        if !self.is_mirrored {
            self.link();
        }
        self.images = Images::of(self);
        self.is_linked = match (self.probe.last(), self.build.first()) {
            (Some(last), Some(first)) => self.images.is_alike(*last, *first),
            _ => false,
        };
    }

    fn mirrors(&self) -> bool {
        let neutral = if self.operation == Operation::Sum { 0 } else { 1 };
        let used = |part: &usize| (self.tables[*part], self.is_turned(*part));
        self.constant == neutral
            && !self.probe.is_empty()
            && self.probe.iter().map(used).eq(self.build.iter().map(used))
            && self.probe.iter().chain(&self.build).all(|part| self.is_free(*part))
    }

    /// Puts parts of both sides that are alike where the sides meet.
    fn link(&mut self) {
        let kind = |part: usize| (self.tables[part], self.parts[part].is_turned);
        let shared =
            self.probe.iter().rev().copied().find(|part| {
                self.is_free(*part) && self.build.iter().any(|other| kind(*other) == kind(*part))
            });
        let Some(shared) = shared.map(kind) else { return };
        let (tables, parts) = (&self.tables, &self.parts);
        let is_shared = |part: &usize| (tables[*part], parts[*part].is_turned) == shared;
        self.probe.arrange_by_key(is_shared);
        self.build.arrange_by_key(|part| !is_shared(part));
    }

    fn estimated(&self, problem: &Problem, sizes: &Sizes) -> Estimate {
        let rounds = sizes.fixed(self.fixed);
        let mut made: Vec<usize> = self.tables.to_vec();
        made.arrange();
        made.dedup();
        let size = |parts: &[usize]| sizes.of_all(parts.iter().map(|part| &self.parts[*part]));
        let parts = self.parts.len() as f64;
        let (mut rows, mut cost) = (0.0, cost::tabulate::START + cost::tabulate::PART * parts);
        for part in &made {
            let own = size(&[*part]).max(1.0);
            let each =
                if self.parts[*part].is_judged() { cost::tabulate::JUDGED } else { cost::tabulate::ROW };
            rows += own;
            cost += own * each
                + if self.parts[*part].conditions.is_empty() { 0.0 } else { own * cost::tabulate::TESTED };
        }
        let kept = |side: &[usize], most: usize| -> f64 {
            (1..=side.len().min(most)).map(|n| size(&side[..n]) / self.images.arrangements(&side[..n])).sum()
        };
        let built = size(&self.build) / self.images.arrangements(&self.build);
        let (stored, probes) = if self.is_mirrored {
            (kept(&self.build, usize::MAX), built)
        } else {
            let before = self.probe.len().saturating_sub(1);
            (
                kept(&self.build, usize::MAX) + kept(&self.probe, before),
                self.probes(size(&self.probe), problem),
            )
        };
        let values = self.values(problem);
        // If every digit is used, only rows of the remaining digits are examined.
        let width = |parts: &[usize]| parts.iter().map(|part| self.width(*part)).sum::<u32>();
        let section = match self.all(problem) {
            Some(_) => built / binomial(width(&self.build) + width(&self.probe), width(&self.build)),
            None => built,
        };
        let matches = probes * section / values;
        let lead = sizes.of_all(self.parts.iter());
        let hits = lead / values;
        let free = sizes.unread(self.cells());
        let keep = if built > cost::tabulate::MANY { cost::tabulate::FAR } else { cost::tabulate::KEPT };
        let lookup =
            if section > cost::tabulate::MARKED { cost::tabulate::FAR } else { cost::tabulate::PROBE };
        cost += stored * keep
            + probes * lookup
            + matches * cost::tabulate::MATCH
            + hits * (cost::tabulate::HIT + free * cost::tabulate::HIT / 2.0);
        let bytes = rows * cost::tabulate::ROW_BYTES + stored * cost::tabulate::KEPT_BYTES;
        let choices = sizes.choices(self.fixed);
        Estimate {
            nodes: choices + rounds * (rows + stored + probes + hits * if free > 1.0 { free } else { 0.0 }),
            cost: choices * cost::tabulate::CHOICE
                + rounds * (cost + (bytes - cost::tabulate::AT_HAND).max(0.0) * cost::tabulate::FRESH),
            bytes,
        }
    }

    /// Returns the combinations to look up: if parts on both sides are alike, those of the probe come first.
    fn probes(&self, size: f64, problem: &Problem) -> f64 {
        let own = self.images.arrangements(&self.probe);
        let digits = problem.domains.iter().fold(0, |bits, domain| bits | domain.bits()).count_ones();
        if !self.is_linked || (self.cells() & self.distinct).count_ones() < digits {
            return size / own;
        }
        let last = *self.probe.last().unwrap_or(&0);
        let alike = |side: &[usize]| side.iter().filter(|part| self.images.is_alike(**part, last)).count();
        let (first, others) = (alike(&self.probe), alike(&self.build));
        // If no digit is left over, only one of all ways to choose them: the one at the beginning of the row.
        (first + 1..=first + others).fold(size / own, |size, n| size / n as f64)
    }

    /// Returns the number of a part's cells whose digits are kept in masks.
    fn width(&self, part: usize) -> u32 {
        (self.parts[part].bits() & self.distinct).count_ones()
    }

    /// Returns an upper estimate of the values of a side: one for each choice of the values of its parts, but in a sum
    /// without fractions no more than there are whole numbers between its bounds.
    fn values(&self, problem: &Problem) -> f64 {
        let values = |parts: &[usize]| {
            let own = parts.iter().map(|part| &self.parts[*part]);
            let choices: f64 = own.clone().map(|part| part.values(&problem.domains)).product();
            match self.operation {
                Operation::Sum => {
                    choices.min(1.0 + own.map(|part| part.width(&problem.domains)).sum::<f64>())
                }
                Operation::Product => choices,
            }
        };
        let (probe, build): (f64, f64) = (values(&self.probe), values(&self.build));
        probe.max(build).min(f64::from(super::residue::PRIME))
    }
}

/// Returns how many sets of `chosen` digits there are.
fn binomial(digits: u32, chosen: u32) -> f64 {
    (0..chosen.min(digits)).fold(1.0, |ways, i| ways * f64::from(digits - i) / f64::from(i + 1))
}
