//! The columns of equations: digits with their factors, a carry in and a carry out.

use super::{Added, CarryRange, Column, Id, Scene, Var};
use crate::fact::{Carry, Claim, Place, Relation, Term};
use fukumen_language::expr::{Chain, Element, Expr};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::vocabulary::{Algebra, Tier};

/// Carries with more values than this are not reasoned about.
const MOST_VALUES: usize = 40;

/// Integers times whole numerals, on the side of the total or not.
struct Sides {
    addends: Vec<(i64, Vec<Element>)>,
    totals: Vec<(i64, Vec<Element>)>,
}

impl Scene {
    /// Adds the columns of all equations that have them.
    pub(super) fn add_columns(&mut self, interrupt: &dyn Interrupt) -> Result<(), Interrupted> {
        // Columns of a drawing are those of its rows.
        let has_rows = self.givens.iter().any(|given| given.id.starts_with("row:"));
        for index in 0..self.stated.len() {
            interrupt.check()?;
            let stated = &self.stated[index];
            if has_rows && !self.givens[stated.given].id.starts_with("row:") {
                continue;
            }
            let number = stated.number;
            let Some(sides) = sides(&stated.expr, self.base.get().into()) else { continue };
            // Columns are named by the number of their equation, which a second one with columns may share.
            let first = self.columns.len();
            if sides.longest() > 1 && !self.has_columns(number) && self.add_columns_of(number, &sides) {
                self.summed.insert(number, first..self.columns.len());
                let numerals = |side: Vec<(i64, Vec<Element>)>| side.into_iter().map(|(_, digits)| digits);
                let total = numerals(sides.totals).max_by_key(Vec::len).unwrap_or_default();
                self.sums.insert(number, Added { parts: numerals(sides.addends).collect(), total });
            }
        }
        Ok(())
    }

    /// Adds the columns of an equation, unless its carries are too large.
    fn add_columns_of(&mut self, number: usize, sides: &Sides) -> bool {
        let base = self.b();
        let count = sides.longest();
        let (carries, columns) = (self.carries.len(), self.columns.len());
        let mut before: Option<usize> = None;
        for k in 0..count {
            let at = Carry { equation: number, column: k };
            let addends = column(&sides.addends, k);
            let totals = column(&sides.totals, k);
            let least_before = before.map_or((0, 0), |carry| ends(&self.carries[carry]));
            let after = (k + 1 < count).then(|| self.carry(at, &addends, &totals, least_before, base));
            if after.is_some_and(|carry| self.carries[carry].values.len() > MOST_VALUES) {
                self.carries.truncate(carries);
                self.columns.truncate(columns);
                return false;
            }
            let column = self.column(at, addends, totals, (before, after));
            self.columns.push(column);
            before = after;
        }
        true
    }

    /// The carry that leaves a column, between the bounds that its digits set.
    fn carry(
        &mut self,
        at: Carry,
        addends: &[(Element, i64)],
        totals: &[(Element, i64)],
        before: (i64, i64),
        base: i64,
    ) -> usize {
        let (mut least, mut most) = before;
        let signed = addends.iter().copied().chain(totals.iter().map(|(element, times)| (*element, -times)));
        for (element, times) in signed {
            let (low, high) = match element {
                Element::Shown(digit) => (i64::from(digit), i64::from(digit)),
                Element::Hidden(_) => (0, base - 1),
            };
            least += (times * low).min(times * high);
            most += (times * low).max(times * high);
        }
        let values: Vec<i64> =
            (-(-least).div_euclid(base)..=most.div_euclid(base)).take(MOST_VALUES + 1).collect();
        let id = format!("carry:{}.{}", at.equation, at.column);
        let given = self.given(id, Claim::Carry(at, values.clone()));
        self.carries.push(CarryRange { carry: at, given, values });
        self.carries.len() - 1
    }

    fn column(
        &mut self,
        at: Carry,
        addends: Vec<(Element, i64)>,
        totals: Vec<(Element, i64)>,
        (carry_in, carry_out): (Option<usize>, Option<usize>),
    ) -> Column {
        let mut terms: Vec<(Var, i64)> = Vec::new();
        let mut equals = 0;
        let mut add = |element: Element, times: i64| match element {
            Element::Shown(digit) => equals -= times * i64::from(digit),
            Element::Hidden(place) => add_term(&mut terms, Var::Place(place.index()), times),
        };
        addends.iter().for_each(|(element, times)| add(*element, *times));
        totals.iter().for_each(|(element, times)| add(*element, -times));
        if let Some(carry) = carry_in {
            add_term(&mut terms, Var::Carry(carry), 1);
        }
        if let Some(carry) = carry_out {
            add_term(&mut terms, Var::Carry(carry), -self.b());
        }
        terms.retain(|(_, times)| *times != 0);
        let relation = self.relation(&terms, equals);
        let given: Id = self.given(format!("col:{}.{}", at.equation, at.column), Claim::Relation(relation));
        Column { given, at, terms, equals, addends, totals, carry_in, carry_out }
    }

    /// A relation as a fact.
    pub(crate) fn relation(&self, terms: &[(Var, i64)], equals: i64) -> Relation {
        let term = |var: &Var| match var {
            Var::Place(place) => Term::Place(Place::new(*place)),
            Var::Carry(carry) => Term::Carry(self.carries[*carry].carry),
        };
        let terms = terms.iter().map(|(var, times)| (term(var), i128::from(*times))).collect();
        Relation { terms, equals: i128::from(equals), modulo: None }
    }
}

/// The digits of an equation with their factors, and what they add up to; nothing unless it is one of sums of whole numerals.
pub(crate) fn digits_of(expr: &Expr, base: i64) -> Option<(Vec<(Var, i64)>, i64)> {
    let all = numerals(expr, base.unsigned_abs())?;
    let (mut terms, mut equals) = (Vec::new(), 0_i64);
    for (times, numeral) in &all {
        let times = *times;
        let mut weight = Some(times);
        for element in numeral.iter().rev() {
            match element {
                Element::Shown(digit) => {
                    equals = equals.checked_sub(weight?.checked_mul(i64::from(*digit))?)?;
                }
                Element::Hidden(place) => add_term(&mut terms, Var::Place(place.index()), weight?),
            }
            weight = weight.and_then(|weight| weight.checked_mul(base));
        }
    }
    terms.retain(|(_, times)| *times != 0);
    Some((terms, equals))
}

/// Adds to the factor of a variable.
pub(crate) fn add_term(terms: &mut Vec<(Var, i64)>, var: Var, times: i64) {
    match terms.iter_mut().find(|(other, _)| *other == var) {
        Some((_, sum)) => *sum += times,
        None => terms.push((var, times)),
    }
}

fn ends(carry: &CarryRange) -> (i64, i64) {
    (carry.values.first().copied().unwrap_or(0), carry.values.last().copied().unwrap_or(0))
}

fn column(numerals: &[(i64, Vec<Element>)], k: usize) -> Vec<(Element, i64)> {
    numerals.iter().filter_map(|(times, digits)| Some((*digits.iter().rev().nth(k)?, *times))).collect()
}

impl Sides {
    fn longest(&self) -> usize {
        self.addends.iter().chain(&self.totals).map(|(_, digits)| digits.len()).max().unwrap_or(0)
    }
}

/// The numerals of an equation with their factors, those on its right taken off.
fn numerals(expr: &Expr, base: u64) -> Option<Vec<(i64, Vec<Element>)>> {
    let Expr::Chain(chain) = expr else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    if operator.algebra != Algebra::Equal || chain.tier() != Tier::Relation {
        return None;
    }
    let mut all = Vec::new();
    gather(&chain.first, 1, base, &mut all)?;
    gather(right, -1, base, &mut all)?;
    Some(all)
}

/// An equation of whole numerals with integers, with nothing subtracted, and its total on the right.
fn sides(expr: &Expr, base: u64) -> Option<Sides> {
    let all = numerals(expr, base)?;
    // What is subtracted on a side is added on the other.
    let (left, right): (Vec<_>, Vec<_>) = all.into_iter().partition(|(times, _)| *times > 0);
    let right: Vec<_> = right.into_iter().map(|(times, digits)| (-times, digits)).collect();
    let is_total = |side: &[(i64, Vec<Element>)]| matches!(side, [(1, _)]);
    let (addends, totals) = if is_total(&left) && !is_total(&right) { (right, left) } else { (left, right) };
    (!addends.is_empty() && !totals.is_empty()).then_some(Sides { addends, totals })
}

fn gather(expr: &Expr, sign: i64, base: u64, all: &mut Vec<(i64, Vec<Element>)>) -> Option<()> {
    match expr {
        Expr::Numeral(numeral) => {
            let is_own = numeral.base.is_none_or(|own| u64::from(own.get()) == base);
            (numeral.is_whole() && is_own).then(|| all.push((sign, numeral.whole.clone())))
        }
        Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
            gather(operand, -sign, base, all)
        }
        Expr::Chain(chain) if chain.tier() == Tier::Sum => {
            gather(&chain.first, sign, base, all)?;
            chain.rest.iter().try_for_each(|(operator, operand)| match operator.algebra {
                Algebra::Plus => gather(operand, sign, base, all),
                Algebra::Minus => gather(operand, -sign, base, all),
                _ => None,
            })
        }
        Expr::Chain(chain) => gather_product(chain, sign, base, all),
        _ => None,
    }
}

/// A number of one digit times a numeral: with more digits, what is carried would be no digit.
fn gather_product(chain: &Chain, sign: i64, base: u64, all: &mut Vec<(i64, Vec<Element>)>) -> Option<()> {
    let [(operator, right)] = &chain.rest[..] else { return None };
    if operator.algebra != Algebra::Times {
        return None;
    }
    let (times, numeral) = match (shown(&chain.first, base), shown(right, base)) {
        (Some(times), None) => (times, right),
        (None, Some(times)) => (times, &*chain.first),
        _ => return None,
    };
    let Expr::Numeral(numeral) = numeral else { return None };
    let is_own = numeral.base.is_none_or(|own| u64::from(own.get()) == base);
    let is_digit = (1..base as i64).contains(&times);
    (is_digit && numeral.is_whole() && is_own).then(|| all.push((sign * times, numeral.whole.clone())))
}

/// The value of a small shown number.
fn shown(expr: &Expr, base: u64) -> Option<i64> {
    let Expr::Numeral(numeral) = expr else { return None };
    if !numeral.is_whole() || numeral.whole.len() > 4 {
        return None;
    }
    numeral.whole.iter().try_fold(0_i64, |value, element| match element {
        Element::Shown(digit) => Some(value * i64::try_from(base).ok()? + i64::from(*digit)),
        Element::Hidden(_) => None,
    })
}
