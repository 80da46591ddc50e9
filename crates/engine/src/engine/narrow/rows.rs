//! Tables: the assignments of a few cells that conditions allow, and for each digit at each place the rows that have it, as
//! bits.

use std::sync::Arc;

use crate::compile::crossing::{MembersOf, Question, Shape};
use crate::compile::program::Outcome;
use crate::compile::{Judged, Problem};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::number::{Exact, Undefined};

/// The steps between two checks of the interrupt.
const BREATH: u64 = 1 << 10;

/// A table of rows.
pub(super) struct Rows {
    /// The number of rows.
    pub count: usize,
    /// The words of 64 rows in each column.
    pub words: usize,
    /// The values at each place before any row is removed.
    pub domains: Vec<u64>,
    /// For each place, the start of the column of its value 0.
    columns: Vec<usize>,
    /// The rows that have each value, one column after the other.
    bits: Vec<u64>,
}

impl Rows {
    /// Returns the bytes of a table of `count` rows, whose values at each place are below `ends`.
    fn bytes(count: usize, ends: &[usize]) -> usize {
        ends.iter().sum::<usize>() * count.div_ceil(64) * 8
    }

    /// Makes a table of rows, given one after the other; `None` if it takes more bytes.
    fn of(domains: &[u64], rows: &[u8], most: usize) -> Option<Self> {
        let places = domains.len();
        let count = rows.len().checked_div(places).unwrap_or(0);
        let ends: Vec<usize> = domains.iter().map(|values| 64 - values.leading_zeros() as usize).collect();
        if Self::bytes(count, &ends) > most {
            return None;
        }
        let words = count.div_ceil(64);
        let mut columns = Vec::with_capacity(places);
        let mut end = 0;
        for values in &ends {
            columns.push(end);
            end += values * words;
        }
        let mut bits = vec![0; end];
        for (row, values) in rows.chunks_exact(places.max(1)).enumerate() {
            for (column, value) in columns.iter().zip(values) {
                bits[column + usize::from(*value) * words + row / 64] |= 1 << (row % 64);
            }
        }
        Some(Self { count, words, domains: domains.to_vec(), columns, bits })
    }

    /// Returns the rows that have a value at a place.
    #[inline]
    pub fn with(&self, place: usize, value: u32) -> &[u64] {
        let start = self.columns[place] + value as usize * self.words;
        &self.bits[start..start + self.words]
    }

    /// Returns its size in memory.
    pub fn size(&self) -> usize {
        self.bits.len() * 8
    }
}

/// Returns the rows that a shape allows; `None` if they take more bytes than this.
pub(super) fn of_shape(
    shape: &Shape,
    problem: &Problem,
    most: usize,
    interrupt: &dyn Interrupt,
) -> Result<Option<Rows>, Interrupted> {
    let mut making = Making::new(shape, problem, most, interrupt);
    match &shape.members {
        Some(members) => making.members(members)?,
        None => making.all()?,
    }
    let domains: Vec<u64> = shape.domains.iter().map(|digits| digits.bits()).collect();
    Ok(if making.is_full { None } else { Rows::of(&domains, &making.rows, most) })
}

/// A table that is being made.
struct Making<'a> {
    shape: &'a Shape,
    problem: &'a Problem,
    /// The questions whose places are all known, by place.
    known: Vec<Vec<usize>>,
    digits: Vec<Digit>,
    rows: Vec<Digit>,
    most: usize,
    is_full: bool,
    steps: u64,
    interrupt: &'a dyn Interrupt,
}

impl<'a> Making<'a> {
    fn new(shape: &'a Shape, problem: &'a Problem, most: usize, interrupt: &'a dyn Interrupt) -> Self {
        let places = shape.domains.len();
        let mut known = vec![Vec::new(); places];
        for (number, question) in shape.questions.iter().enumerate() {
            known[question.last].push(number);
        }
        let (digits, rows) = (vec![0; places], Vec::new());
        Self { shape, problem, known, digits, rows, most, is_full: false, steps: 0, interrupt }
    }

    fn step(&mut self) -> Result<(), Interrupted> {
        self.steps += 1;
        if self.steps.is_multiple_of(BREATH) { self.interrupt.check() } else { Ok(()) }
    }

    fn keep(&mut self) {
        if self.rows.len() + self.digits.len() > self.most {
            self.is_full = true;
        } else {
            self.rows.extend_from_slice(&self.digits);
        }
    }

    /// Returns the digits that the earlier places leave to a place.
    fn free(&self, place: usize) -> DigitSet {
        let before = self.shape.apart[place] & ((1 << place) - 1);
        let taken = bits(before).map(|other| self.digits[other as usize]);
        taken.fold(self.shape.domains[place], DigitSet::without)
    }

    /// Tries all assignments.
    fn all(&mut self) -> Result<(), Interrupted> {
        let last = self.digits.len() - 1;
        let mut untried = vec![DigitSet::EMPTY; last + 1];
        untried[0] = self.free(0);
        let mut place = 0;
        loop {
            let Some(digit) = untried[place].min() else {
                if place == 0 || self.is_full {
                    return Ok(());
                }
                place -= 1;
                continue;
            };
            untried[place] = untried[place].without(digit);
            self.digits[place] = digit;
            self.step()?;
            if !self.may_hold(place)? {
                continue;
            }
            if place < last {
                place += 1;
                untried[place] = self.free(place);
            } else {
                self.keep();
            }
        }
    }

    /// Returns whether all questions that are known at a place may hold.
    fn may_hold(&self, place: usize) -> Result<bool, Interrupted> {
        for question in &self.known[place] {
            if !self.may_hold_now(&self.shape.questions[*question])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn may_hold_now(&self, question: &Question) -> Result<bool, Interrupted> {
        Ok(match question.holds(&self.digits) {
            Outcome::Yes => true,
            Outcome::No => false,
            Outcome::HandOver => {
                self.interrupt.check()?;
                question.may_hold(&self.digits, &self.problem.context)
            }
        })
    }

    /// Tries the members of a function, and reads their digits off.
    fn members(&mut self, members: &MembersOf) -> Result<(), Interrupted> {
        let base = u64::from(self.problem.context.base.get());
        for place in members.places.clone() {
            self.step()?;
            let Some(member) = members.get(place).and_then(|member| u64::try_from(member).ok()) else {
                continue;
            };
            let mut holds = self.read_off(member, members, base);
            for question in &self.shape.questions[1..] {
                holds = holds && self.may_hold_now(question)?;
            }
            if holds {
                self.keep();
            }
        }
        Ok(())
    }

    /// Returns whether a number fits the word and the places.
    fn read_off(&mut self, mut number: u64, members: &MembersOf, base: u64) -> bool {
        let mut known = 0u64;
        for element in members.word.iter().rev() {
            let digit = (number % base) as Digit;
            number /= base;
            let place = match element {
                Ok(shown) if *shown == digit => continue,
                Ok(_) => return false,
                Err(place) => *place,
            };
            if known >> place & 1 == 1 {
                if self.digits[place] != digit {
                    return false;
                }
                continue;
            }
            let apart = self.shape.apart[place] & known;
            if !self.shape.domains[place].contains(digit)
                || bits(apart).any(|other| self.digits[other as usize] == digit)
            {
                return false;
            }
            self.digits[place] = digit;
            known |= 1 << place;
        }
        true
    }
}

/// The values of an expression, as numbers below 64.
pub(super) struct Valued {
    /// All values, as bits.
    pub domain: u64,
    pub tie: Tie,
}

/// How a value depends on the cells.
pub(super) enum Tie {
    /// It is the digit of the only cell plus this.
    Shift(u8),
    /// There is no cell.
    Constant,
    /// A row has the digits of the cells, and the value.
    Table(Arc<Rows>),
}

/// The most assignments of an expression's cells to try.
pub(super) const MOST: usize = 20_000;

/// Returns the tables of expressions whose values must differ; `None` if they have too many values or assignments, or values
/// that cannot be computed.
pub(super) fn of_values(
    values: &[Judged],
    cells: &[Vec<usize>],
    apart: &dyn Fn(usize, usize) -> bool,
    problem: &Problem,
    most: usize,
    interrupt: &dyn Interrupt,
) -> Result<Option<Vec<Valued>>, Interrupted> {
    let mut lists = Vec::with_capacity(values.len());
    let mut space = 0;
    for (value, cells) in values.iter().zip(cells) {
        let Some(list) = list(value, cells, apart, problem, interrupt)? else { return Ok(None) };
        space += list.values.len() * (cells.len() + 1);
        if space > most {
            return Ok(None);
        }
        lists.push(list);
    }
    let mut all: Vec<Exact> = Vec::new();
    for list in &lists {
        for value in &list.values {
            if let Err(place) = all.binary_search(value) {
                if all.len() == 64 {
                    return Ok(None);
                }
                all.insert(place, value.clone());
            }
        }
    }
    // Whole numbers that are near each other keep their distance, so many of them are a digit and a constant.
    let ends = all.first().and_then(Exact::to_i64).zip(all.last().and_then(Exact::to_i64));
    let ends = ends.map(|(least, most)| (if (0..64).contains(&most) { least.min(0) } else { least }, most));
    let is_near =
        all.iter().all(Exact::is_integer) && ends.is_some_and(|(least, most)| most.abs_diff(least) < 64);
    let number = |value: &Exact| match (value.to_i64(), ends) {
        (Some(value), Some((least, _))) if is_near => (value - least) as u8,
        _ => all.binary_search(value).unwrap_or(0) as u8,
    };
    let mut valued = Vec::with_capacity(lists.len());
    for (list, cells) in lists.iter().zip(cells) {
        let numbers: Vec<u8> = list.values.iter().map(number).collect();
        let domain = numbers.iter().fold(0u64, |bits, n| bits | 1 << n);
        let Some(tie) = tie(list, cells, &numbers, domain, problem, most) else { return Ok(None) };
        valued.push(Valued { domain, tie });
    }
    Ok(Some(valued))
}

/// Returns how a value depends on its cells; `None` if its table takes too many bytes.
fn tie(
    list: &List,
    cells: &[usize],
    numbers: &[u8],
    domain: u64,
    problem: &Problem,
    most: usize,
) -> Option<Tie> {
    if cells.is_empty() {
        return Some(Tie::Constant);
    }
    if let ([_], Some(shift)) =
        (cells, numbers.first().zip(list.digits.first()).map(|(n, d)| n.wrapping_sub(*d)))
        && list.digits.iter().zip(numbers).all(|(digit, number)| digit.checked_add(shift) == Some(*number))
    {
        return Some(Tie::Shift(shift));
    }
    let mut places: Vec<u64> = cells.iter().map(|cell| problem.domains[*cell].bits()).collect();
    places.push(domain);
    let mut rows = Vec::new();
    for (digits, number) in list.digits.chunks_exact(cells.len()).zip(numbers) {
        rows.extend_from_slice(digits);
        rows.push(*number);
    }
    Rows::of(&places, &rows, most).map(|rows| Tie::Table(Arc::new(rows)))
}

/// The assignments of an expression's cells for which it has a value, and these values.
struct List {
    digits: Vec<Digit>,
    values: Vec<Exact>,
}

fn list(
    value: &Judged,
    cells: &[usize],
    apart: &dyn Fn(usize, usize) -> bool,
    problem: &Problem,
    interrupt: &dyn Interrupt,
) -> Result<Option<List>, Interrupted> {
    let choices: Vec<Vec<Digit>> = cells.iter().map(|cell| problem.domains[*cell].iter().collect()).collect();
    let space = choices.iter().try_fold(1usize, |space, digits| space.checked_mul(digits.len()));
    let Some(space) = space.filter(|space| *space <= MOST) else { return Ok(None) };
    let mut digits = vec![0; problem.domains.len()];
    let mut list = List { digits: Vec::new(), values: Vec::new() };
    for mut number in 0..space {
        if value.is_expensive() || number.is_multiple_of(64) {
            interrupt.check()?;
        }
        for (cell, choices) in cells.iter().zip(&choices).rev() {
            digits[*cell] = choices[number % choices.len()];
            number /= choices.len();
        }
        let clash =
            |(i, a): (usize, &usize)| cells[..i].iter().any(|b| apart(*a, *b) && digits[*a] == digits[*b]);
        if cells.iter().enumerate().any(clash) {
            continue;
        }
        match value.number(&digits, &problem.context) {
            Ok(found) => {
                list.digits.extend(cells.iter().map(|cell| digits[*cell]));
                list.values.push(found);
            }
            // If an expression has no value, no condition on it holds.
            Err(Undefined::NoValue) => {}
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(list))
}

/// Returns the places of the bits that are set.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::crossing;
    use fukumen_language::interrupt::Never;
    use fukumen_language::puzzle::Puzzle;

    /// Returns the rows of the first table of a puzzle, from members and from all assignments, in any order.
    fn both(text: &str) -> [Vec<Vec<Digit>>; 2] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let problem = Problem::of(&puzzle);
        let crossing = crossing::read(&problem, &Never).expect("nothing interrupts it");
        let shape = &crossing.shapes[0];
        let rows = |making: &Making| {
            let mut rows: Vec<Vec<Digit>> =
                making.rows.chunks_exact(shape.domains.len()).map(<[Digit]>::to_vec).collect();
            rows.sort();
            rows
        };
        let making = || Making::new(shape, &problem, usize::MAX, &Never);
        let (mut members, mut all) = (making(), making());
        members.members(shape.members.as_ref().expect("it has members")).expect("nothing interrupts it");
        all.all().expect("nothing interrupts it");
        [rows(&members), rows(&all)]
    }

    #[test]
    fn members_make_the_rows_that_assignments_make() {
        for text in [
            "is_square(ABCD)",
            "is_square(ABA)",
            "is_triangular(A1BC), A<C",
            "@distinct none\nis_cube(ABCD), is_prime(AB)",
            "@base 7\nis_square(ABCDE)",
            "@leading-zeros allowed\nis_fibonacci(ABC)",
            "@distinct none\nis_square(□0□), is_triangular(ABC)",
        ] {
            let [members, all] = both(text);
            assert!(!all.is_empty() && members == all, "{text}: {} and {} rows", members.len(), all.len());
        }
    }

    #[test]
    fn columns_have_the_rows_with_a_value() {
        let rows: Vec<u8> = (0..200u8).flat_map(|n| [n % 7, n % 3]).collect();
        let table = Rows::of(&[0b111_1111, 0b111], &rows, 10_000).expect("it fits");
        for (place, divisor) in [(0, 7), (1, 3)] {
            for value in 0..divisor {
                let found = table.with(place, value).iter().enumerate();
                let found: Vec<u32> = found
                    .flat_map(|(word, rows)| bits(*rows).map(move |row| word as u32 * 64 + row))
                    .collect();
                assert_eq!(found, (0..200).filter(|n| n % divisor == value).collect::<Vec<u32>>());
            }
        }
        assert!(Rows::of(&[0b111_1111, 0b111], &rows, 100).is_none());
    }
}
