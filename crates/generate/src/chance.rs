//! Random choices made from random words.
//!
//! Random grids and random calculations are numbered, if 64 bits suffice, and taken in a random order (a Feistel network
//! permutes the numbers). So none is made twice.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use fukumen_language::digits::Base;

/// Returns the random numbers of a part: the same on every machine, whatever was searched before.
pub fn random(seed: u64, part: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(part);
    random
}

/// Returns a number below `end`, each equally likely except for one part in 2^64; 0 if there is none.
pub fn below(random: &mut ChaCha8Rng, end: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(end)) >> 64) as u64
}

/// Returns how many numbers have `digits` digits and a first digit that is not zero; `None` if they cannot be counted.
pub fn numbers(digits: u32, base: Base) -> Option<u64> {
    let base = u64::from(base.get());
    base.checked_pow(digits - 1)?.checked_mul(base - 1)
}

/// Puts things into a random order (R. A. Fisher and F. Yates, 1938).
pub fn shuffle<T>(random: &mut ChaCha8Rng, all: &mut [T]) {
    for i in (1..all.len()).rev() {
        all.swap(i, below(random, i as u64 + 1) as usize);
    }
}

/// The numbers below a count in a random order: each has its own place, so that a random search draws none twice.
///
/// This is a network of rounds, each of which changes one half of the bits by a hash of the other (H. Feistel, 1973),
/// repeated until the result is below the count (J. Black and P. Rogaway, 2002). The hash is that of SplitMix64 (G. Steele,
/// D. Lea and C. Flood, 2014).
#[derive(Clone, Debug)]
pub struct Shuffled {
    count: u64,
    /// The bits of a half.
    half: u32,
    keys: [u64; 6],
}

impl Shuffled {
    /// Orders the numbers below `count` by a seed.
    pub fn new(seed: u64, count: u64) -> Self {
        let half = (u64::BITS - count.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
        let mut random = random(seed, u64::MAX);
        Self { count, half, keys: [(); 6].map(|()| random.next_u64()) }
    }

    /// Returns the place of a number, or the number itself if it is not below the count.
    pub fn place(&self, number: u64) -> u64 {
        if number >= self.count {
            return number;
        }
        let mask = (1u64 << self.half) - 1;
        let mut place = number;
        loop {
            let (mut left, mut right) = (place >> self.half, place & mask);
            for key in self.keys {
                (left, right) = (right, left ^ (hash(right ^ key) & mask));
            }
            place = left << self.half | right;
            if place < self.count {
                return place;
            }
        }
    }
}

fn hash(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_its_numbers() {
        let numbers = |seed, part| {
            let mut random = random(seed, part);
            (0..8).map(|_| below(&mut random, 100)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_ne!(numbers(1, 2), numbers(2, 2));
        assert!(numbers(1, 2).iter().all(|number| *number < 100));
    }

    #[test]
    fn an_order_of_chance_has_each_number_once() {
        for count in [1, 2, 3, 16, 81, 1000] {
            let shuffled = Shuffled::new(5, count);
            let mut places: Vec<u64> = (0..count).map(|number| shuffled.place(number)).collect();
            assert!(count < 81 || places != (0..count).collect::<Vec<_>>());
            places.sort_unstable();
            assert_eq!(places, (0..count).collect::<Vec<_>>());
        }
        let first = |seed| Shuffled::new(seed, 1 << 40).place(0);
        assert_ne!(first(1), first(2));
        assert!(Shuffled::new(1, u64::MAX).place(u64::MAX - 1) < u64::MAX);
    }

    #[test]
    fn what_is_shuffled_stays_what_it_is() {
        let mut all: Vec<u32> = (0..50).collect();
        shuffle(&mut random(7, 0), &mut all);
        assert_ne!(all, (0..50).collect::<Vec<_>>());
        all.sort_unstable();
        assert_eq!(all, (0..50).collect::<Vec<_>>());
    }
}
