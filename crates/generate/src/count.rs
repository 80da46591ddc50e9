//! Counts the solutions of a sum as fast as possible, to exclude candidates before they are solved.
//!
//! A sum of words is one coefficient for each letter. The heaviest letter is taken first. The sum of the lighter letters lies
//! between bounds (the heaviest gets the best digit, the next the best of the rest) and is divisible by their common divisor,
//! so few digits are ever tried. The engine `linear` does the same on larger problems, in blocks and in a planned order. Here
//! millions of small sums come one after another, so nothing is allocated and nothing is planned. The ordinary solver still
//! solves every sum that passes. A test checks that the counts are right.

use fukumen_language::number::gcd;
use fukumen_language::puzzle::{Affects, Rules};

/// The letters of the longest sum: one for each digit of base 36.
pub(super) const MOST_LETTERS: usize = 36;
/// Sums whose parts stay below this cannot overflow, and are exact in floating point.
pub(super) const LARGEST: i64 = 1 << 52;

/// Returns whether the count covers all of these rules.
pub(super) fn is_countable(rules: &Rules) -> bool {
    usize::from(rules.base.get()) <= MOST_LETTERS && rules.changed().all(|row| is_counted(row.affects))
}

/// Returns whether the count covers everything that a setting affects.
fn is_counted(affects: Affects) -> bool {
    match affects {
        // These are in the coefficients and the digits of a term.
        Affects::Base | Affects::Digits | Affects::Zeros => true,
        // Under these, words become numbers of letters. A sum is not a drawing, and the output changes no count.
        Affects::Reading | Affects::Layout | Affects::Answer => true,
        Affects::Distinct | Affects::Literals | Affects::Blanks | Affects::Clues => false,
    }
}

/// One letter of a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Term {
    /// The amount that each unit of its digit adds.
    pub coefficient: i64,
    /// The digits it may take, as bits.
    pub digits: u64,
}

/// The data of the search at one letter.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    term: Term,
    /// One over the coefficient.
    reciprocal: f64,
    /// The least and the most that the letters after it add.
    least: i64,
    most: i64,
    /// A divisor of everything that they add; 0 if they add nothing.
    divisor: i64,
}

/// Counts solutions. It can be used repeatedly.
#[derive(Debug)]
pub(super) struct Counter {
    levels: [Level; MOST_LETTERS],
    letters: usize,
    found: u64,
    enough: u64,
    /// The most nodes before the count is given up.
    nodes: u64,
}

/// The most nodes of one sum: a sum of many letters without a solution may take hours, and the ordinary solver excludes more.
const MOST_NODES: u64 = 1 << 20;

impl Counter {
    pub fn new() -> Self {
        Self { levels: [Level::default(); MOST_LETTERS], letters: 0, found: 0, enough: 0, nodes: 0 }
    }

    /// Returns in how many ways the letters can have different digits so that `constant` and their sum make zero; `enough` if
    /// there are at least that many. There are at most [`MOST_LETTERS`] letters. Returns `None` if it would take too long.
    pub fn count(&mut self, terms: impl Iterator<Item = Term>, constant: i64, enough: u64) -> Option<u64> {
        self.insert_all(terms);
        self.found(constant, enough)
    }

    /// Returns whether there may be exactly `wanted` ways; `true` if that would take too long. Unless the rules are exact,
    /// some of the ways may be no solutions.
    pub fn may_have(
        &mut self,
        terms: impl Iterator<Item = Term>,
        constant: i64,
        wanted: u64,
        is_exact: bool,
    ) -> bool {
        self.insert_all(terms);
        // Letters that add the same may change digits, so ways come in pairs. Nearly half of all sums of words have some.
        if is_exact && wanted % 2 == 1 && self.has_twins() {
            return false;
        }
        let found = self.found(constant, wanted.saturating_add(1));
        found.is_none_or(|found| found == wanted || found > wanted && !is_exact)
    }

    /// Returns whether two letters that stand beside each other add the same.
    fn has_twins(&self) -> bool {
        self.levels[..self.letters].windows(2).any(|pair| pair[0].term == pair[1].term)
    }

    fn insert_all(&mut self, terms: impl Iterator<Item = Term>) {
        self.letters = 0;
        for term in terms.take(MOST_LETTERS) {
            self.insert(term);
        }
    }

    fn found(&mut self, constant: i64, enough: u64) -> Option<u64> {
        self.bound();
        (self.found, self.enough, self.nodes) = (0, enough, MOST_NODES);
        self.walk(0, constant, 0);
        (self.nodes > 0).then_some(self.found)
    }

    /// Lists all of these ways: a digit for each letter, in their order. Ends when `see` breaks. Returns whether the list is
    /// complete: there may be too many nodes.
    pub fn list(
        &mut self,
        terms: impl Iterator<Item = Term>,
        constant: i64,
        see: &mut dyn FnMut(&[u8]) -> bool,
    ) -> bool {
        self.letters = 0;
        let mut places = [0; MOST_LETTERS];
        for (number, term) in terms.take(MOST_LETTERS).enumerate() {
            let place = self.insert(term);
            places.copy_within(place..number, place + 1);
            places[place] = number;
        }
        self.bound();
        let mut digits = [0; MOST_LETTERS];
        self.nodes = MOST_NODES;
        self.each(0, constant, 0, &places, &mut digits, see)
    }

    fn each(
        &mut self,
        depth: usize,
        sum: i64,
        taken: u64,
        places: &[usize; MOST_LETTERS],
        found: &mut [u8; MOST_LETTERS],
        see: &mut dyn FnMut(&[u8]) -> bool,
    ) -> bool {
        if depth == self.letters {
            return sum != 0 || see(&found[..self.letters]);
        }
        self.nodes -= 1;
        if self.nodes == 0 {
            return false;
        }
        let level = self.levels[depth];
        let mut digits = level.digits(sum) & !taken;
        while digits != 0 {
            let digit = digits.trailing_zeros();
            digits &= digits - 1;
            let next = sum + level.term.coefficient * i64::from(digit);
            found[places[depth]] = digit as u8;
            let may_go_on = level.divisor <= 1 || next % level.divisor == 0;
            if may_go_on && !self.each(depth + 1, next, taken | 1 << digit, places, found, see) {
                return false;
            }
        }
        true
    }

    /// Inserts a letter at its place, the heaviest first, and returns the place.
    fn insert(&mut self, term: Term) -> usize {
        let weight = term.coefficient.abs();
        let mut place = self.letters;
        while place > 0 && self.levels[place - 1].term.coefficient.abs() < weight {
            self.levels[place].term = self.levels[place - 1].term;
            place -= 1;
        }
        self.levels[place].term = term;
        self.letters += 1;
        place
    }

    /// Computes the bounds after each letter.
    fn bound(&mut self) {
        let mut divisor = 0;
        for i in (0..self.letters).rev() {
            let (least, most) = extremes(&self.levels[i + 1..self.letters]);
            let level = &mut self.levels[i];
            (level.least, level.most, level.divisor) = (least, most, divisor);
            level.reciprocal = (level.term.coefficient as f64).recip();
            divisor = gcd(divisor, level.term.coefficient);
        }
    }

    fn walk(&mut self, depth: usize, sum: i64, taken: u64) {
        if depth == self.letters {
            self.found += u64::from(sum == 0);
            return;
        }
        self.nodes -= 1;
        let level = &self.levels[depth];
        let (coefficient, divisor) = (level.term.coefficient, level.divisor);
        let mut digits = level.digits(sum) & !taken;
        while digits != 0 && self.found < self.enough && self.nodes > 0 {
            let digit = digits.trailing_zeros();
            digits &= digits - 1;
            let next = sum + coefficient * i64::from(digit);
            if divisor <= 1 || next % divisor == 0 {
                self.walk(depth + 1, next, taken | 1 << digit);
            }
        }
    }
}

impl Level {
    /// Returns the digits for which the later letters can bring a sum to zero; perhaps one too many at either end.
    #[inline]
    fn digits(&self, sum: i64) -> u64 {
        if self.term.coefficient == 0 {
            return self.term.digits;
        }
        let near = (-self.most - sum) as f64 * self.reciprocal;
        let far = (-self.least - sum) as f64 * self.reciprocal;
        let (low, high) = if near < far { (near, far) } else { (far, near) };
        let below = |count: u32| !u64::MAX.checked_shl(count).unwrap_or(0);
        self.term.digits & below(rounded(high + 0.5 + SLACK)) & !below(rounded(low + 0.5 - SLACK))
    }
}

/// More than the error of a quotient near a digit.
const SLACK: f64 = 1e-6;

/// Returns the nearest whole number from 0 to 64. Numbers from 2^52 up have no places after the point, so the last bits of
/// their patterns are the number; the library's rounding took a fifth of the whole search.
#[inline]
fn rounded(number: f64) -> u32 {
    const SHIFT: f64 = (1u64 << 52) as f64;
    ((number.clamp(0.0, 64.0) + SHIFT).to_bits() & 0x7f) as u32
}

/// Returns the least and the most that letters add: for each bound, every letter in turn, the heaviest first, takes the best
/// digit left by those before it. Letters that pull in different directions do not compete.
fn extremes(levels: &[Level]) -> (i64, i64) {
    let (mut least, mut most) = (0, 0);
    // The digits left to letters that add, and to those that subtract, for each bound.
    let mut left = [u64::MAX; 4];
    for Level { term, .. } in levels {
        let is_adding = usize::from(term.coefficient >= 0);
        least += term.coefficient * best(term.digits, &mut left[is_adding], is_adding == 1);
        most += term.coefficient * best(term.digits, &mut left[2 + is_adding], is_adding == 0);
    }
    (least, most)
}

/// Returns the smallest or the largest digit left; one of the letter's own if none is left.
#[inline]
fn best(digits: u64, left: &mut u64, is_smallest: bool) -> i64 {
    let free = if digits & *left == 0 { digits } else { digits & *left };
    let digit = if is_smallest { free.trailing_zeros() } else { 63 - (free | 1).leading_zeros() }.min(63);
    *left &= !(1 << digit);
    i64::from(digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbal;
    use fukumen_engine::solve::{Ask, Solver};
    use fukumen_language::puzzle::SETTINGS;
    use fukumen_language::text::conditions;

    /// The decisions by single fields agree with the table.
    #[test]
    fn what_tells_symbols_apart_is_what_the_table_says() {
        for row in SETTINGS {
            let mut rules = Rules::default();
            // The example of `graphemes` and similar settings differs from the default.
            row.set(&mut rules, Some(row.example)).expect("it is an example");
            assert!(rules.changed().any(|changed| changed.name == row.name), "{}", row.name);
            let is_told_apart = match row.affects {
                Affects::Distinct => false,
                Affects::Literals => !["wrong", "misprint"].contains(&row.name),
                affects => is_counted(affects) || matches!(affects, Affects::Blanks | Affects::Clues),
            };
            assert_eq!(is_countable(&rules), is_counted(row.affects), "{}", row.name);
            assert_eq!(verbal::are_told_apart(&rules), is_told_apart, "{}", row.name);
        }
    }

    /// Six letters that subtract leave four digits, so a digit used for one bound must stay available for the other.
    #[test]
    fn what_letters_add_lies_within_its_bounds() {
        let level = |coefficient| Level { term: Term { coefficient, digits: 0x3ff }, ..Level::default() };
        let six = [-60, -50, -40, -30, -20, -10];
        assert_eq!(extremes(&six.map(level)), (-1540, -350));
        assert_eq!(extremes(&six.map(|coefficient| level(-coefficient))), (350, 1540));
        assert_eq!(extremes(&[3, -2].map(level)), (-18, 27));
    }

    /// Returns the letters of a sum of words, with weight and sign.
    fn terms(words: &[(&str, i64)], base: i64) -> Vec<Term> {
        let mut terms = [Term { coefficient: 0, digits: (1 << base) - 1 }; 26];
        let mut is_there = [false; 26];
        for (word, factor) in words {
            let mut place = *factor;
            for letter in word.bytes().rev().map(|letter| usize::from(letter - b'A')) {
                terms[letter].coefficient += place;
                is_there[letter] = true;
                place *= base;
            }
            if word.len() > 1 {
                terms[usize::from(word.as_bytes()[0] - b'A')].digits &= !1;
            }
        }
        (0..26).filter(|letter| is_there[*letter]).map(|letter| terms[letter]).collect()
    }

    #[test]
    fn random_sums_have_as_many_solutions_as_the_ordinary_solver_finds() {
        let mut seed: u64 = 1;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        let mut counter = Counter::new();
        for round in 0..400 {
            let base = 6 + round % 7;
            let mut word =
                || (0..1 + below(5)).map(|_| char::from(b'A' + below(9) as u8)).collect::<String>();
            let (a, b, c) = (word(), word(), word());
            let rules =
                Rules::default().with_base(fukumen_language::digits::Base::new(base).expect("it is a base"));
            let puzzle = conditions::puzzle(&format!("{a}+{b}={c}"), &rules).expect("it is a sum");
            let (answer, _) = Solver::new(&puzzle).threads(1).ask(Ask::Count).run().expect("it fits");
            let terms = terms(&[(&a, 1), (&b, 1), (&c, -1)], base as i64);
            let found = counter.count(terms.iter().copied(), 0, 100_000);
            assert_eq!(found.map(u128::from), Some(answer.outcome.count), "{a}+{b}={c} in base {base}");
            assert_eq!(counter.count(terms.iter().copied(), 0, 2), found.map(|found| found.min(2)));
            for wanted in 0..4 {
                let mut may_have = |is_exact| counter.may_have(terms.iter().copied(), 0, wanted, is_exact);
                assert_eq!(may_have(true), found == Some(wanted), "{a}+{b}={c} in base {base}");
                assert_eq!(may_have(false), found >= Some(wanted), "{a}+{b}={c} in base {base}");
            }
        }
    }

    /// Returns the least and the most that some letters with different digits add.
    fn ends(terms: &[Term], taken: u64) -> Option<(i64, i64)> {
        let Some((term, rest)) = terms.split_first() else { return Some((0, 0)) };
        let digits = (0..64).filter(|digit| term.digits & !taken & 1 << digit != 0);
        let sums = digits.filter_map(|digit| {
            let (least, most) = ends(rest, taken | 1 << digit)?;
            let own = term.coefficient * digit;
            Some((own + least, own + most))
        });
        sums.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    #[test]
    fn what_letters_add_lies_between_the_extremes() {
        let level = |(coefficient, digits)| Level { term: Term { coefficient, digits }, ..Level::default() };
        // If all pull in the same direction and may take the same digits, the extremes are reached.
        for (weights, digits, is_exact) in [
            (&[1000, 91, 10, 1][..], 0x3ff, true),
            (&[-1000, -91, -10, -1], 0x3f6, true),
            (&[1000, -91, 10, -1], 0x3ff, false),
            (&[7, 0, -7], 0x2a8, false),
        ] {
            let levels: Vec<Level> = weights.iter().map(|weight| level((*weight, digits))).collect();
            let terms: Vec<Term> = levels.iter().map(|level| level.term).collect();
            let (least, most) = extremes(&levels);
            let true_ends = ends(&terms, 0).expect("there are enough digits");
            assert!(least <= true_ends.0 && true_ends.1 <= most, "{weights:?}: {least} to {most}");
            assert!(
                !is_exact || (least, most) == true_ends,
                "{weights:?}: {least} to {most}, not {true_ends:?}"
            );
        }
    }

    #[test]
    fn a_constant_takes_part() {
        let mut counter = Counter::new();
        // A+B=3 has (0,3), (1,2) and their mirrors.
        let terms = [Term { coefficient: 1, digits: 0x3ff }; 2];
        assert_eq!(counter.count(terms.into_iter(), -3, 100), Some(4));
        assert_eq!(counter.count(std::iter::empty(), 0, 2), Some(1));
        assert_eq!(counter.count(std::iter::empty(), 1, 2), Some(0));
    }

    /// Returns how many nodes a count and a list of all ways take.
    fn nodes(terms: &[Term], constant: i64) -> [u64; 2] {
        let mut counter = Counter::new();
        counter.count(terms.iter().copied(), constant, u64::MAX).expect("it is small");
        let counted = MOST_NODES - counter.nodes;
        assert!(counter.list(terms.iter().copied(), constant, &mut |_| true), "it is small");
        [counted, MOST_NODES - counter.nodes]
    }

    #[test]
    fn what_the_rest_cannot_be_divisible_by_is_cut() {
        // 100·B+10·C is a multiple of 10, 101·A is one only if A is 0; but then B and C would both be 0. So no digit is tried for B.
        for sign in [1, -1] {
            let term = |coefficient: i64| Term { coefficient: sign * coefficient, digits: 0x3ff };
            assert_eq!(nodes(&[term(101), term(-100), term(-10)], 0), [1, 1], "times {sign}");
        }
    }

    #[test]
    fn a_sum_and_its_negative_take_the_same_steps() {
        for words in [["AB", "CD", "EF"], ["SEND", "MORE", "MONEY"], ["ABC", "BCD", "CAE"]] {
            let signed = |sign: i64| [(words[0], sign), (words[1], sign), (words[2], -sign)];
            let [sum, negative] = [1, -1].map(|sign| nodes(&terms(&signed(sign), 10), 0));
            assert_eq!(sum, negative, "{words:?}");
            assert_eq!(sum[0], sum[1], "counting and listing {words:?}");
        }
    }

    #[test]
    fn what_takes_too_long_is_not_counted() {
        let sum = [("ABCDEF", 1), ("GHIJKL", 1), ("MNOPQRS", -1)];
        let terms = terms(&sum, 19);
        assert_eq!(Counter::new().count(terms.iter().copied(), 0, 2), None);
        let mut ways = 0;
        let are_all = Counter::new().list(terms.iter().copied(), 0, &mut |_| {
            ways += 1;
            true
        });
        assert!(!are_all && ways == 0);
    }
}
