//! From an order of the cells to the levels of a tree: which digits can be derived, and which tests pay at which level.

mod loose;

use std::sync::Arc;

use super::estimate::{Estimate, bits};
use super::free::FreeDigits;
use super::level::{Check, Level, Monomial, Range, RangeMonomial, Rate, Reading, Solver, Sum};
use super::number::PlacedDigit;
use super::tree::{RANKS, Tree};
use super::{congruence, number};
use crate::compile::Problem;
use crate::compile::polynomial::{Equation, Opaque, Product, Slot, System};
use crate::engine::cost;
use crate::engine::search::levels::{Depths, Place, constant, places};
use crate::engine::search::ranks::Ranks;
use crate::engine::search::whole::Whole;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::vocabulary::Algebra;

/// Builds the tree of this order.
pub(super) fn tree<T: Whole>(
    problem: &Arc<Problem>,
    system: &Arc<System>,
    estimates: Option<&[Estimate]>,
    free: &FreeDigits,
    order: &[Cell],
    interrupt: &dyn Interrupt,
) -> Result<Tree<T>, Interrupted> {
    let cells = || order.iter().map(|cell| cell.index());
    let depths = Depths::of(problem, cells());
    let places = places(problem, cells(), &depths);
    let mut builder = Builder {
        problem,
        system,
        unknown: vec![true; problem.domains.len()],
        levels: places.into_iter().map(level).collect(),
        states: vec![State::Open; system.equations.len()],
        ranges: vec![0.0; system.equations.len()],
        registers: 0,
        estimates,
        free,
    };
    let equations = equations_of_cells(problem, system);
    for (depth, cell) in cells().enumerate() {
        interrupt.check()?;
        for equation in &equations[cell] {
            builder.equation(depth, cell, *equation, &depths);
        }
        builder.unknown[cell] = false;
    }
    builder.tests(&depths);
    builder.values(&depths);
    builder.updates();
    let Builder { levels, registers, .. } = builder;
    let start = |slot: &Slot| match slot {
        Slot::Form(form) => T::of(form.constant.into()),
        Slot::Opaque { .. } => T::ZERO,
    };
    Ok(Tree {
        problem: Arc::clone(problem),
        start: system.slots.iter().map(start).collect(),
        ranks: Ranks::of(levels.iter().map(|level| (level.place.domain, true)), RANKS),
        levels,
        registers,
        constant: constant(problem).collect(),
        untested: system.equations.iter().filter(|e| e.is_whole).map(|e| e.condition).collect(),
        system: Arc::clone(system),
    })
}

/// The state of an equation while the tree is built.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Open,
    /// Its digits are read from this register.
    Read(usize),
    /// It needs no more checks.
    Done,
}

struct Builder<'b, T> {
    problem: &'b Problem,
    system: &'b System,
    unknown: Vec<bool>,
    levels: Vec<Level<T>>,
    states: Vec<State>,
    /// The logarithm of the range at its last check, relative to that at the start.
    ranges: Vec<f64>,
    registers: usize,
    estimates: Option<&'b [Estimate]>,
    free: &'b FreeDigits,
}

fn equations_of_cells(problem: &Problem, system: &System) -> Vec<Vec<usize>> {
    let mut equations = vec![Vec::new(); problem.domains.len()];
    for (i, equation) in system.equations.iter().enumerate() {
        equation.cells.iter().for_each(|cell| equations[*cell].push(i));
    }
    equations
}

/// Makes a level without its checks.
fn level<T>(place: Place) -> Level<T> {
    Level {
        place,
        solvers: Vec::new(),
        updates: Vec::new(),
        values: Vec::new(),
        checks: Vec::new(),
        tested: Vec::new(),
        toil: 0,
    }
}

impl<T: Whole> Builder<'_, T> {
    /// Adds the steps of one equation at one level.
    fn equation(&mut self, depth: usize, cell: usize, number: usize, depths: &Depths) {
        let equation = &self.system.equations[number];
        match self.states[number] {
            State::Done => {}
            State::Read(register) => self.read_on(depth, cell, number, register),
            State::Open if equation.relation != Algebra::Equal => self.range(depth, cell, number),
            State::Open if self.is_missing(equation, None) => {
                self.value_first(depth, cell, number);
                self.pattern(depth, cell, number);
            }
            State::Open => {
                if !self.start_number(depth, number, depths) && !self.column(depth, cell, number) {
                    self.range(depth, cell, number);
                    self.ends(depth, cell, number);
                    self.pattern(depth, cell, number);
                }
            }
        }
    }

    /// Returns whether a value is missing even if this cell is known.
    fn is_missing(&self, equation: &Equation, besides: Option<usize>) -> bool {
        self.missing(equation, besides).next().is_some()
    }

    /// Does the same, except for values whose bounds are known.
    fn waits(&self, equation: &Equation, besides: Option<usize>) -> bool {
        self.missing(equation, besides).any(|slot| !self.system.is_question(slot))
    }

    fn missing(&self, equation: &Equation, besides: Option<usize>) -> impl Iterator<Item = usize> {
        let is_unknown = move |cell: usize| self.unknown[cell] && Some(cell) != besides;
        let slots = equation.products.iter().flat_map(|product| &product.slots).copied();
        slots.filter(move |slot| self.system.is_missing(*slot, &is_unknown))
    }

    /// Returns whether a value becomes known with this cell, and not before.
    fn completes(&self, equation: &Equation, cell: usize) -> bool {
        self.missing(equation, None).count() > self.missing(equation, Some(cell)).count()
    }

    /// Computes the value that an equation waits for once the digit is known; only then the equation can be checked.
    fn value_first(&mut self, depth: usize, cell: usize, number: usize) {
        let equation = &self.system.equations[number];
        if self.is_missing(equation, Some(cell)) {
            return self.range(depth, cell, number);
        }
        let divisor = self.system.modulus(equation, &|other| self.unknown[other] && other != cell);
        self.ask_for_multiple(depth, number, divisor);
        if divisor != 0 {
            self.range(depth, cell, number);
        }
    }

    fn ask_for_multiple(&mut self, depth: usize, number: usize, divisor: i128) {
        let sum = sum(self.system, &self.system.equations[number].products);
        match divisor {
            0 => {
                self.levels[depth].checks.push(Check::Zero(sum));
                self.states[number] = State::Done;
            }
            1 => {}
            _ if divisor > self.system.equations[number].bound => {}
            _ => self.levels[depth].checks.push(Check::Multiple(sum, T::of(divisor))),
        }
    }

    /// Starts a number if all unknown digits make one, which can be computed. Returns whether they do.
    fn start_number(&mut self, depth: usize, number: usize, depths: &Depths) -> bool {
        let equation = &self.system.equations[number];
        let Some(unknown) = number::of(self.system, equation, &|cell| self.unknown[cell]) else {
            return false;
        };
        let mut digits = unknown.digits.clone();
        digits.arrange_by_key(|digit| depths.get(digit.cell));
        if digits != unknown.digits || !number::is_read_off(&digits, &self.problem.domains) {
            return false;
        }
        let rate = rate(self.system, &unknown.rate);
        let sum = sum(self.system, &equation.products);
        let rest = self.rest(number, digits.len() > 1);
        let place = T::of(digits[0].place.into());
        let reading = self.reading(&digits, depths);
        self.levels[depth].solvers.push(Solver::Number { sum, rate, reading, place, rest });
        true
    }

    /// Returns how the digits of a number are tested all at once: only if they share one group, or have none.
    fn reading(&self, digits: &[PlacedDigit], depths: &Depths) -> Reading<T> {
        let groups = |digit: &PlacedDigit| &self.levels[depths.get(digit.cell)].place.groups[..];
        let group = digits.first().and_then(|digit| groups(digit).first().copied());
        let group = group.filter(|group| digits.iter().all(|digit| groups(digit).contains(group)));
        let domain = |digit: &PlacedDigit| self.levels[depths.get(digit.cell)].place.domain.bits();
        let digit = |digit: &PlacedDigit| (T::of(digit.place.into()), domain(digit));
        Reading { digits: digits.iter().map(digit).collect(), group }
    }

    /// Returns a register for the rest of a number, if there is a rest.
    fn rest(&mut self, number: usize, is_left: bool) -> Option<usize> {
        self.states[number] = State::Done;
        is_left.then(|| {
            self.states[number] = State::Read(self.registers);
            self.registers += 1;
            self.registers - 1
        })
    }

    fn read_on(&mut self, depth: usize, cell: usize, number: usize, register: usize) {
        let equation = &self.system.equations[number];
        let unknown = number::of(self.system, equation, &|cell| self.unknown[cell])
            .expect("it was one number, and fewer of its digits are unknown");
        let place = unknown.digits.iter().find(|digit| digit.cell == cell).map_or(1, |digit| digit.place);
        let rest = self.rest(number, unknown.digits.len() > 1);
        let solver = Solver::Digit { number: register, place: T::of(place.into()), rest };
        self.levels[depth].solvers.push(solver);
    }

    /// Adds a solver or a test if the digit completes a column, or the whole. Returns whether it does.
    fn column(&mut self, depth: usize, cell: usize, number: usize) -> bool {
        let system = self.system;
        let equation = &system.equations[number];
        let before = system.modulus(equation, &|other| self.unknown[other]);
        let after = system.modulus(equation, &|other| self.unknown[other] && other != cell);
        if before == after {
            return false;
        }
        let products = slope(system, &equation.products, cell, after);
        let step = if after == 0 { 0 } else { after / before };
        match products {
            Some(slope) if after == 0 => {
                let solver = Solver::Number {
                    sum: sum(system, &equation.products),
                    rate: rate(system, &slope),
                    reading: Reading {
                        digits: [(T::ONE, self.levels[depth].place.domain.bits())].into(),
                        group: None,
                    },
                    place: T::ONE,
                    rest: None,
                };
                self.levels[depth].solvers.push(solver);
                self.states[number] = State::Done;
            }
            Some(slope) if step <= congruence::LARGEST as i128 && after <= equation.bound => {
                let rate = match rate::<T>(system, &slope) {
                    Rate::Constant(rate) => Rate::Constant((rate / T::of(before)).rem_euclid(T::of(step))),
                    rate => rate,
                };
                self.levels[depth].solvers.push(Solver::Column {
                    sum: sum(system, &equation.products),
                    rate,
                    before: T::of(before),
                    step: T::of(step),
                    table: congruence::table(step as usize),
                });
            }
            _ => self.ask_for_multiple(depth, number, after),
        }
        after == 0
    }

    /// Adds a test of the range that unknown digits leave, if it pays.
    fn range(&mut self, depth: usize, cell: usize, number: usize) {
        let system = self.system;
        let equation = &system.equations[number];
        let slots = equation.products.iter().flat_map(|product| &product.slots);
        let adds = slots.into_iter().any(|slot| system.coefficient(*slot, cell) != 0);
        let says_nothing = !adds && !self.completes(equation, cell);
        if says_nothing || self.waits(equation, Some(cell)) {
            return;
        }
        let is_worth = equation.relation != Algebra::Equal
            || self.completes(equation, cell)
            || self.is_last_but_loose(cell, number)
            || self.is_worth(cell, number);
        if !is_worth {
            return;
        }
        let missing: Vec<usize> = self.missing(equation, Some(cell)).collect();
        let bounds = |slot: usize| {
            let mut bounds = (0i128, 0i128);
            for (other, coefficient) in system.form(slot).map_or(&[][..], |form| &form.terms) {
                let other = other.index();
                if self.unknown[other] && other != cell {
                    let (least, most) = ends(*coefficient, self.problem.domains[other]);
                    bounds = (bounds.0 + least, bounds.1 + most);
                }
            }
            bounds
        };
        let part = |slot: &usize| {
            if missing.contains(slot) {
                // The answer to a question is 0 or 1: the first slot minus 1 or 0.
                return (0, T::of(-1), T::ZERO);
            }
            let (least, most) = bounds(*slot);
            (*slot, T::of(least), T::of(most))
        };
        let grows = |product: &Product| {
            let growing = |slot: &usize| system.coefficient(*slot, cell) != 0;
            let at = product.slots.iter().position(growing)?;
            Some((at, T::of(system.coefficient(product.slots[at], cell).into())))
        };
        let term = |product: &Product| RangeMonomial {
            factor: T::of(product.factor),
            parts: product.slots.iter().map(part).collect(),
            is_monotone: product.slots.len() <= 1
                || product.slots.iter().all(|slot| is_never_negative(system, *slot, &self.problem.domains)),
            grows: grows(product),
        };
        let range = Range {
            terms: equation.products.iter().map(term).collect(),
            opaque: opaque_slots(system, &equation.products)
                .into_iter()
                .filter(|slot| !missing.contains(slot))
                .collect(),
        };
        // Bounds that are linear in the digit give its digits at once.
        let is_linear = range.terms.iter().all(|term| term.is_monotone)
            && slope(system, &equation.products, cell, 0).is_some()
            && !self.is_missing(equation, None);
        if is_linear {
            let largest = T::from(self.problem.domains[cell].max().unwrap_or(0));
            let solver = Solver::Between { range, relation: equation.relation, largest };
            self.levels[depth].solvers.push(solver);
        } else {
            self.levels[depth].checks.push(Check::Range(range, equation.relation));
        }
    }

    fn is_worth(&mut self, cell: usize, number: usize) -> bool {
        let Some(estimates) = self.estimates else { return true };
        let known = bits(self.unknown.iter().enumerate().filter(|(_, unknown)| !**unknown).map(|(i, _)| i));
        let Some(width) = estimates[number].width(known | 1 << cell) else { return false };
        let start = estimates[number].width(0).unwrap_or(0.0);
        let is_worth = width - start < self.ranges[number] + cost::derive::WORTH;
        if is_worth {
            self.ranges[number] = width - start;
        }
        is_worth
    }

    /// Adds tests of conditions that polynomials do not express completely, when their last digit is known.
    fn tests(&mut self, depths: &Depths) {
        let partly = self.system.equations.iter().filter(|e| !e.is_whole).map(|e| e.condition);
        for number in self.system.tested.iter().copied().chain(partly) {
            if let Some(last) = depths.complete(&self.problem.conditions[number])
                && !self.levels[last].tested.contains(&number)
            {
                self.levels[last].tested.push(number);
            }
        }
    }

    /// Adds the computation of values, when their last digit is known.
    fn values(&mut self, depths: &Depths) {
        for (number, slot) in self.system.slots.iter().enumerate() {
            if let Slot::Opaque { what, cells, .. } = slot
                && let Some(last) = depths.last(cells.iter().copied())
            {
                self.levels[last].values.push(number);
                if let Opaque::Judged(value) = what {
                    self.levels[last].toil += value.weight();
                }
            }
        }
    }

    /// Adds each digit to the slots that are read from its level on.
    fn updates(&mut self) {
        let mut slots_of_cells = vec![Vec::new(); self.problem.domains.len()];
        for (number, slot) in self.system.slots.iter().enumerate() {
            if let Slot::Form(form) = slot {
                for (cell, coefficient) in &form.terms {
                    slots_of_cells[cell.index()].push((number, *coefficient));
                }
            }
        }
        let mut is_needed = vec![false; self.system.slots.len()];
        for level in self.levels.iter_mut().rev() {
            let asked = level.checks.iter().flat_map(Check::slots);
            let operands = level.values.iter().flat_map(|slot| operands(&self.system.slots[*slot]));
            asked.chain(operands).for_each(|slot| is_needed[slot] = true);
            let needed = slots_of_cells[level.place.cell].iter().filter(|(slot, _)| is_needed[*slot]);
            level.updates = needed.map(|(slot, factor)| (*slot, T::of((*factor).into()))).collect();
            level.solvers.iter().flat_map(Solver::slots).for_each(|slot| is_needed[slot] = true);
        }
    }
}

fn operands(slot: &Slot) -> Vec<usize> {
    match slot {
        Slot::Opaque { what: Opaque::Power(a, b) | Opaque::Floor(a, b) | Opaque::Mod(a, b), .. } => {
            vec![*a, *b]
        }
        _ => Vec::new(),
    }
}

/// Returns the polynomial in the form used by levels.
fn sum<T: Whole>(system: &System, products: &[Product]) -> Sum<T> {
    let term = |product: &Product| Monomial {
        factor: T::of(product.factor),
        slots: [0, 1].map(|i| product.slots.get(i).copied().unwrap_or(0)),
        more: product.slots.iter().skip(2).copied().collect(),
    };
    Sum { terms: products.iter().map(term).collect(), opaque: opaque_slots(system, products) }
}

fn opaque_slots(system: &System, products: &[Product]) -> Box<[usize]> {
    let slots = products.iter().flat_map(|product| product.slots.iter().copied());
    slots.filter(|slot| system.form(*slot).is_none()).collect()
}

fn rate<T: Whole>(system: &System, products: &[Product]) -> Rate<T> {
    if products.iter().all(|product| product.slots.is_empty()) {
        return Rate::Constant(T::of(products.iter().map(|product| product.factor).sum()));
    }
    Rate::Sum(sum(system, products))
}

/// Returns what each unit of a cell adds to a polynomial, if the polynomial is linear in it modulo `modulus`.
fn slope(system: &System, products: &[Product], cell: usize, modulus: i128) -> Option<Vec<Product>> {
    let mut slope = Vec::new();
    for product in products {
        let coefficients: Vec<i128> =
            product.slots.iter().map(|slot| system.coefficient(*slot, cell).into()).collect();
        for (i, a) in coefficients.iter().enumerate().filter(|(_, a)| **a != 0) {
            let vanishes = |b: &i128| {
                let second = product.factor.checked_mul(*a).and_then(|f| f.checked_mul(*b));
                second.is_some_and(|second| if modulus == 0 { second == 0 } else { second % modulus == 0 })
            };
            if !coefficients[i + 1..].iter().all(vanishes) {
                return None;
            }
            let mut slots = product.slots.clone();
            slots.remove(i);
            slope.push(Product { factor: product.factor * a, slots });
        }
    }
    Some(slope)
}

/// Returns the least and the most that a digit adds.
fn ends(coefficient: i64, domain: DigitSet) -> (i128, i128) {
    let ends =
        [domain.min(), domain.max()].map(|digit| i128::from(coefficient) * i128::from(digit.unwrap_or(0)));
    (ends[0].min(ends[1]), ends[0].max(ends[1]))
}

fn is_never_negative(system: &System, slot: usize, domains: &[DigitSet]) -> bool {
    let Some(form) = system.form(slot) else { return false };
    let least = form.terms.iter().map(|(cell, coefficient)| ends(*coefficient, domains[cell.index()]).0);
    least.sum::<i128>() + i128::from(form.constant) >= 0
        && form.terms.iter().all(|(_, coefficient)| *coefficient >= 0)
}
