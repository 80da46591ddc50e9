//! Exact intervals. Whatever is not known widens them; only what is a whole number is rounded, to whole numbers inside.

use super::facts::round_up;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::Context;

/// The largest exponent that is raised to.
const EXPONENT: i64 = 64;

/// One end of an interval.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct End {
    pub at: Exact,
    /// Whether the number itself lies outside.
    pub is_open: bool,
}

/// The numbers between two ends; without an end they go on for ever.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Interval {
    pub low: Option<End>,
    pub high: Option<End>,
    /// Whether only whole numbers are meant.
    pub is_whole: bool,
    /// Whether there surely is a number: nothing was divided by 0.
    pub is_sure: bool,
}

/// No number is left: the facts contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Empty;

impl End {
    pub fn closed(at: Exact) -> Option<Self> {
        Some(Self { at, is_open: false })
    }

    pub fn open(at: Exact) -> Option<Self> {
        Some(Self { at, is_open: true })
    }

    fn plus(&self, other: &Self) -> Self {
        Self { at: self.at.plus(&other.at), is_open: self.is_open || other.is_open }
    }

    fn times(&self, other: &Self) -> Self {
        let at = self.at.times(&other.at);
        let is_open = !at.is_zero() && (self.is_open || other.is_open);
        Self { at, is_open }
    }

    fn negated(&self) -> Self {
        Self { at: self.at.negated(), is_open: self.is_open }
    }
}

impl Interval {
    pub const ANY: Self = Self { low: None, high: None, is_whole: false, is_sure: false };

    pub fn point(number: Exact) -> Self {
        let is_whole = number.is_integer();
        Self { low: End::closed(number.clone()), high: End::closed(number), is_whole, is_sure: true }
    }

    /// Whole numbers from one to another.
    pub fn whole(low: Exact, high: Exact) -> Self {
        Self { low: End::closed(low), high: End::closed(high), is_whole: true, is_sure: true }
    }

    pub fn between(low: Option<&Exact>, high: Option<&Exact>) -> Self {
        let end = |at: Option<&Exact>| at.and_then(|at| End::closed(at.clone()));
        Self { low: end(low), high: end(high), is_whole: false, is_sure: true }
    }

    /// The number, if only one is left.
    pub fn only(&self) -> Option<&Exact> {
        let (low, high) = (self.low.as_ref()?, self.high.as_ref()?);
        (self.is_sure && low.at == high.at).then_some(&low.at)
    }

    pub fn plus(&self, other: &Self) -> Self {
        let sum = |a: &Option<End>, b: &Option<End>| Some(a.as_ref()?.plus(b.as_ref()?));
        Self {
            low: sum(&self.low, &other.low),
            high: sum(&self.high, &other.high),
            is_whole: self.is_whole && other.is_whole,
            is_sure: self.is_sure && other.is_sure,
        }
    }

    pub fn negated(&self) -> Self {
        let negated = |end: &Option<End>| end.as_ref().map(End::negated);
        Self { low: negated(&self.high), high: negated(&self.low), ..*self }
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    pub fn times(&self, other: &Self, context: &Context) -> Self {
        let is_whole = self.is_whole && other.is_whole;
        let is_sure = self.is_sure && other.is_sure;
        let (low, high) = match (&self.low, &self.high, &other.low, &other.high) {
            (Some(a), Some(b), Some(c), Some(d)) => {
                let corners = [a.times(c), a.times(d), b.times(c), b.times(d)];
                (outermost(&corners, |x, y| x < y), outermost(&corners, |x, y| x > y))
            }
            (Some(a), _, Some(c), _) if !a.at.is_negative() && !c.at.is_negative() => {
                (Some(a.times(c)), None)
            }
            _ => (None, None),
        };
        let kept = |end: Option<End>| end.filter(|end| end.at.bits() <= context.limit.saturating_mul(16));
        Self { low: kept(low), high: kept(high), is_whole, is_sure }
    }

    /// The quotient. By what may be 0 it may be anything.
    pub fn over(&self, other: &Self, context: &Context) -> Self {
        let reciprocal = match (&other.low, &other.high) {
            (Some(low), high) if !low.at.is_negative() && !low.at.is_zero() => between_reciprocals(low, high),
            (low, Some(high)) if high.at.is_negative() => {
                between_reciprocals(&high.negated(), &low.as_ref().map(End::negated)).negated()
            }
            _ => return Self::ANY,
        };
        self.times(&Self { is_sure: other.is_sure, ..reciprocal }, context)
    }

    /// The largest whole numbers that are not above it.
    pub fn floor(&self) -> Self {
        let floor = |end: &Option<End>| end.as_ref().and_then(|end| End::closed(end.at.floor()));
        Self { low: floor(&self.low), high: floor(&self.high), is_whole: true, is_sure: self.is_sure }
    }

    pub fn power(&self, exponent: &Self, context: &Context) -> Self {
        match exponent.only().and_then(Exact::to_i64) {
            Some(n) if (0..=EXPONENT).contains(&n) => self.power_of(n, context),
            _ => self.power_between(exponent, context),
        }
    }

    fn power_of(&self, n: i64, context: &Context) -> Self {
        let raised = |end: &End| {
            let at = end.at.power(&n.into(), context.limit).ok()?;
            Some(End { is_open: end.is_open && n > 0, at })
        };
        let is_negative = |end: &Option<End>| end.as_ref().is_none_or(|end| end.at.is_negative());
        let (low, high) = if n % 2 == 0 && is_negative(&self.low) {
            if self.high.as_ref().is_some_and(|high| !high.at.is_negative()) || self.high.is_none() {
                let sides = self.low.as_ref().map(End::negated).zip(self.high.as_ref());
                let largest = sides.and_then(|(a, b)| outermost(&[a, b.clone()], |x, y| x > y));
                (
                    End::closed(if n == 0 { Exact::ONE } else { Exact::ZERO }),
                    largest.as_ref().and_then(raised),
                )
            } else {
                return self.negated().power_of(n, context);
            }
        } else {
            (self.low.as_ref().and_then(raised), self.high.as_ref().and_then(raised))
        };
        Self { low, high, ..*self }
    }

    /// A power of a base from 1 on, whose exponent is a whole number from 0 on.
    fn power_between(&self, exponent: &Self, context: &Context) -> Self {
        let from = |end: &Option<End>, least: &Exact| end.as_ref().is_some_and(|end| end.at >= *least);
        if !exponent.is_whole || !from(&exponent.low, &Exact::ZERO) || !from(&self.low, &Exact::ONE) {
            return Self::ANY;
        }
        let raised = |base: &Option<End>, exponent: &Option<End>| {
            End::closed(base.as_ref()?.at.power(&exponent.as_ref()?.at, context.limit).ok()?)
        };
        Self {
            low: raised(&self.low, &exponent.low),
            high: raised(&self.high, &exponent.high),
            is_whole: self.is_whole,
            is_sure: self.is_sure && exponent.is_sure,
        }
    }

    /// The factorials of whole numbers from 0 on.
    pub fn factorial(&self, context: &Context) -> Self {
        if !self.is_whole || self.low.as_ref().is_none_or(|low| low.at.is_negative()) {
            return Self::ANY;
        }
        let factorial = |end: &Option<End>| End::closed(end.as_ref()?.at.factorial(context.limit).ok()?);
        Self { low: factorial(&self.low), high: factorial(&self.high), ..*self }
    }

    /// The square or cube roots of numbers from 0 on, where they are whole numbers or fractions.
    pub fn root(&self, degree: u32) -> Self {
        if self.low.as_ref().is_none_or(|low| low.at.is_negative()) {
            return Self::ANY;
        }
        let low = self.low.as_ref().and_then(|low| whole_root(low.at.floor().to_i128()?, degree));
        let high = self.high.as_ref().and_then(|high| {
            let number = round_up(&high.at).to_i128()?;
            let root = whole_root(number, degree)?;
            root.checked_add(i64::from(whole_power(root, degree) != Some(number)))
        });
        let end = |root: Option<i64>| root.and_then(|root| End::closed(root.into()));
        Self { low: end(low), high: end(high), is_whole: self.is_whole, is_sure: false }
    }

    /// What both have in common.
    pub fn meet(&self, other: &Self) -> Result<Self, Empty> {
        let inner = |a: &Option<End>, b: &Option<End>, is_inside: fn(&Exact, &Exact) -> bool| match (a, b) {
            (Some(a), Some(b)) if a.at == b.at => {
                Some(End { at: a.at.clone(), is_open: a.is_open || b.is_open })
            }
            (Some(a), Some(b)) => Some(if is_inside(&a.at, &b.at) { a } else { b }.clone()),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Self {
            low: inner(&self.low, &other.low, |a, b| a > b),
            high: inner(&self.high, &other.high, |a, b| a < b),
            is_whole: self.is_whole || other.is_whole,
            is_sure: self.is_sure || other.is_sure,
        }
        .rounded()
    }

    /// The whole numbers in it, if it has only these.
    pub fn rounded(mut self) -> Result<Self, Empty> {
        if self.is_whole {
            self.low = self.low.and_then(|low| {
                let is_outside = low.is_open && low.at.is_integer();
                End::closed(if is_outside { low.at.plus(&Exact::ONE) } else { round_up(&low.at) })
            });
            self.high = self.high.and_then(|high| {
                let is_outside = high.is_open && high.at.is_integer();
                End::closed(if is_outside { high.at.minus(&Exact::ONE) } else { high.at.floor() })
            });
        }
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low.at > high.at => Err(Empty),
            (Some(low), Some(high)) if low.at == high.at && (low.is_open || high.is_open) => Err(Empty),
            _ => Ok(self),
        }
    }
}

/// The end that lies outermost; of several the one that holds most.
fn outermost(ends: &[End], is_further: fn(&Exact, &Exact) -> bool) -> Option<End> {
    let (first, rest) = ends.split_first()?;
    Some(rest.iter().fold(first.clone(), |best, end| {
        if end.at == best.at {
            End { is_open: end.is_open && best.is_open, ..best }
        } else if is_further(&end.at, &best.at) {
            end.clone()
        } else {
            best
        }
    }))
}

/// One over what lies between two ends above 0.
fn between_reciprocals(low: &End, high: &Option<End>) -> Interval {
    let one_over = |end: &End| Some(End { at: Exact::ONE.over(&end.at)?, is_open: end.is_open });
    let least = match high {
        Some(high) => one_over(high),
        None => End::open(Exact::ZERO),
    };
    Interval { low: least, high: one_over(low), is_whole: false, is_sure: true }
}

/// The largest whole number whose power is not above a number from 0 on.
fn whole_root(number: i128, degree: u32) -> Option<i64> {
    let (mut low, mut high) = (0i64, 1i64 << 42);
    if whole_power(high, degree).is_some_and(|power| power <= number) {
        return None;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if whole_power(middle, degree).is_some_and(|power| power <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

fn whole_power(number: i64, degree: u32) -> Option<i128> {
    i128::from(number).checked_pow(degree)
}
