//! Sums of words: their letters as numbers, the values of their places, and whether such a sum can be true.
//!
//! Sums that the letters and the lengths of their words make impossible are not solved. Otherwise `count` decides whether a
//! sum has the wanted number of solutions. If the rules require more than `count` covers, it only excludes sums with too few.

use std::cmp::Reverse;

use crate::count;
use crate::count::{Counter, LARGEST, MOST_LETTERS, Term};
use crate::error::GenerateError;
use crate::speller::{Letter, Speller};
use fukumen_language::arrange::Arrange;
use fukumen_language::puzzle::{Distinct, Permission, Rules, Wrong};
use fukumen_language::spelling::{Spelling, Spelt};

/// A set of up to 128 letters.
pub type Letters = u128;

/// A word of letters.
#[derive(Clone, Debug)]
pub struct Spelled {
    /// The word without characters that are not letters.
    pub text: String,
    /// Its letters.
    pub letters: Letters,
    /// The number of its places.
    pub length: usize,
    first: Letter,
    /// For each letter, the sum of the values of its places; `None` if they do not fit machine words.
    weights: Option<Vec<(Letter, i64)>>,
}

impl Spelled {
    /// Reads a word without characters that are not letters; `None` if nothing is left.
    ///
    /// # Errors
    /// If there are more different letters than a set can have.
    pub fn read(text: &str, speller: &mut Speller, rules: &Rules) -> Result<Option<Self>, GenerateError> {
        let Some((word, letters)) = speller.word_within(text) else { return Ok(None) };
        Self::new(word, &letters, rules).map(Some)
    }

    /// Makes a word from its letters, at least one.
    ///
    /// # Errors
    /// If there are more different letters than a set can have.
    pub fn new(text: String, letters: &[Letter], rules: &Rules) -> Result<Self, GenerateError> {
        if letters.iter().any(|letter| *letter >= Letters::BITS) {
            return Err(GenerateError::ManyLetters(Letters::BITS));
        }
        Ok(Self {
            text,
            letters: letters.iter().fold(0, |set, letter| set | 1 << letter),
            length: letters.len(),
            first: letters[0],
            weights: weights(letters, rules.base.get()),
        })
    }
}

/// Returns, for each letter of a word, the sum of the values of its places; `None` if they do not fit machine words.
pub fn weights(letters: &[Letter], base: u8) -> Option<Vec<(Letter, i64)>> {
    let mut weights: Vec<(Letter, i64)> = Vec::new();
    let mut value = 1i64;
    for (i, letter) in letters.iter().rev().enumerate() {
        if i > 0 {
            value = value.checked_mul(i64::from(base))?;
        }
        match weights.iter_mut().find(|(other, _)| other == letter) {
            Some((_, weight)) => *weight = weight.checked_add(value)?,
            None => weights.push((*letter, value)),
        }
    }
    Some(weights)
}

/// Returns a text in capitals, as far as these are the same symbols.
pub fn capitals(text: &str, spelling: &Spelling) -> String {
    let capital = |shown: &Spelt| {
        let capital = shown.to_uppercase();
        if spelling.key(&capital) == spelling.key(shown) { capital } else { shown.to_string() }
    };
    spelling.characters(text).iter().map(|character| capital(&character.shown)).collect()
}

/// Returns how many letters a puzzle may have. If letters may share a digit, there is no limit.
pub fn most_letters(rules: &Rules) -> u32 {
    match rules.distinct {
        Distinct::All => rules.allowed_digits().len() as u32,
        _ => Letters::BITS,
    }
}

/// Returns whether words with signs add up to zero for some digits; `true` if it cannot decide.
pub fn may_vanish(words: &[(&Spelled, i64)], rules: &Rules, counter: &mut Counter) -> bool {
    match terms(words, rules) {
        Some(terms) => counter.count(terms.into_iter().map(|(_, term)| term), 0, 1) != Some(0),
        None => !is_out_of_reach(words, rules),
    }
}

/// Returns whether they do for exactly `solutions`; `true` if it cannot decide.
pub fn may_have(solutions: u64, words: &[(&Spelled, i64)], rules: &Rules, counter: &mut Counter) -> bool {
    let is_exact = count::is_countable(rules);
    match terms(words, rules) {
        Some(terms) => counter.may_have(terms.into_iter().map(|(_, term)| term), 0, solutions, is_exact),
        None => solutions == 0 || !is_out_of_reach(words, rules),
    }
}

/// Returns whether letters have different digits and sums are true, so that digits can be counted. The other rules can only
/// remove solutions.
pub fn are_told_apart(rules: &Rules) -> bool {
    // All fields are named, so that a new rule that adds solutions cannot be forgotten.
    let Rules {
        distinct,
        wrong,
        misprint,
        // The counter covers these.
        base: _,
        last_base: _,
        smallest_base: _,
        digits: _,
        no_zero: _,
        leading_zeros: _,
        lone_zero: _,
        // Under these, words become numbers of letters.
        same: _,
        symbols: _,
        kana_rows: _,
        fold_accents: _,
        graphemes: _,
        case_sensitive: _,
        // These remove solutions, or change nothing. No letter of a word is a blank.
        distinct_blanks: _,
        distinct_from_literals: _,
        assign: _,
        blanks: _,
        blanks_avoid: _,
        layout: _,
        wheres: _,
        shows: _,
    } = rules;
    *distinct == Distinct::All && *wrong == Wrong::No && misprint.is_none()
}

/// Returns whether a word is a number with as many digits as it has letters, and products are true.
pub fn are_lengths_fixed(rules: &Rules) -> bool {
    are_told_apart(rules) && rules.leading_zeros == Permission::Forbidden
}

/// Returns whether the largest or the smallest sum shows that words with signs do not add up to zero.
fn is_out_of_reach(words: &[(&Spelled, i64)], rules: &Rules) -> bool {
    let Some(used) = totals(words, rules).filter(|_| are_told_apart(rules)) else { return false };
    let used: Vec<(i128, bool)> = used.iter().map(|(_, total, is_leading)| (*total, *is_leading)).collect();
    let negated: Vec<(i128, bool)> = used.iter().map(|(total, is_leading)| (-total, *is_leading)).collect();
    let top = i128::from(rules.base.get()) - 1;
    largest(&used, top) < 0 || largest(&negated, top) < 0
}

/// Returns the sum of words with signs, letter by letter, in a form that can be counted; `None` if it cannot.
pub fn terms(words: &[(&Spelled, i64)], rules: &Rules) -> Option<Vec<(Letter, Term)>> {
    let totals = totals(words, rules)?;
    let weight = totals.iter().map(|(_, total, _)| total.unsigned_abs()).sum::<u128>();
    let is_small = weight.saturating_mul(rules.base.get().into()) < LARGEST as u128;
    let allowed = rules.allowed_digits().bits();
    let term = |(letter, total, is_leading): (Letter, i128, bool)| {
        let digits = if is_leading { allowed & !1 } else { allowed };
        (letter, Term { coefficient: total as i64, digits })
    };
    (are_told_apart(rules) && is_small && totals.len() <= MOST_LETTERS)
        .then(|| totals.into_iter().map(term).collect())
}

/// Returns for each letter its factor, and whether it may not be zero; the heaviest first.
fn totals(words: &[(&Spelled, i64)], rules: &Rules) -> Option<Vec<(Letter, i128, bool)>> {
    let letters = words.iter().fold(0, |letters, (word, _)| letters | word.letters);
    let mut totals = vec![(0i128, false); (Letters::BITS - letters.leading_zeros()) as usize];
    for (word, sign) in words {
        for (letter, weight) in word.weights.as_ref()? {
            totals[*letter as usize].0 += i128::from(*sign) * i128::from(*weight);
        }
        let is_lone = word.length == 1;
        let zero = if is_lone { rules.lone_zero } else { rules.leading_zeros };
        totals[word.first as usize].1 |= zero == Permission::Forbidden;
    }
    let is_used = |(letter, _): &(usize, (i128, bool))| letters & 1 << letter != 0;
    let used = totals.into_iter().enumerate().filter(is_used);
    let mut used: Vec<_> =
        used.map(|(letter, (total, is_leading))| (letter as Letter, total, is_leading)).collect();
    used.arrange_by_key(|(_, total, _)| Reverse(total.abs()));
    Some(used)
}

/// Returns the largest sum of different digits with these weights, with the heaviest served first. Positive and negative ones
/// are served separately, so the result may be larger than any actual sum.
fn largest(weights: &[(i128, bool)], top: i128) -> i128 {
    let (mut high, mut low, mut is_zero_free) = (top, 1, true);
    let mut sum = 0;
    for (weight, is_leading) in weights {
        if *weight > 0 {
            sum += weight * high.max(0);
            high -= 1;
        } else if !is_leading && is_zero_free {
            is_zero_free = false;
        } else {
            sum += weight * low.min(top);
            low += 1;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;
    use crate::chance::random;
    use fukumen_engine::solve::{Ask, Solver};
    use fukumen_language::puzzle::Puzzle;
    use fukumen_language::text::conditions;

    #[test]
    fn capitals_are_the_same_symbols() {
        let capitals = |text, rules: Rules| super::capitals(text, &rules.spelling());
        assert_eq!(capitals("más ähnlich, дом", Rules::default()), "MÁS ÄHNLICH, ДОМ");
        assert_eq!(capitals("straße altı", Rules::default()), "STRAßE ALTı");
        assert_eq!(capitals("Ab", Rules { case_sensitive: true, ..Rules::default() }), "Ab");
    }

    /// Returns three random words of few letters, and their sum, if the rules name no letter that it lacks.
    fn by_lot(seed: u64, rules: &Rules) -> Option<([Spelled; 3], Puzzle)> {
        let mut random = random(seed, 0);
        let mut word = || -> String {
            let length = 1 + chance::below(&mut random, 4);
            (0..length).map(|_| char::from(b'A' + chance::below(&mut random, 6) as u8)).collect()
        };
        let words = [word(), word(), word()];
        let mut speller = Speller::new(rules);
        let spelled = words
            .each_ref()
            .map(|word| Spelled::read(word, &mut speller, rules).ok().flatten().expect("it has letters"));
        let [a, b, c] = words;
        Some((spelled, conditions::puzzle(&format!("{a}+{b}={c}"), rules).ok()?))
    }

    fn solutions(puzzle: &Puzzle) -> u64 {
        let (answer, _) = Solver::new(puzzle).ask(Ask::Count).run().expect("it can be solved");
        answer.outcome.count as u64
    }

    fn rules(settings: &[(&str, &str)]) -> Rules {
        let mut rules = Rules::default();
        for (name, value) in settings {
            rules.set(name, Some(value)).expect("it is a setting");
        }
        rules
    }

    #[test]
    fn what_is_out_of_reach_has_no_solution() {
        let rules = rules(&[("base", "7")]);
        let mut cut = 0;
        for ([a, b, c], puzzle) in (0..3000).filter_map(|seed| by_lot(seed, &rules)) {
            if is_out_of_reach(&[(&a, 1), (&b, 1), (&c, -1)], &rules) {
                cut += 1;
                assert_eq!(solutions(&puzzle), 0, "{puzzle}");
            }
        }
        assert!(cut > 500, "only {cut} were cut");
    }

    /// Whatever the rules are, no sum with the wanted number of solutions is cut; under ordinary rules, all others are.
    #[test]
    fn sums_with_as_many_solutions_as_are_wanted_stay() {
        let all = [
            (true, rules(&[("base", "7")])),
            (true, rules(&[("base", "8"), ("leading-zeros", "allowed"), ("lone-zero", "forbidden")])),
            (true, rules(&[("base", "9"), ("digits", "1-8")])),
            (false, rules(&[("base", "7"), ("assign", "A=1")])),
            (false, rules(&[("base", "7"), ("where", "A<B")])),
            (false, rules(&[("base", "6"), ("distinct", "none")])),
            (false, rules(&[("base", "6"), ("wrong", "each")])),
        ];
        for (is_exact, rules) in all {
            let mut stayed = 0;
            for ([a, b, c], puzzle) in (0..400).filter_map(|seed| by_lot(seed, &rules)) {
                let found = solutions(&puzzle);
                for wanted in 1..=2 {
                    let may_have =
                        may_have(wanted, &[(&a, 1), (&b, 1), (&c, -1)], &rules, &mut Counter::new());
                    assert!(may_have || found != wanted, "{puzzle}");
                    assert!(!may_have || !is_exact || found == wanted, "{puzzle}");
                    stayed += u64::from(may_have && found == wanted);
                }
            }
            assert!(stayed > 0, "none stayed under {:?}", rules.changes());
        }
    }
}
