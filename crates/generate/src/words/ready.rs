//! Words prepared for the search: letters as bits, values of places, lengths and their bounds.

use std::collections::HashSet;

use crate::lexicon::Lexicon;
use crate::speller::Letter;
use crate::verbal;
use fukumen_language::arrange::Arrange;
use fukumen_language::puzzle::{Permission, Rules};

/// The most lengths that are distinguished; longer words count as this long, and as long as the longest.
const MOST_LENGTHS: usize = 63;

/// A word of the list, prepared for the search.
pub(super) struct Ready {
    pub shown: String,
    pub letters: Vec<Letter>,
    /// Its letters as bits; if a list has more than 64, several share a bit.
    pub mask: u64,
    /// The index of its length.
    pub length: u8,
    /// The amount that each of its letters adds; `None` if that is too large.
    pub terms: Option<Vec<(Letter, i64)>>,
    /// The sum of these, as if each digit were one.
    pub weight: u64,
    /// Whether its first letter may not be zero.
    pub is_led: bool,
    /// The requirements that it meets, as bits.
    pub needs: u64,
}

/// The lengths of the words of a list, and the bounds of their values.
pub(super) struct Lengths {
    pub lengths: Vec<usize>,
    pub bounds: Vec<(f64, f64)>,
    pub base: u8,
    /// Whether the first letter of several may not be zero, and a single one.
    pub are_led: (bool, bool),
}

impl Lengths {
    pub fn of(list: &Lexicon, words: &[usize], rules: &Rules) -> Self {
        let mut lengths: Vec<usize> = words.iter().map(|word| list.words()[*word].letters.len()).collect();
        lengths.arrange();
        lengths.dedup();
        let longest = lengths.last().copied().unwrap_or(0);
        lengths.truncate(MOST_LENGTHS);
        let base = f64::from(rules.base.get());
        let power = |length: usize| base.powi(i32::try_from(length).unwrap_or(i32::MAX));
        let least = |length: usize| match length {
            1 => 0.0,
            _ if rules.leading_zeros == Permission::Allowed => 0.0,
            _ => power(length - 1),
        };
        let mut bounds: Vec<(f64, f64)> =
            lengths.iter().map(|length| (least(*length), power(*length) - 1.0)).collect();
        if let Some(last) = bounds.last_mut() {
            last.1 = power(longest);
        }
        let are_led =
            (rules.leading_zeros == Permission::Forbidden, rules.lone_zero == Permission::Forbidden);
        Self { lengths, bounds, base: rules.base.get(), are_led }
    }

    pub fn word(&self, list: &Lexicon, place: usize, needs: &[HashSet<usize>]) -> Ready {
        let word = &list.words()[place];
        let met = needs.iter().enumerate().filter(|(_, need)| need.contains(&place));
        let length = self.lengths.partition_point(|length| *length < word.letters.len());
        let terms = verbal::weights(&word.letters, self.base);
        let weight = terms.iter().flatten().map(|(_, value)| value.unsigned_abs()).sum();
        Ready {
            weight,
            shown: word.shown.clone(),
            mask: word.letters.iter().fold(0, |mask, letter| mask | 1 << (letter % 64)),
            length: length.min(self.lengths.len().saturating_sub(1)) as u8,
            terms,
            is_led: if word.letters.len() == 1 { self.are_led.1 } else { self.are_led.0 },
            needs: met.fold(0, |bits, (i, _)| bits | 1 << i),
            letters: word.letters.clone(),
        }
    }
}
