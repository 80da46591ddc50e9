//! Forms of puzzles: `A+B=C`, where each letter stands for a word.
//!
//! A form is an ordinary puzzle text. If words may change places (addends, factors, sides), only one order is searched: along
//! a chain of stabilisers, the word at the first place of each orbit comes before those at the others in the list. The
//! lengths of the words give intervals for the value of a sum, which is enough to skip most lengths.

use std::collections::BTreeSet;

use crate::error::GenerateError;
use fukumen_engine::compile::linear::LinearRelation;
use fukumen_engine::compile::symmetry;
use fukumen_engine::compile::symmetry::Scope;
use fukumen_language::expr::{Cell, Chain, Element, Expr, Numeral};
use fukumen_language::puzzle::{Affects, Distinct, Puzzle, Rules};
use fukumen_language::text::conditions;
use fukumen_language::vocabulary::{Algebra, Tier};

/// A form.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// A text with a letter for each word.
    Text(Box<Text>),
    /// A sum of this number of words, including the result, which is the last. There may be as many as a list has words, so
    /// that nothing is built from them before the search.
    Sum(usize),
}

/// A form that was read.
#[derive(Clone, Debug)]
pub(super) struct Text {
    puzzle: Puzzle,
    orbits: Vec<Vec<usize>>,
}

/// The coefficient of each word and the constant.
pub(super) type Sum = (Vec<i64>, i64);

impl Form {
    /// Reads a form.
    ///
    /// # Errors
    /// If it is not a puzzle text, or one of its letters does not stand for a word.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, GenerateError> {
        let plain = rules.keeping(|affects| affects == Affects::Base).with_distinct(Distinct::None);
        let puzzle = conditions::puzzle(text, &plain).map_err(GenerateError::Text)?;
        if puzzle.rules() != &plain {
            return Err(GenerateError::FormRules);
        }
        let mut are_words = !puzzle.hidden().is_empty();
        for condition in puzzle.conditions() {
            condition.for_each_numeral(&mut |numeral| are_words &= is_word(numeral) || is_shown(numeral));
        }
        if !are_words || puzzle.symbols().count() != puzzle.hidden().len() {
            return Err(GenerateError::NoForm);
        }
        let symmetries = symmetry::symmetries(&puzzle, Scope::Terms);
        let places = |orbit: &Vec<Cell>| orbit.iter().map(|cell| cell.index()).collect();
        let orbits = symmetries.orbits().iter().map(places).collect();
        Ok(Self::Text(Box::new(Text { puzzle, orbits })))
    }

    /// Returns the number of its words.
    pub fn words(&self) -> usize {
        match self {
            Self::Text(text) => text.puzzle.hidden().len(),
            Self::Sum(words) => *words,
        }
    }

    /// Returns the coefficients, if it is one sum.
    pub fn sum(&self) -> Option<Sum> {
        match self {
            Self::Text(text) => sum(&text.puzzle),
            Self::Sum(words) => {
                let mut coefficients = vec![1; *words];
                coefficients.last_mut().into_iter().for_each(|result| *result = -1);
                Some((coefficients, 0))
            }
        }
    }

    /// Returns pairs of words in the order of the list: the first before the second. Pairs that follow from others are left
    /// out.
    pub fn rising(&self) -> Vec<(usize, usize)> {
        match self {
            Self::Text(text) => reduced(&text.orbits, self.words()),
            Self::Sum(words) => (1..words.saturating_sub(1)).map(|word| (word - 1, word)).collect(),
        }
    }

    /// Returns in how many orders `words` different words may be put into it, counted once for each puzzle; `u128::MAX` if
    /// there are more.
    pub fn choices(&self, words: usize) -> u128 {
        let below =
            |count: usize, factors: usize| (0..factors).map(move |taken| count.saturating_sub(taken) as u128);
        match self {
            Self::Text(text) => {
                let all = below(words, self.words()).try_fold(1, u128::checked_mul);
                let orders =
                    text.orbits.iter().try_fold(1, |all: u128, orbit| all.checked_mul(orbit.len() as u128));
                all.map_or(u128::MAX, |all| all / orders.unwrap_or(u128::MAX))
            }
            Self::Sum(_) => {
                let addends = self.words().saturating_sub(1);
                let others = words.saturating_sub(1);
                // Each product is divisible: the result is a number of choices.
                let mut factors = below(others, addends.min(others.saturating_sub(addends))).zip(1..);
                let chosen =
                    factors.try_fold(1u128, |all, (factor, taken)| Some(all.checked_mul(factor)? / taken));
                if addends > others {
                    0
                } else {
                    chosen.map_or(u128::MAX, |all| all.saturating_mul(words as u128))
                }
            }
        }
    }

    /// Returns the text with a word for each letter.
    pub fn written<'w>(&self, word: impl Fn(usize) -> &'w str) -> String {
        match self {
            Self::Text(text) => {
                text.puzzle.sheet().written(|cell, written| written.push_str(word(cell.index())))
            }
            Self::Sum(words) => {
                let addends: Vec<&str> = (0..words - 1).map(&word).collect();
                format!("{}={}", addends.join("+"), word(words - 1))
            }
        }
    }

    /// Returns whether it may hold if the value of each word lies between bounds.
    pub fn may_hold(&self, bounds: &[(f64, f64)]) -> bool {
        match self {
            Self::Text(text) => text.puzzle.conditions().iter().all(|condition| may_hold(condition, bounds)),
            Self::Sum(_) => true,
        }
    }
}

/// Returns the order that orbits require of words, without pairs that follow from the rest.
fn reduced(orbits: &[Vec<usize>], words: usize) -> Vec<(usize, usize)> {
    let mut behind = vec![BTreeSet::new(); words];
    for (first, others) in orbits.iter().filter_map(|orbit| orbit.split_first()) {
        behind[*first].extend(others);
    }
    let follows = |first: usize, second: usize| {
        behind[first].iter().any(|between: &usize| *between != second && behind[*between].contains(&second))
    };
    let pairs =
        behind.iter().enumerate().flat_map(|(first, others)| others.iter().map(move |other| (first, *other)));
    pairs.filter(|(first, second)| !follows(*first, *second)).collect()
}

/// Returns whether a numeral is one letter of the form.
fn is_word(numeral: &Numeral) -> bool {
    numeral.is_whole() && numeral.base.is_none() && matches!(numeral.whole[..], [Element::Hidden(_)])
}

fn is_shown(numeral: &Numeral) -> bool {
    numeral.elements().all(|element| matches!(element, Element::Shown(_)))
}

/// Returns the coefficients of the words, if the form is one equation between sums of them.
fn sum(puzzle: &Puzzle) -> Option<(Vec<i64>, i64)> {
    let [condition] = puzzle.conditions() else { return None };
    let LinearRelation { form, relation } = LinearRelation::of(condition, &puzzle.context())?;
    if relation != Algebra::Equal {
        return None;
    }
    let mut coefficients = vec![0; puzzle.hidden().len()];
    form.terms.iter().for_each(|(cell, coefficient)| coefficients[cell.index()] = *coefficient);
    Some((coefficients, form.constant))
}

/// Returns whether the two sides of each equation may meet. Other conditions may hold.
fn may_hold(condition: &Expr, bounds: &[(f64, f64)]) -> bool {
    let Expr::Chain(chain) = condition else { return true };
    if chain.tier() != Tier::Relation {
        return true;
    }
    let sides: Vec<(f64, f64)> = chain.operands().map(|side| interval(side, bounds)).collect();
    let equations = chain.rest.iter().zip(sides.windows(2));
    equations
        .into_iter()
        .all(|((operator, _), pair)| operator.algebra != Algebra::Equal || meet(pair[0], pair[1]))
}

/// Returns whether two intervals meet, with room for floating point errors.
fn meet(a: (f64, f64), b: (f64, f64)) -> bool {
    let slack = |number: f64| number.abs() * 1e-9;
    // NaN is compared as if it could be any number.
    !(a.1 + slack(a.1) < b.0 - slack(b.0) || b.1 + slack(b.1) < a.0 - slack(a.0))
}

const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Returns the interval of an expression's value; unbounded if it is not known.
fn interval(expr: &Expr, bounds: &[(f64, f64)]) -> (f64, f64) {
    match expr {
        Expr::Numeral(numeral) => match numeral.whole[..] {
            [Element::Hidden(cell)] if is_word(numeral) => bounds[cell.index()],
            _ => ANY,
        },
        Expr::Chain(chain) if matches!(chain.tier(), Tier::Sum | Tier::Product) => chained(chain, bounds),
        _ => ANY,
    }
}

fn chained(chain: &Chain, bounds: &[(f64, f64)]) -> (f64, f64) {
    chain.rest.iter().fold(interval(&chain.first, bounds), |left, (operator, right)| {
        let right = interval(right, bounds);
        match operator.algebra {
            Algebra::Plus => (left.0 + right.0, left.1 + right.1),
            Algebra::Minus => (left.0 - right.1, left.1 - right.0),
            Algebra::Times => hull([left.0 * right.0, left.0 * right.1, left.1 * right.0, left.1 * right.1]),
            _ => ANY,
        }
    })
}

/// Returns the interval that contains some numbers; unbounded if one of them is NaN.
fn hull(ends: [f64; 4]) -> (f64, f64) {
    if ends.iter().any(|end| end.is_nan()) {
        return ANY;
    }
    (
        ends.iter().copied().fold(f64::INFINITY, f64::min),
        ends.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        Form::read(text, &Rules::default()).expect("it is a form")
    }

    #[test]
    fn words_that_may_change_places_have_one_order() {
        type Case = (&'static str, u128, &'static [(usize, usize)]);
        let cases: [Case; 6] = [
            ("A+B=C", 720 / 2, &[(0, 1)]),
            ("A-B=C", 720, &[]),
            ("A+A=B", 90, &[]),
            ("A+B+C=D", 5040 / 6, &[(0, 1), (1, 2)]),
            ("A*B=C*D", 5040 / 8, &[(0, 1), (0, 2), (2, 3)]),
            ("A+B+C+D+E+F+G+H+I=J", 10, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)]),
        ];
        for (text, choices, rising) in cases {
            let form = form(text);
            assert_eq!((form.choices(10), &form.rising()[..]), (choices, rising), "{text}");
        }
    }

    #[test]
    fn a_sum_of_so_many_words_is_what_its_text_is() {
        for (text, words) in [("A+B=C", 3), ("A+B+C+D+E=F", 6)] {
            let (read, sum) = (form(text), Form::Sum(words));
            assert_eq!((read.words(), read.sum(), read.rising()), (sum.words(), sum.sum(), sum.rising()));
            assert!((0..20).all(|list| read.choices(list) == sum.choices(list)), "{text}");
            let words = ["a", "b", "c", "d", "e", "f"];
            assert_eq!(read.written(|word| words[word]), sum.written(|word| words[word]));
        }
        assert_eq!((Form::Sum(42).choices(42), Form::Sum(43).choices(42)), (42, 0));
        assert_eq!(Form::Sum(500).choices(1000), u128::MAX);
        let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
        assert_eq!(
            form(&format!("{}=a", letters.join("+")).replace("=a", "=1*Ω")).choices(100_000),
            u128::MAX
        );
    }

    #[test]
    fn a_sum_has_coefficients() {
        assert_eq!(form("A+B=C").sum(), Some((vec![1, 1, -1], 0)));
        assert_eq!(form("A+A=2*B+1").sum(), Some((vec![2, -2], -1)));
        assert_eq!(form("A*B=C").sum(), None);
        assert_eq!(form("A+B=C, A<B").sum(), None);
    }

    #[test]
    fn lengths_tell_what_cannot_be() {
        let of_length = |length: i32| (10f64.powi(length - 1), 10f64.powi(length) - 1.0);
        let may = |text, lengths: [i32; 3]| form(text).may_hold(&lengths.map(of_length));
        assert!(may("A+B=C", [3, 3, 4]) && may("A+B=C", [3, 3, 3]));
        assert!(!may("A+B=C", [3, 3, 5]) && !may("A+B=C", [3, 4, 3]));
        assert!(may("A*B=C", [2, 3, 4]) && !may("A*B=C", [2, 3, 6]) && !may("A*B=C", [3, 3, 4]));
        assert!(may("A-B=C", [4, 4, 2]) && !may("A-B=C", [3, 4, 2]));
    }

    #[test]
    fn what_is_no_form_is_told() {
        let error = |text| Form::read(text, &Rules::default()).err();
        assert_eq!(error("AB+C=D"), Some(GenerateError::NoForm));
        assert_eq!(error("1+1=2"), Some(GenerateError::NoForm));
        assert!(matches!(error("A+=B"), Some(GenerateError::Text(_))));
        assert_eq!(error("@base 7\nA+B=C"), Some(GenerateError::FormRules));
    }
}
