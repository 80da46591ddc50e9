//! One depth of the tree: how the digits of a cell are found, and how they are tested.

use super::congruence::Table;
use super::pattern::Pattern;
use crate::engine::search::levels::Place;
use crate::engine::search::whole::Whole;
use fukumen_language::vocabulary::Algebra;

/// One depth of the tree: one cell.
#[derive(Debug)]
pub(super) struct Level<T> {
    pub(super) place: Place,
    /// The steps that leave only few digits.
    pub(super) solvers: Vec<Solver<T>>,
    /// Slots that contain its digit, with the coefficients.
    pub(super) updates: Vec<(usize, T)>,
    /// Slots whose values can be computed now.
    pub(super) values: Vec<usize>,
    /// The checks to make once its digit is known.
    pub(super) checks: Vec<Check<T>>,
    /// Conditions that are tested once its digit is known.
    pub(super) tested: Vec<usize>,
    /// The weight of the values that the judge computes: before long ones, the search checks its interrupt.
    pub(super) toil: u64,
}

/// A factor times slots. A single slot is multiplied by slot 0, which is one.
#[derive(Clone, Debug)]
pub(super) struct Monomial<T> {
    pub(super) factor: T,
    pub(super) slots: [usize; 2],
    pub(super) more: Box<[usize]>,
}

/// A sum of products of slots.
#[derive(Clone, Debug)]
pub(super) struct Sum<T> {
    pub(super) terms: Box<[Monomial<T>]>,
    /// Slots whose value may be missing; then the sum is unknown.
    pub(super) opaque: Box<[usize]>,
}

impl<T: Whole> Sum<T> {
    #[inline]
    pub(super) fn value(&self, values: &[T]) -> T {
        let mut sum = T::ZERO;
        for term in &self.terms {
            let mut product = term.factor * values[term.slots[0]] * values[term.slots[1]];
            for slot in &term.more {
                product = product * values[*slot];
            }
            sum += product;
        }
        sum
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = usize> {
        self.terms.iter().flat_map(|term| term.slots.iter().chain(&term.more).copied())
    }
}

/// How much a polynomial grows with one of its parts.
#[derive(Clone, Debug)]
pub(super) enum Rate<T> {
    Constant(T),
    Sum(Sum<T>),
}

impl<T: Whole> Rate<T> {
    #[inline]
    pub(super) fn value(&self, values: &[T]) -> T {
        match self {
            Self::Constant(value) => *value,
            Self::Sum(sum) => sum.value(values),
        }
    }

    fn slots(&self) -> impl Iterator<Item = usize> {
        let sum = match self {
            Self::Constant(_) => None,
            Self::Sum(sum) => Some(sum),
        };
        sum.into_iter().flat_map(Sum::slots)
    }
}

/// A step that leaves only few digits of a cell.
#[derive(Debug)]
pub(super) enum Solver<T> {
    /// Uses the lowest incomplete column: `sum + rate·x` is a multiple of `before`, like the rate, and that multiple is
    /// divisible by `step`. A constant rate is given modulo `step`.
    Column { sum: Sum<T>, rate: Rate<T>, before: T, step: T, table: &'static Table },
    /// Uses that all unknown digits make one number: `sum + rate·number = 0`. This is its heaviest digit; the rest of the
    /// number goes into a register, if there is one. All its digits are tested at once.
    Number { sum: Sum<T>, rate: Rate<T>, reading: Reading<T>, place: T, rest: Option<usize> },
    /// A lighter digit of a number whose heavier ones are known.
    Digit { number: usize, place: T, rest: Option<usize> },
    /// Uses that zero lies between the least and the largest possible value of the polynomial, which are both linear in the
    /// digit.
    Between { range: Range<T>, relation: Algebra, largest: T },
}

/// The digits of a number, the heaviest first: their places and domains.
#[derive(Debug)]
pub(super) struct Reading<T> {
    pub(super) digits: Box<[(T, u64)]>,
    /// The group that all of them belong to.
    pub(super) group: Option<usize>,
}

impl<T: Whole> Reading<T> {
    /// Returns whether every digit of the number is allowed if these are taken.
    #[inline]
    pub(super) fn allows(&self, mut number: T, used: &[u64]) -> bool {
        let mut taken = self.group.map_or(0, |group| used[group]);
        let keep = if self.group.is_some() { u64::MAX } else { 0 };
        for (place, domain) in &self.digits {
            let digit = number / *place;
            number -= digit * *place;
            if digit >= T::from(64u8) {
                return false;
            }
            let bit = 1u64 << digit.small();
            if bit & *domain & !taken == 0 {
                return false;
            }
            taken |= bit & keep;
        }
        number == T::ZERO
    }
}

impl<T: Whole> Solver<T> {
    /// Returns the slots that it reads.
    pub(super) fn slots(&self) -> Vec<usize> {
        match self {
            Self::Column { sum, rate, .. } | Self::Number { sum, rate, .. } => {
                sum.slots().chain(rate.slots()).collect()
            }
            Self::Between { range, .. } => range.slots().collect(),
            Self::Digit { .. } => Vec::new(),
        }
    }
}

/// A check of the digits so far.
#[derive(Debug)]
pub(super) enum Check<T> {
    /// All digits are known: the polynomial is zero.
    Zero(Sum<T>),
    /// The known part is divisible.
    Multiple(Sum<T>, T),
    /// The lowest columns are complete except for free digits: those of `sum`, or of its opposite, match a pattern.
    Ends { sum: Sum<T>, is_negative: bool, modulus: T, pattern: Pattern<T> },
    /// Zero lies between the least and the largest possible value of the polynomial, or on the right side of them.
    Range(Range<T>, Algebra),
    /// All digits except free ones are known: `sum + rate·number = 0` for a number of their pattern.
    Reads { sum: Sum<T>, rate: Rate<T>, pattern: Pattern<T> },
}

impl<T: Whole> Check<T> {
    /// Returns the slots that it reads.
    pub(super) fn slots(&self) -> Vec<usize> {
        match self {
            Self::Zero(sum) | Self::Multiple(sum, _) | Self::Ends { sum, .. } => sum.slots().collect(),
            Self::Range(range, _) => range.slots().collect(),
            Self::Reads { sum, rate, .. } => sum.slots().chain(rate.slots()).collect(),
        }
    }
}

/// A polynomial between bounds.
#[derive(Debug)]
pub(super) struct Range<T> {
    pub(super) terms: Box<[RangeMonomial<T>]>,
    pub(super) opaque: Box<[usize]>,
}

#[derive(Debug)]
pub(super) struct RangeMonomial<T> {
    pub(super) factor: T,
    /// Slots, with the least and the most that unknown digits add to each.
    pub(super) parts: Box<[(usize, T, T)]>,
    /// Whether no part can be negative, except for a single one.
    pub(super) is_monotone: bool,
    /// The part that grows with the current digit, and how much.
    pub(super) grows: Option<(usize, T)>,
}

/// The least and the largest possible value of a polynomial, each with what a unit of a digit adds to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds<T> {
    pub(super) least: (T, T),
    pub(super) most: (T, T),
}

impl<T: Whole> Range<T> {
    /// Returns the least and the largest possible value of the polynomial.
    #[inline]
    pub(super) fn value(&self, values: &[T]) -> (T, T) {
        let (mut least, mut most) = (T::ZERO, T::ZERO);
        for term in &self.terms {
            let (low, high) = term.value(values);
            least += low;
            most += high;
        }
        (least, most)
    }

    /// Returns the same with the slopes, if every term is monotone.
    #[inline]
    pub(super) fn bounds(&self, values: &[T]) -> Bounds<T> {
        let zero = (T::ZERO, T::ZERO);
        let mut bounds = Bounds { least: zero, most: zero };
        for term in &self.terms {
            let ends = term.bounds(values);
            let (low, high) =
                if term.factor < T::ZERO { (ends.most, ends.least) } else { (ends.least, ends.most) };
            bounds.least = (bounds.least.0 + term.factor * low.0, bounds.least.1 + term.factor * low.1);
            bounds.most = (bounds.most.0 + term.factor * high.0, bounds.most.1 + term.factor * high.1);
        }
        bounds
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = usize> {
        self.terms.iter().flat_map(|term| term.parts.iter().map(|part| part.0))
    }
}

impl<T: Whole> RangeMonomial<T> {
    /// Returns the product of the parts, without the factor.
    #[inline]
    fn product(&self, values: &[T]) -> (T, T) {
        let (mut low, mut high) = (T::ONE, T::ONE);
        for (slot, least, most) in &self.parts {
            low = low * (values[*slot] + *least);
            high = high * (values[*slot] + *most);
        }
        (low, high)
    }

    #[inline]
    fn value(&self, values: &[T]) -> (T, T) {
        let (low, high) = if self.is_monotone { self.product(values) } else { self.signed_product(values) };
        if self.factor < T::ZERO {
            (self.factor * high, self.factor * low)
        } else {
            (self.factor * low, self.factor * high)
        }
    }

    /// Returns the product of parts that may be negative: its bounds may come from any bounds of the parts.
    fn signed_product(&self, values: &[T]) -> (T, T) {
        let (mut low, mut high) = (T::ONE, T::ONE);
        for (slot, least, most) in &self.parts {
            let (a, b) = (values[*slot] + *least, values[*slot] + *most);
            let ends = [low * a, low * b, high * a, high * b];
            low = ends[0].min(ends[1]).min(ends[2]).min(ends[3]);
            high = ends[0].max(ends[1]).max(ends[2]).max(ends[3]);
        }
        (low, high)
    }

    /// Returns the product with its slopes, without the factor.
    #[inline]
    fn bounds(&self, values: &[T]) -> Bounds<T> {
        let Some((grows, rate)) = self.grows else {
            let (low, high) = self.product(values);
            return Bounds { least: (low, T::ZERO), most: (high, T::ZERO) };
        };
        let (mut low, mut high) = (T::ONE, T::ONE);
        let mut own = (T::ONE, T::ONE);
        for (i, (slot, least, most)) in self.parts.iter().enumerate() {
            let ends = (values[*slot] + *least, values[*slot] + *most);
            if i == grows {
                own = ends;
            } else {
                low = low * ends.0;
                high = high * ends.1;
            }
        }
        Bounds { least: (low * own.0, low * rate), most: (high * own.1, high * rate) }
    }
}

impl<T: Whole> Bounds<T> {
    /// Returns the digits, as bits, for which a relation to zero may hold.
    #[inline]
    pub(super) fn digits(self, relation: Algebra, largest: T) -> u64 {
        let (least, most) = (self.least, (-self.most.0, -self.most.1));
        match relation {
            Algebra::Equal => not_positive(least, largest) & not_positive(most, largest),
            Algebra::Less => not_positive((least.0 + T::ONE, least.1), largest),
            Algebra::AtMost => not_positive(least, largest),
            Algebra::Greater => not_positive((most.0 + T::ONE, most.1), largest),
            _ => not_positive(most, largest),
        }
    }
}

/// Returns the digits up to the largest for which `start + slope·digit` is not positive, as bits; digits past the largest do
/// not matter.
#[inline]
fn not_positive<T: Whole>((start, slope): (T, T), largest: T) -> u64 {
    let end = start + slope * largest;
    if start <= T::ZERO && end <= T::ZERO {
        return u64::MAX;
    }
    if start > T::ZERO && end > T::ZERO {
        return 0;
    }
    if start <= T::ZERO {
        // It rises: up to the last digit below the crossing.
        let last = -start / slope;
        u64::MAX >> (63 - last.small())
    } else {
        // It falls: from the first digit past the crossing.
        let fall = -slope;
        let first = (start + fall - T::ONE) / fall;
        u64::MAX << first.small()
    }
}

/// Returns whether a relation to zero can hold between these bounds.
#[inline]
pub(super) fn may_hold<T: Whole>(relation: Algebra, least: T, most: T) -> bool {
    match relation {
        Algebra::Equal => least <= T::ZERO && most >= T::ZERO,
        Algebra::Less => least < T::ZERO,
        Algebra::AtMost => least <= T::ZERO,
        Algebra::Greater => most > T::ZERO,
        _ => most >= T::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(digits: impl Iterator<Item = i64>) -> u64 {
        digits.fold(0, |set, digit| set | 1 << digit)
    }

    #[test]
    fn digits_up_to_a_crossing_are_those_that_trying_finds() {
        for largest in [1, 9, 63] {
            let all = u64::MAX >> (63 - largest);
            for start in -700..700 {
                for slope in -12..=12 {
                    let tried = bits((0..=largest).filter(|digit| start + slope * digit <= 0));
                    assert_eq!(not_positive((start, slope), largest) & all, tried, "{start} + {slope}x");
                }
            }
        }
    }

    /// Compares `factor·(a + x·rate)·b` with unknown parts with trying every digit and every bound.
    #[test]
    fn bounds_with_slopes_are_the_bounds_of_each_digit() {
        let parts = |x: i64| vec![(0, 1 + 3 * x, 6 + 3 * x), (1, 0, 4)].into_boxed_slice();
        for (a, b, factor, constant) in
            [(2i64, 5i64, 1i64, -60i64), (0, 1, 2, -80), (7, 3, -1, 100), (1, 0, 1, 0), (3, 2, -2, 33)]
        {
            let values = [a, b, constant];
            let term = |x: i64, grows| RangeMonomial { factor, parts: parts(x), is_monotone: true, grows };
            let rest =
                || RangeMonomial { factor: 1, parts: [(2, -5, 7)].into(), is_monotone: true, grows: None };
            let range = |x, grows| Range { terms: [term(x, grows), rest()].into(), opaque: [].into() };
            let bounds = range(0, Some((0, 3))).bounds(&values);
            use Algebra::{AtLeast, AtMost, Equal, Greater, Less};
            for relation in [Equal, Less, AtMost, Greater, AtLeast] {
                let tried = bits((0..10).filter(|x| {
                    let (least, most) = range(*x, None).value(&values);
                    may_hold(relation, least, most)
                }));
                assert_eq!(bounds.digits(relation, 9) & 0x3FF, tried, "{relation:?} of {values:?}");
            }
        }
    }

    /// Every value within the parts lies within the range, and both bounds are reached.
    #[test]
    fn a_product_of_parts_of_any_sign_reaches_both_ends() {
        for factor in [-2i64, 3] {
            for (a, b) in [(-4i64, 2i64), (1, 5), (-7, -3), (0, 0)] {
                for (c, d) in [(-3i64, 1i64), (2, 4), (-5, -1)] {
                    let parts = [(0, a, b), (0, c, d)].into();
                    let range = Range {
                        terms: [RangeMonomial { factor, parts, is_monotone: a >= 0 && c >= 0, grows: None }]
                            .into(),
                        opaque: [].into(),
                    };
                    let products = (a..=b).flat_map(|x| (c..=d).map(move |y| factor * x * y));
                    let (least, most) = (products.clone().min(), products.max());
                    assert_eq!(range.value(&[0]), (least.unwrap_or(0), most.unwrap_or(0)));
                }
            }
        }
    }

    #[test]
    fn a_number_is_allowed_where_its_digits_are() {
        let reading = |group| Reading { digits: [(101i64, 0b1_1111_1110), (10, 0x3FF)].into(), group };
        for number in 0..2000i64 {
            for used in [0u64, 0b10_0100] {
                let digits = (0..10).flat_map(|a| (0..10).map(move |b| (a, b)));
                let mut fitting = digits.filter(|(a, b)| 101 * a + 10 * b == number && (1..9).contains(a));
                let is_free = |(a, b): (i64, i64)| a != b && used >> a & 1 == 0 && used >> b & 1 == 0;
                let expected = fitting.clone().any(is_free);
                assert_eq!(reading(Some(0)).allows(number, &[used]), expected, "{number}");
                assert_eq!(reading(None).allows(number, &[used]), fitting.next().is_some(), "{number}");
            }
        }
    }
}
