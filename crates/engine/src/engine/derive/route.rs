//! Orders of the cells, by how many assignments they are expected to leave on the way.
//!
//! The share of assignments left depends only on the set of known cells (see `estimate`). So an order is a path through sets,
//! and its cost is the sum of what is left at each step. Each step takes the cell that leaves least. A beam of up to 32 paths
//! took longer than its orders saved, on every puzzle of the corpus (2026-11-26).

use super::estimate::{Cells, Estimate, Look, Trust};
use super::free::FreeDigits;
use super::number;
use crate::compile::Problem;
use crate::compile::polynomial::{Equation, System};
use crate::engine::cost;
use crate::engine::search::levels::{groups_of_cells, left, pool};
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};

/// A path through the sets of known cells.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) order: Vec<usize>,
    known: Cells,
    /// The state of the conditions, one look for each estimate.
    looks: Vec<Look>,
    /// The logarithm of the assignments left.
    paths: f64,
    /// The nodes so far.
    pub(super) nodes: f64,
    /// The nodes at the last step.
    last: f64,
}

/// The data for finding routes.
pub(super) struct Map<'a> {
    pub(super) problem: &'a Problem,
    pub(super) estimates: &'a [Estimate],
    /// The estimates that each cell is part of.
    estimates_of_cells: Vec<Vec<usize>>,
    groups_of_cells: Vec<Vec<usize>>,
    groups: Vec<Cells>,
    pools: Vec<u64>,
    /// The cells to order.
    cells: Vec<usize>,
    /// The logarithm of the base.
    base: f64,
    trust: Trust,
    interrupt: &'a dyn Interrupt,
}

impl<'a> Map<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        estimates: &'a [Estimate],
        free: &FreeDigits,
        trust: Trust,
        interrupt: &'a dyn Interrupt,
    ) -> Self {
        let cells = problem.domains.len();
        let mut estimates_of_cells = vec![Vec::new(); cells];
        for (i, estimate) in estimates.iter().enumerate() {
            each(estimate.cells, |cell| estimates_of_cells[cell].push(i));
        }
        let groups = problem
            .groups
            .iter()
            .map(|group| super::estimate::bits(group.cells.iter().map(|cell| cell.index())));
        Self {
            problem,
            estimates,
            estimates_of_cells,
            groups_of_cells: groups_of_cells(problem),
            groups: groups.collect(),
            pools: problem.groups.iter().map(|group| pool(problem, group)).collect(),
            cells: (0..cells).filter(|cell| !free.contains(*cell)).collect(),
            base: f64::from(problem.context.base.get()).ln(),
            trust,
            interrupt,
        }
    }

    /// Returns the route that begins with these cells, and then takes the best step each time.
    pub(super) fn beginning(&self, cells: &[usize]) -> Result<Route, Interrupted> {
        let mut route = self.start();
        for cell in cells.iter().filter(|cell| self.cells.contains(cell)) {
            let step = self.step(&route, *cell);
            self.go(&mut route, &step);
        }
        // The effect of a cell stays the same until another cell of one of its conditions is known.
        let mut changes = vec![None; self.problem.domains.len()];
        while let Some(best) = self.best(&route, &mut changes) {
            self.interrupt.check()?;
            self.go(&mut route, &best);
            for estimate in &self.estimates_of_cells[best.cell] {
                each(self.estimates[*estimate].cells, |cell| changes[cell] = None);
            }
        }
        Ok(route)
    }

    /// Returns the best next step, with changes remembered from earlier steps.
    fn best(&self, route: &Route, changes: &mut [Option<Change>]) -> Option<Step> {
        let unknown = self.cells.iter().filter(|cell| route.known >> **cell & 1 == 0);
        let steps = unknown.map(|cell| {
            let change = *changes[*cell].get_or_insert_with(|| self.change(route, *cell));
            self.changed(route, *cell, change)
        });
        steps.min_by(|a, b| a.nodes.total_cmp(&b.nodes))
    }

    fn start(&self) -> Route {
        Route {
            order: Vec::new(),
            known: 0,
            looks: self.estimates.iter().map(|estimate| estimate.look(0, self.base, self.trust)).collect(),
            paths: 0.0,
            nodes: 0.0,
            last: 1.0,
        }
    }

    /// Returns the step to one more cell.
    fn step(&self, route: &Route, cell: usize) -> Step {
        self.changed(route, cell, self.change(route, cell))
    }

    /// Returns the effect of one more cell on the conditions.
    fn change(&self, route: &Route, cell: usize) -> Change {
        let known = route.known | 1 << cell;
        let mut change = Change { found: 0.0, asked: 0.0 };
        for estimate in &self.estimates_of_cells[cell] {
            let look = route.looks[*estimate];
            let next = self.estimates[*estimate].look(known, self.base, self.trust);
            let part = if look.solves(next, self.trust) { &mut change.found } else { &mut change.asked };
            *part += next.left - look.left;
        }
        change
    }

    fn changed(&self, route: &Route, cell: usize, change: Change) -> Step {
        let choices = self.choices(route.known, cell).ln();
        // Conditions are less independent than this assumes: one path goes on to the end, and each undetermined digit
        // multiplies it.
        let paths = (route.paths + choices + change.found + change.asked).max(0.0);
        let last = paths.exp() + 1.0;
        let visited = route.last * (choices + change.found).exp();
        Step { cell, paths, last, nodes: route.nodes + visited.max(last) + cost::derive::TRIED * route.last }
    }

    fn go(&self, route: &mut Route, step: &Step) {
        route.order.push(step.cell);
        route.known |= 1 << step.cell;
        route.paths = step.paths;
        route.nodes = step.nodes;
        route.last = step.last;
        for estimate in &self.estimates_of_cells[step.cell] {
            route.looks[*estimate] = self.estimates[*estimate].look(route.known, self.base, self.trust);
        }
    }

    /// Returns an estimate of the digits that a cell may still take.
    fn choices(&self, known: Cells, cell: usize) -> f64 {
        let digits = self.problem.domains[cell].len();
        let taken = |group: usize| (self.groups[group] & known).count_ones() as usize;
        let left =
            self.groups_of_cells[cell].iter().map(|group| left(digits, taken(*group), self.pools[*group]));
        left.fold(digits as f64, f64::min).max(1.0)
    }
}

/// The effect of one more cell on the logarithm of what conditions leave: by digits that are found, and by digits that are
/// tried and rejected.
#[derive(Clone, Copy, Debug)]
struct Change {
    found: f64,
    asked: f64,
}

/// One more cell on a route.
struct Step {
    cell: usize,
    paths: f64,
    last: f64,
    nodes: f64,
}

fn each(mut cells: Cells, mut visit: impl FnMut(usize)) {
    while cells != 0 {
        visit(cells.trailing_zeros() as usize);
        cells &= cells - 1;
    }
}

/// Returns the order in which numbers are read off as soon as possible, the heaviest digits first, and free digits at the
/// end.
pub(super) fn read_off_early(
    problem: &Problem,
    system: &System,
    free: &FreeDigits,
    order: &[usize],
    interrupt: &dyn Interrupt,
) -> Result<Vec<Cell>, Interrupted> {
    let mut is_unknown = vec![true; problem.domains.len()];
    let mut equations = vec![Vec::new(); problem.domains.len()];
    for (i, equation) in system.equations.iter().enumerate() {
        equation.cells.iter().for_each(|cell| equations[*cell].push(i));
    }
    let mut early = Vec::with_capacity(order.len());
    let mut waiting: Vec<usize> = Vec::new();
    let mut rest = order.iter().copied().filter(|cell| !free.contains(*cell)).chain(free.tail());
    while let Some(cell) = waiting.pop().or_else(|| rest.next()) {
        if !is_unknown[cell] {
            continue;
        }
        interrupt.check()?;
        is_unknown[cell] = false;
        early.push(Cell::new(cell));
        if !waiting.is_empty() {
            continue;
        }
        for equation in &equations[cell] {
            let equation = &system.equations[*equation];
            let Some(unknown) = number::of(system, equation, &|cell| is_unknown[cell]) else { continue };
            if equation.relation == fukumen_language::vocabulary::Algebra::Equal
                && !unknown.digits.iter().all(|digit| free.contains(digit.cell))
                && !is_waiting(system, equation, &is_unknown)
                && number::is_read_off(&unknown.digits, &problem.domains)
            {
                waiting = unknown.digits.iter().rev().map(|digit| digit.cell).collect();
                break;
            }
        }
    }
    Ok(early)
}

fn is_waiting(system: &System, equation: &Equation, is_unknown: &[bool]) -> bool {
    let slots = equation.products.iter().flat_map(|product| &product.slots);
    slots.into_iter().any(|slot| system.is_missing(*slot, &|cell| is_unknown[cell]))
}
