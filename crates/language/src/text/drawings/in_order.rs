//! Products and divisions that lost their indentation, or have no rules: the order of the rows gives their places.
//!
//! A partial product ends one place further to the left than the one before it, or more if digits of the multiplier are zero. In
//! a division, each product ends one digit further to the right, or more for zeros of the quotient. If it is open which digits
//! are zero, all places are tried, and those that the known digits allow are kept.

use super::drawing::{Drawing, DrawnRow, Mark, Number, Piece};
use super::long_division::LongDivision;
use super::long_multiplication::LongMultiplication;
use super::loose;
use super::loose::Line;
use super::mended::Mended;
use super::possible::Sense;
use super::steps::Parts;
use crate::puzzle::{Role, RoleKind};

/// The most digits of a multiplier or quotient for which zeros are tried.
const MOST_OPEN: usize = 16;
/// The most ways to place zeros that are tried.
const MOST_WAYS: usize = 64;

/// A partial product in its place.
struct Partial {
    number: Number,
    /// The number of places it is moved by.
    shift: usize,
    /// The zeros that it shows in these places, if any.
    zeros: Vec<Mark>,
}

/// A multiplication, perhaps without regard to its columns.
#[derive(Debug)]
pub(super) struct Product<'a> {
    multiplicand: &'a Number,
    multiplier: &'a Number,
    /// The rows below the factors, each with the number of places after it that dashes or dots hold open.
    rows: Vec<(Number, usize)>,
    /// Whether the last row is the product, because of a rule or because there are no rules.
    is_last_product: bool,
    /// Whether the factors are side by side on one line.
    is_beside: bool,
}

impl<'a> Product<'a> {
    /// Returns the multiplication that a drawing may be.
    pub fn read(drawing: &'a Drawing, is_bare: bool) -> Option<Self> {
        let mut numbers: Vec<(&Number, usize)> = Vec::new();
        let (mut times, mut is_beside, mut rules) = (0, false, Vec::new());
        let pluses = |row: &DrawnRow| row.signs().filter(|(sign, _)| *sign == '+').count();
        let are_plus_holders = drawing.rows.iter().any(|row| pluses(row) > 1);
        for row in &drawing.rows {
            let count = numbers.len();
            let signs = match Line::of(row) {
                Line::Rule(signs) => {
                    rules.push(count);
                    signs
                }
                Line::Signs(signs) => signs,
                Line::Number { before, number, behind } => {
                    let is_holder = |sign: &&char| **sign == '-' || **sign == '+' && are_plus_holders;
                    let held = behind.iter().filter(is_holder).count();
                    if held > 0 && count < 2 {
                        return None;
                    }
                    numbers.push((number, held));
                    before.into_iter().chain(behind.into_iter().filter(|sign| *sign != '-')).collect()
                }
                Line::Other(row) => match row.pieces.as_slice() {
                    [
                        Piece::Number(first),
                        Piece::Sign { sign: '×', .. },
                        Piece::Number(second),
                        rest @ ..,
                    ] if count == 0 && is_equals(rest) => {
                        is_beside = true;
                        numbers.extend([(first, 0), (second, 0)]);
                        vec!['×']
                    }
                    _ => return None,
                },
            };
            if !signs.iter().all(|sign| "×+=".contains(*sign)) {
                return None;
            }
            let here = signs.iter().filter(|sign| **sign == '×').count();
            if here > 0 && count > 2 || signs.contains(&'+') && count < 2 {
                return None;
            }
            times += here;
        }
        let all = numbers.len();
        rules.dedup();
        rules.retain(|before| (1..all).contains(before));
        let are_known = rules.iter().all(|before| *before == 2 || *before + 1 == all);
        let has_sign = times == 1 || times == 0 && is_bare;
        if all < 3 || !are_known || !has_sign {
            return None;
        }
        let rows = numbers[2..].iter().map(|(number, held)| opened(number, *held)).collect();
        let is_last_product = rules.is_empty() || rules.contains(&(all - 1));
        Some(Self { multiplicand: numbers[0].0, multiplier: numbers[1].0, rows, is_last_product, is_beside })
    }

    /// Returns it in its own columns, with the missing rules.
    pub fn as_drawn(&self, sense: Sense) -> Option<Mended> {
        let (product, partials) = self.rows.split_last()?;
        let end = if self.is_beside { product.0.last() } else { self.multiplicand.last() };
        let mut shifts = Vec::new();
        for (partial, _) in partials {
            shifts.push(end.checked_sub(partial.last())?);
        }
        let is_aligned = product.0.last() == end && (self.is_beside || self.multiplier.last() == end);
        if !is_aligned || !shifts.is_sorted_by(|above, below| above < below) {
            return None;
        }
        let numbers = partials.iter().map(|(number, _)| number.clone()).zip(shifts);
        let partials: Vec<Partial> =
            numbers.map(|(number, shift)| Partial { number, shift, zeros: Vec::new() }).collect();
        self.fits(&partials, Some(&product.0), sense).then(|| self.placed(&partials, Some(&product.0)))?
    }

    /// Returns it with its rows in order, in each way that the known digits allow.
    pub fn in_order(&self, sense: Sense) -> Vec<Mended> {
        let mut ways = Vec::new();
        let last = self.rows.len() - 1;
        for (partials, product) in [(&self.rows[..last], Some(&self.rows[last].0)), (&self.rows[..], None)] {
            if product.is_none() && (self.is_last_product || partials.len() < 2) {
                continue;
            }
            for shifts in self.orders(partials.len(), sense) {
                for with_zeros in [false, true] {
                    let placed = self.place(partials, &shifts, with_zeros, sense);
                    if let Some(placed) = placed.filter(|placed| self.fits(placed, product, sense)) {
                        ways.extend(self.placed(&placed, product));
                    }
                    if ways.len() > 1 {
                        return ways;
                    }
                }
            }
        }
        ways
    }

    /// Returns the places that N partial products may have. Below factors on one line, they may also begin at the left.
    fn orders(&self, partials: usize, sense: Sense) -> Vec<Vec<usize>> {
        let mut orders = self.shifts(partials, sense);
        if self.is_beside && partials > 1 {
            let reversed = orders.iter().map(|shifts| shifts.iter().rev().copied().collect());
            orders.extend(reversed.collect::<Vec<_>>());
        }
        orders
    }

    /// Returns the places that N partial products may have, from the right.
    fn shifts(&self, partials: usize, sense: Sense) -> Vec<Vec<usize>> {
        let length = self.multiplier.len();
        if partials == 0 {
            return vec![Vec::new()];
        }
        let choices = choices(self.multiplier, partials, sense);
        choices
            .into_iter()
            .map(|digits| digits.iter().rev().map(|digit| length - 1 - digit).collect())
            .collect()
    }

    /// Returns the partial products with their places. With zeros, each shows as many at its end as it is moved by: the digit, or
    /// one symbol throughout.
    fn place(
        &self,
        partials: &[(Number, usize)],
        shifts: &[usize],
        with_zeros: bool,
        sense: Sense,
    ) -> Option<Vec<Partial>> {
        let mut placed: Vec<Partial> = Vec::new();
        for ((number, held), shift) in partials.iter().zip(shifts) {
            let count = if with_zeros { *shift } else { 0 };
            if *held > 0 && (held != shift || with_zeros) || count > 0 && count >= number.len() {
                return None;
            }
            let zeros = number.marks[number.len() - count..].to_vec();
            let number = number.part(0..number.len() - count);
            placed.push(Partial { number, shift: *shift, zeros });
        }
        let zeros: Vec<&Mark> = placed.iter().flat_map(|partial| &partial.zeros).collect();
        let is_zero = |mark: &&&Mark| mark.given == Some(0);
        let are_zeros = zeros.iter().all(|mark| is_zero(&mark))
            || zeros.iter().all(|mark| sense.are_one(mark, zeros[0])) && self.has_no_gaps(&placed);
        // Without a place to fill, it is the same as without zeros.
        (are_zeros && with_zeros != zeros.is_empty()).then_some(placed)
    }

    /// Returns whether each digit of the multiplier to the right of one with a row has a row, too, or is shown to be zero.
    fn has_no_gaps(&self, partials: &[Partial]) -> bool {
        let last = partials.iter().map(|partial| partial.shift).max().unwrap_or(0);
        let digit =
            |shift: usize| self.multiplier.len().checked_sub(shift + 1).map(|i| &self.multiplier.marks[i]);
        (0..last).all(|shift| {
            let is_shown = digit(shift).is_some_and(|mark| mark.given == Some(0));
            is_shown || partials.iter().any(|partial| partial.shift == shift)
        })
    }

    /// Returns whether the known digits allow these places.
    fn fits(&self, partials: &[Partial], product: Option<&Number>, sense: Sense) -> bool {
        let length = self.multiplier.len();
        let digit = |shift: usize| length.checked_sub(shift + 1).map(|i| &self.multiplier.marks[i]);
        let mut others: Vec<&Mark> = Vec::new();
        for (i, Partial { number, shift, .. }) in partials.iter().enumerate() {
            let Some(digit) = digit(*shift) else { return false };
            let is_alike = |other: &Partial| {
                let mark = &self.multiplier.marks[length - 1 - other.shift];
                !sense.are_one(mark, digit) || other.number.len() == number.len()
            };
            if !partials[..i].iter().all(is_alike) || !sense.multiply(self.multiplicand, digit, number) {
                return false;
            }
            if !number.is_zero() {
                others.push(digit);
            }
        }
        let has_row = |i: &usize| partials.iter().any(|partial| length - 1 - partial.shift == *i);
        let mut zeros: Vec<&Mark> = match partials {
            [] => Vec::new(),
            _ => (0..length).filter(|i| !has_row(i)).map(|i| &self.multiplier.marks[i]).collect(),
        };
        zeros.extend(partials.iter().flat_map(|partial| &partial.zeros));
        let numbers = partials.iter().map(|partial| &partial.number);
        let numbers = numbers.chain(product).chain([self.multiplicand, self.multiplier]);
        if !sense.may_be_zero(&zeros, &others, numbers) {
            return false;
        }
        match product {
            Some(product) if partials.is_empty() => self.may_make(product, sense),
            Some(product) => {
                let addends: Vec<(&Number, usize)> =
                    partials.iter().map(|partial| (&partial.number, partial.shift)).collect();
                sense.add(&addends, product) && are_brought_down(&addends, product, sense)
            }
            None => true,
        }
    }

    /// Returns whether the length of a product without partial products is possible.
    fn may_make(&self, product: &Number, sense: Sense) -> bool {
        let both = self.multiplicand.len() + self.multiplier.len();
        !sense.counts() || (both - 1..=both).contains(&product.len())
    }

    /// Returns the multiplication in columns.
    fn placed(&self, partials: &[Partial], product: Option<&Number>) -> Option<Mended> {
        let lengths = partials.iter().map(|partial| partial.number.len() + partial.shift);
        let lengths = lengths.chain(product.map(Number::len));
        let width = lengths.chain([self.multiplicand.len(), self.multiplier.len() + 2]).max()?;
        let end = width - 1;
        let rule = |below: &Number| loose::rule_row(0..end, below.at().start..below.at().start);
        let mut rows =
            vec![loose::row(self.multiplicand, end, None), loose::row(self.multiplier, end, Some(('×', 0)))];
        if let Some(first) = partials.first() {
            rows.push(rule(&first.number));
        }
        let keeps_zeros = self.has_no_gaps(partials);
        let mut zeros = Vec::new();
        for (i, partial) in partials.iter().enumerate() {
            if partial.zeros.is_empty() || !keeps_zeros {
                rows.push(loose::row(&partial.number, end - partial.shift, None));
                continue;
            }
            // The layout takes zeros at the end for those of the places.
            let shown = |mark: &Mark| Mark { given: Some(0), ..mark.clone() };
            let marks = partial.number.marks.iter().cloned().chain(partial.zeros.iter().map(shown)).collect();
            rows.push(loose::row(&Number { marks, point: None }, end, None));
            let role = Role::nth(RoleKind::PartialProduct, i + 1);
            zeros.extend(
                partial.zeros.iter().filter(|mark| mark.given.is_none()).map(|mark| (role, mark.clone())),
            );
        }
        if let Some(product) = product {
            rows.push(rule(product));
            rows.push(loose::row(product, end, None));
        }
        Some(Mended { layout: &LongMultiplication, drawing: Drawing { rows }, notes: Vec::new(), zeros })
    }
}

/// Returns whether there is nothing, or an equals sign.
fn is_equals(pieces: &[Piece]) -> bool {
    matches!(pieces, [] | [Piece::Sign { sign: '=', .. }])
}

/// Returns a row without the dots that hold its places open, and the number of these places.
fn opened(number: &Number, dashes: usize) -> (Number, usize) {
    let is_dots_only = number.marks.iter().all(|mark| mark.sign == '.');
    let dots = number.marks.iter().rev().take_while(|mark| mark.sign == '.').count();
    let has_others = number.marks[..number.len() - dots].iter().any(|mark| mark.sign == '.');
    if dashes > 0 || is_dots_only || has_others || dots == 0 {
        return (number.clone(), dashes);
    }
    (number.part(0..number.len() - dots), dots)
}

/// Returns whether the rightmost digits of a sum, to which only one number adds, may be those of that number.
fn are_brought_down(addends: &[(&Number, usize)], sum: &Number, sense: Sense) -> bool {
    let at = |(number, shift): &(&Number, usize), column: usize| -> Option<Mark> {
        let back = column.checked_sub(*shift)?;
        number.len().checked_sub(back + 1).map(|i| number.marks[i].clone())
    };
    for column in 0..sum.len() {
        let above: Vec<Mark> = addends.iter().filter_map(|addend| at(addend, column)).collect();
        let [mark] = above.as_slice() else { return true };
        if sense.differ(mark, &sum.marks[sum.len() - 1 - column]) {
            return false;
        }
    }
    true
}

/// Returns the ways to choose N digits of a number, in order, including the first digit and those shown as nonzero. It is empty
/// if there are too many digits or too many ways.
pub(super) fn choices(number: &Number, chosen: usize, sense: Sense) -> Vec<Vec<usize>> {
    let digits = number.len();
    if chosen == digits {
        return vec![(0..digits).collect()];
    }
    if chosen > digits || digits > MOST_OPEN {
        return Vec::new();
    }
    let is_needed = |i: &usize| {
        // The units before a point may be zero.
        let is_first = *i == 0 && number.point.is_none_or(|point| point > 1) && sense.counts();
        is_first || number.marks[*i].given.is_some_and(|digit| digit != 0)
    };
    let needed = (0..digits).filter(is_needed).fold(0u32, |bits, i| bits | 1 << i);
    let bits = (0u32..1 << digits).filter(|bits| bits.count_ones() as usize == chosen);
    let bits: Vec<u32> = bits.filter(|bits| bits & needed == needed).collect();
    if bits.len() > MOST_WAYS {
        return Vec::new();
    }
    let bits = bits.into_iter();
    bits.map(|bits| (0..digits).filter(|i| bits >> i & 1 == 1).collect()).collect()
}

/// Returns a division with its rows in order, in each way that the known digits allow.
pub(super) fn division(parts: &Parts, sense: Sense) -> Vec<Mended> {
    let products = parts.below.len().div_ceil(2);
    let mut ways = Vec::new();
    for quotient in parts.quotients(products) {
        for digits in choices(&quotient, products, sense) {
            let drawn = parts.drawn(&quotient, &digits);
            if let Some(drawing) = drawn.filter(|_| parts.fits(&quotient, &digits, sense)) {
                ways.push(Mended { layout: &LongDivision, drawing, notes: Vec::new(), zeros: Vec::new() });
            }
            if ways.len() > 1 {
                return ways;
            }
        }
    }
    ways
}

/// Returns whether all rows with one number begin in one column.
pub(super) fn is_flush(rows: &[DrawnRow]) -> bool {
    let mut starts = rows.iter().filter(|row| row.number().is_some()).map(|row| row.start);
    let first = starts.next();
    starts.all(|start| Some(start) == first)
}
