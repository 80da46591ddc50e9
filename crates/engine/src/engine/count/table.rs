//! States and the number of ways to reach each: a hash table with two words for each entry.
//!
//! Open addressing with linear probing and a multiplicative hash (Knuth, The Art of Computer Programming 6.4). Every state
//! can be reached in some way, so an entry with zero ways is free. Entries are never removed.
//!
//! A large table is not in the cache, and a processor that waits for one entry at a time waits for most of the count. So
//! states come in batches: all entries of a batch are read before the first is changed, and so fetched together.

/// A number wide enough for states and for ways.
pub(super) trait Word: Copy + Eq + Default + Send + Sync + From<u64> + Into<u128> {
    /// Returns the word with these bits from `shift` on.
    fn with(self, value: u64, shift: u32) -> Self;
    /// Returns `count` bits from `shift` on.
    fn bits(self, shift: u32, count: u32) -> u64;
    /// Returns the word with zeros for the lowest `count` bits.
    fn without_low_bits(self, count: u32) -> Self;
    /// Returns the sum, and whether it overflowed.
    fn plus(self, other: Self) -> (Self, bool);
    fn times(self, factor: u64) -> (Self, bool);
    fn hash(self) -> u64;
}

/// 2^64 divided by the golden ratio, odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn low_bits(count: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - count).unwrap_or(0)
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            #[inline]
            fn with(self, value: u64, shift: u32) -> Self {
                self | Self::from(value) << (shift & (Self::BITS - 1))
            }

            #[inline]
            fn bits(self, shift: u32, count: u32) -> u64 {
                (self >> (shift & (Self::BITS - 1))) as u64 & low_bits(count)
            }

            fn without_low_bits(self, count: u32) -> Self {
                self.checked_shr(count).and_then(|high| high.checked_shl(count)).unwrap_or(0)
            }

            #[inline]
            fn plus(self, other: Self) -> (Self, bool) {
                self.overflowing_add(other)
            }

            #[inline]
            fn times(self, factor: u64) -> (Self, bool) {
                self.overflowing_mul(factor.into())
            }

            #[inline]
            fn hash(self) -> u64 {
                let (high, low) = ((u128::from(self) >> 64) as u64, self as u64);
                (low ^ high.rotate_left(32).wrapping_mul(GOLDEN)).wrapping_mul(GOLDEN)
            }
        }
    };
}

word!(u64);
word!(u128);

/// States with the ways to each.
pub(super) struct Table<W> {
    /// The entries; their number is a power of two.
    entries: Vec<(W, W)>,
    /// The hash is the top bits of the product: this shift leaves them.
    shift: u32,
    len: usize,
    /// Whether the ways to some state overflowed.
    is_over: bool,
}

/// The entries of a new table.
const FEW: usize = 64;

impl<W: Word> Table<W> {
    pub(super) fn new() -> Self {
        Self::with_entries(FEW)
    }

    fn with_entries(entries: usize) -> Self {
        let shift = u64::BITS - entries.trailing_zeros();
        Self { entries: vec![(W::default(), W::default()); entries], shift, len: 0, is_over: false }
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the ways to some state overflowed, so that none can be trusted.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns all entries; free ones have zero ways.
    pub(super) fn entries(&self) -> &[(W, W)] {
        &self.entries
    }

    /// Adds ways to a state.
    #[inline]
    pub(super) fn put(&mut self, state: W, ways: W) {
        let last = self.entries.len() - 1;
        let mut at = (state.hash() >> self.shift) as usize;
        loop {
            let entry = &mut self.entries[at & last];
            if entry.1 == W::default() {
                *entry = (state, ways);
                break;
            }
            if entry.0 == state {
                let (sum, is_over) = entry.1.plus(ways);
                entry.1 = sum;
                self.is_over |= is_over;
                return;
            }
            at += 1;
        }
        self.len += 1;
        // Two thirds are full.
        if self.len * 3 > self.entries.len() * 2 {
            self.grow();
        }
    }

    /// Does the same for many.
    pub(super) fn put_each(&mut self, batch: &[(W, W)]) {
        let last = self.entries.len() - 1;
        let is_new = |(state, _): &&(W, W)| {
            self.entries[(state.hash() >> self.shift) as usize & last].1 == W::default()
        };
        // The count does not matter; what matters is that all entries are read.
        std::hint::black_box(batch.iter().filter(is_new).count());
        for (state, ways) in batch {
            self.put(*state, *ways);
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::with_entries(2 * self.entries.len());
        larger.put_all(self);
        *self = larger;
    }

    /// Adds the states of another table.
    pub(super) fn put_all(&mut self, other: &Self) {
        for (state, ways) in other.entries.iter().filter(|(_, ways)| *ways != W::default()) {
            self.put(*state, *ways);
        }
        self.is_over |= other.is_over;
    }

    /// Returns the ways to all states.
    pub(super) fn total(&self) -> u128 {
        self.entries.iter().map(|(_, ways)| -> u128 { (*ways).into() }).sum()
    }
}

/// A table, and states that wait to be inserted together.
pub(super) struct Batched<W> {
    table: Table<W>,
    waiting: Vec<(W, W)>,
}

/// The most states that wait.
const BATCH: usize = 64;

impl<W: Word> Batched<W> {
    pub(super) fn new() -> Self {
        Self { table: Table::new(), waiting: Vec::with_capacity(BATCH) }
    }

    /// Returns the number of states, without those that wait.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn is_over(&self) -> bool {
        self.table.is_over()
    }

    #[inline]
    pub(super) fn push(&mut self, state: W, ways: W) {
        self.waiting.push((state, ways));
        if self.waiting.len() == BATCH {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.table.put_each(&self.waiting);
        self.waiting.clear();
    }

    /// Takes all states out, and leaves an empty table.
    pub(super) fn take(&mut self) -> Table<W> {
        self.settle();
        std::mem::replace(&mut self.table, Table::new())
    }
}

/// Returns the bytes of a table with this number of states, while it grows.
pub(super) fn bytes<W>(states: usize) -> usize {
    let entries = (states * 3 / 2 + 1).next_power_of_two().max(FEW);
    entries * size_of::<(W, W)>() * 3 / 2
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use proptest::prelude::*;

    fn agree<W: Word + Ord + std::fmt::Debug>(puts: &[(W, W)]) {
        let mut table = Table::new();
        let mut by_hand: BTreeMap<W, W> = BTreeMap::new();
        for (state, ways) in puts {
            let all = by_hand.entry(*state).or_default();
            *all = all.plus(*ways).0;
        }
        puts.chunks(7).for_each(|batch| table.put_each(batch));
        let held = table.entries().iter().filter(|(_, ways)| *ways != W::default());
        assert_eq!(held.copied().collect::<BTreeMap<W, W>>(), by_hand);
        assert_eq!(table.len(), by_hand.len());
        assert_eq!(table.total(), by_hand.into_values().map(Into::into).sum::<u128>());
    }

    #[test]
    fn what_did_not_fit_is_not_forgotten() {
        let (mut table, mut other) = (Table::new(), Table::new());
        other.put(1u64, u64::MAX);
        other.put(1u64, 1);
        table.put(2, 5);
        table.put_all(&other);
        assert!(table.is_over());
        table.put_all(&Table::new());
        assert!(table.is_over());
        assert!(!Table::<u64>::new().is_over());
    }

    proptest! {
        #[test]
        fn a_table_holds_what_a_map_holds(puts in prop::collection::vec((0u64..500, 1u64..9), 0..2000)) {
            agree(&puts);
            let wide = |n: u64| u128::from(n) << 61;
            agree(&puts.iter().map(|(state, ways)| (wide(*state), wide(*ways))).collect::<Vec<_>>());
        }

        #[test]
        fn bits_read_as_they_were_written(a in 0u64..1 << 20, b: u64, shift in 20u32..64) {
            let count = 64 - shift;
            let b = b & low_bits(count);
            prop_assert_eq!(a.with(b, shift).bits(shift, count), b);
            prop_assert_eq!(a.with(b, shift).bits(0, 20), a);
            prop_assert_eq!(u128::from(a).with(b, shift + 30).bits(shift + 30, count), b);
        }
    }
}
