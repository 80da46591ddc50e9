//! One linear condition, and what the cells after a place in the order can still add to it.
//!
//! Everything that later cells add is a multiple of the common divisor of their coefficients, the *unit* of the place. A
//! state holds its sum in units, because in an equation the rest must be zero, and in an inequality it cannot matter. This is
//! why states merge: to the left of a column, only its carry is left.

use crate::compile::separable::Separable;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::number::gcd;
use fukumen_language::vocabulary::Algebra;

use super::bounds::{Bounded, least};

/// How a sum compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is zero.
    Equal,
    /// It is not zero.
    Unequal,
    /// It is less than zero.
    Less,
}

/// The amounts that the digits of all cells add, a constant, and how their sum compares with zero.
pub(super) struct Sum {
    /// The coefficient of each cell; 0 for those with a table.
    pub(super) coefficients: Vec<i64>,
    /// Amounts that are no multiples of the digit, such as those of `A^2`; empty for a cell with a coefficient.
    pub(super) tables: Vec<Vec<i64>>,
    pub(super) constant: i64,
    pub(super) kind: Kind,
}

/// The value of a sum whose relation holds whatever the later digits are.
pub(super) const SURE: i64 = i64::MIN;

impl Sum {
    /// Reads a sum. `>` is `<` with all signs reversed, and `<= 0` is `< 1`: sums are whole.
    pub(super) fn of(mut sum: Separable) -> Self {
        let (kind, sign, more) = kind(sum.relation);
        let amounts = sum.tables.iter_mut().flatten().chain(&mut sum.coefficients);
        amounts.for_each(|amount| *amount *= sign);
        Self {
            coefficients: sum.coefficients,
            tables: sum.tables,
            constant: sign * sum.constant + more,
            kind,
        }
    }

    /// Returns what a digit of a cell adds.
    pub(super) fn adds(&self, cell: usize, digit: Digit) -> i64 {
        let table = &self.tables[cell];
        table.get(usize::from(digit)).copied().unwrap_or(self.coefficients[cell] * i64::from(digit))
    }

    /// Returns a divisor of everything that a cell adds; 0 if it adds nothing.
    pub(super) fn divisor(&self, cell: usize) -> i64 {
        self.tables[cell].iter().fold(self.coefficients[cell].abs(), |divisor, adds| gcd(divisor, adds.abs()))
    }

    /// Returns the least and the most that a cell adds.
    fn ends(&self, cell: usize, domain: DigitSet) -> (i64, i64) {
        let all = || domain.iter().map(|digit| self.adds(cell, digit));
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    }

    /// Returns the state of the sum at each place of an order: before its first cell, before its second, …, after its last.
    /// `domains` and `areas_of` are those of its space.
    pub(super) fn places(
        &self,
        order: &[usize],
        domains: &[DigitSet],
        areas_of: &[Vec<usize>],
    ) -> Vec<Place> {
        let mut terms: Vec<Bounded> = Vec::new();
        let mut rests = vec![(0, 0, 0)];
        let mut of_tables = (0, 0);
        for cell in order.iter().rev() {
            let (mut divisor, mut low, mut high) = rests[rests.len() - 1];
            let coefficient = self.coefficients[*cell];
            if self.divisor(*cell) != 0 {
                let area = areas_of[*cell].first().copied();
                if coefficient == 0 {
                    let ends = self.ends(*cell, domains[*cell]);
                    of_tables = (of_tables.0 + ends.0, of_tables.1 + ends.1);
                } else {
                    terms.push(Bounded { coefficient, domain: domains[*cell], area });
                }
                divisor = gcd(divisor, self.divisor(*cell));
                (low, high) = (of_tables.0 + least(&terms, 1), of_tables.1 - least(&terms, -1));
            }
            rests.push((divisor, low, high));
        }
        rests.reverse();
        let (mut unit, mut reach) = (1, (self.constant, self.constant));
        let mut places = Vec::with_capacity(rests.len());
        for (i, (divisor, low, high)) in rests.into_iter().enumerate() {
            if let Some(cell) = i.checked_sub(1).and_then(|before| order.get(before)) {
                let ends = self.ends(*cell, domains[*cell]);
                reach = (reach.0 + ends.0, reach.1 + ends.1);
                // After the last cell any unit would do; in one larger than all digits, that cell's digit follows from its
                // residue.
                unit = if divisor > 0 {
                    divisor
                } else if self.divisor(*cell) != 0 {
                    unit * LAST
                } else {
                    unit
                };
            } else if divisor > 0 {
                unit = divisor;
            }
            places.push(Place::new(self.kind, unit, (low, high), reach, divisor == 0));
        }
        places
    }
}

/// More than any digit.
const LAST: i64 = 64;

/// Returns how a sum compares with zero, the sign that it needs for that, and what is added to it.
fn kind(relation: Algebra) -> (Kind, i64, i64) {
    match relation {
        Algebra::Equal => (Kind::Equal, 1, 0),
        Algebra::Unequal => (Kind::Unequal, 1, 0),
        Algebra::Less => (Kind::Less, 1, 0),
        Algebra::AtMost => (Kind::Less, 1, -1),
        Algebra::Greater => (Kind::Less, -1, 0),
        _ => (Kind::Less, -1, -1),
    }
}

/// The state of a sum at one place of the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    kind: Kind,
    pub(super) unit: i64,
    /// The least and the most units for which the relation is undecided.
    pub(super) lo: i64,
    pub(super) hi: i64,
    /// The least and the most that later cells add.
    pub(super) rest: (i64, i64),
    /// The least and the most units that earlier cells reach.
    reach: (i64, i64),
    pub(super) is_last: bool,
}

impl Place {
    fn new(kind: Kind, unit: i64, rest: (i64, i64), reach: (i64, i64), is_last: bool) -> Self {
        let (least, most) = (-(-rest.0).div_euclid(unit), rest.1.div_euclid(unit));
        let hi = if kind == Kind::Less { -least - 1 } else { -least };
        let reach = (reach.0.div_euclid(unit), -(-reach.1).div_euclid(unit));
        Self { kind, unit, lo: -most, hi, rest, reach, is_last }
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the number of units, unless the relation can no longer hold; `SURE` if it must hold.
    #[inline]
    pub(super) fn pass(&self, units: i64) -> Option<i64> {
        match self.kind {
            Kind::Equal => (self.lo <= units && units <= self.hi).then_some(units),
            Kind::Less if units > self.hi => None,
            Kind::Less => Some(if units < self.lo { SURE } else { units }),
            Kind::Unequal if units < self.lo || units > self.hi => Some(SURE),
            Kind::Unequal => (!self.is_last).then_some(units),
        }
    }

    /// Returns the units that states hold here, from the first to the last, and whether one may be certain.
    pub(super) fn held(&self) -> (i64, i64, bool) {
        (self.lo.max(self.reach.0), self.hi.min(self.reach.1), self.kind != Kind::Equal)
    }

    /// Returns the bits that a state needs for the sum here.
    pub(super) fn bits(&self) -> u32 {
        let (least, most, may_be_sure) = self.held();
        let values =
            most.saturating_sub(least).saturating_add(1).max(0).saturating_add(i64::from(may_be_sure));
        u64::BITS - values.saturating_sub(1).max(0).leading_zeros()
    }
}

/// Converts units to a larger unit, unless the relation can no longer hold.
#[inline]
pub(super) fn in_larger(kind: Kind, units: i64, ratio: i64) -> Option<i64> {
    match kind {
        _ if ratio == 1 => Some(units),
        Kind::Less => Some(units.div_euclid(ratio)),
        _ if units % ratio == 0 => Some(units / ratio),
        Kind::Equal => None,
        Kind::Unequal => Some(SURE),
    }
}
