//! Forms of puzzles: `A+B=C`, where each letter stands for a word.
//!
//! A form is an ordinary puzzle text. Of words that may change places (addends, factors, sides) only one order is looked at: each
//! symmetry of the form that moves a first letter asks that the word of this letter stands in the list before that of its
//! image. What a sum of words comes to is known from the lengths of the words as far as intervals go, which is enough to
//! pass over most lengths.

use std::collections::BTreeSet;
use std::collections::HashSet;
use std::collections::VecDeque;

use crate::compile::linear::Affine;
use crate::compile::symmetry;
use crate::compile::symmetry::Level;
use crate::expr::Chain;
use crate::expr::Element;
use crate::expr::Expr;
use crate::expr::Numeral;
use crate::generate::GenerateError;
use crate::parse;
use crate::puzzle::Distinct;
use crate::puzzle::Piece;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::vocabulary::Algebra;
use crate::vocabulary::Tier;

/// Words in a form, at most: 8! orders of them are looked through.
const MOST_WORDS: usize = 8;
/// Words in a sum of any words, at most.
const MOST_ADDED: usize = 26;

/// A form.
#[derive(Clone, Debug)]
pub(super) struct Form {
    puzzle: Puzzle,
    /// The coefficient of each word and the constant, where the form is one sum.
    pub sum: Option<(Vec<i64>, i64)>,
    /// Words that come in the order of the list: the first before the second.
    pub rising: Vec<(usize, usize)>,
    /// In how many orders each choice of words is the same puzzle.
    pub orders: u128,
}

impl Form {
    /// Reads a form.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, GenerateError> {
        let form = Self::parsed(text, rules)?;
        if form.words() > MOST_WORDS {
            return Err(GenerateError::LongForm(MOST_WORDS));
        }
        let group = group(&form.puzzle, form.words());
        let mut rising = BTreeSet::new();
        for permutation in &group {
            let moved = (0..permutation.len()).find(|word| permutation[*word] != *word);
            rising.extend(moved.map(|word| (word, permutation[word])));
        }
        Ok(Self { rising: rising.into_iter().collect(), orders: group.len() as u128, ..form })
    }

    /// A sum of so many words, the result among them.
    pub fn sum_of(words: usize, rules: &Rules) -> Result<Self, GenerateError> {
        if !(3..=MOST_ADDED).contains(&words) {
            return Err(GenerateError::WordsInAll(MOST_ADDED));
        }
        let names: Vec<String> = (b'A'..=b'Z').take(words).map(|name| char::from(name).to_string()).collect();
        let (result, addends) = names.split_last().ok_or(GenerateError::WordsInAll(MOST_ADDED))?;
        let form = Self::parsed(&format!("{}={result}", addends.join("+")), rules)?;
        let rising = (1..words - 1).map(|word| (word - 1, word)).collect();
        Ok(Self { rising, orders: (1..words as u128).product(), ..form })
    }

    fn parsed(text: &str, rules: &Rules) -> Result<Self, GenerateError> {
        let plain = Rules { base: rules.base, distinct: Distinct::None, ..Rules::default() };
        let puzzle = parse::puzzle(text, &plain).map_err(GenerateError::Text)?;
        let mut are_words = !puzzle.hidden().is_empty();
        for condition in puzzle.conditions() {
            condition.for_each_numeral(&mut |numeral| are_words &= is_word(numeral) || is_shown(numeral));
        }
        if !are_words || puzzle.symbols().count() != puzzle.hidden().len() {
            return Err(GenerateError::NoForm);
        }
        Ok(Self { sum: sum(&puzzle), puzzle, rising: Vec::new(), orders: 1 })
    }

    /// How many words it has.
    pub fn words(&self) -> usize {
        self.puzzle.hidden().len()
    }

    /// The text with a word for each letter.
    pub fn written<'w>(&self, word: impl Fn(usize) -> &'w str) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Place(cell) => word(cell.index()).to_string(),
        };
        self.puzzle.template().pieces().iter().map(piece).collect()
    }

    /// Whether it may hold where the value of each word lies between bounds.
    pub fn may_hold(&self, bounds: &[(f64, f64)]) -> bool {
        self.puzzle.conditions().iter().all(|condition| may_hold(condition, bounds))
    }
}

/// Whether a numeral is one letter of the form.
fn is_word(numeral: &Numeral) -> bool {
    numeral.is_whole() && numeral.base.is_none() && matches!(numeral.whole[..], [Element::Hidden(_)])
}

fn is_shown(numeral: &Numeral) -> bool {
    numeral.elements().all(|element| matches!(element, Element::Shown(_)))
}

/// The coefficients of the words, where the form is one equation between sums of them.
fn sum(puzzle: &Puzzle) -> Option<(Vec<i64>, i64)> {
    let [Expr::Chain(chain)] = puzzle.conditions() else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    if operator.algebra != Algebra::Equal || chain.tier() != Tier::Relation {
        return None;
    }
    let context = puzzle.context();
    let right = Affine::of(right, &context)?.scaled(&(-1).into());
    let (form, _) = Affine::of(&chain.first, &context)?.plus(&right).whole()?;
    let mut coefficients = vec![0; puzzle.hidden().len()];
    form.terms.iter().for_each(|(cell, coefficient)| coefficients[cell.index()] = *coefficient);
    Some((coefficients, form.constant))
}

/// Every permutation of the words that leaves the form as it is, the identity among them.
fn group(puzzle: &Puzzle, words: usize) -> HashSet<Vec<usize>> {
    let generators: Vec<Vec<usize>> = symmetry::symmetries(puzzle, Level::Terms)
        .generators()
        .iter()
        .map(|generator| {
            let mut images: Vec<usize> = (0..words).collect();
            generator.moved().iter().for_each(|(cell, image)| images[cell.index()] = image.index());
            images
        })
        .collect();
    let identity: Vec<usize> = (0..words).collect();
    let mut group = HashSet::from([identity.clone()]);
    let mut waiting = VecDeque::from([identity]);
    while let Some(permutation) = waiting.pop_front() {
        for generator in &generators {
            let next: Vec<usize> = permutation.iter().map(|word| generator[*word]).collect();
            if group.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    group
}

/// Whether the two sides of each equation may meet. What is no equation may hold.
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

/// Whether two intervals meet, with room for what floating point gets wrong.
fn meet(a: (f64, f64), b: (f64, f64)) -> bool {
    let slack = |number: f64| number.abs() * 1e-9;
    // What is not a number is compared as if it could be any.
    !(a.1 + slack(a.1) < b.0 - slack(b.0) || b.1 + slack(b.1) < a.0 - slack(a.0))
}

const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Where the value of an expression lies; anywhere, where this cannot be said.
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

/// The interval that holds some numbers; all, where one of them is none.
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
        let cases: [Case; 5] = [
            ("A+B=C", 2, &[(0, 1)]),
            ("A-B=C", 1, &[]),
            ("A+A=B", 1, &[]),
            ("A+B+C=D", 6, &[(0, 1), (0, 2), (1, 2)]),
            ("A*B=C*D", 8, &[(0, 1), (0, 2), (0, 3), (2, 3)]),
        ];
        for (text, orders, rising) in cases {
            let form = form(text);
            assert_eq!((form.orders, &form.rising[..]), (orders, rising), "{text}");
        }
    }

    #[test]
    fn a_sum_has_coefficients() {
        assert_eq!(form("A+B=C").sum, Some((vec![1, 1, -1], 0)));
        assert_eq!(form("A+A=2*B+1").sum, Some((vec![2, -2], -1)));
        assert_eq!(form("A*B=C").sum, None);
        assert_eq!(form("A+B=C, A<B").sum, None);
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
        assert_eq!(error("A+B+C+D+E+F+G+H=I"), Some(GenerateError::LongForm(8)));
        assert!(matches!(error("A+=B"), Some(GenerateError::Text(_))));
        assert_eq!(Form::sum_of(2, &Rules::default()).err(), Some(GenerateError::WordsInAll(26)));
    }
}
