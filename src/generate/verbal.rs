//! Words as they are added: their letters as numbers, the values of their places, and whether a sum of words may be true.
//!
//! What the letters and the lengths of words cannot make true need not be solved.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::generate::GenerateError;
use crate::generate::count::Counter;
use crate::generate::count::LARGEST;
use crate::generate::count::MOST_LETTERS;
use crate::generate::count::Term;
use crate::parse;
use crate::puzzle::Distinct;
use crate::puzzle::Permission;
use crate::puzzle::Rules;
use crate::spelling::Spelling;
use crate::spelling::Spelt;

/// A set of up to 128 letters.
pub type Letters = u128;

/// A word of letters.
#[derive(Clone, Debug)]
pub struct Spelled {
    /// Without what is no letter.
    pub text: String,
    /// Its letters.
    pub letters: Letters,
    /// How many places it has.
    pub length: usize,
    first: u8,
    /// For each letter, the sum of the values of its places; none where they do not fit machine words.
    weights: Option<Vec<(u8, i64)>>,
}

/// Numbers the letters of words.
pub struct Speller<'a> {
    rules: &'a Rules,
    spelling: Spelling,
    known: HashMap<Spelt, u8>,
}

impl<'a> Speller<'a> {
    /// Under these rules, which tell letters apart.
    pub fn new(rules: &'a Rules) -> Self {
        Self { rules, spelling: rules.spelling(), known: HashMap::new() }
    }

    /// A word without what is no letter; none where nothing is left.
    ///
    /// # Errors
    /// Where there are more different letters than a set holds.
    pub fn word(&mut self, text: &str) -> Result<Option<Spelled>, GenerateError> {
        let mut shown = String::new();
        let mut letters = Vec::new();
        for character in self.spelling.characters(text).iter().filter(|c| parse::is_symbol(c.sign)) {
            shown.push_str(&character.shown);
            letters.push(self.letter(&character.shown)?);
        }
        let Some(first) = letters.first().copied() else { return Ok(None) };
        Ok(Some(Spelled {
            letters: letters.iter().fold(0, |set, letter| set | 1 << letter),
            weights: weights(&letters, self.rules.base.get()),
            length: letters.len(),
            text: shown,
            first,
        }))
    }

    fn letter(&mut self, shown: &str) -> Result<u8, GenerateError> {
        let (key, next) = (self.spelling.key(shown), self.known.len());
        if next >= Letters::BITS as usize && !self.known.contains_key(&key) {
            let why = format!("they have more than {} different letters", Letters::BITS);
            return Err(GenerateError::Unreadable { what: "the words", why });
        }
        Ok(*self.known.entry(key).or_insert(next as u8))
    }
}

fn weights(letters: &[u8], base: u8) -> Option<Vec<(u8, i64)>> {
    let mut weights: Vec<(u8, i64)> = Vec::new();
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

/// A text in capitals, as far as these are the same symbols.
pub fn capitals(text: &str, spelling: &Spelling) -> String {
    let capital = |shown: &Spelt| {
        let capital = shown.to_uppercase();
        if spelling.key(&capital) == spelling.key(shown) { capital } else { shown.to_string() }
    };
    spelling.characters(text).iter().map(|character| capital(&character.shown)).collect()
}

/// How many letters a puzzle may have. Where letters may share a digit, nothing is cut for their number.
pub fn most_letters(rules: &Rules) -> u32 {
    match rules.distinct {
        Distinct::All => rules.allowed_digits().len() as u32,
        _ => Letters::BITS,
    }
}

/// Whether words with signs can add up to zero, as far as the largest and the smallest sum tell. Cannot say is yes.
pub fn may_vanish(words: &[(&Spelled, i64)], rules: &Rules) -> bool {
    if rules.distinct != Distinct::All {
        return true;
    }
    let Some(used) = totals(words, rules) else { return true };
    let used: Vec<(i128, bool)> = used.iter().map(|(_, total, is_leading)| (*total, *is_leading)).collect();
    let negated: Vec<(i128, bool)> = used.iter().map(|(total, is_leading)| (-total, *is_leading)).collect();
    let top = i128::from(rules.base.get()) - 1;
    largest(&used, top) >= 0 && largest(&negated, top) >= 0
}

/// Whether words with signs add up to zero for some digits. Cannot say is yes.
pub fn can_vanish(words: &[(&Spelled, i64)], rules: &Rules, counter: &mut Counter) -> bool {
    let Some(terms) = terms(words, rules) else { return true };
    counter.count(terms.into_iter().map(|(_, term)| term), 0, 1) > 0
}

/// What words with signs add up to, letter by letter, as it can be counted; `None` where it cannot.
pub fn terms(words: &[(&Spelled, i64)], rules: &Rules) -> Option<Vec<(u8, Term)>> {
    let totals = totals(words, rules)?;
    let weight = totals.iter().map(|(_, total, _)| total.unsigned_abs()).sum::<u128>();
    let is_small = weight.saturating_mul(rules.base.get().into()) < LARGEST as u128;
    let allowed = rules.allowed_digits().bits();
    let term = |(letter, total, is_leading): (u8, i128, bool)| {
        let digits = if is_leading { allowed & !1 } else { allowed };
        (letter, Term { coefficient: total as i64, digits })
    };
    (rules.distinct == Distinct::All && is_small && totals.len() <= MOST_LETTERS)
        .then(|| totals.into_iter().map(term).collect())
}

/// For each letter what it is multiplied by, and whether it may not be zero; the heaviest first.
fn totals(words: &[(&Spelled, i64)], rules: &Rules) -> Option<Vec<(u8, i128, bool)>> {
    let letters = words.iter().fold(0, |letters, (word, _)| letters | word.letters);
    let mut totals = vec![(0i128, false); (Letters::BITS - letters.leading_zeros()) as usize];
    for (word, sign) in words {
        for (letter, weight) in word.weights.as_ref()? {
            totals[usize::from(*letter)].0 += i128::from(*sign) * i128::from(*weight);
        }
        let is_lone = word.length == 1;
        let zero = if is_lone { rules.lone_zero } else { rules.leading_zeros };
        totals[usize::from(word.first)].1 |= zero == Permission::Forbidden;
    }
    let is_used = |(letter, _): &(usize, (i128, bool))| letters & 1 << letter != 0;
    let used = totals.into_iter().enumerate().filter(is_used);
    let mut used: Vec<_> =
        used.map(|(letter, (total, is_leading))| (letter as u8, total, is_leading)).collect();
    used.sort_by_key(|(_, total, _)| Reverse(total.abs()));
    Some(used)
}

/// The largest sum of different digits with these weights, the heaviest served first. Positive and negative ones are served
/// apart, so that it may be larger than any that there is.
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
    use crate::generate::chance;
    use crate::generate::random;

    #[test]
    fn capitals_are_the_same_symbols() {
        let capitals = |text, rules: Rules| super::capitals(text, &rules.spelling());
        assert_eq!(capitals("más ähnlich, дом", Rules::default()), "MÁS ÄHNLICH, ДОМ");
        assert_eq!(capitals("straße altı", Rules::default()), "STRAßE ALTı");
        assert_eq!(capitals("Ab", Rules { case_sensitive: true, ..Rules::default() }), "Ab");
    }

    /// What is cut has no solution: random sums of words of few letters, in a small base.
    #[test]
    fn what_cannot_vanish_has_no_solution() {
        let mut cut = 0;
        for seed in 0..3000 {
            let mut random = random(seed, 0);
            let mut word = || -> String {
                let length = 1 + chance::below(&mut random, 4);
                (0..length).map(|_| char::from(b'A' + chance::below(&mut random, 6) as u8)).collect()
            };
            let words = [word(), word(), word()];
            let rules = Rules::default().with_base(crate::digits::Base::new(7).expect("it is a base"));
            let mut speller = Speller::new(&rules);
            let spelled =
                words.clone().map(|word| speller.word(&word).ok().flatten().expect("it has letters"));
            let signed = [(&spelled[0], 1), (&spelled[1], 1), (&spelled[2], -1)];
            if may_vanish(&signed, &rules) {
                continue;
            }
            cut += 1;
            let [a, b, c] = words;
            let puzzle = parse::puzzle(&format!("{a}+{b}={c}"), &rules).expect("it is a puzzle");
            let (answer, _) =
                crate::Solver::new(&puzzle).ask(crate::Ask::Count).run().expect("it can be solved");
            assert_eq!(answer.count, 0, "{a}+{b}={c}");
        }
        assert!(cut > 500, "only {cut} were cut");
    }
}
