//! Chance: from a generator's words to what is drawn by lot.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::RngCore;

/// A number below `end`, each as likely as any other but for one part in 2^64; 0 where there is none.
pub fn below(random: &mut ChaCha8Rng, end: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(end)) >> 64) as u64
}

/// One of several, of which there must be some.
pub fn one_of<'a, T>(random: &mut ChaCha8Rng, all: &'a [T]) -> &'a T {
    &all[below(random, all.len() as u64) as usize]
}

/// Puts things into a random order (R. A. Fisher and F. Yates, 1938).
pub fn shuffle<T>(random: &mut ChaCha8Rng, all: &mut [T]) {
    for i in (1..all.len()).rev() {
        all.swap(i, below(random, i as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random;

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
    fn what_is_shuffled_stays_what_it_is() {
        let mut all: Vec<u32> = (0..50).collect();
        shuffle(&mut random(7, 0), &mut all);
        assert_ne!(all, (0..50).collect::<Vec<_>>());
        all.sort_unstable();
        assert_eq!(all, (0..50).collect::<Vec<_>>());
    }
}
