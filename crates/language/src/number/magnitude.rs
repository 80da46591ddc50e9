//! Bounds on numbers that are too large to compute.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;

use super::exact::Exact;
use crate::message::message;

/// Why a number is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Undefined {
    /// It does not exist: a division by zero, the root of a non-power. The relation around it is false.
    NoValue,
    /// It is too large to compute, but has these bounds.
    TooLarge(Magnitude),
    /// It is too large or too expensive to compute, and nothing is known about it.
    Unknown,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let message = match self {
            Self::NoValue => message!("number-undefined"),
            Self::TooLarge(_) | Self::Unknown => message!("number-too-large"),
        };
        message.fmt(f)
    }
}

impl Error for Undefined {}

/// Bounds on a number that was not computed: `2^low ≤ |x| ≤ 2^high`, and its sign.
///
/// The bounds are rounded outwards, so conclusions from them are certain. `high` is infinite if even the logarithm is too large
/// (`9^9^9^9`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnitude {
    /// Whether the number is negative.
    pub negative: bool,
    /// A lower bound on the binary logarithm of the absolute value.
    pub low: f64,
    /// An upper bound on the binary logarithm of the absolute value.
    pub high: f64,
    /// Whether it is known to be a whole number.
    pub whole: bool,
}

/// More than the relative error of a few dozen operations on doubles.
const SLACK: f64 = 1e-12;

impl Magnitude {
    /// Makes bounds, widened to make up for rounding in their computation.
    #[must_use]
    pub fn new(negative: bool, low: f64, high: f64, whole: bool) -> Self {
        // A lower bound need not be larger than this for any comparison, and it must stay finite.
        let low = low.min(1e300);
        let low = low - low.abs() * SLACK - SLACK;
        let high = high.max(-1e300);
        let high = high + high.abs() * SLACK + SLACK;
        Self { negative, low, high, whole }
    }

    /// Returns the magnitude of a known number; `None` for zero.
    #[must_use]
    pub fn of(number: &Exact) -> Option<Self> {
        let log = number.log2()?;
        Some(Self::new(number.is_negative(), log - 1e-9, log + 1e-9, number.is_integer()))
    }

    /// Returns the bounds with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { negative: !self.negative, ..self }
    }

    /// Returns bounds on the product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self::new(
            self.negative != other.negative,
            self.low + other.low,
            self.high + other.high,
            self.whole && other.whole,
        )
    }

    /// Returns bounds on the quotient.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        Self::new(self.negative != other.negative, self.low - other.high, self.high - other.low, false)
    }

    /// Returns bounds on the sum; `None` if the terms may cancel.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let whole = self.whole && other.whole;
        let (large, small) = if self.low >= other.low { (self, other) } else { (other, self) };
        if large.negative == small.negative {
            return Some(Self::new(large.negative, large.low, large.high.max(small.high) + 1.0, whole));
        }
        // At least half of the larger one remains.
        (large.low >= small.high + 1.0).then(|| Self::new(large.negative, large.low - 1.0, large.high, whole))
    }

    /// Compares two numbers, if their bounds decide it.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        if self.negative != other.negative {
            return Some(other.negative.cmp(&self.negative));
        }
        let sizes = if self.low > other.high {
            Ordering::Greater
        } else if self.high < other.low {
            Ordering::Less
        } else {
            return None;
        };
        Some(if self.negative { sizes.reverse() } else { sizes })
    }
}

impl Exact {
    /// Returns the number itself, unless it has more than `bits` bits.
    ///
    /// # Errors
    /// [`Undefined::TooLarge`] with its size, so that it can be dropped.
    pub fn within(self, bits: u64) -> Result<Self, Undefined> {
        if self.bits() <= bits.max(128) {
            return Ok(self);
        }
        Err(Magnitude::of(&self).map_or(Undefined::Unknown, Undefined::TooLarge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(low: f64, high: f64) -> Magnitude {
        Magnitude::new(false, low, high, true)
    }

    #[test]
    fn bounds_decide_only_what_is_certain() {
        assert_eq!(size(10.0, 11.0).compare(size(5.0, 6.0)), Some(Ordering::Greater));
        assert_eq!(size(10.0, 11.0).compare(size(10.5, 12.0)), None);
        assert_eq!(size(10.0, 11.0).negated().compare(size(5.0, 6.0)), Some(Ordering::Less));
        assert_eq!(size(10.0, 11.0).negated().compare(size(5.0, 6.0).negated()), Some(Ordering::Less));
    }

    #[test]
    fn bounds_are_a_little_wider_than_what_was_computed() {
        for (low, high) in [(10.0, 11.0), (-11.0, -10.0), (-3.0, 5.0), (0.0, 0.0)] {
            let bounds = size(low, high);
            assert!(bounds.low < low && bounds.low > low - 1e-9, "{bounds:?}");
            assert!(bounds.high > high && bounds.high < high + 1e-9, "{bounds:?}");
        }
    }

    #[test]
    fn results_lie_between_their_bounds_which_are_close() {
        let is_close = |bounds: Magnitude, number: &Exact, width: f64| {
            let exact = Magnitude::of(number).expect("it is not zero");
            let is_around = bounds.low <= exact.high && exact.low <= bounds.high;
            is_around && bounds.high - bounds.low < width && bounds.negative == number.is_negative()
        };
        let numbers = [3, 1000, -7, 1 << 40, -(1 << 41)].map(Exact::from);
        for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
            let (x, y) = (Magnitude::of(a).expect("not zero"), Magnitude::of(b).expect("not zero"));
            assert!(is_close(x.times(y), &a.times(b), 1e-7), "{a:?} {b:?}");
            assert!(is_close(x.over(y), &a.over(b).expect("not by zero"), 1e-7), "{a:?} {b:?}");
            assert_eq!((x.times(y).whole, x.over(y).whole), (true, false));
            if let Some(sum) = x.plus(y) {
                assert!(is_close(sum, &a.plus(b), 1.1) && sum.whole, "{a:?} {b:?}");
            }
            assert_eq!(
                x.plus(y).is_some(),
                a.is_negative() == b.is_negative() || (x.low - y.low).abs() > 1.0
            );
            assert_eq!(x.compare(y), Some(a.cmp(b)).filter(|order| order.is_ne()), "{a:?} {b:?}");
        }
    }

    #[test]
    fn terms_that_may_cancel_are_not_bounded() {
        assert_eq!(size(10.0, 11.0).plus(size(10.0, 11.0).negated()), None);
        let difference = size(100.0, 101.0).plus(size(10.0, 11.0).negated()).expect("far apart");
        assert!(!difference.negative && difference.low < 100.0 && difference.high >= 101.0);
    }

    #[test]
    fn a_sum_lies_within_its_bounds() {
        let sum = size(10.0, 11.0).plus(size(9.0, 11.0)).expect("nothing cancels");
        assert!(!sum.negative && (9.9..=10.0).contains(&sum.low) && (12.0..12.1).contains(&sum.high));
    }

    #[test]
    fn a_number_lies_within_its_own_bounds() {
        for number in [1i64, 3, 1 << 40, i64::MAX] {
            let bounds = Magnitude::of(&Exact::from(number)).expect("it is not zero");
            let log = (number as f64).log2();
            assert!(bounds.low < log && log < bounds.high);
        }
    }

    #[test]
    fn a_number_past_the_limit_leaves_its_size() {
        let large = Exact::from(i64::MAX).times(&Exact::from(i64::MAX)).times(&Exact::from(8));
        assert_eq!(large.clone().within(130), Ok(large.clone()));
        let Err(Undefined::TooLarge(bounds)) = large.within(128) else { panic!("it has 129 bits") };
        assert!(bounds.low < 129.0 && bounds.high > 128.9);
    }
}
