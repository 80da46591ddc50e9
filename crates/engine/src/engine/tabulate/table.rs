//! The table of a part: one row for each assignment of its cells, with the residue of its value.
//!
//! Rows are made level by level, one cell at a time, each column in its own vector. Then the columns of values are multiplied
//! out and divided together. Rows that use the same digits are next to each other, in groups sorted by their smallest digit.

use super::equation::{Operation, Product};
use super::part::Part;
use super::residue;
use super::residue::PRIME;
use crate::compile::factors::Value;
use crate::compile::linear::Linear;
use crate::compile::{Judged, Problem};
use crate::engine::search::split::Visitor;
use fukumen_language::digits::Digit;
use fukumen_language::number::Undefined;

/// The rows of a part.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The residue of each row's value.
    pub(super) keys: Vec<u32>,
    /// The digits of each row, packed.
    pub(super) digits: Vec<u64>,
    /// Rows that take the same digits.
    pub(super) groups: Vec<Group>,
    /// The digits of rows whose value has no residue, or cannot be computed.
    pub(super) apart: Vec<u64>,
    /// For each digit, the first group whose smallest digit is larger.
    above: Vec<u32>,
}

/// A run of rows that take the same digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The digits taken by cells that must differ.
    pub(super) mask: u64,
    /// The smallest digit of the part added last: parts that are alike are taken in the order of these.
    pub(super) floor: u8,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Group {
    pub(super) fn rows(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The most cells of a table: their digits fit a machine word.
pub(super) const MOST_CELLS: usize = 10;
const DIGIT_BITS: usize = 6;

/// Returns the digit of a level in a packed row.
#[inline]
pub(super) fn digit(packed: u64, level: usize) -> Digit {
    (packed >> (DIGIT_BITS * level)) as u8 & 63
}

/// The data that tables are made from.
pub(super) struct Ground<'g> {
    pub(super) problem: &'g Problem,
    pub(super) operation: Operation,
    /// Cells that must differ, as bits.
    pub(super) distinct: u64,
    /// The digits of fixed cells, by cell.
    pub(super) digits: &'g [Digit],
    /// Digits that fixed cells have taken.
    pub(super) taken: u64,
}

impl Table {
    /// Makes the table of a part; `None` after an interrupt.
    pub(super) fn of(part: &Part, ground: &Ground, visitor: &mut Visitor) -> Option<Self> {
        let mut rows = Rows::of(part, ground, visitor)?;
        let keys = rows.keys(part, ground, visitor)?;
        rows.test(part, ground, visitor)?;
        Some(rows.grouped(&keys))
    }

    /// Returns the groups that may follow one, in the order of parts that are alike or in any order.
    #[inline]
    pub(super) fn after(&self, group: &Group, is_ordered: bool) -> &[Group] {
        if is_ordered { &self.groups[self.above[usize::from(group.floor)] as usize..] } else { &self.groups }
    }
}

/// The result for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It has a residue.
    Taken,
    /// Its value cannot be expressed as a residue.
    Apart,
    /// It has no value, or a condition excludes it.
    Dropped,
}

/// Rows that are being made, column by column.
struct Rows {
    digits: Vec<u64>,
    masks: Vec<u64>,
    /// The values of all linear factors, in the order of the products.
    forms: Vec<Vec<u32>>,
    fates: Vec<Fate>,
}

impl Rows {
    fn of(part: &Part, ground: &Ground, visitor: &mut Visitor) -> Option<Self> {
        let forms: Vec<&Linear> = linear(&part.products).collect();
        let fixed = |form: &&Linear| {
            let own = form.terms.iter().filter(|(cell, _)| !part.cells.contains(cell));
            own.fold(residue::of_whole(form.constant), |sum, (cell, coefficient)| {
                residue::plus(sum, residue::of_whole(coefficient * i64::from(ground.digits[cell.index()])))
            })
        };
        let mut rows = Self {
            digits: vec![0],
            masks: vec![ground.taken],
            forms: forms.iter().map(|form| vec![fixed(form)]).collect(),
            fates: Vec::new(),
        };
        for level in 0..part.cells.len() {
            rows = rows.with_level(part, level, &forms, ground);
            visitor.nodes(rows.digits.len() as u64).is_continue().then_some(())?;
        }
        rows.masks.iter_mut().for_each(|mask| *mask &= !ground.taken);
        rows.fates = vec![Fate::Taken; rows.digits.len()];
        Some(rows)
    }

    /// Makes a row for each row and each digit that the next cell may take.
    fn with_level(&self, part: &Part, level: usize, forms: &[&Linear], ground: &Ground) -> Self {
        let cell = part.cells[level];
        let domain = ground.problem.domains[cell.index()].bits();
        let is_distinct = ground.distinct >> cell.index() & 1 == 1;
        let keep = if is_distinct { u64::MAX } else { 0 };
        let free = |mask: u64| domain & !(mask & keep);
        let count = self.masks.iter().map(|mask| free(*mask).count_ones() as usize).sum();
        let (mut digits, mut masks) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (row, mask) in self.digits.iter().zip(&self.masks) {
            for_each_bit(free(*mask), |digit| {
                digits.push(row | (digit as u64) << (DIGIT_BITS * level));
                masks.push(mask | (1 << digit & keep));
            });
        }
        let column = |(column, form): (&Vec<u32>, &&Linear)| {
            let coefficient = form.terms.iter().find(|(own, _)| *own == cell).map_or(0, |(_, c)| *c);
            let mut sums = Vec::with_capacity(count);
            let mut steps = [0; 64];
            for (digit, step) in steps.iter_mut().enumerate() {
                *step = residue::of_whole(coefficient * digit as i64);
            }
            for (sum, mask) in column.iter().zip(&self.masks) {
                for_each_bit(free(*mask), |digit| sums.push(residue::plus(*sum, steps[digit])));
            }
            sums
        };
        let forms = self.forms.iter().zip(forms).map(column).collect();
        Self { digits, masks, forms, fates: Vec::new() }
    }

    /// Returns the residues of the values of all rows.
    fn keys(&mut self, part: &Part, ground: &Ground, visitor: &mut Visitor) -> Option<Vec<u32>> {
        let mut first_form = 0;
        let mut sum: Option<Quotients> = None;
        for product in &part.products {
            let quotients = self.product(product, first_form, part, ground, visitor)?;
            first_form += linear(std::slice::from_ref(product)).count();
            sum = Some(match sum {
                None => quotients,
                Some(sum) => sum.plus(quotients),
            });
        }
        // A part without a term adds nothing to the sum or product.
        let neutral = if ground.operation == Operation::Sum { 0 } else { 1 };
        Some(sum.map_or_else(|| vec![neutral; self.digits.len()], Quotients::values))
    }

    fn product(
        &mut self,
        product: &Product,
        mut form: usize,
        part: &Part,
        ground: &Ground,
        visitor: &mut Visitor,
    ) -> Option<Quotients> {
        let mut quotients = Quotients { numerators: Vec::new(), denominators: Vec::new() };
        for factor in &product.factors {
            let mut column = match &factor.value {
                Value::Linear(linear) => {
                    let column = std::mem::take(&mut self.forms[form]);
                    form += 1;
                    self.look_at_zeros(&column, linear, factor.is_divisor, part, ground);
                    column
                }
                Value::Judged(judged) => self.judged(judged, factor.is_divisor, part, ground, visitor)?,
            };
            if factor.exponent < 0 {
                self.avoid_zeros(&mut column);
            }
            quotients.multiply(column, factor.exponent);
        }
        if quotients.numerators.is_empty() {
            quotients.numerators = vec![1; self.digits.len()];
        }
        if product.coefficient != 1 {
            for numerator in &mut quotients.numerators {
                *numerator = residue::times(*numerator, product.coefficient);
            }
        }
        Some(quotients)
    }

    /// Drops rows with a division by zero. A residue of zero for a value that is not zero proves nothing.
    fn look_at_zeros(
        &mut self,
        column: &[u32],
        form: &Linear,
        is_divisor: bool,
        part: &Part,
        ground: &Ground,
    ) {
        let (least, most) = form.ends(&ground.problem.domains);
        let is_small = least > -i64::from(PRIME) && most < i64::from(PRIME);
        if !is_divisor && is_small {
            return;
        }
        let mut digits = ground.digits.to_vec();
        for row in (0..column.len()).filter(|row| column[*row] == 0) {
            let is_zero = is_small || {
                unpack(self.digits[row], part, &mut digits);
                form.value(&digits) == 0
            };
            match (is_zero, is_divisor) {
                (true, true) => self.fates[row] = Fate::Dropped,
                (true, false) => {}
                (false, _) => self.set_apart(row),
            }
        }
    }

    /// Values that must be inverted cannot be zero: such rows are dropped or apart already, or are put apart now.
    fn avoid_zeros(&mut self, column: &mut [u32]) {
        for (row, value) in column.iter_mut().enumerate().filter(|(_, value)| **value == 0) {
            *value = 1;
            self.set_apart(row);
        }
    }

    fn set_apart(&mut self, row: usize) {
        if self.fates[row] == Fate::Taken {
            self.fates[row] = Fate::Apart;
        }
    }

    /// Computes the values of an expression with the judge.
    fn judged(
        &mut self,
        judged: &Judged,
        is_divisor: bool,
        part: &Part,
        ground: &Ground,
        visitor: &mut Visitor,
    ) -> Option<Vec<u32>> {
        let mut digits = ground.digits.to_vec();
        let mut column = vec![1; self.digits.len()];
        for (row, residue) in column.iter_mut().enumerate() {
            if self.fates[row] == Fate::Dropped {
                continue;
            }
            visitor.node().is_continue().then_some(())?;
            unpack(self.digits[row], part, &mut digits);
            match judged.number(&digits, &ground.problem.context) {
                Err(Undefined::NoValue) => self.fates[row] = Fate::Dropped,
                Ok(value) if value.is_zero() && is_divisor => self.fates[row] = Fate::Dropped,
                Ok(value) => match residue::of_exact(&value) {
                    Some(found) if found != 0 || value.is_zero() => *residue = found,
                    _ => self.set_apart(row),
                },
                Err(_) => self.set_apart(row),
            }
        }
        Some(column)
    }

    /// Drops the rows that a condition of the part excludes.
    fn test(&mut self, part: &Part, ground: &Ground, visitor: &mut Visitor) -> Option<()> {
        if part.conditions.is_empty() {
            return Some(());
        }
        let mut digits = ground.digits.to_vec();
        for row in 0..self.digits.len() {
            if self.fates[row] != Fate::Dropped {
                visitor.node().is_continue().then_some(())?;
                unpack(self.digits[row], part, &mut digits);
                if !part.conditions.iter().all(|condition| visitor.may_hold(*condition, &digits)) {
                    self.fates[row] = Fate::Dropped;
                }
            }
        }
        visitor.nodes(0).is_continue().then_some(())
    }

    /// Makes the table: rows of the same digits next to each other.
    fn grouped(&self, keys: &[u32]) -> Table {
        let (numbers, mut groups) = self.groups();
        sort(&mut groups);
        let mut places = vec![0; groups.len()];
        let mut start = 0;
        for (number, group) in &mut groups {
            places[*number as usize] = start;
            (group.start, group.end, start) = (start, start + group.end, start + group.end);
        }
        let mut table =
            Table { keys: vec![0; start as usize], digits: vec![0; start as usize], ..Table::default() };
        for (row, number) in numbers.iter().enumerate() {
            match self.fates[row] {
                Fate::Taken => {
                    let place = &mut places[*number as usize];
                    table.keys[*place as usize] = keys[row];
                    table.digits[*place as usize] = self.digits[row];
                    *place += 1;
                }
                Fate::Apart => table.apart.push(self.digits[row]),
                Fate::Dropped => {}
            }
        }
        table.groups = groups.into_iter().map(|(_, group)| group).collect();
        table.above =
            (0..=64).map(|floor| table.groups.partition_point(|group| group.floor <= floor) as u32).collect();
        table
    }

    /// Returns the number of each row's group, and the groups with their numbers; a group's end is still the number of its
    /// rows.
    fn groups(&self) -> (Vec<u32>, Vec<(u32, Group)>) {
        let mut finder = Finder::new(self.masks.len());
        let mut groups: Vec<(u32, Group)> = Vec::new();
        let mut numbers = Vec::with_capacity(self.masks.len());
        for (mask, fate) in self.masks.iter().zip(&self.fates) {
            if *fate != Fate::Taken {
                numbers.push(0);
                continue;
            }
            let number = finder.find(*mask, &mut groups);
            groups[number as usize].1.end += 1;
            numbers.push(number);
        }
        (numbers, groups)
    }
}

fn sort(groups: &mut [(u32, Group)]) {
    groups.sort_unstable_by_key(|(_, group)| (group.floor, group.mask));
}

/// Finds the group of a mask: open addressing, because masks of consecutive rows share most digits.
struct Finder {
    /// Numbers of groups, plus one.
    slots: Vec<u32>,
    shift: u32,
}

impl Finder {
    fn new(rows: usize) -> Self {
        let bits = (2 * rows.max(1)).next_power_of_two().trailing_zeros();
        Self { slots: vec![0; 1 << bits], shift: 64 - bits }
    }

    #[inline]
    fn find(&mut self, mask: u64, groups: &mut Vec<(u32, Group)>) -> u32 {
        let mut slot = (mask.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        loop {
            match self.slots[slot] {
                0 => {
                    let number = groups.len() as u32;
                    let floor = mask.trailing_zeros() as u8;
                    groups.push((number, Group { mask, floor, start: 0, end: 0 }));
                    self.slots[slot] = number + 1;
                    return number;
                }
                number if groups[number as usize - 1].1.mask == mask => return number - 1,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }
}

/// Fractions, row by row; without denominators if there is no division.
struct Quotients {
    numerators: Vec<u32>,
    denominators: Vec<u32>,
}

impl Quotients {
    fn multiply(&mut self, mut column: Vec<u32>, exponent: i32) {
        if exponent.abs() > 1 {
            column.iter_mut().for_each(|value| *value = residue::power(*value, exponent.unsigned_abs()));
        }
        let into = if exponent > 0 { &mut self.numerators } else { &mut self.denominators };
        if into.is_empty() {
            *into = column;
        } else {
            multiply(into, &column);
        }
    }

    /// `a/b + c/d` is `(a·d + c·b) / (b·d)`.
    fn plus(mut self, mut other: Self) -> Self {
        if !other.denominators.is_empty() {
            multiply(&mut self.numerators, &other.denominators);
        }
        if !self.denominators.is_empty() {
            multiply(&mut other.numerators, &self.denominators);
        }
        for (a, b) in self.numerators.iter_mut().zip(&other.numerators) {
            *a = residue::plus(*a, *b);
        }
        match (self.denominators.is_empty(), other.denominators.is_empty()) {
            (true, _) => self.denominators = other.denominators,
            (_, true) => {}
            _ => multiply(&mut self.denominators, &other.denominators),
        }
        self
    }

    fn values(mut self) -> Vec<u32> {
        if !self.denominators.is_empty() {
            residue::invert_all(&mut self.denominators);
            multiply(&mut self.numerators, &self.denominators);
        }
        self.numerators
    }
}

fn multiply(into: &mut [u32], by: &[u32]) {
    for (a, b) in into.iter_mut().zip(by) {
        *a = residue::times(*a, *b);
    }
}

fn linear(products: &[Product]) -> impl Iterator<Item = &Linear> {
    products.iter().flat_map(|product| &product.factors).filter_map(|factor| match &factor.value {
        Value::Linear(form) => Some(form),
        Value::Judged(_) => None,
    })
}

/// Writes a row's digits to the cells of a part.
#[inline]
pub(super) fn unpack(packed: u64, part: &Part, digits: &mut [Digit]) {
    for (level, cell) in part.cells.iter().enumerate() {
        digits[cell.index()] = digit(packed, level);
    }
}

#[inline]
fn for_each_bit(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
