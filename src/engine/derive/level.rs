//! What is done at one depth of the tree: how the digits of a cell are found, and what is asked of them.

use super::congruence::Table;
use super::whole::Whole;
use crate::vocabulary::Algebra;

/// One depth of the tree: one cell.
#[derive(Debug)]
pub(super) struct Level<T> {
    pub(super) cell: usize,
    /// The digits it may take, as bits.
    pub(super) domain: u64,
    /// Its groups.
    pub(super) groups: Vec<usize>,
    /// Earlier cells that it must differ from, besides those of its groups.
    pub(super) differ: Vec<usize>,
    /// What leaves but few digits.
    pub(super) solvers: Vec<Solver<T>>,
    /// Slots that its digit adds to, with the coefficients.
    pub(super) updates: Vec<(usize, T)>,
    /// Slots whose values can be computed now.
    pub(super) values: Vec<usize>,
    /// What is asked once its digit is known.
    pub(super) checks: Vec<Check<T>>,
    /// Conditions that are tested once its digit is known.
    pub(super) tested: Vec<usize>,
    /// Whether a value may take long: it is asked before whether to stop.
    pub(super) is_dear: bool,
}

/// A factor times slots. A lone slot is multiplied by slot 0, which is one.
#[derive(Clone, Debug)]
pub(super) struct Term<T> {
    pub(super) factor: T,
    pub(super) slots: [usize; 2],
    pub(super) more: Box<[usize]>,
}

/// A sum of products of slots.
#[derive(Clone, Debug)]
pub(super) struct Sum<T> {
    pub(super) terms: Box<[Term<T>]>,
    /// Slots that may lack a value; then the sum says nothing.
    pub(super) shaky: Box<[usize]>,
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

/// How fast a polynomial grows with one of its parts.
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
}

/// What leaves but few digits of a cell.
#[derive(Debug)]
pub(super) enum Solver<T> {
    /// The lowest column that is not complete yet: `sum + rate·x` is a multiple of `before`, as the rate
    /// is, and that multiple is divisible by `step`. A constant rate is given modulo `step`.
    Column { sum: Sum<T>, rate: Rate<T>, before: T, step: T, table: &'static Table },
    /// All digits that are still unknown make one number: `sum + rate·number = 0`. This is its heaviest
    /// digit; what is left goes into a register, or is nothing.
    Number { sum: Sum<T>, rate: Rate<T>, place: T, rest: Option<usize> },
    /// A lighter digit of a number whose heavier ones are known.
    Digit { number: usize, place: T, rest: Option<usize> },
}

impl<T: Whole> Solver<T> {
    /// The slots that it looks at.
    pub(super) fn slots(&self) -> Vec<usize> {
        match self {
            Self::Column { sum, rate, .. } | Self::Number { sum, rate, .. } => match rate {
                Rate::Constant(_) => sum.slots().collect(),
                Rate::Sum(rate) => sum.slots().chain(rate.slots()).collect(),
            },
            Self::Digit { .. } => Vec::new(),
        }
    }
}

/// What is asked of the digits so far.
#[derive(Debug)]
pub(super) enum Check<T> {
    /// All digits are known: the polynomial is zero.
    Zero(Sum<T>),
    /// What is known so far is divisible.
    Multiple(Sum<T>, T),
    /// Zero lies between the least and the most that the polynomial can become, or on the right side of
    /// them.
    Range(Range<T>, Algebra),
}

impl<T: Whole> Check<T> {
    /// The slots that it looks at.
    pub(super) fn slots(&self) -> Vec<usize> {
        match self {
            Self::Zero(sum) | Self::Multiple(sum, _) => sum.slots().collect(),
            Self::Range(range, _) => range.slots().collect(),
        }
    }
}

/// A polynomial between bounds.
#[derive(Debug)]
pub(super) struct Range<T> {
    pub(super) terms: Box<[RangeTerm<T>]>,
    pub(super) shaky: Box<[usize]>,
}

#[derive(Debug)]
pub(super) struct RangeTerm<T> {
    pub(super) factor: T,
    /// Slots, with the least and the most that unknown digits add to each.
    pub(super) parts: Box<[(usize, T, T)]>,
    /// Whether no part can be negative, but for a lone one.
    pub(super) is_tame: bool,
}

impl<T: Whole> Range<T> {
    /// The least and the most that the polynomial can become.
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

    pub(super) fn slots(&self) -> impl Iterator<Item = usize> {
        self.terms.iter().flat_map(|term| term.parts.iter().map(|part| part.0))
    }
}

impl<T: Whole> RangeTerm<T> {
    #[inline]
    fn value(&self, values: &[T]) -> (T, T) {
        let (mut low, mut high) = (self.factor, self.factor);
        if self.factor < T::ZERO || !self.is_tame {
            // The ends change places: the first part decides which is which.
            return self.wild(values);
        }
        for (slot, least, most) in &self.parts {
            low = low * (values[*slot] + *least);
            high = high * (values[*slot] + *most);
        }
        (low, high)
    }

    fn wild(&self, values: &[T]) -> (T, T) {
        let (mut low, mut high) = (T::ONE, T::ONE);
        if self.is_tame {
            for (slot, least, most) in &self.parts {
                low = low * (values[*slot] + *least);
                high = high * (values[*slot] + *most);
            }
            return (self.factor * high, self.factor * low);
        }
        for (slot, least, most) in &self.parts {
            let (a, b) = (values[*slot] + *least, values[*slot] + *most);
            let ends = [low * a, low * b, high * a, high * b];
            low = ends[0].min(ends[1]).min(ends[2]).min(ends[3]);
            high = ends[0].max(ends[1]).max(ends[2]).max(ends[3]);
        }
        let ends = [self.factor * low, self.factor * high];
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    }
}

/// Whether a relation to zero can hold between these bounds.
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
