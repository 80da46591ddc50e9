//! The requirements of a form on the words at its places, in the order in which they are chosen: the last of the form first.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use crate::form::Form;
use fukumen_language::puzzle::{Rules, Wrong};

/// The most lengths of words whose next lengths are kept.
const MOST_KEPT: usize = 9;
/// The most combinations of lengths that are kept.
const MOST_KNOWN: usize = 1 << 20;

/// The requirements of a form.
pub(super) struct Plan {
    /// By level.
    levels: Vec<Level>,
    /// The constant that is added to the words, if the form is one sum.
    pub constant: Option<i64>,
    /// Whether the shown digits of the form are right.
    is_true: bool,
    /// The bounds of a word's value for each length, and for any.
    lengths: Vec<(f64, f64)>,
    any: (f64, f64),
    /// The lengths that a word may have after words of given lengths, as bits, as far as they have occurred.
    known: RwLock<HashMap<u64, u64>>,
}

/// The requirements on one word.
#[derive(Clone, Default)]
pub(super) struct Level {
    /// The amount that each unit of it adds, if the form is one sum.
    pub coefficient: i64,
    /// Earlier levels whose words come after its own in the list, and those whose words come before it.
    pub behind: Vec<usize>,
    pub before: Vec<usize>,
    /// The least number of words of the form that come before it in the list.
    pub least: usize,
    /// The bounds of the sum of the words of later levels.
    rest: Reach,
}

impl Plan {
    /// Makes the plan for words of these lengths.
    pub fn of(form: &Form, lengths: &[(f64, f64)], rules: &Rules) -> Self {
        let words = form.words();
        let any =
            lengths.iter().fold((f64::INFINITY, 0.0_f64), |any, own| (any.0.min(own.0), any.1.max(own.1)));
        let mut levels = vec![Level::default(); words];
        let rising = form.rising();
        for (first, second) in &rising {
            let (first, second) = (words - 1 - first, words - 1 - second);
            if first < second {
                levels[second].before.push(first);
            } else {
                levels[first].behind.push(second);
            }
        }
        for (word, least) in least(&rising, words).into_iter().enumerate() {
            levels[words - 1 - word].least = least;
        }
        // If the shown digits are wrong, nothing is known of the values of the words.
        let is_true = rules.wrong == Wrong::No;
        let sum = form.sum().filter(|_| is_true);
        let mut rest = Reach::default();
        for (word, coefficient) in sum.iter().flat_map(|(coefficients, _)| coefficients.iter().enumerate()) {
            let level = &mut levels[words - 1 - word];
            (level.coefficient, level.rest) = (*coefficient, rest);
            rest = rest.plus(*coefficient, any);
        }
        let constant = sum.map(|(_, constant)| constant);
        Self { levels, constant, is_true, lengths: lengths.to_vec(), any, known: RwLock::default() }
    }

    /// Returns how many words are chosen.
    pub fn words(&self) -> usize {
        self.levels.len()
    }

    /// Returns the requirements on the word of a level.
    pub fn level(&self, level: usize) -> &Level {
        &self.levels[level]
    }

    /// Returns the reach with one more word, of a level and of a length.
    pub fn reach(&self, before: Reach, level: usize, length: u8) -> Reach {
        before.plus(self.levels[level].coefficient, self.lengths[usize::from(length)])
    }

    /// Returns the lengths that the next word may have, as bits. In a sum, the reach of the words chosen so far decides.
    pub fn lengths(&self, form: &Form, chosen: &[u8], reach: Reach) -> u64 {
        let Some(constant) = self.constant else { return self.kept_lengths(form, chosen) };
        let level = &self.levels[chosen.len()];
        let others = reach.and(level.rest).plus(1, (constant as f64, constant as f64));
        let may_follow = |own: &(f64, f64)| others.plus(level.coefficient, *own).has_zero();
        bits(self.lengths.iter().map(may_follow))
    }

    fn kept_lengths(&self, form: &Form, chosen: &[u8]) -> u64 {
        if chosen.len() > MOST_KEPT {
            return self.found_lengths(form, chosen);
        }
        let key = chosen.iter().fold(1, |key, length| key << 6 | u64::from(*length));
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let lengths = self.found_lengths(form, chosen);
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            if known.len() < MOST_KNOWN {
                known.insert(key, lengths);
            }
            lengths
        })
    }

    fn found_lengths(&self, form: &Form, chosen: &[u8]) -> u64 {
        let words = self.words();
        let mut bounds = vec![self.any; words];
        for (level, length) in chosen.iter().enumerate() {
            bounds[words - 1 - level] = self.lengths[usize::from(*length)];
        }
        bits(self.lengths.iter().map(|own| {
            bounds[words - 1 - chosen.len()] = *own;
            !self.is_true || form.may_hold(&bounds)
        }))
    }
}

/// Returns how many words come before each.
fn least(rising: &[(usize, usize)], words: usize) -> Vec<usize> {
    let mut before = vec![Vec::new(); words];
    rising.iter().for_each(|(first, second)| before[*second].push(*first));
    let all_before = |word: usize| {
        let mut seen = vec![false; words];
        let mut waiting = vec![word];
        while let Some(next) = waiting.pop() {
            for first in &before[next] {
                if !std::mem::replace(&mut seen[*first], true) {
                    waiting.push(*first);
                }
            }
        }
        seen.into_iter().filter(|is_before| *is_before).count()
    };
    (0..words).map(all_before).collect()
}

fn bits(all: impl Iterator<Item = bool>) -> u64 {
    all.enumerate().fold(0, |bits, (i, is_set)| bits | u64::from(is_set) << i)
}

/// Narrows by the bounds of a sum.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    least: f64,
    most: f64,
    /// The sizes of everything added for each bound. The rounding error is a small part of this.
    sizes: (f64, f64),
}

/// More than the relative rounding error of a sum.
const SPOILT: f64 = 1e-9;

impl Reach {
    /// Adds a number between bounds, `coefficient` times.
    fn plus(self, coefficient: i64, bounds: (f64, f64)) -> Self {
        let (one, other) = (coefficient as f64 * bounds.0, coefficient as f64 * bounds.1);
        let (least, most) = (one.min(other), one.max(other));
        self.and(Self { least, most, sizes: (least.abs(), most.abs()) })
    }

    fn and(self, other: Self) -> Self {
        Self {
            least: self.least + other.least,
            most: self.most + other.most,
            sizes: (self.sizes.0 + other.sizes.0, self.sizes.1 + other.sizes.1),
        }
    }

    /// Returns whether the sum may be zero. A value that overflowed may be.
    fn has_zero(self) -> bool {
        let is_above = self.least > self.sizes.0 * SPOILT;
        let is_below = self.most < -self.sizes.1 * SPOILT;
        !is_above && !is_below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTHS: [(f64, f64); 4] = [(0.0, 9.0), (10.0, 99.0), (100.0, 999.0), (1000.0, 9999.0)];

    fn plan(text: &str) -> (Form, Plan) {
        let form = Form::read(text, &Rules::default()).expect("it is a form");
        let plan = Plan::of(&form, &LENGTHS, &Rules::default());
        (form, plan)
    }

    /// Returns the reach of words of some lengths.
    fn reach(plan: &Plan, chosen: &[u8]) -> Reach {
        let levels = chosen.iter().enumerate();
        levels.fold(Reach::default(), |reach, (level, length)| plan.reach(reach, level, *length))
    }

    /// Returns whether a sum of words of some lengths may be zero, in whole numbers.
    fn may_be_zero(plan: &Plan, chosen: &[u8]) -> bool {
        let ends = chosen.iter().enumerate().map(|(level, length)| {
            let (least, most) = LENGTHS[usize::from(*length)];
            let ends = [least as i64, most as i64].map(|end| end * plan.level(level).coefficient);
            (ends[0].min(ends[1]), ends[0].max(ends[1]))
        });
        let constant = plan.constant.expect("it is a sum");
        let (least, most) = ends.fold((constant, constant), |all, ends| (all.0 + ends.0, all.1 + ends.1));
        least <= 0 && 0 <= most
    }

    #[test]
    fn the_reach_of_a_sum_tells_which_lengths_may_follow() {
        for text in ["A+B=C", "A-B=C", "A+2*B=C+1", "A+B+C+D=E", "A=B+1000"] {
            let (form, plan) = plan(text);
            let words = form.words();
            let whole: Vec<Vec<u8>> = (0..1 << (2 * words))
                .map(|number: usize| (0..words).map(|place| (number >> (2 * place) & 3) as u8).collect())
                .filter(|chosen: &Vec<u8>| may_be_zero(&plan, chosen))
                .collect();
            for chosen in &whole {
                for (level, length) in chosen.iter().enumerate() {
                    let before = &chosen[..level];
                    let lengths = plan.lengths(&form, before, reach(&plan, before));
                    assert!(lengths >> length & 1 == 1, "{text} {chosen:?}");
                    // The last length leaves nothing open.
                    let others =
                        (0..LENGTHS.len()).filter(|last| whole.contains(&[before, &[*last as u8]].concat()));
                    if level + 1 == words {
                        assert_eq!(
                            lengths,
                            others.fold(0, |bits, last| bits | 1 << last),
                            "{text} {chosen:?}"
                        );
                    }
                    if !text.contains(|c: char| c.is_ascii_digit()) {
                        assert_eq!(lengths, plan.found_lengths(&form, before), "{text} {chosen:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn words_that_stand_before_are_counted() {
        let (_, plan) = plan("A*B=C*D");
        let least: Vec<usize> = (0..4).map(|level| plan.level(level).least).collect();
        assert_eq!(least, [2, 1, 1, 0]);
        let sum = Plan::of(&Form::Sum(5), &LENGTHS, &Rules::default());
        assert_eq!((0..5).map(|level| sum.level(level).least).collect::<Vec<_>>(), [0, 3, 2, 1, 0]);
        assert_eq!(sum.level(2).behind, [1]);
    }

    #[test]
    fn what_is_too_large_for_a_number_may_be() {
        let huge = Reach::default().plus(1, (1e308, f64::INFINITY)).plus(-1, (f64::INFINITY, f64::INFINITY));
        assert!(huge.has_zero());
        let far = Reach::default().plus(1, (1e15, 2e15)).plus(-1, (2e15 + 1e7, 3e15));
        assert!(
            !far.has_zero() && Reach::default().plus(1, (1e15, 2e15)).plus(-1, (2e15 + 1.0, 3e15)).has_zero()
        );
    }
}
