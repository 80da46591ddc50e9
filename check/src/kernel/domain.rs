//! The whole numbers that a variable may be: listed while they lie close together, else two ends.

/// No end is known at or past this size, so that sums of a few of them do not overflow.
pub const ENDLESS: i128 = 1 << 100;
/// How many numbers a list spans.
const LISTED: i128 = 64;

/// No number is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Empty;

#[derive(Clone, Copy, Debug)]
pub struct Domain {
    low: i128,
    high: i128,
    /// What the first bit stands for.
    origin: i128,
    /// The numbers, as bits; without any, all between the ends.
    mask: u64,
}

impl Domain {
    pub const ANY: Self = Self { low: -ENDLESS, high: ENDLESS, origin: 0, mask: 0 };

    /// Digits, as bits.
    pub fn digits(mask: u64) -> Result<Self, Empty> {
        Self { low: 0, high: 63, origin: 0, mask }.with_mask(mask)
    }

    fn with_mask(self, mask: u64) -> Result<Self, Empty> {
        let high = mask.checked_ilog2().ok_or(Empty)?;
        let [low, high] = [mask.trailing_zeros(), high].map(|bit| self.origin + i128::from(bit));
        Ok(Self { low, high, mask, ..self })
    }

    /// The least number, if there is one.
    pub fn low(&self) -> Option<i128> {
        (self.low > -ENDLESS).then_some(self.low)
    }

    pub fn high(&self) -> Option<i128> {
        (self.high < ENDLESS).then_some(self.high)
    }

    pub fn only(&self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// How many numbers there are at most.
    pub fn size(&self) -> i128 {
        if self.mask == 0 { self.high - self.low + 1 } else { self.mask.count_ones().into() }
    }

    /// The numbers as bits, if they are digits.
    pub fn as_digits(&self) -> u64 {
        if self.origin == 0 { self.mask } else { 0 }
    }

    /// The numbers of a list as bits, and what the first stands for.
    pub fn bits(&self) -> (u64, i128) {
        (self.mask, self.origin)
    }

    pub fn is_listed(&self) -> bool {
        self.mask != 0
    }

    pub fn contains(&self, number: i128) -> bool {
        let is_between = self.low <= number && number <= self.high;
        is_between && (self.mask == 0 || self.mask >> (number - self.origin) & 1 == 1)
    }

    /// The numbers between the ends that are not excluded, in order.
    pub fn values(self) -> impl Iterator<Item = i128> {
        (self.low..=self.high).filter(move |value| self.contains(*value))
    }

    /// Takes out what is below; whether something was.
    pub fn raise(&mut self, low: i128) -> Result<bool, Empty> {
        if low <= self.low {
            return Ok(false);
        }
        self.between(low, self.high)
    }

    pub fn lower(&mut self, high: i128) -> Result<bool, Empty> {
        if high >= self.high {
            return Ok(false);
        }
        self.between(self.low, high)
    }

    fn between(&mut self, low: i128, high: i128) -> Result<bool, Empty> {
        // What is past a known end is nothing; what is past an unknown one is not known.
        let is_unknown = low >= ENDLESS && high >= ENDLESS || low <= -ENDLESS && high <= -ENDLESS;
        if is_unknown || low > high {
            return if is_unknown { Ok(false) } else { Err(Empty) };
        }
        let (first, last) = (low - self.origin, high - self.origin);
        if self.mask != 0 {
            let above = if first > 0 { u64::MAX << first.min(63) } else { u64::MAX };
            let below = if last < 63 { u64::MAX >> (63 - last.max(0)) } else { u64::MAX };
            *self = self.with_mask(self.mask & above & below)?;
        } else if high - low < LISTED {
            let mask = u64::MAX >> (LISTED - 1 - (high - low));
            *self = Self { low, high, origin: low, mask };
        } else {
            (self.low, self.high) = (low, high);
        }
        Ok(true)
    }

    /// Keeps what fits; whether something did not. Of numbers that are not listed only the ends are looked at.
    pub fn retain(&mut self, fits: impl Fn(i128) -> bool) -> Result<bool, Empty> {
        if self.mask == 0 {
            return Ok(false);
        }
        let (mut mask, mut rest) = (self.mask, self.mask);
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            if !fits(self.origin + i128::from(bit)) {
                mask &= !(1 << bit);
            }
        }
        let is_less = mask != self.mask;
        if is_less {
            *self = self.with_mask(mask)?;
        }
        Ok(is_less)
    }

    pub fn remove(&mut self, number: i128) -> Result<bool, Empty> {
        if !self.contains(number) {
            return Ok(false);
        }
        if self.mask != 0 {
            *self = self.with_mask(self.mask & !(1 << (number - self.origin)))?;
            return Ok(true);
        }
        let (low, high) =
            (self.low + i128::from(number == self.low), self.high - i128::from(number == self.high));
        if (low, high) == (self.low, self.high) { Ok(false) } else { self.between(low, high) }
    }
}
